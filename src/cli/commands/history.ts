import { markedSymbol } from '../../core/assets/look-alikes.ts'
import type { HistoryTransaction } from '../../core/api/documents.ts'
import { cleanText, joinClean } from '../../core/text/clean-text.ts'
import { HISTORY_QUERY } from '../../core/api/requests.ts'
import { SwapError } from '../../core/api/errors.ts'
import { minuteText, timeHeader } from '../../core/text/times.ts'
import { countText } from '../../core/text/count-text.ts'
import { historyCsv } from '../../core/swap/history-csv.ts'
import { receivedText } from '../../core/swap/received-text.ts'
import { defined } from '../../core/defined.ts'
import { isPaperProvider } from '../../core/api/paper.ts'
import { defineCommand } from '../command.ts'
import { refuseTogether } from '../command-line/flags.ts'
import { FILTER_OPTIONS, filterOf, tellWhose } from '../history-filter.ts'
import { notePage, pageOptions, printPage } from '../output/page.ts'
import { tellOlderHome } from '../pay/home/own-home.ts'
import { right } from '../output/table.ts'
import { groupThousands } from '../../core/money/amount.ts'

/** True while nothing was paid for it, and somebody has to. */
function isWaiting({ status, stage, inboundHash, provider }: HistoryTransaction): boolean {
  const isUnpaid = status === 'PENDING' && stage === 'awaiting_deposit' && inboundHash === ''
  return isUnpaid && !isPaperProvider(provider)
}

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
    const { page: number, perPage, csv, ...filters } = flags
    refuseTogether({ csv, json: output.json })
    const { service } = await session.open()
    const page = await service.history({ ...defined({ page: number, perPage }), ...filterOf(filters) })
    tellWhose(session, filters)
    if (page.pagination.total === 0) await tellOlderHome(session)
    if (csv) {
      const lines = historyCsv(page.data).trimEnd().split('\r\n')
      output.print(
        joinClean(
          lines.map((line) => cleanText(line, Infinity)),
          '\r\n',
        ),
      )
      notePage(output, page, 'transaction')
      const { damaged = [], unreadable = [] } = page
      if (damaged.length > 0)
        throw new SwapError('STORE_UNUSABLE', `The CSV lacks ${countText(damaged.length, 'damaged transaction')}`)
      if (unreadable.length === 0) return
      const lost = countText(unreadable.length, 'transaction')
      throw new SwapError('BAD_GATEWAY', `The CSV lacks ${lost} of the server that cannot be read`)
    }
    await printPage(output, {
      page,
      columns: [timeHeader('CREATED', output.zone), 'STATUS', right('SENT'), right('RECEIVED'), 'PROVIDER', 'ID'],
      row: (transaction) => [
        minuteText(transaction.createdAt, output.zone),
        transaction.status,
        `${groupThousands(transaction.srcAmount)} ${markedSymbol(transaction.srcAsset.symbol ?? '')}`,
        receivedText(transaction),
        transaction.provider,
        transaction.id,
      ],
      one: 'transaction',
    })
    const [waiting, ...others] = page.data.filter(isWaiting)
    if (waiting === undefined) return
    const who = others.length === 0 ? '1 waits' : `${others.length + 1} wait`
    output.note(`${who} for the payment; where it goes: swapcli status ${waiting.id}`)
  },
})
