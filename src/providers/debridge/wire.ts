import { z } from 'zod'
import { decimalsSchema, integerSchema as chainId, unitsSchema as units } from '../kit/units.ts'
import { HEX_WORD } from '../../core/text/hex.ts'

/*
 * Replies of the DLN API, https://docs.debridge.com: only what is used. Amounts are decimal strings, dollars are numbers,
 * chain ids are deBridge's own and come as number or text.
 */

/** Dollars as plain decimal text. */
const dollars = z
  .union([z.number(), z.string().max(60)])
  .nullish()
  .transform((value) => (typeof value === 'number' ? value.toFixed(6) : (value ?? undefined)))

const token = z.object({
  address: z.string().max(200),
  chainId,
  decimals: decimalsSchema,
  symbol: z.string(),
  amount: units,
  approximateUsdValue: dollars,
})
/** A token of a route with the amount of it. */
export type DebridgeToken = z.infer<typeof token>

const cost = z.object({
  chain: chainId,
  tokenIn: z.string().max(200),
  amountIn: units,
  amountOut: units,
  type: z.string(),
  payload: z.object({ feeAmount: units.nullish(), feeApproximateUsdValue: dollars }).nullish(),
})
/** One row of `costsDetails`; `feeAmount` is in `tokenIn`. */
export type DebridgeCost = z.infer<typeof cost>

/** `GET /dln/order/create-tx`; without wallets there is no transaction in it. */
export const orderSchema = z.object({
  estimation: z.object({
    srcChainTokenIn: token,
    srcChainTokenOut: token.nullish(),
    dstChainTokenOut: token.extend({
      recommendedAmount: units.nullish(),
      recommendedApproximateUsdValue: dollars,
    }),
    costsDetails: z.array(cost).nullish(),
  }),
  tx: z
    .object({
      to: z.string().optional(),
      data: z.string().optional(),
      value: z.string().optional(),
      allowanceTarget: z.string().nullish(),
    })
    .nullish(),
  order: z.object({ approximateFulfillmentDelay: z.number().min(0).optional() }).nullish(),
  orderId: z.string().regex(HEX_WORD).nullish(),
  fixFee: units.nullish(),
  estimatedTransactionFee: z.object({ total: units }).nullish(),
})
export type DebridgeOrder = z.infer<typeof orderSchema>

/** Any refusal; `errorId` is the stable part. */
export const refusalSchema = z.object({ errorId: z.string(), errorMessage: z.string().default('') })
export type DebridgeRefusal = z.infer<typeof refusalSchema>

/** `GET /dln/tx/{hash}/order-ids`. */
export const orderIdsSchema = z.object({ orderIds: z.array(z.string().regex(HEX_WORD)) })

/** `GET /dln/order/{id}/status`. */
export const orderStatusSchema = z.object({ orderId: z.string(), status: z.string() })

/** `GET /dln/order/{id}`. */
export const orderDetailsSchema = z.object({
  orderId: z.string(),
  orderStruct: z.object({
    takeOffer: z.object({ chainId, tokenAddress: z.string(), amount: units }),
    receiverDst: z.string(),
  }),
})

const eventSchema = z.object({ transactionHash: z.object({ stringValue: z.string().max(200) }) })

/** `GET /api/Orders/{id}` of the tracking service. */
export const trackedOrderSchema = z.object({
  orderId: z.object({ stringValue: z.string() }),
  createdSrcEventMetadata: eventSchema.nullish(),
  fulfilledDstEventMetadata: eventSchema.nullish(),
})

/** `GET /supported-chains-info`; its entries are read one by one. */
export const chainsSchema = z.object({ chains: z.array(z.unknown()) })

/** An entry of it. */
export const chainSchema = z.object({ chainId, originalChainId: chainId.nullish() })

/** `GET /token-list`: tokens by address; they are read one by one. */
export const tokensSchema = z.object({ tokens: z.record(z.string(), z.unknown()) })

/** A token of it. */
export const listedTokenSchema = token.pick({ address: true, decimals: true, symbol: true }).extend({
  name: z.string(),
  logoURI: z.string().optional().catch(undefined),
  chainId: chainId.nullish(),
})
