import { formatAmountForPeople } from '../../../core/money/amount.ts'
import { resolveChain } from '../../../core/assets/asset-reference.ts'
import type { Catalog } from '../../../core/assets/catalog.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import type { DocumentStore } from '../../../core/ports.ts'
import {
  type Account,
  type Approval,
  findApprovals,
  loadFamily,
  type PayChain,
  type RecordedApproval,
  type RunJournal,
} from '../../../wallet/index.ts'
import { defineOptions, type FlagsOf } from '../../command.ts'
import { noteDamaged } from '../../output/page.ts'
import { during } from '../../output/spinner.ts'
import type { Output } from '../../output/output.ts'
import { type FailedChain, nothingRead, type PayChains } from '../../../payments/index.ts'
import { openRunFile } from '../../pay/runs.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'

/** What both commands work with. */
export interface OpenedApprovals {
  readonly payChains: PayChains
  readonly catalog: Catalog
  readonly documents: DocumentStore
  readonly journal: RunJournal
  /** Those that payments of this machine's wallet made, newest run first, on the chains asked for. */
  readonly recorded: readonly RecordedApproval[]
  /** Ids of runs that cannot be read, and may have made others. */
  readonly unreadable: readonly string[]
}

/** An approval as its chain has it now. */
export interface ReadApproval extends RecordedApproval {
  /** Undefined where no RPC is known for its chain. */
  readonly chain: PayChain | undefined
  /** Base units; undefined when they could not be read. */
  readonly units: bigint | undefined
  readonly isUnlimited: boolean
}

/** Options of both commands. */
export const APPROVALS_OPTIONS = defineOptions('Which approvals', {
  chain: {
    kind: 'list',
    of: { kind: 'chain', evmOnly: true },
    value: 'chain',
    description: 'only those on this EVM chain',
  },
})

/** What chooses approvals, for both commands. */
export const APPROVALS_FILTER = {
  filter: {
    kind: 'text',
    many: true,
    description: 'run, token or spender; all of them must fit',
  },
} as const

/**
 * Opens the runs of the wallet and finds the approvals that they made.
 * @param words what chooses them: a run that is named is read however old it is
 * @throws USAGE on the sandbox
 */
export async function openApprovals(
  session: Session,
  flags: FlagsOf<typeof APPROVALS_OPTIONS>,
  words: readonly string[],
): Promise<OpenedApprovals> {
  if (session.network === 'sandbox') {
    throw usage('There are no approvals on the sandbox', 'swapcli wallet approvals --network live')
  }
  const [{ journal, documents }, catalog] = await Promise.all([openRunFile(session), session.bundledCatalog()])
  const asked = await Promise.all(flags.chain.map(async (text) => (await resolveChain(catalog, text)).chainId))
  const unreadable = new Set<string>()
  const newest = await journal.listApproving((id) => unreadable.add(id))
  noteDamaged(session.output, [...unreadable], 'run')
  const named = await Promise.all(
    words.filter((word) => !newest.some(({ id }) => id === word)).map((word) => journal.get(word)),
  )
  const all = await findApprovals([...named.filter((run) => run !== undefined), ...newest])
  const recorded = asked.length === 0 ? all : all.filter(({ chainId }) => asked.includes(chainId))
  return { payChains: await session.payChains(), catalog, documents, journal, recorded, unreadable: [...unreadable] }
}

/** True when every word is the run, the token or the spender of an approval. */
export function fits(words: readonly string[], { runs, token, symbol, spender }: RecordedApproval): boolean {
  const names = [...runs, token, symbol ?? '', spender].map((name) => name.toLowerCase())
  return words.every((word) => word !== '' && names.includes(word.toLowerCase()))
}

