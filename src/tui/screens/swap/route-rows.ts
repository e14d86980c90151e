import type { Route } from '../../../core/api/documents.ts'
import { feesText } from '../../../core/money/fees.ts'
import { readValues } from '../../../core/api/answers.ts'
import { warningsOf } from '../../../core/money/price-loss.ts'
import { isBelowFloor } from '../../../core/swap/floor.ts'
import { routeMarks } from '../../../core/swap/route-marks.ts'
import { routeTags } from '../../../core/swap/ranking.ts'
import { onTopText } from '../../../core/swap/unpriced-cost.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import type { ScreenProps } from '../../screen.ts'
import { duration } from '../../../core/text/duration.ts'
import { usdForPeople } from '../../../core/money/fees.ts'
import { problemRows, type Row, textRow } from '../../kit/text/rows.ts'
import { markedIndex, routeNames, shownRoutes, verdictText, withoutRoute } from './quote.ts'
import type { Quoting, SwapState } from './state.ts'

const COLUMNS: readonly TableColumn[] = [
  { header: 'PROVIDER', most: 26 },
  { header: 'RECEIVE', align: 'right', most: 34 },
  { header: 'USD', align: 'right', most: 16 },
  { header: 'FEES', align: 'right', drop: 2, most: 14 },
  { header: 'ON TOP', align: 'right', drop: 3, most: 14 },
  { header: 'TIME', align: 'right', most: 8 },
  { header: 'PROMISED', align: 'right', drop: 4, most: 30 },
  { header: 'TAGS', grows: 22 },
]

/** Lines that routes keep when there are many providers without one. */
const LEAST_ROUTE_LINES = 4

/** The routes in order, and under them one line for every provider without a route. */
export function routeListRows({ state, app, width, height, spoken }: ScreenProps<SwapState>): readonly Row[] {
  const { quote } = state
  if (quote === undefined) return []
  if (quote.problem !== undefined) {
    return scrolledRows(problemRows(quote.problem, width), { scroll: 0, width, height, spoken })
  }
  const routes = shownRoutes(state, app)
  const ended = withoutRoute(quote)
  const tableLines =
    routes.length === 0
      ? 0
      : Math.max(Math.min(LEAST_ROUTE_LINES, routes.length + 1), Math.min(routes.length + 1, height - ended.length))
  const table =
    routes.length === 0
      ? []
      : tableRows({
          columns: COLUMNS,
          rows: routeRows(routes, quote),
          selected: state.spot === 'routes' ? markedIndex(state, routes) : undefined,
          width,
          height: tableLines,
          noun: 'route',
          spoken,
        })
  return [...table, ...verdictRows(quote, Math.max(0, height - tableLines), width)]
}

function routeRows(routes: readonly Route[], quote: Quoting): readonly TableRow[] {
  const tags = routeTags(routes)
  const names = routeNames(routes)
  return routes.map((route, index) => {
    const values = readValues(route)
    const stale = quote.earlier.includes(route)
    return {
      key: names[index] ?? '',
      role: stale ? 'dim' : isBelowFloor(route) ? 'warn' : index === 0 ? 'good' : 'text',
      cells: [
        route.provider,
        `${route.dst.formatted} ${route.dst.currency}`,
        usdForPeople(route.dst.usd),
        feesText(values),
        onTopText(values),
        duration(route.estimatedTime),
        route.minimumReceived ?? '',
        stale ? 'refreshing' : tagsOf(route, tags[index] ?? []),
      ],
    }
  })
}

function tagsOf(route: Route, modes: readonly string[]): string {
  return [
    ...(warningsOf(readValues(route)).length === 0 ? [] : ['! see f']),
    ...modes.map((mode) => mode.toUpperCase()),
    ...routeMarks(route),
  ].join(' ')
}

function verdictRows(quote: Quoting, lines: number, width: number): readonly Row[] {
  const ended = withoutRoute(quote)
  const shown = ended.length <= lines ? ended : ended.slice(0, Math.max(0, lines - 1))
  const hidden = ended.length - shown.length
  const more = `  and ${hidden} more without a route: n shows them all`
  return [
    ...shown.map((verdict): Row => {
      const isError = verdict.outcome === 'error'
      const text = `${isError ? '!' : '·'} ${verdict.provider}: ${verdictText(verdict, quote.asked.from)}`
      return textRow(text, width, isError ? 'bad' : 'dim')
    }),
    ...(hidden === 0 || lines === 0 ? [] : [textRow(more, width, 'dim')]),
  ]
}
