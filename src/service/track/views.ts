import type { HistoryTransaction, StatusResult, StatusTransaction, TrackResult } from '../../core/api/documents.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import { usdToNumber } from '../../core/money/usd.ts'

/** A pending transaction counts as late when it takes longer than this many times its estimate. */
const LATE_FACTOR = 2

/** The status endpoint's view. @param nowMs epoch milliseconds, for `late` */
export function toStatusResult(record: TransactionRecord, nowMs: number): StatusResult {
  const transaction: StatusTransaction = { ...publicFields(record, nowMs), updatedAt: record.updatedAt }
  return { transaction, final: isFinal(record.status) }
}

/** The history endpoint's view. @param nowMs epoch milliseconds, for `late` */
export function toHistoryTransaction(record: TransactionRecord, nowMs: number): HistoryTransaction {
  return { ...publicFields(record, nowMs), amountUsd: usdToNumber(BigInt(record.srcMicroUsd)) }
}

/** The track endpoint's view. */
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
  return {
    id: record.id,
    hash: record.hash,
    inboundHash: record.inboundHash,
    outboundHash: record.outboundHash,
    provider: record.provider,
    status: record.status,
    srcAmount: record.srcAmount,
    dstAmount: record.dstAmount,
    walletAddress: record.walletAddress,
    recipientWalletAddress: record.recipientWalletAddress,
    createdAt: record.createdAt,
    fee: record.fee,
    srcAsset: record.srcAsset,
    dstAsset: record.dstAsset,
    stage: record.stage,
    ...(isFinal(record.status) ? {} : { late: isLate(record, nowMs) }),
    ...(record.reason === undefined ? {} : { reason: record.reason }),
    ...(record.refundHash === undefined ? {} : { refundHash: record.refundHash }),
  }
}

/** Waiting for the user is not lateness: a route that needs a hash starts when the hash is known. */
function isLate(record: TransactionRecord, nowMs: number): boolean {
  const startedAt = record.needsHash ? record.hashKnownAtMs : Date.parse(record.createdAt)
  return startedAt !== undefined && nowMs - startedAt > record.estimatedTime * 1000 * LATE_FACTOR
}
