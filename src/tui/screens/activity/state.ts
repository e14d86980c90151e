import type { HistoryTransaction, StatusTransaction } from '../../../core/api/documents.ts'
import type { TransactionStatus } from '../../../core/api/enums.ts'
import type { HistoryQuery } from '../../../core/api/service.ts'
import type { AddressedTo, AppEffect, None, Step } from '../../events.ts'
import type { Problem } from '../../problem.ts'
import { NO_SIFTING, type Sifting } from '../../kit/find/sift.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import type { OwnPast, OwnSwap } from './own-swaps.ts'
import { type StoreQuery, WHOLE_STORE } from './store-query.ts'

/** What the store says of a provider: for choosing one. */
export interface ActivityCounts {
  readonly byStatus: Readonly<Record<TransactionStatus, number>>
  /** Keys of providers that have swaps, those with most first. */
  readonly providers: readonly string[]
}

/** A step of a swap as its journal has it; clean text. */
export interface ActivityEntry {
  /** ISO 8601. */
  readonly at: string
  readonly text: string
}

/** A hash of a swap. */
export interface ActivityHash {
  /** `source hash`. */
  readonly name: string
  readonly hash: string
  /** An https page of a known explorer that shows it. */
  readonly link: string | undefined
}

/** All that is known of one transaction. */
export interface ActivityDetail {
  readonly transaction: StatusTransaction
  /** Undefined where the journal is on a server. */
  readonly entries: readonly ActivityEntry[] | undefined
  readonly hashes: readonly ActivityHash[]
  /** What this machine's own run knows of it; undefined without one. */
  readonly own: OwnSwap | undefined
  /** Why it did not succeed, and what to do. */
  readonly failure: Problem | undefined
}

/** What the Activity screen shows. All text in it is clean. */
export interface ActivityState {
  readonly sifting: Sifting
  /** What of the filter the store was asked for. */
  readonly asked: StoreQuery
  /** Runs of this machine that have not ended, newest first. */
  readonly runs: readonly RunFacts[]
  /** Ids of transactions of these runs about which the service answered last with another swap. */
  readonly misanswered: readonly string[]
  /** Past transactions, newest first, as far as they were loaded. */
  readonly items: readonly HistoryTransaction[]
  /** Which of them are of runs of this machine, where a server lists them; it lists those of everybody. */
  readonly own: readonly OwnPast[]
  /** The end that was told of each first, by id. */
  readonly ends: Readonly<Record<string, string>>
  /** How many the store finds; undefined until the first page. */
  readonly total: number | undefined
  /** True where more than `total` may match: a common word is not counted to its end. */
  readonly isTotalLeast: boolean
  /** Pages loaded; 0 before the first. */
  readonly pages: number
  readonly hasMore: boolean
  /** Ids of those that the store finds, are damaged in the store, and are no items; as far as pages were loaded. */
  readonly damaged: readonly string[]
  /** The same of those of a server that cannot be read. */
  readonly unreadable: readonly string[]
  /** Number of the latest load; answers to earlier ones are ignored. */
  readonly lastId: number
  readonly loading: boolean
  readonly problem: Problem | undefined
  readonly counts: ActivityCounts | undefined
  /** Name of the marked row (`rowKey`); undefined for the first one. */
  readonly marked: string | undefined
  readonly showsDetail: boolean
  /** What is known of transactions that were looked at, the last one only. */
  readonly detail: ActivityDetail | undefined
  /** First line of the detail that is shown. */
  readonly scroll: number
  /** Epoch milliseconds of the last look at pending swaps. */
  readonly followedAt: number
  /** Epoch milliseconds of the last asking for the newest page: others may write into the store too. */
  readonly readAt: number
  /** Epoch milliseconds at which the last page came. */
  readonly cameAt: number
  /** Place in the journal up to which the newest page was read; undefined where that is not known. */
  readonly readUntil: string | undefined
  /** True while pending swaps are being looked at. */
  readonly following: boolean
  /** Why the last look failed at some; undefined where it did not. */
  readonly followProblem: string | undefined
  /** True while a file is being written. */
  readonly exporting: boolean
}

/** What happens to the Activity screen. All text in it is clean. */
interface ActivityEvents {
  runs: { runs: readonly RunFacts[] }
  counts: { counts: ActivityCounts }
  page: {
    id: number
    /** From 1. */
    page: number
    items: readonly HistoryTransaction[]
    total: number
    /** True where more than `total` may match. */
    isTotalLeast: boolean
    hasMore: boolean
    damaged: readonly string[]
    unreadable: readonly string[]
  }
  /** Which of these transactions are of runs of this machine. */
  own: { ids: readonly string[]; own: readonly OwnPast[] }
  /** The newest page is being read as it is at this place of the journal. */
  looked: { readUntil: string }
  'load-failed': { id: number; problem: Problem }
  status: { transaction: StatusTransaction }
  /** The look at pending swaps is over. */
  followed: { problem: string | undefined }
  detail: { detail: ActivityDetail }
  link: { url: string | undefined }
  exported: None
}
export type ActivityEvent = AddressedTo<'activity', ActivityEvents>

/** What the Activity screen asks for. */
export interface ActivityEffects {
  'find-runs': None
  count: None
  load: { id: number; query: HistoryQuery & { readonly page: number } }
  /** Reads the newest page and the counts again, where the journal has gone on since; where that is not known, always. */
  look: { id: number; query: HistoryQuery & { readonly page: number }; readUntil: string | undefined }
  /** Looks which of these transactions are of runs of this machine. */
  'find-own': { ids: readonly string[] }
  /** Asks how these transactions stand, one after the other. */
  follow: { ids: readonly string[] }
  detail: { transactionId: string }
  /** Finds the explorer's page of a hash. */
  link: { chain: string; hash: string }
  /** Writes all that matches into a new file. */
  export: {
    query: HistoryQuery
    /** Which of these. */
    filter: string
  }
}
export type ActivityEffect = AddressedTo<'activity', ActivityEffects>

/** What its update functions return. */
export type ActivityStep = Step<ActivityState, ActivityEffect | AppEffect>

/** The screen before anything is known. */
export const START_ACTIVITY: ActivityState = {
  sifting: NO_SIFTING,
  asked: WHOLE_STORE,
  runs: [],
  misanswered: [],
  items: [],
  own: [],
  ends: {},
  total: undefined,
  isTotalLeast: false,
  pages: 0,
  hasMore: false,
  damaged: [],
  unreadable: [],
  lastId: 0,
  loading: false,
  problem: undefined,
  counts: undefined,
  marked: undefined,
  showsDetail: false,
  detail: undefined,
  scroll: 0,
  followedAt: 0,
  readAt: 0,
  cameAt: 0,
  readUntil: undefined,
  following: false,
  followProblem: undefined,
  exporting: false,
}
