import {
  CHAIN_TYPES,
  EXECUTIONS,
  FEE_TYPES,
  type NoRouteCode,
  type ProviderErrorCode,
  SOURCE_TYPES,
  STAGES,
  TRANSACTION_STATUSES,
  VERDICT_OUTCOMES,
} from './enums.ts'
import { ASSET_FORMS, EVIDENCES } from '../assets/evidence.ts'
import { oneOf } from '../text/one-of.ts'
import type { Known } from './request-fields.ts'
import {
  anything,
  boolean,
  exactOptional,
  list,
  nullable,
  number,
  object,
  optional,
  record,
  type ShapeOf,
  text,
  word,
  yes,
} from './shape.ts'

export * from './enums.ts'

/*
 * The documents of the HTTP API: their shapes, by which the client checks what it receives, and their types. The schemas of
 * document-schemas.ts and the OpenAPI document are made of the same shapes.
 */

export const chainShape = object({
  key: text('Identifier used as srcChain and dstChain'),
  name: text('Display name'),
  shortname: text('Short display name'),
  chainId: number('Numeric chain id'),
  image: text('Image URL'),
  type: word(CHAIN_TYPES, oneOf(CHAIN_TYPES)),
  active: boolean('Only active chains are listed'),
  new: boolean('True when the chain was added less than three days ago'),
})
export type Chain = ShapeOf<typeof chainShape>

export const assetShape = object({
  name: text('Display name'),
  symbol: text('Token symbol'),
  address: text('Identifier used as srcAddress and dstAddress'),
  image: text('Image URL'),
  chain: text('Chain key'),
  isNative: boolean("True for the chain's native coin"),
  new: boolean('True when the asset was added less than three days ago'),
  decimals: optional(number(), 'Number of decimals of the asset'),
  providers: optional(list(text()), 'Keys of the providers that list it, when known'),
  unlisted: optional(boolean(), 'True for a token that the catalog lacks and that is known only from its own contract'),
  evidence: optional(word(EVIDENCES, oneOf(EVIDENCES)), 'Who says that it is what its symbol says, strongest first'),
  form: optional(
    nullable(word(ASSET_FORMS, oneOf(ASSET_FORMS))),
    'Which form of the asset it is; null where no source says',
  ),
  successor: optional(text(), 'What holders of a dead one should have instead, as chain:address'),
})
export type Asset = ShapeOf<typeof assetShape>

export const sourceShape = object({
  key: text('Provider key, upper-case with underscores'),
  name: text('Display name'),
  image: text('Image URL'),
  type: word(SOURCE_TYPES, oneOf(SOURCE_TYPES)),
  active: boolean('Only active providers are listed'),
})
export type Source = ShapeOf<typeof sourceShape>

export const routeSideShape = object({
  formatted: text('Human-readable amount'),
  currency: text('Token symbol'),
  usd: text('Value in USD; "" when unknown'),
})
export type RouteSide = ShapeOf<typeof routeSideShape>

export const feeItemShape = object({
  type: word(FEE_TYPES, 'Fee item type; show unknown types by description and providerLabel'),
  amount: text('Token amount in base units; negative for rewards'),
  token: object({ chainId: number(), address: text(), symbol: text(), decimals: number() }),
  amountUsd: optional(text(), 'Estimated USD value when known'),
  description: text('Human-readable explanation'),
  providerLabel: text('Original provider label'),
  chain: object({ chainId: number(), name: optional(text()) }),
  included: optional(boolean(), 'False when paid on top of the source amount'),
})
export type FeeItem = ShapeOf<typeof feeItemShape>

export const feesShape = object({
  total: object({
    usd: text('Estimated total in USD'),
    formatted: text('Human-readable total'),
  }),
  items: list(feeItemShape),
})
export type Fees = ShapeOf<typeof feesShape>

export const routeStepShape = object({ type: text(), name: text(), image: text() })
export type RouteStep = ShapeOf<typeof routeStepShape>

const PAID_WITH = 'What the payment to the recipient states: destination tag, memo or comment; absent for none'

export const routeShape = object({
  provider: text('Provider key'),
  routeId: text('Provider route id, for the lock request'),
  src: routeSideShape,
  dst: routeSideShape,
  fees: feesShape,
  estimatedTime: number('Estimated duration in seconds'),
  steps: list(routeStepShape),
  minimumReceived: optional(text(), 'Minimum destination amount after slippage, human-readable'),
  recipientMemo: optional(text(), PAID_WITH),
  priceImpactBps: optional(number(), 'Price impact in basis points, when the provider states it'),
  expiresAt: optional(text(), 'ISO 8601 time at which this price expires'),
  warnings: optional(list(text()), 'What the user should check before taking this route'),
  duplicateOf: optional(text(), 'Provider of an equal route over the same bridges'),
})
export type Route = ShapeOf<typeof routeShape>

