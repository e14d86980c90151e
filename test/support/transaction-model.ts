import type { Stats } from '../../src/core/api/documents.ts'
import { formatUsd } from '../../src/core/money/usd.ts'
import type { TransactionRecord } from '../../src/core/swap/records.ts'
import type { TransactionFilter } from '../../src/store/port.ts'

/*
 * Lists and statistics of transactions in the plainest way: filter, sort and add up an array.
 */

/** True for a record that a filter finds. */
export function matches(record: TransactionRecord, filter: TransactionFilter): boolean {
  const { addressKeys = [], statuses = [], referralCode, transactionId, query = '' } = filter
  const texts = [
    record.id,
    record.hash,
    record.inboundHash,
    record.outboundHash ?? '',
    record.depositor,
    record.recipient,
    record.provider,
    record.srcAsset.symbol ?? '',
    record.dstAsset.symbol ?? '',
    record.srcChain,
    record.dstChain,
  ]
  return (
    (addressKeys.length === 0 || addressKeys.some((key) => record.addressKeys.includes(key))) &&
    (statuses.length === 0 || statuses.includes(record.status)) &&
    (referralCode === undefined || record.referralCode === referralCode) &&
    (transactionId === undefined || record.id === transactionId) &&
    texts.some((text) => text.toLowerCase().includes(query.toLowerCase()))
  )
}

/** The order of lists. */
export function newestFirst(x: TransactionRecord, y: TransactionRecord): number {
  if (x.createdAt !== y.createdAt) return x.createdAt < y.createdAt ? 1 : -1
  return x.id < y.id ? 1 : -1
}

/** The statistics of these records. */
export function modelStats(records: readonly TransactionRecord[]): Stats {
  const unvaluedOf = (some: readonly TransactionRecord[]) => {
    const unvalued = some.filter(({ terms }) => (terms.src.usd ?? 0n) === 0n).length
    return unvalued === 0 ? {} : { unvalued }
  }
  const sumOf = (some: readonly TransactionRecord[]) => ({
    ...unvaluedOf(some),
    total: some.length,
    success: some.filter(({ status }) => status === 'SUCCESS').length,
    volumeUsd: formatUsd(some.reduce((sum, { terms }) => sum + (terms.src.usd ?? 0n), 0n)),
  })
  const grouped = (nameOf: (record: TransactionRecord) => string) =>
    [...new Set(records.map(nameOf))]
      .sort()
      .map((name) => ({ name, ...sumOf(records.filter((record) => nameOf(record) === name)) }))
  const largestFirst = <T extends { readonly total: number }>(groups: T[]): T[] =>
    groups.sort((x, y) => y.total - x.total)
  const pairOf = (record: TransactionRecord): string =>
    [
      `${record.srcChain}:${record.srcAsset.symbol ?? record.srcAddress}`,
      `${record.dstChain}:${record.dstAsset.symbol ?? record.dstAddress}`,
    ].join('\n')
  const countOf = (status: string): number => records.filter((record) => record.status === status).length
  const { total, volumeUsd } = sumOf(records)
  return {
    total,
    volumeUsd,
    ...unvaluedOf(records),
    byStatus: {
      PENDING: countOf('PENDING'),
      SUCCESS: countOf('SUCCESS'),
      FAILED: countOf('FAILED'),
      REFUND: countOf('REFUND'),
    },
    byProvider: largestFirst(grouped(({ provider }) => provider)).map(({ name, ...sum }) => ({
      provider: name,
      ...sum,
    })),
    byPair: largestFirst(grouped(pairOf)).map(({ name, ...sum }) => ({
      src: name.split('\n')[0] ?? '',
      dst: name.split('\n')[1] ?? '',
      ...sum,
    })),
    byDay: grouped(({ createdAt }) => createdAt.slice(0, DAY_LENGTH)).map(({ name, ...sum }) => ({
      day: name,
      ...sum,
    })),
  }
}

const DAY_LENGTH = 'YYYY-MM-DD'.length
