import type { Route } from '../../../core/api/documents.ts'
import { feesText, formatUsdForPeople } from '../../../core/money/fees.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { readValues } from '../../../core/api/answers.ts'
import { findOutage } from '../../../core/api/offline.ts'
import { warningsOf } from '../../../core/money/price-loss.ts'
import { isBelowFloor } from '../../../core/swap/floor.ts'
import { routeMarks } from '../../../core/swap/route-marks.ts'
import { keptUsd, type RouteTag, routeTags } from '../../../core/swap/ranking.ts'
import { hasWrongLeast, statedLeast } from '../../../core/money/stated-least.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { siftRows, sortedColumns } from '../../kit/find/sift-rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import type { ScreenProps } from '../../screen.ts'
import { duration } from '../../../core/text/duration.ts'
import { problemRows, type Row, textRow } from '../../kit/text/rows.ts'
import { isOldRoute, oldText, verdictText, withoutRoute } from './quote.ts'
import { firstRows } from './pairs/rows.ts'
import { markedIndex, rankedRoutes, routeNames, shownRoutes, siftTable } from './routes.ts'
import type { Quoting, SwapState } from './state.ts'

/** What decides stays: what is kept, and the least that is promised. */
const COLUMNS: readonly TableColumn[] = [
  { header: 'ROUTE', most: 26 },
  { header: 'NET $', align: 'right', most: 14 },
  { header: 'RECEIVE', align: 'right', drop: 2, most: 34 },
  { header: 'AT LEAST', align: 'right', most: 30 },
  { header: 'FEES', align: 'right', drop: 4, most: 14 },
  { header: 'TIME', align: 'right', drop: 1, most: 8 },
  { header: '', sparse: true, most: 1 },
  { header: '', drop: 3, grows: 8 },
]

/** Columns below which what is said of a route is worth more than its fees, which the marked one states. */
const LEAST_WITH_FEES = 90

const columnsOf = (width: number): readonly TableColumn[] =>
  COLUMNS.map((column) => (column.header === 'FEES' && width < LEAST_WITH_FEES ? { ...column, most: 0 } : column))

const TAG_WORDS: Readonly<Record<RouteTag, string>> = { best: 'best', fastest: 'fast', cheapest: 'cheap' }

/** Stands where nobody knows a figure. */
const UNKNOWN = '—'

/** Lines that routes keep when there are many providers without one. */
const LEAST_ROUTE_LINES = 4

/** The routes in order, and under them one line for every provider without a route. */
export function routeListRows({ state, app, width, height, spoken }: ScreenProps<SwapState>): readonly Row[] {
  const { quote } = state
  if (quote === undefined) return firstRows(app, width)
  const problem = quote.problem === undefined ? [] : problemRows(quote.problem, width)
  const all = rankedRoutes(state, app)
  if (problem.length > 0 && all.length === 0) return scrolledRows(problem, { scroll: 0, width, height, spoken })
  const routes = shownRoutes(state, app)
  const list = { table: siftTable(all), rows: all, shown: routes.length, width, spoken }
  const sifted = siftRows(list, state.sifting)
  const room = height - sifted.length
  const ended = problem.length > 0 ? problem : (outageRows(quote, width, app) ?? withoutRoute(quote))
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
          columns: sortedColumns(columnsOf(width), state.sifting, app, spoken),
          rows: routeRows(routes, all, { quote, compared: state.compared, now: app.now, spoken }),
          selected: state.spot === 'routes' ? markedIndex(state, routes) : undefined,
          width,
          height: tableLines,
          noun: 'route',
          spoken,
        })
  const lines = Math.max(0, room - tableLines)
  return [
    ...sifted,
    ...table,
    ...(problem.length > 0 ? problem.slice(0, lines) : verdictRows(quote, lines, width, app)),
  ]
}

interface ListedRoutes {
  readonly quote: Quoting
  readonly compared: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
  readonly spoken: boolean
}

/** @param ranked all routes in rank order: what is said of one depends on the others */
function routeRows(
  routes: readonly Route[],
  ranked: readonly Route[],
  { quote, compared, now, spoken }: ListedRoutes,
): readonly TableRow[] {
  const tags = new Map(routeTags(ranked).map((own, at) => [ranked[at], own]))
  const names = routeNames(quote, routes)
  const figures = keptUsd(ranked)
  const kept = new Map(figures.map((own, at) => [ranked[at], own]))
  const most = figures.reduce((best, each) => (best === undefined || (each !== undefined && each > best) ? each : best))
  return routes.map((route, index) => {
    const values = readValues(route)
    const least = statedLeast(route)
    const stale = isOldRoute(route, quote, now)
    const own = kept.get(route)
    const name = names[index] ?? ''
    const place = compared.indexOf(name) + 1
    return {
      key: name,
      role: stale
        ? 'dim'
        : isBelowFloor(route) || hasWrongLeast(route)
          ? 'warn'
          : route === ranked[0]
            ? 'good'
            : 'text',
      cells: [
        place === 0 ? route.provider : `${route.provider} [${place}]`,
        own === undefined ? UNKNOWN : plainUsd(own),
        `${groupThousands(route.dst.formatted)} ${route.dst.currency}`,
        least === undefined ? UNKNOWN : groupThousands(least),
        feesText(values),
        duration(route.estimatedTime),
        warningsOf(values).length === 0 ? '' : spoken ? 'with warnings' : '!',
        [
          ...(own === undefined || most === undefined || own === most ? [] : [plainUsd(own - most)]),
          ...(stale
            ? [oldText(quote, now)]
            : [...(tags.get(route) ?? []).map((tag) => TAG_WORDS[tag]), ...routeMarks(route)]),
        ].join(' '),
      ],
    }
  })
}

/** Dollars under a header that says so. */
function plainUsd(value: MicroUsd): string {
  return formatUsdForPeople(value).replace('$', '')
}

/** Said once, when the quote has ended, instead of an error of each provider, which the list of those without a route has. */
function outageRows({ status, verdicts }: Quoting, width: number, app: AppFacts): readonly Row[] | undefined {
  const outage = status === 'asking' ? undefined : findOutage(verdicts)
  if (outage === undefined) return undefined
  const hint = `Check the network; ${keyFor(app, 'refresh', 'r')} asks again, ${keyFor(app, 'no-route', 'N')} shows each failure`
  return problemRows({ message: outage.message, hint }, width)
}

function verdictRows(quote: Quoting, lines: number, width: number, app: AppFacts): readonly Row[] {
  const outage = outageRows(quote, width, app)
  if (outage !== undefined) return outage.slice(0, lines)
  const ended = withoutRoute(quote)
  const shown = ended.length <= lines ? ended : ended.slice(0, Math.max(0, lines - 1))
  const hidden = ended.length - shown.length
  const more = `  and ${hidden} more without a route: ${keyFor(app, 'no-route', 'N')} shows them all`
  return [
    ...shown.map((verdict): Row => {
      const isError = verdict.outcome === 'error'
      const text = `${isError ? '!' : '·'} ${verdict.provider}: ${verdictText(verdict, quote.asked.from)}`
      return textRow(text, width, isError ? 'bad' : 'dim')
    }),
    ...(hidden === 0 || lines === 0 ? [] : [textRow(more, width, 'dim')]),
  ]
}
