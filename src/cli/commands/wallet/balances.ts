import { countText } from '../../../core/text/count-text.ts'
import { formatAmount, groupThousands } from '../../../core/money/amount.ts'
import { resolveChain } from '../../../core/assets/asset-reference.ts'
import type { Catalog, CatalogAsset } from '../../../core/assets/catalog.ts'
import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import { type Balances, loadFamily, type PayChain } from '../../../wallet/index.ts'
import { defineCommand } from '../../command.ts'
import { usage } from '../../usage.ts'
import {
  type FailedChain,
  loadBalances,
  nothingRead,
  type PayChains,
  reasonsOf,
  requireChain,
} from '../../../payments/index.ts'
import type { Session } from '../../session.ts'
import { during } from '../../output/spinner.ts'
import { ACCOUNT_OPTION } from '../../accounts/current-account.ts'
import { addressToRead } from '../../accounts/address-to-read.ts'
import { right } from '../../output/table.ts'

interface ChainBalances {
  readonly chain: PayChain
  readonly read: Balances<CatalogAsset>
}

/** What an address holds of the coins and tokens that the catalog has. */
export const balances = defineCommand({
  arguments: {
    holder: { kind: 'text', description: 'account, address or ENS name; without it the account in use' },
  },
  options: {
    chain: { kind: 'list', of: { kind: 'chain', evmOnly: true }, value: 'chain', description: 'only this EVM chain' },
    all: { kind: 'switch', description: 'every EVM chain with a known RPC' },
    ...ACCOUNT_OPTION,
  },
  examples: ['wallet balances --chain base', 'wallet balances vitalik.eth --all --json'],
  notes: `Exit code 5 when a chain does not answer; the balances of the others are printed first.
All accounts, with values and what changed: swapcli balances`,
  run: async (session, { holder }, flags) => {
    const { output } = session
    const payChains = await session.payChains()
    const catalog = await catalogOf(session)
    const chains = await chooseChains(session, flags, payChains, catalog)
    const address = await addressToRead(session, payChains, holder, flags.wallet)
    if (session.network === 'sandbox')
      output.note('these are real balances of real chains, also with the network sandbox')
    const reading = Promise.all(chains.map((chain) => readChain(catalog, chain, address)))
    const results = await during(session, `asking ${chains.map(({ name }) => name).join(', ')}`, reading)
    const failed = results.filter((result) => 'error' in result)
    const found = results.filter((result) => 'read' in result)
    if (found.length === 0) throw nothingRead(failed)
    if (output.json) output.printJson(document(address, found, failed))
    else await printBalances(session, address, found, failed)
    if (failed.length > 0) throw incomplete(found, failed)
  },
})

/** On the live network with the refreshed catalog; on the sandbox without opening it, whose remark would be wrong here. */
async function catalogOf(session: Session): Promise<Catalog> {
  if (session.network === 'live' && session.api === undefined) return (await session.open()).catalog
  return session.bundledCatalog()
}

async function chooseChains(
  session: Session,
  flags: { readonly chain: readonly string[]; readonly all: boolean },
  payChains: PayChains,
  catalog: Catalog,
): Promise<readonly PayChain[]> {
  const named = await Promise.all(flags.chain.map((text) => evmChainKey(catalog, text)))
  const keys = named.length > 0 ? [...new Set(named)] : await usualKeys(session, flags.all, payChains)
  return Promise.all(keys.map((key) => requireChain(payChains, key)))
}

async function evmChainKey(catalog: Catalog, text: string): Promise<string> {
  const { key, name, addressFamily } = await resolveChain(catalog, text)
  if (addressFamily === 'evm') return key
  throw usage(`Balances on ${name} cannot be read: it is not an EVM chain`, 'swapcli wallet balances --chain ethereum')
}

async function usualKeys({ settings }: Session, all: boolean, payChains: PayChains): Promise<readonly string[]> {
  const known = await payChains.keys()
  if (all) return known
  const own = known.filter((key) => (settings.get(`rpc.${key}`)?.value ?? '') !== '')
  if (own.length > 0) return own
  const { MAIN_CHAINS } = await loadBalances()
  return known.filter((key) => MAIN_CHAINS.includes(key))
}

async function readChain(catalog: Catalog, chain: PayChain, address: string): Promise<ChainBalances | FailedChain> {
  const [family, assets] = await Promise.all([loadFamily(chain.family), catalog.assets(chain.key)])
  const reader = await family.loadBalances?.()
  if (reader === undefined) throw usage(`Balances on ${chain.name} cannot be read`)
  try {
    return { chain, read: await reader.readBalances(chain, address, assets) }
  } catch (error) {
    if (!isSwapError(error)) throw error
    return { chain, error }
  }
}

/** A script that adds up what was printed must see that something is missing. */
function incomplete(found: readonly ChainBalances[], failed: readonly FailedChain[]): SwapError {
  const others = found.map(({ chain }) => `--chain ${chain.key}`).join(' ')
  return new SwapError('SERVICE_UNAVAILABLE', `The balances are incomplete. ${reasonsOf(failed)}`, {
    hint: `Try again, or ask only the other chains: swapcli wallet balances ${others}`,
  })
}

function listHoldings(found: readonly ChainBalances[]) {
  return found.flatMap(({ chain, read }) =>
    read.balances
      .filter(({ units }) => units > 0n)
      .map(({ asset, units }) => ({ chain, asset, units, amount: formatAmount(units, asset.decimals) })),
  )
}

function document(address: string, found: readonly ChainBalances[], failed: readonly FailedChain[]): object {
  return {
    data: {
      address,
      chains: found.map(({ chain }) => chain.key),
      isWhole: failed.length === 0 && found.every(({ read }) => read.unreadable.length === 0),
      balances: listHoldings(found).map(({ chain, asset, units, amount }) => ({
        chain: chain.key,
        symbol: asset.symbol,
        address: asset.address,
        isNative: asset.isNative,
        decimals: asset.decimals,
        units: units.toString(),
        amount,
      })),
      unreadable: found.flatMap(({ chain, read }) =>
        read.unreadable.map(({ symbol, address: token }) => ({
          ...{ chain: chain.key, symbol, address: token, units: null, amount: null },
        })),
      ),
      failed: failed.map(({ chain, error }) => ({
        ...{ chain: chain.key, units: null, amount: null, code: error.code, message: error.message },
      })),
    },
  }
}

async function printBalances(
  { output }: Session,
  address: string,
  found: readonly ChainBalances[],
  failed: readonly FailedChain[],
): Promise<void> {
  const rows = listHoldings(found)
  await output.table(
    ['CHAIN', 'ASSET', right('AMOUNT'), 'ADDRESS'],
    [
      ...rows.map(({ chain, asset, amount }) => [
        ...[chain.key, asset.symbol, groupThousands(amount)],
        asset.isNative ? 'native' : asset.address,
      ]),
      ...failed.map(({ chain }) => [chain.key, '', 'unread', '']),
    ],
  )
  const unreadable = found.filter(({ read }) => read.unreadable.length > 0)
  for (const { chain, read } of unreadable) {
    output.note(`${countText(read.unreadable.length, 'token')} of the catalog gave no balance on ${chain.name}`)
  }
  const where = found.map(({ chain }) => chain.name).join(', ')
  const more = unreadable.length === 0 ? '' : ', as far as it could be read'
  output.note(`${address} holds ${rows.length === 0 ? 'nothing that the catalog knows' : 'this'} on ${where}${more}`)
}
