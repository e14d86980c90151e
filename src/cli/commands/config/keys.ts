import { defined } from '../../../core/defined.ts'
import {
  defaultText,
  isKeyed,
  isSecretSetting,
  normalKey,
  PROVIDER_PREFIX,
  type ProviderSettingRow,
  rowOfKey,
  SETTING_NAMES,
  settingRow,
  unknownProviderSetting,
} from '../../../io/index.ts'
import { defineArguments } from '../../command.ts'
import { unknownName } from '../../command-line/unknown-name.ts'
import { HIDDEN, knownProviderSettings } from '../../provider-settings.ts'
import type { Session } from '../../session.ts'
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
  key: string,
  settings: Session['settings'],
  known: readonly ProviderSettingRow[],
): SettingToPrint {
  const setting = settings.get(key)
  if (setting !== undefined) return isSecretSetting(key, known) ? { ...setting, value: HIDDEN } : setting
  const row = rowOfKey(key, known)
  return defined({ key, value: row === undefined ? undefined : defaultText(row), origin: 'default' })
}

/** The settings of providers, where one of the keys is one of them. */
export async function providerRows(keys: readonly string[]): Promise<readonly ProviderSettingRow[]> {
  return keys.some((key) => key.startsWith(PROVIDER_PREFIX)) ? knownProviderSettings() : []
}

/** The setting that is meant. @throws USAGE for one that does not exist */
export async function checkKey(given: string): Promise<string> {
  const key = normalKey(given)
  const rows = await providerRows([key])
  const problem = unknownProviderSetting(key, rows)
  if (key.startsWith(PROVIDER_PREFIX) && problem !== undefined) {
    const hint = 'See the providers and their settings: swapcli providers list'
    const provider = key.slice(PROVIDER_PREFIX.length).split('.')[0] ?? ''
    const providers = [...new Set(rows.map((row) => row.provider))]
    throw providers.includes(provider)
      ? usage(`${key} ${problem}`, hint)
      : unknownName('provider', provider, providers, hint)
  }
  if (problem === undefined || settingRow(key) !== undefined) return key
  throw unknownName('setting', key, SETTING_NAMES, 'See the keys: swapcli config --help')
}
