import * as z from 'zod'
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
import { oneOf } from '../text/one-of.ts'
import type { Known } from './request-fields.ts'

export * from './enums.ts'

/*
 * The documents of the HTTP API as zod schemas, which validate what the client receives and generate the OpenAPI document.
 * Unknown fields and enum values of other servers survive a round trip.
 */

/** An object of the API. Its type has the declared fields only; at run time it keeps fields that a server adds. */
function apiObject<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  return z.looseObject(shape)
}

/** Text as a value of a known set that others may extend. */
export function openWord<T extends string>(): z.ZodType<Known<T>> {
  return z.string() as unknown as z.ZodType<Known<T>>
}

function openEnum<const T extends string>(values: readonly T[], description: string): z.ZodType<Known<T>> {
  return openWord<T>().describe(description).meta({ 'x-known-values': values })
}

export const chainSchema = apiObject({
  key: z.string().describe('Identifier used as srcChain and dstChain'),
  name: z.string().describe('Display name'),
  shortname: z.string().describe('Short display name'),
  chainId: z.number().describe('Numeric chain id'),
  image: z.string().describe('Image URL'),
  type: openEnum(CHAIN_TYPES, oneOf(CHAIN_TYPES)),
  active: z.boolean().describe('Only active chains are listed'),
  new: z.boolean().describe('True when the chain was added less than three days ago'),
})
export type Chain = z.infer<typeof chainSchema>

export const assetSchema = apiObject({
  name: z.string().describe('Display name'),
  symbol: z.string().describe('Token symbol'),
  address: z.string().describe('Identifier used as srcAddress and dstAddress'),
  image: z.string().describe('Image URL'),
  chain: z.string().describe('Chain key'),
  isNative: z.boolean().describe("True for the chain's native coin"),
  new: z.boolean().describe('True when the asset was added less than three days ago'),
  decimals: z.number().optional().describe('Number of decimals of the asset'),
  providers: z.array(z.string()).optional().describe('Keys of the providers that list it, when known'),
  unlisted: z
    .boolean()
    .optional()
    .describe('True for a token that the catalog lacks and that is known only from its own contract'),
})
export type Asset = z.infer<typeof assetSchema>

export const sourceSchema = apiObject({
  key: z.string().describe('Provider key, upper-case with underscores'),
  name: z.string().describe('Display name'),
  image: z.string().describe('Image URL'),
  type: openEnum(SOURCE_TYPES, oneOf(SOURCE_TYPES)),
  active: z.boolean().describe('Only active providers are listed'),
})
export type Source = z.infer<typeof sourceSchema>

export const routeSideSchema = apiObject({
  formatted: z.string().describe('Human-readable amount'),
  currency: z.string().describe('Token symbol'),
  usd: z.string().describe('Value in USD; "" when unknown'),
})
export type RouteSide = z.infer<typeof routeSideSchema>

export const feeItemSchema = apiObject({
  type: openEnum(FEE_TYPES, 'Fee item type; show unknown types by description and providerLabel'),
  amount: z.string().describe('Token amount in base units; negative for rewards'),
  token: apiObject({ chainId: z.number(), address: z.string(), symbol: z.string(), decimals: z.number() }),
  amountUsd: z.string().optional().describe('Estimated USD value when known'),
  description: z.string().describe('Human-readable explanation'),
  providerLabel: z.string().describe('Original provider label'),
  chain: apiObject({ chainId: z.number(), name: z.string().optional() }),
  included: z.boolean().optional().describe('False when paid on top of the source amount'),
})
export type FeeItem = z.infer<typeof feeItemSchema>

export const feesSchema = apiObject({
  total: apiObject({
    usd: z.string().describe('Estimated total in USD'),
    formatted: z.string().describe('Human-readable total'),
  }),
  items: z.array(feeItemSchema),
})
export type Fees = z.infer<typeof feesSchema>

export const routeStepSchema = apiObject({ type: z.string(), name: z.string(), image: z.string() })
export type RouteStep = z.infer<typeof routeStepSchema>

export const routeSchema = apiObject({
  provider: z.string().describe('Provider key'),
  routeId: z.string().describe('Provider route id, for the lock request'),
  src: routeSideSchema,
  dst: routeSideSchema,
  fees: feesSchema,
  estimatedTime: z.number().describe('Estimated duration in seconds'),
  steps: z.array(routeStepSchema),
  minimumReceived: z.string().optional().describe('Minimum destination amount after slippage, human-readable'),
  priceImpactBps: z.number().optional().describe('Price impact in basis points, when the provider states it'),
  expiresAt: z.string().optional().describe('ISO 8601 time at which this price expires'),
  warnings: z.array(z.string()).optional().describe('What the user should check before taking this route'),
  duplicateOf: z.string().optional().describe('Provider of an equal route over the same bridges'),
})
export type Route = z.infer<typeof routeSchema>

