import { loadSandboxProviders } from '../sandbox/index.ts'
import { loadLiveProviders } from '../providers/index.ts'
import { providerSettingKey, type ProviderSettingRow, providerSettings, type Setting } from '../io/index.ts'

/** What `config` prints instead of a secret. */
export const HIDDEN = 'set (hidden)'

/** The settings of every provider of both networks; their manifests are loaded here. */
export async function knownProviderSettings(): Promise<readonly ProviderSettingRow[]> {
  const [{ liveProviders }, { createSandboxProviders }] = await Promise.all([
    loadLiveProviders(),
    loadSandboxProviders(),
  ])
  const providers = [...liveProviders(), ...createSandboxProviders({ seed: 1, speed: 1 })]
  return providerSettings(providers.map(({ manifest }) => manifest))
}

/** Settings as the service asks for them: by provider and name, and RPCs by chain. */
export function settingReader(
  settings: ReadonlyMap<string, Setting>,
): (providerKey: string, name: string) => string | undefined {
  return (providerKey, name) =>
    settings.get(providerKey === 'RPC' ? `rpc.${name}` : providerSettingKey(providerKey, name))?.value
}
