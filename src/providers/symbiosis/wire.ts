import * as z from 'zod'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { readableRows, whereReadable } from '../kit/readable.ts'
import { decimalsSchema, unitsSchema as units } from '../kit/units.ts'

/*
 * Replies of Symbiosis, https://api.symbiosis.finance/crosschain/docs: only what is used. A coin has no address; here it gets
 * ours.
 */

const address = z
  .string()
  .max(200)
  .transform((text) => (text === '' ? NATIVE_EVM_ADDRESS : text))

const amountSchema = z.looseObject({
  address,
  chainId: z.number(),
  decimals: decimalsSchema,
  symbol: z.string().catch('?'),
  amount: units,
})
/** An amount of a token as Symbiosis states it. */
export type SymbiosisAmount = z.output<typeof amountSchema>

const feeSchema = z.looseObject({
  provider: z.string().catch(''),
  description: z.string().catch(''),
  value: amountSchema,
})
export type SymbiosisFee = z.output<typeof feeSchema>

/** Reply of POST /v2/quote and /v2/swap. */
export const swapSchema = z.looseObject({
  /** The kind of chain that the call is for. */
  type: whereReadable(z.string()),
  tx: whereReadable(
    z.looseObject({
      chainId: z.number().nullish(),
      to: z.string(),
      data: z.string(),
      value: z
        .union([z.string(), z.number().int().transform(String)])
        .nullish()
        .transform((value) => value ?? '0'),
    }),
  ),
  /** Who takes the token. */
  approveTo: whereReadable(z.string()),
  fees: z.array(feeSchema).nullish(),
  /** The one fee of replies in the older form. */
  fee: whereReadable(amountSchema),
  tokenAmountOut: amountSchema,
  tokenAmountOutMin: amountSchema.nullish(),
  /** Seconds. */
  estimatedTime: whereReadable(z.number().min(0)),
})
export type SymbiosisSwap = z.output<typeof swapSchema>

/** A reply without an amount that arrives is how it says that there is no route. */
export const routelessSchema = z.looseObject({
  tokenAmountOut: z.looseObject({ amount: z.null().optional() }).nullish(),
})

/** Body of a refusal. */
export const refusalSchema = z.looseObject({
  message: whereReadable(z.string()),
  errors: readableRows(
    z.union([z.string(), z.looseObject({ message: z.string() }).transform(({ message }) => message)]),
  ),
})
export type SymbiosisRefusal = z.output<typeof refusalSchema>

const sentSchema = whereReadable(
  z.looseObject({
    hash: whereReadable(z.string()),
    chainId: whereReadable(z.number()),
    tokenAmount: whereReadable(amountSchema),
  }),
)

/** Reply of GET /v2/tx/{chainId}/{hash}. */
export const statusSchema = z.looseObject({
  status: z.looseObject({ code: z.number().int() }),
  txIn: sentSchema,
  tx: sentSchema,
  /** What was sent on the way, or came back. */
  transitTokenSent: whereReadable(amountSchema),
})
export type SymbiosisStatus = z.output<typeof statusSchema>

/** Reply of GET /v2/tokens; its entries are read one by one. */
export const tokensSchema = z.array(z.unknown())

/** An entry of it. */
export const listedTokenSchema = z.looseObject({
  address,
  chainId: z.number(),
  symbol: z.string(),
  name: z.string(),
  decimals: decimalsSchema,
  icons: whereReadable(z.looseObject({ large: whereReadable(z.string()) })),
})
