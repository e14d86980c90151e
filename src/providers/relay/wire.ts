import * as z from 'zod'
import { readableRows, statedUsd, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, integerSchema, signedUnitsSchema as units } from '../kit/units.ts'

/* Replies of Relay, https://docs.relay.link/references/api; only what is used. */

/*
 * Relay's own types make every field optional. Needed are the amounts, the assets and the recipient of `details`, and the
 * call, the chain and the request id of the steps.
 */

const currencySchema = z.looseObject({
  chainId: z.number(),
  address: z.string(),
  symbol: z.string().catch('?'),
  decimals: decimalsSchema,
})

const amountSchema = z.looseObject({
  currency: currencySchema,
  amount: units,
  amountUsd: statedUsd,
})
/** An amount of a currency as Relay states it. */
export type RelayAmount = z.output<typeof amountSchema>

const stepSchema = z.looseObject({
  id: whereReadable(z.string()),
  kind: whereReadable(z.string()),
  requestId: whereReadable(z.string()),
  items: z
    .array(
      z.looseObject({
        data: z
          .looseObject({
            from: whereReadable(z.string()),
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

/** A chain's name or id, which is text or number. */
const orderChainSchema = whereReadable(z.union([z.string(), z.number().transform(String)]))

/** Typed as unknown by Relay: a check uses what can be read of it, and is dropped with what cannot. */
const orderSchema = z.looseObject({
  inputs: readableRows(
    z.looseObject({
      payment: whereReadable(z.looseObject({ chainId: orderChainSchema })),
      refunds: readableRows(z.looseObject({ chainId: orderChainSchema, recipient: z.string() })),
    }),
  ),
  output: whereReadable(
    z.looseObject({
      payments: readableRows(z.looseObject({ recipient: z.string() })),
      calls: whereReadable(z.array(z.unknown())),
    }),
  ),
})
/** What Relay's solvers are bound to: where the money comes from, goes and returns to. */
export type RelayOrder = z.output<typeof orderSchema>

const namedCurrencySchema = z.looseObject({
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: decimalsSchema,
  supportsBridging: z.boolean().nullish(),
  metadata: whereReadable(z.looseObject({ logoURI: whereReadable(z.string()) })),
})

/** Reply of GET /chains; its entries are read one by one. */
export const chainsSchema = z.looseObject({ chains: z.array(z.unknown()) })

/** An entry of it. */
export const chainSchema = z.looseObject({
  id: z.number(),
  disabled: z.boolean().nullish(),
  depositEnabled: z.boolean().nullish(),
  tokenSupport: z.string().nullish(),
  currency: whereReadable(namedCurrencySchema),
  featuredTokens: readableRows(namedCurrencySchema),
  erc20Currencies: readableRows(namedCurrencySchema),
})
/** A chain as Relay states it. */
export type RelayChain = z.output<typeof chainSchema>

/** Reply of POST /currencies/v2; its entries are read one by one. */
export const currenciesSchema = z.array(z.unknown())

/** An entry of it. */
export const listedCurrencySchema = currencySchema.extend({
  symbol: z.string(),
  name: z.string(),
  metadata: z
    .looseObject({
      logoURI: whereReadable(z.string()),
      verified: z.boolean().nullish(),
      isNative: z.boolean().nullish(),
    })
    .nullish(),
})

const routeEndSchema = whereReadable(z.looseObject({ router: whereReadable(z.string()) }))
const feeSchema = whereReadable(amountSchema)

/** Reply of POST /quote/v2. */
export const quoteSchema = z.looseObject({
  steps: z.array(stepSchema),
  fees: z
    .looseObject({
      gas: feeSchema,
      relayer: feeSchema,
      relayerGas: feeSchema,
      relayerService: feeSchema,
      app: feeSchema,
      subsidized: feeSchema,
    })
    .catch({})
    .default({}),
  details: z.looseObject({
    sender: whereReadable(z.string()),
    recipient: z.string(),
    currencyIn: amountSchema,
    currencyOut: amountSchema.extend({ minimumAmount: units }),
    swapImpact: whereReadable(z.looseObject({ usd: z.string() })),
    /** Seconds. */
    timeEstimate: whereReadable(z.number().min(0)),
    route: whereReadable(z.looseObject({ origin: routeEndSchema, destination: routeEndSchema })),
  }),
  protocol: whereReadable(
    z.looseObject({
      v2: whereReadable(z.looseObject({ orderId: whereReadable(z.string()), orderData: whereReadable(orderSchema) })),
    }),
  ),
})
/** A quote as Relay states it. */
export type RelayQuote = z.output<typeof quoteSchema>

/** Body of a failure. */
export const failureSchema = z.looseObject({
  message: whereReadable(z.string()),
  errorCode: whereReadable(z.string()),
})

/** Reply of GET /intents/status/v3. */
export const statusSchema = z.looseObject({
  status: z.string(),
  inTxHashes: readableRows(z.string()),
  txHashes: readableRows(z.string()),
  originChainId: whereReadable(integerSchema),
  destinationChainId: whereReadable(integerSchema),
  failReason: whereReadable(z.string()),
  refundFailReason: whereReadable(z.string()),
})
/** Status of a request as Relay states it. */
export type RelayStatus = z.output<typeof statusSchema>
