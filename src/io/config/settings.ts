import { NETWORKS } from '../../core/api/enums.ts'
import {
  DEFAULT_LOCK_TTL_SEC,
  DEFAULT_SLIPPAGE_BPS,
  KEEP_EVENTS_DAYS,
  KEEP_LOCKS_DAYS,
  KEEP_RATES_DAYS,
  MAX_LOCK_TTL_SEC,
  MAX_QUOTE_DEADLINE_SEC,
  MAX_SLIPPAGE_BPS,
  MOST_KEPT_DAYS,
  MOST_RESUME_WITHIN_MIN,
  QUOTE_DEADLINE_SEC,
  ROUTES_DEADLINE_MS,
} from '../../core/swap/defaults.ts'
import { isContactName, readContactName } from '../../core/assets/contact-name.ts'
import { contactName, splitPayee } from '../../core/assets/contacts.ts'
import { readBps } from '../../core/money/basis-points.ts'
import { RANK_MODES } from '../../core/swap/ranking.ts'
import { oneOf } from '../../core/text/one-of.ts'
import { isPostgresUrl, POSTGRES_URL } from '../../core/text/postgres-url.ts'
import { BASE_URL, isBaseUrl, isBaseUrlList, isHttpUrl, isVisible, LIST_OF_BASE_URLS } from './setting-texts.ts'
import { type SettingRow, type SettingValue, valueProblem } from './setting-kinds.ts'

const ADDRESS = {
  kind: 'text',
  fits: isVisible(200),
  must: 'must be an address without spaces',
  default: undefined,
} as const

/** Most characters of an address and of the memo behind it. */
const MOST_OF_PAYEE = 500

const PAYEE = {
  kind: 'text',
  fits: (text: string) => {
    const { address } = splitPayee(text)
    // A contact may have a name in any script.
    const plain = contactName(address) === undefined ? text : text.replace(address, '@name')
    return text.length <= MOST_OF_PAYEE && /^[\x21-\x7e]{1,200}( [\x20-\x7e]*[\x21-\x7e])?$/.test(plain)
  },
  must: 'must be an address, or an address, a space, and what payments to it must state: a tag or memo, or none',
  default: undefined,
} as const

/** A row for how many days something is stored. @param what as it goes on after "Days that" */
const keptDays = <Days extends number>(days: Days, what: string, example: string) =>
  ({
    kind: 'number',
    isWhole: true,
    least: 0,
    most: MOST_KEPT_DAYS,
    unit: 'days',
    default: days,
    group: 'Store',
    takesEffect: 'when the service opens',
    description: `Days that ${what}`,
    example,
  }) as const

/** A row for one way in which the screens tell of what happened. @param what as it goes on after "Whether" */
const notice = (standard: 'on' | 'off', what: string) =>
  ({
    kind: 'choice',
    choices: ['on', 'off'],
    default: standard,
    group: 'Notices',
    takesEffect: 'at once',
    description: `Whether ${what}: on or off`,
    example: standard === 'on' ? 'off' : 'on',
  }) as const

const RPC_URLS = {
  kind: 'text',
  fits: isBaseUrlList,
  must: LIST_OF_BASE_URLS,
  default: undefined,
  suffix: 'chain',
  secret: true,
  group: 'RPCs',
  takesEffect: 'with the next connection',
} as const

/**
 * Every setting but those of providers, in display order. Flags, environment, file, `swapcli config`, the Settings screen
 * and the documentation derive from it.
 */
