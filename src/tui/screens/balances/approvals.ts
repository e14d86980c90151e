import { addressFingerprint } from '../../../core/assets/fingerprint.ts'
import { formatUsdForPeople } from '../../../core/money/fees.ts'
import { countText } from '../../../core/text/count-text.ts'
import { keyFor } from '../../bindings.ts'
import type { ApprovalRemark, ApprovalsReading, GivenApproval, WorkFact } from '../../context.ts'
import { type AppFacts, step } from '../../events.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { indexOfKey, moveIndex } from '../../kit/moves.ts'
import { problemRows, type Row, textRow, textRows, wrapAtMost } from '../../kit/text/rows.ts'
import { shortAddress } from '../../kit/text/text-fit.ts'
import type { ScreenProps } from '../../screen.ts'
import { openPage } from './fact-page.ts'
import type { BalancesState, BalancesStep } from './state.ts'
import { beginWork } from './work.ts'

const COLUMNS: readonly TableColumn[] = [
  { header: 'CHAIN', most: 14, drop: 1 },
  { header: 'TOKEN', most: 14 },
  { header: 'MAY TAKE', align: 'right', most: 28 },
  { header: 'AT RISK', align: 'right', most: 14 },
  { header: 'SPENDER', most: 20, drop: 2 },
  { header: 'ADDRESS', most: 53, drop: 4 },
  { header: 'FOR', most: 20, drop: 3, sparse: true },
]

/** A row: an approval, or all that is to be known of one kind. */
type ApprovalRow =
  | { readonly key: string; readonly approval: GivenApproval }
  | {
      readonly key: ApprovalRemark['kind']
      readonly approval?: undefined
      readonly remarks: readonly [ApprovalRemark, ...ApprovalRemark[]]
    }

const REMARK_WORDS: Readonly<Record<ApprovalRemark['kind'], string>> = {
  unread: 'unread',
  incomplete: 'not all read',
  coming: 'to come',
}

function rowsOf({ approvals: reading }: BalancesState): readonly ApprovalRow[] {
  const { approvals = [], remarks = [] } = reading ?? {}
  const kinds = ['coming', 'unread', 'incomplete'] as const
  return [
    ...approvals.map((approval) => ({ key: approval.key, approval })),
    ...kinds.flatMap((kind): readonly ApprovalRow[] => {
      const [first, ...others] = remarks.filter((remark) => remark.kind === kind)
      return first === undefined ? [] : [{ key: kind, remarks: [first, ...others] }]
    }),
  ]
}

function markedRow(state: BalancesState): ApprovalRow | undefined {
  const rows = rowsOf(state)
  return rows[indexOfKey(rows, state.markedApproval)]
}

/** Shows what contracts may take, and reads it of the chains. */
export function showApprovals(state: BalancesState): BalancesStep {
  return step(
    { ...state, shows: 'approvals', approvals: undefined, approvalsProblem: undefined },
    { on: 'balances', type: 'read-approvals' },
  )
}

/** The mark so many rows further. */
export function moveApproval(state: BalancesState, by: number): BalancesState {
  const rows = rowsOf(state)
  const at = indexOfKey(rows, state.markedApproval)
  return { ...state, markedApproval: rows[moveIndex(at, by, rows.length)]?.key }
}

/** Shows the marked row whole. */
export function lookAtMarked(state: BalancesState): BalancesState {
  const row = markedRow(state)
  if (row === undefined) return state
  const { approval } = row
  if (approval !== undefined) {
    return openPage(state, titleOf(approval), factsOf(approval), { kind: 'approval', approval })
  }
  return openPage(
    state,
    `WHAT IS ${REMARK_WORDS[row.key].toUpperCase()}`,
    row.remarks.map(({ text }) => ['', text] as const),
  )
}

/** Begins to take back the one that is shown whole, else the marked one: its own review comes first. */
export function revokeMarked(state: BalancesState): BalancesStep {
  const { page } = state
  const given = page?.subject.kind === 'approval' ? page.subject.approval : markedRow(state)?.approval
  if (given === undefined) return step(state)
  const closed: BalancesState = { ...state, page: undefined }
  return beginWork(closed, `revoke ${titleOf(given)}`, (id) => ({ on: 'balances', type: 'revoke', id, key: given.key }))
}

function titleOf({ token, chain }: GivenApproval): string {
  return `${token} on ${chain}`
}

