import { CONTACT_PREFIX, contactOfKey, foldContactName } from '../../core/assets/contact-name.ts'
import { ACCEPT_CODES, ACCEPTANCES, type AcceptCode } from '../../core/swap/acceptances.ts'
import type { SettingRow } from './setting-kinds.ts'
import { BASE_URL, isBaseUrl, isVisible } from './setting-texts.ts'

/** One setting of a provider. */
export type ProviderSettingRow = SettingRow & {
  /** `provider.LIFI.api-key`. */
  readonly key: ProviderSettingKey
  /** Key of the provider: `LIFI`. */
  readonly provider: string
  /** As its adapter names it: `API_KEY`. */
  readonly name: string
  readonly secret: boolean
}

/** The members of a manifest in use here. */
interface ManifestSettings {
  readonly key: string
  readonly baseUrl?: string
  readonly settings?: readonly {
    readonly name: string
    readonly secret: boolean
    readonly description: string
    readonly form?: Pick<Extract<SettingRow, { readonly kind: 'text' }>, 'fits' | 'must' | 'example'>
  }[]
}

/** Prefix of the keys of provider settings. */
const PROVIDER_PREFIX = 'provider.'

/** Configuration key of a provider's setting: `provider.NEAR_INTENTS.api-key`. */
export type ProviderSettingKey = `${typeof PROVIDER_PREFIX}${string}`

/** True for a key that names a setting of some provider, whether it exists or not. */
export function isProviderSettingKey(key: string): key is ProviderSettingKey {
  return key.startsWith(PROVIDER_PREFIX)
}

/** The key of a provider's setting. */
export function providerSettingKey(provider: string, name: string): ProviderSettingKey {
  return `${PROVIDER_PREFIX}${provider}.${providerSettingName(name)}`
}

/** A provider's setting as users write it: `api-key` of `API_KEY`. */
export function providerSettingName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/** Every setting of these providers: the declared ones, then those common to all. */
export function providerSettings(providers: readonly ManifestSettings[]): readonly ProviderSettingRow[] {
  return providers.flatMap(({ key: provider, baseUrl, settings = [] }) => [
    ...settings.map(({ name, secret, description, form }): ProviderSettingRow => ({
      ...{ ...settingFacts(provider, name), ...DECLARED, secret, description },
      ...form,
    })),
    ...(baseUrl === undefined ? [] : [{ ...settingFacts(provider, 'URL'), ...urlSetting(baseUrl) }]),
    { ...settingFacts(provider, 'ENABLED'), ...ENABLED },
    { ...settingFacts(provider, 'ACCEPT'), ...ACCEPT },
  ])
}

function settingFacts(provider: string, name: string) {
  return {
    key: providerSettingKey(provider, name),
    provider,
    name,
    secret: false,
    group: 'Providers',
    takesEffect: 'at the next start',
  } as const
}

/** A setting that the provider declares. */
const DECLARED = {
  kind: 'text',
  fits: isVisible(500),
  must: 'must be 1 to 500 visible characters without spaces',
  default: undefined,
  example: '…',
} as const

function urlSetting(baseUrl: string) {
  return {
    kind: 'text',
    fits: isBaseUrl,
    must: BASE_URL,
    default: baseUrl,
    description: `Base URL instead of ${baseUrl}`,
    example: 'https://proxy.example/',
  } as const
}

const ENABLED = {
  kind: 'choice',
  choices: ['true', 'false'],
  default: 'true',
  description: 'false disables the provider',
  example: 'false',
} as const

const ACCEPT = {
  kind: 'text',
  fits: (text: string) => itemsOf(text).length > 0 && itemsOf(text).every((item) => item in ACCEPTANCES),
  must: `must be codes of doubts, separated by commas: ${ACCEPT_CODES.join(', ')}`,
  default: undefined,
  takesEffect: 'with the next payment',
  description: 'Doubts about its payments that --yes accepts, as codes with commas',
  example: 'unknown-call,fee-on-top',
} as const

/** The codes of a setting `provider.<KEY>.accept`; what is none is left out. */
export function readAcceptCodes(text: string): readonly AcceptCode[] {
  const items = itemsOf(text)
  return ACCEPT_CODES.filter((code) => items.includes(code))
}

function itemsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/**
 * Normalizes the letter case of what follows in a key: `provider.lifi.API_KEY` becomes `provider.LIFI.api-key`, `contact.Bob`
 * `contact.bob`.
 */
export function normalKey(key: string): string {
  const contact = contactOfKey(key)
  if (contact !== undefined) return CONTACT_PREFIX + foldContactName(contact)
  const [head = '', provider, ...name] = key.split('.')
  if (`${head.toLowerCase()}.` !== PROVIDER_PREFIX || provider === undefined || name.length === 0) return key
  return providerSettingKey(provider.toUpperCase().replaceAll('-', '_'), name.join('.'))
}

/** Why there is no such setting, with the existing ones; undefined when it is among `known`. */
export function unknownProviderSetting(key: string, known: readonly ProviderSettingRow[]): string | undefined {
  if (known.some((row) => row.key === key)) return undefined
  const provider = key.slice(PROVIDER_PREFIX.length).split('.')[0] ?? ''
  const own = known.filter((row) => row.provider === provider)
  if (own.length > 0) return `is not a setting of ${provider}; its settings are ${own.map((row) => row.key).join(', ')}`
  return `names an unknown provider; the providers are ${[...new Set(known.map((row) => row.provider))].join(', ')}`
}
