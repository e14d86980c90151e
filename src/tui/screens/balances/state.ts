import type { RecentCosts } from '../../../core/delivery/recent-costs.ts'
import type { KeptFigures, ValueChange } from '../../../core/money/day-figures.ts'
import type { AssetHolding, ChainHoldings } from '../../../core/money/holdings.ts'
import type { ApprovalsReading, HeldAccount, KnownAccount, NewAccountWay, WorkFact } from '../../context.ts'
import type { AddressedTo, AppEffect, AppFacts, None, Step } from '../../events.ts'
import { isServerAway } from '../../kit/text/ages.ts'
import { NO_SIFTING, type Sifting } from '../../kit/find/sift.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import type { Problem } from '../../problem.ts'
import type { FactPage } from './fact-page.ts'
import type { AskingWork, WorkQuestion } from './work.ts'

/** One account as far as it is read. All text in it is clean. */
export interface ShownAccount extends Pick<HeldAccount, 'name' | 'address' | 'kind'> {
  /** `reading` before all of its chains have answered, or failed. */
  readonly state: 'waiting' | 'reading' | 'read' | 'failed'
  readonly chains: readonly ChainHoldings[]
  /** Epoch milliseconds at which all of it was read last; undefined before. */
  readonly readAt: number | undefined
  readonly before: KeptFigures | undefined
  readonly change: ValueChange | undefined
  /** What is to be known of its reading; '' for nothing. */
  readonly note: string
  /** What its swaps cost lately; undefined before that is read, and where it could not be. */
  readonly costs: RecentCosts | undefined
}

/** What the Balances screen shows. */
export interface BalancesState {
  /** Undefined before they are listed. */
  readonly accounts: readonly ShownAccount[] | undefined
  readonly reading: boolean
  /** True where they are read for the desk alone, whose form has read its own: that is not read again after it. */
  readonly isBeside: boolean
  /** True where something moved while they were read. */
  readonly isOutdated: boolean
  /** True where the server went away that figures are counted by: they are read again once it answers. */
  readonly isCutOff: boolean
  /** Why the accounts cannot be listed. */
  readonly problem: Problem | undefined
  readonly sifting: Sifting
  /** Key of the marked row; undefined for the first. */
  readonly marked: string | undefined
  /** What stands on the screen: what the accounts hold, the accounts, or what contracts may take of the one in use. */
  readonly shows: 'balances' | 'accounts' | 'approvals'
  /** The accounts of this machine; undefined before they are listed. */
  readonly known: readonly KnownAccount[] | undefined
  /** Why they cannot be listed. */
  readonly knownProblem: Problem | undefined
  /** Key of the marked account, or of what is marked of what can be done; undefined for the first of that. */
  readonly markedChoice: string | undefined
  /** What contracts may take of the account in use, as far as it is read; undefined before anything of it is. */
  readonly approvals: ApprovalsReading | undefined
  /** Why that cannot be read. */
  readonly approvalsProblem: Problem | undefined
  /** Key of the marked one; undefined for the first. */
  readonly markedApproval: string | undefined
  /** What has to be read whole, above the rest until it is closed; undefined for nothing. */
  readonly page: FactPage | undefined
  /** Work that asks for what it takes; undefined for none. */
  readonly work: AskingWork | undefined
  /** Number of the last work. */
  readonly lastWork: number
}

/** What happens to the Balances screen. All text in it is clean. */
interface BalancesEvents {
  listed: { accounts: readonly Pick<ShownAccount, 'name' | 'address' | 'kind'>[] }
  /** One chain of an account answered, or failed. */
  chain: { account: string; chain: ChainHoldings }
  read: { account: string } & Pick<ShownAccount, 'chains' | 'before' | 'change' | 'note' | 'costs'>
  'read-failed': { account: string; problem: Problem }
  'list-failed': { problem: Problem }
  ended: None
  /** Something was paid, or came: what was read is not what is held. */
  moved: None
  /** The marked asset as the service lists it. */
  'asset-found': { asset: SwapAsset }
  known: { known: readonly KnownAccount[] }
  'known-failed': { problem: Problem }
  /** Work asks something. */
  asked: { id: number; question: WorkQuestion }
  /** A part of them was read, or the last one. */
  approvals: { reading: ApprovalsReading }
  'approvals-failed': { problem: Problem }
  /** What work does while nothing is asked. */
  'work-told': { id: number; text: string }
  'work-done': { id: number; told: readonly WorkFact[] }
  'work-failed': { id: number; problem: Problem }
}
export type BalancesEvent = AddressedTo<'balances', BalancesEvents>

/** What the Balances screen asks for. */
export interface BalancesEffects {
  /** Reads all accounts, one after the other. */
  read: None
  /** Takes an asset as what the next swap sends. */
  use: { chain: string; address: string }
  'list-accounts': None
  'add-account': { id: number; way: NewAccountWay }
  'read-approvals': None
  /** @param key of the approval */
  revoke: { id: number; key: string }
  /** Answers what work asks; a secret is in nothing else. */
  answer: { id: number; text: string }
  /** Ends work at what it asks. */
  'leave-work': { id: number }
}
export type BalancesEffect = AddressedTo<'balances', BalancesEffects>

/** What its update functions return. */
export type BalancesStep = Step<BalancesState, BalancesEffect | AppEffect>

/** The screen before anything is known. */
export const START_BALANCES: BalancesState = {
  accounts: undefined,
  reading: false,
  isBeside: false,
  isOutdated: false,
  isCutOff: false,
  problem: undefined,
  sifting: NO_SIFTING,
  marked: undefined,
  shows: 'balances',
  known: undefined,
  knownProblem: undefined,
  markedChoice: undefined,
  approvals: undefined,
  approvalsProblem: undefined,
  markedApproval: undefined,
  page: undefined,
  work: undefined,
  lastWork: 0,
}

/** One row: what an account holds, a chain of it that could not be read, or an account of which there is nothing else to show. */
export interface BalanceRow {
  readonly key: string
  readonly account: ShownAccount
  /** Undefined for an account that holds nothing, or could not be read. */
  readonly chain: ChainHoldings | undefined
  /** Undefined for a chain that could not be read. */
  readonly holding: AssetHolding | undefined
}

/** The rows, account by account. */
export function balanceRows({ accounts = [] }: BalancesState): readonly BalanceRow[] {
  return accounts.flatMap((account) => {
    const rows = account.chains.flatMap((chain): readonly BalanceRow[] => {
      const key = `${account.name} ${chain.chain}`
      if (chain.state === 'unread') return [{ key, account, chain, holding: undefined }]
      return chain.holdings.map((holding) => ({ key: `${key} ${holding.address}`, account, chain, holding }))
    })
    const isOpen = account.state === 'waiting' || account.state === 'reading'
    const hasNone = rows.length === 0 && !isOpen
    return hasNone ? [{ key: account.name, account, chain: undefined, holding: undefined }] : rows
  })
}

/** True for figures of an account that nobody vouches for any more: it could not be read again, or its server is gone. */
export function isOld({ state, chains, kind }: ShownAccount, app: Pick<AppFacts, 'place' | 'jobs'>): boolean {
  // Paper money is counted by the swaps of the server, real money by nodes.
  return chains.length > 0 && (state === 'failed' || (kind === 'paper' && isServerAway(app)))
}

/** True where balances are read for the pane alone: counting paper money tells nobody an address. */
export function isReadBeside({ place }: Pick<AppFacts, 'place'>): boolean {
  return place.network === 'sandbox'
}
