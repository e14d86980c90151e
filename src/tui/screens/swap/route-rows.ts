import type { Verdict } from '../../../core/api/documents.ts'
import { findOutage } from '../../../core/api/offline.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { siftRows } from '../../kit/find/sift-rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { tableRows } from '../../kit/layout/table.ts'
import type { ScreenProps } from '../../screen.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { problemRows, type Row, textRow, wrapAtMost } from '../../kit/text/rows.ts'
import type { Role } from '../../theme.ts'
import { verdictText, withoutRoute } from './quote.ts'
import { firstRows } from './pairs/rows.ts'
import { routeTable } from './route-table.ts'
import { markedIndex, rankedRoutes, shownRoutes, siftTable } from './routes.ts'
import type { Quoting, SwapState } from './state.ts'

/** Lines that routes keep when there are many providers without one. */
const LEAST_ROUTE_LINES = 4

/** What decides which lines there are. */
type ListFacts = Pick<ScreenProps<SwapState>, 'state' | 'app' | 'width' | 'spoken'>

/** The routes in order, and under them one line for every provider without a route. */
export function routeListRows({ state, app, width, height, spoken }: ScreenProps<SwapState>): readonly Row[] {
  const { quote } = state
  if (quote === undefined) return firstRows(app, width)
  const { all, routes, sifted, problem } = listOf(quote, { state, app, width, spoken })
  if (problem.length > 0 && all.length === 0) return scrolledRows(problem, { scroll: 0, width, height, spoken })
  const room = height - sifted.length
  const ended = problem.length > 0 ? problem : endedOf(quote, width, app)
  const tableLines =
    routes.length === 0
      ? 0
      : Math.min(
          room,
          Math.max(Math.min(LEAST_ROUTE_LINES, routes.length + 1), Math.min(routes.length + 1, room - ended.length)),
        )
  const table =
    routes.length === 0
      ? []
      : tableRows({
          ...routeTable(routes, all, quote, { state, app, width, spoken }),
          selected: state.spot === 'routes' ? markedIndex(state, routes) : undefined,
          width,
          height: tableLines,
          noun: 'route',
          spoken,
        })
  const lines = Math.max(0, room - tableLines)
  return [...sifted, ...table, ...(problem.length > 0 ? problem.slice(0, lines) : endedRows(quote, lines, width, app))]
}

/** Lines of the list with all of its routes, also of those that its filter leaves out: what is written moves no other pane. */
export function routeListHeight(state: SwapState, app: AppFacts, width: number): number {
  const { quote } = state
  if (quote === undefined) return 0
  const { all, sifted, problem } = listOf(quote, { state, app, width, spoken: false })
  const ended = problem.length > 0 ? problem : endedOf(quote, width, app)
  return sifted.length + (all.length === 0 ? 0 : all.length + 1) + ended.length
}

/** All routes and those that are shown, what is said of their filter, and why they are none, or old. */
function listOf(quote: Quoting, { state, app, width, spoken }: ListFacts) {
  const all = rankedRoutes(state, app)
  const routes = shownRoutes(state, app)
  const list = { table: siftTable(all), rows: all, shown: routes.length, width, spoken }
  const problem = quote.problem === undefined ? [] : problemRows(quote.problem, width)
  return { all, routes, sifted: siftRows(list, state.sifting), problem }
}

/** Providers without a route, or the lines that stand for them. */
function endedOf(quote: Quoting, width: number, app: AppFacts): readonly unknown[] {
  return outageRows(quote, width, app) ?? withoutRoute(quote)
}

/** Said once, when the quote has ended, instead of an error of each provider, which the list of those without a route has. */
function outageRows({ status, verdicts }: Quoting, width: number, app: AppFacts): readonly Row[] | undefined {
  const outage = status === 'asking' ? undefined : findOutage(verdicts)
  if (outage === undefined) return undefined
  const hint = `Check the network; ${keyFor(app, 'refresh', 'r')} asks again, ${keyFor(app, 'no-route', 'N')} shows each failure`
  return problemRows({ message: outage.message, hint }, width)
}

/** How those without a route ended: a line each, and where lines are left as many as a reason needs. */
function endedRows(quote: Quoting, lines: number, width: number, app: AppFacts): readonly Row[] {
  const outage = outageRows(quote, width, app)
  if (outage !== undefined) return outage.slice(0, lines)
  const ended = withoutRoute(quote)
  const shown = ended.length <= lines ? ended : ended.slice(0, Math.max(0, lines - 1))
  const hidden = ended.length - shown.length
  /** Lines that are left for reasons that need more than one. */
  let spare = hidden === 0 ? lines - shown.length : 0
  const more = `  and ${hidden} more without a route: ${keyFor(app, 'no-route', 'N')} shows them all`
  return [
    ...shown.flatMap((verdict) => {
      const rows = verdictRows(verdict, { from: quote.asked.from, width, most: spare + 1, role: 'dim' })
      spare -= rows.length - 1
      return rows
    }),
    ...(hidden === 0 || lines === 0 ? [] : [textRow(more, width, 'dim')]),
  ]
}

/** Columns of the mark before a verdict, which its other lines leave free. */
const MARK = 2

/** How the reason of a provider is written. */
interface VerdictRoom {
  /** What it was asked to send. */
  readonly from: SwapAsset
  /** Columns. */
  readonly width: number
  /** Most lines; what needs more is cut. @default as many as it needs */
  readonly most?: number
  /** Role of one that has no route; an error stands out. */
  readonly role: Role
}

/** How a provider ended without a route. */
export function verdictRows(verdict: Verdict, { from, width, most = Infinity, role }: VerdictRoom): readonly Row[] {
  const isError = verdict.outcome === 'error'
  const lines = wrapAtMost(`${verdict.provider}: ${verdictText(verdict, from)}`, width - MARK, most)
  const mark = `${isError ? '!' : '·'} `
  return lines.map((line, at) => [{ text: (at === 0 ? mark : ' '.repeat(MARK)) + line, role: isError ? 'bad' : role }])
}
