import type { PrivateSender } from './evm/private-sending.ts'

/*
 * The outside world as arguments. Real ones are made in io/, fakes in the tests.
 */

/** A clock: the only way to read the time or to wait. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds from any start that only grow, whatever is done to the clock. Absent where `now` itself only grows. */
  monotonicMs?(): number
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls `run` after `ms` milliseconds, unless what it gives is called before: a wait that is most often ended early costs
   * less without a signal. Absent where it is done by `sleep`.
   */
  startTimer?(ms: number, run: () => void): () => void
  /** Begins to measure how late this process is with what is due. Absent where it is never late. */
  watchLag?(): Lag
}

/** How late this process was since the measure began: held up by work of its own, it read nothing of what others sent. */
export interface Lag {
  /** Milliseconds in all. */
  ms(): number
  /** Resolves when what others have sent by now is read. */
  catchUp(): Promise<void>
  /** Ends the measure. */
  stop(): void
}

/** Source of ids. */
export interface Ids {
  /** A new unguessable id with this prefix: `tx_…`, `lock_…`, `req_…`. At least 120 random bits, url-safe. */
  create(prefix: string): string
}

/** One outgoing request. Redirects are never followed. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: string
  readonly redirect: 'manual'
  readonly signal: AbortSignal
  /** True for what is sent whole though all else is broken off, as signed bytes are. @default false */
  readonly isSentWhole?: boolean
  /**
   * Called when the request begins to wait for a connection; what it gives is called when the request is written to one, or
   * fails. A way that does not call it counts as writing at once.
   */
  readonly onWait?: () => () => void
}

/** What came back; the part of a fetch `Response` that is used. */
export interface HttpReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

/** A way to send a request; the global `fetch` is one. */
export type HttpFetch = (url: string, request: HttpRequest) => Promise<HttpReply>

/** HTTP over kept-alive connections. */
export interface PooledHttp {
  readonly fetch: HttpFetch
  /** Closes the connections: once requests in progress have finished, or, where it was opened so, by breaking them off. */
  close(): Promise<void>
}

/** Value that survives JSON unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** One JSON-RPC call of a chain's node. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly Json[]
}

/**
 * JSON-RPC of one chain, over the URLs that the user or the program names for it, one after the other until one answers.
 * @throws RpcError for an error that a node returned, SwapError SERVICE_UNAVAILABLE when no node answered
 */
export interface ChainRpc {
  request(call: RpcCall): Promise<unknown>
  /** Sends the call to every URL at once, as signed bytes need; gives each answer or failure. */
  requestAll(call: RpcCall): Promise<readonly PromiseSettledResult<unknown>[]>
  /** True for nodes that the user set: what one of them answers counts as agreed, and no other node is asked behind it. */
  readonly isOwn: boolean
  /** Who runs the nodes, each once, in the order of asking. */
  readonly operators: readonly string[]
  /**
   * Asks nodes of different operators at once, and another operator for each one that gives no answer. An error that a
   * node returns for the call itself, such as a revert, is an answer.
   * @param count operators to hear, from 1
   * @returns at most `count` answers of different operators; fewer where no more of them answer, and none at worst
   */
  requestOperators(call: RpcCall, count: number): Promise<readonly OperatorAnswer[]>
  /** Set where signed bytes go to private endpoints instead of these nodes. */
  readonly privateSending?: PrivateSender
}

/** What a node of one operator answered: a result, or the RpcError that it returned. */
export type OperatorAnswer =
  { readonly operator: string; readonly value: unknown } | { readonly operator: string; readonly error: Error }

/** A document with the version that a conditional write names. */
export interface Versioned<T> {
  readonly doc: T
  /** Starts at 1 and grows by 1 with every write. */
  readonly version: number
}

/** Small JSON documents by key, each with a version. Every write is durable when its promise resolves. */
export interface DocumentStore {
  get(key: string): Promise<Versioned<Json> | undefined>
  /** Writes when the stored version matches, else gives false; `expectedVersion` 0 means that the key must not exist yet. */
  put(key: string, value: Json, expectedVersion: number): Promise<boolean>
  delete(key: string): Promise<void>
  /**
   * Keys and documents with this prefix, in key order.
   * @param skip called with the key of each damaged document, which is left out @default the first one is STORE_UNUSABLE
   */
  list(prefix: string, skip?: (key: string) => void): Promise<readonly StoredDocument[]>
}

/** The small documents of the wallet: those of runs, `run:<id>`, are found without reading the others. */
export interface RunDocuments extends DocumentStore {
  /** Runs whose step is not an end, and those that are too damaged to tell; in key order. @param skip as of `list` */
  listUnfinishedRuns(skip?: (key: string) => void): Promise<readonly StoredDocument[]>
  /** Runs of one transaction, in key order. */
  listRunsOf(transactionId: string): Promise<readonly StoredDocument[]>
  /** Of the runs that approved the same, the newest `most`; all that do not say what they approved. @param skip as of `list` */
  listApprovingRuns(most: number, skip?: (key: string) => void): Promise<readonly StoredDocument[]>
  /** The newest `most` runs by `updatedAt`, newest first. @param skip as of `list` */
  listNewestRuns(most: number, skip?: (key: string) => void): Promise<readonly StoredDocument[]>
  /** Runs whose `updatedAt` is this ISO 8601 time or later, in key order. @param skip as of `list` */
  listRunsSince(updatedAt: string, skip?: (key: string) => void): Promise<readonly StoredDocument[]>
}

/** A document of a list, with its key. */
export interface StoredDocument extends Versioned<Json> {
  readonly key: string
}

/** `elsewhere`: a copy of the home went further before this one did. `unseen`: one may have, where this machine did not see it. */
export type HomeDoubt = 'elsewhere' | 'unseen'

/** How a generation of a home ended: what it had open then, no clock tells. */
export interface HomeChange {
  /** The generation that it ended; '' for all before the next one of the list. */
  readonly after: string
  /** What of its runs is open to doubt since; absent where nothing is. */
  readonly doubt?: HomeDoubt
}

/**
 * What tells this home from an older copy of it: a counter in its files, and beside them in a folder of the operating
 * system that is not copied with them.
 */
export interface HomeMark {
  /**
   * `older`: this machine has seen a later state of this home, or of one of its files. `unmarked`: it has seen none, as on
   * a new machine, in a container, or before the first payment.
   */
  readonly standing: 'current' | 'older' | 'unmarked'
  /** What is older, where something is: all of it, or one file beside the other; `files` where they are of two homes. */
  readonly behind?: 'home' | 'store' | 'wallet' | 'files' | undefined
  /** Random, new with each change; undefined where this machine has not seen the last one, and without a mark. */
  readonly generation?: string | undefined
  /** What of this home's past others may have gone on with, oldest first, as it is known now. */
  readonly changes?: readonly HomeChange[] | undefined
  /** ISO 8601; when an older copy was made the current one. Only for runs of versions that noted no generation. */
  readonly adoptedAt?: string | undefined
  /** ISO 8601; until when it may have gone on where this machine did not see it. Only for runs as above. */
  readonly unseenUntil?: string | undefined
  /**
   * Called before a payment is agreed to and before each signature: a copy made before it is older from then on.
   * @throws OUTCOME_UNKNOWN where another copy of this home has gone on
   */
  advance(): Promise<void>
  /** Makes this copy the current one, whatever others did; a person agreed to that. */
  adopt(): Promise<void>
}
