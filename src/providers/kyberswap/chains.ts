import type { CatalogChain } from '../../core/assets/catalog.ts'

/** KyberSwap's names of chains that differ from none of our keys; it answers 404 for those that it no longer serves. */
const SERVED: ReadonlySet<string> = new Set([
  'ethereum',
  'optimism',
  'bsc',
  'polygon',
  'base',
  'arbitrum',
  'avalanche',
  'linea',
  'mantle',
  'sonic',
  'berachain',
  'ronin',
  'unichain',
  'hyperevm',
  'plasma',
  'etherlink',
  'monad',
  'megaeth',
])

/** KyberSwap's name of a chain, undefined for one that it does not serve. */
export function kyberChain(chain: CatalogChain): string | undefined {
  return chain.type === 'EVM' && SERVED.has(chain.key) ? chain.key : undefined
}
