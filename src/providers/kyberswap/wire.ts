import * as z from 'zod'
import { readableRows, statedUsd, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, integerSchema, unitsSchema as units } from '../kit/units.ts'

/* Replies of the KyberSwap Aggregator, https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator; only what is used. */

const summarySchema = z.looseObject({
  tokenIn: z.string(),
  tokenOut: z.string(),
  amountIn: units,
  amountOut: units,
  amountInUsd: statedUsd,
  amountOutUsd: statedUsd,
  gas: whereReadable(units),
  gasPrice: whereReadable(units),
  gasUsd: statedUsd,
  l1FeeUsd: statedUsd,
  extraFee: whereReadable(z.looseObject({ feeAmount: z.string(), chargeFeeBy: z.string(), isInBps: z.boolean() })),
  route: readableRows(readableRows(z.looseObject({ exchange: z.string() }))),
})
/** A priced route as KyberSwap states it. */
export type KyberSummary = z.output<typeof summarySchema>

/** Reply of GET /{chain}/api/v1/routes. */
export const routesSchema = z.looseObject({
  code: z.literal(0),
  data: z.looseObject({ routeSummary: summarySchema, routerAddress: z.string() }),
})

/** Reply of POST /{chain}/api/v1/route/build. */
export const buildSchema = z.looseObject({
  code: z.literal(0),
  data: z.looseObject({
    amountIn: whereReadable(units),
    data: z.string(),
    routerAddress: z.string(),
    /** Base units of the native coin; older replies leave it out. */
    transactionValue: z.string().nullish(),
  }),
})

/** Body of a failure; the one about an unknown chain has no code. */
export const failureSchema = z.looseObject({
  code: whereReadable(integerSchema),
  message: whereReadable(z.string()),
})

/** Reply of GET /api/v1/aggregator/supported-chains; its entries are read one by one. */
export const chainsSchema = z.looseObject({ data: z.looseObject({ chains: z.array(z.unknown()) }) })

/** An entry of it; `chainName` is what paths have. */
export const chainSchema = z.looseObject({ chainId: integerSchema, chainName: z.string(), state: z.string() })

/** Reply of GET /api/v1/public/tokens; its entries are read one by one. */
export const tokensSchema = z.looseObject({
  code: z.literal(0),
  data: z.looseObject({ tokens: z.array(z.unknown()) }),
})

/** An entry of it. */
export const listedTokenSchema = z.looseObject({
  chainId: integerSchema,
  address: z.string().max(200),
  symbol: z.string(),
  name: z.string(),
  decimals: decimalsSchema,
  isWhitelisted: z.boolean().nullish(),
  logoURL: whereReadable(z.string()),
})
