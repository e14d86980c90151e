import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import { RANK_MODES } from '../../core/swap/ranking.ts'
import { configKey } from './config-keys.ts'
import { PROVIDER_PREFIX, type ProviderSettingKey, unknownProviderSetting } from './provider-keys.ts'

const BASE_URL_MESSAGE = 'must be an https URL without credentials and query (http only for this machine)'

/** Looks of the screens. */
const THEMES = ['dark', 'light', 'high-contrast', 'none'] as const

/** Why a text does not fit, as the end of a sentence; undefined when it fits. Plain functions, since every start may check some. */
type Check = (text: string) => string | undefined

const VALUES: Readonly<Record<string, Check>> = {
  network: oneOf('must be sandbox or live', ['sandbox', 'live']),
  api: when(isHttpUrl, 'must be an http or https URL without credentials'),
  slippage: wholeNumber(0, 10_000, 'must be a whole number of basis points from 0 to 10000'),
  rank: oneOf(`must be one of ${RANK_MODES.join(', ')}`, RANK_MODES),
  recipient: when(isVisible(200), 'must be an address without spaces'),
  depositor: when(isVisible(200), 'must be an address without spaces'),
  contact: when(isVisible(200), 'must be an address without spaces'),
  'confirm-above': when(
    (text) => /^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(text),
    'must be an amount of dollars such as 1000, without a sign',
  ),
  theme: oneOf(`must be one of ${THEMES.join(', ')}`, THEMES),
  rpc: when(isBaseUrlList, `${BASE_URL_MESSAGE}, or several parted by commas`),
  wallet: when(
    (text) => /^[a-z0-9][a-z0-9_-]{0,31}$/.test(text),
    'must be the name of an account: small letters, digits, - and _',
  ),
  color: oneOf('must be auto, always or never', ['auto', 'always', 'never']),
  'sandbox-speed': when(
    (text) => /^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) && Number(text) >= 0.001 && Number(text) <= 1_000_000,
    'must be a number from 0.001 to 1000000',
  ),
  'sandbox-seed': wholeNumber(0, Number.MAX_SAFE_INTEGER, 'must be a whole number from 0'),
  'lock-ttl': wholeNumber(1, 86_400, 'must be a whole number of seconds from 1 to 86400'),
}

/**
 * Why `value` does not fit `key`, as the end of a sentence without the value; undefined when it fits.
 * @param known settings of providers
 */
export function valueProblem(
  key: string,
  value: unknown,
  known: readonly ProviderSettingKey[] = [],
): string | undefined {
  if (key.startsWith(PROVIDER_PREFIX)) return unknownProviderSetting(key, known) ?? problemOf(providerValue(key), value)
  const row = configKey(key)
  const schema = row === undefined ? undefined : VALUES[row.key]
  return schema === undefined ? 'is no known key' : problemOf(schema, value)
}

function problemOf(check: Check, value: unknown): string | undefined {
  return typeof value === 'string' ? check(value) : (check('\n') ?? 'must be a text')
}

function providerValue(key: string): Check {
  if (key.endsWith('.url')) return when(isBaseUrl, BASE_URL_MESSAGE)
  if (key.endsWith('.enabled')) return oneOf('must be true or false', ['true', 'false'])
  return when(isVisible(500), 'must be 1 to 500 visible characters without spaces')
}

function when(fits: (text: string) => boolean, message: string): Check {
  return (text) => (fits(text) ? undefined : message)
}

function oneOf(message: string, values: readonly string[]): Check {
  return when((text) => values.includes(text), message)
}

function wholeNumber(least: number, most: number, message: string): Check {
  return when((text) => /^[0-9]{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most, message)
}

function isVisible(longest: number): (text: string) => boolean {
  return (text) => text.length <= longest && /^[\x21-\x7e]+$/.test(text)
}

/** As the service takes base URLs, without credentials: those have settings of their own. */
function isBaseUrl(text: string): boolean {
  return isHttpUrl(text) && isSafeBaseUrl(text)
}

function isBaseUrlList(text: string): boolean {
  return text.length <= 2_000 && text.split(',').every((url) => isBaseUrl(url.trim()))
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
