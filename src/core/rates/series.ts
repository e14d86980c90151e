import { defined } from '../defined.ts'
import type { MicroUsd } from '../money/usd.ts'
import { DAY_MS } from '../text/duration.ts'
import type { RateGrain, RatePoint } from './point.ts'

/** Times over which the rate of a pair is shown, shortest first. */
export const RATE_RANGES = ['1h', '1d', '1w'] as const
export type RateRange = (typeof RATE_RANGES)[number]

/** The last of them. */
export const LONGEST_RANGE: RateRange = '1w'

const HOUR_MS = 3_600_000

/** Length of each in milliseconds, which points it is made of, and the time without one that is a gap, in milliseconds. */
const RANGES: Readonly<Record<RateRange, RangeFacts>> = {
  '1h': { ms: HOUR_MS, grain: 'minute', gapMs: 5 * 60_000 },
  '1d': { ms: DAY_MS, grain: 'minute', gapMs: HOUR_MS },
  '1w': { ms: 7 * DAY_MS, grain: 'quarter', gapMs: 6 * HOUR_MS },
}

interface RangeFacts {
  readonly ms: number
  readonly grain: RateGrain
  readonly gapMs: number
}

/** What a range is made of. */
export function rangeFacts(range: RateRange): RangeFacts {
  return RANGES[range]
}

/**
 * Points of amounts up to a quarter larger or smaller are compared, as 5 to 4: fixed costs and depth make other rates of others,
 * and half of an amount would look like a move of the market. What one amount is worth moves, too.
 */
const COMPARABLE = { larger: 5n, smaller: 4n } as const

/** One point of a series. */
export interface SeriesPoint {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** In units of 10^-36: what was received for one source token. */
  readonly rate: bigint
  /** Key of the provider that had the best route; '' where that is not known. */
  readonly provider: string
}

/** The rate of a pair over a time, from the quotes that were seen. */
export interface RateSeries {
  readonly range: RateRange
  /** Epoch milliseconds: all of the range, whether anything was quoted in it or not. */
  readonly sinceMs: number
  readonly untilMs: number
  /** Oldest first. */
  readonly points: readonly SeriesPoint[]
  /** Between two points that are further apart nothing is known, in milliseconds. */
  readonly gapMs: number
  /** Lowest and highest rate; absent without a point. */
  readonly low?: bigint
  readonly high?: bigint
  /** From the first point to the last, in basis points, rounded towards 0; absent with less than two. */
  readonly changeBps?: number
  /** Points of the time that are of amounts of other sizes, and left out. */
  readonly otherSizes: number
  /** True where they are of amounts of any size: no change is known of them. */
  readonly isOfAllSizes: boolean
}

/** An amount by what it is worth, in micro-dollars, and in source tokens, in units of 10^-36: the tokens count where both are known. */
export interface RateSize {
  readonly usd?: MicroUsd | undefined
  readonly amount?: bigint | undefined
}

/** What a series is made of. */
export interface SeriesRequest {
  readonly range: RateRange
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** Points of amounts of about that size are taken, or of all. @default that of the newest point */
  readonly size?: RateSize | 'all' | undefined
}

/** The series of points of one pair, in any order. */
export function rateSeries(points: readonly RatePoint[], { range, nowMs, size }: SeriesRequest): RateSeries {
  const { ms, gapMs } = RANGES[range]
  const sinceMs = nowMs - ms
  const within = points.filter(({ atMs }) => atMs >= sinceMs && atMs <= nowMs).sort((a, b) => a.atMs - b.atMs)
  const isOfAllSizes = size === 'all'
  const isAsked = typeof size === 'object' && (size.usd !== undefined || size.amount !== undefined)
  const about = isAsked ? size : sizeOfPoint(within.findLast(hasSize))
  const taken = isOfAllSizes
    ? within
    : within.filter((point) => (!isAsked && !hasSize(point)) || isOfSize(point, about))
  const shown = taken.map(({ atMs, rate, provider }) => ({ atMs, rate, provider }))
  return {
    ...{ range, sinceMs, untilMs: nowMs, points: shown, gapMs },
    ...{ otherSizes: within.length - taken.length, isOfAllSizes },
    ...figuresOf(shown, isOfAllSizes),
  }
}

/** Which rates an order asks for. */
export interface OrderRates {
  /** @default the shortest that holds all that is known */
  readonly range?: RateRange | undefined
  /** Of its amount. @default that of the newest point */
  readonly size?: RateSize | undefined
}

