import { TRANSACTION_STATUSES } from '../../core/api/enums.ts'
import { historyCsv } from '../../core/swap/history-csv.ts'
import { receivedText } from '../../core/swap/received-text.ts'
import type { StatsQuery } from '../../core/api/service.ts'
import type { Command, CommandOption, Flags } from '../command.ts'
import { notePage, pageQuery } from '../output/page.ts'

/** Options that choose transactions. */
export const FILTER_OPTIONS: readonly CommandOption[] = [
  { flags: '--address <addresses...>', description: 'depositor or recipient wallets' },
  { flags: '--status <statuses...>', description: TRANSACTION_STATUSES.join(', '), values: TRANSACTION_STATUSES },
  { flags: '--query <text>', description: 'text in ids, hashes, addresses, provider, symbols or chains' },
  { flags: '--referral <code>', description: 'exact affiliate code' },
  { flags: '--id <id>', description: 'one transaction id' },
  { flags: '--finalized', description: 'only those that have ended' },
]

/** Lists past transactions, newest first. */
export const history: Command = {
  options: [
    ...FILTER_OPTIONS,
    { flags: '--page <n>', description: 'page, from 1' },
    { flags: '--per-page <n>', description: 'transactions a page, 1 to 50' },
    { flags: '--csv', description: 'print CSV for a spreadsheet' },
  ],
  examples: ['history', 'history --status SUCCESS,REFUND --per-page 50 --csv', 'history --query bitcoin --json'],
  run: async (session, _words, flags) => {
    const { output } = session
    const { service } = await session.open()
    const page = await service.history({ ...pageQuery(flags), ...filterOf(flags) })
    if (output.json) {
      output.printJson(page)
      return
    }
    if (flags.on('csv')) {
      output.print(historyCsv(page.data).trimEnd())
    } else {
      await output.table(
        [
          { header: 'CREATED' },
          { header: 'STATUS' },
          { header: 'SENT', align: 'right' },
          { header: 'RECEIVED', align: 'right' },
          { header: 'PROVIDER' },
          { header: 'ID' },
        ],
        page.data.map((transaction) => [
          transaction.createdAt.replace('T', ' ').slice(0, 16),
          transaction.status,
          `${transaction.srcAmount} ${transaction.srcAsset.symbol ?? ''}`,
          receivedText(transaction),
          transaction.provider,
          transaction.id,
        ]),
      )
    }
    notePage(output, page.pagination, 'transactions')
  },
}

/** The filter that the options ask for. */
export function filterOf(flags: Flags): StatsQuery {
  const addresses = flags.list('address')
  const statuses = flags.list('status').map((status) => status.toUpperCase())
  const query = flags.text('query')
  const referralCode = flags.text('referral')
  const transactionId = flags.text('id')
  return {
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(statuses.length === 0 ? {} : { statuses }),
    ...(query === undefined ? {} : { query }),
    ...(referralCode === undefined ? {} : { referralCode }),
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(flags.on('finalized') ? { finalizedOnly: true } : {}),
  }
}
