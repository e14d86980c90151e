import type { Route } from '../../../core/api/documents.ts'
import { readValues } from '../../../core/api/answers.ts'
import { endedWellText, medianText } from '../../../core/delivery/delivered-text.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import { feesText, formatUsdForPeople } from '../../../core/money/fees.ts'
import { warningsOf } from '../../../core/money/price-loss.ts'
import { shortenApart, shortenToDigits } from '../../../core/money/shorten-apart.ts'
import { hasWrongLeast, statedLeast } from '../../../core/money/stated-least.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { isBelowFloor } from '../../../core/swap/floor.ts'
import { keptUsd, type RouteTag, routeTags } from '../../../core/swap/ranking.ts'
import { routeMarks } from '../../../core/swap/route-marks.ts'
import { onTopText } from '../../../core/swap/unpriced-cost.ts'
import { wayText } from '../../../core/swap/way-text.ts'
import { COLUMN_GAP } from '../../../core/text/column-widths.ts'
import { duration } from '../../../core/text/duration.ts'
import { sortedColumns } from '../../kit/find/sift-rows.ts'
import { MARK, type Table, type TableColumn } from '../../kit/layout/table.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import type { ScreenProps } from '../../screen.ts'
import type { Role } from '../../theme.ts'
import { isOldRoute, oldText, pastFigures } from './quote.ts'
import { routeNames } from './routes.ts'
import type { Quoting, SwapState } from './state.ts'

/** What a cell says of a route. */
type RouteCell =
  | 'name'
  | 'net'
  | 'receive'
  | 'least'
  | 'fees'
  | 'on-top'
  | 'time'
  | 'warned'
  | 'tags'
  | 'ended'
  | 'took'
  | 'delivered'
  | 'way'

/** Cells of the routes. */
type RouteCells = readonly Readonly<Record<RouteCell, string>>[]

interface RouteColumn extends TableColumn {
  readonly cell: RouteCell
}

/** What decides stays: what is kept, and the least that is promised. */
const FIRST_COLUMNS: readonly RouteColumn[] = [
  { cell: 'name', header: 'ROUTE', most: 26 },
  { cell: 'net', header: 'NET $', align: 'right', most: 14 },
  { cell: 'receive', header: 'RECEIVE', align: 'right', drop: 2, most: 34 },
  { cell: 'least', header: 'AT LEAST', align: 'right', most: 30 },
  { cell: 'fees', header: 'FEES', align: 'right', drop: 4, most: 14 },
]
const TIME_COLUMNS: readonly RouteColumn[] = [
  { cell: 'time', header: 'TIME', align: 'right', drop: 1, most: 8 },
  { cell: 'warned', header: '', sparse: true, most: 1 },
]
const COLUMNS: readonly RouteColumn[] = [
  ...FIRST_COLUMNS,
  ...TIME_COLUMNS,
  { cell: 'tags', header: '', drop: 3, grows: 8 },
]
/** What is said of a route besides, where there is room for it. */
const WIDE_COLUMNS: readonly RouteColumn[] = [
  ...FIRST_COLUMNS,
  { cell: 'on-top', header: 'ON TOP', align: 'right', drop: 5, most: 14 },
  ...TIME_COLUMNS,
  { cell: 'tags', header: '', drop: 3, most: 40 },
  { cell: 'ended', header: 'SO FAR', sparse: true, drop: 6, most: 24 },
  { cell: 'took', header: 'TOOK', align: 'right', sparse: true, drop: 7, most: 8 },
  { cell: 'delivered', header: 'DELIVERED', align: 'right', sparse: true, drop: 8, most: 10 },
  { cell: 'way', header: 'WAY', drop: 9, grows: 24 },
]

/** Columns below which what is said of a route is worth more than its fees, which the marked one states. */
const LEAST_WITH_FEES = 90
/** Columns from which on there is room for more than that. */
const LEAST_WIDE = 130

const TAG_WORDS: Readonly<Record<RouteTag, string>> = { best: 'best', fastest: 'fast', cheapest: 'cheap' }

/** Stands where nobody knows a figure. */
const UNKNOWN = '—'

/** What decides what is said of the routes. */
type TableFacts = Pick<ScreenProps<SwapState>, 'state' | 'app' | 'width' | 'spoken'>

/**
 * Columns and rows of routes. Amounts have only the decimals that tell them apart where all of them leave no room for what is said of
 * a route; none is rounded up, and the marked one states them whole.
 * @param ranked all routes in rank order: what is said of one depends on the others
 */
