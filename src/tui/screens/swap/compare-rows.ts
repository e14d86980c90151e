import { wayText } from '../../../core/swap/way-text.ts'
import { readAmount, readValues } from '../../../core/api/answers.ts'
import type { Route } from '../../../core/api/documents.ts'
import { formatAmountForPeople, groupThousands, MOST_DECIMALS } from '../../../core/money/amount.ts'
import { formatUsdForPeople, unsignedUsdForPeople, usdForPeople } from '../../../core/money/fees.ts'
import { warningsOf } from '../../../core/money/price-loss.ts'
import { readSignedUsd, readUsd } from '../../../core/money/usd.ts'
import { explainRoute, keptUsd } from '../../../core/swap/ranking.ts'
import { hasUnpricedCost, onTopText, onTopTotal } from '../../../core/swap/unpriced-cost.ts'
import { statedLeast } from '../../../core/money/stated-least.ts'
import { duration } from '../../../core/text/duration.ts'
import type { AppFacts } from '../../events.ts'
import { BLANK, type Row, textRows, wrapText } from '../../kit/text/rows.ts'
import { fitText, textWidth } from '../../kit/text/text-fit.ts'
import type { Role } from '../../theme.ts'
import { pastText } from './quote.ts'
import { rankedRoutes, routeNames } from './routes.ts'
import type { SwapState } from './state.ts'

/** Columns from which on two routes stand side by side. */
export const LEAST_BESIDE = 80
/** Columns of the names of what is compared, and of the differences. */
const NAME_COLUMNS = 17
const DIFFERENCE_COLUMNS = 18
const GAP = 2

/** One thing of both routes. */
interface Compared {
  readonly name: string
  readonly texts: readonly [string, string]
  /** The second less the first; '' where that says nothing, or is not known. */
  readonly difference: string
}

/** Two routes side by side, or one under the other where there is no room: sums, least, time, deliveries and what differs. */
export function compareRows(state: SwapState, app: AppFacts, width: number): readonly Row[] {
  const ranked = rankedRoutes(state, app)
  const names = routeNames(state.quote, ranked)
  const [first, second] = state.compared.map((name) => ranked[names.indexOf(name)])
  if (first === undefined || second === undefined) {
    return textRows('One of the two has no route now. Space closes, and marks others.', width, 'dim')
  }
  const titles = [`[1] ${first.provider}`, `[2] ${second.provider}`] as const
  const compared = comparedOf([first, second], ranked, state, app)
  return width < LEAST_BESIDE ? stackedRows(titles, compared, width) : besideRows(titles, compared, width)
}

type Pair<T> = readonly [T, T]

function both<T, U>([first, second]: Pair<T>, read: (each: T) => U): Pair<U> {
  return [read(first), read(second)]
}

function comparedOf(
  routes: Pair<Route>,
  ranked: readonly Route[],
  state: SwapState,
  app: AppFacts,
): readonly Compared[] {
  const sums = both(routes, explainRoute)
  const values = both(routes, readValues)
  const figures = keptUsd(ranked)
  const kept = both(routes, (route) => figures[ranked.indexOf(route)])
  const feeTypes = [...new Set(sums.flatMap(({ included }) => included.map(({ type }) => type)))]
  const feeOf = (type: string) =>
    both(sums, ({ included }) =>
      included.filter((fee) => fee.type === type).reduce((sum, { usd }) => sum + (readSignedUsd(usd) ?? 0n), 0n),
    )
  const all: readonly Compared[] = [
    {
      name: 'you send',
      texts: both(sums, ({ srcUsd }) => unsignedUsdForPeople(srcUsd)),
      difference: '',
    },
    ...feeTypes.map((type): Compared => {
      const fees = both(feeOf(type), (fee) => -fee)
      return { name: type.replaceAll('_', ' '), texts: both(fees, usdText), difference: usdDifference(fees) }
    }),
    {
      name: 'receive',
      texts: both(routes, ({ dst }) => `${groupThousands(dst.formatted)} ${dst.currency}`),
      difference: amountDifference(both(routes, ({ dst }) => readAmount(dst.formatted))),
    },
    {
      name: 'worth',
      texts: both(sums, ({ dstUsd }) => (dstUsd === '' ? 'not stated' : usdForPeople(dstUsd))),
      difference: usdDifference(both(sums, ({ dstUsd }) => readUsd(dstUsd))),
    },
    {
      name: 'on top',
      texts: both(values, onTopText),
      difference: usdDifference(both(values, (each) => (hasUnpricedCost(each) ? undefined : onTopTotal(each)))),
    },
    {
      name: 'you keep',
      texts: both(kept, (usd) => (usd === undefined ? 'not known' : formatUsdForPeople(usd))),
      difference: usdDifference(kept),
    },
    {
      name: 'at least',
      texts: both(routes, (route) => {
        const least = statedLeast(route)
        return least === undefined ? 'not promised' : `${groupThousands(least)} ${route.dst.currency}`
      }),
      difference: amountDifference(both(routes, (route) => readAmount(statedLeast(route) ?? ''))),
    },
    {
      name: 'time',
      texts: both(routes, ({ estimatedTime }) => duration(estimatedTime)),
      difference: timeDifference(both(routes, ({ estimatedTime }) => estimatedTime)),
    },
    {
      name: 'so far',
      texts: both(routes, (route) => pastText(route, state, app) || 'none ended here'),
      difference: '',
    },
    {
      name: 'way',
      texts: both(routes, ({ steps }) => wayText(steps.map(({ type, name }) => `${type} with ${name}`))),
      difference: '',
    },
    { name: 'look at', texts: both(values, (each) => warningsOf(each).join('; ')), difference: '' },
  ]
  return all.filter(({ texts }) => texts.some((text) => text !== ''))
}

