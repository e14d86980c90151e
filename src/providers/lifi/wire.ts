import { z } from 'zod'
import { decimalsSchema, integerSchema, unitsSchema as units } from '../kit/units.ts'

/* Replies of LI.FI, https://docs.li.fi/api-reference; only what is used. */

const tokenSchema = z.looseObject({
  address: z.string(),
  chainId: integerSchema,
  symbol: z.string(),
  decimals: decimalsSchema,
})

/** Reply of GET /chains; its entries are read one by one. */
export const chainsSchema = z.looseObject({ chains: z.array(z.unknown()) })

/** An entry of it. */
export const chainSchema = z.looseObject({ id: integerSchema, mainnet: z.boolean() })

/** Reply of GET /tokens, by chain id; the tokens are read one by one. */
export const tokensSchema = z.looseObject({ tokens: z.record(z.string(), z.array(z.unknown())) })

/** A token of it. */
export const listedTokenSchema = tokenSchema.extend({
  name: z.string(),
  logoURI: z.string().optional().catch(undefined),
  verificationStatus: z.string().optional().catch(undefined),
})

const toolSchema = z.looseObject({ name: z.string(), logoURI: z.string().optional() }).optional()

const feeCostSchema = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  token: tokenSchema,
  amount: units,
  amountUSD: z.string().optional(),
  included: z.boolean(),
  feeSplit: z.looseObject({ lifiFee: units.optional(), integratorFee: units.optional() }).optional(),
})
/** A fee as LI.FI states it; its name is free text. */
export type LifiFeeCost = z.output<typeof feeCostSchema>

const gasCostSchema = z.looseObject({
  type: z.string(),
  amount: units,
  amountUSD: z.string().optional(),
  token: tokenSchema,
})

/** Reply of GET /quote, and a step of a route; the call is missing from routes. */
export const stepSchema = z.looseObject({
  id: z.string(),
  tool: z.string(),
  toolDetails: toolSchema,
  action: z.looseObject({
    fromChainId: integerSchema,
    toChainId: integerSchema,
    fromToken: tokenSchema,
    toToken: tokenSchema,
    fromAmount: units,
    fromAddress: z.string().optional(),
    toAddress: z.string().optional(),
  }),
  estimate: z.looseObject({
    fromAmount: units,
    toAmount: units,
    toAmountMin: units,
    fromAmountUSD: z.string().optional(),
    toAmountUSD: z.string().optional(),
    approvalAddress: z.string().optional(),
    skipApproval: z.boolean().optional(),
    approvalReset: z.boolean().optional(),
    executionDuration: z.number().min(0),
    feeCosts: z.array(feeCostSchema).default([]),
    gasCosts: z.array(gasCostSchema).default([]),
  }),
  includedSteps: z.array(z.looseObject({ type: z.string(), tool: z.string(), toolDetails: toolSchema })).default([]),
  transactionId: z.string().optional(),
  transactionRequest: z
    .looseObject({
      to: z.string().optional(),
      data: z.string().optional(),
      value: z.string().optional(),
      from: z.string().optional(),
      chainId: integerSchema.optional(),
    })
    .optional(),
})
/** A way through one call, as LI.FI states it. */
export type LifiStep = z.output<typeof stepSchema>

const refusalsSchema = z.looseObject({
  filteredOut: z.array(z.looseObject({ reason: z.string().default('') })).default([]),
  failed: z
    .array(
      z.looseObject({
        subpaths: z.record(z.string(), z.array(z.looseObject({ code: z.string().default('') }))).default({}),
      }),
    )
    .default([]),
})
/** Why LI.FI's tools have no route. */
export type LifiRefusals = z.output<typeof refusalsSchema>

/** Reply of POST /advanced/routes. A route of several steps is several wallet transactions. */
export const routesSchema = z.looseObject({
  routes: z.array(z.looseObject({ steps: z.array(z.unknown()).min(1) })),
  unavailableRoutes: refusalsSchema.optional(),
})

/** Body of a failure; some proxies turn `code` into text. */
export const failureSchema = z.looseObject({
  message: z.string().default(''),
  code: integerSchema.optional(),
  errors: refusalsSchema.optional().catch(undefined),
})

/** Reply of GET /status. */
export const statusSchema = z.looseObject({
  status: z.string(),
  substatus: z.string().optional(),
  substatusMessage: z.string().optional(),
  transactionId: z.string().optional(),
  fromAddress: z.string().optional(),
  sending: z.looseObject({ txHash: z.string().optional() }).optional(),
  receiving: z
    .looseObject({ txHash: z.string().optional(), amount: units.optional(), token: tokenSchema.optional() })
    .optional(),
})
/** Status of a transfer as LI.FI states it. */
export type LifiStatus = z.output<typeof statusSchema>
