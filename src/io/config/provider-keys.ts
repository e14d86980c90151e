/** One setting of a provider as the configuration names it. */
export interface ProviderSettingKey {
  /** `provider.LIFI.api-key`. */
  readonly key: string
  /** Key of the provider: `LIFI`. */
  readonly provider: string
  /** As its adapter names it: `API_KEY`. */
  readonly name: string
  /** True for what must never be printed. */
  readonly secret: boolean
  readonly description: string
}

/** What is needed to know about a provider; a manifest fits. */
interface Described {
  readonly key: string
  readonly baseUrl?: string
  readonly settings?: readonly { readonly name: string; readonly secret: boolean; readonly description: string }[]
}

/** How every key of a provider's setting begins, in the file and in the environment. */
export const PROVIDER_PREFIX = 'provider.'
export const PROVIDER_VARIABLES = 'SWAPCLI_PROVIDER_'

/** Configuration key of a provider's setting: `provider.NEAR_INTENTS.api-key`. */
export function providerSettingKey(provider: string, name: string): string {
  return `${PROVIDER_PREFIX}${provider}.${name.toLowerCase().replaceAll('_', '-')}`
}

/** Environment variable of a provider's setting: `SWAPCLI_PROVIDER_NEAR_INTENTS_API_KEY`. */
export function providerVariable({ provider, name }: ProviderSettingKey): string {
  return `${PROVIDER_VARIABLES}${provider}_${name}`
}

/** Every setting of these providers: the declared ones, then those that all of them have. */
export function providerSettingKeys(providers: readonly Described[]): readonly ProviderSettingKey[] {
  return providers.flatMap(({ key: provider, baseUrl, settings = [] }) => {
    const row = (name: string, secret: boolean, description: string): ProviderSettingKey => ({
      key: providerSettingKey(provider, name),
      provider,
      name,
      secret,
      description,
    })
    return [
      ...settings.map(({ name, secret, description }) => row(name, secret, description)),
      ...(baseUrl === undefined ? [] : [row('URL', false, `Base URL instead of ${baseUrl}`)]),
      row('ENABLED', false, 'false switches it off'),
    ]
  })
}

/** A key of a provider's setting in its own letter case: `provider.lifi.API_KEY` is `provider.LIFI.api-key`; others as they are. */
export function normalKey(key: string): string {
  const [head = '', provider, ...name] = key.split('.')
  if (`${head.toLowerCase()}.` !== PROVIDER_PREFIX || provider === undefined || name.length === 0) return key
  return providerSettingKey(provider.toUpperCase().replaceAll('-', '_'), name.join('.'))
}

/** Why there is no such setting, with what exists instead; undefined when it is among `known`. */
export function unknownProviderSetting(key: string, known: readonly ProviderSettingKey[]): string | undefined {
  if (known.some((row) => row.key === key)) return undefined
  const provider = key.slice(PROVIDER_PREFIX.length).split('.')[0] ?? ''
  const own = known.filter((row) => row.provider === provider)
  if (own.length > 0) return `is no setting of ${provider}; it has ${own.map((row) => row.key).join(', ')}`
  return `names no provider; there are ${[...new Set(known.map((row) => row.provider))].join(', ')}`
}
