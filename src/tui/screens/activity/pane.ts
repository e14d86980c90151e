import { runningRows } from '../../jobs/running-rows.ts'
import { filterText } from '../../kit/find/sift.ts'
import { scrollToSelected } from '../../kit/layout/table.ts'
import type { AppFacts, Size } from '../../events.ts'
import { bodySize } from '../../kit/layout/scrolling.ts'
import type { Row } from '../../kit/text/rows.ts'
import type { Pane, ScreenProps } from '../../screen.ts'
import { markedIndex, shownRows } from './list.ts'
import type { ActivityState } from './state.ts'
import { emptyRows, listRows, shownOfActivity, viewActivity } from './view.ts'

/** Most lines of past swaps that the pane asks for. */
const MOST_RECENT = 40

/** What runs, and the newest swaps under it. */
export const RUNNING_PANE: Pane<ActivityState> = {
  name: 'running',
  title: 'running and recent',
  least: { columns: 40, rows: 5 },
  lines: (state, app, width) => {
    const listed = Math.min(MOST_RECENT, state.runs.length + state.items.length)
    const { held } = app.jobs
    if (held.length > 0 && hasNoPast(state)) return held.length
    return held.length + 1 + (listed === 0 ? emptyRows(state, app, width).length : listed + 1)
  },
  shows: shownOfActivity,
  view: (props) => {
    const { app, width, height, spoken } = props
    const running = spoken || app.jobs.held.length === 0 ? [] : runningRows(app.jobs, app.now, width)
    if (running.length > 0 && hasNoPast(props.state)) return running
    return [...running, ...recentRows({ ...props, height: Math.max(0, height - running.length) })]
  },
}

/** True where there is nothing to say of past swaps: beside one that runs, nobody is told how to begin the first. */
function hasNoPast({ runs, items, damaged, unreadable, problem, sifting }: ActivityState): boolean {
  const known = runs.length + items.length + damaged.length + unreadable.length
  return known === 0 && problem === undefined && sifting.line === undefined && filterText(sifting) === ''
}

/** Cells of the list, or of the detail in its place. */
export function listSize({ panes, size, jobs }: AppFacts): Size {
  const { running } = panes
  if (running === undefined) return bodySize(size)
  return { columns: running.columns, rows: Math.max(1, running.rows - jobs.held.length) }
}

/** The list around its mark alone, or the detail for whoever has the keys: of the rest of the list nothing is seen, and there may be thousands. */
function recentRows(props: ScreenProps<ActivityState>): readonly Row[] {
  const { state, app, height } = props
  if (state.showsDetail && app.hasKeys) return viewActivity(props)
  const rows = shownRows(state, app)
  const first = scrollToSelected(rows.length, markedIndex(state, rows), height)
  return listRows(props, rows.slice(first, first + height), rows)
}
