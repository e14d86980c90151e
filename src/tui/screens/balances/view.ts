import { addRecentCosts, recentCostsText } from '../../../core/delivery/recent-costs.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { changeOfHolding } from '../../../core/money/day-figures.ts'
import { formatAmountForPeople } from '../../../core/money/amount.ts'
import { changeText, totalText } from '../../../core/money/holdings-text.ts'
import { formatUsdForPeople } from '../../../core/money/fees.ts'
import { totalOf } from '../../../core/money/holdings.ts'
import { problemRows, type Row, textRow, textRows, wrapAtMost } from '../../kit/text/rows.ts'
import { siftRows, sortedColumns } from '../../kit/find/sift-rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import type { ScreenProps } from '../../screen.ts'
import { workRows } from './work-rows.ts'
import { accountRows } from './accounts.ts'
import { approvalRows } from './approvals.ts'
import { pageRows } from './fact-page.ts'
import { BALANCE_SIFTING, markedRow, shownBalances } from './sifting.ts'
import { type BalanceRow, balanceRows, type BalancesState, type ShownAccount } from './state.ts'
import { isUnread, nameUnread, unreadFacts } from './unread.ts'

const COLUMNS: readonly TableColumn[] = [
  { header: 'ACCOUNT', drop: 2, most: 20 },
  { header: 'CHAIN', most: 16 },
  { header: 'ASSET', most: 12 },
  { header: 'AMOUNT', align: 'right', most: 28 },
  { header: 'VALUE', align: 'right', most: 18 },
  { header: 'SINCE YESTERDAY', align: 'right', drop: 1, most: 18 },
]

/** Columns of the terminal below which the list gives way to amounts, and the lines of the marked row say the rest. */
const NARROW = 60
/** An amount is never cut: chain and value go first, and symbols are shorter. */
const NARROW_COLUMNS: readonly TableColumn[] = [
  { header: 'ACCOUNT', drop: 4, most: 20 },
  { header: 'CHAIN', drop: 2, most: 16 },
  { header: 'ASSET', most: 8 },
  { header: 'AMOUNT', align: 'right' },
  { header: 'VALUE', align: 'right', drop: 1 },
  { header: 'SINCE YESTERDAY', align: 'right', drop: 3 },
]

/** Most lines of the sum over all accounts, and of what their swaps cost. */
export const HEAD_LINES = 2
/** Lines that say what is to be known of the marked row. */
export const NOTE_LINES = 2
/** The same where the list leaves out columns. */
const NARROW_NOTE_LINES = 3

