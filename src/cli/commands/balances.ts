import { resolveChain } from '../../core/assets/asset-reference.ts'
import { SwapError } from '../../core/api/errors.ts'
import { COST_DAYS, type RecentCosts, recentCostsText } from '../../core/delivery/recent-costs.ts'
import { changeOfHolding, type KeptFigures } from '../../core/money/day-figures.ts'
import { formatUsdForPeople } from '../../core/money/fees.ts'
import { formatAmount, formatAmountForPeople } from '../../core/money/amount.ts'
import { changeText, totalText } from '../../core/money/holdings-text.ts'
import { type ChainHoldings, type HoldingsTotal, isWhole, knownUsd, totalOf } from '../../core/money/holdings.ts'
import { formatUsd, type MicroUsd } from '../../core/money/usd.ts'
import type { AccountReading } from '../../payments/index.ts'
import { noAccount } from '../accounts/current-account.ts'
import { requireAccount } from '../accounts/account-in-use.ts'
import { openPortfolio, type PortfolioAccount } from '../accounts/portfolio.ts'
import { defineCommand } from '../command.ts'
import { noteDamaged } from '../output/page.ts'
import { during } from '../output/spinner.ts'
import { right } from '../output/table.ts'
import { openRunFile } from '../pay/runs.ts'
import type { Session } from '../session.ts'
import { usage } from '../usage.ts'

/** One account as it was read. */
interface ReadOne extends AccountReading {
  readonly account: PortfolioAccount
}

/** What all accounts hold, with its value and what changed since yesterday. */
export const balances = defineCommand({
  options: {
    account: { kind: 'list', of: { kind: 'text' }, value: 'name', description: 'only this account' },
    chain: { kind: 'list', of: { kind: 'chain' }, value: 'chain', description: 'only this chain' },
    all: { kind: 'switch', description: 'every chain with a known RPC, not only the main ones' },
  },
  examples: ['balances', 'balances --account main --chain base', 'balances --json'],
  notes: `Read account by account, over your own nodes first. A chain that does not answer is unread, never zero, and no total
pretends to hold it; exit code 5 then, after what was read is printed. Values are by evidence that no counterparty
makes. The first reading of a UTC day is kept for the next day's change.`,
  run: async (session, _args, flags) => {
    const { output } = session
    const { service, catalog } = await session.open()
    const { documents } = await openRunFile(session)
    const portfolio = await openPortfolio(session, { service, catalog, documents })
    noteDamaged(output, portfolio.damaged, 'account')
    const accounts = await chooseAccounts(session, portfolio.accounts, flags.account)
    const keys = await Promise.all(flags.chain.map(async (text) => (await resolveChain(catalog, text)).key))
    const options = { all: flags.all, ...(keys.length === 0 ? {} : { keys }) }
    const read: ReadOne[] = []
    for (const account of accounts) {
      const reading = during(session, `reading ${account.name}`, account.read(options))
      read.push({ account, ...(await reading) })
    }
    if (output.json) output.printJson({ data: portfolioDocument(read) })
    else await printPortfolio(session, read)
    for (const { account, usedUnknown } of read) {
      if (usedUnknown !== undefined) output.note(`${account.name}: tokens may be missing: ${usedUnknown}`)
    }
    refuseIncomplete(read)
  },
})

async function chooseAccounts(
  session: Session,
  accounts: readonly PortfolioAccount[],
  names: readonly string[],
): Promise<readonly PortfolioAccount[]> {
  if (names.length === 0) {
    if (accounts.length === 0) throw noAccount()
    return accounts
  }
  return Promise.all(
    names.map(async (name) => {
      const found = accounts.find((account) => account.name === name)
      if (found !== undefined) return found
      if (session.network === 'sandbox') throw usage('The sandbox has one account: paper', 'swapcli balances')
      const { address } = await requireAccount(session, name)
      throw new Error(`the account of ${address} is not in the list that it was found in`)
    }),
  )
}

