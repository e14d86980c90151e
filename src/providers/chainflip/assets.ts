import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { listRefusal, toListedAsset } from '../kit/listed-asset.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { type ListedAsset, type ProviderContext, ProviderError } from '../contract.ts'
import { findById } from './chains.ts'
import { type NetworkInfo, networkInfoSchema } from './wire.ts'

/** Symbols of the catalog where the backend's are others, by its id. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['Cbbtc', 'cbBTC'],
  ['ArbUsdt', 'USD₮0'],
])

/**
 * The known assets that can be deposited or paid out now, on the chains of the catalog. The backend states neither
 * decimals nor addresses, so that an asset which is new there is left out.
 * @throws ProviderError
 */
export async function listAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const { status, body } = await context.http.request({ method: 'GET', path: '/api/networkInfo', outsideBudget: true })
  if (status >= 400) throw listRefusal(status)
  const { assets } = parseReply(networkInfoSchema, body, 'network info')
  if (assets.length === 0) throw new ProviderError('bad_response', 'It named no assets at all')
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