/** The lines of the Balances screen. */
export function viewBalances({ state, app, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const props = { state, app, width, height, spoken }
  if (state.work !== undefined) return workRows(state.work, props)
  if (state.page !== undefined) return pageRows(state.page, props)
  if (state.shows === 'accounts') return accountRows(props)
  if (state.shows === 'approvals') return approvalRows(props)
  const { accounts, problem, sifting } = state
  if (accounts === undefined || problem !== undefined || accounts.length === 0) {
    return scrolledRows(emptyRows(state, app, width), { scroll: 0, width, height, spoken })
  }
  const [all, shown] = [balanceRows(state), shownBalances(state)]
  const list = { table: BALANCE_SIFTING, rows: all, shown: shown.length, width, spoken }
  const head = [
    ...wrapAtMost(headText(accounts, state.reading), width, HEAD_LINES).map((line) => textRow(line, width, 'accent')),
    ...failedRows(accounts, width),
    ...costRows(accounts, width),
    ...siftRows(list, sifting),
  ]
  const marked = markedRow(state)
  const notes = marked === undefined ? [] : noteRows(marked.row, state, app, width)
  return [
    ...head,
    ...tableRows({
      columns: sortedColumns(width < NARROW ? NARROW_COLUMNS : COLUMNS, sifting, app, spoken),
      rows: shown.map(tableRow),
      selected: marked?.at,
      width,
      height: Math.max(2, height - head.length - noteLines(width)),
      noun: 'balance',
      spoken,
    }),
    ...notes,
  ].slice(0, spoken ? undefined : height)
}

function emptyRows({ problem, accounts }: BalancesState, app: AppFacts, width: number): readonly Row[] {
  const again = `${keyFor(app, 'refresh', 'r')} tries again.`
  if (problem !== undefined) return [...problemRows(problem, width), ...textRows(again, width)]
  if (!app.ready || accounts === undefined) return textRows('reading …', width, 'dim')
  return textRows(`There is no account yet: ${adder(app)} makes, imports or watches one`, width, 'dim')
}

/** What adds an account: beside another screen the key is that one's, or none. */
function adder(app: AppFacts): string {
  return app.isVisible ? keyFor(app, 'add', 'A') : 'Balances (7)'
}

/** All accounts in a line, which says what is still read. */
function headText(accounts: readonly ShownAccount[], isReading: boolean): string {
  const chains = accounts.flatMap((account) => account.chains)
  const unread = accounts.filter((account) => account.state === 'failed' && account.chains.length === 0)
  const sum = totalText(totalOf(chains, unread.length))
  const total = accounts.every(({ kind }) => kind === 'paper') ? `paper money ${sum}` : sum
  const open = accounts.filter(({ state }) => state === 'waiting' || state === 'reading')
  if (isReading && open.length > 0)
    return `${chains.length === 0 ? 'nothing' : total} so far · reading ${open.map(({ name }) => name).join(', ')} …`
  const changes = accounts.flatMap(({ change }) => change ?? [])
  if (changes.length === 0) return `${total} · no figure of yesterday`
  const leftOut = changes.reduce((sum, change) => sum + change.leftOut, 0) + (accounts.length - changes.length)
  const since = changeText(changes.reduce((sum, { usd }) => sum + usd, 0n))
  return `${total} · ${since} since yesterday${leftOut === 0 ? '' : ` (${leftOut} left out)`}`
}

/** Why what stands here of an account is old: it could not be read again. */
function failedRows(accounts: readonly ShownAccount[], width: number): readonly Row[] {
  const old = accounts.filter(({ state, chains }) => state === 'failed' && chains.length > 0)
  return old.map(({ name, note }) => textRow(`! ${name} could not be read again: ${note}`, width, 'bad'))
}

/** What the swaps of all accounts cost lately; none where none of them has ended. */
function costRows(accounts: readonly ShownAccount[], width: number): readonly Row[] {
  const text = recentCostsText(addRecentCosts(accounts.flatMap(({ costs }) => costs ?? [])))
  return text === '' ? [] : wrapAtMost(text, width, HEAD_LINES).map((line) => textRow(line, width, 'dim'))
}

function tableRow({ key, account, chain, holding }: BalanceRow): TableRow {
  if (holding === undefined || chain?.state !== 'read') {
    const isRead = !isUnread({ account, chain })
    const cells = [account.name, chain?.chain ?? '', '', isRead ? 'nothing' : 'unread', '', '']
    return { key, role: isRead ? 'dim' : 'warn', cells }
  }
  const change = changeOfHolding(holding, chain, account.before)
  return {
    key,
    cells: [
      account.name,
      chain.chain,
      holding.symbol,
      formatAmountForPeople(holding.units, holding.decimals),
      valueText(holding),
      changeText(change),
    ],
  }
}

function noteLines(width: number): number {
  return width < NARROW ? NARROW_NOTE_LINES : NOTE_LINES
}

/** Chain and value of a row, where the list has no columns for them. */
function placeText({ chain, holding }: BalanceRow, width: number): string {
  if (width >= NARROW || chain === undefined) return ''
  return ` on ${chain.chain}${holding === undefined ? '' : `, ${valueText(holding)}`}`
}

function valueText({ usd }: NonNullable<BalanceRow['holding']>): string {
  return usd === undefined ? 'unknown' : formatUsdForPeople(usd)
}

/** What is to be known of the marked row: why it is unread, or whose it is; what of it does not fit, Enter shows. */
function noteRows(row: BalanceRow, state: BalancesState, app: AppFacts, width: number): readonly Row[] {
  const { account } = row
  if (isUnread(row)) {
    const text = `${nameUnread(row)} is unread: ${unreadFacts(row)
      .map(([, value]) => value)
      .join('. ')}`
    return wrapAtMost(text, width, noteLines(width)).map((line) => textRow(line, width, 'warn'))
  }
  const kind = account.kind === 'watch' ? ', watch only' : ''
  if (account.kind === 'paper') {
    const text = `paper money: ${realText(state, app)}`
    return textRows(account.note === '' ? text : `${account.note}; ${text}`, width, 'dim')
  }
  const notes = account.note === '' ? [] : wrapAtMost(account.note, width, NOTE_LINES)
  const whose = `${account.name}${kind}${placeText(row, width)}  ${account.address}`
  return [
    ...notes.map((line) => textRow(line, width, 'warn')),
    // Where it has all its lines nothing of the address is lost.
    ...wrapWhole(whose, width).map((line) => textRow(line, width, 'dim')),
  ].slice(0, noteLines(width))
}

/** Which accounts there are for real money, or what adds one. */
function realText({ known = [] }: BalancesState, app: AppFacts): string {
  const account = known.find(({ inUse }) => inUse) ?? known[0]
  if (account === undefined) return `${adder(app)} sets up an account for real one`
  const others = known.length - 1
  const [names, are] = others === 0 ? [account.name, 'is'] : [`${account.name} and ${others} more`, 'are']
  return `${names} ${are} for real one, used with --network live`
}

/** A text on as many lines as it needs, each of them full. */
function wrapWhole(text: string, width: number): readonly string[] {
  return Array.from({ length: noteLines(width) }, (_, at) => text.slice(at * width, (at + 1) * width))
}
