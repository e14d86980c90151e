import type { CatalogAsset, CatalogChain, PricedAsset } from '../core/assets/catalog.ts'
import type { Clock, Json } from '../core/ports.ts'
import type {
  Exec,
  NoRouteCode,
  ProviderErrorCode,
  ProviderResult,
  RouteStep,
  SourceType,
} from '../core/api/documents.ts'
import type { Fee } from '../core/money/fees.ts'
import type { ReceiptReport } from '../core/evm/receipt.ts'
import type { Report } from '../core/swap/transitions.ts'
import type { MicroUsd } from '../core/money/usd.ts'

/*
 * The provider contract. A provider is a manifest that is always loaded and an adapter that is loaded on first use.
 * An adapter does I/O only through its context, holds no module state and signs nothing.
 *
 * A provider is one folder, `src/providers/<key>/`. It has those of these files that it needs, and a name means the same
 * everywhere:
 *
 *   manifest   key, name, hosts, settings; loads `adapter.ts`
 *   adapter    the ProviderAdapter: it combines the steps below and does little else
 *   wire       schemas of the API's replies, and of what the adapter stores (state, tracking)
 *   chains     the provider's names for our chains and assets
 *   ask        requests to the API: each returns a parsed reply or a NoRoute
 *   route      verifies a reply against the request and makes a RouteDraft of it
 *   fees       the fees of a route, where they are more than a few lines
 *   call       what executes a lock: the verified wallet call or the deposit, and the Prepared made of it
 *   status     the status of a swap
 *   assets     what the provider can route, for the catalog
 *   refusals   an error reply becomes a NoRoute with a code, or a ProviderError
 *
 * To add one: the folder, `test/providers/<key>/` with recorded replies and their cases, and one line in `live.ts`.
 * What several providers share is in `kit/`. `test/providers/shape.test.ts` tests all this.
 */

/** What is known about a provider without loading it. */
export interface Provider {
  readonly manifest: ProviderManifest
  /** Loads the adapter; called at most once per service. */
  load(): Promise<ProviderAdapter>
}

export interface ProviderManifest {
  /** Upper-case with underscores: `NEAR_INTENTS`. */
  readonly key: string
  readonly name: string
  /** Image URL (https). */
  readonly image: string
  readonly type: SourceType
  /** Host names it may call; empty for the sandbox. */
  readonly hosts: readonly string[]
  /** Base URL of its API, without trailing slash; its host is one of `hosts`. The setting `URL` overrides it. */
  readonly baseUrl?: string
  /** Its rate limit; counted across all processes of one store. */
  readonly budget?: RateBudget
  /** True when it has no API of its own but asks the nodes of each chain. @default false */
  readonly asksNodes?: boolean
  /** Where its API is documented. */
  readonly docs: string
  /** Why none of its swaps can be signed by this program, in one sentence: it has no route, whoever pays. @default they can */
  readonly cannotSign?: string
  /** Settings it reads through its context, besides the base URL. */
  readonly settings?: readonly ProviderSetting[]
  /** Address families of the chains whose assets it takes without exception, or `all`; such a provider has no list of assets. */
  readonly takes?: readonly string[] | 'all'
  /**
   * What it can pay besides a plain address: a memo with the payment (`recipientMemo`), or a unified address of Zcash. Where it
   * cannot, the service answers for it that there is no route. @default neither
   */
  readonly pays?: readonly ('memo' | 'unified')[]
  /**
   * A cheap request that shows whether its API answers, or which one it is by the provider's settings, of which one says
   * which API is asked; none without an API.
   */
  readonly ping?: ProviderPing | ((setting: (name: string) => string | undefined) => ProviderPing)
}

/** A GET; a reply of status 2xx with JSON means that the provider's API is usable. */
export interface ProviderPing {
  /** Begins with a slash; appended to the base URL. */
  readonly path: string
  /** Another base URL whose host is in the manifest. @default the provider's base URL */
  readonly baseUrl?: string
  readonly query?: Readonly<Record<string, string>>
  /** The header for a setting's value, so that the ping detects a refused key. */
  readonly key?: { readonly header: string; readonly setting: string; readonly prefix?: string }
  /** What some statuses of this provider mean, in one sentence with what the user can do: 401 and 403 of its key, others of its API. */
  readonly refusals?: ReadonlyMap<number, string>
  /** Largest reply in bytes. @default 2 MiB */
  readonly maxBytes?: number
  /** True when the provider does not count the call against `budget`. @default false */
  readonly outsideBudget?: boolean
}

