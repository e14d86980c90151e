import { changeOfHolding } from '../../../core/money/day-figures.ts'
import { formatAmount, groupThousands } from '../../../core/money/amount.ts'
import { formatUsdForPeople } from '../../../core/money/fees.ts'
import { changeText } from '../../../core/money/holdings-text.ts'
import { columnWidths } from '../../../core/text/column-widths.ts'
import type { AppFacts } from '../../events.ts'
import type { Sifting } from '../../kit/find/sift.ts'
import { sortedColumns } from '../../kit/find/sift-rows.ts'
import { MARK, type TableColumn, type TableRow } from '../../kit/layout/table.ts'
import { shortAmount, shortestAmount } from '../../kit/text/short-amount.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import type { BalanceRow } from './state.ts'
import { isUnread } from './unread.ts'

/** Columns and rows of the list, as they fit. */
export interface BalanceTable {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** True where something of a row is left out, or cut. */
  readonly isShort: boolean
}

/** Columns of the terminal below which symbols are cut earlier. */
export const NARROW = 60

/** Ways to write an amount, longest first: each of them rounds down. */
const AMOUNT_FORMS = [groupThousands, shortAmount, shortestAmount] as const

/**
 * The list in so many columns of the terminal. Amounts lose decimals before a column goes; on which chain an asset is never goes.
 * @param spoken true for a screen reader, which gets all
 */
export function balanceTable(
  balances: readonly BalanceRow[],
  sifting: Sifting,
  app: AppFacts,
  width: number,
  spoken: boolean,
): BalanceTable {
  const columns = sortedColumns(columnsOf(balances, width), sifting, app, spoken)
  const tables = (spoken ? AMOUNT_FORMS.slice(0, 1) : AMOUNT_FORMS).map((form) => {
    const rows = balances.map((row) => tableRow(row, form))
    const missing = spoken ? 0 : missingIn(columns, rows, width)
    return {
      rows: spoken ? rows : nameRows(columns, rows, width),
      missing,
      isShort: missing > 0 || form !== AMOUNT_FORMS[0],
    }
  })
  const least = Math.min(...tables.map(({ missing }) => missing))
  const { rows = [], isShort = false } = tables.find(({ missing }) => missing === least) ?? {}
  return { columns, rows, isShort }
}

/** Where there is one account alone, its name goes first. */
function columnsOf(balances: readonly BalanceRow[], width: number): readonly TableColumn[] {
  const isOne = balances.every(({ account }) => account.name === balances[0]?.account.name)
  return [
    { header: 'ACCOUNT', drop: isOne ? 3 : 2, most: 20 },
    { header: 'CHAIN', most: 16, shrinks: 8 },
    { header: 'ASSET', most: width < NARROW ? 8 : 12 },
    { header: 'AMOUNT', align: 'right' },
    { header: 'VALUE', align: 'right', drop: 1, most: 18 },
    { header: 'SINCE YESTERDAY', align: 'right', drop: isOne ? 2 : 3, most: 18 },
  ]
}

/** How much of the columns has no room: two for one that is left out, one for one that is cut. */
function missingIn(columns: readonly TableColumn[], rows: readonly TableRow[], width: number): number {
  const widths = widthsOf(columns, rows, width)
  return widthsOf(columns, rows, Infinity).reduce((sum, wanted, index) => {
    const given = widths[index] ?? 0
    return sum + (given === 0 ? 2 : given < wanted ? 1 : 0)
  }, 0)
}

/** The rows, where there is no column for accounts: one without a chain says there whose it is. */
function nameRows(columns: readonly TableColumn[], rows: readonly TableRow[], width: number): readonly TableRow[] {
  const [ofAccount] = widthsOf(columns, rows, width)
  if (ofAccount !== 0) return rows
  return rows.map((row) => {
    const [account = '', chain = '', ...rest] = row.cells
    return { ...row, cells: [account, chain === '' ? account : chain, ...rest] }
  })
}

function widthsOf(columns: readonly TableColumn[], rows: readonly TableRow[], width: number): readonly number[] {
  const cells = rows.map((row) => row.cells)
  return columnWidths(columns, cells, width - MARK, textWidth)
}

function tableRow({ key, account, chain, holding }: BalanceRow, form: (amount: string) => string): TableRow {
  if (holding === undefined || chain?.state !== 'read') {
    const isRead = !isUnread({ account, chain })
    const cells = [account.name, chain?.chain ?? '', '', isRead ? 'nothing' : 'unread', '', '']
    return { key, role: isRead ? 'dim' : 'warn', cells }
  }
  const amount = form(formatAmount(holding.units, holding.decimals))
  const change = changeText(changeOfHolding(holding, chain, account.before))
  return { key, cells: [account.name, chain.chain, holding.symbol, amount, valueText(holding), change] }
}

/** What is held, for where the list has no room for all of it: whole, and its amount alone; none for nothing. */
export function holdingTexts({ chain, holding }: BalanceRow): readonly string[] {
  if (chain === undefined || holding === undefined) return []
  const amount = `${groupThousands(formatAmount(holding.units, holding.decimals))} ${holding.symbol}`
  return [`${amount} on ${chain.chain}, ${valueText(holding)}`, amount]
}

function valueText({ usd }: NonNullable<BalanceRow['holding']>): string {
  return usd === undefined ? 'unknown' : formatUsdForPeople(usd)
}
