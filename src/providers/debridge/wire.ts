import { z } from 'zod'
import { readableRows, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, integerSchema as chainId, unitsSchema as units } from '../kit/units.ts'
import { HEX_WORD } from '../../core/text/hex.ts'

/*
 * Replies of the DLN API, https://docs.debridge.com: only what is used. Amounts are decimal strings, dollars are numbers,
 * chain ids are deBridge's own and come as number or text.
 */

/** Dollars as plain decimal text. */
const dollars = whereReadable(z.union([z.number().transform((value) => value.toFixed(6)), z.string().max(60)]))

const token = z.object({
  address: z.string().max(200),
  chainId,
  decimals: decimalsSchema,
  symbol: z.string().catch('?'),
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
  payload: whereReadable(z.object({ feeAmount: whereReadable(units), feeApproximateUsdValue: dollars })),
})
/** One row of `costsDetails`; `feeAmount` is in `tokenIn`. */
export type DebridgeCost = z.infer<typeof cost>

/** `GET /dln/order/create-tx`; without wallets there is no transaction in it. */
export const orderSchema = z.object({
  estimation: z.object({
    srcChainTokenIn: token,
    srcChainTokenOut: whereReadable(token),
    dstChainTokenOut: token.extend({
      recommendedAmount: units.nullish(),
      recommendedApproximateUsdValue: dollars,
    }),
    costsDetails: readableRows(cost),
  }),
  tx: whereReadable(
    z.object({ to: z.string(), data: z.string(), value: z.string(), allowanceTarget: z.string().nullish() }),
  ),
  order: whereReadable(z.object({ approximateFulfillmentDelay: whereReadable(z.number().min(0)) })),
  orderId: whereReadable(z.string().regex(HEX_WORD)),
  fixFee: units.nullish(),
  estimatedTransactionFee: whereReadable(z.object({ total: units })),
})
export type DebridgeOrder = z.infer<typeof orderSchema>

/** Any refusal; `errorId` is the stable part, which those of the framework below the API lack: they have a `message`. */
export const refusalSchema = z.object({
  errorId: whereReadable(z.string()),
  errorMessage: whereReadable(z.string()),
  /** Of the framework below the API, which states one text or a list of them. */
  message: whereReadable(z.union([z.string(), z.array(z.string()).transform((parts) => parts.join('; '))])),
})
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

const eventSchema = whereReadable(z.object({ transactionHash: z.object({ stringValue: z.string().max(200) }) }))

/** `GET /api/Orders/{id}` of the tracking service. */
export const trackedOrderSchema = z.object({
  orderId: z.object({ stringValue: z.string() }),
  createdSrcEventMetadata: eventSchema,
  fulfilledDstEventMetadata: eventSchema,
})

/** `GET /supported-chains-info`; its entries are read one by one. */
export const chainsSchema = z.object({ chains: z.array(z.unknown()) })

/** An entry of it. */
export const chainSchema = z.object({ chainId, originalChainId: chainId.nullish() })

/** `GET /token-list`: tokens by address; they are read one by one. */
export const tokensSchema = z.object({ tokens: z.record(z.string(), z.unknown()) })

/** A token of it. */
export const listedTokenSchema = token.pick({ address: true, decimals: true }).extend({
  symbol: z.string(),
  name: z.string(),
  logoURI: whereReadable(z.string()),
  chainId: chainId.nullish(),
})
