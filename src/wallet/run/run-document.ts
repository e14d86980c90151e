import type { AddressFamily } from '../../core/assets/address.ts'
import { MOST_DECIMALS } from '../../core/money/amount.ts'
import * as z from 'zod'
import { type PairDecimals, readKeptTerms, readLeast } from '../../core/api/answers.ts'
import {
  executionSchema,
  feeItemSchema,
  lockSchema,
  openWord,
  routeStepSchema,
  statusTransactionSchema,
} from '../../core/api/document-schemas.ts'
import type { Execution, Lock } from '../../core/api/documents.ts'
import type { AcceptCode } from '../../core/swap/acceptances.ts'
import { lockRequestSchema } from '../../core/api/request-schemas.ts'
import { defined } from '../../core/defined.ts'
import type { Json } from '../../core/ports.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import { pairDecimals } from '../terms/pay-terms.ts'
import type { PaymentKind } from '../payment.ts'
import type { SwapRun } from './run.ts'
import { RUN_STEPS } from './steps.ts'

const paymentKind = openWord<PaymentKind>()

/** Other fields belong to the family, or to earlier versions, and survive. */
const paymentSchema = z.looseObject({
  hash: z.string(),
  raw: z.string(),
  last: z.boolean().exactOptional(),
  kind: paymentKind.exactOptional(),
  approves: z.string().exactOptional(),
  sentAtMs: z.number().exactOptional(),
  isPrivate: z.literal(true).exactOptional(),
  replaced: z.array(z.object({ hash: z.string(), raw: z.string(), kind: paymentKind.exactOptional() })).exactOptional(),
  /** Of a payment of paper, which is kept as one: all its transactions, in order. */
  transactions: z.array(z.looseObject({ hash: z.string(), kind: z.string() })).exactOptional(),
})

const wholeNumber = z
  .string()
  .regex(/^-?[0-9]+$/)
  .transform(BigInt)

const decimals = z.int().min(0).max(MOST_DECIMALS)

const sideSchema = z.object({
  symbol: z.string(),
  decimals,
  amount: wholeNumber,
  usd: wholeNumber.exactOptional(),
})

const feeSchema = z.object({
  type: feeItemSchema.shape.type,
  amount: wholeNumber,
  token: z.object({
    chainId: z.number(),
    chainName: z.string(),
    address: z.string(),
    symbol: z.string(),
    decimals,
  }),
  usd: wholeNumber.exactOptional(),
  description: z.string(),
  providerLabel: z.string(),
  included: z.boolean().exactOptional(),
})

const termsSchema: z.ZodType<StatedTerms> = z.object({
  src: sideSchema,
  dst: sideSchema,
  minimumOut: wholeNumber.exactOptional(),
  recipientMemo: z.string().exactOptional(),
  fees: z.array(feeSchema),
  feesUsd: wholeNumber.exactOptional(),
  steps: z.array(routeStepSchema),
  estimatedTimeSec: z.number().exactOptional(),
  priceImpactBps: z.number().exactOptional(),
  warnings: z.array(z.string()).exactOptional(),
})

const runSchema = z.object({
  id: z.string(),
  step: z.enum(RUN_STEPS),
  createdAt: z.string(),
  updatedAt: z.string(),
  api: z.string().optional(),
  from: z.string(),
  to: z.string(),
  request: lockRequestSchema,
  source: z.object({
    chainId: z.number(),
    isNative: z.boolean(),
    units: wholeNumber.exactOptional(),
    symbol: z.string().exactOptional(),
    decimals: z.number().exactOptional(),
    family: openWord<AddressFamily>().exactOptional(),
  }),
  recipientName: z.string().optional(),
  target: z
    .object({
      symbol: z.string(),
      decimals: z.number().exactOptional(),
      chainId: z.number().exactOptional(),
    })
    .optional(),
  agreed: z.boolean(),
  agreedAt: z.string().optional(),
  unattended: z.boolean().optional(),
  paymentAgreed: z.boolean().optional(),
  mostOnTop: wholeNumber.optional(),
  leastOut: wholeNumber.optional(),
  minReceive: wholeNumber.optional(),
  shown: wholeNumber.optional(),
  mostLossBps: z.number().optional(),
  mostCost: z
    .union([z.object({ usd: wholeNumber }), z.object({ bps: z.number() }), z.object({ coin: wholeNumber })])
    .optional(),
  mostFeeRate: wholeNumber.optional(),
  place: z
    .object({
      account: z.string(),
      sequence: z.int().min(0),
      block: wholeNumber,
    })
    .optional(),
  paysDeposits: z.boolean().optional(),
  privateSinceMs: z.number().optional(),
  accept: z.array(openWord<AcceptCode>()).optional(),
  openDoubts: z.array(openWord<AcceptCode>()).optional(),
  paymentWarnings: z.array(z.string()).optional(),
  peers: z.array(wholeNumber).optional(),
  generation: z.string().optional(),
  endGeneration: z.string().optional(),
  lockKey: z.string(),
  executeKey: z.string(),
  lock: lockSchema
    .pick({ provider: true, routeId: true, lockId: true, expiresAt: true, ttlMs: true })
    .extend({ terms: termsSchema })
    .optional(),
  execution: executionSchema.omit({ quote: true }).extend({ terms: termsSchema }).optional(),
  payment: paymentSchema.optional(),
  earlier: z.array(paymentSchema).optional(),
  revocation: paymentSchema.optional(),
  transactionId: z.string().optional(),
  transaction: statusTransactionSchema.optional(),
  reason: z.string().optional(),
  closedAs: z
    .enum(['declined', 'unpaid', 'refused', 'reverted', 'cancelled', 'replaced', 'given_up', 'lost'])
    .optional(),
} satisfies Record<Exclude<keyof SwapRun, 'version'>, z.ZodType>)