function usdText(usd: bigint): string {
  return usd === 0n ? '—' : formatUsdForPeople(usd)
}

function usdDifference([first, second]: Pair<bigint | undefined>): string {
  if (first === undefined || second === undefined) return ''
  return withSign(second - first, formatUsdForPeople)
}

function amountDifference([first, second]: Pair<bigint | undefined>): string {
  if (first === undefined || second === undefined) return ''
  return withSign(second - first, (units) => formatAmountForPeople(units, MOST_DECIMALS))
}

function withSign(difference: bigint, format: (value: bigint) => string): string {
  return difference === 0n ? 'the same' : `${difference > 0n ? '+' : ''}${format(difference)}`
}

function timeDifference([first, second]: Pair<number>): string {
  if (first === second) return 'the same'
  return `${duration(Math.abs(second - first))} ${second > first ? 'longer' : 'shorter'}`
}

function besideRows(titles: Pair<string>, compared: readonly Compared[], width: number): readonly Row[] {
  const room = Math.floor((width - NAME_COLUMNS - DIFFERENCE_COLUMNS - 2 * GAP) / 2)
  const space = ' '.repeat(GAP)
  const head: Row = [
    {
      text: `${' '.repeat(NAME_COLUMNS)}${fitText(titles[0], room)}${space}${fitText(titles[1], room)}`,
      role: 'title',
    },
    { text: `${space}[2] less [1]`, role: 'dim' },
  ]
  const rows = compared.flatMap(({ name, texts, difference }): readonly Row[] => {
    const [left, right] = both(texts, (text) => wrapText(text, room))
    const other = wrapText(difference, DIFFERENCE_COLUMNS)
    const count = Math.max(left.length, right.length, other.length)
    return Array.from({ length: count }, (_, line): Row => [
      { text: fitText(line === 0 ? name : '', NAME_COLUMNS), role: 'dim' },
      { text: `${fitText(left[line] ?? '', room)}${space}${fitText(right[line] ?? '', room)}${space}` },
      { text: other[line] ?? '', role: 'accent' },
    ])
  })
  return [head, ...rows]
}

function stackedRows(titles: Pair<string>, compared: readonly Compared[], width: number): readonly Row[] {
  const columns = Math.min(Math.max(...compared.map(({ name }) => textWidth(name))) + GAP, Math.floor(width / 2))
  const fieldRows = (name: string, value: string, role: Role = 'text') =>
    namedRows(name, value, { columns, width, role })
  const block = (at: 0 | 1): readonly Row[] => [
    ...textRows(titles[at], width, 'title'),
    ...compared.flatMap(({ name, texts }) => fieldRows(name, texts[at])),
  ]
  return [
    ...textRows('[2] less [1]', width, 'title'),
    ...compared.flatMap(({ name, difference }) => fieldRows(name, difference, 'accent')),
    BLANK,
    ...block(0),
    BLANK,
    ...block(1),
  ]
}

interface NamedRoom {
  /** Cells of the name with the space after it. */
  readonly columns: number
  readonly width: number
  readonly role: Role
}

/** A name and its value, each on as many lines as it needs; none without a value. */
function namedRows(name: string, value: string, { columns, width, role }: NamedRoom): readonly Row[] {
  if (value === '') return []
  const names = wrapText(name, columns - GAP)
  const values = wrapText(value, width - columns)
  return Array.from({ length: Math.max(names.length, values.length) }, (_, line): Row => [
    { text: fitText(names[line] ?? '', columns), role: 'dim' },
    { text: values[line] ?? '', role },
  ])
}