/** At most `requests` calls within any `perMs` milliseconds. */
export interface RateBudget {
  readonly requests: number
  readonly perMs: number
}

export interface ProviderSetting {
  readonly name: string
  readonly secret: boolean
  readonly required: boolean
  /** One sentence: what it is and how to get one. */
  readonly description: string
  /** Whether it can be a value, so that a misspelt one is refused where it is set. @default 1 to 500 visible characters without spaces */
  readonly form?: {
    readonly fits: (text: string) => boolean
    /** What the text must be, as a predicate: `must be …`. */
    readonly must: string
    readonly example: string
  }
}

export interface ProviderAdapter {
  /** Prices a request. Throws a ProviderError for failures; "no route" is an answer, not a failure. */
  quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer>
  /** At execute: what the wallet sends, or where the deposit goes, and what tracking needs. Must not move money. */
  prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared>
  /** The status of a prepared swap. */
  status(request: StatusRequest, context: ProviderContext): Promise<StatusReport>
  /** What it can route, for the catalog. `chains` are the catalog's; an asset on another chain adds that chain. */
  assets?(context: ProviderContext, chains: readonly CatalogChain[]): Promise<readonly ListedAsset[]>
}

/** An asset that a provider can route, with its chain. */
export interface ListedAsset {
  readonly chain: CatalogChain
  readonly asset: CatalogAsset
}

/** How a provider is shown, as its manifest states it. */
export type ProviderLabel = Pick<ProviderManifest, 'name' | 'image'>

/** What an adapter may use of the world. */
export interface ProviderContext {
  /** The provider's own name and image: an adapter never imports its manifest, which imports the adapter. */
  readonly provider: ProviderLabel
  readonly clock: Clock
  /** The provider's own API; no other host is reachable. */
  readonly http: ProviderHttp
  /** Aborts at the provider's deadline or when the caller leaves. */
  readonly signal: AbortSignal
  /**
   * Price of one whole token in the sandbox's market, in micro-dollars; undefined on the live network, where the service
   * values fees that an adapter leaves without a value.
   */
  price(chainKey: string, address: string): Promise<MicroUsd | undefined>
  /** Value of a declared setting. */
  setting(name: string): string | undefined
  /**
   * The receipt of a transaction on an EVM chain, from an RPC of that chain.
   * @param hash 0x and 64 hex digits
   * @param usd what the transaction moves at most: more is waited for deeper. @default what the terms of the swap state
   */
  receipt(chainKey: string, hash: string, usd?: MicroUsd): Promise<ReceiptReport>
  /**
   * One read-only JSON-RPC call at a node of an EVM chain, https://ethereum.github.io/execution-apis
   * @returns the `result`, unchecked
   * @throws RpcError for a node's error about the call, such as a revert; ProviderError when no node is usable
   */
  rpc(chainKey: string, method: string, params: readonly Json[]): Promise<unknown>
  /**
   * The same call at nodes of several operators at once, for what some nodes cannot answer.
   * @returns the results of those that gave one, unchecked; none at worst
   */
  rpcOfOperators(chainKey: string, method: string, params: readonly Json[]): Promise<readonly unknown[]>
  /**
   * The same call at nodes of two operators, and of a third where these differ, for what ends a swap: no single node decides that.
   * The user's own nodes count as agreed, and so does the only operator that is known on a chain.
   * @param params pinned to a block where the answer changes with blocks
   * @param read gives what an answer means, by which answers are compared; what it throws counts as no answer
   * @throws ProviderError where the setting of the chain's nodes is wrong
   */
  rpcAgreed<T extends AgreedValue>(
    chainKey: string,
    method: string,
    params: readonly Json[],
    read: (answer: NodeAnswer) => T,
  ): Promise<AgreedRead<T>>
}

/** What the answer of a node may mean. */
export type AgreedValue = string | bigint | boolean

/** What a node answered: a result, unchecked, or its error about the call, such as a revert. */
export type NodeAnswer = { readonly value: unknown } | { readonly error: Error }

