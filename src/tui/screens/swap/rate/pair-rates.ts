import { readAmount, readValues } from '../../../../core/api/answers.ts'
import type { Route } from '../../../../core/api/documents.ts'
import { MOST_DECIMALS } from '../../../../core/money/amount.ts'
import { quotedRateOf, RATE_DECIMALS, type RatePoint } from '../../../../core/rates/point.ts'
import { RATE_RANGES, type RateSize, seriesOfOrder } from '../../../../core/rates/series.ts'
import { figuresOfRoute, rankRoutes } from '../../../../core/swap/ranking.ts'
import { type AppFacts, step } from '../../../events.ts'
import type { ChartedRates } from '../../../kit/layout/rate-chart-rows.ts'
import type { AskedSwap } from '../../../kit/run/swap-asset.ts'
import { pairKey, type SwapState, type SwapStep } from '../state.ts'

/** Rates of a pair's own quotes that are kept: a day of them, one a minute. */
const MOST_OWN = 1_440

/** The rate of the pair of the form; undefined while nothing is known of it. */
export function ratesOfPair({ from, to, rates }: SwapState): ChartedRates | undefined {
  if (from === undefined || to === undefined || rates?.pair !== pairKey(from, to)) return undefined
  return rates.rates.points.length === 0 ? undefined : rates.rates
}

/** Reads the rate of the pair: the service in this process has it of every quote, else it is that of the quotes of these screens. */
export function askRates(state: SwapState, app: AppFacts): SwapStep {
  const { from, to, range, ownRates } = state
  if (from === undefined || to === undefined) return step(state)
  const size = sizeOfOrder(state)
  if (app.place.api === undefined) return step(state, { on: 'swap', type: 'rates', from, to, range, size })
  const pair = pairKey(from, to)
  const series = seriesOfOrder(() => ownRates[pair] ?? [], { range, size }, app.now)
  return step({ ...state, rates: { pair, rates: { ...series, marks: [] } } })
}

/** The amount of the order; undefined without one. */
function sizeOfOrder({ amount }: Pick<SwapState, 'amount'>): RateSize | undefined {
  const read = readAmount(amount, RATE_DECIMALS)
  return read === undefined || read === 0n ? undefined : { amount: read }
}

/** The same over the next longer time, and over the shortest after the longest. */
export function nextRange(state: SwapState, app: AppFacts): SwapStep {
  const shown = state.range ?? ratesOfPair(state)?.range
  const at = shown === undefined ? 0 : RATE_RANGES.indexOf(shown) + 1
  return askRates({ ...state, range: RATE_RANGES[at % RATE_RANGES.length] }, app)
}

/** Keeps the rate of an answered quote, which a server does not tell later. */
export function keepRate(state: SwapState, asked: AskedSwap, routes: readonly Route[], app: AppFacts): SwapState {
  if (app.place.api === undefined) return state
  const point = pointOf(asked, routes, app.now)
  if (point === undefined) return state
  const pair = pairKey(asked.from, asked.to)
  const before = state.ownRates[pair] ?? []
  return { ...state, ownRates: { ...state.ownRates, [pair]: [...before, point].slice(-MOST_OWN) } }
}

function pointOf({ request }: AskedSwap, routes: readonly Route[], atMs: number): RatePoint | undefined {
  const ranked = rankRoutes(routes, 'best')
  const best = ranked[0]
  // With providers left out the best rate is another one, and would look like a move of the market.
  if (best === undefined || request.exclude !== undefined) return undefined
  return quotedRateOf({
    ...{ pair: request, dstDecimals: MOST_DECIMALS, atMs, figures: ranked.map(figuresOfRoute) },
    src: { amount: readAmount(request.amount) ?? 0n, decimals: MOST_DECIMALS, usd: readValues(best).src.usd },
  })
}
