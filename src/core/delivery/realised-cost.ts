import type { StatusTransaction } from '../api/documents.ts'
import { divideUp } from '../money/divide-up.ts'
import { isUnvaluedCost, onTopFees, totalUsd } from '../money/fees.ts'
import { formatUsd, type MicroUsd } from '../money/usd.ts'
import type { TransactionRecord } from '../swap/records.ts'

/*
 * What a swap cost: what was sent less what arrived, both at the prices of its end, so that a market that moved meanwhile is no
 * cost of the swap; and what was paid on top, as it was locked. Where a part of it is not known, none of it is.
 */

/** What both sides of a swap were worth when it ended, by evidence that no counterparty makes. */
export interface EndValues {
  /** Value of the amount that was to be sent, micro-dollars. */
  readonly src: MicroUsd
  /** Value of the amount that arrived, micro-dollars; absent where that was not known, or nothing arrived. */
  readonly dst?: MicroUsd
}

/** What a swap cost, in micro-dollars. */
export interface RealisedCost {
  /** Value of what was sent and did not come back. */
  readonly sent: MicroUsd
  /** Value of what arrived; 0 for a swap that was refunded. */
  readonly arrived: MicroUsd
  /** What was paid on top of the amount, as the lock states it. */
  readonly onTop: MicroUsd
  /** What is left of `sent` and `onTop` after `arrived`; negative where more arrived. */
  readonly cost: MicroUsd
}

type EndedRecord = Pick<TransactionRecord, 'status' | 'terms' | 'deliveredOut' | 'progress' | 'endValues'>

/** What a swap cost; undefined before it has ended, and where nobody knows what arrived, what came back or what it was worth. */
export function realisedCost(record: EndedRecord): RealisedCost | undefined {
  const { terms, progress = {}, endValues } = record
  const arrived = arrivedUsd(record)
  const onTop = onTopFees(terms).fees
  if (endValues === undefined || arrived === undefined || onTop.some(isUnvaluedCost)) return undefined
  const { receivedIn = terms.src.amount, refundedIn = 0n } = progress
  const sentIn = receivedIn - refundedIn
  if (sentIn < 0n || terms.src.amount <= 0n) return undefined
  const sent = divideUp(endValues.src * sentIn, terms.src.amount)
  const paidOnTop = totalUsd(onTop)
  return { sent, arrived, onTop: paidOnTop, cost: sent + paidOnTop - arrived }
}

function arrivedUsd({ status, deliveredOut, progress = {}, endValues }: EndedRecord): MicroUsd | undefined {
  if (status === 'SUCCESS') return deliveredOut === undefined ? undefined : endValues?.dst
  const { refundedIn, paidOut = 0n } = progress
  return status === 'REFUND' && refundedIn !== undefined && paidOut === 0n ? 0n : undefined
}

/** The cost as documents state it. */
export function toCostDocument({ sent, arrived, onTop, cost }: RealisedCost): NonNullable<StatusTransaction['cost']> {
  return {
    usd: formatUsd(cost),
    sentUsd: formatUsd(sent),
    arrivedUsd: formatUsd(arrived),
    onTopUsd: formatUsd(onTop),
  }
}
