import { changeText, rateText, spanText } from '../../../core/rates/rate-text.ts'
import type { WatchEntry } from '../../../core/rates/watch-entry.ts'
import { WATCH_EXAMPLE } from '../../../core/rates/watch-line.ts'
import { shortTimeText, timeHeader } from '../../../core/text/times.ts'
import { keyFor } from '../../bindings.ts'
import { siftRows, sortedColumns } from '../../kit/find/sift-rows.ts'
import { detailLayout, listWithDetail } from '../../kit/layout/detail-layout.ts'
import { rangeRow, rateChartRows } from '../../kit/layout/rate-chart-rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import { BLANK, problemRows, type Row, textRows, wrapAtMost } from '../../kit/text/rows.ts'
import { glyphsOf } from '../../kit/text/glyphs.ts'
import { sparkline } from '../../kit/text/sparkline.ts'
import { textField } from '../../kit/text/text-field.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import type { ScreenProps } from '../../screen.ts'
import { markedPair, shownPairs, WATCH_SIFTING } from './sifting.ts'
import { nameOfPair, rateOfPair, type WatchedPair, type WatchState } from './state.ts'
import { isOnServer } from './update.ts'

/** Columns of the line that says how a rate moved within a day. */
const SPARK_COLUMNS = 16
/** From how many columns on the chart stands beside the list, and how many it has there. */
const BESIDE = detailLayout(160, 80)
/** Fewest lines of a chart under the list, and of the list. */
const LEAST_CHART = 7
const LEAST_LIST = 4
/** Most lines of a chart: it says no more on more of them. */
const MOST_CHART = 24
/** Lines that say why a line was not taken. */
const WRONG_LINES = 2

/** The lines of the Watch screen. */
export function viewWatch(props: ScreenProps<WatchState>): readonly Row[] {
  const { state, width, height, spoken } = props
  const field = addRows(props)
  const room = height - field.length
  const empty = emptyRows(props)
  if (empty !== undefined) return [...field, ...scrolledRows(empty, { scroll: 0, width, height: room, spoken })]
  const count = shownPairs(state).length + siftLines(props, width).length
  if (spoken) return [...field, ...listRows(props, width, room), ...chartRows(props, width, room)]
  if (BESIDE.isSideBySide(width)) {
    const list = (columns: number) => listRows(props, columns, room)
    const detail = (columns: number) => chartRows(props, columns, Math.min(room, MOST_CHART))
    return [...field, ...listWithDetail({ layout: BESIDE, width, list, detail })]
  }
  const listed = Math.min(count + 1, Math.max(LEAST_LIST, room - MOST_CHART))
  const left = room - listed - 1
  if (left < LEAST_CHART) return [...field, ...listRows(props, width, room)].slice(0, height)
  return [...field, ...listRows(props, width, listed), BLANK, ...chartRows(props, width, Math.min(left, MOST_CHART))]
}

/** The list alone. */
export function viewList(props: ScreenProps<WatchState>): readonly Row[] {
  const field = addRows(props)
  const empty = emptyRows(props)
  const { width, height, spoken } = props
  const room = height - field.length
  return [
    ...field,
    ...(empty === undefined
      ? listRows(props, width, room)
      : scrolledRows(empty, { scroll: 0, width, height: room, spoken })),
  ]
}

/** The line in which a pair is written, and why it was not taken. */
function addRows({ state, width }: ScreenProps<WatchState>): readonly Row[] {
  const { adding, wrong } = state
  if (adding === undefined) return []
  const field = textField({ line: adding, width: width - 2, placeholder: WATCH_EXAMPLE, active: true })
  return [
    [{ text: '> ', role: 'accent' }, ...field],
    ...(wrong === '' ? [] : wrapAtMost(`! ${wrong}`, width, WRONG_LINES).map((text): Row => [{ text, role: 'bad' }])),
  ]
}

