import { keyFor } from '../../bindings.ts'
import type { GivenApproval } from '../../context.ts'
import { step } from '../../events.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, tableRows } from '../../kit/layout/table.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { indexOfKey, moveIndex } from '../../kit/moves.ts'
import { problemRows, type Row, textRows } from '../../kit/text/rows.ts'
import type { ScreenProps } from '../../screen.ts'
import type { BalancesState, BalancesStep } from './state.ts'
import { beginWork } from './work.ts'

const COLUMNS: readonly TableColumn[] = [
  { header: 'CHAIN', most: 14 },
  { header: 'TOKEN', most: 14 },
  { header: 'MAY TAKE', align: 'right', most: 28 },
  { header: 'SPENDER', most: 44, drop: 2 },
  { header: 'FOR', most: 20, drop: 1 },
]

/** Shows what contracts may take, and reads it of the chains. */
export function showApprovals(state: BalancesState): BalancesStep {
  return step(
    { ...state, shows: 'approvals', approvals: undefined, approvalsProblem: undefined, told: [] },
    { on: 'balances', type: 'read-approvals' },
  )
}

/** The mark so many approvals further. */
export function moveApproval(state: BalancesState, by: number): BalancesState {
  const { approvals = [] } = state
  const at = indexOfKey(approvals, state.markedApproval)
  return { ...state, markedApproval: approvals[moveIndex(at, by, approvals.length)]?.key }
}

/** Begins to take the marked one back: its own review comes first. */
export function revokeMarked(state: BalancesState): BalancesStep {
  const given = markedOf(state)
  if (given === undefined) return step(state)
  const { key, token, chain } = given
  return beginWork(state, `revoke ${token} on ${chain}`, (id) => ({ on: 'balances', type: 'revoke', id, key }))
}

function markedOf({ approvals = [], markedApproval }: BalancesState): GivenApproval | undefined {
  return approvals[indexOfKey(approvals, markedApproval)]
}

/** What contracts may take of the account in use. */
export function approvalRows({ state, app, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const { approvals, approvalsProblem: problem, approvalNotes, told } = state
  const title = titledRule('WHAT CONTRACTS MAY TAKE', width)
  const notes = [
    ...told.flatMap((text) => textRows(text, width, 'good')),
    ...approvalNotes.flatMap((text) => textRows(text, width, 'warn')),
  ]
  if (approvals === undefined || approvals.length === 0) {
    const rows =
      problem !== undefined
        ? problemRows(problem, width)
        : textRows(
            approvals === undefined ? 'asking the chains …' : 'Swaps of this machine left nothing.',
            width,
            'dim',
          )
    return [title, ...scrolledRows([...notes, ...rows], { scroll: 0, width, height: height - 1, spoken })]
  }
  const marked = markedOf(state)
  const spender =
    marked === undefined ? [] : textRows(`${marked.spender} · ${keyFor(app, 'take-out', 'x')} revokes`, width, 'dim')
  const below = [...spender, ...notes].slice(0, spoken ? undefined : Math.max(0, height - 4))
  return [
    title,
    ...tableRows({
      columns: COLUMNS,
      rows: approvals.map(({ key, chain, token, allowed, isUnlimited, spender: to, provider }) => ({
        key,
        role: isUnlimited ? 'warn' : 'text',
        cells: [chain, token, isUnlimited ? `! ${allowed}` : allowed, to, provider],
      })),
      selected: indexOfKey(approvals, state.markedApproval),
      ...{ width, height: height - 1 - below.length, noun: 'approval', spoken },
    }),
    ...below,
  ].slice(0, spoken ? undefined : height)
}
