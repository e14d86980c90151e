import type { CatalogChain } from '../../core/assets/catalog.ts'

/** Keys of the chains that KyberSwap serves, which are also its names; it answers 404 for one that it no longer serves. */
const SERVED: ReadonlySet<string> = new Set(
  `
  ethereum optimism bsc polygon base arbitrum avalanche linea mantle sonic berachain ronin unichain hyperevm plasma
  etherlink monad megaeth
  `
    .trim()
    .split(/\s+/),
)

/** KyberSwap's name of a chain, undefined for one that it does not serve. */
export function kyberChain(chain: CatalogChain): string | undefined {
  return chain.type === 'EVM' && SERVED.has(chain.key) ? chain.key : undefined
}
