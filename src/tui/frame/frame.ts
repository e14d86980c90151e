import { createDeskRows, type DeskRows } from '../desk/desk-rows.ts'
import { bodySize } from '../kit/layout/scrolling.ts'
import { fillRows, type Row } from '../kit/text/rows.ts'
import { hasMore, paletteItems } from '../palette.ts'
import { type ScreenList, screenNamed } from '../screen.ts'
import { isTooSmall, offeredKeys, screenSize, type State, toldBeside } from '../state.ts'
import { type Kept, keepLast } from '../kit/remember-last.ts'
import { drawAgain, type Drawn, factsFrom, keepRows } from './drawn.ts'
import { footerRow, type Overlay } from './footer.ts'
import { headerRow } from './header.ts'
import { helpRows } from './help.ts'
import { helpLines } from './help-lines.ts'
import { paletteRows } from './palette-rows.ts'
import { tooSmallRows } from './too-small.ts'

/** Gives frames, and remembers of the last one what the next may show again. */
export type FrameRows = (screens: ScreenList, state: State, spoken: boolean) => readonly Row[]

/** What a frame was made of. */
interface FrameParts {
  readonly footer: Kept<Row>
  readonly body: (screens: ScreenList, state: State, height: number, spoken: boolean) => readonly Row[]
}

/**
 * One frame: the lines of the terminal from top to bottom, a function of the state.
 * @param spoken true for a screen reader, which gets all lines, and sentences instead of columns
 */
export function frameRows(screens: ScreenList, state: State, spoken: boolean): readonly Row[] {
  return createFrameRows()(screens, state, spoken)
}

/** Draws frames: what looks the same as in the last one is the same row, and the same list where all of it does. */
export function createFrameRows(): FrameRows {
  const parts: FrameParts = { footer: keepLast(), body: createBodyRows() }
  let last: readonly Row[] = []
  return (screens, state, spoken) => {
    const rows = isTooSmall(state) ? tooSmallRows(state, spoken) : wholeRows(screens, state, spoken, parts)
    last = keepRows(rows, last)
    return last
  }
}

function wholeRows(screens: ScreenList, state: State, spoken: boolean, parts: FrameParts): readonly Row[] {
  const { size, desk, help, palette } = state
  const told = toldBeside(screens, state)
  const { rows: height } = bodyPlace(screens, state)
  const body = parts.body(screens, state, height, spoken)
  // What a key would do changes with what ticks do to the states, not with the time itself.
  const footer = parts.footer([state.screens, desk, help, palette, height, ...factsFrom(state)], () =>
    footerRow(offeredKeys(screens, state), size.columns, overlayOf(state)),
  )
  return [
    headerRow(screens, state, spoken),
    ...told.guide,
    ...(spoken ? body : fillRows(body, height)),
    ...told.status,
    footer,
  ]
}

/** The lines of a frame between header and status. */
export function bodyPlace(screens: ScreenList, state: State): { readonly first: number; readonly rows: number } {
  return { first: 1 + toldBeside(screens, state).guide.length, rows: bodySize(screenSize(screens, state)).rows }
}

function overlayOf({ help, palette }: State): Overlay | undefined {
  return help !== undefined ? 'help' : palette !== undefined ? 'palette' : undefined
}

function createBodyRows(): FrameParts['body'] {
  const deskRows: DeskRows = createDeskRows()
  let last: Drawn<readonly Row[]> | undefined
  return (screens, state, height, spoken) => {
    const { columns: width } = state.size
    if (state.help !== undefined) {
      return helpRows(helpLines(offeredKeys(screens, state)), { from: state.help, width, height })
    }
    const { palette } = state
    if (palette !== undefined) {
      return paletteRows(palette, paletteItems(screens, state, palette.line.text), {
        ...{ width, height },
        hasMore: hasMore(screens, state, palette.line.text),
      })
    }
    const desk = spoken ? undefined : deskRows(screens, state, { columns: width, rows: height })
    if (desk !== undefined) return desk
    const screen = screenNamed(screens, state.tab)
    const own = state.screens[screen.name]
    const shown = screen.shows?.(own) ?? [own]
    last = drawAgain(last, screens, state, screen.name, [...shown, width, height, spoken], (app) =>
      screen.view({ state: own, app, width, height, spoken }),
    )
    return last.made
  }
}
