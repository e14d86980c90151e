import { wayText } from '../../../core/swap/way-text.ts'
import { countText } from '../../../core/text/count-text.ts'
import type { Route } from '../../../core/api/documents.ts'
import { timeText, type TimeZone } from '../../../core/text/times.ts'
import { statedLeast } from '../../../core/money/stated-least.ts'
import { duration } from '../../../core/text/duration.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import { unsignedUsdForPeople, usdForPeople } from '../../../core/money/fees.ts'
import { readValues } from '../../../core/api/answers.ts'
import { warningsOf } from '../../../core/money/price-loss.ts'
import { explainRoute } from '../../../core/swap/ranking.ts'
import { runningRows } from '../../jobs/running-rows.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import type { AppFacts, Size } from '../../events.ts'
import { bodySize } from '../../kit/layout/scrolling.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { cutText, fitText, textWidth } from '../../kit/text/text-fit.ts'
import type { Role } from '../../theme.ts'
import { type Row, textRows, wrapText } from '../../kit/text/rows.ts'
import { pastText, withoutRoute } from './quote.ts'
import { verdictRows } from './route-rows.ts'
import { markedRoute } from './routes.ts'
import { compareRows } from './compare-rows.ts'
import { formRows } from './form-rows.ts'
import { rateRows } from './rate/rate-row.ts'
import type { SwapState } from './state.ts'

/** Widest panel: what belongs together should not stand far apart. */
const MOST_COLUMNS = 110
/** Lines of the screen from which on what is in hand is shown too. */
const LEAST_WITH_JOBS = 18
/** Most lines of it. */
const MOST_IN_HAND = 4

/** Columns and lines of the panel, on the desk or below the form and the line of the quote. */
export function panelSize(state: SwapState, app: AppFacts): Size {
  const { route } = app.panes
  const body = bodySize(app.size)
  const { columns, rows } = route ?? { columns: body.columns, rows: lowerHeight(state, app, body) }
  return { columns: panelColumns(columns), rows }
}

/** Columns of the panel. @param width columns of the screen */
export function panelColumns(width: number): number {
  return Math.min(width, MOST_COLUMNS)
}

/** Lines between those of the rate and the quote, and what is in hand. */
export function lowerHeight(state: SwapState, app: AppFacts, size: Size): number {
  const form = formRows({ state, app, width: size.columns, height: size.rows }).length
  return Math.max(0, size.rows - form - 1 - rateRows(state, app, size).length - inHandRows(app, size).length)
}

/** What this process has in hand, where there are lines for it. */
export function inHandRows(app: AppFacts, { columns, rows }: Size): readonly Row[] {
  if (rows < LEAST_WITH_JOBS || app.jobs.held.length === 0) return []
  return [titledRule('RUNNING', columns), ...runningRows(app.jobs, app.now, columns)].slice(0, MOST_IN_HAND)
}

/** What the panel says. @param width columns */
export function panelRows(state: SwapState, app: AppFacts, width: number): readonly Row[] {
  switch (state.panel) {
    case 'no-route':
      return noRouteRows(state, width)
    case 'compare':
      return compareRows(state, app, width)
    case 'fees':
    case undefined:
      return feeRows(state, app, width)
  }
}

/** Why each provider without a route has none, in full. */
function noRouteRows({ quote }: SwapState, width: number): readonly Row[] {
  const ended = quote === undefined ? [] : withoutRoute(quote)
  if (quote === undefined || ended.length === 0) {
    const text =
      quote?.status === 'asking' ? 'No provider has declined yet.' : 'Every provider that was asked has a route.'
    return textRows(quote === undefined ? 'No provider has been asked yet.' : text, width, 'dim')
  }
  return [
    ...textRows(`${countText(ended.length, 'provider')} without a route`, width, 'title'),
    ...ended.flatMap((verdict) => verdictRows(verdict, { from: quote.asked.from, width, role: 'text' })),
  ]
}

/** The sum behind the marked route, its steps and its warnings. */
function feeRows(state: SwapState, app: AppFacts, width: number): readonly Row[] {
  const route = markedRoute(state, app)
  if (route === undefined) return textRows('No route yet.', width, 'dim')
  const symbol = state.quote?.asked.from.symbol ?? ''
  return [...sumLines(route, symbol, zoneOf(app)), ...pastLines(route, state, app)].flatMap((line) =>
    sumRows(line, width),
  )
}

/** A line of the sum: what it is, and what it is worth. */
interface SumLine {
  readonly label: string
  /** Columns that it stands in from the left. */
  readonly indent: 0 | 2
  readonly value: string
  readonly role: Role
}

function sumLines(route: Route, symbol: string, zone: TimeZone): readonly SumLine[] {
  const sum = explainRoute(route)
  const least = statedLeast(route)
  const text = (label: string, role: Role = 'text'): SumLine => ({ label, indent: 0, value: '', role })
  const part = (label: string, value: string, role: Role = 'text'): SumLine => ({ label, indent: 2, value, role })
  const fee = (suffix: string) => (item: (typeof sum.included)[number]) =>
    part(
      `${signOf(item.usd)} ${item.type.replaceAll('_', ' ')}${suffix}: ${item.description}`,
      unsignedUsdForPeople(item.usd),
    )
  return [
    text(`${route.provider}, about ${duration(route.estimatedTime)}`, 'title'),
    ...warningsOf(readValues(route)).map((warning) => text(`! ${warning}`, 'warn')),
    part(`you send ${groupThousands(route.src.formatted)} ${symbol}`, unsignedUsdForPeople(sum.srcUsd)),
    ...sum.included.map(fee('')),
    part(`= arrives ${groupThousands(route.dst.formatted)} ${route.dst.currency}`, unsignedUsdForPeople(sum.dstUsd)),
    ...sum.onTop.map(fee(' (on top)')),
    part('= you keep', sum.dstUsd === '' ? 'not stated' : usdForPeople(sum.netUsd), 'good'),
    ...sum.unpriced.map((each) => part(`not priced, not in the totals: ${each}`, '', 'warn')),
    ...(least === undefined
      ? []
      : [text(`promised ${groupThousands(least)} ${route.dst.currency} within the slippage`)]),
    text(`way: ${wayText(route.steps.map(({ type, name }) => `${type} with ${name}`))}`),
    ...(route.expiresAt === undefined ? [] : [text(`price valid until ${timeText(route.expiresAt, zone)}`, 'dim')]),
  ]
}

function pastLines(route: Route, state: SwapState, app: AppFacts): readonly SumLine[] {
  const label = pastText(route, state, app)
  return label === '' ? [] : [{ label, indent: 0, value: '', role: 'text' }]
}

/** The value stands at the right end of the first line. */
function sumRows({ label, indent, value: whole, role }: SumLine, width: number): readonly Row[] {
  const value = cutText(whole, Math.floor(width / 2))
  const room = value === '' ? width : width - textWidth(value) - 2
  return wrapMessage(label, room - indent, 2).map((line, index): Row => {
    const text = ' '.repeat(indent) + line
    return [{ text: index > 0 || value === '' ? text : `${fitText(text, room)}  ${value}`, role }]
  })
}

/** A text on as many lines as it needs, those after the first one further to the right. */
function wrapMessage(text: string, width: number, hanging: number): readonly string[] {
  return wrapText(text, width - hanging).map((line, index) => (index === 0 ? line : ' '.repeat(hanging) + line))
}

function signOf(usd: string): string {
  return usd.startsWith('-') ? '+' : '-'
}