function portfolioDocument(read: readonly ReadOne[]): object {
  return {
    accounts: read.map(({ account, chains, before, total, change, costs }) => ({
      name: account.name,
      address: account.address,
      kind: account.kind,
      chains: chains.map((chain) => chainDocument(chain, before)),
      total: totalDocument(total),
      change: change === undefined ? null : { usd: formatUsd(change.usd), leftOut: change.leftOut, since: before?.day },
      costs: costs === undefined ? null : costsDocument(costs),
    })),
    total: totalDocument(totalOf(read.flatMap(({ chains }) => chains))),
  }
}

function chainDocument(chain: ChainHoldings, before: KeptFigures | undefined): object {
  if (chain.state === 'unread') {
    return { chain: chain.chain, state: chain.state, code: chain.code, reason: chain.reason }
  }
  return {
    chain: chain.chain,
    state: chain.state,
    balances: chain.holdings.map((holding) => ({
      symbol: holding.symbol,
      address: holding.address,
      isNative: holding.isNative,
      decimals: holding.decimals,
      units: holding.units.toString(),
      amount: formatAmount(holding.units, holding.decimals),
      usd: usdOrNull(holding.usd),
      changeUsd: usdOrNull(changeOfHolding(holding, chain, before)),
    })),
    unreadable: chain.unreadable,
  }
}

function costsDocument({ usd, known, ended, isPartial }: RecentCosts): object {
  return { days: COST_DAYS, usd: known === 0 ? null : formatUsd(usd), known, ended, isPartial }
}

function totalDocument(total: HoldingsTotal): object {
  const { unvalued, unreadChains, unreadTokens } = total
  return { usd: usdOrNull(knownUsd(total)), isWhole: isWhole(total), unvalued, unreadChains, unreadTokens }
}

function usdOrNull(usd: MicroUsd | undefined): string | null {
  return usd === undefined ? null : formatUsd(usd)
}

async function printPortfolio({ output }: Session, read: readonly ReadOne[]): Promise<void> {
  const rows = read.flatMap(({ account, chains, before }) =>
    chains.flatMap((chain): readonly (readonly string[])[] => {
      if (chain.state === 'unread') return [[account.name, chain.chain, '', 'unread', '', '']]
      return chain.holdings.map((holding) => [
        account.name,
        chain.chain,
        holding.symbol,
        formatAmountForPeople(holding.units, holding.decimals),
        holding.usd === undefined ? 'unknown' : formatUsdForPeople(holding.usd),
        changeText(changeOfHolding(holding, chain, before)),
      ])
    }),
  )
  await output.table(['ACCOUNT', 'CHAIN', 'ASSET', right('AMOUNT'), right('VALUE'), right('SINCE YESTERDAY')], rows)
  for (const { account, chains, total, change, costs } of read) {
    const unread = chains.filter((chain) => chain.state === 'unread')
    for (const { name, reason, hint } of unread) {
      output.note(`${account.name}: ${name} is unread: ${reason}${hint === undefined ? '' : ` (${hint})`}`)
    }
    const since =
      change === undefined
        ? 'no figure of yesterday'
        : `${changeText(change.usd)} since yesterday${change.leftOut === 0 ? '' : ` (${change.leftOut} left out)`}`
    const cost = costs === undefined ? '' : recentCostsText(costs)
    output.note(`${account.name}: ${totalText(total)}, ${since}${cost === '' ? '' : `, ${cost}`}`)
  }
  if (read.length > 1) output.note(`all: ${totalText(totalOf(read.flatMap(({ chains }) => chains)))}`)
}

/** A script that adds up what was printed must see that something is missing. */
function refuseIncomplete(read: readonly ReadOne[]): void {
  const failed = read.flatMap(({ account, chains }) =>
    chains.flatMap((chain) =>
      chain.state === 'unread' && chain.code === 'SERVICE_UNAVAILABLE'
        ? [`${account.name} on ${chain.name}: ${chain.reason}`]
        : [],
    ),
  )
  if (failed.length === 0) return
  throw new SwapError('SERVICE_UNAVAILABLE', `The balances are incomplete. ${failed.join('; ')}`, {
    hint: 'Try again, or set nodes of your own: swapcli config set rpc.ethereum https://…',
  })
}
