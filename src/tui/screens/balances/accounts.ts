import type { KnownAccount, NewAccountWay } from '../../context.ts'
import { moveIndex } from '../../kit/moves.ts'
import { problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { fitText } from '../../kit/text/text-fit.ts'
import type { ScreenProps } from '../../screen.ts'
import { showApprovals } from './approvals.ts'
import type { BalancesState, BalancesStep } from './state.ts'
import { beginWork } from './work.ts'

/** What can be done with accounts: ways to a new one, and what contracts may take. */
type AccountChoice = NewAccountWay | 'approvals'

/** In the order in which they are offered. */
const WAYS: readonly AccountChoice[] = ['create', 'key', 'words', 'watch', 'approvals']

const WAY_NAMES: Readonly<Record<AccountChoice, string>> = {
  create: 'create an account',
  key: 'import a private key',
  words: 'import recovery words',
  watch: 'watch an address',
  approvals: 'see what contracts may take, and revoke it',
}

const KIND_NAMES: Readonly<Record<KnownAccount['kind'], string>> = {
  keystore: 'key file',
  ledger: 'Ledger',
  watch: 'watch only',
}

/** Takes what is marked. */
export function takeChoice(state: BalancesState): BalancesStep {
  const way = WAYS[state.way] ?? 'create'
  if (way === 'approvals') return showApprovals(state)
  return beginWork(state, WAY_NAMES[way], (id) => ({ on: 'balances', type: 'add-account', id, way }))
}

/** The mark so many ways further. */
export function moveWay(state: BalancesState, by: number): BalancesState {
  return { ...state, way: moveIndex(state.way, by, WAYS.length) }
}

/** The accounts of this machine, and how another one is added. */
export function accountRows(props: ScreenProps<BalancesState>): readonly Row[] {
  const { state, width, height, spoken } = props
  const told = state.told.flatMap((text) => textRows(text, width, 'good'))
  const ways = WAYS.map((way, index): Row => {
    const text = `${index === state.way ? '▸' : ' '} ${WAY_NAMES[way]}`
    return [{ text: fitText(text, width), role: index === state.way ? 'selected' : 'text' }]
  })
  const room = height - ways.length - 1
  const above = [...told, ...knownRows(state, width)]
  return [
    titledRule('ACCOUNTS OF THIS MACHINE', width),
    ...scrolledRows(above, { scroll: 0, width, height: Math.max(0, room), spoken }).slice(0, spoken ? undefined : room),
    ...ways,
  ].slice(0, spoken ? undefined : height)
}

function knownRows({ known, knownProblem: problem }: BalancesState, width: number): readonly Row[] {
  if (problem !== undefined) return problemRows(problem, width)
  if (known === undefined) return textRows('reading …', width, 'dim')
  if (known.length === 0) return textRows('There is none yet: what it holds and pays is real money.', width, 'dim')
  const columns = Math.max(...known.map(({ name }) => name.length))
  return known.map(({ name, address, kind, inUse }) =>
    textRow(`  ${name.padEnd(columns)}  ${KIND_NAMES[kind]}${inUse ? ', in use' : ''}  ${address}`, width),
  )
}
