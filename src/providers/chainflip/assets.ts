import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { toListedAsset } from '../kit/listed-asset.ts'
import { badReply } from '../kit/refuse.ts'
import { listNetworkInfo } from './ask.ts'
import { findById } from './chains.ts'
import type { NetworkInfo } from './wire.ts'

/** The catalog's symbols where the backend's differ, by the backend's id. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['Cbbtc', 'cbBTC'],
  ['ArbUsdt', 'USDT0'],
])

/**
 * The known assets that can be deposited or paid out now, on the chains of the catalog. The backend states neither decimals
 * nor addresses, so an asset missing from our table is left out.
 * @throws ProviderError
 */
export async function listAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const { assets } = await listNetworkInfo(context)
  if (assets.length === 0) throw badReply('It lists no assets')
  const nowMs = context.clock.now()
  return assets.filter(isOpen).flatMap(({ asset: id }) => {
    const known = findById(id)
    const chain = chains.find(({ key }) => key === known?.chainKey)
    if (known === undefined || chain === undefined) return []
    const { address, decimals } = known.token
    const symbol = SYMBOLS.get(id) ?? known.asset
    const isNative = address === NATIVE_ADDRESS || address === NATIVE_EVM_ADDRESS
    return [toListedAsset(chain, { address, isNative, symbol, name: symbol, decimals, image: undefined }, nowMs)]
  })
}

function isOpen(info: NetworkInfo['assets'][number]): boolean {
  return (info.depositChannelCreationEnabled && info.depositChannelDepositsEnabled) || info.egressEnabled
}