/** What nodes say alike; what a single one says where others are known that do not answer; or nothing. */
export type AgreedRead<T extends AgreedValue> =
  | { readonly by: 'agreed'; readonly value: T }
  | { readonly by: 'one'; readonly value: T }
  | { readonly by: 'differing' }
  | { readonly by: 'none' }

/**
 * HTTP for an adapter. Replies are JSON within limits of size, depth and time; redirects are never followed. Replies with
 * status 2xx and 4xx are returned for the adapter to map; 3xx, 401, 403, 429, 5xx and unreadable replies are thrown as
 * ProviderErrors, unless `acceptStatuses` lists the status (429 always is).
 */
export interface ProviderHttp {
  request(call: ProviderCall): Promise<ProviderReply>
}

export interface ProviderCall {
  readonly method: 'GET' | 'POST'
  /** Begins with a slash; appended to the base URL. */
  readonly path: string
  /** Another base URL whose host is in the manifest. @default the provider's base URL */
  readonly baseUrl?: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. */
  readonly body?: Json
  /** JSON text that is sent unchanged, instead of `body`: for values that a provider expects back digit by digit. */
  readonly bodyText?: string
  readonly headers?: Readonly<Record<string, string>>
  /** True when the call may be retried, because repeating it is harmless. @default true for GET */
  readonly readOnly?: boolean
  /** True when another host is asked next: a silent one is given up (`timeout`) after a share of the time. @default false */
  readonly isOneOfSeveral?: boolean
  /** Statuses of 3xx, 4xx or 5xx that the adapter reads itself; their body is undefined where it is empty or no JSON. */
  readonly acceptStatuses?: readonly number[]
  /** True where a 2xx without any text is an answer: its body is undefined. @default false, it is unreadable */
  readonly mayBeEmpty?: boolean
  /** Largest reply in bytes. @default 2 MiB */
  readonly maxBytes?: number
  /** True when the provider does not count the call against the manifest's `budget`. @default false */
  readonly outsideBudget?: boolean
}

export interface ProviderReply {
  readonly status: number
  /** Parsed JSON, undefined for other text as `acceptStatuses` and `mayBeEmpty` say; integers above 2^53 are strings of their digits. */
  readonly body: unknown
  /** The JSON text as received. */
  readonly text: string
}

export interface ProviderQuoteRequest {
  readonly src: PricedAsset
  readonly dst: PricedAsset
  /** Base units of the source asset, greater than zero. */
  readonly amountIn: bigint
  /** The amount as the user wrote it. */
  readonly amountText: string
  /** What the user set, rounded down to whole basis points, 0 to 10000: what is said to a provider. */
  readonly slippageBps: number
  /** What the user set, 0 to 10000, with its fraction: what a minimum is computed from. */
  readonly exactSlippageBps: number
  readonly confidentiality: 'public' | 'basic'
  readonly depositor: string | undefined
  readonly recipient: string | undefined
  /** Destination tag, memo or comment that the payment to the recipient must state, in the form of its chain; absent for none. */
  readonly recipientMemo?: string
  /** True for the refresh at lock time, whose amounts are the promised ones. */
  readonly forLock: boolean
}

/** How a quote of one provider ends, when it does not fail. */
export type QuoteAnswer = RoutesAnswer | NoRoute

export interface RoutesAnswer {
  readonly status: 'routes'
  readonly routes: readonly RouteDraft[]
}

export interface NoRoute {
  readonly status: 'no_route'
  readonly code: NoRouteCode
  /** One sentence for a person. */
  readonly message: string
  /** Lowest source amount with a route, base units. */
  readonly minimum?: bigint
  /** Highest source amount with a route, base units. */
  readonly maximum?: bigint
}

