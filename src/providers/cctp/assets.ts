import type { CatalogChain } from '../../core/assets/catalog.ts'
import { cctpChainOf } from '../../core/evm/cctp/chains.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { toListedAsset } from '../kit/listed-asset.ts'
import { USDC_DECIMALS } from './chains.ts'

/** The native USDC of every chain of the catalog that CCTP serves. Nothing is asked: the contracts are known. */
export function cctpAssets({ clock }: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const nowMs = clock.now()
  const listed = chains.flatMap((chain) => {
    const found = chain.type === 'EVM' ? cctpChainOf(chain.chainId) : undefined
    if (found === undefined) return []
    const stated = { address: found.usdc, isNative: false, symbol: 'USDC', name: 'USDC', decimals: USDC_DECIMALS }
    return [toListedAsset(chain, { ...stated, image: undefined }, nowMs)]
  })
  return Promise.resolve(listed)
}
