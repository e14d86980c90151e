import * as z from 'zod'
import { RANK_MODES } from '../core/ranking.ts'
import { configKey } from './config-keys.ts'
import { PROVIDER_PREFIX, type ProviderSettingKey, unknownProviderSetting } from './provider-keys.ts'

const VALUES: Readonly<Record<string, z.ZodType<string>>> = {
  network: z.enum(['sandbox', 'live'], { error: 'must be sandbox or live' }),
  api: z.string().refine(isHttpUrl, 'must be an http or https URL without credentials'),
  slippage: wholeNumber(0, 10_000, 'must be a whole number of basis points from 0 to 10000'),
  rank: z.enum(RANK_MODES, { error: `must be one of ${RANK_MODES.join(', ')}` }),
  recipient: address(),
  depositor: address(),
  rpc: baseUrl(),
  color: z.enum(['auto', 'always', 'never'], { error: 'must be auto, always or never' }),
  'sandbox-speed': z
    .string()
    .refine(
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

function problemOf(schema: z.ZodType<string>, value: unknown): string | undefined {
  const result = schema.safeParse(value)
  return result.success ? undefined : (result.error.issues[0]?.message ?? 'is not valid')
}

function providerValue(key: string): z.ZodType<string> {
  if (key.endsWith('.url')) return baseUrl()
  if (key.endsWith('.enabled')) return z.enum(['true', 'false'], { error: 'must be true or false' })
  const message = 'must be 1 to 500 visible characters without spaces'
  return z.string({ error: message }).regex(/^[\x21-\x7e]{1,500}$/, message)
}

/** As the service takes base URLs: https, or http on this machine, and nothing after the path. */
function baseUrl(): z.ZodType<string> {
  const message = 'must be an https URL without credentials and query (http only for this machine)'
  return z.string({ error: message }).refine((text) => {
    if (!URL.canParse(text) || !isHttpUrl(text)) return false
    const { protocol, hostname, search, hash } = new URL(text)
    const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
    return (protocol === 'https:' || local) && search === '' && hash === ''
  }, message)
}

function wholeNumber(least: number, most: number, message: string): z.ZodType<string> {
  return z
    .string({ error: message })
    .refine((text) => /^[0-9]{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most, message)
}

function address(): z.ZodType<string> {
  return z.string({ error: 'must be an address' }).regex(/^[\x21-\x7e]{1,200}$/, 'must be an address without spaces')
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
