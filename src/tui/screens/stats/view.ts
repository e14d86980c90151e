import { costSumText } from '../../../core/delivery/cost-text.ts'
import { utcDay } from '../../../core/text/times.ts'
import { countText } from '../../../core/text/count-text.ts'
import { formatUsdForPeople, leftOutText, volumeText } from '../../../core/money/fees.ts'
import { larger } from '../../../core/money/larger.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { keyFor } from '../../bindings.ts'
import type { ScreenProps } from '../../screen.ts'
import { siftRows, sortedColumns } from '../../kit/find/sift-rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import type { AppFacts } from '../../events.ts'
import { everybodyText } from '../../kit/everybody-text.ts'
import { firstFitting } from '../../kit/text/text-fit.ts'
import { oldText } from '../../kit/text/ages.ts'
import { barText, BLANK, problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import { describeChart, dayChart } from './day-chart.ts'
import { type FigureRow, type Summary, feeShareText, summarize, firstDay, shareText } from './summary.ts'
import { markedIndex, shownFigures, siftTable } from './sifting.ts'
import { RANGES, type Range, type StatsState } from './state.ts'

const RANGE_NAMES: Readonly<Record<Range, string>> = {
  week: '7 days',
  month: '30 days',
  quarter: '90 days',
  all: 'all time',
}

/** Lines above the chart, and the space around it. */
const HEAD_LINES = 5
/** Where there is less room, the table has it. */
const LEAST_CHART_LINES = 4
/** Most lines of the chart: it says no more on more of them. */
const MOST_CHART_LINES = 20
/** Widest table without bars: what belongs together should not stand far apart. */
const MOST_TABLE_COLUMNS = 110
/** Fewest and most columns of the bars that a wider terminal has room for. */
const LEAST_BAR = 10
const MOST_BAR = 120
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
  const today = utcDay(app.now)
  const from = state.range === 'all' ? (figures.days[0]?.name ?? today) : firstDay(state.range, app.now)
  const room = height - HEAD_LINES - LEAST_TABLE_LINES
  // All that the table does not need.
  const tall = height - HEAD_LINES - Math.max(LEAST_TABLE_LINES, figures.rows.length + 1)
  const barColumns = barColumnsOf(width)
  const shown = shownFigures(state, figures)
  const list = { table: siftTable(state.by), rows: figures.rows, shown: shown.length, width, spoken }
  const sifted = siftRows(list, state.sifting)
  const chart = spoken
    ? [describeChart(figures.days, from, today)]
    : room < LEAST_CHART_LINES
      ? []
      : dayChart(
          figures,
          from,
          today,
          width,
          Math.min(MOST_CHART_LINES, Math.max(tall, Math.min(room, Math.floor(height * 0.45)))),
        )
  return [
    textRow(firstFitting(summaryTexts(state, figures, app), width), width),
    textRow(firstFitting(feesTexts(state, figures, app), width), width, isLess(state, figures) ? 'warn' : 'dim'),
    textRow(costsText(state, figures), width, 'dim'),
    ...(spoken ? [] : [BLANK]),
    ...chart.map((line): Row => [{ text: line, role: spoken ? 'text' : 'accent' }]),
    ...sifted,
    ...tableRows({
      columns: sortedColumns(columnsOf(state.by, barColumns), state.sifting, app, spoken),
      rows: shown.map((row) => tableRow(row, largestVolume(figures), barColumns)),
      selected: shown.length === 0 ? undefined : markedIndex(state, shown),
      width: Math.min(width, MOST_TABLE_COLUMNS + barColumns),
      height: Math.max(2, height - HEAD_LINES - chart.length - sifted.length),
      noun: state.by === 'providers' ? 'provider' : 'pair',
      spoken,
    }),
  ]
}

/** Columns of the bars beside the table; 0 where there is no room for them. */
function barColumnsOf(width: number): number {
  const room = width - MOST_TABLE_COLUMNS - 2
  return room < LEAST_BAR ? 0 : Math.min(MOST_BAR, room)
}

