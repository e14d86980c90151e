import { addRecentCosts, recentCostsText } from '../../../core/delivery/recent-costs.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { changeText, totalText } from '../../../core/money/holdings-text.ts'
import { totalOf } from '../../../core/money/holdings.ts'
import { agedText, isServerAway } from '../../kit/text/ages.ts'
import { problemRows, type Row, textRow, textRows, wrapAtMost } from '../../kit/text/rows.ts'
import { clusters } from '../../kit/text/line-edit.ts'
import { cutText, shortAddress, textWidth } from '../../kit/text/text-fit.ts'
import { siftRows } from '../../kit/find/sift-rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { shownRange, tableRows } from '../../kit/layout/table.ts'
import { problemText } from '../../problem.ts'
import type { ScreenProps } from '../../screen.ts'
import { workRows } from './work-rows.ts'
import { accountRows } from './accounts.ts'
import { approvalRows } from './approvals.ts'
import { balanceTable, holdingTexts, NARROW } from './balance-table.ts'
import { pageRows } from './fact-page.ts'
import { BALANCE_SIFTING, markedRow, shownBalances } from './sifting.ts'
import { type BalanceRow, balanceRows, type BalancesState, isOld, type ShownAccount } from './state.ts'
import { isUnread, nameUnread, unreadFacts } from './unread.ts'

/** Most lines of the sum over all accounts, and of what their swaps cost. */
export const HEAD_LINES = 2
/** Lines that say what is to be known of the marked row. */
export const NOTE_LINES = 2
/** The same where the list has few columns. */
const NARROW_NOTE_LINES = 3
/** Lines below which rows outweigh what is said around them. */
const FEW_LINES = 12
/** Most lines of why something could not be read. */
const WRONG_LINES = 3

