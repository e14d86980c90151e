import { defined } from '../defined.ts'
import type { TransactionStatus } from '../api/documents.ts'
import type { RoutePair, TransactionRecord } from '../swap/records.ts'
import { rateBetween } from './point.ts'

/** A swap of one's own on the chart of its pair. */
export interface RateMark {
  /** When it was executed, in epoch milliseconds. */
  readonly atMs: number
  readonly transactionId: string
  readonly status: TransactionStatus
  /** What it got for one source token, in units of 10^-36: what arrived, or what was agreed to while that is not known. */
  readonly rate?: bigint
}

/** The swaps of a pair since a time, oldest first. @param sinceMs epoch milliseconds */
export function rateMarks(records: readonly TransactionRecord[], pair: RoutePair, sinceMs: number): RateMark[] {
  return records
    .filter((record) => isOfPair(record, pair))
    .map((record) => ({
      atMs: Date.parse(record.createdAt),
      transactionId: record.id,
      status: record.status,
      ...defined({ rate: rateOf(record) }),
    }))
    .filter(({ atMs }) => atMs >= sinceMs)
    .sort((a, b) => a.atMs - b.atMs)
}

/** True where both ends are those of the pair. */
export function isOfPair(record: RoutePair, pair: RoutePair): boolean {
  return (
    record.srcChain === pair.srcChain &&
    record.srcAddress === pair.srcAddress &&
    record.dstChain === pair.dstChain &&
    record.dstAddress === pair.dstAddress
  )
}

function rateOf({ terms: { src, dst }, deliveredOut, status }: TransactionRecord): bigint | undefined {
  if (status === 'FAILED' || status === 'REFUND' || src.amount <= 0n) return undefined
  return rateBetween(src, { amount: deliveredOut ?? dst.amount, decimals: dst.decimals })
}