function largestVolume({ rows }: Summary): MicroUsd {
  return rows.reduce((most, { group }) => larger(most, group.volume), 0n)
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
    return [...problemRows(problem, width), ...lines(`${keyFor(app, 'refresh', 'r')} tries again.`)]
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

/** How many swaps, of which value, and how many of them succeeded, longest first. */
function summaryTexts(
  { range, totals, countedAt }: StatsState,
  { overall }: Summary,
  app: AppFacts,
): readonly string[] {
  const { total, finished, success, volume, unvalued } = overall
  const rate = finished === 0 ? 'none has finished yet' : `${success} of ${finished} succeeded`
  const share = finished === 0 ? '' : ` (${shareText(success, finished)})`
  const rest =
    range === 'all' && totals !== undefined
      ? ` · ${totals.failed} failed, ${totals.refunded} refunded, ${totals.pending} pending`
      : ''
  const old = oldText(countedAt, app)
  const count = `${old === '' ? '' : `${old}: `}${countText(total, 'swap')}${everybodyText(app.place)}`
  const sum = volumeText(volume, unvalued, total)
  const text = `${count} · volume ${sum}${leftOutText(unvalued, total)} · ${rate}`
  return [`${text}${share}${rest}`, `${text}${rest}`, text, `${count} · ${sum} · ${rate}`]
}

/** True where fees are sums over less than all swaps. */
function isLess({ read, unreadable }: StatsState, { partial }: Summary): boolean {
  return unreadable.length > 0 || (partial && read !== 'reading')
}

/** Fees of those that succeeded, and what they leave out, longest first. */
function feesTexts(
  { read, swaps, unreadable, problem }: StatsState,
  { fees, partial }: Summary,
  app: AppFacts,
): readonly string[] {
  if (problem !== undefined)
    return [`! ${problem.message}: showing the last known figures; ${keyFor(app, 'refresh', 'r')} tries again`]
  const share = feeShareText(fees)
  const sum = formatUsdForPeople(fees.fees)
  const brief = `${sum}${share === '' ? '' : ` (${share})`}, ${countText(fees.swaps, 'swap')}`
  const texts = [
    `fees as quoted ${sum}${share === '' ? '' : ` (${share} of their volume)`}, over ${countText(fees.swaps, 'successful swap')}`,
    `fees as quoted ${brief}`,
    `fees ${brief}`,
  ]
  const lost =
    unreadable.length === 0
      ? ''
      : ` · without ${countText(unreadable.length, 'swap')} of the server that cannot be read: ${unreadable.join(', ')}`
  const left = read === 'reading' ? ' · reading …' : partial ? ` · of the newest ${swaps.length} only` : ''
  return texts.map((text) => `${text}${left}${lost}`)
}

/** What arrived less than was sent: known only of swaps that were seen to end. */
function costsText({ read }: StatsState, { costs }: Summary): string {
  const text = costSumText(costs)
  return text === ''
    ? read === 'reading'
      ? 'swaps cost: reading …'
      : 'swaps cost: none has ended'
    : `swaps cost ${text}`
}

function columnsOf(by: StatsState['by'], barColumns: number): readonly TableColumn[] {
  return [
    { header: by === 'providers' ? 'PROVIDER' : 'PAIR', grows: 20 },
    { header: 'SWAPS', align: 'right' },
    { header: 'SUCCEEDED', align: 'right', drop: 1 },
    { header: 'RATE', align: 'right' },
    { header: 'VOLUME', align: 'right' },
    { header: 'FEES', align: 'right', drop: 2 },
    { header: 'FEES %', align: 'right', drop: 3 },
    ...(barColumns === 0 ? [] : [{ header: 'OF THE LARGEST VOLUME', most: barColumns, drop: 4 }]),
  ]
}

/** @param barColumns columns of a bar as long as `most`; 0 for none */
function tableRow({ group, fees }: FigureRow, most: MicroUsd, barColumns: number): TableRow {
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
      ...(barColumns === 0 ? [] : [barText(perMille(volume, most), 1000, barColumns)]),
    ],
  }
}

function perMille(part: MicroUsd, whole: MicroUsd): number {
  return whole === 0n ? 0 : Number((part * 1000n) / whole)
}