export const lockShape = object({
  provider: text('Selected provider key'),
  routeId: text('Selected route id'),
  lockId: text('Identifier to pass to execute'),
  expiresAt: text('ISO 8601 expiry time'),
  ttlMs: number('Remaining lifetime in milliseconds'),
  src: routeSideShape,
  dst: routeSideShape,
  fees: feesShape,
  estimatedTime: optional(number(), 'Estimated duration in seconds'),
  steps: optional(list(routeStepShape)),
  minimumReceived: optional(text(), 'Minimum destination amount after slippage, human-readable'),
  recipientMemo: optional(text(), PAID_WITH),
  priceImpactBps: optional(number(), 'Price impact in basis points, when the provider states it'),
  warnings: optional(list(text()), 'What the user should check before executing this lock'),
})
export type Lock = ShapeOf<typeof lockShape>

export const transactionAssetShape = object({
  id: nullable(number(), 'Internal asset id'),
  symbol: nullable(text()),
  contract: nullable(text(), 'Contract address; null for native assets'),
  image: nullable(text()),
  chain: nullable(text(), 'Chain key'),
  unlisted: optional(boolean(), 'True for a token that the catalog lacks'),
})
export type TransactionAsset = ShapeOf<typeof transactionAssetShape>

export const transactionFeeShape = object({
  amount: optional(nullable(text())),
  amountUsd: optional(nullable(number())),
  currency: optional(nullable(text()), 'Currency or token symbol of amount'),
  details: optional(anything(), 'From a quote: its total and items'),
})
export type TransactionFee = ShapeOf<typeof transactionFeeShape>

export const progressShape = object({
  srcReceived: optional(text(), 'Source amount that the provider has received, human-readable'),
  srcRefunded: optional(text(), 'Source amount that is on its way back or is back, human-readable'),
  dstPaid: optional(text(), 'Destination amount that was paid so far, human-readable'),
  partsDone: optional(number(), 'Of a swap that is divided into parts: how many are done'),
  partsTotal: optional(number(), 'Into how many parts it is divided'),
  note: optional(text(), 'What is missing, or what is waited for'),
  claim: optional(
    object({
      chainId: number('Numeric id of the destination chain'),
      to: text('Contract that is called'),
      data: text('Hex calldata'),
    }),
    'The transaction that pays the recipient, which anybody may send; present while it is due',
  ),
})
export type TransactionProgress = ShapeOf<typeof progressShape>

export const costShape = object({
  usd: text('Value sent and paid on top, less the value that arrived'),
  sentUsd: text('Of what did not come back'),
  arrivedUsd: text(),
  onTopUsd: text('As the lock states it'),
})

const transactionFields = {
  id: text('Public transaction id'),
  hash: text('Transaction hash; "" until known'),
  inboundHash: text('Inbound (deposit) hash; "" until known'),
  outboundHash: nullable(text(), 'Outbound hash; null until known'),
  provider: text('Provider key'),
  status: word(TRANSACTION_STATUSES, 'PENDING, SUCCESS, FAILED or REFUND'),
  srcAmount: text('Source amount, human-readable'),
  dstAmount: text('Destination amount, human-readable'),
  dstDelivered: optional(
    text(),
    'Destination amount that arrived, where that is known: dstAmount is else what was promised',
  ),
  walletAddress: text('Depositor wallet'),
  recipientWalletAddress: text('Recipient wallet'),
  recipientMemo: optional(text(), PAID_WITH),
  createdAt: text('ISO 8601'),
  fee: transactionFeeShape,
  srcAsset: transactionAssetShape,
  dstAsset: transactionAssetShape,
  stage: optional(word(STAGES, 'Progress of a pending transaction')),
  late: optional(boolean(), 'True when a pending transaction takes longer than estimated'),
  reason: optional(text(), 'Why it ended FAILED or REFUND'),
  refundHash: optional(text(), 'Hash of the transfer that returned the funds'),
  cost: optional(costShape, 'What it cost at the prices of its end, where that is known'),
  progress: optional(progressShape, 'How far it came, as the provider states it; absent where it states nothing'),
}

export const statusTransactionShape = object({
  ...transactionFields,
  updatedAt: text('ISO 8601'),
})
export type StatusTransaction = ShapeOf<typeof statusTransactionShape>

