import { z } from 'zod'
import { decimalsSchema, signedUnitsSchema as signedUnits, unitsSchema as units } from '../kit/units.ts'

/*
 * Replies of the Swap API, https://docs.across.to/reference: only what is used. Amounts are decimal strings; `pct` is a share
 * of the input's value, times 1e18.
 */

const token = z.object({
  chainId: z.number().int(),
  address: z.string().max(200),
  symbol: z.string(),
  decimals: decimalsSchema,
})

const fee = z.object({
  amount: signedUnits,
  amountUsd: z.string().max(60).optional(),
  pct: signedUnits.optional(),
  token,
})
/** One stated fee. */
export type AcrossFee = z.infer<typeof fee>

/** The fee of the bridge, with its parts where it states them. */
const bridgeFee = fee.extend({
  details: z.object({ lp: fee.optional(), relayerCapital: fee.optional(), destinationGas: fee.optional() }).optional(),
})

const swapStep = z.object({ swapProvider: z.object({ name: z.string() }) })
const call = z.object({ chainId: z.number(), to: z.string(), data: z.string() })

/** `GET /swap/approval`. */
export const approvalSchema = z.object({
  id: z.string().max(200),
  checks: z.object({
    allowance: z.object({ token: z.string(), spender: z.string(), actual: units, expected: units }),
  }),
  approvalTxns: z.array(call).nullish(),
  steps: z.object({
    originSwap: swapStep.nullish(),
    bridge: z.object({ provider: z.string(), tokenOut: token, fees: bridgeFee }),
    destinationSwap: swapStep.nullish(),
  }),
  inputToken: token,
  outputToken: token,
  fees: z
    .object({
      total: fee
        .extend({
          details: z
            .object({ swapImpact: fee.optional(), app: fee.optional(), bridge: bridgeFee.optional() })
            .optional(),
        })
        .optional(),
      originGas: fee.optional(),
    })
    .nullish(),
  inputAmount: units,
  expectedOutputAmount: units,
  minOutputAmount: units,
  expectedFillTime: z.number().min(0),
  swapTx: call.extend({ ecosystem: z.string().optional(), value: z.string().nullish() }),
  quoteExpiryTimestamp: z.number().int().min(0).max(1e11).optional(),
})
export type AcrossQuote = z.infer<typeof approvalSchema>

/** Any refusal with a status of 4xx. */
export const refusalSchema = z.object({
  code: z.string().optional(),
  message: z.string().default(''),
  param: z.string().optional(),
})
export type AcrossRefusal = z.infer<typeof refusalSchema>

const hash = z.string().max(200).nullish()

/** `GET /deposit/status`: each hash has a newer and an older name. */
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
  actionsSucceeded: z.unknown(),
})
export type AcrossDeposit = z.infer<typeof statusSchema>

/** `GET /swap/chains`; its entries are read one by one. */
export const chainsSchema = z.array(z.unknown())

/** An entry of it. */
export const chainSchema = z.object({ chainId: z.number().int() })

/** `GET /swap/tokens`; its entries are read one by one. */
export const tokensSchema = z.array(z.unknown())

/** An entry of it. */
export const listedTokenSchema = token.extend({
  name: z.string(),
  logoUrl: z.string().optional().catch(undefined),
})
