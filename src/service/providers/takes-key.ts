import type { ProviderManifest } from '../../providers/index.ts'

/** True for a provider that has a setting for a key. */
export function takesKey({ settings = [] }: Pick<ProviderManifest, 'settings'>): boolean {
  return settings.some(({ secret }) => secret)
}