export const historyTransactionShape = object({
  ...transactionFields,
  amountUsd: number('Source value in USD; 0 where it is not known'),
  unvalued: optional(yes(), 'Present where the source value is not known'),
})
export type HistoryTransaction = ShapeOf<typeof historyTransactionShape>

/** Members of `exec.meta` that are read, unchecked: servers may send others, and anything as their value. */
const EXEC_META = [
  'sandbox',
  'executionMode',
  'walletExecution',
  'providerQuoteId',
  'tool',
  'channelId',
  'depositAddress',
  'depositMemo',
  'depositBefore',
  'memo',
  'message',
  'expiresAt',
  'instructions',
  'memoCarrier',
  'memoOutputs',
  'dustThreshold',
  'feeRate',
  'order',
] as const

export const execShape = object({
  chainId: optional(nullable(number()), 'Numeric source chain id when applicable'),
  providerTarget: optional(text(), 'Contract, deposit or provider target address of the wallet call'),
  providerCalldata: optional(text(), 'Hex calldata for EVM execution'),
  value: optional(text(), 'Native value to send, base units'),
  srcToken: optional(text(), 'Source token address or native'),
  srcAmount: optional(text(), 'Source amount, base units'),
  approvalTarget: optional(text(), 'Spender to approve, when approval is required'),
  approvalToken: optional(text(), 'Token to approve, when approval is required'),
  approvalAmount: optional(text(), 'Approval amount, base units'),
  allSteps: optional(list(anything()), 'Ordered provider steps'),
  meta: optional(record(EXEC_META), 'Provider execution metadata'),
})
export type Exec = ShapeOf<typeof execShape>
/** Metadata of a provider beside what is to be paid. */
export type ExecMeta = NonNullable<Exec['meta']>

export const providerResultShape = object({
  txHash: optional(text()),
  status: optional(text()),
  requestId: optional(text()),
  channelId: optional(text()),
  depositAddress: optional(text()),
  depositMemo: optional(text()),
  depositBefore: optional(text(), 'ISO 8601 time by which the deposit must arrive'),
  execution: optional(
    word(EXECUTIONS, 'client: the wallet sends exec; server: send the deposit, and the service does the rest'),
  ),
})
export type ProviderResult = ShapeOf<typeof providerResultShape>

export const executionShape = object({
  provider: text(),
  lockId: text(),
  providerResult: providerResultShape,
  quote: object({
    src: routeSideShape,
    dst: routeSideShape,
    steps: list(routeStepShape),
    fees: feesShape,
    estimatedTime: number(),
  }),
  exec: optional(execShape),
  transaction: optional(
    object({
      id: text(),
      status: word(TRANSACTION_STATUSES, 'PENDING when it is recorded; of a repeat what it is now'),
    }),
  ),
})
/** Answer of execute. */
export type Execution = ShapeOf<typeof executionShape>

/** What an execution hands over to be paid. */
export type HandOver = Pick<Execution, 'lockId' | 'providerResult' | 'exec'>

export const statusResultShape = object({ transaction: statusTransactionShape, final: boolean() })
export type StatusResult = ShapeOf<typeof statusResultShape>

export const trackResultShape = object({
  transaction: object({
    id: text(),
    hash: text(),
    inboundHash: text(),
    provider: text(),
    status: word(TRANSACTION_STATUSES, 'PENDING, SUCCESS, FAILED or REFUND'),
  }),
  final: boolean(),
  tracking: boolean('True while the service follows the transaction'),
})
export type TrackResult = ShapeOf<typeof trackResultShape>

const unvalued = optional(number(), 'How many of them have no known value; absent for none')
const sums = { total: number(), success: number(), volumeUsd: text(), unvalued }

const deliveryFigures = {
  finished: number('Newest swaps that ended, at most 200: everything else is of these'),
  success: number(),
  refunded: number(),
  belowLeast: number('Successes that brought less than the promised least'),
  measured: number('Successes of which the delivered amount is known'),
  differenceBps: exactOptional(
    object({ median: number(), worst: number() }),
    'Delivered less promised, in basis points of what was promised, rounded down to tenths: negative is less',
  ),
  spread: exactOptional(
    list(number()),
    'How many delivered over 1 % less, up to 1 % less, up to 0.3 % less, up to 0.1 % less, and as promised or more',
  ),
  cost: exactOptional(object({ usd: text(), swaps: number('How many of them it is known of') })),
  tookSec: exactOptional(
    object({ median: number(), worst: number() }),
    'Seconds from the payment to the end of those that succeeded',
  ),
  estimatedSec: exactOptional(number('Median of what was estimated for them, in seconds')),
}

