import type { Delivery, DeliveryFigures } from '../api/documents.ts'
import { compare } from '../compare.ts'
import { defined } from '../defined.ts'
import { divideUp } from '../money/divide-up.ts'
import { formatUsd, type MicroUsd } from '../money/usd.ts'
import { pairOf, type TransactionRecord } from '../swap/records.ts'
import { statedUsd } from './cost-text.ts'
import { realisedCost } from './realised-cost.ts'
import { spreadOf } from './spread.ts'

/*
 * What providers promised and what they delivered, as far back as their newest swaps: older ones say little of how they are now.
 */

/** Newest swaps of a provider that ended, of which figures are made. */
export const MOST_OUTCOMES = 200

/** Fewest swaps of one pair of which figures are made. */
const FEWEST_OF_PAIR = 10

/** Tenths of a basis point in the whole. */
const TENTH_BPS = 100_000n
/** Largest difference that is told, in tenths of a basis point: a thousand times what was promised. */
const MOST_TENTH_BPS = 1_000n * TENTH_BPS

/** The statuses that end a swap. */
export const END_STATUSES = ['SUCCESS', 'FAILED', 'REFUND'] as const
type EndStatus = (typeof END_STATUSES)[number]

/** How one swap ended, against what was promised. */
export interface EndedSwap {
  readonly id: string
  readonly provider: string
  /** `chain:SYMBOL`, or the address of a token without a symbol. */
  readonly src: string
  readonly dst: string
  readonly status: EndStatus
  /** Epoch milliseconds. */
  readonly endedMs: number
  /** Whole seconds from the payment to the end; from the execution where nobody reported the payment. */
  readonly tookSec: number
  /** Whole seconds. */
  readonly estimatedSec: number
  /** Delivered less promised, in tenths of a basis point of what was promised, rounded down; absent where it is not known. */
  readonly tenthBps?: number
  /** Set where less was delivered than the least that was promised. */
  readonly isBelowLeast?: true
  /** What it cost in USD, decimal text; absent where it is not known. */
  readonly costUsd?: string
}

/** How a swap ended; undefined for one that has not. */
export function outcomeOf(record: TransactionRecord): EndedSwap | undefined {
  const status = END_STATUSES.find((one) => one === record.status)
  if (status === undefined) return undefined
  const endedMs = Date.parse(record.updatedAt)
  const tookSec = Math.round((endedMs - (record.hashKnownAtMs ?? Date.parse(record.createdAt))) / 1000)
  const { deliveredOut, terms } = record
  const cost = realisedCost(record)
  const isMeasured = status === 'SUCCESS' && deliveredOut !== undefined && terms.dst.amount > 0n
  return {
    id: record.id,
    provider: record.provider,
    ...pairOf(record),
    status,
    endedMs,
    // A clock was set between.
    tookSec: Math.max(0, tookSec),
    estimatedSec: terms.estimatedTimeSec,
    ...(isMeasured ? { tenthBps: differenceOf(deliveredOut, terms.dst.amount) } : {}),
    ...(isMeasured && deliveredOut < terms.minimumOut ? { isBelowLeast: true } : {}),
    ...defined({ costUsd: cost && formatUsd(cost.cost) }),
  }
}

function differenceOf(delivered: bigint, promised: bigint): number {
  const difference = (delivered - promised) * TENTH_BPS
  // Down in both directions: nothing looks better than it was.
  const tenths = difference < 0n ? -divideUp(-difference, promised) : difference / promised
  return Number(tenths > MOST_TENTH_BPS ? MOST_TENTH_BPS : tenths)
}

/** The newest of a provider's outcomes, oldest first; of two of one swap the later in the list. */
export function keepNewest(outcomes: readonly EndedSwap[]): readonly EndedSwap[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return [...byId.values()].sort((a, b) => a.endedMs - b.endedMs || compare(a.id, b.id)).slice(-MOST_OUTCOMES)
}

/** What a provider promised and delivered. @param outcomes its own, one at least */
export function deliveryOf(provider: string, outcomes: readonly EndedSwap[]): Delivery {
  const pairs = new Map<string, EndedSwap[]>()
  for (const outcome of outcomes) {
    const key = JSON.stringify([outcome.src, outcome.dst])
    const own = pairs.get(key)
    if (own === undefined) pairs.set(key, [outcome])
    else own.push(outcome)
  }
  return {
    provider,
    ...figuresOf(outcomes),
    pairs: [...pairs.values()]
      .flatMap((own) => {
        const [first] = own
        if (first === undefined || own.length < FEWEST_OF_PAIR) return []
        return [{ src: first.src, dst: first.dst, ...figuresOf(own) }]
      })
      .sort((a, b) => b.finished - a.finished || compare(a.src, b.src) || compare(a.dst, b.dst)),
  }
}

function figuresOf(outcomes: readonly EndedSwap[]): DeliveryFigures {
  const successes = outcomes.filter(({ status }) => status === 'SUCCESS')
  const differences = successes.flatMap(({ tenthBps }) => (tenthBps === undefined ? [] : [tenthBps / 10]))
  const costs = outcomes.flatMap(({ costUsd }) => statedUsd(costUsd) ?? [])
  const times = successes.map(({ tookSec }) => tookSec)
  return {
    finished: outcomes.length,
    success: successes.length,
    refunded: outcomes.filter(({ status }) => status === 'REFUND').length,
    belowLeast: outcomes.filter(({ isBelowLeast }) => isBelowLeast === true).length,
    measured: differences.length,
    ...defined({
      differenceBps: middleOf(differences.sort((a, b) => b - a)),
      spread: spreadOf(differences),
      cost: costs.length === 0 ? undefined : { usd: formatUsd(sumUsd(costs)), swaps: costs.length },
      tookSec: middleOf(times.sort((a, b) => a - b)),
      estimatedSec: middleOf(successes.map(({ estimatedSec }) => estimatedSec).sort((a, b) => a - b))?.median,
    }),
  }
}

function sumUsd(values: readonly MicroUsd[]): MicroUsd {
  return values.reduce((sum, usd) => sum + usd, 0n)
}

/** Median, of two in the middle the worse, and worst. @param values best first */
function middleOf(values: readonly number[]): { readonly median: number; readonly worst: number } | undefined {
  const [median, worst] = [values[Math.floor(values.length / 2)], values.at(-1)]
  return median === undefined || worst === undefined ? undefined : { median, worst }
}
