import { TRANSACTION_STATUSES } from '../../core/api/enums.ts'
import { HISTORY_QUERY } from '../../core/api/requests.ts'
import { historyCsv } from '../../core/swap/history-csv.ts'
import { receivedText } from '../../core/swap/received-text.ts'
import type { StatsQuery } from '../../core/api/service.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand, defineOptions, type FlagsOf } from '../command.ts'
import { notePage, pageOptions, printPage } from '../output/page.ts'

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

/** Lists past transactions, newest first. */
export const history = defineCommand({
  options: {
    ...FILTER_OPTIONS,
    ...pageOptions('transactions', HISTORY_QUERY),
    csv: { kind: 'switch', description: 'print CSV for a spreadsheet' },
  },
  examples: ['history', 'history --status SUCCESS,REFUND --per-page 50 --csv', 'history --query bitcoin --json'],
  run: async (session, _args, flags) => {
    const { output } = session
    const { service } = await session.open()
    const { page: number, perPage, csv, ...filters } = flags
    const page = await service.history({ ...defined({ page: number, perPage }), ...filterOf(filters) })
    if (csv && !output.json) {
      output.print(historyCsv(page.data).trimEnd())
      notePage(output, page.pagination, 'transaction')
      return
    }
    await printPage(output, {
      page,
      columns: [
        { header: 'CREATED' },
        { header: 'STATUS' },
        { header: 'SENT', align: 'right' },
        { header: 'RECEIVED', align: 'right' },
        { header: 'PROVIDER' },
        { header: 'ID' },
      ],
      row: (transaction) => [
        transaction.createdAt.replace('T', ' ').slice(0, 16),
        transaction.status,
        `${transaction.srcAmount} ${transaction.srcAsset.symbol ?? ''}`,
        receivedText(transaction),
        transaction.provider,
        transaction.id,
      ],
      one: 'transaction',
    })
  },
})

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
