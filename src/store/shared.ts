import type { Json } from '../core/ports.ts'

/*
 * What the servers of one database count, keep and tell each other beside what is stored. The store of one machine has none of
 * it.
 */

/** A request or a call beside the others of its window. */
export interface SharedCount {
  /** False where it was not counted, since it is over the limit. */
  readonly isCounted: boolean
  /** Counted ones in the window. */
  readonly total: number
  /** Milliseconds until the earliest of them leave it. */
  readonly freeInMs: number
}

/** How many calls of a provider are allowed in a window that slides. */
export interface CallBudget {
  readonly requests: number
  /** Length of the window, in milliseconds. */
  readonly perMs: number
}

/** What servers share beside swaps. Where the database does not answer, each call fails. */
export interface SharedTables {
  /** Counts a request of a client in a window of a minute that slides, unless `limit` of them are in it already. */
  countRequest(client: string, limit: number): Promise<SharedCount>
  /** Counts a call of a provider, unless its budget is used up. Calls that come together are counted together. */
  takeCall(providerKey: string, budget: CallBudget): Promise<SharedCount>
  /** What of a provider's budget is used; `freeInMs` is 0 where nothing is. */
  callsOf(providerKey: string, budget: CallBudget): Promise<Omit<SharedCount, 'isCounted'>>
  /** Keeps the verdicts of a quote for a minute. */
  keepVerdicts(requestId: string, verdicts: Json): Promise<void>
  verdictsOf(requestId: string): Promise<Json | undefined>
}

/** What has changed, as far as a hint says. */
export interface StoreHint {
  /** True where new events were noted. */
  readonly hasEvents: boolean
  /** Milliseconds until the earliest poll that was set, 0 or more; undefined where none was. */
  readonly dueInMs?: number | undefined
  /** Ids of transactions that have changed; `any` where each may have. */
  readonly transactions: readonly string[] | 'any'
}

/**
 * Word of what other processes change in a store, or this one. A hint may come late, for nothing, or never: whoever waits for a
 * change looks by itself as well, only more seldom while hints are heard.
 */
export interface StoreHints {
  /** True while what other processes tell arrives. */
  areHeard(): boolean
  /** Calls `hear` with each hint. @returns ends that */
  listen(hear: (hint: StoreHint) => void): () => void
  /** How many servers use the store, as far as is known, this one included: 1 or more. */
  servers(): number
}
