import { z } from 'zod'
import { isSpreadTooLong } from '../../core/swap/networks/streaming.ts'
import { amountAtPrice } from '../kit/agreement.ts'
import { someReadableRows, whereReadable } from '../kit/readable.ts'
import { unitsSchema as units } from '../kit/units.ts'

/*
 * Replies of the swap backend, https://docs.chainflip.io: only the fields that are used. Amounts
 * are whole numbers of base units as text, times are epoch milliseconds.
 */

const text = z.string().min(1).max(300)
const bps = z.number().int().min(0).max(10_000)
const assetSchema = z.object({ chain: z.string(), asset: z.string() })
/** Parts of a swap that are over in time. */
const dcaSchema = z
  .object({ numberOfChunks: z.number().int().min(1), chunkIntervalBlocks: z.number().int().min(1) })
  .refine(({ numberOfChunks: count, chunkIntervalBlocks: intervalBlocks }) => {
    return !isSpreadTooLong({ count, intervalBlocks })
  })
/** A price in digits, by which an amount can be held. */
const priceText = z
  .union([z.string().max(100), z.number().transform(String)])
  .refine((text) => amountAtPrice(1n, text, { from: 0, to: 0 }) !== undefined)

const feeSchema = z.object({ type: z.string(), ...assetSchema.shape, amount: units })
/** Fees without which the least price of a swap cannot be computed. */
const LIMITING_FEES: readonly string[] = ['INGRESS', 'EGRESS', 'BOOST']
/** Any other one that cannot be read: that it is there is all that is known. */
const unreadableFee = z
  .object({ type: z.string().refine((type) => !LIMITING_FEES.includes(type)) })
  .transform(() => undefined)

const priceSchema = z.object({
  type: z.string(),
  srcAsset: assetSchema,
  destAsset: assetSchema,
  depositAmount: units,
  egressAmount: units,
  includedFees: z.array(z.union([feeSchema, unreadableFee])),
  /** Undefined for a fee of a pool that cannot be read. */
  poolInfo: z
    .array(whereReadable(z.object({ fee: z.object({ ...assetSchema.shape, amount: units }) })))
    .catch([undefined])
    .default([undefined]),
  /** Whole units out for one whole unit that reaches the pools, without the fee of the payout. */
  estimatedPrice: priceText,
  estimatedDurationSeconds: whereReadable(z.number().min(0)),
  lowLiquidityWarning: whereReadable(z.boolean()),
  dcaParams: whereReadable(dcaSchema),
})
export type Price = z.infer<typeof priceSchema>

/** Parts that cannot be read cannot be asked for. */
const hasItsParts = ({ type, dcaParams }: Price) => type !== 'DCA' || dcaParams !== undefined
const boostSchema = priceSchema.extend({ maxBoostFeeBps: bps }).refine(hasItsParts)
const offeredSchema = priceSchema.extend({ boostQuote: whereReadable(boostSchema) }).refine(hasItsParts)

/** GET /v2/quote. A price that cannot be read hides no other one. */
export const quoteReplySchema = someReadableRows(offeredSchema)
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
  estimatedExpiryTime: z.number().int().positive().nullish(),
})
export type ChannelReply = z.infer<typeof channelReplySchema>

/** POST /api/encodeVaultSwapData, of a source on an EVM chain. */
export const vaultSwapReplySchema = z.object({
  chain: z.string(),
  to: z.string(),
  calldata: z.string(),
  /** Base units of the coin. */
  value: z.string(),
})

const count = z.number().int().min(0).max(10_000)
const failureSchema = z.object({ mode: z.string() }).nullish()
/** Digits must be an amount; what is no text is not told. */
const egressAmount = z
  .union([
    units,
    z
      .unknown()
      .refine((value) => typeof value !== 'string')
      .transform(() => undefined),
  ])
  .optional()
/** A payment by the network. What says that it failed must be readable, and also to whom it goes. */
const egressSchema = z.object({
  amount: egressAmount,
  txRef: whereReadable(z.string().max(200)),
  scheduledAt: whereReadable(z.number()),
  witnessedAt: whereReadable(z.number()),
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
  depositChannel: whereReadable(z.object({ id: whereReadable(z.string()), isExpired: whereReadable(z.boolean()) })),
  deposit: whereReadable(
    z.object({
      amount: whereReadable(units),
      txRef: whereReadable(z.string().max(200)),
      failedAt: whereReadable(z.number()),
      failure: failureSchema,
    }),
  ),
  swap: whereReadable(
    z.object({
      /** What the pools gave so far, base units. */
      swappedOutputAmount: whereReadable(units),
      regular: whereReadable(z.object({ retryCount: whereReadable(count) })),
      dca: whereReadable(
        z.object({
          executedChunks: whereReadable(count),
          currentChunk: whereReadable(z.object({ retryCount: whereReadable(count) })),
        }),
      ),
    }),
  ),
  dcaParams: whereReadable(z.object({ numberOfChunks: whereReadable(count) })),
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
  /** The parts that were agreed to; absent for one. */
  dcaParams: dcaSchema.optional(),
})
export type Variant = (typeof VARIANTS)[number]

/** What a transaction stores for status: a swap without a channel is known by the hash of its transaction. */
export const trackingSchema = z.object({
  channelId: text.optional(),
  recipient: text,
  /** Epoch milliseconds at which it was first said to have failed without saying what; absent before. */
  failedAtMs: z.number().optional(),
  /** The same of a payout that was first seen to be sent. */
  sentAtMs: z.number().optional(),
  /** The same of a payout that was first called paid without hash and amount. */
  paidSeenAtMs: z.number().optional(),
})
export type Tracking = z.infer<typeof trackingSchema>
