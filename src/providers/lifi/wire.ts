import { z } from 'zod'
import { readableRows, statedUsd, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, integerSchema, unitsSchema as units } from '../kit/units.ts'

/* Replies of LI.FI, https://docs.li.fi/api-reference; only what is used. */

const tokenSchema = z.looseObject({
  address: z.string(),
  chainId: integerSchema,
  symbol: z.string().catch('?'),
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
  symbol: z.string(),
  name: z.string(),
  logoURI: whereReadable(z.string()),
  verificationStatus: whereReadable(z.string()),
})

const toolSchema = whereReadable(z.looseObject({ name: whereReadable(z.string()), logoURI: whereReadable(z.string()) }))

const feeCostSchema = z.looseObject({
  name: z.string().catch(''),
  description: z.string().catch(''),
  token: tokenSchema,
  /** Undefined for a fee whose amount LI.FI does not know. */
  amount: whereReadable(units),
  amountUSD: statedUsd,
  included: z.boolean(),
  feeSplit: whereReadable(z.looseObject({ lifiFee: whereReadable(units), integratorFee: whereReadable(units) })),
})
/** A fee as LI.FI states it; its name is free text. */
export type LifiFeeCost = z.output<typeof feeCostSchema>

const gasCostSchema = z.looseObject({
  type: z.string().catch(''),
  amount: units,
  amountUSD: statedUsd,
  token: tokenSchema,
})

/**
 * Reply of GET /quote, and a step of a route; the call is missing from routes. Needed is what its OpenAPI document requires,
 * less what only describes.
 */
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
    fromAddress: whereReadable(z.string()),
    toAddress: z.string().nullish(),
  }),
  estimate: z.looseObject({
    fromAmount: units,
    toAmount: units,
    toAmountMin: units,
    fromAmountUSD: statedUsd,
    toAmountUSD: statedUsd,
    approvalAddress: whereReadable(z.string()),
    skipApproval: whereReadable(z.boolean()),
    approvalReset: whereReadable(z.boolean()),
    /** Seconds; it was seen as text too. */
    executionDuration: whereReadable(
      z.union([
        z.number().min(0),
        z
          .string()
          .regex(/^[0-9]{1,7}(?:\.[0-9]+)?$/)
          .transform(Number),
      ]),
    ),
    feeCosts: readableRows(feeCostSchema),
    gasCosts: readableRows(gasCostSchema),
  }),
  includedSteps: readableRows(z.looseObject({ type: z.string(), tool: z.string(), toolDetails: toolSchema })),
  transactionId: whereReadable(z.string()),
  transactionRequest: whereReadable(
    z.looseObject({
      to: z.string(),
      data: z.string(),
      value: z.string().nullish(),
      from: whereReadable(z.string()),
      chainId: whereReadable(integerSchema),
    }),
  ),
})
/** A way through one call, as LI.FI states it. */
export type LifiStep = z.output<typeof stepSchema>

const refusalsSchema = z.looseObject({
  filteredOut: readableRows(z.looseObject({ reason: whereReadable(z.string()) })),
  failed: readableRows(
    z.looseObject({
      subpaths: z
        .record(z.string(), readableRows(z.looseObject({ code: whereReadable(z.string()) })))
        .catch({})
        .default({}),
    }),
  ),
})
/** Why LI.FI's tools have no route. */
export type LifiRefusals = z.output<typeof refusalsSchema>

/** Reply of POST /advanced/routes. A route of several steps is several wallet transactions. */
export const routesSchema = z.looseObject({
  routes: z.array(z.looseObject({ steps: z.array(z.unknown()).min(1) })),
  unavailableRoutes: whereReadable(refusalsSchema),
})

/** Body of a failure; some proxies turn `code` into text. */
export const failureSchema = z.looseObject({
  message: whereReadable(z.string()),
  code: whereReadable(integerSchema),
  errors: whereReadable(refusalsSchema),
})

/** Reply of GET /status. */
export const statusSchema = z.looseObject({
  status: z.string(),
  substatus: whereReadable(z.string()),
  substatusMessage: whereReadable(z.string()),
  transactionId: whereReadable(z.string()),
  fromAddress: whereReadable(z.string()),
  sending: whereReadable(z.looseObject({ txHash: whereReadable(z.string()) })),
  receiving: whereReadable(
    z.looseObject({
      txHash: whereReadable(z.string()),
      amount: whereReadable(units),
      token: whereReadable(tokenSchema),
    }),
  ),
})
/** Status of a transfer as LI.FI states it. */
export type LifiStatus = z.output<typeof statusSchema>