/**
 * The series of an order: of amounts of about its size, or of all sizes where fewer than two of its own are known, and others.
 * @param pointsOf points of the pair, in any order
 * @param nowMs epoch milliseconds
 */
export function seriesOfOrder(
  pointsOf: (grain: RateGrain) => readonly RatePoint[],
  { range, size }: OrderRates,
  nowMs: number,
): RateSeries {
  const over = (each: RateRange, sizes: SeriesRequest['size']) =>
    rateSeries(pointsOf(RANGES[each].grain), { range: each, nowMs, size: sizes })
  const seriesOf = (sizes: SeriesRequest['size']) => {
    const widest = over(range ?? LONGEST_RANGE, sizes)
    return { widest, series: range === undefined ? over(shortestRange(widest), sizes) : widest }
  }
  const own = seriesOf(size)
  return own.series.points.length >= 2 || own.widest.otherSizes === 0 ? own.series : seriesOf('all').series
}

/** Lowest and highest rate of points, and how it changed. */
function figuresOf(
  points: readonly SeriesPoint[],
  isOfAllSizes: boolean,
): Pick<RateSeries, 'low' | 'high' | 'changeBps'> {
  const rates = points.map(({ rate }) => rate).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [first, last] = [points.at(0)?.rate, points.at(-1)?.rate]
  const isKnown = !isOfAllSizes && points.length > 1 && first !== undefined && last !== undefined
  return defined({
    ...{ low: rates.at(0), high: rates.at(-1) },
    changeBps: isKnown ? changeBps(first, last) : undefined,
  })
}

/**
 * A series as of one reading of its rate, which other processes have too: without what was quoted after it, and with it, although
 * its point may not be kept yet.
 * @param reading its rate in units of 10^-36, and its time in epoch milliseconds
 */
export function seriesAsOf(series: RateSeries, reading: Pick<SeriesPoint, 'atMs' | 'rate'>): RateSeries {
  const { range, sinceMs, untilMs, gapMs, otherSizes, isOfAllSizes } = series
  const until = series.points.filter(({ atMs }) => atMs <= reading.atMs)
  const isAdded = reading.atMs >= sinceMs && until.at(-1)?.atMs !== reading.atMs
  const points = isAdded ? [...until, { atMs: reading.atMs, rate: reading.rate, provider: '' }] : until
  return {
    ...{ range, sinceMs, untilMs, points, gapMs, otherSizes, isOfAllSizes },
    ...figuresOf(points, isOfAllSizes),
  }
}

/** The shortest range that holds all points of a series, such as the longest. */
function shortestRange({ points, untilMs, range }: RateSeries): RateRange {
  const firstMs = points[0]?.atMs ?? untilMs
  return RATE_RANGES.find((each) => firstMs >= untilMs - RANGES[each].ms) ?? range
}

const hasSize = ({ srcUsd, srcAmount }: RatePoint): boolean => srcUsd !== undefined || srcAmount !== undefined

function sizeOfPoint(point: RatePoint | undefined): RateSize {
  return { usd: point?.srcUsd, amount: point?.srcAmount }
}

/** A point of which the size is not known is of none. */
function isOfSize({ srcUsd, srcAmount }: RatePoint, { usd, amount }: RateSize): boolean {
  if (usd === undefined && amount === undefined) return true
  if (srcAmount !== undefined && amount !== undefined) return isComparable(srcAmount, amount)
  return srcUsd !== undefined && usd !== undefined && isComparable(srcUsd, usd)
}

/** Whether an amount is of about that size; what nobody values is comparable with all. */
export function isComparable(usd: MicroUsd | undefined, size: MicroUsd | undefined): boolean {
  if (usd === undefined || size === undefined) return true
  const { larger, smaller } = COMPARABLE
  return usd * smaller <= size * larger && usd * larger >= size * smaller
}

/** From one rate to another, in whole basis points, rounded half away from 0. @param from above 0 */
export function changeBps(from: bigint, to: bigint): number {
  const half = to < from ? -from : from
  return Number((2n * (to - from) * 10_000n + half) / (2n * from))
}

/** The parts of a series between its gaps, in their order. */
export function unbrokenParts({ points, gapMs }: Pick<RateSeries, 'points' | 'gapMs'>): readonly SeriesPoint[][] {
  const parts: SeriesPoint[][] = []
  for (const point of points) {
    const part = parts.at(-1)
    const before = part?.at(-1)
    if (part === undefined || before === undefined || point.atMs - before.atMs > gapMs) parts.push([point])
    else part.push(point)
  }
  return parts
}
