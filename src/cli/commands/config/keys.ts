import { readContactName } from '../../../core/assets/contact-name.ts'
import { defined } from '../../../core/defined.ts'
import {
  defaultText,
  HIDDEN_VALUE,
  isKeyed,
  isProviderSettingKey,
  isSecretSetting,
  isSettingKey,
  type KnownSetting,
  normalKey,
  type ProviderSettingRow,
  rowOfKey,
  SETTING_NAMES,
  settingName,
  type SettingRow,
  SETTINGS,
  unknownProviderSetting,
} from '../../../io/index.ts'
import { defineArguments } from '../../command.ts'
import { didYouMean, unknownName } from '../../command-line/unknown-name.ts'
import { knownProviderSettings } from '../../provider-settings.ts'
import { openLists, type Session } from '../../session.ts'
import { usage } from '../../usage.ts'

/** The setting that a command is about. */
export const KEY = defineArguments({
  key: {
    kind: 'text',
    required: true,
    suggestions: SETTING_NAMES.map((name) => (isKeyed(name) ? `${name}.` : name)),
    hint: 'See the keys: swapcli config --help',
    description: 'key of the setting',
  },
})

/** A setting as it is printed. */
export interface SettingToPrint {
  readonly key: string
  /** Absent where nothing is set and there is no default. */
  readonly value?: string
  /** As a person would name it: `--network`, `SWAPCLI_NETWORK`, the path of the file, `default`. */
  readonly origin: string
}

/** What holds for a key, secrets hidden. */
export function settingToPrint(
  key: KnownSetting['key'],
  settings: Session['settings'],
  known: readonly ProviderSettingRow[],
): SettingToPrint {
  const setting = settings.get(key)
  if (setting !== undefined) return isSecretSetting(key, known) ? { ...setting, value: HIDDEN_VALUE } : setting
  const row = rowOfKey(key, known)
  return defined({ key, value: row === undefined ? undefined : defaultText(row), origin: 'default' })
}

/** The settings of providers, where one of the keys is one of them. */
export async function providerRows(keys: readonly string[]): Promise<readonly ProviderSettingRow[]> {
  return keys.some(isProviderSettingKey) ? knownProviderSettings() : []
}

/** The setting that is meant. @throws USAGE for one that does not exist, or of a chain that does not exist */
export async function checkKey(session: Session, given: string): Promise<KnownSetting['key']> {
  const key = normalKey(given)
  if (isProviderSettingKey(key)) {
    const rows = await knownProviderSettings()
    const problem = unknownProviderSetting(key, rows)
    if (problem === undefined) return key
    const keys = rows.map((row) => row.key)
    throw usage(
      `${key} ${problem}${didYouMean(key, keys)}`,
      'See the providers and their settings: swapcli providers list',
    )
  }
  const name = settingName(key)
  const keyed = SETTING_NAMES.find((one) => one === key)
  if (name === undefined && keyed !== undefined && isKeyed(keyed)) {
    const { suffix = 'name', example }: SettingRow = SETTINGS[keyed]
    const place = { name: 'bob', action: 'refresh', chain: 'ethereum', 'chain or family': 'ethereum' }[suffix]
    throw usage(
      `${key} is set for each ${suffix}: ${key}.<${suffix}>`,
      key === 'keys'
        ? 'See the actions: swapcli config actions'
        : `For example: swapcli config set ${key}.${place} ${example}`,
    )
  }
  const [, contact] = /^contact\.(.+)$/s.exec(key) ?? []
  if (name === undefined && contact !== undefined) {
    const read = readContactName(contact)
    if (!read.ok)
      throw usage(`The name in ${key} ${read.problem}`, 'For example: swapcli config set contact.bob ADDRESS')
  }
  if (name === undefined || !isSettingKey(key))
    throw unknownName('setting', key, SETTING_NAMES, 'See the keys: swapcli config --help')
  const { suffix }: SettingRow = SETTINGS[name]
  if (suffix === 'chain' || suffix === 'chain or family') {
    await checkChain(session, key.slice(name.length + 1), suffix === 'chain or family')
  }
  return key
}

/** @throws USAGE VALIDATION_ERROR for what is no key of a chain, nor a family where one may be named */
async function checkChain(session: Session, word: string, orFamily: boolean): Promise<void> {
  const [{ openBundledCatalog }, { findChain }] = await Promise.all([
    import('../../quote/bundled-catalog.ts'),
    import('../../quote/find-asset.ts'),
  ])
  const chains = await openBundledCatalog().chains()
  if (chains.some(({ key, addressFamily }) => key === word || (orFamily && addressFamily === word))) return
  // A refresh, or a server, may know more chains.
  const key = await findChain(await openLists(session), word)
  if (key !== word) throw usage(`Unknown chain ${word}. Did you mean ${key}?`, 'See the keys: swapcli chains')
}
