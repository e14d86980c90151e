import * as z from 'zod'
import { CHAIN_TYPES, SOURCE_TYPES, STAGES, TRANSACTION_STATUSES } from './enums.ts'

export * from './enums.ts'

/*
 * The documents of the HTTP API, part 2, as zod schemas: the same ones check what our client receives and generate the
 * OpenAPI document. They are loose: unknown fields and unknown enum values of other servers survive a round trip.
 */

export const chainSchema = z.looseObject({
  key: z.string().describe('Identifier used as srcChain and dstChain'),
  name: z.string().describe('Display name'),
  shortname: z.string().describe('Short display name'),
  chainId: z.number().describe('Numeric chain id'),
  image: z.string().describe('Image URL'),
  type: z.string().describe('EVM, COSMOS, UTXO or OTHER').meta({ 'x-known-values': CHAIN_TYPES }),
  active: z.boolean().describe('Only active chains are listed'),
  new: z.boolean().describe('True when the chain was added less than three days ago'),
})
export type Chain = z.infer<typeof chainSchema>

export const assetSchema = z.looseObject({
  name: z.string().describe('Display name'),
  symbol: z.string().describe('Token symbol'),
  address: z.string().describe('Identifier used as srcAddress and dstAddress'),
  image: z.string().describe('Image URL'),
  chain: z.string().describe('Chain key'),
  isNative: z.boolean().describe("True for the chain's native coin"),
  new: z.boolean().describe('True when the asset was added less than three days ago'),
  decimals: z.number().optional().describe('Number of decimals of the asset'),
  providers: z.array(z.string()).optional().describe('Keys of the providers that list it, where that is known'),
  unlisted: z
    .boolean()
    .optional()
    .describe('True for a token that the catalog lacks: known only by what its contract says of itself'),
})
export type Asset = z.infer<typeof assetSchema>

export const sourceSchema = z.looseObject({
  key: z.string().describe('Provider key, upper-case with underscores'),
  name: z.string().describe('Display name'),
  image: z.string().describe('Image URL'),
  type: z.string().describe('BRIDGE, EXCHANGE or SERVICE').meta({ 'x-known-values': SOURCE_TYPES }),
  active: z.boolean().describe('Only active providers are listed'),
})
export type Source = z.infer<typeof sourceSchema>

export const routeSideSchema = z.looseObject({
  formatted: z.string().describe('Human-readable amount'),
  currency: z.string().describe('Token symbol'),
  usd: z.string().describe('Value in USD; "" when nobody states one'),
})
export type RouteSide = z.infer<typeof routeSideSchema>

export const feeItemSchema = z.looseObject({
  type: z.string().describe('Fee item type; unknown types are shown by description and providerLabel'),
  amount: z.string().describe('Token amount in base units; negative for rewards'),
  token: z.looseObject({ chainId: z.number(), address: z.string(), symbol: z.string(), decimals: z.number() }),
  amountUsd: z.string().optional().describe('Estimated USD value when known'),
  description: z.string().describe('Human-readable explanation'),
  providerLabel: z.string().describe('Original provider label'),
  chain: z.looseObject({ chainId: z.number(), name: z.string().optional() }),
  included: z.boolean().optional().describe('False when paid on top of the source amount'),
})
export type FeeItem = z.infer<typeof feeItemSchema>

export const feesSchema = z.looseObject({
  total: z.looseObject({
    usd: z.string().describe('Estimated total in USD'),
    formatted: z.string().describe('The same for people'),
  }),
  items: z.array(feeItemSchema),
})
export type Fees = z.infer<typeof feesSchema>

export const routeStepSchema = z.looseObject({ type: z.string(), name: z.string(), image: z.string() })
export type RouteStep = z.infer<typeof routeStepSchema>

export const routeSchema = z.looseObject({
  provider: z.string().describe('Provider key'),
  routeId: z.string().describe('Provider route id; keep it until the lock is made'),
  src: routeSideSchema,
  dst: routeSideSchema,
  fees: feesSchema,
  estimatedTime: z.number().describe('Estimated duration in seconds'),
  steps: z.array(routeStepSchema),
  minimumReceived: z.string().optional().describe('Least destination amount within the slippage, human-readable'),
  priceImpactBps: z
    .number()
    .optional()
    .describe('How much less the amount gets than a small one would, in basis points, where the provider found out'),
  expiresAt: z.string().optional().describe('ISO 8601 time at which the provider withdraws this price'),
  warnings: z.array(z.string()).optional().describe('What to look at twice before this route is taken'),
  duplicateOf: z.string().optional().describe('Provider of a route that goes over the same bridges'),
})
export type Route = z.infer<typeof routeSchema>

export const lockSchema = z.looseObject({
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
  minimumReceived: z.string().optional().describe('Least destination amount within the slippage, human-readable'),
  priceImpactBps: z
    .number()
    .optional()
    .describe('How much less the amount gets than a small one would, in basis points, where the provider found out'),
  warnings: z.array(z.string()).optional().describe('What to look at twice before this lock is executed'),
})
export type Lock = z.infer<typeof lockSchema>

export const transactionAssetSchema = z.looseObject({
  id: z.number().nullable().describe('Internal asset id'),
  symbol: z.string().nullable(),
  contract: z.string().nullable().describe('Contract address; null for native assets'),
  image: z.string().nullable(),
  chain: z.string().nullable().describe('Chain key'),
  unlisted: z.boolean().optional().describe('True for a token that the catalog lacked'),
})
export type TransactionAsset = z.infer<typeof transactionAssetSchema>