export function routeTable(
  routes: readonly Route[],
  ranked: readonly Route[],
  quote: Quoting,
  { state, app, width, spoken }: TableFacts,
): Pick<Table, 'columns' | 'rows'> {
  const columns = columnsOf(width, spoken)
  const facts = { state, app, width, spoken }
  const bare = cellsOf(routes, ranked, quote, facts)
  const withAmounts = ({ receive, least }: RouteAmounts): RouteCells =>
    bare.map((cells, index) => ({
      ...cells,
      receive: `${groupThousands(receive[index] ?? '')} ${routes[index]?.dst.currency ?? ''}`,
      least: groupThousands(least[index] ?? ''),
    }))
  const [all, apart, ...shorter] = amountsOf(routes)
  // Where even the fewest decimals leave too little room, those stay that tell the routes apart.
  const chosen = spoken
    ? all
    : ([all, apart, ...shorter].find((each) => leastWidth(columns, withAmounts(each)) <= width - MARK) ?? apart)
  const shown = withAmounts(chosen)
  const names = routeNames(quote, routes)
  return {
    columns: sortedColumns(columns, state.sifting, app, spoken),
    rows: routes.map((route, index) => ({
      key: names[index] ?? '',
      role: roleOf(route, route === ranked[0], isOldRoute(route, quote, app.now)),
      cells: columns.map(({ cell }) => shown[index]?.[cell] ?? ''),
    })),
  }
}

function columnsOf(width: number, spoken: boolean): readonly RouteColumn[] {
  if (spoken) return COLUMNS
  if (width >= LEAST_WIDE) return WIDE_COLUMNS
  return width >= LEAST_WITH_FEES ? COLUMNS : COLUMNS.filter(({ cell }) => cell !== 'fees')
}

/** Columns of the terminal that everything takes but what is only said where there is room. */
function leastWidth(columns: readonly RouteColumn[], rows: RouteCells): number {
  const widths = columns
    .filter(({ cell, drop = 0 }) => cell === 'tags' || drop < 5)
    .map(({ cell, header, sparse }) => {
      const widest = rows.reduce((most, cells) => Math.max(most, textWidth(cells[cell])), 0)
      return sparse === true && widest === 0 ? -COLUMN_GAP : Math.max(widest, textWidth(header))
    })
  return widths.reduce((sum, each) => sum + each + COLUMN_GAP, -COLUMN_GAP)
}

/** Amounts of the routes, as decimal text. */
interface RouteAmounts {
  readonly receive: readonly string[]
  readonly least: readonly string[]
}

/** Digits that count of an amount where those that tell it from others leave too little room. */
const FEW_DIGITS = 4

/** Amounts from all of their decimals to the fewest. */
function amountsOf(
  routes: readonly Route[],
): readonly [all: RouteAmounts, apart: RouteAmounts, ...shorter: readonly RouteAmounts[]] {
  const receive = routes.map(({ dst }) => dst.formatted)
  const least = routes.map((route) => statedLeast(route) ?? UNKNOWN)
  const apart = { receive: shortenApart(receive), least: shortenApart(least) }
  const fewLeast = { ...apart, least: shortenToDigits(least, FEW_DIGITS) }
  return [{ receive, least }, apart, fewLeast, { ...fewLeast, receive: shortenToDigits(receive, FEW_DIGITS) }]
}

function roleOf(route: Route, isFirst: boolean, isOld: boolean): Role {
  if (isOld) return 'dim'
  if (isBelowFloor(route) || hasWrongLeast(route)) return 'warn'
  return isFirst ? 'good' : 'text'
}

/** Everything but the amounts. */
function cellsOf(
  routes: readonly Route[],
  ranked: readonly Route[],
  quote: Quoting,
  { state, app, spoken }: TableFacts,
): readonly Omit<RouteCells[number], keyof RouteAmounts>[] {
  const tags = new Map(routeTags(ranked).map((own, at) => [ranked[at], own]))
  const names = routeNames(quote, routes)
  const figures = keptUsd(ranked)
  const kept = new Map(figures.map((own, at) => [ranked[at], own]))
  const most = figures.reduce((best, each) => (best === undefined || (each !== undefined && each > best) ? each : best))
  return routes.map((route, index) => {
    const values = readValues(route)
    const own = kept.get(route)
    const place = state.compared.indexOf(names[index] ?? '') + 1
    // What a server says of all its users stands whole at the marked route.
    const past = app.place.api === undefined ? pastFigures(route, state) : undefined
    const said = isOldRoute(route, quote, app.now)
      ? [oldText(quote, app.now)]
      : [...(tags.get(route) ?? []).map((tag) => TAG_WORDS[tag]), ...routeMarks(route)]
    return {
      name: place === 0 ? route.provider : `${route.provider} [${place}]`,
      net: own === undefined ? UNKNOWN : plainUsd(own),
      fees: feesText(values),
      'on-top': onTopText(values),
      time: duration(route.estimatedTime),
      warned: warningsOf(values).length === 0 ? '' : spoken ? 'with warnings' : '!',
      tags: [...(own === undefined || most === undefined || own === most ? [] : [plainUsd(own - most)]), ...said].join(
        ' ',
      ),
      ended: past === undefined ? '' : endedWellText(past),
      took: past?.tookSec === undefined ? '' : duration(past.tookSec.median),
      delivered: past === undefined ? '' : medianText(past),
      way: wayText(route.steps.map(({ type, name }) => `${type} with ${name}`)),
    }
  })
}

/** Dollars under a header that says so. */
function plainUsd(value: MicroUsd): string {
  return formatUsdForPeople(value).replace('$', '')
}
