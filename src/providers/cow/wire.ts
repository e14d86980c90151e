import * as z from 'zod'
import { whereReadable } from '../kit/readable.ts'
import { unitsSchema as units } from '../kit/units.ts'
import { HEX_WORD } from '../../core/text/hex.ts'

/*
 * Replies of CoW Protocol's order book, https://docs.cow.fi/cow-protocol/reference/apis/orderbook (openapi.yml of
 * https://github.com/cowprotocol/services): only what is used. Amounts are base units.
 */

/** Reply of POST /quote. */
export const quoteSchema = z.looseObject({
  quote: z.looseObject({
    sellToken: z.string(),
    buyToken: z.string(),
    /** After the network cost: with `feeAmount` it is what leaves the wallet. */
    sellAmount: units,
    /** After the network cost and the fee of the protocol. */
    buyAmount: units,
    /** The network cost of the settlement, in the token that is sold. */
    feeAmount: units,
    kind: z.literal('sell'),
  }),
  /** ISO 8601. */
  expiration: whereReadable(z.string().max(60)),
  /** Names the quote when an order is placed. */
  id: whereReadable(z.number().int()),
  /** True where a simulation reproduced the amounts. */
  verified: whereReadable(z.boolean()),
  /** Share of the protocol in basis points, with a fraction; already taken from `buyAmount`. */
  protocolFeeBps: whereReadable(z.string().regex(/^[0-9]{1,4}(?:\.[0-9]{1,6})?$/)),
})
export type CowQuote = z.infer<typeof quoteSchema>

/** Reply of POST /orders: the uid of the order. */
export const createdSchema = z.string().regex(/^0x[0-9a-fA-F]{112}$/)

/** Reply of GET /orders/{uid}. */
export const orderSchema = z.looseObject({
  uid: createdSchema,
  status: z.string(),
  executedBuyAmount: units,
  settlementContract: whereReadable(z.string()),
})
export type CowOrder = z.infer<typeof orderSchema>

/** Reply of GET /trades: what filled an order, none until it is in a block. */
export const tradesSchema = z.array(
  z.looseObject({ txHash: whereReadable(z.string().regex(HEX_WORD)), orderUid: whereReadable(z.string()) }),
)

/** Body of a failure. */
export const failureSchema = z.looseObject({
  errorType: z.string(),
  description: whereReadable(z.string()),
  data: whereReadable(z.looseObject({ fee_amount: whereReadable(units) })),
})
export type CowFailure = z.infer<typeof failureSchema>

/** What a lock stores of its route. */
export const stateSchema = z.object({ quoteId: z.number().int().exactOptional() })

/** What tracking stores of the order. */
export const trackingSchema = z.object({
  uid: createdSchema,
  owner: z.string(),
  /** Base units, decimal: what is sold, and the least that is paid. */
  sellAmount: z.string().regex(/^[0-9]{1,78}$/),
  buyAmount: z.string().regex(/^[0-9]{1,78}$/),
  /** Epoch seconds: the last in which the order may be filled. */
  validTo: z.number().int(),
})
export type CowTracking = z.infer<typeof trackingSchema>
