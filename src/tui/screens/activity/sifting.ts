import { readAmount } from '../../../core/api/answers.ts'
import { TRANSACTION_STATUSES } from '../../../core/api/enums.ts'
import type { HistoryTransaction } from '../../../core/api/documents.ts'
import { timeHeader, type TimeZone, UTC } from '../../../core/text/times.ts'
import { transactionUsd } from '../../../core/swap/transaction-value.ts'
import type { SiftTable } from '../../kit/find/sift.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import type { ActivityRow } from './list.ts'

/** What the list can be filtered and sorted by. @param zone clocks of its times */
export function siftTable(zone: TimeZone): SiftTable<ActivityRow> {
  return {
    fields: {
      status: {
        ...{ kind: 'text', about: 'how it stands', read: (row) => [factsOf(row).status] },
        values: TRANSACTION_STATUSES.map((status) => status.toLowerCase()),
      },
      provider: { kind: 'text', about: 'key of the provider', read: (row) => [factsOf(row).provider] },
      chain: { kind: 'text', about: 'either chain', read: (row) => factsOf(row).chains },
      asset: { kind: 'text', about: 'symbol of either asset', read: (row) => factsOf(row).symbols },
      usd: { kind: 'usd', about: 'what was sent', read: (row) => factsOf(row).usd },
      age: { kind: 'age', about: 'begun so long ago', read: (row) => Date.parse(factsOf(row).createdAt) },
    },
    words: (row) => {
      const { texts, provider, chains, symbols } = factsOf(row)
      return [...texts, provider, ...chains, ...symbols]
    },
    columns: [
      { header: timeHeader('WHEN', zone), value: (row) => factsOf(row).createdAt },
      { header: 'SENT', value: (row) => readAmount(factsOf(row).sent) },
      { header: 'RECEIVED', value: (row) => readAmount(factsOf(row).received) },
      { header: 'USD', value: (row) => factsOf(row).usd },
      { header: 'CHAINS', value: (row) => factsOf(row).chains.join(' ') },
      { header: 'PROVIDER', value: (row) => factsOf(row).provider },
      { header: 'ID', value: (row) => row.key },
      { header: 'STATUS', value: (row) => factsOf(row).status },
    ],
  }
}

/** The same for filters alone. */
export const ACTIVITY_FILTER = siftTable(UTC)

/** What is told of a line of the list, whichever it is. */
interface RowFacts {
  readonly status: string
  readonly provider: string
  readonly chains: readonly string[]
  readonly symbols: readonly string[]
  readonly usd: bigint | undefined
  /** ISO 8601. */
  readonly createdAt: string
  /** Decimal texts. */
  readonly sent: string
  readonly received: string
  /** Ids, hashes and addresses. */
  readonly texts: readonly string[]
}

function factsOf(row: ActivityRow): RowFacts {
  return row.kind === 'run' ? factsOfRun(row.run) : factsOfTransaction(row.transaction)
}

function factsOfRun(run: RunFacts): RowFacts {
  const { id, transactionId = '', provider, from, to, srcChain, dstChain, depositor, recipient, payment, lock } = run
  return {
    ...{ status: 'PENDING', provider, chains: [srcChain, dstChain], symbols: [symbolOf(from), symbolOf(to)] },
    ...{ usd: lock?.terms.src.usd, createdAt: run.createdAt, sent: run.amount, received: '' },
    texts: [id, transactionId, from, to, depositor, recipient, payment?.hash ?? ''],
  }
}

function symbolOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1)
}

function factsOfTransaction(transaction: HistoryTransaction): RowFacts {
  const { id, hash, inboundHash, outboundHash, walletAddress, recipientWalletAddress } = transaction
  const { srcAsset, dstAsset, status, provider, createdAt, srcAmount, dstAmount } = transaction
  return {
    ...{ status, provider, createdAt, sent: srcAmount, received: dstAmount, usd: transactionUsd(transaction) },
    chains: [srcAsset.chain ?? '', dstAsset.chain ?? ''],
    symbols: [srcAsset.symbol ?? '', dstAsset.symbol ?? ''],
    texts: [id, hash, inboundHash, outboundHash ?? '', walletAddress, recipientWalletAddress],
  }
}
