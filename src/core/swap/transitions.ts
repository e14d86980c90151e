import { defined } from '../defined.ts'
import type { Json } from '../ports.ts'
import type { Stage } from '../api/documents.ts'
import { type Progress, progressAfter, sameProgress } from './progress.ts'
import type { TransactionRecord } from './records.ts'

/*
 * How a transaction moves by what providers say: PENDING -> SUCCESS | FAILED | REFUND, once. The one exception,
 * FAILED -> REFUND, is taken only in a call of track. SUCCESS needs evidence: an outbound hash, a delivered amount, or a word
 * that its provider has held for so long that neither will be told any more. What is no hash of the destination chain never
 * comes here.
 * (Where the chain shows that a payment was undone and another one moved money, a reported hash makes FAILED PENDING again.)
 */

/** What a provider says about a transaction. */
export type Report = PendingReport | SuccessReport | FailedReport | RefundReport

interface ReportFacts {
  readonly inboundHash?: string
  readonly outboundHash?: string
  readonly refundHash?: string
  /** Base units of the destination asset that arrived. */
  readonly deliveredOut?: bigint
  /** What came of it, for a person: why it failed or was refunded, or why only a part was paid. */
  readonly reason?: string
  /** How far it came. */
  readonly progress?: Progress
  /** Replaces the kept tracking state. */
  readonly tracking?: Json
}

/** It goes on. */
export interface PendingReport extends Pick<ReportFacts, 'inboundHash' | 'outboundHash' | 'progress' | 'tracking'> {
  readonly status: 'PENDING'
  readonly stage: Exclude<Stage, 'done'>
  readonly refundHash?: never
  readonly deliveredOut?: never
  readonly reason?: never
}

/** The recipient was paid. It counts only with evidence: an outbound hash, a delivered amount above zero, or `restsOnWord`. */
export interface SuccessReport extends ReportFacts {
  readonly status: 'SUCCESS'
  readonly stage: 'done'
  /** True where the provider has said so for longer than it takes to tell hash or amount, and told neither. @default false */
  readonly restsOnWord?: true
}

/** It ended without paying the recipient. */
export interface FailedReport extends Omit<ReportFacts, 'deliveredOut'> {
  readonly status: 'FAILED'
  readonly stage: 'done'
  readonly deliveredOut?: never
}

/** The funds went back to the depositor. */
export interface RefundReport extends Omit<ReportFacts, 'deliveredOut'> {
  readonly status: 'REFUND'
  readonly stage: 'done'
  readonly deliveredOut?: never
}

export interface Transition {
  readonly record: TransactionRecord
  /** What to write into the journal; `transaction.evidence` when the report contradicts what is settled or lacks proof. */
  readonly event: 'transaction.updated' | 'transaction.final' | 'transaction.evidence' | undefined
}

/** True for the three statuses that end a transaction. */
export function isFinal(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'REFUND'
}

/** True for an amount that was delivered: zero is no delivery, whoever states it. */
export function isDelivery(units: bigint | undefined): boolean {
  return units !== undefined && units > 0n
}

/**
 * The record after a report.
 * @param at ISO 8601 time of the report
 * @param nextPollAtMs epoch milliseconds of the next poll if it stays pending
 * @param acceptRefund true in a call of track: FAILED may then become REFUND
 */
export function applyReport(
  record: TransactionRecord,
  report: Report,
  at: string,
  nextPollAtMs: number,
  acceptRefund: boolean,
): Transition {
  if (isFinal(record.status)) {
    if (record.status === report.status) return { record, event: undefined }
    const refunded = acceptRefund && record.status === 'FAILED' && report.status === 'REFUND'
    if (!refunded) return { record, event: isContrary(record, report) ? 'transaction.evidence' : undefined }
  }
  const proven =
    report.status !== 'SUCCESS' ||
    isText(report.outboundHash) ||
    isDelivery(report.deliveredOut) ||
    report.restsOnWord === true
  const status = proven ? report.status : 'PENDING'
  const inboundHash = record.inboundHash === '' ? (report.inboundHash ?? '') : record.inboundHash
  const delivered = status === 'SUCCESS' && isDelivery(report.deliveredOut) ? report.deliveredOut : undefined
  const { progress: earlier, ...kept } = record
  const progress = progressAfter(earlier, report.progress, status, record.terms.src.amount)
  const next: TransactionRecord = {
    ...kept,
    status,
    stage: isFinal(status) ? 'done' : proven ? report.stage : 'paying_out',
    inboundHash,
    hash: record.hash === '' ? inboundHash : record.hash,
    outboundHash: report.outboundHash ?? record.outboundHash,
    ...(report.refundHash === undefined ? {} : { refundHash: report.refundHash }),
    ...(report.reason === undefined || !isFinal(status) ? {} : { reason: report.reason }),
    ...(delivered === undefined ? {} : { deliveredOut: delivered }),
    ...defined({ progress }),
    tracking: report.tracking ?? record.tracking,
    polls: record.polls + 1,
    nextPollAtMs: isFinal(status) ? null : nextPollAtMs,
  }
  if (!proven) return { record: next, event: 'transaction.evidence' }
  const visible =
    next.status !== record.status ||
    next.stage !== record.stage ||
    next.hash !== record.hash ||
    next.inboundHash !== record.inboundHash ||
    next.outboundHash !== record.outboundHash ||
    next.refundHash !== record.refundHash ||
    !sameProgress(next.progress, earlier)
  if (!visible) return { record: next, event: undefined }
  return { record: { ...next, updatedAt: at }, event: isFinal(status) ? 'transaction.final' : 'transaction.updated' }
}

/** A provider may forget what has ended; that the source chain has to confirm a success again is a reorganisation. */
function isContrary({ status }: TransactionRecord, report: Report): boolean {
  return report.status !== 'PENDING' || (status === 'SUCCESS' && report.stage === 'confirming')
}

function isText(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
