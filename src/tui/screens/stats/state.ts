import type { HistoryTransaction } from '../../../core/api/documents.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import type { AddressedTo, AppEffect, Step } from '../../events.ts'
import { NO_SIFTING, type Sifting } from '../../kit/find/sift.ts'
import type { Problem } from '../../problem.ts'

/** Periods to choose from, shortest first. */
export const RANGES = ['week', 'month', 'quarter', 'all'] as const
export type Range = (typeof RANGES)[number]

/** Days of each length of time, today (UTC) among them; undefined for all time. */
export const RANGE_DAYS: Readonly<Record<Range, number | undefined>> = {
  week: 7,
  month: 30,
  quarter: 90,
  all: undefined,
}

/** Counts and volume of the swaps that have something in common; names are clean. */
export interface Group {
  readonly name: string
  readonly total: number
  /** How many have ended, well or not. */
  readonly finished: number
  readonly success: number
  readonly volume: MicroUsd
  /** How many have no known value: the volume leaves them out. */
  readonly unvalued: number
}

/** What the service counted, over all time. */
export interface Totals {
  readonly overall: Group
  readonly pending: number
  readonly failed: number
  readonly refunded: number
  readonly providers: readonly Group[]
  readonly pairs: readonly Group[]
  /** By UTC day as YYYY-MM-DD, oldest first. */
  readonly days: readonly Group[]
}

/** What is needed of a past swap; all text is clean. */
export interface PastSwap {
  /** UTC day as YYYY-MM-DD. */
  readonly day: string
  readonly provider: string
  readonly pair: string
  readonly status: string
  /** Undefined where that is not known. */
  readonly volume: MicroUsd | undefined
  /** As it was quoted; undefined where that is not known. */
  readonly fee: MicroUsd | undefined
  /** What it cost, as it is told once it has ended. */
  readonly cost?: HistoryTransaction['cost']
}

/** What the Stats screen shows. */
export interface StatsState {
  readonly range: Range
  readonly by: 'providers' | 'pairs'
  readonly totals: Totals | undefined
  /** Newest first; sums that the service does not make are made of them. */
  readonly swaps: readonly PastSwap[]
  /** How far they have been read; `some` where there are more than are read. */
  readonly read: 'nothing' | 'reading' | 'some' | 'everything'
  /** What of a server's swaps cannot be read, by id: sums over swaps leave it out. */
  readonly unreadable: readonly string[]
  /** Number of the latest load; answers to earlier ones are ignored. */
  readonly id: number
  readonly loading: boolean
  /** Epoch milliseconds of the last asking. */
  readonly askedAt: number
  /** Epoch milliseconds at which the counts came. */
  readonly countedAt: number
  /** True during a re-read in the background: the figures on screen stay until it is complete. */
  readonly silent: boolean
  readonly problem: Problem | undefined
  readonly sifting: Sifting
  /** Name of the marked row; undefined for the first. */
  readonly marked: string | undefined
}

/** What happens to the Stats screen. */
interface StatsEvents {
  totals: { id: number; totals: Totals }
  swaps: {
    id: number
    swaps: readonly PastSwap[]
    unreadable: readonly string[]
    read: 'reading' | 'some' | 'everything'
  }
  failed: { id: number; problem: Problem }
}
export type StatsEvent = AddressedTo<'stats', StatsEvents>

/** What the Stats screen asks for. */
interface StatsEffects {
  /** Asks for the counts. */
  load: { id: number }
  /** Reads the newest swaps. */
  read: { id: number }
}
export type StatsEffect = AddressedTo<'stats', StatsEffects>

/** What its update functions return. */
export type StatsStep = Step<StatsState, StatsEffect | AppEffect>

/** The screen before anything is known. */
export const START_STATS: StatsState = {
  range: 'month',
  by: 'providers',
  totals: undefined,
  swaps: [],
  read: 'nothing',
  unreadable: [],
  id: 0,
  loading: false,
  askedAt: 0,
  countedAt: 0,
  silent: false,
  problem: undefined,
  sifting: NO_SIFTING,
  marked: undefined,
}
