import { Box } from 'ink'
import type { Route } from '../../../core/api/documents.ts'
import { feesText } from '../../../core/money/fees.ts'
import { readValues } from '../../../core/api/answers.ts'
import { warningsOf } from '../../../core/money/price-loss.ts'
import { isBelowFloor } from '../../../core/swap/floor.ts'
import { routeMarks } from '../../../core/swap/route-marks.ts'
import { routeTags } from '../../../core/swap/ranking.ts'
import { onTopText } from '../../../core/swap/unpriced-cost.ts'
import { ScrolledRows } from '../../kit/components/ScrolledRows.tsx'
import { Table, type TableColumn, type TableRow } from '../../kit/components/Table.tsx'
import { Tone } from '../../kit/components/Tone.tsx'
import type { AppFacts } from '../../events.ts'
import { duration } from '../../../core/text/duration.ts'
import { usdForPeople } from '../../../core/money/fees.ts'
import { cutText } from '../../kit/text/text-fit.ts'
import { problemRows } from '../../kit/text/rows.ts'
import { markedIndex, routeNames, shownRoutes, verdictText, withoutRoute } from './quote.ts'
import type { Quoting, SwapState } from './state.ts'

interface ListProps {
  readonly state: SwapState
  readonly app: AppFacts
  readonly width: number
  readonly height: number
}

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
export function RouteList({ state, app, width, height }: ListProps) {
  const { quote } = state
  if (quote === undefined) return null
  if (quote.problem !== undefined) {
    const rows = problemRows(quote.problem, width)
    return <ScrolledRows rows={rows} scroll={0} width={width} height={height} />
  }
  const routes = shownRoutes(state, app)
  const ended = withoutRoute(quote)
  const tableLines =
    routes.length === 0
      ? 0
      : Math.max(Math.min(LEAST_ROUTE_LINES, routes.length + 1), Math.min(routes.length + 1, height - ended.length))
  const verdictLines = Math.max(0, height - tableLines)
  const selected = state.spot === 'routes' ? markedIndex(state, routes) : undefined
  return (
    <Box flexDirection="column" width={width} height={height}>
      {routes.length === 0 ? null : (
        <Table
          columns={COLUMNS}
          rows={routeRows(routes, quote)}
          selected={selected}
          width={width}
          height={tableLines}
          noun="route"
        />
      )}
      <Verdicts quote={quote} lines={verdictLines} width={width} />
    </Box>
  )
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

function Verdicts({ quote, lines, width }: { quote: Quoting; lines: number; width: number }) {
  const ended = withoutRoute(quote)
  const shown = ended.length <= lines ? ended : ended.slice(0, Math.max(0, lines - 1))
  const hidden = ended.length - shown.length
  return (
    <Box flexDirection="column">
      {shown.map((verdict) => (
        <Tone key={verdict.provider} role={verdict.outcome === 'error' ? 'bad' : 'dim'}>
          {cutText(
            `${verdict.outcome === 'error' ? '!' : '·'} ${verdict.provider}: ${verdictText(verdict, quote.asked.from)}`,
            width,
          )}
        </Tone>
      ))}
      {hidden === 0 || lines === 0 ? null : (
        <Tone role="dim">{`  and ${hidden} more without a route: n shows them all`}</Tone>
      )}
    </Box>
  )
}