export const SETTINGS = {
  network: {
    kind: 'choice',
    choices: NETWORKS,
    default: 'sandbox',
    group: 'Network',
    takesEffect: 'when the service opens',
    description: 'Network to swap on: sandbox (paper money) or live',
    example: 'live',
  },
  api: {
    kind: 'text',
    fits: isHttpUrl,
    must: 'must be an http or https URL without credentials',
    default: undefined,
    group: 'Network',
    takesEffect: 'at the next start',
    description: 'Base URL of a server that speaks the API, used instead of the embedded service',
    example: 'http://127.0.0.1:8787/api/v1',
  },
  trace: {
    kind: 'text',
    fits: (text) => text === 'off' || text === 'stderr' || /^(\/|[A-Za-z]:[\\/])[^\n\r]{1,1000}$/.test(text),
    must: 'must be off, stderr or the absolute path of a file',
    default: 'off',
    group: 'Network',
    takesEffect: 'at the next start',
    description:
      'Where every HTTP call and RPC is written, without keys and headers: off, stderr or the path of a file',
    example: '/tmp/swapcli-trace.log',
  },
  slippage: {
    kind: 'basisPoints',
    most: MAX_SLIPPAGE_BPS,
    default: DEFAULT_SLIPPAGE_BPS,
    group: 'Swaps',
    takesEffect: 'with the next quote',
    description: `Slippage tolerance in basis points, from 0 to ${MAX_SLIPPAGE_BPS}, or as a percentage: 100 is 1%`,
    example: '50',
  },
  rank: {
    kind: 'choice',
    choices: RANK_MODES,
    default: 'best',
    group: 'Swaps',
    takesEffect: 'with the next quote',
    description: `Order of the routes: ${oneOf(RANK_MODES)}`,
    example: 'fastest',
  },
  'confirm-above': {
    kind: 'text',
    fits: (text) => /^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(text),
    must: 'must be an amount of dollars such as 1000, without a sign',
    unit: 'USD',
    default: '1000',
    group: 'Swaps',
    takesEffect: 'with the next payment',
    description: 'Value in USD above which a person has to type the amount before it is paid',
    example: '250',
  },
  'lock-ttl': {
    kind: 'number',
    isWhole: true,
    least: 1,
    most: MAX_LOCK_TTL_SEC,
    unit: 'seconds',
    default: DEFAULT_LOCK_TTL_SEC,
    group: 'Swaps',
    takesEffect: 'when the service opens',
    description: `Lifetime of a lock in seconds, from 1 to ${MAX_LOCK_TTL_SEC}`,
    example: '120',
  },
  'quote-deadline': {
    kind: 'number',
    isWhole: true,
    least: 1,
    most: MAX_QUOTE_DEADLINE_SEC,
    unit: 'seconds',
    default: QUOTE_DEADLINE_SEC,
    group: 'Swaps',
    takesEffect: 'when the service opens',
    description: `Seconds that a quote waits while there is no route, from 1 to ${MAX_QUOTE_DEADLINE_SEC}; with routes it waits for others until ${ROUTES_DEADLINE_MS / 1000} s at most`,
    example: '30',
  },
  'resume-within': {
    kind: 'number',
    isWhole: true,
    least: 0,
    most: MOST_RESUME_WITHIN_MIN,
    unit: 'minutes',
    default: 15,
    group: 'Swaps',
    takesEffect: 'with the next payment',
    description:
      'Minutes for which what was agreed to holds once nothing is running; resume asks later, before it locks anew or signs',
    example: '5',
  },
  wallet: {
    kind: 'text',
    fits: (text) => /^[a-z0-9][a-z0-9_-]{0,31}$/.test(text),
    must: 'must be the name of an account: lower-case letters, digits, - and _',
    default: undefined,
    group: 'Wallet',
    takesEffect: 'with the next payment',
    description: 'Name of the account that signs on the live network (see swapcli wallet list)',
    example: 'main',
  },
  contact: {
    ...PAYEE,
    suffix: 'name',
    group: 'Address book',
    takesEffect: 'at once',
    description:
      'Address of a payee under a name of your choice, and behind a space its destination tag or memo, or none: write @name instead of the address',
    example: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  },
  recipient: {
    ...PAYEE,
    suffix: 'chain or family',
    group: 'Own addresses',
    takesEffect: 'with the next quote',
    description:
      'Address that receives swaps to a chain or an address family such as evm, and behind a space its destination tag or memo, or none',
    example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  },
  depositor: {
    ...ADDRESS,
    suffix: 'chain or family',
    group: 'Own addresses',
    takesEffect: 'with the next quote',
    description: 'Wallet that pays swaps from a chain or an address family',
    example: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  },
  rpc: {
    ...RPC_URLS,
    description:
      'RPC URLs of an EVM chain (https, no query), separated by commas, instead of the public ones; of xrpl (JSON-RPC) or stellar (Horizon) one that says which accounts need a memo; hidden, since they may contain keys',
    example: 'https://rpc.example/ethereum',
  },
  'send-rpc': {
    ...RPC_URLS,
    description:
      'RPC URLs that take the signed transactions of an EVM chain privately, instead of its nodes; hidden, since they may contain keys',
    example: 'https://rpc.flashbots.net/fast',
  },
  'send-rpc-public-after': {
    kind: 'text',
    fits: (text) => /^[1-9][0-9]{0,5}$/.test(text),
    must: 'must be a whole number of seconds from 1 to 999999',
    unit: 'seconds',
    default: undefined,
    group: 'RPCs',
    takesEffect: 'with the next connection',
    description:
      'Seconds after which a transaction that was sent privately and is in no block goes to public nodes too; without it, never',
    example: '600',
  },
  esplora: {
    ...RPC_URLS,
    fits: isBaseUrl,
    must: BASE_URL,
    takesEffect: 'at once',
    description:
      'Base URL of an esplora of bitcoin, litecoin, dogecoin or dash, which swapcli psbt reads coins and fees from; none by default, since it learns your addresses; hidden, since it may contain keys',
    example: 'https://esplora.example/api',
  },
  keys: {
    kind: 'text',
    fits: (text) => /^[\x21-\x7e]{1,60}$/.test(text),
    must: 'must be names of keys such as r or Ctrl-R, separated by commas; space and comma stand for theirs',
    default: undefined,
    suffix: 'action',
    group: 'Look',
    takesEffect: 'at once',
    description:
      'Keys of an action of the screens, instead of the usual ones; that of pay can have no other meaning on any screen',
    example: 'r,ctrl-r',
  },
  theme: {
    kind: 'choice',
    choices: ['dark', 'light', 'high-contrast', 'none'],
    default: 'dark',
    group: 'Look',
    takesEffect: 'at once',
    description: 'Colours of the screens: dark, light, high-contrast or none',
    example: 'light',
  },
  charts: {
    kind: 'choice',
    choices: ['auto', 'braille', 'blocks', 'ascii'],
    default: 'auto',
    group: 'Look',
    takesEffect: 'at once',
    description: 'What charts are drawn with: braille, blocks, ascii, or auto by the terminal',
    example: 'blocks',
  },
  'hidden-panes': {
    kind: 'text',
    fits: (text) => text.length <= 200 && /^[a-z]+(,[a-z]+)*$/.test(text),
    must: 'must be names of panes, separated by commas',
    default: undefined,
    group: 'Look',
    takesEffect: 'at once',
    description: 'Panes that are left out on wide terminals: order, chart, balances, routes, route, running, watch',
    example: 'watch,chart',
  },
  mouse: {
    kind: 'choice',
    choices: ['off', 'on'],
    default: 'off',
    group: 'Look',
    takesEffect: 'at once',
    description: 'Whether the screens take clicks and the wheel, which terminals then keep for no selection: off or on',
    example: 'on',
  },
  color: {
    kind: 'choice',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    group: 'Look',
    takesEffect: 'at the next start',
    description: 'Colour in the output: auto, always or never',
    example: 'never',
  },
  times: {
    kind: 'choice',
    choices: ['local', 'utc'],
    default: 'local',
    group: 'Look',
    takesEffect: 'at once',
    description: "Times that people read: local, by this machine's time zone, or utc; JSON and CSV have UTC always",
    example: 'utc',
  },
  'notify-bell': notice(
    'on',
    'the terminal rings when a swap has ended or stopped, a lock is about to run out or a watched rate is reached, unless it shows a notice of it',
  ),
  'notify-desktop': notice(
    'on',
    'the terminal shows a notice of it unless it has the focus, where it is known to show notices',
  ),
  'notify-title': notice('on', 'the title of the terminal says what is going on'),
  'notify-progress': notice('on', 'the terminal shows how far a swap is, where it is known to show progress'),
  'notify-amounts': notice('off', 'notices and title say amounts too, which others may see'),
  'sandbox-speed': {
    kind: 'number',
    isWhole: false,
    least: 0.001,
    most: 1_000_000,
    default: 1,
    group: 'Sandbox',
    takesEffect: 'when the service opens',
    description: 'How many times faster than estimated sandbox swaps settle, from 0.001 to 1000000',
    example: '10',
  },
  'sandbox-seed': {
    kind: 'number',
    isWhole: true,
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    default: 1,
    group: 'Sandbox',
    takesEffect: 'when the service opens',
    description: 'Seed of sandbox prices and outcomes, a whole number from 0',
    example: '7',
  },
  store: {
    kind: 'text',
    fits: (text) => isVisible(2_000)(text) && isPostgresUrl(text),
    must: `must be ${POSTGRES_URL}`,
    default: undefined,
    secret: true,
    group: 'Store',
    takesEffect: 'when the service opens',
    description:
      'URL of a PostgreSQL database that is the store, instead of a file of the home; hidden, since it may contain a password',
    example: 'postgres://swapcli@db.example/swapcli',
  },
  'store-listen': {
    kind: 'text',
    fits: (text) => text === 'off' || (isVisible(2_000)(text) && isPostgresUrl(text)),
    must: `must be off, or ${POSTGRES_URL}`,
    default: undefined,
    secret: true,
    group: 'Store',
    takesEffect: 'when the service opens',
    description:
      'URL by which a server hears of changes in that database, around its pooler, or off to look for them only; hidden',
    example: 'postgres://swapcli@primary.example/swapcli',
  },
  'keep-locks': keptDays(KEEP_LOCKS_DAYS, 'a lock that nobody used is stored after it ran out', '30'),
  'keep-events': keptDays(
    KEEP_EVENTS_DAYS,
    'events are stored; those of pending swaps and the newest 500 stay, as do all transactions',
    '3650',
  ),
  'keep-rates': keptDays(KEEP_RATES_DAYS, 'rates of quotes are stored, as charts show them; 0 keeps none', '90'),
} as const satisfies Readonly<Record<string, SettingRow>>

