import { z } from 'zod'
import { readableRows, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, unitsSchema as units } from '../kit/units.ts'

/*
 * Replies of the 1Click API, https://docs.near-intents.org/integration/distribution-channels/1click-api/quickstart: only
 * the fields that are used. Amounts are whole numbers of base units as text.
 */

const text = z.string().min(1).max(300)
const time = z.iso.datetime({ offset: true })

const tokenSchema = z.object({
  assetId: text,
  decimals: decimalsSchema,
  blockchain: z.string(),
  symbol: z.string(),
  contractAddress: z.string().nullish(),
  /** USD of a whole token; 0 where it has none. */
  price: z.number().nonnegative().nullish().catch(null),
})
export type Token = z.infer<typeof tokenSchema>

/** GET /v0/tokens. An entry of an unknown kind is left out; a list of nothing else is refused. */
export const tokensSchema = z
  .array(tokenSchema.nullable().catch(null))
  .transform((tokens) => tokens.filter((token) => token !== null))
  .refine((tokens) => tokens.length > 0)

/** What is only told: a value of another type is as none. */
const told = z.string().max(300).nullish().catch(null)
const toldUnits = units.nullish().catch(null)
const toldTime = time.nullish().catch(null)
/** An amount that is stated and cannot be read. */
export const UNREADABLE = -1n

const unasked = z.unknown().optional()
/**
 * What sends the money, or a part of it, elsewhere: it is never asked for. Any other member that may be an address is compared
 * with ours, or is only told (`referral`); what is not documented is not signed, and a signature that covers more does not verify.
 */
const redirections = {
  customRecipientMsg: unasked,
  virtualChainRecipient: unasked,
  virtualChainRefundRecipient: unasked,
  rebates: unasked,
}
export const REDIRECTIONS = z.object(redirections).keyof().options

const appFeeSchema = z.object({ recipient: z.string(), fee: z.number().int().min(0).max(10_000) })

/** POST /v0/quote. Of a firm quote also what is not used here is covered by its signature. */
export const quoteReplySchema = z.object({
  correlationId: text.optional().catch(undefined),
  timestamp: toldTime,
  quoteRequest: z.object({
    // Only a firm quote must repeat these: what cannot be read is another purpose, mode and deadline than ours.
    dry: whereReadable(z.boolean()),
    depositMode: z.string().nullish().catch('unreadable'),
    swapType: z.string(),
    slippageTolerance: z.number(),
    originAsset: z.string(),
    destinationAsset: z.string(),
    amount: units,
    depositType: z.string(),
    refundTo: z.string(),
    refundType: z.string(),
    recipient: z.string(),
    recipientType: z.string(),
    deadline: toldTime,
    confidentiality: z.string().nullish(),
    /** Undefined for one that cannot be read. */
    appFees: z.array(whereReadable(appFeeSchema)).nullish().catch([undefined]),
    ...redirections,
  }),
  quote: z.object({
    depositAddress: text.nullish(),
    depositMemo: text.nullish(),
    /** When the deposit address dies. */
    deadline: toldTime,
    amountIn: units,
    amountInFormatted: told,
    amountInUsd: told,
    minAmountIn: toldUnits,
    amountOut: units,
    amountOutFormatted: told,
    amountOutUsd: told,
    minAmountOut: units,
    timeEstimate: whereReadable(z.number().min(0)),
    /** Taken of the deposit when it is refunded; of the source asset. */
    refundFee: toldUnits,
    withdrawFee: units.nullish().catch(UNREADABLE),
    ...redirections,
  }),
})
export type QuoteReply = z.infer<typeof quoteReplySchema>

const hashesSchema = readableRows(z.object({ hash: z.string().max(200) }))

/** GET /v0/status and POST /v0/deposit/submit. They are asked for by the deposit address, and what they repeat may be absent. */
export const statusReplySchema = z.object({
  status: text,
  swapDetails: whereReadable(
    z.object({
      amountOut: toldUnits,
      depositedAmount: toldUnits,
      refundedAmount: toldUnits,
      refundFee: toldUnits,
      refundReason: whereReadable(z.string()),
      originChainTxHashes: hashesSchema,
      destinationChainTxHashes: hashesSchema,
    }),
  ),
  quoteResponse: whereReadable(
    z.object({
      quoteRequest: whereReadable(
        z.object({ originAsset: whereReadable(z.string()), destinationAsset: whereReadable(z.string()) }),
      ),
      quote: whereReadable(z.object({ depositAddress: whereReadable(z.string()), minAmountIn: toldUnits })),
    }),
  ),
})
export type StatusReply = z.infer<typeof statusReplySchema>

/** The body of an error; validation errors come as a list. Empty when there is no message. */
export const errorSchema = z
  .object({ message: z.union([z.string(), z.array(z.string()).transform((parts) => parts.join('; '))]) })
  .transform(({ message }) => message.slice(0, 300))
  .catch('')

/** What a route stores for prepare. */
export const stateSchema = z.object({
  originAsset: text,
  destinationAsset: text,
  /** What a refund was to cost, base units of the source asset. */
  refundFee: z
    .string()
    .regex(/^[0-9]{1,78}$/)
    .default('0'),
  /** What fees of the quote took of the amount, in basis points; absent where one of them could not be read. */
  appFeeBps: z.number().int().min(0).max(10_000).optional(),
})

/** What a transaction stores for status. `submitted` is the deposit hash that the API was told, "" before. */
export const trackingSchema = z.looseObject({
  depositAddress: text,
  depositMemo: text.optional(),
  originAsset: text,
  destinationAsset: text,
  submitted: z.string(),
  /** What was agreed to be sent, base units, and by when; absent from swaps of earlier versions. */
  amountIn: z
    .string()
    .regex(/^[0-9]{1,78}$/)
    .optional(),
  depositBefore: time.optional(),
  /** Epoch milliseconds when it was first called a success without hash and amount of the payout. */
  successSeenAtMs: z.number().optional(),
  proof: z.string().optional(),
})
export type Tracking = z.infer<typeof trackingSchema>