/** The lines of the Balances screen. */
export function viewBalances({ state, app, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const props = { state, app, width, height, spoken }
  if (state.work !== undefined) return workRows(state.work, props)
  if (state.page !== undefined) return pageRows(state.page, props)
  if (state.shows === 'accounts') return accountRows(props)
  if (state.shows === 'approvals') return approvalRows(props)
  const { accounts = [] } = state
  if (accounts.length === 0) return scrolledRows(emptyRows(state, app, width), { scroll: 0, width, height, spoken })
  return listRows(accounts, props)
}

/** The list under the sum of it, and above what is to be known of its marked row. */
function listRows(accounts: readonly ShownAccount[], props: ScreenProps<BalancesState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const { sifting } = state
  const [all, shown, marked] = [balanceRows(state), shownBalances(state), markedRow(state)]
  const list = { table: BALANCE_SIFTING, rows: all, shown: shown.length, width, spoken }
  const { isShort, ...table } = balanceTable(shown, sifting, app, width, spoken)
  // Where lines are few, the header says of a server that it does not answer.
  const tightWrong = isServerAway(app) ? 0 : 1
  const headOf = (isTight: boolean, range: string): readonly Row[] => [
    ...sumRows(accounts, range, isTight ? 1 : HEAD_LINES, props),
    ...wrongRows(state, isTight ? tightWrong : WRONG_LINES, width),
    ...(isTight ? [] : costRows(accounts, width)),
    ...siftRows(list, sifting),
  ]
  const most = width < NARROW ? NARROW_NOTE_LINES : NOTE_LINES
  const roomUnder = (head: readonly Row[]) => height - head.length - shown.length - 1
  const isTight = !spoken && height < FEW_LINES && roomUnder(headOf(false, '')) < most
  const noteLines = isTight ? Math.max(1, Math.min(most, roomUnder(headOf(true, '')))) : most
  const tableHeight = (head: readonly Row[]) => Math.max(2, height - head.length - noteLines)
  const rangeUnder = (head: readonly Row[]) =>
    spoken ? '' : rangeText(shown.length, shownRange(shown.length, marked?.at, tableHeight(head)))
  // The range may take a line of its own.
  const head = headOf(isTight, rangeUnder(headOf(isTight, rangeUnder(headOf(isTight, '')))))
  const rows = tableRows({
    ...{ ...table, selected: marked?.at, width, height: tableHeight(head), noun: 'balance', spoken },
  })
  const notes = marked === undefined ? [] : noteRows(marked.row, props, noteLines, isShort)
  return [...head, ...rows, ...notes].slice(0, spoken ? undefined : height)
}

/** `3-6 of 9`; '' where all are shown. */
function rangeText(count: number, { first, shown }: ReturnType<typeof shownRange>): string {
  return shown >= count ? '' : `${first + 1}-${first + shown} of ${count}`
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

/** All accounts in at most so many lines: where there is one, the sum is cut before its age, and before which rows are shown. */
function sumRows(
  accounts: readonly ShownAccount[],
  range: string,
  lines: number,
  { state, app, width }: ScreenProps<BalancesState>,
): readonly Row[] {
  const { total, rest } = sumTexts(accounts, state.reading)
  const end = [oldestText(accounts, app), range].map((text) => (text === '' ? '' : ` · ${text}`)).join('')
  const room = width * lines - end.length
  const sum = [`${total}${rest}`, total].find((text) => textWidth(text) <= room) ?? cutText(total, room)
  const texts = lines === 1 ? [`${sum}${end}`] : wrapAtMost(`${total}${end}${rest}`, width, lines)
  return texts.map((text) => textRow(text, width, 'accent'))
}

/** How old the oldest figures are that are not read anew; '' where none is old. */
function oldestText(accounts: readonly ShownAccount[], app: AppFacts): string {
  const times = accounts.flatMap((account) => (isOld(account, app) ? (account.readAt ?? []) : []))
  return times.length === 0 ? '' : agedText(Math.min(...times), app.now)
}

/** The sum, and how it changed, or what is still read. */
function sumTexts(
  accounts: readonly ShownAccount[],
  isReading: boolean,
): { readonly total: string; readonly rest: string } {
  const chains = accounts.flatMap((account) => account.chains)
  const unread = accounts.filter((account) => account.state === 'failed' && account.chains.length === 0)
  const sum = totalText(totalOf(chains, unread.length))
  const total = accounts.every(({ kind }) => kind === 'paper') ? `paper money ${sum}` : sum
  const open = accounts.filter(({ state }) => state === 'waiting' || state === 'reading')
  if (isReading && open.length > 0) {
    const names = open.map(({ name }) => name).join(', ')
    return { total: `${chains.length === 0 ? 'nothing' : total} so far`, rest: ` · reading ${names} …` }
  }
  const changes = accounts.flatMap(({ change }) => change ?? [])
  if (changes.length === 0) return { total, rest: ' · no figure of yesterday' }
  const leftOut = changes.reduce((sum, change) => sum + change.leftOut, 0) + (accounts.length - changes.length)
  const since = changeText(changes.reduce((sum, { usd }) => sum + usd, 0n))
  return { total, rest: ` · ${since} since yesterday${leftOut === 0 ? '' : ` (${leftOut} left out)`}` }
}

/** Why what stands here is old: it could not be read again. */
function wrongRows({ accounts = [], problem }: BalancesState, lines: number, width: number): readonly Row[] {
  const old = accounts.filter(({ state, chains }) => state === 'failed' && chains.length > 0)
  const texts = [
    ...(problem === undefined ? [] : [`accounts could not be listed again: ${problemText(problem)}`]),
    ...old.map(({ name, note }) => `${name} could not be read again: ${note}`),
  ]
  return texts.flatMap((text) => wrapAtMost(`! ${text}`, width, lines)).map((line) => textRow(line, width, 'bad'))
}

/** What the swaps of all accounts cost lately; none where none of them has ended. */
function costRows(accounts: readonly ShownAccount[], width: number): readonly Row[] {
  const text = recentCostsText(addRecentCosts(accounts.flatMap(({ costs }) => costs ?? [])))
  return text === '' ? [] : wrapAtMost(text, width, HEAD_LINES).map((line) => textRow(line, width, 'dim'))
}

/**
 * What is to be known of the marked row: why it is unread, or whose it is; what of it does not fit, Enter shows.
 * @param lines most of them @param isShort true where the list does not show all of what is held
 */
function noteRows(
  row: BalanceRow,
  { state, app, width }: ScreenProps<BalancesState>,
  lines: number,
  isShort: boolean,
): readonly Row[] {
  const { account } = row
  if (isUnread(row)) {
    const why = unreadFacts(row).map(([, value]) => value)
    return wrapAtMost(`${nameUnread(row)} is unread: ${why.join('. ')}`, width, lines).map((line) =>
      textRow(line, width, 'warn'),
    )
  }
  const held = isShort ? holdingTexts(row) : []
  const notes = account.note === '' ? [] : wrapAtMost(account.note, width, NOTE_LINES)
  if (account.kind === 'paper') {
    const texts = [
      held.find((text) => textWidth(text) <= width) ?? '',
      account.note,
      `paper money: ${realText(state, app)}`,
    ].filter((text) => text !== '')
    return texts.flatMap((text) => textRows(text, width, 'dim')).slice(0, lines)
  }
  return [
    ...notes.map((line) => textRow(line, width, 'warn')),
    ...wrapWhole(whoseText(account, held, width * lines), width).map((line) => textRow(line, width, 'dim')),
  ].slice(0, lines)
}

/** Whose it is, and what is held: with the whole address where there is room. @param room columns of all lines */
function whoseText({ name, kind, address }: ShownAccount, held: readonly string[], room: number): string {
  const owner = `${name}${kind === 'watch' ? ', watch only' : ''}`
  const [whose = owner, ...shorter] = held.map((text) => `${owner}: ${text}`)
  const texts = [`${whose}  ${address}`, `${whose}  ${shortAddress(address)}`, whose, ...shorter]
  return texts.find((text) => textWidth(text) <= room) ?? owner
}

/** Which accounts there are for real money, or what adds one. */
function realText({ known = [] }: BalancesState, app: AppFacts): string {
  const account = known.find(({ inUse }) => inUse) ?? known[0]
  if (account === undefined) return `${adder(app)} sets up an account for real one`
  const others = known.length - 1
  const [names, are] = others === 0 ? [account.name, 'is'] : [`${account.name} and ${others} more`, 'are']
  return `${names} ${are} for real one, used with --network live`
}

/** A text on as many lines as it needs, each of them as full as its characters let it be. */
function wrapWhole(text: string, width: number): readonly string[] {
  const lines = ['']
  for (const cluster of clusters(text)) {
    const line = `${lines.at(-1) ?? ''}${cluster}`
    if (textWidth(line) <= width) lines[lines.length - 1] = line
    else lines.push(cluster)
  }
  return lines
}
