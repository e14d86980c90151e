import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/catalog.ts'
import type { StatedSide } from '../stated-fee.ts'

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

const SOLANA_NATIVE = '11111111111111111111111111111111'

/** True for chains whose addresses are those of EVM chains. */
export function isEvm(chain: CatalogChain): boolean {
  return chain.type === 'EVM' && chain.addressFamily === 'evm'
}

/** An end of a route in deBridge's names; undefined for what it does not serve. */
export function toDebridgeSide(priced: PricedAsset): StatedSide | undefined {
  const { chain, asset } = priced
  const chainId = CHAIN_IDS.get(chain.key)
  if (chainId === undefined) return undefined
  const native = isEvm(chain) ? NATIVE_EVM_ADDRESS : SOLANA_NATIVE
  return { priced, chainId, address: asset.isNative ? native : asset.address, native }
}
