import { isDecimals } from '../../core/money/amount.ts'
import { z } from 'zod'

/*
 * Replies of a node (openapi of thornode and mayanode) and of its indexer Midgard, only what is used. Nodes of different
 * versions leave out different fields, and gateways write an absent text as "".
 */

const units = z
  .union([z.string().regex(/^[0-9]{1,40}$/), z.number().int().nonnegative()])
  .transform((value) => BigInt(value))

const maybeUnits = z
  .union([units, z.literal('').transform(() => undefined)])
  .nullish()
  .transform((value) => value ?? undefined)

const text = z.string().max(1_000)

const maybeText = text.nullish().transform((value) => (value === '' || value === null ? undefined : value))

/** Whole seconds, blocks, basis points: a number, or its digits. */
const count = z
  .union([
    z.number().int().nonnegative(),
    z
      .string()
      .regex(/^[0-9]{1,15}$/)
      .transform(Number),
  ])
  .nullish()
  .transform((value) => value ?? undefined)

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true)

/** GET quote/swap. Amounts are in the network's units of the target asset unless the name says otherwise. */
export const quoteSchema = z.object({
  inbound_address: maybeText,
  inbound_confirmation_seconds: count,
  outbound_delay_seconds: count,
  fees: z.object({
    asset: text,
    affiliate: maybeUnits,
    outbound: maybeUnits,
    liquidity: maybeUnits,
    slippage_bps: count,
    /** All of them, and their share of the output before them. */
    total: maybeUnits.catch(undefined),
    total_bps: count.catch(undefined),
  }),
  slippage_bps: count,
  router: maybeText,
  /** Epoch seconds. */
  expiry: count,
  dust_threshold: maybeUnits,
  recommended_min_amount_in: maybeUnits,
  recommended_gas_rate: maybeUnits,
  gas_rate_units: maybeText,
  memo: maybeText,
  expected_amount_out: units,
  streaming_swap_seconds: count,
  total_swap_seconds: count,
})

export type FamilyQuote = z.output<typeof quoteSchema>

/** The two envelopes of a refusal: older nodes write `error`, newer ones `code` and `message`. */
export const refusalSchema = z.union([
  z.object({ error: text }).transform(({ error }) => error),
  z.object({ code: z.number(), message: text }).transform(({ message }) => message),
])

/** GET inbound_addresses. */
export const inboundSchema = z.array(
  z.object({
    chain: text,
    address: maybeText,
    router: maybeText,
    halted: flag,
    global_trading_paused: flag,
    chain_trading_paused: flag,
  }),
)

export type Inbound = z.output<typeof inboundSchema>[number]

/** GET pools. */
export const poolsSchema = z.array(z.object({ asset: text, status: text }))

export type Pool = z.output<typeof poolsSchema>[number]

/** GET /v2/pools of the indexer, which is never empty. Decimals are those on the asset's own chain, -1 where unknown. */
export const indexedPoolsSchema = z
  .array(
    z.object({
      asset: text,
      status: text,
      nativeDecimal: z
        .union([z.number(), z.string().regex(/^-?[0-9]{1,2}$/)])
        .nullish()
        .transform((value) => {
          const decimals = Number(value ?? -1)
          return isDecimals(decimals) ? decimals : undefined
        }),
    }),
  )
  .min(1)

export type IndexedPool = z.output<typeof indexedPoolsSchema>[number]

const coin = z.object({ asset: text, amount: units })

const stage = z.object({ completed: flag }).nullish()

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])

/** What only shows how far a swap is: unreadable is as good as absent. */
const shownCount = count.catch(undefined)

const planned = z.object({ to_address: maybeText, coin, refund: flag })

/** GET tx/status/HASH. A member that is absent says nothing: nodes leave out what does not apply. */
export const statusSchema = z.object({
  tx: z.object({ id: maybeText, memo: maybeText, coins: list(coin).catch([]) }).nullish(),
  planned_out_txs: list(planned),
  out_txs: list(z.object({ id: maybeText, to_address: maybeText, coins: list(coin), memo: maybeText })),
  stages: z.object({
    inbound_observed: z.object({ started: flag, completed: flag }),
    inbound_confirmation_counted: z.object({ remaining_confirmation_seconds: shownCount, completed: flag }).nullish(),
    inbound_finalised: stage,
    swap_status: z
      .object({
        pending: flag,
        streaming: z.object({ quantity: shownCount, count: shownCount }).nullish().catch(undefined),
      })
      .nullish(),
    /** Only for a deposit whose memo the network could read. */
    swap_finalised: stage,
    outbound_delay: z.object({ remaining_delay_seconds: shownCount, completed: flag }).nullish(),
    /** Completed once all outputs are seen on their chains, affiliates' and refunds included. */
    outbound_signed: z.object({ blocks_since_scheduled: shownCount, completed: flag }).nullish(),
  }),
})

export type FamilyStatus = z.output<typeof statusSchema>

export type OutTx = FamilyStatus['out_txs'][number]

export type PlannedTx = z.output<typeof planned>

/** GET /v2/actions of the indexer. */
export const actionsSchema = z.object({
  actions: list(
    z.object({
      type: text,
      status: text,
      in: list(z.object({ txID: maybeText, coins: list(coin) })),
      out: list(z.object({ txID: maybeText, address: maybeText, coins: list(coin), affiliate: flag })),
      metadata: z
        .object({
          swap: z.object({ memo: maybeText }).nullish(),
          refund: z.object({ reason: maybeText, memo: maybeText }).nullish(),
        })
        .nullish(),
    }),
  ),
})

export type Action = z.output<typeof actionsSchema>['actions'][number]

/** What following a deposit needs besides its hash. */
export const trackingSchema = z.object({
  memo: z.string(),
  recipient: z.string(),
  /** The network's name of the target asset. */
  toAsset: z.string(),
  /** How the deposit travels. */
  deposit: z.string(),
  /** Epoch milliseconds at which it was first seen to have ended without any output; absent before. */
  endedAtMs: z.number().optional(),
})

export type Tracking = z.output<typeof trackingSchema>
