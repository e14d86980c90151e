import { usdForPeople } from '../../../core/money/fees.ts'
import { percentOfBps } from '../../../core/money/basis-points.ts'
import {
  defaultText,
  HIDDEN_VALUE,
  isKeyed,
  isSecretSetting,
  isSettingKey,
  readSetting,
  SETTING_NAMES,
  type SettingGroup,
  type SettingKey,
  settingRow,
  SETTINGS,
} from '../../../io/index.ts'
import { commandLine, homeWords } from '../../../core/text/command-line.ts'
import type { AccountSummary, Place } from '../../context.ts'
import type { AppFacts } from '../../events.ts'
import { actionText } from '../../key-actions.ts'
import { indexOfKey } from '../../kit/moves.ts'
import { shortAddress } from '../../kit/text/text-fit.ts'
import type { Keyed, Option, SettingsState } from './state.ts'

/** How a row is changed. */
export type Change =
  | { readonly how: 'text' }
  | { readonly how: 'choice'; readonly options: readonly Option[] }
  /** A new setting is added to the group. */
  | { readonly how: 'add'; readonly group: Keyed }
  | { readonly how: 'not here'; readonly why: string }

/** One setting as it is shown. */
export interface ShownSetting {
  /** Its key; `recipient.` for the row that adds a recipient. */
  readonly key: SettingKey
  readonly section: string
  readonly value: string
  /** Where it comes from; '' for what holds where nothing is set. */
  readonly from: string
  /** True where it is kept in the file. */
  readonly isKept: boolean
  readonly change: Change
  /** One sentence on what it is. */
  readonly about: string
}

/** The groups, in the order of their first settings. */
const GROUPS: readonly SettingGroup[] = [...new Set(SETTING_NAMES.map((name) => SETTINGS[name].group))]

/** True where a change only holds once the screens are open again. */
export function reopens(key: SettingKey): boolean {
  return settingRow(key)?.takesEffect === 'when the service opens'
}

/** Every setting, in the order of the screen. */
export function settingRows(state: SettingsState, app: AppFacts): readonly ShownSetting[] {
  const keys = [...new Set([...Object.keys(app.settings), ...Object.keys(state.origins)])].filter(isSettingKey).sort()
  return GROUPS.flatMap((group) =>
    SETTING_NAMES.filter((name) => SETTINGS[name].group === group).flatMap((name) =>
      isKeyed(name)
        ? [
            ...keys.filter((key) => key.startsWith(`${name}.`)).map((key) => rowOf(key, group, state, app)),
            addRow(name, group),
          ]
        : [rowOf(name, group, state, app)],
    ),
  )
}

/** Index of the marked row. */
export function markedIndex({ marked }: SettingsState, rows: readonly ShownSetting[]): number {
  return indexOfKey(rows, marked)
}

/** The group that a key, or the row that adds to one, belongs to. */
export function groupOf(key: SettingKey): Keyed | undefined {
  return SETTING_NAMES.filter(isKeyed).find((name) => key.startsWith(`${name}.`))
}

function rowOf(key: SettingKey, section: string, state: SettingsState, app: AppFacts): ShownSetting {
  const origin = Object.hasOwn(state.origins, key) ? state.origins[key] : undefined
  const isSet = origin !== undefined || app.settings[key] !== undefined
  return {
    key,
    section,
    value: isSecretSetting(key) && isSet ? HIDDEN_VALUE : valueText(key, state.accounts, app),
    from: origin === undefined ? (isSet ? 'settings file' : 'default') : origin.isFile ? 'settings file' : origin.name,
    isKept: isSet && origin?.isFile !== false,
    change: changeOf(key, state, app),
    about:
      key === 'wallet' && app.place.network === 'sandbox'
        ? 'The account that signs on the live network; here the paper wallet pays'
        : aboutSetting(key, app),
  }
}

/** What a setting is: one of keys, what they do now. */
export function aboutSetting(key: SettingKey, { keyRules }: AppFacts): string {
  const action = groupOf(key) === 'keys' ? keyRules.actions().find(({ id }) => key === `keys.${id}`) : undefined
  return action === undefined ? (settingRow(key)?.description ?? '') : `keys such as r,F5 for ${actionText(action)}`
}

const ADDS: Readonly<Record<Keyed, readonly [string, string]>> = {
  contact: ['add a contact', 'A name for an address: @name stands for it in a command'],
  recipient: ['add a recipient', 'Where swaps to one chain, or family of chains, are paid instead of to the wallet'],
  depositor: ['add a depositor', 'Who pays swaps from one chain, or family of chains, instead of the wallet'],
  rpc: ['add an RPC', 'Used instead of the public ones; kept hidden, it may hold a key'],
  'send-rpc': ['add a private RPC', 'Signed transactions go there only; kept hidden, it may hold a key'],
  keys: ['set other keys', 'Keys of an action of the screens, found by what it does: refresh, copy, pay and so on'],
  esplora: ['add an esplora', 'Coins and fees of a Bitcoin-like chain, for swapcli psbt: it learns the addresses'],
}