function factsOf(approval: GivenApproval): readonly WorkFact[] {
  const { chain, token, tokenAddress, allowed, atRisk, spender, spenderName, isOfPermit2, provider } = approval
  const withPrint = (address: string) => `${address} [${addressFingerprint(address)}]`
  return [
    ['may take', `${allowed}${isOfPermit2 ? ', by Permit2' : ''}`],
    ['at risk', `${atRisk}, ${worthText(approval)}`],
    ['spender', `${spenderName} ${withPrint(spender)}`.trim()],
    ['token', `${token} ${withPrint(tokenAddress)}`],
    ['chain', chain],
    ['given by', provider === '' ? 'no swap of this machine' : `a swap of this machine with ${provider}`],
  ]
}

function worthText({ atRiskUsd }: GivenApproval): string {
  return atRiskUsd === undefined ? 'value unknown' : formatUsdForPeople(atRiskUsd)
}

/** Lines on the marked row. */
const DETAIL_LINES = 3

/** What contracts may take of the account in use. */
export function approvalRows({ state, app, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const { approvals: reading, approvalsProblem: problem } = state
  const { account, waiting = [], remarks = [] } = reading ?? {}
  const asking = reading === undefined ? 'asking the chains …' : `asking ${waiting.join(', ')} …`
  const isAsking = problem === undefined && (reading === undefined || waiting.length > 0)
  const unread = remarks.filter(({ kind }) => kind === 'unread').map(({ chain }) => chain)
  const head = [
    titledRule(`WHAT CONTRACTS MAY TAKE${account === undefined ? '' : ` OF ${account}`}`, width),
    ...(isAsking ? [textRow(asking, width, 'dim')] : []),
    ...(!isAsking && unread.length > 0 ? [textRow(`! unread: ${unread.join(', ')}`, width, 'warn')] : []),
  ]
  const rows = rowsOf(state)
  if (rows.length === 0) {
    const text = problem !== undefined ? problemRows(problem, width) : isAsking ? [] : noneRows(reading, width)
    return [...head, ...scrolledRows(text, { scroll: 0, width, height: height - head.length, spoken })]
  }
  const below = detailRows(markedRow(state), app, width).slice(0, spoken ? undefined : Math.max(0, height - 3))
  return [
    ...head,
    ...tableRows({
      columns: COLUMNS,
      rows: rows.map(tableRow),
      selected: indexOfKey(rows, state.markedApproval),
      ...{ width, height: Math.max(1, height - head.length - below.length), noun: 'approval', spoken },
    }),
    ...below,
  ].slice(0, spoken ? undefined : height)
}

function noneRows(reading: ApprovalsReading | undefined, width: number): readonly Row[] {
  const { account = '', asked = [] } = reading ?? {}
  const text = `No contract that swapcli knows may take anything of ${account}. Asked: ${asked.join(', ')}.`
  return textRows(`${text} No chain lists all approvals: those of other contracts are not found.`, width, 'dim')
}

function tableRow(row: ApprovalRow): TableRow {
  const { key, approval } = row
  if (approval === undefined) {
    const [{ chain }, ...others] = row.remarks
    const where = others.length === 0 ? chain : countText(row.remarks.length, 'chain')
    return { key, role: 'warn', cells: [where, REMARK_WORDS[row.key], '', '', '', '', ''] }
  }
  const { chain, token, allowed, isUnlimited, atRiskUsd, spenderName, spender, isOfPermit2, provider } = approval
  return {
    key,
    role: isUnlimited ? 'warn' : 'text',
    cells: [
      chain,
      token,
      isUnlimited ? `! ${allowed}` : allowed,
      atRiskUsd === undefined ? 'unknown' : formatUsdForPeople(atRiskUsd),
      spenderName === '' ? shortAddress(spender) : spenderName,
      `${spender}${isOfPermit2 ? ' by Permit2' : ''}`,
      provider,
    ],
  }
}

/** What is to be known of the marked row; what of it does not fit stands on its page. */
function detailRows(row: ApprovalRow | undefined, app: AppFacts, width: number): readonly Row[] {
  if (row === undefined) return []
  const { approval } = row
  if (approval === undefined) {
    const texts = row.remarks.map(({ text }) => text)
    return wrapAtMost(texts.join(' '), width, DETAIL_LINES).map((line) => textRow(line, width, 'warn'))
  }
  const { chain, spender, spenderName, isOfPermit2 } = approval
  const who = spenderName === '' ? 'a contract' : spenderName
  return [
    textRow(
      `${who}${isOfPermit2 ? ' by Permit2' : ''} on ${chain} · ${keyFor(app, 'take-out', 'x')} revokes`,
      width,
      'dim',
    ),
    ...textRows(spender, width, 'dim'),
  ]
}
