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
import { COLUMN_GAP, columnWidths } from '../../../core/text/column-widths.ts'
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
 * a route, of which less is said then, and fewer only where even what decides has no room. None is rounded up, and the marked one
 * states them whole.
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
  const cellsWith = ({ receive, least }: RouteAmounts, roomForTags: number): RouteCells =>
    bare.map(({ said, ...cells }, index) => ({
      ...cells,
      receive: `${groupThousands(receive[index] ?? '')} ${routes[index]?.dst.currency ?? ''}`,
      least: groupThousands(least[index] ?? ''),
      tags: tagsText(said, roomForTags),
    }))
  const { all, apart, few } = amountsOf(routes)
  const room = width - MARK
  const hasRoom = (amounts: RouteAmounts, counted: readonly RouteColumn[]) =>
    wholeWidth(counted, cellsWith(amounts, Infinity)) <= room
  const isExpected = ({ cell, drop = 0 }: RouteColumn) => cell === 'tags' || drop < 5
  const decides = ({ drop }: RouteColumn) => drop === undefined
  const chosen =
    spoken || hasRoom(all, columns.filter(isExpected)) ? all : hasRoom(apart, columns.filter(decides)) ? apart : few
  const shown = sortedColumns(columns, state.sifting, app, spoken)
  const textsOf = (rows: RouteCells) => rows.map((cells) => columns.map(({ cell }) => cells[cell]))
  const widths = columnWidths(shown, textsOf(cellsWith(chosen, Infinity)), room, textWidth)
  const roomForTags = spoken ? Infinity : (widths[columns.findIndex(({ cell }) => cell === 'tags')] ?? 0)
  const texts = textsOf(cellsWith(chosen, roomForTags))
  const names = routeNames(quote, routes)
  return {
    columns: shown,
    rows: routes.map((route, index) => ({
      key: names[index] ?? '',
      role: roleOf(route, route === ranked[0], isOldRoute(route, quote, app.now)),
      cells: texts[index] ?? [],
    })),
  }
}

function columnsOf(width: number, spoken: boolean): readonly RouteColumn[] {
  if (spoken) return COLUMNS
  if (width >= LEAST_WIDE) return WIDE_COLUMNS
  return width >= LEAST_WITH_FEES ? COLUMNS : COLUMNS.filter(({ cell }) => cell !== 'fees')
}

/** Columns of the terminal that these columns take with all that stands in them. */
function wholeWidth(columns: readonly RouteColumn[], rows: RouteCells): number {
  const widths = columns.map(({ cell, header, sparse }) => {
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

/** Digits that count of an amount where those that tell it from others leave what decides too little room. */
const FEW_DIGITS = 4

/** Amounts with all of their decimals, with those that tell them apart, and with few. */
function amountsOf(routes: readonly Route[]): Readonly<Record<'all' | 'apart' | 'few', RouteAmounts>> {
  const receive = routes.map(({ dst }) => dst.formatted)
  const least = routes.map((route) => statedLeast(route) ?? UNKNOWN)
  return {
    all: { receive, least },
    apart: { receive: shortenApart(receive), least: shortenApart(least) },
    few: { receive: shortenToDigits(receive, FEW_DIGITS), least: shortenToDigits(least, FEW_DIGITS) },
  }
}

/** What is said of a route. */
interface SaidOfRoute {
  /** What it keeps less than the best, and in what it is the best: what matters most first. */
  readonly standing: readonly string[]
  /** What has to be looked at before it is taken. */
  readonly marks: readonly string[]
}

/** As much of that as there is room for. @param room columns */
function tagsText({ standing, marks }: SaidOfRoute, room: number): string {
  const texts = standing.map((_, at) => [...standing.slice(0, standing.length - at), ...marks].join(' '))
  return texts.find((text) => textWidth(text) <= room) ?? marks.join(' ')
}

function roleOf(route: Route, isFirst: boolean, isOld: boolean): Role {
  if (isOld) return 'dim'
  if (isBelowFloor(route) || hasWrongLeast(route)) return 'warn'
  return isFirst ? 'good' : 'text'
}

/** Cells without what has less text where there is little room. */
interface BareCells extends Readonly<Record<Exclude<RouteCell, keyof RouteAmounts | 'tags'>, string>> {
  readonly said: SaidOfRoute
}

function cellsOf(
  routes: readonly Route[],
  ranked: readonly Route[],
  quote: Quoting,
  { state, app, spoken }: TableFacts,
): readonly BareCells[] {
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
    const isOld = isOldRoute(route, quote, app.now)
    const loss = own === undefined || most === undefined || own === most ? [] : [plainUsd(own - most)]
    const won = isOld ? [] : (tags.get(route) ?? []).map((tag) => TAG_WORDS[tag])
    return {
      name: place === 0 ? route.provider : `${route.provider} [${place}]`,
      net: own === undefined ? UNKNOWN : plainUsd(own),
      fees: feesText(values),
      'on-top': onTopText(values),
      time: duration(route.estimatedTime),
      warned: warningsOf(values).length === 0 ? '' : spoken ? 'with warnings' : '!',
      said: { standing: [...loss, ...won], marks: isOld ? [oldText(quote, app.now)] : routeMarks(route) },
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