const deliveryShape = object({
  provider: text(),
  ...deliveryFigures,
  pairs: list(
    object({ src: text('chain:SYMBOL'), dst: text('chain:SYMBOL'), ...deliveryFigures }),
    'Pairs with ten of these swaps or more',
  ),
})
/** What a provider promised and delivered in its newest swaps. */
export type Delivery = ShapeOf<typeof deliveryShape>
/** The same of any swaps. */
export type DeliveryFigures = Omit<Delivery, 'provider' | 'pairs'>

/** Counts and volumes of the transactions that match a history filter. USD values are decimal strings. */
export const statsShape = object({
  total: number('Number of transactions'),
  volumeUsd: text('Source value in USD of all whose value is known'),
  unvalued,
  byStatus: object({ PENDING: number(), SUCCESS: number(), FAILED: number(), REFUND: number() }),
  byProvider: list(object({ provider: text(), ...sums })),
  byPair: list(object({ src: text('chain:SYMBOL'), dst: text('chain:SYMBOL'), ...sums })),
  byDay: list(object({ day: text('UTC day, YYYY-MM-DD'), ...sums })),
  deliveries: exactOptional(
    list(deliveryShape),
    'What each provider promised and delivered; absent where a filter leaves out swaps that ended',
  ),
})
export type Stats = ShapeOf<typeof statsShape>

export const paginationShape = object({
  page: number(),
  perPage: number(),
  total: number(),
  isTotalLeast: exactOptional(
    yes(),
    'There are at least `total`: what matches a common text is not counted to its end',
  ),
  hasMore: boolean(),
})
export type Pagination = ShapeOf<typeof paginationShape>

export const damagedShape = exactOptional(
  list(text()),
  'Ids of what belongs on this page and is damaged in the store: it is not in data',
)

/** One page of a list: the envelope of every list endpoint. */
export interface Page<T> {
  readonly data: T[]
  readonly pagination: Pagination
  /** Ids of what belongs on this page and is damaged in the store; absent where nothing is. */
  readonly damaged?: readonly string[]
  /** What a client could not read of a server's page, by id or place (`item 3`): it is not in data; absent where nothing is. */
  readonly unreadable?: readonly string[] | undefined
}

/** A verdict as it is published. */
export const verdictDocumentShape = object({
  provider: text(),
  outcome: word(VERDICT_OUTCOMES, 'routes, no_route or error'),
  routes: number('Number of routes'),
  code: optional(text()),
  message: optional(text()),
  minimum: optional(text(), 'Minimum source amount, human-readable'),
  maximum: optional(text(), 'Maximum source amount, human-readable'),
  retryAfterSec: optional(number()),
})
export type VerdictDocument = ShapeOf<typeof verdictDocumentShape>

/** The result of one provider in a quote. Every active provider has exactly one. */
export type Verdict = RoutesVerdict | NoRouteVerdict | ErrorVerdict

/** The provider has routes. */
export interface RoutesVerdict extends Pick<VerdictDocument, 'provider' | 'routes'> {
  outcome: 'routes'
}

/** The provider has no route, for a reason. */
export interface NoRouteVerdict extends Pick<VerdictDocument, 'provider' | 'routes' | 'minimum' | 'maximum'> {
  outcome: 'no_route'
  code: Known<NoRouteCode>
  message: string
}

/** The provider failed. */
export interface ErrorVerdict extends Pick<VerdictDocument, 'provider' | 'routes' | 'retryAfterSec'> {
  outcome: 'error'
  code: Known<ProviderErrorCode>
  message: string
}

/** A verdict as a discriminated union; an unknown outcome of a newer server becomes an error of that name. */
export function readVerdict(verdict: VerdictDocument): Verdict {
  const { outcome, code, message = '' } = verdict
  if (outcome === 'routes') return { ...verdict, outcome: 'routes' }
  if (outcome === 'no_route')
    return { ...verdict, outcome: 'no_route', code: (code ?? 'no_reason_given') as NoRouteVerdict['code'], message }
  return {
    ...verdict,
    outcome: 'error',
    code: (code ?? (outcome === 'error' ? 'no_reason_given' : outcome)) as ErrorVerdict['code'],
    message,
  }
}

/** Answer of quote: the routes, best first, and the verdict of every provider. */
export interface QuoteResult {
  readonly data: Route[]
  readonly verdicts: Verdict[]
}

/** An event of a streamed quote: routes and verdicts as providers answer, then one `done` with the whole result, ranked. */
export type QuoteEvent =
  | { readonly type: 'routes'; readonly provider: string; readonly routes: Route[] }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'done'; readonly result: QuoteResult }
