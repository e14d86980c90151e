import type { PricedAsset } from '../../core/assets/catalog.ts'
import { chainByKey, type FamilyChain, type FamilyNetwork, networkDecimals } from './network.ts'
import type { Pool } from './wire.ts'

/** An asset as the network names and counts it. */
export interface NetworkAsset {
  /** `ETH.USDC-0XA0B8…`, in capitals. */
  readonly name: string
  readonly chain: FamilyChain
  /** Decimals in which the network counts it. */
  readonly decimals: number
}

/** True when only the list of pools gives the asset's name: tokens with a contract. */
export function isPooledToken(network: FamilyNetwork, side: PricedAsset): boolean {
  const chain = chainByKey(network, side.chain.key)
  return chain !== undefined && !side.asset.isNative && chain.coins?.[side.asset.address] === undefined
}

/** The asset's name on the network; undefined when the network has no such chain, or no open pool with that contract. */
export function nameAsset(network: FamilyNetwork, side: PricedAsset, pools: readonly Pool[]): NetworkAsset | undefined {
  const chain = chainByKey(network, side.chain.key)
  if (chain === undefined) return undefined
  const name = side.asset.isNative
    ? chain.native
    : (chain.coins?.[side.asset.address] ?? pooledName(chain, side.asset.address, pools))
  return name === undefined ? undefined : { name, chain, decimals: networkDecimals(network, name) }
}

/** Pools name contracts in capitals, also where the chain's own form distinguishes letter case. */
function pooledName(chain: FamilyChain, address: string, pools: readonly Pool[]): string | undefined {
  const ending = `-${address.toUpperCase()}`
  const names = openPools(pools).filter((name) => name.startsWith(`${chain.code}.`) && name.endsWith(ending))
  return names.length === 1 ? names[0] : undefined
}

/**
 * True when a memo's asset means exactly `target`: its full name, a short code, or an abbreviation that fits no other
 * open pool. An abbreviation names chain and ticker, and may add the end of the contract.
 */
export function meansAsset(
  network: FamilyNetwork,
  text: string,
  target: NetworkAsset,
  pools: readonly Pool[],
): boolean {
  const upper = text.toUpperCase()
  if (upper === target.name) return true
  const code = text.toLowerCase()
  if (Object.hasOwn(network.shortCodes, code)) return network.shortCodes[code] === target.name
  const [, head, ending = ''] = /^([A-Z0-9]+\.[A-Z0-9]+)(?:-([A-Z0-9]+))?$/.exec(upper) ?? []
  if (head === undefined) return false
  // A pool without a name may have this one.
  if (ending === '' && pools.some(({ asset }) => asset === '')) return false
  const fitting = openPools(pools).filter((name) => name.startsWith(`${head}-`) && name.endsWith(ending))
  return fitting.length === 1 && fitting[0] === target.name
}

/** Names of the pools that trade, without synthetic and other assets of the network itself. */
function openPools(pools: readonly Pool[]): readonly string[] {
  return pools
    .filter((pool) => pool.status.toLowerCase() === 'available' && /^[A-Z0-9]+\./i.test(pool.asset))
    .map((pool) => pool.asset.toUpperCase())
}
