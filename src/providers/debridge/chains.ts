import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { isEvm, SOLANA_NATIVE, type StatedSide } from '../kit/stated-side.ts'

/** deBridge's own chain ids, from its `supported-chains-info` of September 2026. */
const CHAIN_IDS: ReadonlyMap<string, number> = new Map([
  ['ethereum', 1],
  ['optimism', 10],
  ['bsc', 56],
  ['polygon', 137],
  ['robinhood', 4663],
  ['base', 8453],
  ['arbitrum', 42161],
  ['avalanche', 43114],
  ['linea', 59144],
  ['solana', 7565164],
  ['story', 100000013],
  ['cronos', 100000019],
  ['hyperevm', 100000022],
  ['injective', 100000029],
  ['monad', 100000030],
  ['megaeth', 100000031],
])

/** An end of a route in deBridge's names; undefined for what it does not serve. */
export function toDebridgeSide(priced: PricedAsset): StatedSide | undefined {
  const { chain, asset } = priced
  const chainId = CHAIN_IDS.get(chain.key)
  if (chainId === undefined) return undefined
  const native = isEvm(chain) ? NATIVE_EVM_ADDRESS : SOLANA_NATIVE
  return { priced, chainId, address: asset.isNative ? native : asset.address, native }
}

/** A chain as deBridge's list of chains states it. */
export interface StatedChain {
  /** deBridge's own. */
  readonly chainId: number
  /** The EIP-155 id; missing from some entries. */
  readonly originalChainId?: number | null | undefined
}

/** A chain of ours, in deBridge's names. */
export interface DebridgeChainNames {
  readonly chain: CatalogChain
  /** deBridge's own id. */
  readonly chainId: number
  /** deBridge's address of the coin. */
  readonly native: string
}

/** The chain of `chains` that this one is; undefined when there is none, it is not in the table, or its id has changed. */
export function fromDebridgeChain(
  { chainId, originalChainId }: StatedChain,
  chains: readonly CatalogChain[],
): DebridgeChainNames | undefined {
  const chain = chains.find(({ key }) => CHAIN_IDS.get(key) === chainId)
  if (chain === undefined) return undefined
  if (!isEvm(chain)) return { chain, chainId, native: SOLANA_NATIVE }
  const sameId = originalChainId === undefined || originalChainId === null || originalChainId === chain.chainId
  return sameId ? { chain, chainId, native: NATIVE_EVM_ADDRESS } : undefined
}
