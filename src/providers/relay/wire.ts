import * as z from 'zod'
import { decimalsSchema, signedUnitsSchema as units } from '../kit/units.ts'

/* Replies of Relay, https://docs.relay.link/references/api; only what is used. */

const currencySchema = z.looseObject({
  chainId: z.number(),
  address: z.string(),
  symbol: z.string(),
  decimals: decimalsSchema,
})

const amountSchema = z.looseObject({
  currency: currencySchema,
  amount: units,
  amountUsd: z.string().optional(),
  minimumAmount: units.optional(),
})
/** An amount of a currency as Relay states it. */
export type RelayAmount = z.output<typeof amountSchema>

const stepSchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  requestId: z.string().optional(),
  items: z
    .array(
      z.looseObject({
        data: z
          .looseObject({
            from: z.string().optional(),
            to: z.string().optional(),
            data: z.string().optional(),
            value: z.string().optional(),
            chainId: z.number().optional(),
          })
          .optional(),
      }),
    )
    .default([]),
})
/** A step of a quote: wallet transactions or signatures. */
export type RelayStep = z.output<typeof stepSchema>

const orderSchema = z.looseObject({
  inputs: z
    .array(
      z.looseObject({
        payment: z.looseObject({ chainId: z.string() }),
        refunds: z.array(z.looseObject({ chainId: z.string(), recipient: z.string() })).default([]),
      }),
    )
    .default([]),
  output: z
    .looseObject({
      payments: z.array(z.looseObject({ recipient: z.string() })).default([]),
      calls: z.array(z.unknown()).default([]),
    })
    .optional(),
})
/** What Relay's solvers are bound to: where the money comes from, goes and returns to. */
export type RelayOrder = z.output<typeof orderSchema>

const namedCurrencySchema = z.looseObject({
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: decimalsSchema,
  supportsBridging: z.boolean().nullish(),
  metadata: z.looseObject({ logoURI: z.string().optional().catch(undefined) }).nullish(),
})

/** What cannot be read of it is left out. */
const namedCurrenciesSchema = z
  .array(namedCurrencySchema.optional().catch(undefined))
  .default([])
  .transform((all) => all.filter((one) => one !== undefined))

/** Reply of GET /chains; its entries are read one by one. */
export const chainsSchema = z.looseObject({ chains: z.array(z.unknown()) })

/** An entry of it. */
export const chainSchema = z.looseObject({
  id: z.number(),
  disabled: z.boolean().nullish(),
  depositEnabled: z.boolean().nullish(),
  tokenSupport: z.string().nullish(),
  currency: namedCurrencySchema.optional().catch(undefined),
  featuredTokens: namedCurrenciesSchema,
  erc20Currencies: namedCurrenciesSchema,
})
/** A chain as Relay states it. */
export type RelayChain = z.output<typeof chainSchema>

/** Reply of POST /currencies/v2; its entries are read one by one. */
export const currenciesSchema = z.array(z.unknown())

/** An entry of it. */
export const listedCurrencySchema = currencySchema.extend({
  name: z.string(),
  metadata: z
    .looseObject({
      logoURI: z.string().optional().catch(undefined),
      verified: z.boolean().nullish(),
      isNative: z.boolean().nullish(),
    })
    .nullish(),
})

const routeEndSchema = z.looseObject({ router: z.string().optional() }).optional()

/** Reply of POST /quote/v2. */
export const quoteSchema = z.looseObject({
  steps: z.array(stepSchema),
  fees: z.looseObject({
    gas: amountSchema.optional(),
    relayer: amountSchema.optional(),
    relayerGas: amountSchema.optional(),
    relayerService: amountSchema.optional(),
    app: amountSchema.optional(),
    subsidized: amountSchema.optional(),
  }),
  details: z.looseObject({
    sender: z.string(),
    recipient: z.string(),
    currencyIn: amountSchema,
    currencyOut: amountSchema,
    swapImpact: z.looseObject({ usd: z.string() }).optional(),
    timeEstimate: z.number().min(0),
    route: z.looseObject({ origin: routeEndSchema, destination: routeEndSchema }).optional(),
  }),
  protocol: z
    .looseObject({
      v2: z.looseObject({ orderId: z.string().optional(), orderData: orderSchema.optional() }).optional(),
    })
    .optional(),
})
/** A quote as Relay states it. */
export type RelayQuote = z.output<typeof quoteSchema>

/** Body of a failure. */
export const failureSchema = z.looseObject({ message: z.string().default(''), errorCode: z.string().default('') })

/** Reply of GET /intents/status/v3. */
export const statusSchema = z.looseObject({
  status: z.string(),
  inTxHashes: z.array(z.string()).nullish(),
  txHashes: z.array(z.string()).nullish(),
  originChainId: z.number().optional(),
  destinationChainId: z.number().optional(),
  failReason: z.string().nullish(),
  refundFailReason: z.string().nullish(),
})
/** Status of a request as Relay states it. */
export type RelayStatus = z.output<typeof statusSchema>
