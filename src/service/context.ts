import type { Catalog, CatalogAsset, CatalogChain, CatalogData, PricedAsset } from '../core/assets/catalog.ts'
import type { Delivery, ProviderErrorCode } from '../core/api/documents.ts'
import type { Standing } from '../core/evm/receipt.ts'
import type { MicroUsd } from '../core/money/usd.ts'
import type { PriceBook } from '../core/money/valuation.ts'
import type { Clock, Ids } from '../core/ports.ts'
import type { TransactionRecord } from '../core/swap/records.ts'
import type { Store } from '../store/index.ts'
import type { PaymentLook } from './track/payment-look.ts'
import type { TokenLookup } from './catalog/unlisted-tokens.ts'
import type { ProviderConnections } from './providers/connections.ts'
import type { NewLocks } from './lock/new-locks.ts'
import type { OwnClaims } from './lock/own-claims.ts'
import type { KeptRoutes } from './quote/kept-routes.ts'
import type { KeptRates } from './rates/kept-rates.ts'
import type { ProviderSet } from './providers/provider-set.ts'

/** What terms state of an asset. */
export type TermsAsset = Pick<CatalogAsset, 'symbol' | 'decimals'>

/** The parts of a service that all its functions share. */
export interface ServiceContext {
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Store
  readonly catalog: Catalog
  /** The catalog without the rows of the store. */
  readonly catalogData: CatalogData
  readonly providers: ProviderSet
  readonly connections: ProviderConnections
  /** Quoted routes, for locks. */
  readonly keptRoutes: KeptRoutes
  /** Rates of quotes, for charts. */
  readonly keptRates: KeptRates
  /** Locks that were made just now, for those who execute them. */
  readonly newLocks: NewLocks
  readonly limits: ServiceLimits
  /** The locks that this process is executing, and those that it makes under an Idempotency-Key. */
  readonly ownClaims: OwnClaims
  /** True at most ten times a second: when a lock removes what is past its time. */
  isTidyingDue(): boolean
  /** Price of one whole token in micro-dollars; undefined when unknown. */
  price(chain: CatalogChain, asset: CatalogAsset): MicroUsd | undefined
  /** Opens what values amounts by evidence; undefined where the prices above need none. */
  readonly openPrices: (() => Promise<PriceBook>) | undefined
  /** Value of a provider's declared setting. */
  setting(providerKey: string, name: string): string | undefined
  /**
   * An asset of a stored record. @param stated what the record's terms say of it, for one that the catalog no longer has
   * @throws STORE_UNUSABLE when the catalog no longer has it, and nothing is stated of it
   */
  readStoredAsset(chainKey: string, address: string, stated?: TermsAsset): Promise<PricedAsset>
  /** Looks up an unlisted token; undefined on a network without them. */
  findUnlisted(chain: CatalogChain, address: string, signal: AbortSignal | undefined): Promise<TokenLookup | undefined>
  /** Whether a chain still holds a transaction; undefined on a network without chains. */
  readonly readStanding: ((chainKey: string, hash: string) => Promise<Standing>) | undefined
  /** What the source chain shows of a hash that was reported for a transaction; undefined on a network without chains. */
  readonly readPayment: ((record: TransactionRecord, hash: string) => Promise<PaymentLook>) | undefined
  /**
   * Whether an account takes payments with a destination tag or memo only, by the node that the user set for its chain; false
   * without one. Undefined on a network without chains.
   * @throws SERVICE_UNAVAILABLE for a lock where that node gives no answer
   */
  readonly requiresMemo:
    | ((
        chainKey: string,
        account: string,
        asked: { readonly isLock: boolean; readonly signal: AbortSignal | undefined },
      ) => Promise<boolean>)
    | undefined
  /** Resolves once everything else that waits has had its turn. */
  readonly nextTurn: () => Promise<void>
  /** What each provider promised and delivered, by key. */
  readonly readDeliveries: () => Promise<readonly Delivery[]>
  /** Aborts when the service closes. */
  readonly leaving: AbortSignal
  /** Called with each failure of background work. */
  onError(error: unknown): void
  /** Called each time a provider cannot say how a transaction stands. */
  onTrackingFailure(failure: TrackingFailure): void
}

/** Why a provider could not say how a transaction stands. */
export interface TrackingFailure {
  /** Key of the provider. */
  readonly provider: string
  readonly transactionId: string
  readonly code: ProviderErrorCode
  /** A sentence whose subject is the provider. */
  readonly message: string
}

/** Times in milliseconds. */
interface ServiceLimits {
  /** Lifetime of a lock, at most the provider's own. */
  readonly lockTtlMs: number
  /** How long a lock that nobody used is stored after it ran out. */
  readonly keepLocksMs: number
  /** How long events are stored. */
  readonly keepEventsMs: number
  /** How long rates of quotes are stored; 0 for none. */
  readonly keepRatesMs: number
  /** How long a quote waits while there is no route. Once there are routes it waits ROUTES_DEADLINE_MS from its start, where that is less. */
  readonly quoteDeadlineMs: number
  /** Longest time for one provider to prepare a payment or report a status, and to refresh a locked route where it may not quote longer. */
  readonly actionDeadlineMs: number
  /** Most quotes worked on at once. @default by the number of providers (quote/places.ts) */
  readonly quotesInFlight?: number
}