export const lockSchema = apiObject({
  provider: z.string().describe('Selected provider key'),
  routeId: z.string().describe('Selected route id'),
  lockId: z.string().describe('Identifier to pass to execute'),
  expiresAt: z.string().describe('ISO 8601 expiry time'),
  ttlMs: z.number().describe('Remaining lifetime in milliseconds'),
  src: routeSideSchema,
  dst: routeSideSchema,
  fees: feesSchema,
  estimatedTime: z.number().optional().describe('Estimated duration in seconds'),
  steps: z.array(routeStepSchema).optional(),
  minimumReceived: z.string().optional().describe('Minimum destination amount after slippage, human-readable'),
  priceImpactBps: z.number().optional().describe('Price impact in basis points, when the provider states it'),
  warnings: z.array(z.string()).optional().describe('What the user should check before executing this lock'),
})
export type Lock = z.infer<typeof lockSchema>

export const transactionAssetSchema = apiObject({
  id: z.number().nullable().describe('Internal asset id'),
  symbol: z.string().nullable(),
  contract: z.string().nullable().describe('Contract address; null for native assets'),
  image: z.string().nullable(),
  chain: z.string().nullable().describe('Chain key'),
  unlisted: z.boolean().optional().describe('True for a token that the catalog lacks'),
})
export type TransactionAsset = z.infer<typeof transactionAssetSchema>

export const transactionFeeSchema = apiObject({
  amount: z.string().nullable().optional(),
  amountUsd: z.number().nullable().optional(),
  currency: z.string().nullable().optional().describe('Currency or token symbol of amount'),
  details: z.unknown().optional().describe('From a quote: its total and items'),
})
export type TransactionFee = z.infer<typeof transactionFeeSchema>

const transactionFields = {
  id: z.string().describe('Public transaction id'),
  hash: z.string().describe('Transaction hash; "" until known'),
  inboundHash: z.string().describe('Inbound (deposit) hash; "" until known'),
  outboundHash: z.string().nullable().describe('Outbound hash; null until known'),
  provider: z.string().describe('Provider key'),
  status: openEnum(TRANSACTION_STATUSES, 'PENDING, SUCCESS, FAILED or REFUND'),
  srcAmount: z.string().describe('Source amount, human-readable'),
  dstAmount: z.string().describe('Destination amount, human-readable'),
  walletAddress: z.string().describe('Depositor wallet'),
  recipientWalletAddress: z.string().describe('Recipient wallet'),
  createdAt: z.string().describe('ISO 8601'),
  fee: transactionFeeSchema,
  srcAsset: transactionAssetSchema,
  dstAsset: transactionAssetSchema,
  stage: openEnum(STAGES, 'Progress of a pending transaction').optional(),
  late: z.boolean().optional().describe('True when a pending transaction takes longer than estimated'),
  reason: z.string().optional().describe('Why it ended FAILED or REFUND'),
  refundHash: z.string().optional().describe('Hash of the transfer that returned the funds'),
}

export const statusTransactionSchema = apiObject({
  ...transactionFields,
  updatedAt: z.string().describe('ISO 8601'),
})
export type StatusTransaction = z.infer<typeof statusTransactionSchema>

export const historyTransactionSchema = apiObject({
  ...transactionFields,
  amountUsd: z.number().describe('Source value in USD; 0 where it is not known'),
  unvalued: z.literal(true).optional().describe('Present where the source value is not known'),
})
export type HistoryTransaction = z.infer<typeof historyTransactionSchema>

/** Members of `exec.meta` by name, unchecked: servers may send others, and anything as their value. */
export type ExecMeta = Readonly<
  Partial<
    Record<
      | 'sandbox'
      | 'executionMode'
      | 'walletExecution'
      | 'providerQuoteId'
      | 'tool'
      | 'channelId'
      | 'depositAddress'
      | 'depositMemo'
      | 'depositBefore'
      | 'memo'
      | 'message'
      | 'expiresAt'
      | 'instructions',
      unknown
    >
  >
>

export const execSchema = apiObject({
  chainId: z.number().nullable().optional().describe('Numeric source chain id when applicable'),
  providerTarget: z.string().optional().describe('Contract, deposit or provider target address of the wallet call'),
  providerCalldata: z.string().optional().describe('Hex calldata for EVM execution'),
  value: z.string().optional().describe('Native value to send, base units'),
  srcToken: z.string().optional().describe('Source token address or native'),
  srcAmount: z.string().optional().describe('Source amount, base units'),
  approvalTarget: z.string().optional().describe('Spender to approve, when approval is required'),
  approvalToken: z.string().optional().describe('Token to approve, when approval is required'),
  approvalAmount: z.string().optional().describe('Approval amount, base units'),
  allSteps: z.array(z.unknown()).optional().describe('Ordered provider steps'),
  meta: (z.record(z.string(), z.unknown()) as z.ZodType as z.ZodType<ExecMeta>)
    .optional()
    .describe('Provider execution metadata'),
})
export type Exec = z.infer<typeof execSchema>

