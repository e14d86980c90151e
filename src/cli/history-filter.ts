import { TRANSACTION_STATUSES } from '../core/api/enums.ts'
import type { StatsQuery } from '../core/api/service.ts'
import { defined } from '../core/defined.ts'
import { defineOptions, type FlagsOf } from './command.ts'
import type { Session } from './session.ts'

/** Options that choose transactions. */
export const FILTER_OPTIONS = defineOptions('Filters', {
  address: {
    kind: 'list',
    of: { kind: 'text' },
    value: 'address',
    field: 'addresses',
    description: 'only those that this wallet pays or receives',
  },
  status: {
    kind: 'list',
    of: { kind: 'choice', choices: TRANSACTION_STATUSES },
    value: 'status',
    field: 'statuses',
    description: 'only those with this status',
  },
  query: { kind: 'text', value: 'text', description: 'search ids, hashes, addresses, providers, symbols and chains' },
  referral: { kind: 'text', value: 'code', field: 'referralCode', description: 'only those with this affiliate code' },
  id: { kind: 'text', value: 'id', field: 'transactionId', description: 'only the transaction with this id' },
  finalized: { kind: 'switch', field: 'finalizedOnly', description: 'only those that have ended' },
})

/** Says of a server's swaps that they are not only those of this user, where no wallet and no swap is named. */
export function tellWhose({ api, output }: Session, { address, id }: FlagsOf<typeof FILTER_OPTIONS>): void {
  if (api === undefined || address.length > 0 || id !== undefined) return
  output.note(`swaps of everybody who uses ${api}; those of a wallet: --address ADDRESS`)
}

/** The filter that the options ask for. */
export function filterOf(flags: FlagsOf<typeof FILTER_OPTIONS>): StatsQuery {
  const { address, status, query, referral, id, finalized } = flags
  return defined({
    addresses: address.length === 0 ? undefined : address,
    statuses: status.length === 0 ? undefined : status,
    query,
    referralCode: referral,
    transactionId: id,
    finalizedOnly: finalized ? true : undefined,
  })
}
