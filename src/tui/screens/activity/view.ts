import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { countText } from '../../../core/text/count-text.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { listWithDetail } from '../../kit/layout/detail-layout.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { rowsOf, tableRows } from '../../kit/layout/table.ts'
import { BLANK, problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import { textField } from '../../kit/text/text-field.ts'
import type { ScreenProps } from '../../screen.ts'
import { ACTIVITY_LAYOUT, detailLines } from './detail-rows.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { activityColumns, tableRow } from './list-rows.ts'
import { type ActivityRow, isFiltered, markedIndex, shownRows } from './list.ts'
import type { ActivityState } from './state.ts'

/** The lines of the Activity screen. */
export function viewActivity(props: ScreenProps<ActivityState>): readonly Row[] {
  const { state, app, height, spoken } = props
  const rows = shownRows(state, app.place.api)
  const row = rows[markedIndex(state, rows)]
  return listWithDetail({
    layout: ACTIVITY_LAYOUT,
    width: props.width,
    list: (width) => listRows({ ...props, width }, rows),
    detail:
      state.showsDetail && row !== undefined
        ? (width) =>
            scrolledRows(detailLines(state, row, app, width, spoken), { scroll: state.scroll, width, height, spoken })
        : undefined,
  })
}

/** The list under the line that says which swaps are in it. */
export function listRows(props: ScreenProps<ActivityState>, rows: readonly ActivityRow[]): readonly Row[] {
  const { state, app, width, height, spoken } = props
  return [
    state.typing === undefined ? textRow(headText(state, rows), width, 'accent') : searchRow(state.typing, width),
    ...(rows.length === 0
      ? scrolledRows(emptyRows(state, app, width), { scroll: 0, width, height: height - 1, spoken })
      : tableRows({
          columns: activityColumns(zoneOf(app)),
          rows: rowsOf(rows, (row) => tableRow(row, app)),
          selected: markedIndex(state, rows),
          width,
          height: height - 1,
          noun: 'swap',
          spoken,
        })),
  ]
}

function searchRow(line: NonNullable<ActivityState['typing']>, width: number): Row {
  const placeholder = 'id, hash, address, symbol or chain'
  return [{ text: 'search: ', role: 'title' }, ...textField({ line, width: width - 8, placeholder, active: true })]
}

function headText(state: ActivityState, rows: readonly ActivityRow[]): string {
  const { filter, counts, total, isTotalLeast, loading, items, damaged, problem } = state
  const { statuses, provider, search } = filter
  const which = [
    ...(statuses.length === 0 ? [] : [statuses.join(', ')]),
    ...(provider === undefined ? [] : [`provider ${provider}`]),
    ...(search === '' ? [] : [`search "${search}"`]),
  ]
  const own = provider === undefined ? (total ?? 0) : items.filter((item) => item.provider === provider).length
  const least = isTotalLeast ? 'at least ' : ''
  const found = `${provider === undefined ? least : ''}${countText(own, 'swap')}`
  const isPart = total !== undefined && items.length + damaged.length < total
  const of = !isPart
    ? found
    : provider === undefined
      ? `${found}, the newest ${items.length} loaded`
      : `${found} among the newest ${items.length} of ${least}${total}`
  const open = rows.filter(({ kind }) => kind === 'run').length
  const byStatus =
    counts === undefined
      ? []
      : Object.entries(counts.byStatus).flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`]))
  return [
    ...(which.length === 0 ? [] : [`only ${which.join(', ')} (Esc shows all)`]),
    ...(open === 0 ? [] : [`${open} open`]),
    loading && items.length === 0 ? 'reading …' : problem !== undefined ? 'history unavailable; retrying' : of,
    ...(damaged.length === 0 ? [] : [`${damaged.length} damaged, not shown`]),
    ...(which.length > 0 || problem !== undefined ? [] : byStatus),
    ...(loading && items.length > 0 ? ['reading more …'] : []),
  ].join(' · ')
}

function emptyRows(state: ActivityState, app: AppFacts, width: number): readonly Row[] {
  const { ready, place } = app
  const { problem, loading, filter, pages, damaged } = state
  if (problem !== undefined) {
    return [BLANK, ...problemRows(problem, width), ...textRows(`${keyFor(app, 'refresh', 'r')} tries again.`, width)]
  }
  if (!ready || loading || pages === 0) return []
  if (damaged.length > 0) {
    const lost = `${countText(damaged.length, 'swap is', 'swaps are')} damaged in the store: ${commandLine(['doctor', ...placeWords(place)])}.`
    const rest = isFiltered(filter) ? 'No other matches. Esc shows all.' : 'There are no others.'
    return [BLANK, ...textRows(lost, width), ...textRows(rest, width)]
  }
  if (isFiltered(filter)) return [BLANK, ...textRows('No swap matches. Esc shows all.', width)]
  return [
    BLANK,
    ...textRows('No swaps yet.', width),
    ...textRows('Choose assets and an amount on Swap (1), then pick a route with Enter: the swap appears here.', width),
  ]
}
