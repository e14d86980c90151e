import { z } from 'zod'
import { statedUsd, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, signedUnitsSchema as signedUnits, unitsSchema as units } from '../kit/units.ts'

/*
 * Replies of the Swap API, https://docs.across.to/reference: only what is used. Amounts are decimal strings; `pct` is a share
 * of the input's value, times 1e18.
 */

/** A member that may be missing or null. */
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

const token = z.object({
  chainId: z.number().int(),
  address: z.string().max(200),
  symbol: z.string().catch('?'),
  decimals: decimalsSchema,
})

const fee = z.object({
  amount: signedUnits,
  amountUsd: statedUsd,
  pct: whereReadable(signedUnits),
  token,
})
/** One stated fee. */
export type AcrossFee = z.infer<typeof fee>

/**
 * The fee of the bridge, with its parts where it states them. Parts are read together or not at all: a sum without one of them
 * would be too small.
 */
const bridgeFee = fee.extend({
  details: maybe(z.object({ lp: maybe(fee), relayerCapital: maybe(fee), destinationGas: maybe(fee) })).catch(undefined),
})

/** Only shown. */
const swapStep = z.object({ swapProvider: z.object({ name: z.string() }).catch({ name: 'exchange' }) })
const call = z.object({ chainId: z.number(), to: z.string(), data: z.string() })

/** `GET /swap/approval`. */
export const approvalSchema = z.object({
  /** Only passed on. */
  id: z.string().max(200).optional().catch(undefined),
  /** Needed where a token is approved. */
  checks: whereReadable(
    z.object({
      allowance: z.object({ token: z.string(), spender: z.string(), actual: whereReadable(units), expected: units }),
    }),
  ),
  approvalTxns: z.array(call).nullish(),
  steps: z.object({
    originSwap: whereReadable(swapStep),
    bridge: z.object({
      provider: z.string(),
      tokenOut: whereReadable(z.object({ symbol: z.string() })),
      fees: whereReadable(bridgeFee),
    }),
    destinationSwap: whereReadable(swapStep),
  }),
  inputToken: token,
  outputToken: token,
  // What the bridge takes stands in its step too, so that unreadable fees are missing prices and no reason to lose the route.
  fees: maybe(
    z.object({
      total: maybe(
        fee.extend({
          details: maybe(z.object({ swapImpact: maybe(fee), app: maybe(fee), bridge: maybe(bridgeFee) })),
        }),
      ),
      originGas: maybe(fee),
    }),
  ).catch(undefined),
  inputAmount: units,
  expectedOutputAmount: units,
  minOutputAmount: units,
  expectedFillTime: whereReadable(z.number().min(0)),
  swapTx: call.extend({ ecosystem: z.string().nullish(), value: z.string().nullish() }),
  quoteExpiryTimestamp: z.number().int().min(0).max(1e11).nullish(),
})
export type AcrossQuote = z.infer<typeof approvalSchema>

/** Any refusal with a status of 4xx. */
export const refusalSchema = z.object({
  code: z.string().optional(),
  message: z.string().default(''),
  param: z.string().optional(),
})
export type AcrossRefusal = z.infer<typeof refusalSchema>

const hash = whereReadable(z.string().max(200))

/** `GET /deposit/status`: each hash has a newer and an older name, and only the status is sure to be there. */
export const statusSchema = z.object({
  status: z.string(),
  originChainId: z.number().nullish(),
  destinationChainId: z.number().nullish(),
  depositTxnRef: hash,
  depositTxHash: hash,
  fillTxnRef: hash,
  fillTx: hash,
  depositRefundTxnRef: hash,
  depositRefundTxHash: hash,
  // In zod 4.6 an unknown member is a required one unless it says otherwise.
  actionsSucceeded: z.unknown().optional(),
})
export type AcrossStatus = z.infer<typeof statusSchema>

/** `GET /swap/chains`; its entries are read one by one. */
export const chainsSchema = z.array(z.unknown())

/** An entry of it. */
export const chainSchema = z.object({ chainId: z.number().int() })

/** `GET /swap/tokens`; its entries are read one by one. */
export const tokensSchema = z.array(z.unknown())

/** An entry of it. */
export const listedTokenSchema = token.extend({
  symbol: z.string(),
  name: z.string(),
  logoUrl: z.string().optional().catch(undefined),
})
