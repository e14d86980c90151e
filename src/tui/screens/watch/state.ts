import type { RateRange, RateSeries } from '../../../core/rates/series.ts'
import type { SeenRate, WatchEntry } from '../../../core/rates/watch-entry.ts'
import type { RoutePair } from '../../../core/swap/records.ts'
import type { AddressedTo, AppEffect, None, Step } from '../../events.ts'
import type { ChartedRates } from '../../kit/layout/rate-chart-rows.ts'
import { NO_SIFTING, type Sifting } from '../../kit/find/sift.ts'
import type { Line } from '../../kit/text/line-edit.ts'
import type { Problem } from '../../problem.ts'

/** A watched pair. All text in it is clean. */
export interface WatchedPair {
  readonly key: string
  readonly entry: WatchEntry
  /** How its rate moved within a day, as of what was last seen. */
  readonly day: RateSeries
}

/** The chart of the marked pair. */
interface WatchedChart {
  /** Key of its pair. */
  readonly key: string
  readonly rates: ChartedRates
}

/** What the Watch screen shows. */
export interface WatchState {
  /** Undefined before they were read. */
  readonly pairs: readonly WatchedPair[] | undefined
  /** When they were asked for last, in epoch milliseconds; 0 for never. */
  readonly askedAt: number
  /** Why they cannot be read. */
  readonly problem: Problem | undefined
  readonly sifting: Sifting
  /** Key of the marked pair; undefined for the first. */
  readonly marked: string | undefined
  readonly range: RateRange
  readonly chart: WatchedChart | undefined
  /** What is written of a pair to watch; undefined while nobody writes. */
  readonly adding: Line | undefined
  /** Why that was not taken; '' for nothing. */
  readonly wrong: string
}

/** What happens to the Watch screen. All text in it is clean. */
interface WatchEvents {
  listed: { pairs: readonly WatchedPair[] }
  'list-failed': { problem: Problem }
  charted: WatchedChart
  /** A pair is watched from now on. */
  added: { key: string }
  'add-failed': { wrong: string }
  /** The list is another one now. */
  changed: None
}
export type WatchEvent = AddressedTo<'watch', WatchEvents>

/** What the Watch screen asks for. */
export interface WatchEffects {
  /** Quotes the watched pairs from now on where no other process does, and tells of alerts. */
  follow: None
  /** Reads the list. @param known what is known of its pairs, which is not read again where nothing was quoted since */
  list: { known: readonly WatchedPair[] }
  /** Reads the rate of a pair over a time, as of what was last seen. */
  chart: { key: string; pair: RoutePair; range: RateRange; seen: SeenRate | undefined }
  /** Reads a line, and watches its pair. */
  add: { text: string }
  /** @param name of the pair, for people */
  remove: { pair: RoutePair; name: string }
}
export type WatchEffect = AddressedTo<'watch', WatchEffects>

/** What its update functions return. */
export type WatchStep = Step<WatchState, WatchEffect | AppEffect>

/** The screen before anything is known. */
export const START_WATCH: WatchState = {
  pairs: undefined,
  askedAt: 0,
  problem: undefined,
  sifting: NO_SIFTING,
  marked: undefined,
  range: '1d',
  chart: undefined,
  adding: undefined,
  wrong: '',
}

/** The rate of a pair at the end of its day, else as last seen: that of which its change is told; undefined before the first. */
export function rateOfPair({ entry, day }: WatchedPair): bigint | undefined {
  return day.points.at(-1)?.rate ?? entry.seen?.rate
}

/** `ethereum:ETH to base:USDC`. */
export function nameOfPair({ from, to }: Pick<WatchEntry, 'from' | 'to'>): string {
  return `${from} to ${to}`
}
