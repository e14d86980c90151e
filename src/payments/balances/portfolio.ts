import { isSwapError } from '../../core/api/errors.ts'
import type { SwapService } from '../../core/api/service.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { type RecentCosts, recentCosts } from '../../core/delivery/recent-costs.ts'
import { defined } from '../../core/defined.ts'
import { changeOfTotal, type KeptFigures, figuresOfYesterday, type ValueChange } from '../../core/money/day-figures.ts'
import { type ChainHoldings, type HoldingsTotal, totalOf } from '../../core/money/holdings.ts'
import type { Catalog } from '../../core/assets/catalog.ts'
import type { DocumentStore } from '../../core/ports.ts'
import { type HoldingAccount, type HoldingsParts, readAccountHoldings, type UsedAsset } from './account-holdings.ts'
import { keepFigures, readFigures } from './kept-figures.ts'
import { readPastSwaps, swappedAssets } from './swapped-assets.ts'
import type { PayChains } from '../pay-chains.ts'

/** EVM chains that are looked at beside those with a node of the user's own and those that an account has swapped on. */
export const MAIN_CHAINS: readonly string[] = [
  'ethereum',
  'base',
  'arbitrum',
  'optimism',
  'polygon',
  'bsc',
  'avalanche',
]

/** How many pages of past swaps are looked through for what an account has used. */
const MOST_PAGES = 4

/** What one account holds, and how that changed. */
export interface AccountReading {
  /** In catalog order. */
  readonly chains: readonly ChainHoldings[]
  readonly total: HoldingsTotal
  /** What was kept of the day before; undefined where nothing was. */
  readonly before: KeptFigures | undefined
  /** Undefined where nothing was kept of the day before. */
  readonly change: ValueChange | undefined
  /** Why it is not known what the account has swapped, a sentence: tokens that few have are missing then. */
  readonly usedUnknown?: string
  /** What its swaps cost lately; absent where they could not be read. */
  readonly costs?: RecentCosts
}

/** What accounts are read with. */
export interface PortfolioParts extends HoldingsParts {
  readonly chains: PayChains
  /** Past swaps are read of it. */
  readonly service: Pick<SwapService, 'history'>
  /** Where figures of days are kept. */
  readonly documents: DocumentStore
  /** True for a chain that the user has set a node for. */
  readonly hasOwnNode: (chain: string) => boolean
}

/** Which chains of an account are read. */
export interface ReadOptions {
  /** Catalog keys. @default those with a node of the user's own, the main ones, and those that the account has swapped on */
  readonly keys?: readonly string[]
  /** True for every chain of the account's family that can be read. @default false */
  readonly all?: boolean
  /** Told each chain as it was read. */
  readonly onChain?: (chain: ChainHoldings) => void
}

/** Reads one account: what it holds on its chains, what that is worth, and what changed since the day before; keeps the first reading of a day. */
export async function readAccount(
  parts: PortfolioParts,
  account: HoldingAccount,
  options: ReadOptions = {},
): Promise<AccountReading> {
  const { used, usedUnknown, costs } = await findUsed(parts, account)
  const keys = await chainsOf(parts, account, used, options)
  const chains = await readAccountHoldings(parts, account, keys, used, options.onChain)
  return { ...(await withChange(parts, account.address, chains)), ...defined({ usedUnknown, costs }) }
}

async function findUsed({ service, clock }: PortfolioParts, { address }: HoldingAccount) {
  try {
    const read = await readPastSwaps(service, [address], MOST_PAGES)
    const isOwn = (payer: string) => sameAddress(payer, address)
    return { used: swappedAssets(read.swaps, address), costs: recentCosts(read, isOwn, clock.now()) }
  } catch (error) {
    if (!isSwapError(error)) throw error
    return { used: [], usedUnknown: error.message }
  }
}

/** A reading with what changed since the day before; the first one of a day is kept. */
export async function withChange(
  { documents, clock }: Pick<PortfolioParts, 'documents' | 'clock'>,
  address: string,
  chains: readonly ChainHoldings[],
): Promise<AccountReading> {
  const kept = figuresOfYesterday(await readFigures(documents, address), clock.now())
  // Only the chains that were asked for: the others did not change by that.
  const asked = kept?.chains.filter(({ chain }) => chains.some((one) => one.chain === chain)) ?? []
  const before = kept === undefined || asked.length === 0 ? undefined : { ...kept, chains: asked }
  await keepFigures(documents, address, chains, clock.now())
  return { chains, total: totalOf(chains), before, change: changeOfTotal(chains, before) }
}

/** The chains of an account, in catalog order. */
async function chainsOf(
  { catalog, chains, hasOwnNode }: PortfolioParts,
  { family }: HoldingAccount,
  used: readonly UsedAsset[],
  { keys, all = false }: ReadOptions,
): Promise<readonly string[]> {
  const ofFamily = await familyChains(catalog, family)
  if (keys !== undefined) return ofFamily.filter((key) => keys.includes(key))
  if (family !== 'evm') return ofFamily
  const reachable = await chains.keys()
  const isUsual = (key: string) =>
    hasOwnNode(key) || MAIN_CHAINS.includes(key) || used.some(({ chain }) => chain === key)
  return ofFamily.filter((key) => reachable.includes(key) && (all || isUsual(key)))
}

async function familyChains(catalog: Catalog, family: string): Promise<readonly string[]> {
  return (await catalog.chains()).filter(({ addressFamily }) => addressFamily === family).map(({ key }) => key)
}