export const providerResultSchema = apiObject({
  txHash: z.string().optional(),
  status: z.string().optional(),
  requestId: z.string().optional(),
  channelId: z.string().optional(),
  depositAddress: z.string().optional(),
  depositMemo: z.string().optional(),
  depositBefore: z.string().optional().describe('ISO 8601 time by which the deposit must arrive'),
  execution: openEnum(
    EXECUTIONS,
    'client: the wallet sends exec; server: send the deposit, and the service does the rest',
  ).optional(),
})
export type ProviderResult = z.infer<typeof providerResultSchema>

export const executionSchema = apiObject({
  provider: z.string(),
  lockId: z.string(),
  providerResult: providerResultSchema,
  quote: apiObject({
    src: routeSideSchema,
    dst: routeSideSchema,
    steps: z.array(routeStepSchema),
    fees: feesSchema,
    estimatedTime: z.number(),
  }),
  exec: execSchema.optional(),
  transaction: apiObject({
    id: z.string(),
    status: openEnum(TRANSACTION_STATUSES, 'PENDING when it is recorded; of a repeat what it is now'),
  }).optional(),
})
/** Answer of execute. */
export type Execution = z.infer<typeof executionSchema>

/** What an execution hands over to be paid. */
export type HandOver = Pick<Execution, 'lockId' | 'providerResult' | 'exec'>

export const statusResultSchema = apiObject({ transaction: statusTransactionSchema, final: z.boolean() })
export type StatusResult = z.infer<typeof statusResultSchema>

export const trackResultSchema = apiObject({
  transaction: apiObject({
    id: z.string(),
    hash: z.string(),
    inboundHash: z.string(),
    provider: z.string(),
    status: openEnum(TRANSACTION_STATUSES, 'PENDING, SUCCESS, FAILED or REFUND'),
  }),
  final: z.boolean(),
  tracking: z.boolean().describe('True while the service follows the transaction'),
})
export type TrackResult = z.infer<typeof trackResultSchema>

const unvalued = z.number().optional().describe('How many of them have no known value; absent for none')
const sums = { total: z.number(), success: z.number(), volumeUsd: z.string(), unvalued }

/** Counts and volumes of the transactions that match a history filter. USD values are decimal strings. */
export const statsSchema = apiObject({
  total: z.number().describe('Number of transactions'),
  volumeUsd: z.string().describe('Source value in USD of all whose value is known'),
  unvalued,
  byStatus: apiObject({ PENDING: z.number(), SUCCESS: z.number(), FAILED: z.number(), REFUND: z.number() }),
  byProvider: z.array(apiObject({ provider: z.string(), ...sums })),
  byPair: z.array(
    apiObject({ src: z.string().describe('chain:SYMBOL'), dst: z.string().describe('chain:SYMBOL'), ...sums }),
  ),
  byDay: z.array(apiObject({ day: z.string().describe('UTC day, YYYY-MM-DD'), ...sums })),
})
export type Stats = z.infer<typeof statsSchema>

export const paginationSchema = apiObject({
  page: z.number(),
  perPage: z.number(),
  total: z.number(),
  isTotalLeast: z
    .literal(true)
    .exactOptional()
    .describe('There are at least `total`: what matches a common text is not counted to its end'),
  hasMore: z.boolean(),
})
export type Pagination = z.infer<typeof paginationSchema>

export const damagedSchema = z
  .array(z.string())
  .exactOptional()
  .describe('Ids of what belongs on this page and is damaged in the store: it is not in data')

/** One page of a list: the envelope of every list endpoint. */
export interface Page<T> {
  readonly data: T[]
  readonly pagination: Pagination
  /** Ids of what belongs on this page and is damaged in the store; absent where nothing is. */
  readonly damaged?: readonly string[]
}

/** A verdict as it is published. */
export const verdictDocumentSchema = apiObject({
  provider: z.string(),
  outcome: openEnum(VERDICT_OUTCOMES, 'routes, no_route or error'),
  routes: z.number().describe('Number of routes'),
  code: z.string().optional(),
  message: z.string().optional(),
  minimum: z.string().optional().describe('Minimum source amount, human-readable'),
  maximum: z.string().optional().describe('Maximum source amount, human-readable'),
  retryAfterSec: z.number().optional(),
})
type VerdictDocument = z.infer<typeof verdictDocumentSchema>

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
export const verdictSchema = verdictDocumentSchema.transform((verdict): Verdict => {
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
})

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