/** Reads what the chains say of approvals now; those of a chain that fails stay unknown. */
export async function readNow(
  session: Session,
  { payChains, catalog }: OpenedApprovals,
  approvals: readonly RecordedApproval[],
): Promise<{ readonly read: readonly ReadApproval[]; readonly failed: readonly FailedChain[] }> {
  const failed: FailedChain[] = []
  const ofChain = async (chainId: number) => {
    const mine = approvals.filter((approval) => approval.chainId === chainId)
    const chain = await payChains.chain(chainId)
    const reader = chain === undefined ? undefined : await (await loadFamily(chain.family)).loadApprovals?.()
    const unread = mine.map((approval) => ({ ...approval, chain, units: undefined, isUnlimited: false }))
    if (chain === undefined || reader === undefined) return unread
    try {
      const allowances = await reader.readAllowances(chain, mine, session.clock.now())
      const named = await Promise.all(mine.map((approval) => withNames(catalog, chain, approval)))
      return named.map((approval, index) => {
        const units = allowances[index]
        return { ...approval, chain, units, isUnlimited: units !== undefined && reader.isUnlimited(units) }
      })
    } catch (error) {
      if (!isSwapError(error)) throw error
      failed.push({ chain, error })
      return unread
    }
  }
  const ids = [...new Set(approvals.map(({ chainId }) => chainId))]
  const read = await during(session, 'asking the chains', Promise.all(ids.map(ofChain)))
  return { read: read.flat(), failed }
}

/** @throws SERVICE_UNAVAILABLE where chains could not be read, and nothing of the others could be either */
export function refuseUnread(read: readonly ReadApproval[], failed: readonly FailedChain[]): void {
  if (failed.length > 0 && read.every(({ units }) => units === undefined)) throw nothingRead(failed)
}

async function withNames(catalog: Catalog, chain: PayChain, approval: RecordedApproval): Promise<RecordedApproval> {
  if (approval.symbol !== undefined && approval.decimals !== undefined) return approval
  const asset = await catalog.asset(chain.key, approval.token)
  return asset === undefined ? approval : { ...approval, symbol: asset.symbol, decimals: asset.decimals }
}

/** Says on stderr which chains could not be read. */
export function noteFailed(output: Output, failed: readonly FailedChain[]): void {
  for (const { chain, error } of failed) output.say(output.clean(`${chain.name} cannot be read: ${error.message}`))
}

/** What is to come of an approval that nobody may use yet. */
export interface ComingApproval {
  /** Catalog key. */
  readonly chain: string
  readonly text: string
  /** Command that stops it. */
  readonly hint: string
}

/** What is to come of approvals that nobody may use yet, as far as is known, and what stops each. */
export function comingApprovals(read: readonly ReadApproval[]): readonly ComingApproval[] {
  return read.flatMap(({ chain, pending, units, spender, symbol, token }) =>
    pending === undefined || units !== 0n
      ? []
      : [
          {
            chain: chain?.key ?? '',
            text: `${spender} may take ${symbol ?? token} once the approval ${pending.hash} is in a block`,
            hint: `swapcli resume ${pending.run} --cancel`,
          },
        ],
  )
}

/** What a spender may take, for a person. */
export function allowedText({ units, isUnlimited, ...token }: ReadApproval): string {
  if (units === undefined) return 'unknown'
  return isUnlimited ? 'unlimited' : tokenAmountText(units, token)
}

/** An amount of a token of which symbol and decimals may not be known. @param units base units */
export function tokenAmountText(
  units: bigint,
  { decimals, symbol = '' }: Partial<Pick<RecordedApproval, 'decimals' | 'symbol'>>,
): string {
  return decimals === undefined ? `${units} base units` : `${formatAmountForPeople(units, decimals)} ${symbol}`.trim()
}

/** An approval that no payment here made, as what is recorded of it. */
export function unrecordedApproval(approval: Approval): RecordedApproval {
  return { ...approval, runs: [], provider: '', symbol: undefined, decimals: undefined }
}

/** @throws USAGE for an account that gives no approvals */
export function refuseOtherFamily({ family }: Pick<Account, 'family'>): void {
  if (family !== 'evm') throw usage('Only accounts of EVM chains give approvals', 'swapcli wallet use NAME')
}