/** Name of a setting of this table: `slippage`, or `recipient` for all of `recipient.<chain>`. */
export type SettingName = keyof typeof SETTINGS

/** Name of a setting with one value per chain or name, whose keys are `recipient.<chain>`. */
export type KeyedSetting = {
  [N in SettingName]: (typeof SETTINGS)[N] extends { readonly suffix: string } ? N : never
}[SettingName]

/** Key of a setting with a single value. */
export type PlainSetting = Exclude<SettingName, KeyedSetting>

/** Key of a setting: `slippage`, or `recipient.ethereum`. */
export type SettingKey = PlainSetting | `${KeyedSetting}.${string}`

/** Values of settings by key. */
export type SettingsByKey = Readonly<Partial<Record<SettingKey, string>>>

/** Names of all settings, in display order. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** True for settings whose keys have a chain or a name after a dot. */
export function isKeyed(name: SettingName): name is KeyedSetting {
  return 'suffix' in SETTINGS[name]
}

/** True for a setting that names nodes of one chain. */
export function isNodeSetting(key: string): key is `${'rpc' | 'send-rpc' | 'esplora'}.${string}` {
  const name = settingName(key)
  return name === 'rpc' || name === 'send-rpc' || name === 'esplora'
}

/** The setting of a key, undefined when there is none: `recipient.ethereum` belongs to `recipient`. */
export function settingName(key: string): SettingName | undefined {
  const point = key.indexOf('.')
  const head = point < 0 ? key : key.slice(0, point)
  const name = SETTING_NAMES.find((candidate) => candidate === head)
  if (name === undefined || isKeyed(name) !== point >= 0) return undefined
  if (point < 0) return name
  const place = key.slice(point + 1)
  const isPlace = name === 'contact' ? isContactName(place) : /^[a-z0-9][a-z0-9:-]{0,60}$/.test(place)
  return isPlace ? name : undefined
}

