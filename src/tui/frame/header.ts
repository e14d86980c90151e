import { jobsRow } from '../jobs/job-texts.ts'
import { cutRow, rowWidth, type Row } from '../kit/text/rows.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import type { ScreenList } from '../screen.ts'
import type { State } from '../state.ts'

/** How the tabs are written: whole, with the first letters of those that are not shown, or with their keys alone. */
const TAB_LETTERS = [Infinity, 3, 0] as const
const GAP = '  '
/** Name of the tabs as a list that clicks mark. */
export const TABS = 'tab'

/**
 * The tabs, what is going on, and where the program works, which always has its place. What is going on goes before the
 * names of tabs that are not shown.
 */
export function headerRow(screens: ScreenList, state: State, spoken: boolean): Row {
  const { columns } = state.size
  const { jobs, now } = state
  const places = placeTexts(state)
  const [least = ''] = places
  for (const letters of TAB_LETTERS) {
    const tabs = tabPieces(screens, state, letters, spoken)
    const room = columns - rowWidth(tabs) - 1
    const { row, isWhole } = jobsRow(jobs, now, room - textWidth(least) - GAP.length, spoken)
    const fits = isWhole && textWidth(least) <= room
    if (!fits && letters !== TAB_LETTERS.at(-1)) continue
    const left = room - (row.length === 0 ? 0 : rowWidth(row) + GAP.length)
    const place = places.findLast((text) => textWidth(text) <= left) ?? least
    return joinHeader(tabs, row, place, state)
  }
  return []
}

function joinHeader(tabs: Row, goingOn: Row, place: string, { size, place: { network } }: State): Row {
  const right: Row = [
    ...goingOn,
    { text: goingOn.length === 0 ? '' : GAP },
    { text: place, role: network === 'live' ? 'warn' : 'good' },
  ]
  const shown = cutRow(tabs, size.columns - rowWidth(right))
  const space = ' '.repeat(Math.max(0, size.columns - rowWidth(shown) - rowWidth(right)))
  return [...shown, { text: space }, ...right]
}

function tabPieces(screens: ScreenList, { tab, jobs }: State, letters: number, spoken: boolean): Row {
  return screens.map(({ name, title }, index): Row[number] => {
    const spot = { list: TABS, row: index, isMarked: name === tab }
    if (spot.isMarked) return { text: `[${index + 1} ${title}] `, role: 'accent', spot }
    const label = `${index + 1} ${title.slice(0, letters)}`.trimEnd()
    if (!jobs.marked.includes(name)) return { text: ` ${label}  `, role: 'dim', spot }
    return { text: spoken ? ` ${label} (new)  ` : ` ${label}• `, role: 'accent', spot }
  })
}

/** The ways to say where it works, shortest first: all of them say whether the money is real. */
function placeTexts({ place: { network, api } }: State): readonly string[] {
  const money = network === 'live' ? 'LIVE' : 'sandbox'
  if (api !== undefined) return [money, `${money} ${api.replace(/^https?:\/\//, '')}`, `${money} ${api}`]
  return network === 'live' ? [money] : [money, 'sandbox (paper)']
}
