import { startDeadline } from '../core/deadline.ts'
import { isWithin } from '../core/stored-time.ts'
import { loadNetworkVaults } from '../providers/index.ts'
import { openPooledHttp, providerSettingKey } from '../io/index.ts'
import type { WalletParts } from '../wallet/index.ts'
import type { PayPlace } from './place.ts'

type ListVaults = NonNullable<WalletParts['listVaults']>
type Vaults = Awaited<ReturnType<ListVaults>>

/** Longest wait for nodes of a network, in milliseconds. */
const TIMEOUT_MS = 4_000
/** How long an answer holds, in milliseconds: a payment is checked several times, and public nodes count requests. */
const FRESH_MS = 30_000

/** Asks nodes of a network which vaults it uses on a chain: the one of the settings, or public ones. Never throws. */
export function openNetworkVaults(place: Pick<PayPlace, 'clock' | 'settings' | 'signal' | 'openHttp'>): ListVaults {
  const heard = new Map<string, { readonly vaults: Vaults; readonly atMs: number }>()
  return async (network, chainKey) => {
    const own = place.settings.get(providerSettingKey(network, 'URL'))?.value
    const asked = JSON.stringify([network, chainKey, own])
    const known = heard.get(asked)
    if (known !== undefined && isWithin(known.atMs, place.clock.now(), FRESH_MS)) return known.vaults
    const [{ readVaults }, http] = await Promise.all([loadNetworkVaults(), (place.openHttp ?? openPooledHttp)()])
    const late = () => new Error('the nodes of the network did not answer in time')
    const deadline = startDeadline(place.clock, TIMEOUT_MS, late, place.signal)
    try {
      const vaults = await readVaults(http.fetch, { network, chainKey, own }, deadline.signal)
      if (vaults.length > 0) heard.set(asked, { vaults, atMs: place.clock.now() })
      return vaults
    } finally {
      deadline.stop()
      await http.close()
    }
  }
}
