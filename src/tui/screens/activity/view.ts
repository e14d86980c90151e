import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { countText } from '../../../core/text/count-text.ts'
import { hasLapsed } from '../../kit/run/run-facts.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { filterProblem } from '../../kit/find/filter-problem.ts'
import { everybodyText } from '../../kit/everybody-text.ts'
import { filterText } from '../../kit/find/sift.ts'
import { siftRows, sortedColumns, wrongRows } from '../../kit/find/sift-rows.ts'
import { listWithDetail } from '../../kit/layout/detail-layout.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { rowsOf, tableRows } from '../../kit/layout/table.ts'
import { oldText } from '../../kit/text/ages.ts'
import { BLANK, problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import type { ScreenProps } from '../../screen.ts'
import { ACTIVITY_LAYOUT, detailLines } from './detail-rows.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { activityColumns, tableRow } from './list-rows.ts'
import { type ActivityRow, loadedRows, markedIndex, shownRows } from './list.ts'
import { ACTIVITY_FILTER, siftTable } from './sifting.ts'
import type { ActivityState } from './state.ts'

/** What of the state is drawn: when it was read last is not. */
export function shownOfActivity(state: ActivityState): readonly unknown[] {
  const { sifting, asked, runs, items, own, ends, total, isTotalLeast, pages, damaged, unreadable } = state
  const { loading, problem, counts, marked, showsDetail, detail, scroll } = state
  return [
    ...[sifting, asked, runs, items, own, ends, total, isTotalLeast, pages, damaged, unreadable],
    ...[loading, problem, counts, marked, showsDetail, detail, scroll],
  ]
}

/** The lines of the Activity screen. */
export function viewActivity(props: ScreenProps<ActivityState>): readonly Row[] {
  const { state, app, height, spoken } = props
  const rows = shownRows(state, app)
  const row = rows[markedIndex(state, rows)]
  return listWithDetail({
    layout: ACTIVITY_LAYOUT,
    width: props.width,
    list: (width) => listRows({ ...props, width }, rows, rows),
    detail:
      state.showsDetail && row !== undefined
        ? (width) =>
            scrolledRows(detailLines(state, row, app, width, spoken), { scroll: state.scroll, width, height, spoken })
        : undefined,
  })
}

/** A part of what is shown, under the line that says which swaps are in the list. */
export function listRows(
  props: ScreenProps<ActivityState>,
  rows: readonly ActivityRow[],
  shown: readonly ActivityRow[],
): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const head = headRows(props, shown)
  const room = height - head.length
  return [
    ...head,
    ...(rows.length === 0
      ? scrolledRows(emptyRows(state, app, width), { scroll: 0, width, height: room, spoken })
      : tableRows({
          columns: sortedColumns(activityColumns(zoneOf(app)), state.sifting, app, spoken),
          rows: rowsOf(rows, (row) => tableRow(row, app, spoken ? Infinity : width)),
          wholeRows: rowsOf(rows, (row) => tableRow(row, app, width, groupThousands)),
          selected: markedIndex(state, rows),
          width,
          height: room,
          noun: 'swap',
          spoken,
        })),
  ]
}

/** The filter while it is written, else which swaps are listed. */
function headRows(
  { state, app, width, spoken }: ScreenProps<ActivityState>,
  shown: readonly ActivityRow[],
): readonly Row[] {
  const { sifting } = state
  if (sifting.line !== undefined) {
    const rows = loadedRows(state, app.place.api)
    return siftRows({ table: siftTable(zoneOf(app)), rows, shown: shown.length, width, spoken }, sifting)
  }
  const problem = wrongFilter(state, app)
  return [
    textRow(headText(state, shown, app), width, 'accent'),
    ...(problem === undefined ? [] : wrongRows(problem, width)),
  ]
}

/** Why the filter leaves nothing, or is not understood. */
function wrongFilter(state: ActivityState, app: AppFacts): string | undefined {
  const shown = shownRows(state, app).length
  return filterProblem(ACTIVITY_FILTER, loadedRows(state, app.place.api), shown, filterText(state.sifting))
}

