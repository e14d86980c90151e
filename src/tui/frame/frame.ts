import { createDeskRows, type DeskRows } from '../desk/desk-rows.ts'
import { bodySize } from '../kit/layout/scrolling.ts'
import { fillRows, type Row } from '../kit/text/rows.ts'
import { paletteItems } from '../palette.ts'
import { type ScreenList, screenNamed } from '../screen.ts'
import { factsOf, isTooSmall, offeredKeys, type State } from '../state.ts'
import { footerRow, type Overlay } from './footer.ts'
import { headerRow } from './header.ts'
import { helpRows } from './help.ts'
import { helpLines } from './help-lines.ts'
import { paletteRows } from './palette-rows.ts'
import { statusRows } from './status.ts'
import { tooSmallRows } from './too-small.ts'

/**
 * One frame: the lines of the terminal from top to bottom, a function of the state.
 * @param spoken true for a screen reader, which gets all lines, and sentences instead of columns
 * @param deskRows draws the desk. @default one that remembers nothing
 */
export function frameRows(
  screens: ScreenList,
  state: State,
  spoken: boolean,
  deskRows: DeskRows = createDeskRows(),
): readonly Row[] {
  const { size } = state
  if (isTooSmall(state)) return tooSmallRows(state, spoken)
  const status = statusRows(state)
  const height = bodySize(size).rows - (status.length - 1)
  const body = bodyRows(screens, state, height, spoken, deskRows)
  return [
    headerRow(screens, state, spoken),
    ...(spoken ? body : fillRows(body, height)),
    ...status,
    footerRow(offeredKeys(screens, state), size.columns, overlayOf(state)),
  ]
}

function overlayOf({ help, palette }: State): Overlay | undefined {
  return help !== undefined ? 'help' : palette !== undefined ? 'palette' : undefined
}

function bodyRows(
  screens: ScreenList,
  state: State,
  height: number,
  spoken: boolean,
  deskRows: DeskRows,
): readonly Row[] {
  const { columns: width } = state.size
  if (state.help !== undefined) {
    return helpRows(helpLines(offeredKeys(screens, state)), { from: state.help, width, height })
  }
  const { palette } = state
  if (palette !== undefined) {
    return paletteRows(palette, paletteItems(screens, state, palette.line.text), { width, height })
  }
  const desk = spoken ? undefined : deskRows(screens, state, { columns: width, rows: height })
  if (desk !== undefined) return desk
  const screen = screenNamed(screens, state.tab)
  return screen.view({ state: state.screens[screen.name], app: factsOf(state), width, height, spoken })
}