export const transactionFeeSchema = z.looseObject({
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
  status: z.string().describe('PENDING, SUCCESS, FAILED or REFUND').meta({ 'x-known-values': TRANSACTION_STATUSES }),
  srcAmount: z.string().describe('Source amount, human-readable'),
  dstAmount: z.string().describe('Destination amount, human-readable'),
  walletAddress: z.string().describe('Depositor wallet'),
  recipientWalletAddress: z.string().describe('Recipient wallet'),
  createdAt: z.string().describe('ISO 8601'),
  fee: transactionFeeSchema,
  srcAsset: transactionAssetSchema,
  dstAsset: transactionAssetSchema,
  stage: z.string().optional().describe('Progress of a pending transaction').meta({ 'x-known-values': STAGES }),
  late: z.boolean().optional().describe('True when a pending transaction takes longer than estimated'),
  reason: z.string().optional().describe('Why it ended FAILED or REFUND'),
  refundHash: z.string().optional().describe('Hash of the transfer that returned the funds'),
}

export const statusTransactionSchema = z.looseObject({
  ...transactionFields,
  updatedAt: z.string().describe('ISO 8601'),
})
export type StatusTransaction = z.infer<typeof statusTransactionSchema>

export const historyTransactionSchema = z.looseObject({
  ...transactionFields,
  amountUsd: z.number().describe('Source value in USD'),
})
export type HistoryTransaction = z.infer<typeof historyTransactionSchema>

export const execSchema = z.looseObject({
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
  meta: z.record(z.string(), z.unknown()).optional().describe('Provider execution metadata'),
})
export type Exec = z.infer<typeof execSchema>

export const providerResultSchema = z.looseObject({
  txHash: z.string().optional(),
  status: z.string().optional(),
  requestId: z.string().optional(),
  channelId: z.string().optional(),
  depositAddress: z.string().optional(),
  depositMemo: z.string().optional(),
  execution: z
    .string()
    .optional()
    .describe('client: the wallet sends exec; server: send the deposit, the service does the rest'),
})
export type ProviderResult = z.infer<typeof providerResultSchema>

export const executionSchema = z.looseObject({
  provider: z.string(),
  lockId: z.string(),
  providerResult: providerResultSchema,
  quote: z.looseObject({
    src: routeSideSchema,
    dst: routeSideSchema,
    steps: z.array(routeStepSchema),
    fees: feesSchema,
    estimatedTime: z.number(),
  }),
  exec: execSchema.optional(),
  transaction: z.looseObject({ id: z.string(), status: z.string() }).optional(),
})
/** Answer of execute. */
export type Execution = z.infer<typeof executionSchema>

export const statusResultSchema = z.looseObject({ transaction: statusTransactionSchema, final: z.boolean() })
export type StatusResult = z.infer<typeof statusResultSchema>

export const trackResultSchema = z.looseObject({
  transaction: z.looseObject({
    id: z.string(),
    hash: z.string(),
    inboundHash: z.string(),
    provider: z.string(),
    status: z.string(),
  }),
  final: z.boolean(),
  tracking: z.boolean().describe('True while the service follows the transaction'),
})
export type TrackResult = z.infer<typeof trackResultSchema>

/** Counts and volumes over the transactions that match a history filter. All USD values are decimal strings. */
export const statsSchema = z.looseObject({
  total: z.number().describe('Number of transactions'),
  volumeUsd: z.string().describe('Source value of all of them in USD'),
  byStatus: z.looseObject({ PENDING: z.number(), SUCCESS: z.number(), FAILED: z.number(), REFUND: z.number() }),
  byProvider: z.array(
    z.looseObject({ provider: z.string(), total: z.number(), success: z.number(), volumeUsd: z.string() }),
  ),
  byPair: z.array(
    z.looseObject({
      src: z.string().describe('chain:SYMBOL'),
      dst: z.string().describe('chain:SYMBOL'),
      total: z.number(),
      success: z.number(),
      volumeUsd: z.string(),
    }),
  ),
  byDay: z.array(
    z.looseObject({
      day: z.string().describe('UTC day, YYYY-MM-DD'),
      total: z.number(),
      success: z.number(),
      volumeUsd: z.string(),
    }),
  ),
})
export type Stats = z.infer<typeof statsSchema>

export const paginationSchema = z.looseObject({
  page: z.number(),
  perPage: z.number(),
  total: z.number(),
  hasMore: z.boolean(),
})
export type Pagination = z.infer<typeof paginationSchema>

/** One page of a list: the envelope of every list endpoint. */
export interface Page<T> {
  readonly data: T[]
  readonly pagination: Pagination
}

export const verdictSchema = z.looseObject({
  provider: z.string(),
  outcome: z
    .string()
    .describe('routes, no_route or error')
    .meta({ 'x-known-values': ['routes', 'no_route', 'error'] }),
  routes: z.number().describe('How many routes it gave'),
  code: z.string().optional(),
  message: z.string().optional(),
  minimum: z.string().optional().describe('Smallest source amount that would work, human-readable'),
  maximum: z.string().optional().describe('Largest source amount that would work, human-readable'),
  retryAfterSec: z.number().optional(),
})
/** How one provider ended a fan-out. Every active provider has exactly one in every quote. */
export type Verdict = z.infer<typeof verdictSchema>

/** Answer of quote: the routes, best first, and beside them how every provider ended. */
export interface QuoteResult {
  readonly data: Route[]
  readonly verdicts: Verdict[]
}

/** What a streaming quote yields: routes and verdicts as providers answer, then one `done` with all of it in order. */
export type QuoteEvent =
  | { readonly type: 'routes'; readonly provider: string; readonly routes: Route[] }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'done'; readonly result: QuoteResult }
