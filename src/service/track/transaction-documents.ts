import type { HistoryTransaction, StatusResult, StatusTransaction, TrackResult } from '../../core/api/documents.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { countedFromMs } from '../../core/swap/counted-from.ts'
import { toProgressDocument } from '../../core/swap/progress.ts'
import { realisedCost, toCostDocument } from '../../core/delivery/realised-cost.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import { toTermsDocument } from '../../core/api/terms-document.ts'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { totalUsd } from '../../core/money/fees.ts'
import { usdToNumber } from '../../core/money/usd.ts'

/** A pending transaction is late after this many times its estimated duration. */
const LATE_FACTOR = 2

/** The answer of status. @param nowMs epoch milliseconds, for `late` */
export function toStatusResult(record: TransactionRecord, nowMs: number): StatusResult {
  const transaction: StatusTransaction = { ...publicFields(record, nowMs), updatedAt: record.updatedAt }
  return { transaction, final: isFinal(record.status) }
}

/** A row of history. @param nowMs epoch milliseconds, for `late` */
export function toHistoryTransaction(record: TransactionRecord, nowMs: number): HistoryTransaction {
  const { usd = 0n } = record.terms.src
  // No amount is worth nothing: sums read the same from the stored zero.
  return { ...publicFields(record, nowMs), amountUsd: usdToNumber(usd), ...(usd > 0n ? {} : { unvalued: true }) }
}

/** The answer of track. */
export function toTrackResult(record: TransactionRecord): TrackResult {
  const final = isFinal(record.status)
  return {
    transaction: {
      id: record.id,
      hash: record.hash,
      inboundHash: record.inboundHash,
      provider: record.provider,
      status: record.status,
    },
    final,
    tracking: !final && !(record.needsHash && record.hash === ''),
  }
}

function publicFields(record: TransactionRecord, nowMs: number) {
  const { terms, deliveredOut } = record
  const cost = realisedCost(record)
  const { fees, src } = toTermsDocument(terms)
  return {
    id: record.id,
    hash: record.hash,
    inboundHash: record.inboundHash,
    outboundHash: record.outboundHash,
    provider: record.provider,
    status: record.status,
    srcAmount: src.formatted,
    dstAmount: formatAmount(deliveredOut ?? terms.dst.amount, terms.dst.decimals),
    ...defined({
      dstDelivered: deliveredOut === undefined ? undefined : formatAmount(deliveredOut, terms.dst.decimals),
    }),
    walletAddress: record.depositor,
    recipientWalletAddress: record.recipient,
    ...defined({ recipientMemo: terms.recipientMemo }),
    createdAt: record.createdAt,
    fee: {
      amount: fees.total.usd,
      amountUsd: usdToNumber(totalUsd(terms.fees)),
      currency: 'USD',
      details: fees,
    },
    srcAsset: record.srcAsset,
    dstAsset: record.dstAsset,
    stage: record.stage,
    ...defined({
      late: isFinal(record.status) ? undefined : isLate(record, nowMs),
      reason: record.reason,
      refundHash: record.refundHash,
      cost: cost && toCostDocument(cost),
      progress: record.progress === undefined ? undefined : toProgressDocument(record.progress, terms),
    }),
  }
}

/** The wait for the user does not count: a route that needs a hash starts when the hash is known. */
function isLate(record: TransactionRecord, nowMs: number): boolean {
  const startedAt = record.needsHash ? record.hashKnownAtMs : countedFromMs(record)
  return startedAt !== undefined && nowMs - startedAt > record.terms.estimatedTimeSec * 1000 * LATE_FACTOR
}