/** A run as version 0.1.0 kept it, with documents of the API. */
const firstRunSchema = runSchema.extend({
  lock: lockSchema.optional(),
  execution: executionSchema.optional(),
  leastReceived: z.string().optional(),
})

/** Grows when the kept form changes, or when an earlier program would drop a bound of it. */
export const RUN_FORMAT = 9

/** A run that no version has written so: what it signed is missing. */
export class DamagedRun extends Error {}

/**
 * A run from JSON storage, of any version.
 * @throws DamagedRun, and what is wrong with one that this version cannot read
 */
export function readRunDocument(doc: Json): Omit<SwapRun, 'version'> {
  const run = readFormat(doc)
  if (run.payment === undefined && (run.step === 'signed' || run.step === 'sent')) {
    throw new DamagedRun(`it is stored as ${run.step}, without what was signed`)
  }
  return run
}

function readFormat(doc: Json): Omit<SwapRun, 'version'> {
  const { format } = z.object({ format: z.int().max(RUN_FORMAT).exactOptional() }).parse(doc)
  // Formats 3 to 8 lack only what may be absent.
  if (format !== undefined && format >= 3) return z.object({ run: runSchema }).parse(doc).run
  if (format === 2) return fromFormat2(z.object({ run: runSchema }).parse(doc).run)
  const { lock, execution, leastReceived, ...run } = firstRunSchema.parse(doc)
  const decimals = pairDecimals(run)
  return fromFormat2({
    ...run,
    ...defined({
      lock: lock === undefined ? undefined : { ...pickLock(lock), terms: readKeptTerms(lock, decimals) },
      execution: execution === undefined ? undefined : readKeptExecution(execution, decimals),
      leastOut: leastReceived === undefined ? undefined : readKeptLeast(leastReceived, decimals),
    }),
  })
}

/** Loss that version 0.2.0 and earlier ones noted where the user had named none, basis points. */
const UNNAMED_LOSS_BPS = 1_500

/**
 * A loss that nobody named gives way to the default of today. The least stays what was stated: it may be the server's word
 * as well as the user's, and only the user's own takes the place of a price.
 */
function fromFormat2({ mostLossBps, ...run }: Omit<SwapRun, 'version'>): Omit<SwapRun, 'version'> {
  return { ...run, ...defined({ mostLossBps: mostLossBps === UNNAMED_LOSS_BPS ? undefined : mostLossBps }) }
}

function pickLock({ provider, routeId, lockId, expiresAt, ttlMs }: Lock) {
  return { provider, routeId, lockId, expiresAt, ttlMs }
}

function readKeptExecution({ quote, ...facts }: Execution, decimals: PairDecimals) {
  return { ...facts, terms: readKeptTerms(quote, decimals) }
}

/** @throws RangeError */
function readKeptLeast(text: string, decimals: PairDecimals): bigint {
  const least = readLeast(text, decimals)
  if (least === undefined) throw new RangeError('the least that is to be received cannot be read')
  return least
}

/**
 * A run for JSON storage: without the members that are undefined; bigints are decimal text. It stands in a member of its
 * own, so that version 0.1.0 refuses it: that would read a run without a lock, and drop the least that must arrive.
 */
export function writeRunDocument(run: Omit<SwapRun, 'version'>): Json {
  const write = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  return z
    .json()
    .parse(JSON.parse(JSON.stringify({ format: RUN_FORMAT, approves: approvesOf(run), run: withoutPaid(run) }, write)))
}

/**
 * What the approvals of a run let others take, to find its newest runs by; '' where an earlier version did not note it.
 * Undefined without an approval.
 */
function approvesOf({ earlier = [], payment, source, request }: Omit<SwapRun, 'version'>): string | undefined {
  const made = [...earlier, ...(payment?.last === false ? [payment] : [])].map(({ approves }) => approves)
  if (made.length === 0) return undefined
  const known = [...new Set(made.filter((one) => one !== ''))].sort()
  return known.includes(undefined) ? '' : [source.chainId, request.depositor, ...known].join(' ')
}

/** At its end, what a run was handed out to sign is in the bytes that it signed. */
function withoutPaid(run: Omit<SwapRun, 'version'>): Omit<SwapRun, 'version'> {
  if (run.step !== 'final' || run.payment === undefined) return run
  const { execution: _paid, ...kept } = run
  return kept
}
