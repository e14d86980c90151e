import { readAmount } from '../../../core/api/answers.ts'
import { TRANSACTION_STATUSES } from '../../../core/api/enums.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { timeHeader, type TimeZone, UTC } from '../../../core/text/times.ts'
import { transactionUsd } from '../../../core/swap/transaction-value.ts'
import type { SiftTable } from '../../kit/find/sift.ts'
import type { ActivityRow } from './list.ts'

/*
 * What lines of the list are filtered and sorted by. There may be thousands: each value is read alone.
 */

/** What the list can be filtered and sorted by. @param zone clocks of its times */
export function siftTable(zone: TimeZone): SiftTable<ActivityRow> {
  return {
    fields: {
      status: {
        ...{ kind: 'text', about: 'how it stands', read: (row) => [statusOf(row)] },
        values: TRANSACTION_STATUSES.map((status) => status.toLowerCase()),
      },
      provider: { kind: 'text', about: 'key of the provider', read: (row) => [providerOf(row)] },
      chain: { kind: 'text', about: 'either chain', read: chainsOf },
      asset: { kind: 'text', about: 'symbol of either asset', read: symbolsOf },
      mine: {
        ...{ kind: 'text', about: 'of this machine: yes or no', read: (row) => [isMine(row) ? 'yes' : 'no'] },
        values: ['yes', 'no'],
      },
      usd: { kind: 'usd', about: 'what was sent', read: usdOf },
      age: { kind: 'age', about: 'begun so long ago', read: (row) => Date.parse(createdAtOf(row)) },
    },
    words: (row) => [providerOf(row), ...symbolsOf(row), ...chainsOf(row), ...textsOf(row)],
    columns: [
      { header: timeHeader('WHEN', zone), value: createdAtOf },
      { header: 'SENT', value: (row) => readAmount(row.kind === 'run' ? row.run.amount : row.transaction.srcAmount) },
      { header: 'RECEIVED', value: receivedOf },
      { header: 'USD', value: usdOf },
      { header: 'CHAINS', value: (row) => chainsOf(row).join(' ') },
      { header: 'PROVIDER', value: providerOf },
      { header: 'ID', value: ({ key }) => key },
      { header: 'STATUS', value: statusOf },
    ],
  }
}

/** The same for filters alone. */
export const ACTIVITY_FILTER = siftTable(UTC)

function statusOf(row: ActivityRow): string {
  return row.kind === 'run' ? 'PENDING' : row.transaction.status
}

function isMine(row: ActivityRow): boolean {
  return row.kind === 'run' || row.isMine
}

function providerOf(row: ActivityRow): string {
  return row.kind === 'run' ? row.run.provider : row.transaction.provider
}

function createdAtOf(row: ActivityRow): string {
  return row.kind === 'run' ? row.run.createdAt : row.transaction.createdAt
}

function usdOf(row: ActivityRow): MicroUsd | undefined {
  return row.kind === 'run' ? row.run.lock?.terms.src.usd : transactionUsd(row.transaction)
}

/** As it is shown: nothing where a swap brought nothing, whatever was promised. */
function receivedOf(row: ActivityRow): bigint | undefined {
  if (row.kind === 'run') return undefined
  const { status, dstAmount, dstDelivered } = row.transaction
  return status === 'SUCCESS' || status === 'PENDING' ? readAmount(dstDelivered ?? dstAmount) : undefined
}

function chainsOf(row: ActivityRow): readonly string[] {
  if (row.kind === 'run') return [row.run.srcChain, row.run.dstChain]
  return [row.transaction.srcAsset.chain ?? '', row.transaction.dstAsset.chain ?? '']
}

function symbolsOf(row: ActivityRow): readonly string[] {
  if (row.kind === 'run') return [symbolOf(row.run.from), symbolOf(row.run.to)]
  return [row.transaction.srcAsset.symbol ?? '', row.transaction.dstAsset.symbol ?? '']
}

function symbolOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1)
}

/** Ids, hashes and addresses: what a store searches too. */
function textsOf(row: ActivityRow): readonly string[] {
  if (row.kind === 'run') {
    const { id, transactionId = '', from, to, depositor, recipient, payment } = row.run
    return [id, transactionId, from, to, depositor, recipient, payment?.hash ?? '']
  }
  const { id, hash, inboundHash, outboundHash, walletAddress, recipientWalletAddress } = row.transaction
  return [id, hash, inboundHash, outboundHash ?? '', walletAddress, recipientWalletAddress]
}
