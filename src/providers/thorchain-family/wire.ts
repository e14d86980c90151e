import { isDecimals } from '../../core/money/amount.ts'
import { z } from 'zod'
import { readableRows, someReadableRows, whereReadable } from '../kit/readable.ts'

/*
 * Replies of a node (openapi of thornode and mayanode) and of its indexer Midgard, only what is used. Nodes of different
 * versions leave out different fields, and gateways write an absent text as "". What is told of fees and times may be
 * unreadable; amounts, addresses, memos and halts may not.
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

/** What is only told: unreadable is as good as absent. */
const toldText = maybeText.catch(undefined)
const toldUnits = maybeUnits.catch(undefined)
const toldCount = count.catch(undefined)

const feesSchema = z.object({
  asset: toldText,
  affiliate: toldUnits,
  outbound: toldUnits,
  liquidity: toldUnits,
  slippage_bps: toldCount,
  /** All of them, and their share of the output before them. */
  total: toldUnits,
  total_bps: toldCount,
})
const NO_FEES = feesSchema.parse({})

/** The last one that has a date. */
const LAST_SECOND = 8.64e12

/** GET quote/swap. Amounts are in the network's units of the target asset unless the name says otherwise. */
export const quoteSchema = z.object({
  inbound_address: toldText,
  inbound_confirmation_seconds: toldCount,
  outbound_delay_seconds: toldCount,
  fees: whereReadable(feesSchema).transform((fees) => fees ?? NO_FEES),
  slippage_bps: toldCount,
  router: toldText,
  /** Epoch seconds. */
  expiry: toldCount.transform((seconds) => (seconds === undefined || seconds > LAST_SECOND ? undefined : seconds)),
  dust_threshold: maybeUnits,
  recommended_min_amount_in: toldUnits,
  recommended_gas_rate: toldUnits,
  gas_rate_units: toldText,
  memo: maybeText,
  /** The outputs behind deposit and change, where they were asked for. */
  vout: z
    .array(z.object({ type: z.enum(['op_return', 'address']), data: text, amount: units }))
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined),
  expected_amount_out: units,
  streaming_swap_seconds: toldCount,
  total_swap_seconds: toldCount,
})

export type FamilyQuote = z.output<typeof quoteSchema>

/** The two envelopes of a refusal: older nodes write `error`, newer ones `code` and `message`. */
export const refusalSchema = z.union([
  z.object({ error: text }).transform(({ error }) => error),
  z.object({ code: z.number(), message: text }).transform(({ message }) => message),
])

/**
 * A node's word that it does not know a hash: gRPC's NOT_FOUND, in older nodes words about the transaction. The answers of a
 * gateway, and "Not Found" without more, say that nobody serves the path.
 */
export const notSeenSchema = z.union([
  z.object({ code: z.literal(5), message: text.regex(/^(?!\s*not found\s*$)/i) }),
  z.object({ error: text.regex(/\b(?:tx|transaction|hash|voter)\b/i) }),
])

/** GET inbound_addresses. A row that cannot be read hides no other one. */
export const inboundSchema = someReadableRows(
  z.object({
    chain: text,
    address: toldText,
    router: toldText,
    halted: flag,
    global_trading_paused: flag,
    chain_trading_paused: flag,
  }),
)

export type Inbound = z.output<typeof inboundSchema>[number]

/** GET pools. A pool that cannot be read has no name. */
export const poolsSchema = z
  .array(z.object({ asset: text, status: text }).catch({ asset: '', status: '' }))
  .refine((pools) => pools.length === 0 || pools.some(({ asset }) => asset !== ''))

export type Pool = z.output<typeof poolsSchema>[number]

/** GET /v2/pools of the indexer, which is never empty. Decimals are those on the asset's own chain, -1 where unknown. */
export const indexedPoolsSchema = someReadableRows(
  z.object({
    asset: text,
    status: text,
    nativeDecimal: z
      .union([z.number(), z.string().regex(/^-?[0-9]{1,2}$/)])
      .nullish()
      .catch(undefined)
      .transform((value) => {
        const decimals = Number(value ?? -1)
        return isDecimals(decimals) ? decimals : undefined
      }),
  }),
).refine((pools) => pools.length > 0)

export type IndexedPool = z.output<typeof indexedPoolsSchema>[number]

const coin = z.object({ asset: text, amount: units })

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])

/** A step that cannot be read has not ended; one that is absent is unknown. */
const stage = z
  .object({ completed: flag.catch(false) })
  .nullish()
  .catch({ completed: false })

const planned = z.object({ to_address: toldText, coin: whereReadable(coin), refund: flag })

/** The hash of an output: undefined where there is none, as of outputs on the network's own chain; null for an unreadable one. */
const outputId = z.union([maybeText, z.unknown().transform(() => null)])

/** What is seen of a deposit: what cannot be read is something, so that no deposit counts as never seen for it. */
const observed = z.object({ started: flag.catch(true), completed: flag.catch(true) })
const SOMETHING = { started: true, completed: true }

const stagesSchema = z.object({
  inbound_observed: observed.catch(SOMETHING),
  inbound_confirmation_counted: whereReadable(z.object({ remaining_confirmation_seconds: toldCount })),
  inbound_finalised: stage,
  swap_status: z
    .object({
      pending: flag.catch(true),
      streaming: whereReadable(z.object({ quantity: toldCount, count: toldCount })),
    })
    .nullish()
    .catch({ pending: true, streaming: undefined }),
  /** Only for a deposit whose memo the network could read. */
  swap_finalised: stage,
  outbound_delay: whereReadable(z.object({ remaining_delay_seconds: toldCount, completed: flag })),
  /** Completed once all outputs are seen on their chains, affiliates' and refunds included. */
  outbound_signed: whereReadable(
    z.object({ blocks_since_scheduled: toldCount, completed: whereReadable(z.boolean()) }),
  ),
})
const NOTHING_KNOWN = stagesSchema.parse({})

/** GET tx/status/HASH. A member that is absent says nothing: nodes leave out what does not apply. */
export const statusSchema = z
  .object({
    tx: z.object({ memo: maybeText, coins: readableRows(coin) }).nullish(),
    planned_out_txs: list(planned),
    out_txs: list(z.object({ id: outputId, to_address: maybeText, coins: list(coin), memo: maybeText })),
    stages: whereReadable(stagesSchema),
  })
  .refine(
    ({ stages, out_txs: outs, planned_out_txs: planned }) => stages !== undefined || planned.length + outs.length > 0,
  )
  .transform(({ stages, ...seen }) => ({ ...seen, stages: stages ?? NOTHING_KNOWN }))

export type FamilyStatus = z.output<typeof statusSchema>

export type OutTx = FamilyStatus['out_txs'][number]

export type PlannedTx = z.output<typeof planned>

/** GET /v2/actions of the indexer. */
export const actionsSchema = z.object({
  actions: list(
    z.object({
      type: text,
      status: text,
      in: list(z.object({ txID: maybeText })),
      out: list(z.object({ txID: outputId, address: maybeText, coins: list(coin), affiliate: flag })),
      metadata: z.object({ refund: z.object({ reason: toldText, memo: maybeText }).nullish() }).nullish(),
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
