import * as z from 'zod'
import { readableRows, statedUsd, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, unitsSchema as units } from '../kit/units.ts'

/* Replies of Velora's Market API 6.2, https://developers.velora.xyz/api/velora-api/velora-market-api; only what is used. */

const routeSchema = z.looseObject({
  network: z.number(),
  srcToken: z.string(),
  srcDecimals: z.number(),
  srcAmount: units,
  destToken: z.string(),
  destDecimals: z.number(),
  /** Before the fee of `partnerFee`. */
  destAmount: units,
  bestRoute: readableRows(
    z.looseObject({
      swaps: readableRows(z.looseObject({ swapExchanges: readableRows(z.looseObject({ exchange: z.string() })) })),
    }),
  ),
  gasCost: whereReadable(units),
  gasCostUSD: statedUsd,
  side: z.literal('SELL'),
  version: z.literal('6.2'),
  contractAddress: z.string(),
  tokenTransferProxy: z.string(),
  /** Percent: 0.01 is one basis point. */
  partnerFee: z.number().min(0).max(100),
  /** Null where it has no price. */
  srcUSD: statedUsd,
  destUSD: statedUsd,
  maxImpactReached: whereReadable(z.boolean()),
})
/** A priced route as Velora states it. */
export type VeloraRoute = z.output<typeof routeSchema>

/** Reply of GET /prices. */
export const pricesSchema = z.looseObject({ priceRoute: routeSchema })

/** Reply of GET /swap: the same with the transaction. */
export const swapSchema = z.looseObject({
  priceRoute: routeSchema,
  txParams: z.looseObject({
    from: z.string(),
    to: z.string(),
    value: z.string(),
    data: z.string(),
    chainId: z.number(),
    gasPrice: whereReadable(units),
  }),
})

/** Body of a failure. */
export const failureSchema = z.looseObject({ error: z.string() })

/** Reply of GET /tokens/{network}, https://developers.velora.xyz/api/get-tokens-list; its entries are read one by one. */
export const tokensSchema = z.looseObject({ tokens: z.array(z.unknown()) })

/** An entry of it; most have no name. */
export const listedTokenSchema = z.looseObject({
  network: z.number(),
  address: z.string().max(200),
  symbol: z.string(),
  name: whereReadable(z.string()),
  decimals: decimalsSchema,
  img: whereReadable(z.string()),
})