function addRow(group: Keyed, section: string): ShownSetting {
  const [value, about] = ADDS[group]
  return {
    key: `${group}.`,
    section,
    value: `+ ${value}`,
    from: '',
    isKept: false,
    change: { how: 'add', group },
    about,
  }
}

function valueText(
  key: SettingKey,
  accounts: readonly AccountSummary[] | undefined,
  { settings, place }: AppFacts,
): string {
  const set = settings[key]
  if (key === 'network' && place.api !== undefined) return 'as the server has it'
  if (key === 'network') return place.network
  if (key === 'api') return place.api ?? (set === undefined ? 'none: the service runs here' : `${set} (not in use)`)
  if (key === 'store') return place.api === undefined ? 'none: a file of the home' : 'as the server has it'
  if (key === 'store-listen') return 'none: as the store'
  if (key === 'wallet') return walletText(set, accounts)
  const row = settingRow(key)
  const value = set ?? (row === undefined ? undefined : defaultText(row))
  if (value === undefined) return 'none'
  if (key === 'slippage') {
    const bps = readSetting(key, set)
    return `${bps} basis points (${percentOfBps(bps)} %)`
  }
  if (key === 'confirm-above') return usdForPeople(value)
  return row === undefined || !('unit' in row) || row.unit === undefined ? value : withUnit(value, row.unit)
}

/** `60 s`, `15 min`, `1 day`. */
function withUnit(value: string, unit: string): string {
  const short = { seconds: 's', minutes: 'min', days: value === '1' ? 'day' : 'days' }[unit]
  return `${value} ${short ?? unit}`
}

const KINDS: Readonly<Record<AccountSummary['kind'], string>> = {
  keystore: 'key file',
  ledger: 'Ledger',
  watch: 'watch only',
}

function walletText(set: string | undefined, accounts: readonly AccountSummary[] | undefined): string {
  if (accounts === undefined) return set ?? ''
  if (accounts.length === 0) return set === undefined ? 'no account yet' : `${set}: no such account`
  const only = accounts.length === 1 ? accounts[0] : undefined
  const account = set === undefined ? only : accounts.find(({ name }) => name === set)
  if (account === undefined) {
    return set === undefined ? `none of ${accounts.length} selected` : `${set}: no such account`
  }
  return `${account.name} · ${shortAddress(account.address)} · ${KINDS[account.kind]}`
}

function changeOf(key: SettingKey, { origins, accounts }: SettingsState, { place }: AppFacts): Change {
  const origin = Object.hasOwn(origins, key) ? origins[key] : undefined
  if (origin?.isFile === false) return { how: 'not here', why: whereToChange(key, origin.name) }
  // They are of a service in this process; the wallet's RPCs are asked here in any case.
  if (place.api !== undefined && reopens(key)) {
    return { how: 'not here', why: `The server decides this; it counts once you work without ${place.api}` }
  }
  if (key === 'api') {
    const forGood = place.api === undefined ? 'set api URL' : 'unset api'
    return { how: 'not here', why: `Start again: swapcli --api URL; for good: swapcli config ${forGood}` }
  }
  if (key === 'network') {
    return {
      how: 'choice',
      options: [
        { value: 'sandbox', label: 'sandbox', note: 'simulated, with paper money' },
        { value: 'live', label: 'live', note: 'swaps move real money' },
      ],
    }
  }
  if (key === 'wallet') return walletChange(accounts, place)
  const row = settingRow(key)
  return row?.kind === 'choice' ? choice(row.choices) : { how: 'text' }
}

function choice(values: readonly string[]): Change {
  return { how: 'choice', options: values.map((value) => ({ value, label: value, note: '' })) }
}

function walletChange(accounts: readonly AccountSummary[] | undefined, place: Place): Change {
  if (accounts === undefined || accounts.length === 0) {
    return {
      how: 'not here',
      why: `Make an account first: ${commandLine(['wallet', 'create', ...homeWords(place)])}, or import one: swapcli wallet --help`,
    }
  }
  return {
    how: 'choice',
    options: accounts.map(({ name, address, kind }) => ({
      value: name,
      label: name,
      note: `${address} · ${KINDS[kind]}`,
    })),
  }
}

function whereToChange(key: SettingKey, origin: string): string {
  if (origin.startsWith('--')) return `It comes from ${origin} of this start: leave that out to change ${key} here`
  return `It comes from the environment: unset ${origin} to change ${key} here`
}
