import { loadSandboxManifests } from '../sandbox/index.ts'
import { loadLiveProviders } from '../providers/index.ts'
import type { Network } from '../service/index.ts'
import { providerSettingKey, type ProviderSettingRow, providerSettings, type Settings } from '../io/index.ts'

/** The manifests of every provider, by network; they are loaded here. */
async function loadManifests() {
  const [{ liveProviders }, { SANDBOX_MANIFESTS }] = await Promise.all([loadLiveProviders(), loadSandboxManifests()])
  return {
    live: liveProviders().map(({ manifest }) => manifest),
    sandbox: SANDBOX_MANIFESTS,
  }
}

/** The settings of every provider of both networks. */
export async function knownProviderSettings(): Promise<readonly ProviderSettingRow[]> {
  const { live, sandbox } = await loadManifests()
  return providerSettings([...live, ...sandbox])
}

/** The keys of every provider, by network. */
export async function knownProviderKeys(): Promise<Readonly<Record<Network, readonly string[]>>> {
  const { live, sandbox } = await loadManifests()
  return { live: live.map(({ key }) => key), sandbox: sandbox.map(({ key }) => key) }
}

/** Settings as the service asks for them: by provider and name, and RPCs by chain. */
export function settingReader(settings: Settings): (providerKey: string, name: string) => string | undefined {
  return (providerKey, name) =>
    settings.get(providerKey === 'RPC' ? `rpc.${name}` : providerSettingKey(providerKey, name))?.value
}
