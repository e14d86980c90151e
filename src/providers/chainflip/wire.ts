import { z } from 'zod'
import { unitsSchema as units } from '../kit/units.ts'

/*
 * Replies of the swap backend, https://docs.chainflip.io: only the fields that are used. Amounts
 * are whole numbers of base units as text, times are epoch milliseconds.
 */

const text = z.string().min(1).max(300)
const bps = z.number().int().min(0).max(10_000)
const assetSchema = z.object({ chain: z.string(), asset: z.string() })
const dcaSchema = z.object({
  numberOfChunks: z.number().int().min(1).max(10_000),
  chunkIntervalBlocks: z.number().int().min(1).max(10_000),
})

const priceSchema = z.object({
  type: z.string(),
  srcAsset: assetSchema,
  destAsset: assetSchema,
  depositAmount: units,
  egressAmount: units,
  includedFees: z.array(z.object({ type: z.string(), ...assetSchema.shape, amount: units })),
  poolInfo: z.array(z.object({ fee: z.object({ ...assetSchema.shape, amount: units }) })),
  /** Whole units out for one whole unit that reaches the pools, without the fee of the payout. */
  estimatedPrice: z.string().nullish().catch(undefined),
  estimatedDurationSeconds: z.number().min(0),
  lowLiquidityWarning: z.boolean().nullish(),
  dcaParams: dcaSchema.nullish(),
})
export type Price = z.infer<typeof priceSchema>

/** GET /v2/quote. */
export const quoteReplySchema = z
  .array(priceSchema.extend({ boostQuote: priceSchema.extend({ maxBoostFeeBps: bps }).nullish() }))
  .max(10)
export type QuoteReply = z.infer<typeof quoteReplySchema>

/** GET /api/networkInfo. */
export const networkInfoSchema = z.object({
  assets: z.array(
    z.object({
      asset: z.string(),
      depositChannelCreationEnabled: z.boolean(),
      depositChannelDepositsEnabled: z.boolean(),
      vaultSwapDepositsEnabled: z.boolean().nullish(),
      egressEnabled: z.boolean(),
      boostDepositsEnabled: z.boolean(),
    }),
  ),
})
export type NetworkInfo = z.infer<typeof networkInfoSchema>

/** POST /api/openSwapDepositChannel. The time is missing for chains whose blocks are not tracked. */
export const channelReplySchema = z.object({
  id: z.string().regex(/^\d{1,20}-\w{1,40}-\d{1,20}$/),
  depositAddress: text,
  brokerCommissionBps: bps,
  maxBoostFeeBps: bps.nullish(),
  estimatedExpiryTime: z.number().int().positive().max(8.64e15).nullish(),
})
export type ChannelReply = z.infer<typeof channelReplySchema>

/** What only shows how far a swap is: unreadable is as good as absent. */
const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined)

const count = z.number().int().min(0).max(10_000)
/** POST /api/encodeVaultSwapData, of a source on an EVM chain. */
export const vaultSwapReplySchema = z.object({
  chain: z.string(),
  to: z.string(),
  calldata: z.string(),
  /** Base units of the coin. */
  value: z.string(),
})

const failureSchema = z.object({ mode: z.string() }).nullish()
const egressSchema = z.object({
  amount: units.nullish(),
  txRef: z.string().max(200).nullish(),
  scheduledAt: z.number().nullish(),
  witnessedAt: z.number().nullish(),
  failure: failureSchema,
})
export type Egress = z.infer<typeof egressSchema>

/** GET /v2/swaps/{id}. */
export const statusReplySchema = z.object({
  state: z.string(),
  srcChain: z.string(),
  srcAsset: z.string(),
  destChain: z.string(),
  destAsset: z.string(),
  destAddress: z.string().nullish(),
  depositChannel: z.object({ id: z.string(), isExpired: z.boolean().nullish() }).nullish(),
  deposit: z
    .object({
      amount: lenient(units),
      txRef: z.string().max(200).nullish(),
      failedAt: z.number().nullish(),
      failure: failureSchema,
    })
    .nullish(),
  swap: lenient(
    z.object({
      regular: lenient(z.object({ retryCount: lenient(count) })),
      dca: lenient(
        z.object({ executedChunks: lenient(count), currentChunk: lenient(z.object({ retryCount: lenient(count) })) }),
      ),
    }),
  ),
  dcaParams: lenient(z.object({ numberOfChunks: lenient(count) })),
  swapEgress: egressSchema.nullish(),
  refundEgress: egressSchema.nullish(),
  /** Where the output goes that could not be delivered to the recipient. */
  fallbackEgress: egressSchema.extend({ destinationAddress: z.string().max(200) }).nullish(),
})
export type StatusReply = z.infer<typeof statusReplySchema>

/** The body of an error; empty when it has no message, as validation errors have none. */
export const errorSchema = z
  .object({ message: z.string() })
  .transform(({ message }) => message.slice(0, 300))
  .catch('')

/** The ways through the backend: at once or in parts, and with or without waiting for confirmations of the deposit. */
const VARIANTS = ['regular', 'dca', 'regular-boost', 'dca-boost'] as const

/** What a route stores for prepare. */
export const stateSchema = z.object({
  variant: z.enum(VARIANTS),
  /** True for a call of the Vault, which needs no deposit channel. */
  byVault: z.boolean().default(false),
})
export type Variant = (typeof VARIANTS)[number]

/** What a transaction stores for status: a swap without a channel is known by the hash of its transaction. */
export const trackingSchema = z.object({ channelId: text.optional(), recipient: text })
export type Tracking = z.infer<typeof trackingSchema>
