import type { Setting } from '../io/config.ts'
import { type ProviderSettingKey, providerSettingKey, providerSettingKeys } from '../io/provider-keys.ts'

/** What `config` prints instead of a secret. */
export const HIDDEN = 'set (hidden)'

/** The settings of every provider of both networks; their manifests are loaded here. */
export async function knownProviderSettings(): Promise<readonly ProviderSettingKey[]> {
  const [{ liveProviders }, { createSandboxProviders }] = await Promise.all([
    import('../providers/index.ts'),
    import('../sandbox/index.ts'),
  ])
  const providers = [...liveProviders(), ...createSandboxProviders({ seed: 1, speed: 1 })]
  return providerSettingKeys(providers.map(({ manifest }) => manifest))
}

/** Settings as the service asks for them: by provider and name, and RPCs by chain. */
export function settingReader(
  settings: ReadonlyMap<string, Setting>,
): (providerKey: string, name: string) => string | undefined {
  return (providerKey, name) =>
    settings.get(providerKey === 'RPC' ? `rpc.${name}` : providerSettingKey(providerKey, name))?.value
}
