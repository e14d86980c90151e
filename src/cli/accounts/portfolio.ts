import type { SwapService } from '../../core/api/service.ts'
import type { Catalog } from '../../core/assets/catalog.ts'
import type { ChainHoldings } from '../../core/money/holdings.ts'
import { recentCosts } from '../../core/delivery/recent-costs.ts'
import type { DocumentStore } from '../../core/ports.ts'
import { type AccountReading, loadBalances, loadValues, type ReadOptions } from '../../payments/index.ts'
import { loadPaperMoney, loadPaperWallet } from '../../sandbox/index.ts'
import type { AccountKind } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import { accountFiles } from './account-files.ts'

/** An account whose balances can be read. */
export interface PortfolioAccount {
  readonly name: string
  readonly address: string
  /** `paper` for the wallet of the sandbox. */
  readonly kind: AccountKind | 'paper'
  /** Reads what it holds. @throws STORE_UNUSABLE */
  read(options?: ReadOptions): Promise<AccountReading>
}

/** The accounts of this home as their balances are read. */
export interface Portfolio {
  readonly accounts: readonly PortfolioAccount[]
  /** Names of accounts whose files cannot be read. */
  readonly damaged: readonly string[]
}

/** What a portfolio is read with. */
export interface PortfolioSources {
  /** Past swaps are read of it. */
  readonly service: SwapService
  readonly catalog: Catalog
  /** Where figures of days are kept. */
  readonly documents: DocumentStore
}

/** How many pages of past swaps the paper wallet is counted by. */
const MOST_PAPER_PAGES = 40

/** Opens the balances of all accounts of this home, or of the paper wallet on the sandbox. Nothing is read yet. */
export async function openPortfolio(session: Session, sources: PortfolioSources): Promise<Portfolio> {
  if (session.network === 'sandbox') return { accounts: [await openPaper(session, sources)], damaged: [] }
  const { accounts, damaged } = await accountFiles(session).list()
  const [{ openCoinBalances, readAccount }, { openLossValues }, chains] = await Promise.all([
    loadBalances(),
    loadValues(),
    session.payChains(),
  ])
  const { clock, settings } = session
  const { appraise } = openLossValues(session)
  const parts = {
    ...{ ...sources, chains, appraise, clock, coins: openCoinBalances(session) },
    hasOwnNode: (key: string) => (settings.get(`rpc.${key}`)?.value ?? '') !== '',
  }
  return {
    accounts: accounts.map(({ name, address, family, kind }) => ({
      ...{ name, address, kind },
      read: (options) => readAccount(parts, { address, family }, options),
    })),
    damaged: damaged.map(({ name }) => name),
  }
}

async function openPaper(session: Session, sources: PortfolioSources): Promise<PortfolioAccount> {
  const { catalog, service, documents } = sources
  const [{ createPaperWallet }, { readPaperMoney }, balances, { openLossValues }] = await Promise.all([
    loadPaperWallet(),
    loadPaperMoney(),
    loadBalances(),
    loadValues(),
  ])
  const paper = createPaperWallet({ ledger: documents })
  const { appraise } = openLossValues(session)
  const address = paper.address('evm') ?? ''
  const chains = await catalog.chains()
  const families = [...new Set(chains.map(({ addressFamily }) => addressFamily))]
  const own = families.flatMap((family) => paper.address(family) ?? [])
  const isOwn = (text: string) => own.some((one) => one === text)
  return {
    ...{ name: 'paper', address, kind: 'paper' },
    read: async ({ keys, onChain } = {}) => {
      const past = await balances.readPastSwaps(service, own, MOST_PAPER_PAGES)
      const { swaps, hasMore } = past
      const held = await readPaperMoney(catalog, swaps, isOwn)
      const read = chains
        .filter(({ key }) => keys?.includes(key) ?? held.some(({ asset }) => asset.chain === key))
        .map(async ({ key, name }): Promise<ChainHoldings> => {
          const ofChain = held.filter(({ asset }) => asset.chain === key)
          const holdings = await balances.valueHoldings(appraise, ofChain)
          return { state: 'read', chain: key, name, holdings, unreadable: [], more: [] }
        })
      const found = await Promise.all(read)
      for (const chain of found) onChain?.(chain)
      const reading = {
        ...(await balances.withChange({ documents, clock: session.clock }, address, found)),
        costs: recentCosts(past, isOwn, session.clock.now()),
      }
      return hasMore ? { ...reading, usedUnknown: `only its newest ${swaps.length} swaps are counted` } : reading
    },
  }
}