/** Why the name in the key of a contact is none, as a predicate of the key; undefined for one that is, and for other keys. */
export function contactKeyProblem(key: string): string | undefined {
  const [, name] = /^contact\.(.*)$/s.exec(key) ?? []
  if (name === undefined || isContactName(name)) return undefined
  const read = readContactName(name)
  return read.ok ? `is kept as contact.${read.name}` : `has a name that ${read.problem}`
}

/** True for a key of a setting of this table. */
export function isSettingKey(key: string): key is SettingKey {
  return settingName(key) !== undefined
}

/** The row of a key, undefined when there is none. */
export function settingRow(key: string): SettingRow | undefined {
  const name = settingName(key)
  return name === undefined ? undefined : SETTINGS[name]
}

/** Reads a setting. @param text its value as set; the default replaces undefined and invalid values */
export function readSetting<N extends PlainSetting>(
  name: N,
  text: string | undefined,
): SettingValue<(typeof SETTINGS)[N]> {
  const row: SettingRow = SETTINGS[name]
  const isSet = text !== undefined && valueProblem(row, text) === undefined
  const value = isSet ? readValue(row, text) : row.default
  return value as SettingValue<(typeof SETTINGS)[N]>
}

function readValue(row: SettingRow, text: string): string | number {
  if (row.kind === 'number') return Number(text)
  if (row.kind !== 'basisPoints') return text
  const read = readBps(text, row.most)
  return read.ok ? read.bps : row.default
}

/**
 * Environment variable of a key: SWAPCLI_SANDBOX_SPEED of `sandbox-speed`, SWAPCLI_RECIPIENT_BITCOIN_CASH of
 * `recipient.bitcoin-cash`.
 * @param key of the letters a to z, digits and `-`: other names of contacts have no variable, and are set in the file only
 */
export function settingVariable(key: string): string {
  return `SWAPCLI_${key.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/** The form of a setting's keys and variables: `recipient.<chain or family>` and `SWAPCLI_RECIPIENT_<CHAIN>`. */
export function settingForms(name: SettingName): { readonly key: string; readonly variable: string } {
  const { suffix }: SettingRow = SETTINGS[name]
  const variable = settingVariable(name)
  if (suffix === undefined) return { key: name, variable }
  const part = suffix === 'name' || suffix === 'action' ? suffix.toUpperCase() : 'CHAIN'
  return { key: `${name}.<${suffix}>`, variable: `${variable}_<${part}>` }
}
