import { z } from 'zod'
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

/** POST /v0/quote. Of a firm quote also what is not used here is covered by its signature. */
export const quoteReplySchema = z.object({
  correlationId: text.optional().catch(undefined),
  timestamp: toldTime,
  quoteRequest: z.object({
    dry: z.boolean().nullish(),
    depositMode: z.string().nullish(),
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
    deadline: time,
    confidentiality: z.string().nullish(),
    appFees: z.array(z.object({ recipient: z.string(), fee: z.number().int().min(0).max(10_000) })).nullish(),
  }),
  quote: z.object({
    depositAddress: text.nullish(),
    depositMemo: text.nullish(),
    /** When the deposit address dies. */
    deadline: time.nullish(),
    amountIn: units,
    amountInFormatted: told,
    amountInUsd: told,
    minAmountIn: units.nullish(),
    amountOut: units,
    amountOutFormatted: told,
    amountOutUsd: told,
    minAmountOut: units,
    timeEstimate: z.number().min(0),
    /** Taken of the deposit when it is refunded; of the source asset. */
    refundFee: toldUnits,
    withdrawFee: toldUnits,
  }),
})
export type QuoteReply = z.infer<typeof quoteReplySchema>

const hashesSchema = z.array(z.object({ hash: z.string().max(200) })).nullish()

/** GET /v0/status and POST /v0/deposit/submit. */
export const statusReplySchema = z.object({
  status: text,
  swapDetails: z
    .object({
      amountOut: units.nullish(),
      depositedAmount: toldUnits,
      refundedAmount: toldUnits,
      refundFee: toldUnits,
      refundReason: z.string().nullish(),
      originChainTxHashes: hashesSchema,
      destinationChainTxHashes: hashesSchema,
    })
    .nullish(),
  quoteResponse: z
    .object({
      quoteRequest: z.object({ originAsset: z.string(), destinationAsset: z.string() }),
      quote: z.object({
        depositAddress: z.string().nullish(),
        depositMemo: z.string().nullish(),
        minAmountIn: toldUnits,
      }),
    })
    .nullish(),
})
export type StatusReply = z.infer<typeof statusReplySchema>

/** The body of an error; validation errors come as a list. Empty when there is no message. */
export const errorSchema = z
  .object({ message: z.union([z.string(), z.array(z.string()).transform((parts) => parts.join('; '))]) })
  .transform(({ message }) => message.slice(0, 300))
  .catch('')

/** What a route stores for prepare. */
export const stateSchema = z.object({ originAsset: text, destinationAsset: text })

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
  proof: z.string().optional(),
})
export type Tracking = z.infer<typeof trackingSchema>
