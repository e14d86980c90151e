import { countText } from '../../../core/text/count-text.ts'
import { formatUsdForPeople, leftOutText, volumeText } from '../../../core/money/fees.ts'
import type { ScreenProps } from '../../screen.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import type { AppFacts } from '../../events.ts'
import { BLANK, problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import { describeChart, dayChart } from './day-chart.ts'
import { type FigureRow, type Summary, feeShareText, summarize, firstDay, shareText } from './summary.ts'
import { RANGES, type Range, type StatsState } from './state.ts'

const RANGE_NAMES: Readonly<Record<Range, string>> = {
  week: '7 days',
  month: '30 days',
  quarter: '90 days',
  all: 'all time',
}

/** Lines above the chart, and the space around it. */
const HEAD_LINES = 4
const MOST_CHART_LINES = 18
/** Where there is less room, the table has it. */
const LEAST_CHART_LINES = 4
/** Widest table: what belongs together should not stand far apart. */
const MOST_TABLE_COLUMNS = 110
/** Lines that the table keeps. */
const LEAST_TABLE_LINES = 6

/** The lines of the Stats screen. */
export function viewStats(props: ScreenProps<StatsState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const figures = summarize(state, app.now)
  const empty = emptyRows(state, app, figures, width)
  if (empty === undefined && figures !== undefined) return [rangeRow(state.range), ...countedRows(props, figures)]
  return [rangeRow(state.range), ...scrolledRows(empty ?? [], { scroll: 0, width, height: height - 1, spoken })]
}

function rangeRow(range: Range): Row {
  return RANGES.map((each) =>
    each === range
      ? { text: `[${RANGE_NAMES[each]}] `, role: 'accent' }
      : { text: ` ${RANGE_NAMES[each]}  `, role: 'dim' },
  )
}

function countedRows(props: ScreenProps<StatsState>, figures: Summary): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const today = new Date(app.now).toISOString().slice(0, 10)
  const from = state.range === 'all' ? (figures.days[0]?.name ?? today) : firstDay(state.range, app.now)
  const room = height - HEAD_LINES - LEAST_TABLE_LINES
  const chart = spoken
    ? [describeChart(figures.days, from, today)]
    : room < LEAST_CHART_LINES
      ? []
      : dayChart(
          figures.days,
          from,
          today,
          width,
          Math.min(MOST_CHART_LINES, Math.max(room, Math.floor(height * 0.45))),
        )
  return [
    textRow(summaryText(state, figures), width),
    textRow(feesText(state, figures), width, figures.partial && state.read !== 'reading' ? 'warn' : 'dim'),
    ...(spoken ? [] : [BLANK]),
    ...chart.map((line): Row => [{ text: line, role: spoken ? 'text' : 'accent' }]),
    ...tableRows({
      columns: columnsOf(state.by),
      rows: figures.rows.map(tableRow),
      selected: figures.rows.length === 0 ? undefined : state.selected,
      width: Math.min(width, MOST_TABLE_COLUMNS),
      height: Math.max(2, height - HEAD_LINES - chart.length),
      noun: state.by === 'providers' ? 'provider' : 'pair',
      spoken,
    }),
  ]
}

/** What is said instead of figures; undefined where there are some. */
function emptyRows(
  state: StatsState,
  app: AppFacts,
  figures: Summary | undefined,
  width: number,
): readonly Row[] | undefined {
  const lines = (...texts: readonly string[]) => texts.flatMap((text) => textRows(text, width))
  if (figures === undefined) {
    const { problem } = state
    if (problem === undefined) return lines('counting …')
    return [...problemRows(problem, width), ...lines('g tries again.')]
  }
  if (state.totals?.overall.total === 0) {
    const where = app.place.api === undefined ? `on the ${app.place.network} network` : 'on this server'
    return lines(`No swaps yet ${where}.`, 'Make one on the Swap screen (1); it will be counted here.')
  }
  if (figures.overall.total === 0) {
    return lines(`No swaps in the last ${RANGE_NAMES[state.range]}.`, '→ shows a longer period.')
  }
  return undefined
}

function summaryText({ range, totals }: StatsState, { overall }: Summary): string {
  const { total, finished, success, volume, unvalued } = overall
  const rate =
    finished === 0 ? 'none has finished yet' : `${success} of ${finished} succeeded (${shareText(success, finished)})`
  const rest =
    range === 'all' && totals !== undefined
      ? ` · ${totals.failed} failed, ${totals.refunded} refunded, ${totals.pending} pending`
      : ''
  return `${countText(total, 'swap')} · volume ${volumeText(volume, unvalued, total)}${leftOutText(unvalued, total)} · ${rate}${rest}`
}

function feesText({ read, swaps, problem }: StatsState, { fees, partial }: Summary): string {
  if (problem !== undefined) return `! ${problem.message}: showing the last known figures; g tries again`
  const share = feeShareText(fees)
  const text = `fees as quoted ${formatUsdForPeople(fees.fees)}${share === '' ? '' : ` (${share} of their volume)`}, over ${countText(fees.swaps, 'successful swap')}`
  if (read === 'reading') return `${text} · reading …`
  return partial ? `${text} · of the newest ${swaps.length} only` : text
}

function columnsOf(by: StatsState['by']): readonly TableColumn[] {
  return [
    { header: by === 'providers' ? 'PROVIDER' : 'PAIR', grows: 20 },
    { header: 'SWAPS', align: 'right' },
    { header: 'SUCCEEDED', align: 'right', drop: 1 },
    { header: 'RATE', align: 'right' },
    { header: 'VOLUME', align: 'right' },
    { header: 'FEES', align: 'right', drop: 2 },
    { header: 'FEES %', align: 'right', drop: 3 },
  ]
}

function tableRow({ group, fees }: FigureRow): TableRow {
  const { name, total, finished, success, volume, unvalued } = group
  return {
    key: name,
    cells: [
      name,
      String(total),
      finished === 0 ? '' : `${success} of ${finished}`,
      shareText(success, finished),
      volumeText(volume, unvalued, total),
      fees.swaps === 0 ? '' : formatUsdForPeople(fees.fees),
      feeShareText(fees),
    ],
  }
}