function headText(state: ActivityState, shown: readonly ActivityRow[], app: AppFacts): string {
  const { sifting, counts, loading, items, total, damaged, unreadable, cameAt } = state
  const old = items.length === 0 ? '' : oldText(cameAt, app)
  // What is old stands with its age.
  const problem = old === '' ? state.problem : undefined
  const filter = filterText(sifting)
  const readsAnew = loading && (items.length === 0 || total === undefined)
  const own = shown.flatMap((row) => (row.kind === 'run' ? [row.run] : []))
  const isOwnAlone = filter !== '' && shown.length > 0 && shown.every((row) => row.kind === 'run' || row.isMine)
  const open = own.filter((run) => !hasLapsed(run, app)).length
  const byStatus =
    counts === undefined
      ? []
      : Object.entries(counts.byStatus).flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`]))
  return [
    ...(old === '' ? [] : [old]),
    ...(filter === '' ? [] : [`only ${filter} (Esc shows all)`]),
    ...(open === 0 ? [] : [`${open} open`]),
    ...(own.length === open ? [] : [`${own.length - open} not paid`]),
    readsAnew
      ? 'reading …'
      : problem !== undefined
        ? 'history unavailable; retrying'
        : `${countedText(state, shown.length - own.length)}${isOwnAlone ? '' : everybodyText(app.place)}`,
    ...(damaged.length === 0 ? [] : [`${damaged.length} damaged, not shown`]),
    ...(unreadable.length === 0 ? [] : [`${unreadable.length} of the server cannot be read`]),
    ...(filter !== '' || problem !== undefined ? [] : byStatus),
    ...(loading && !readsAnew ? ['reading more …'] : []),
  ].join(' · ')
}

/** How many there are: as the store counts them, or, where it cannot find all that the filter asks for, of those that are loaded. */
function countedText(
  { asked, items, damaged, unreadable, total = 0, isTotalLeast, sifting }: ActivityState,
  shown: number,
): string {
  const least = isTotalLeast ? 'at least ' : ''
  const isPart = items.length + damaged.length + unreadable.length < total
  if (!asked.isWhole) {
    const own = countText(shown, 'swap')
    return isPart ? `${own} among the newest ${items.length} of ${least}${total}` : own
  }
  const found = `${least}${countText(total, 'swap')}`
  if (!isPart) return found
  return `${found}, the newest ${items.length} loaded${sifting.sortedBy === undefined ? '' : ' and sorted'}`
}

/** What is said where no swap is listed; none while it is read. */
export function emptyRows(state: ActivityState, app: AppFacts, width: number): readonly Row[] {
  const { ready, place } = app
  const { problem, loading, sifting, pages, damaged, unreadable } = state
  const isFiltered = filterText(sifting) !== ''
  if (problem !== undefined) {
    return [BLANK, ...problemRows(problem, width), ...textRows(`${keyFor(app, 'refresh', 'r')} tries again.`, width)]
  }
  if (!ready || loading || pages === 0) return []
  const lost = [
    ...(damaged.length === 0
      ? []
      : [
          `${countText(damaged.length, 'swap is', 'swaps are')} damaged in the store: ${commandLine(['doctor', ...placeWords(place)])}.`,
        ]),
    ...(unreadable.length === 0
      ? []
      : [`${countText(unreadable.length, 'swap')} of the server cannot be read: ${unreadable.join(', ')}.`]),
  ]
  if (lost.length > 0) {
    const rest = isFiltered ? 'No other matches. Esc shows all.' : 'There are no others.'
    return [BLANK, ...[...lost, rest].flatMap((text) => textRows(text, width))]
  }
  if (isFiltered) {
    // Why nothing does stands above.
    const none = wrongFilter(state, app) === undefined ? 'No swap matches. ' : ''
    return [BLANK, ...textRows(`${none}Esc shows all.`, width)]
  }
  return [
    BLANK,
    ...textRows('No swaps yet.', width),
    ...textRows('Choose assets and an amount on Swap (1), then pick a route with Enter: the swap appears here.', width),
  ]
}
