import * as z from 'zod'
import { readableRows, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, integerSchema, unitsSchema as units } from '../kit/units.ts'

/*
 * Replies of Mayan, https://price-api.mayan.finance/swagger: only what is used. Amounts are stated twice, as numbers in whole
 * tokens and, mostly, as text in base units; chain ids are Wormhole's.
 */

const tokenSchema = z.looseObject({ contract: z.string(), wChainId: integerSchema, decimals: decimalsSchema })

/** Whole tokens. */
const wholeSchema = z.number().nonnegative()

/** A quote that an order of Swift can be made of. */
export const swiftSchema = z.looseObject({
  type: z.literal('SWIFT'),
  /** An order that somebody else would sign for is another kind. */
  gasless: whereReadable(z.boolean()),
  swiftVersion: z.string(),
  swiftMayanContract: z.string(),
  /** What the order takes; the source asset, or what it is swapped for before. */
  swiftInputContract: z.string(),
  swiftInputDecimals: whereReadable(decimalsSchema),
  /** True where the order is of the coin, after it was wrapped. */
  swiftWrapAndLock: whereReadable(z.boolean()),
  swiftAuctionMode: z.number().int().min(1).max(255),
  minMiddleAmount: whereReadable(wholeSchema),
  effectiveAmountIn64: units,
  expectedAmountOut: wholeSchema,
  expectedAmountOutBaseUnits: units.nullish(),
  minAmountOut: wholeSchema,
  refundRelayerFee64: units,
  cancelRelayerFee64: units,
  /** Epoch seconds. */
  deadline64: units,
  gasDrop: z.number().nullish(),
  bridgeFee: z.number().nullish(),
  referrerBps: z.number().nullish(),
  protocolBps: whereReadable(z.number().int().min(0).max(1_000)),
  etaSeconds: whereReadable(z.number().min(0)),
  quoteId: whereReadable(z.string().regex(/^0x[0-9a-fA-F]{32}$/)),
  fromToken: tokenSchema,
  toToken: tokenSchema,
})
export type MayanQuote = z.output<typeof swiftSchema>

/** Reply of GET /quote; its entries are read one by one. */
export const quotesSchema = z.looseObject({
  quotes: z.array(z.unknown()),
  minimumSdkVersion: whereReadable(z.tuple([z.number(), z.number(), z.number()])),
})

/** Reply of GET /get-swap/evm. */
export const swapSchema = z.looseObject({ swapRouterAddress: z.string(), swapRouterCalldata: z.string() })

/** Body of a refusal. */
export const refusalSchema = z.looseObject({
  code: whereReadable(z.union([z.string(), z.number().transform(String)])),
  msg: whereReadable(z.string()),
  message: whereReadable(z.string()),
  data: whereReadable(z.looseObject({ minAmountIn: whereReadable(z.union([z.number(), z.string()])) })),
})
export type MayanRefusal = z.output<typeof refusalSchema>

/** Reply of GET /swap/trx/{hash} of the explorer, which leaves out what is null. */
export const statusSchema = z.looseObject({
  clientStatus: whereReadable(z.string()),
  status: whereReadable(z.string()),
  sourceTxHash: z.string(),
  trader: whereReadable(z.string()),
  destChain: whereReadable(integerSchema),
  destAddress: whereReadable(z.string()),
  toTokenAddress: whereReadable(z.string()),
  toTokenChain: whereReadable(integerSchema),
  toAmount: whereReadable(z.string()),
  fulfillTxHash: whereReadable(z.string()),
  redeemTxHash: whereReadable(z.string()),
  refundTxHash: whereReadable(z.string()),
  refundAmount: whereReadable(z.string()),
  refundTokenSymbol: whereReadable(z.string()),
})
export type MayanStatus = z.output<typeof statusSchema>

/** Reply of GET /tokens: lists by the name of their chain; their entries are read one by one. */
export const tokensSchema = z.record(z.string(), readableRows(z.unknown()))

/** An entry of it. */
export const listedTokenSchema = z.looseObject({
  contract: z.string().max(200),
  symbol: z.string(),
  name: z.string(),
  decimals: decimalsSchema,
  logoURI: whereReadable(z.string()),
})
