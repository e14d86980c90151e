import type { KnownAccount, NewAccountWay, WorkFact } from '../../context.ts'
import { step } from '../../events.ts'
import { indexOfKey, moveIndex } from '../../kit/moves.ts'
import { scrollToSelected } from '../../kit/layout/table.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { problemRows, type Row, textRows } from '../../kit/text/rows.ts'
import { cutText, shortAddress, textWidth } from '../../kit/text/text-fit.ts'
import type { ScreenProps } from '../../screen.ts'
import { showApprovals } from './approvals.ts'
import { openPage } from './fact-page.ts'
import type { BalancesState, BalancesStep } from './state.ts'
import { beginWork } from './work.ts'

/** What can be done with accounts: ways to a new one, and what contracts may take. */
type AccountWay = NewAccountWay | 'approvals'

/** A row: an account, or what can be done. */
type AccountChoice =
  { readonly key: string; readonly account: KnownAccount } | { readonly key: AccountWay; readonly account?: undefined }

/** In the order in which they are offered. */
const WAYS: readonly AccountWay[] = ['create', 'key', 'words', 'watch', 'approvals']

const WAY_NAMES: Readonly<Record<AccountWay, string>> = {
  create: 'create an account',
  key: 'import a private key',
  words: 'import recovery words',
  watch: 'watch an address',
  approvals: 'see or revoke what contracts may take',
}

const KIND_NAMES: Readonly<Record<KnownAccount['kind'], string>> = {
  keystore: 'key file',
  ledger: 'Ledger',
  watch: 'watch only',
}

function choicesOf({ known = [] }: BalancesState): readonly AccountChoice[] {
  return [...known.map((account) => ({ key: `account ${account.name}`, account })), ...WAYS.map((key) => ({ key }))]
}

/** Index of the marked row: that of the first way where none is marked. */
function markedIndex({ markedChoice = 'create' }: BalancesState, choices: readonly AccountChoice[]): number {
  return indexOfKey(choices, markedChoice)
}

/** Takes what is marked: shows an account whole, or does what can be done. */
export function takeChoice(state: BalancesState): BalancesStep {
  const choices = choicesOf(state)
  const choice = choices[markedIndex(state, choices)]
  if (choice === undefined) return step(state)
  if (choice.account !== undefined) return step(showAccount(state, choice.account))
  const way = choice.key
  if (way === 'approvals') return showApprovals(state)
  return beginWork(state, WAY_NAMES[way], (id) => ({ on: 'balances', type: 'add-account', id, way }))
}

function showAccount(state: BalancesState, account: KnownAccount): BalancesState {
  const { name, address, backup } = account
  const facts: readonly WorkFact[] = [
    ['kind', kindOf(account)],
    ['address', address],
    ...(backup === '' ? [] : [['back up', backup] as const]),
  ]
  return openPage(state, name, facts, { kind: backup === '' ? 'account' : 'key-file', account })
}

/** The mark so many rows further. */
export function moveChoice(state: BalancesState, by: number): BalancesState {
  const choices = choicesOf(state)
  return { ...state, markedChoice: choices[moveIndex(markedIndex(state, choices), by, choices.length)]?.key }
}

/** The accounts of this machine, and what can be done with them. */
export function accountRows({ state, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const choices = choicesOf(state)
  const marked = markedIndex(state, choices)
  const head = [titledRule('ACCOUNTS OF THIS MACHINE', width), ...noteRows(state, width)]
  const room = spoken ? choices.length : Math.max(1, height - head.length)
  const first = scrollToSelected(choices.length, marked, room)
  const rows = choices.slice(first, first + room).map((choice, index): Row => {
    const row = first + index
    const isMarked = row === marked
    const text = choice.account === undefined ? WAY_NAMES[choice.key] : accountText(choice.account, state, width - 2)
    const spot = { list: 'account', row, isMarked }
    return [{ text: cutText(`${isMarked ? '▸' : ' '} ${text}`, width), role: isMarked ? 'selected' : 'text', spot }]
  })
  return [...head.slice(0, spoken ? undefined : Math.max(1, height - rows.length)), ...rows]
}

function noteRows({ known, knownProblem: problem }: BalancesState, width: number): readonly Row[] {
  if (problem !== undefined) return problemRows(problem, width)
  if (known === undefined) return textRows('reading …', width, 'dim')
  return known.length > 0 ? [] : textRows('There is none yet; it is for real money.', width, 'dim')
}

/** An account on one line; its page has the address where that does not fit. */
function accountText(account: KnownAccount, { known = [] }: BalancesState, width: number): string {
  const { name, address } = account
  const columns = (texts: readonly string[]) => Math.max(...texts.map(textWidth))
  const parts = [
    name.padEnd(columns(known.map((each) => each.name))),
    kindOf(account).padEnd(columns(known.map(kindOf))),
  ].join('  ')
  const whole = `${parts}  ${address}`
  return textWidth(whole) <= width ? whole : `${parts}  ${shortAddress(address)}`
}

function kindOf({ kind, inUse }: KnownAccount): string {
  return `${KIND_NAMES[kind]}${inUse ? ', in use' : ''}`
}
