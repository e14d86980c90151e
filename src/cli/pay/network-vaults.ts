import { loadNetworkVaults, type NetworkVault } from '../../providers/index.ts'
import { openPooledHttp, providerSettingKey } from '../../io/index.ts'
import type { WalletParts } from '../../wallet/index.ts'
import type { Session } from '../session.ts'

/** Longest wait for nodes of a network, in milliseconds. */
const TIMEOUT_MS = 4_000

/** Asks nodes of a network which vaults it uses on a chain: the one of the settings, or public ones. Never throws. */
export async function listNetworkVaults(
  session: Pick<Session, 'settings' | 'signal'>,
  ...[network, chainKey]: Parameters<NonNullable<WalletParts['listVaults']>>
): Promise<readonly NetworkVault[]> {
  const own = session.settings.get(providerSettingKey(network, 'URL'))?.value
  const [{ readVaults }, http] = await Promise.all([loadNetworkVaults(), openPooledHttp()])
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    return await readVaults(http.fetch, { network, chainKey, own }, signal)
  } finally {
    await http.close()
  }
}
