import { findOtherNetwork } from '../kit/other-network.ts'
import { jobsRow } from '../jobs/job-texts.ts'
import { cutRow, rowWidth, type Row, type Spot } from '../kit/text/rows.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import type { ScreenList } from '../screen.ts'
import type { State } from '../state.ts'

/** How the tabs that are not shown are written. */
interface TabForm {
  readonly names: 'whole' | 'short' | 'none'
  /** Space on both sides of each. */
  readonly around: ' ' | ''
}
const TIGHTEST: TabForm = { names: 'none', around: '' }
/** Their forms, the best first. */
const TAB_FORMS: readonly TabForm[] = [
  { names: 'whole', around: ' ' },
  { names: 'short', around: ' ' },
  { names: 'short', around: '' },
  { names: 'none', around: ' ' },
  TIGHTEST,
]
const GAP = '  '
/** Name of the tabs as a list that clicks mark. */
export const TABS = 'tab'

/**
 * The tabs, what is going on, and where the program works, which always has its place. What is going on goes before the
 * names of tabs that are not shown, and on narrow terminals before their keys.
 */
export function headerRow(screens: ScreenList, state: State, spoken: boolean): Row {
  const { columns } = state.size
  const places = placeTexts(state)
  const [least = ''] = places
  const goingOn = (tabs: Row) => {
    const room = columns - rowWidth(tabs) - 1
    return { room, ...jobsRow(state.jobs, state.now, room - textWidth(least) - GAP.length, spoken) }
  }
  const join = (tabs: Row) => {
    const { row, room } = goingOn(tabs)
    const left = room - (row.length === 0 ? 0 : rowWidth(row) + GAP.length)
    return joinHeader(tabs, row, places.findLast((text) => textWidth(text) <= left) ?? least, state)
  }
  const fits = (tabs: Row) => {
    const { room, isWhole, isCounted } = goingOn(tabs)
    return isWhole && !isCounted && textWidth(least) <= room
  }
  const tabs = TAB_FORMS.map((form) => tabPieces(screens, state, spoken, form)).find(fits)
  return join(tabs ?? newTabs(screens, state, spoken))
}

function joinHeader(tabs: Row, goingOn: Row, text: string, { size, place }: State): Row {
  const right: Row = [
    ...goingOn,
    { text: goingOn.length === 0 ? '' : GAP },
    { text, role: findOtherNetwork(place) !== undefined ? 'bad' : place.network === 'live' ? 'warn' : 'good' },
  ]
  const shown = cutRow(tabs, size.columns - rowWidth(right))
  const space = ' '.repeat(Math.max(0, size.columns - rowWidth(shown) - rowWidth(right)))
  return [...shown, { text: space }, ...right]
}

function tabPieces(screens: ScreenList, state: State, spoken: boolean, { names, around }: TabForm): Row {
  return screens.map(({ name, title, shortTitle = title }, index): Row[number] => {
    const spot = spotOf(name, index, state)
    if (spot.isMarked) return { text: `[${index + 1} ${title}] `, role: 'accent', spot }
    const label = names === 'none' ? `${index + 1}` : `${index + 1} ${names === 'whole' ? title : shortTitle}`
    const isNew = state.jobs.marked.includes(name)
    const mark = !isNew ? ' ' : spoken ? ' (new) ' : '•'
    return { text: `${around}${label}${mark}${around}`, role: isNew ? 'accent' : 'dim', spot }
  })
}

/** The tab that is shown, and those that show something new. */
function newTabs(screens: ScreenList, state: State, spoken: boolean): Row {
  const { tab, jobs } = state
  return tabPieces(screens, state, spoken, TIGHTEST).filter((_, index) => {
    const name = screens[index]?.name ?? ''
    return name === tab || jobs.marked.includes(name)
  })
}

function spotOf(name: string, row: number, { tab }: State): Spot {
  return { list: TABS, row, isMarked: name === tab }
}

const MONEY = { live: 'LIVE', sandbox: 'sandbox' } as const

/** The ways to say where it works, shortest first: all of them say whether the money is real. */
export function placeTexts({ place }: State): readonly string[] {
  const { network, api } = place
  const money = MONEY[network]
  if (findOtherNetwork(place) !== undefined) {
    const text = `${network === 'live' ? MONEY.sandbox : MONEY.live} SERVER`
    return [text, `${text}, ${money} here`]
  }
  if (api !== undefined) return [money, `${money} ${api.replace(/^https?:\/\//, '')}`, `${money} ${api}`]
  return network === 'live' ? [money] : [money, 'sandbox (paper)']
}