/** A priced route in base units; the service makes the API's Route of it. */
export interface RouteDraft {
  /** Identifies the way from quote to lock: the same for the same request and way. URL-safe, at most 200 characters. */
  readonly routeId: string
  /** Expected output, base units of the destination asset. */
  readonly amountOut: bigint
  /** Guaranteed output, base units, if the provider states it. @default `amountOut` less the slippage */
  readonly minimumOut?: bigint
  /** Value of the source amount as the provider states it; undefined when it states none. */
  readonly srcUsd?: MicroUsd | undefined
  /** Value of `amountOut`; undefined when the provider states none. */
  readonly dstUsd?: MicroUsd | undefined
  /** Price impact without fees that take a fixed share: basis points, 0 to 10000. @default unknown */
  readonly priceImpactBps?: number
  /**
   * Sides of the request of whose assets no node shows whether they keep a part of each transfer, where that would evade the
   * minimum of the call. The service takes those of the bundled catalog for plain. @default none
   */
  readonly untriedTransfers?: readonly ('src' | 'dst')[]
  readonly fees: readonly Fee[]
  /** Costs on top of the amount that are there and whose amount is not known, each in a few words. @default none */
  readonly unknownCosts?: readonly string[]
  readonly steps: readonly RouteStep[]
  /** Seconds. */
  readonly estimatedTimeSec: number
  /** Epoch milliseconds when the price expires; undefined when the provider states none. */
  readonly expiresAt?: number
  /** What prepare needs; never shown. At most 64 KiB as JSON. */
  readonly state: Json
  /** Fields that the API's Route shows unchanged. */
  readonly display?: Readonly<Record<string, Json>>
}

/** A lock as `prepare` sees it. */
export interface ProviderLock {
  readonly lockId: string
  readonly routeId: string
  readonly src: PricedAsset
  readonly dst: PricedAsset
  readonly amountIn: bigint
  readonly amountText: string
  readonly amountOut: bigint
  readonly minimumOut: bigint
  /** As in the request: whole basis points. */
  readonly slippageBps: number
  /** As in the request: with its fraction. */
  readonly exactSlippageBps: number
  readonly confidentiality: 'public' | 'basic'
  readonly depositor: string
  readonly recipient: string
  /** As in the request. */
  readonly recipientMemo?: string
  readonly estimatedTimeSec: number
  /** `state` of the locked route. */
  readonly state: Json
}

/** What execute returns, and what tracking needs. */
export type Prepared = ClientExecution | ServerExecution

interface PreparedFacts {
  /** Stored with the transaction and passed to `status`; never shown. At most 64 KiB as JSON. */
  readonly tracking: Json
  /** True when the outcome is unknown until `track` reports a wallet transaction. */
  readonly needsHash: boolean
}

/** The client's wallet sends `exec`. */
export interface ClientExecution extends PreparedFacts {
  readonly exec: Exec
  readonly providerResult: ProviderResult & { readonly execution: 'client' }
}

/** The client sends a deposit; the provider detects it and does the rest. */
export interface ServerExecution extends PreparedFacts {
  readonly exec?: Exec
  readonly providerResult: ProviderResult & { readonly execution: 'server'; readonly depositAddress: string }
  readonly needsHash: false
}

export interface StatusRequest {
  readonly transactionId: string
  /** Source or deposit hash, "" until known. */
  readonly hash: string
  /** Epoch milliseconds at which execute recorded the transaction. */
  readonly executedAtMs: number
  /** Epoch milliseconds at which `hash` became known; undefined until then. */
  readonly hashKnownAtMs: number | undefined
  readonly src: PricedAsset
  readonly dst: PricedAsset
  readonly estimatedTimeSec: number
  readonly tracking: Json
}

/** The status of a swap, and when to ask again. */
export type StatusReport = Report & PollTimes

/** When a provider wants to be asked again. */
export interface PollTimes {
  /**
   * Time until the next poll, in milliseconds, from 100: at most a tenth of the estimated time, or of the time that the swap has
   * taken if that is longer, but not less than 3 s. So an end is seen soon after it. @default the service's own interval
   */
  readonly pollAfterMs?: number
  /**
   * Least time until the next poll by a rate limit that the provider has published, in milliseconds, at most 5 minutes: nothing
   * else may make a poll later than the above. @default none
   */
  readonly leastPauseMs?: number
}

/** A provider's failure. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ProviderErrorCode
  /** Seconds to wait, when the provider states them. */
  readonly retryAfterSec: number | undefined

  /** Also for one of another copy of this class: a program that brings a provider may be bundled with its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ProviderError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return value instanceof Error && value.name === 'ProviderError' && 'code' in value
  }

  constructor(code: ProviderErrorCode, message: string, options: { retryAfterSec?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryAfterSec = options.retryAfterSec
  }
}

/** Declares a provider; the identity function with a type. */
export function defineProvider(provider: Provider): Provider {
  return provider
}