/** What is said in the place of the list; undefined where there is one. */
export function emptyRows({
  state,
  app,
  width,
}: Pick<ScreenProps<WatchState>, 'state' | 'app' | 'width'>): readonly Row[] | undefined {
  if (isOnServer(app)) {
    const text = 'Rates are kept by the service that quotes, which is on a server here. On its machine: swapcli watch'
    return textRows(text, width, 'dim')
  }
  if (state.problem !== undefined) return problemRows(state.problem, width)
  if (state.pairs === undefined) return textRows('reading …', width, 'dim')
  if (state.pairs.length > 0) return undefined
  // Beside another screen the key is that one's, or none.
  const adder = app.isVisible ? keyFor(app, 'add', 'A') : 'Watch (8)'
  return textRows(
    `No pair is watched. ${adder} adds one; it is quoted once a minute while the screens, or serve, run.`,
    width,
    'dim',
  )
}

function siftLines({ state, spoken }: ScreenProps<WatchState>, width: number): readonly Row[] {
  const { pairs = [], sifting } = state
  return siftRows({ table: WATCH_SIFTING, rows: pairs, shown: shownPairs(state).length, width, spoken }, sifting)
}

function listRows(props: ScreenProps<WatchState>, width: number, height: number): readonly Row[] {
  const { state, app, spoken } = props
  const head = siftLines(props, width)
  const zone = zoneOf(app)
  const columns: readonly TableColumn[] = [
    { header: 'PAIR', most: 44 },
    { header: 'RATE', align: 'right', most: 16 },
    { header: 'CHANGE', align: 'right', drop: 1, most: 18 },
    { header: 'MOVED', drop: 3, most: SPARK_COLUMNS, sparse: true },
    { header: 'ALERT', drop: 2, most: 36, sparse: true },
    { header: timeHeader('TOLD', zone), drop: 4, most: 12, sparse: true },
  ]
  const isDrawn = !spoken && glyphsOf(app) !== 'ascii'
  const rowOf = (pair: WatchedPair): TableRow => {
    const { key, entry, day } = pair
    const { toldMs } = entry
    const rate = rateOfPair(pair)
    return {
      key,
      cells: [
        nameOfPair(entry),
        rate === undefined ? '' : rateText(rate),
        day.changeBps === undefined ? '' : `${changeText(day.changeBps)} ${spanText(day)}`,
        isDrawn ? sparkline(day, SPARK_COLUMNS) : '',
        limitsText(entry),
        toldMs === undefined ? '' : shortTimeText(new Date(toldMs).toISOString(), zone, app.quarter),
      ],
    }
  }
  const table = tableRows({
    columns: sortedColumns(columns, state.sifting, app, spoken),
    ...{ rows: shownPairs(state).map(rowOf), selected: markedPair(state)?.at },
    ...{ width, height: height - head.length, noun: 'pair', spoken },
  })
  return [...head, ...table]
}

function limitsText({ above, below }: WatchEntry): string {
  return [
    ...(below === undefined ? [] : [`below ${rateText(below)}`]),
    ...(above === undefined ? [] : [`above ${rateText(above)}`]),
  ].join(', ')
}

function chartRows({ state, app, spoken }: ScreenProps<WatchState>, width: number, height: number): readonly Row[] {
  const ranges = rangeRow(state.range)
  const { chart } = state
  const pair = markedPair(state)?.pair
  if (pair === undefined || chart?.key !== pair.key || chart.rates.range !== state.range) return [ranges]
  const { seen } = pair.entry
  const { low, sinceMs } = chart.rates
  if (low === undefined && (seen === undefined || seen.atMs >= sinceMs)) {
    // What was quoted is in the list at once, and charted when it is kept.
    const text =
      seen === undefined
        ? 'No quote of it yet: it is asked for within seconds, then once a minute.'
        : rateText(seen.rate)
    return [ranges, ...textRows(text, width, 'dim')].slice(0, height)
  }
  return [ranges, ...rateChartRows(chart.rates, app, { width, height: height - 1, spoken })]
}
