import type { AddressFamily } from '../../core/assets/address.ts'
import { addressKey } from '../../core/assets/address-key.ts'
import type { Catalog, CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { Known } from '../../core/api/request-fields.ts'
import { startDeadline } from '../../core/deadline.ts'
import { defined } from '../../core/defined.ts'
import { inTurns } from '../../core/in-turns.ts'
import { middleOf } from '../../core/money/valuation.ts'
import type { ChainHoldings, AssetHolding, ReadChain, UnreadChain } from '../../core/money/holdings.ts'
import type { Clock } from '../../core/ports.ts'
import { type Balances, loadFamily, type WalletParts } from '../../wallet/index.ts'
import type { PayChains } from '../pay-chains.ts'
import type { CoinBalances } from './coin-balances.ts'

/*
 * What an account holds, read when it is asked for: each chain over the user's own node, else over public ones, and each by
 * itself, so that a node that does not answer leaves only its chain unread.
 */

/** Whose holdings are read. */
export interface HoldingAccount {
  /** Canonical form. */
  readonly address: string
  readonly family: Known<AddressFamily>
}

/** An asset of a chain. */
export interface UsedAsset {
  /** Catalog key. */
  readonly chain: string
  /** As the catalog has it. */
  readonly address: string
}

/** What holdings are read with. */
export interface HoldingsParts {
  readonly chains: Pick<PayChains, 'chain'>
  readonly catalog: Catalog
  readonly appraise: NonNullable<WalletParts['appraise']>
  /** Reads the coins of Bitcoin-like chains. */
  readonly coins: CoinBalances
  readonly clock: Clock
}

/** How many assets of a chain are asked for, in catalog order, which begins with the coin and the major tokens. */
export const MOST_ASSETS = 200
/** Longest wait for one chain, in milliseconds. */
const CHAIN_MS = 15_000
/** Chains that are read, and amounts that are valued, at once. */
const [CHAINS_AT_ONCE, VALUES_AT_ONCE] = [8, 8]

/**
 * Reads what an account holds on chains of its family. Nothing is thrown for a chain that does not answer.
 * @param keys of the chains
 * @param used what the account has swapped, asked for beside the first `MOST_ASSETS` of each chain
 * @param onChain told each chain as it was read, which is not always in the order of the keys
 * @returns the chains in the order of the keys
 */
export async function readAccountHoldings(
  parts: HoldingsParts,
  account: HoldingAccount,
  keys: readonly string[],
  used: readonly UsedAsset[],
  onChain?: (chain: ChainHoldings) => void,
): Promise<readonly ChainHoldings[]> {
  const known = await parts.catalog.chains()
  const chains = keys.flatMap((key) => known.find((chain) => chain.key === key) ?? [])
  return inTurns(CHAINS_AT_ONCE, chains, async (chain) => {
    const read = await readChain(
      parts,
      account,
      chain,
      used.filter((asset) => asset.chain === chain.key),
    )
    onChain?.(read)
    return read
  })
}

async function readChain(
  parts: HoldingsParts,
  { address }: HoldingAccount,
  chain: CatalogChain,
  used: readonly UsedAsset[],
): Promise<ChainHoldings> {
  const late = () => new SwapError('SERVICE_UNAVAILABLE', `${chain.name} did not answer in ${CHAIN_MS / 1000} s`)
  const deadline = startDeadline(parts.clock, CHAIN_MS, late)
  try {
    const { assets, more } = await assetsOf(parts.catalog, chain.key, used)
    const balances = await deadline.race(readBalances(parts, address, chain, assets))
    const held = balances.balances.filter(({ units }) => units > 0n)
    return {
      ...{ state: 'read', chain: chain.key, name: chain.name, more },
      holdings: await valueHoldings(parts.appraise, held),
      unreadable: balances.unreadable.map(({ symbol, address: token }) => ({ symbol, address: token })),
    } satisfies ReadChain
  } catch (error) {
    if (!isSwapError(error)) throw error
    const { code, message: reason, hint } = error
    return {
      state: 'unread',
      chain: chain.key,
      name: chain.name,
      code,
      reason,
      ...defined({ hint }),
    } satisfies UnreadChain
  } finally {
    deadline.stop()
  }
}

/** The first assets of a chain, and of the others those that the account has swapped. */
async function assetsOf(
  catalog: Catalog,
  chain: string,
  used: readonly UsedAsset[],
): Promise<{ readonly assets: readonly CatalogAsset[]; readonly more: readonly string[] }> {
  const all = await catalog.assets(chain)
  const keys = new Set(used.map(({ address }) => addressKey(address)))
  const others = all.slice(MOST_ASSETS).filter(({ address }) => keys.has(addressKey(address)))
  return { assets: [...all.slice(0, MOST_ASSETS), ...others], more: others.map(({ address }) => address) }
}

/** @throws SERVICE_UNAVAILABLE CONFIG_INVALID, for a chain whose balances cannot be read too */
async function readBalances(
  { chains, coins }: HoldingsParts,
  address: string,
  chain: CatalogChain,
  assets: readonly CatalogAsset[],
): Promise<Balances<CatalogAsset>> {
  const coin = assets.find(({ isNative }) => isNative)
  const units = coin === undefined ? undefined : await coins.read(chain, address)
  if (coin !== undefined && units !== undefined) return { balances: [{ asset: coin, units }], unreadable: [] }
  const payChain = await chains.chain(chain.key)
  const reader = payChain === undefined ? undefined : await (await loadFamily(payChain.family)).loadBalances?.()
  if (payChain !== undefined && reader !== undefined) return reader.readBalances(payChain, address, assets)
  if (chain.addressFamily !== 'evm') {
    throw new SwapError('CONFIG_INVALID', `No way to read balances of ${chain.name} is known`, coins.hint(chain))
  }
  throw new SwapError('CONFIG_INVALID', `No RPC is known for ${chain.key}`, {
    hint: `Name one: swapcli config set rpc.${chain.key} https://…`,
  })
}

/** What amounts are worth. @param held base units of assets, in the order of the result */
export function valueHoldings(
  appraise: HoldingsParts['appraise'],
  held: readonly { readonly asset: Omit<AssetHolding, 'units' | 'usd'>; readonly units: bigint }[],
): Promise<readonly AssetHolding[]> {
  return inTurns(VALUES_AT_ONCE, held, async ({ asset, units }) => {
    const { chain, symbol, address, isNative, decimals } = asset
    const worth = await appraise({ chain, address, decimals, units }).catch(() => undefined)
    const usd = worth === undefined ? undefined : middleOf(worth)
    return { chain, symbol, address, isNative, decimals, units, usd }
  })
}
