import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { lookAlikeContact } from '../../core/assets/contact-name.ts'
import { PROVIDER_VARIABLES, providerVariable } from '../../core/provider-variable.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { nearest } from '../../core/text/nearest.ts'
import { readConfig, type Setting } from './config-file.ts'
import {
  isProviderSettingKey,
  normalKey,
  type ProviderSettingKey,
  type ProviderSettingRow,
  unknownProviderSetting,
} from './provider-settings.ts'
import { type SettingRow, valueProblem } from './setting-kinds.ts'
import {
  contactKeyProblem,
  isKeyed,
  isSettingKey,
  SETTING_NAMES,
  type SettingKey,
  settingName,
  settingRow,
  settingVariable,
} from './settings.ts'

/** A setting that exists, with a value that is valid. */
export interface KnownSetting extends Setting {
  readonly key: SettingKey | ProviderSettingKey
}

/** The settings in force, by key: asking for one that cannot exist does not compile. */
export type Settings = ReadonlyMap<KnownSetting['key'], KnownSetting>

/** Sources of settings, in order of precedence. */
interface SettingSources {
  /** Values of --set: `key=value`. */
  readonly sets?: readonly string[]
  /** Values of flags by key. */
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly file: string
  /** Settings of providers; called only when one is set. */
  providerSettings(): Promise<readonly ProviderSettingRow[]>
}

/** What can be used of the settings, and why the rest cannot. */
export interface FoundSettings {
  readonly settings: Settings
  /** USAGE for what was typed for this run, else CONFIG_INVALID with its origin; without a field where the whole file is unusable. */
  readonly problems: readonly SwapError[]
}

/** The settings in force: flags, then environment, then file, each value checked. @throws USAGE for what is no setting at all */
export async function findSettings(sources: SettingSources): Promise<FoundSettings> {
  const { sets = [], flags, env, file } = sources
  const problems: SwapError[] = []
  const inFile = await readConfig(file).catch((error: unknown) => {
    if (!isSwapError(error)) throw error
    problems.push(error)
    return []
  })
  const kept = [...inFile, ...readEnvironment(env)]
  const given = [...readFlagSettings(flags), ...readSets(sets)]
  const variables = Object.keys(env).filter((name) => name.startsWith(PROVIDER_VARIABLES) && env[name])
  const concernsProviders = variables.length > 0 || [...kept, ...given].some(({ key }) => isProviderSettingKey(key))
  const known = concernsProviders ? await sources.providerSettings() : []
  refuseSecrets(given, known)
  const found = new Map<string, Setting>()
  const ofProviders = variables.flatMap((variable) => {
    const row = known.find((candidate) => providerVariable(candidate) === variable)
    if (row !== undefined) return [{ key: row.key, value: env[variable] ?? '', origin: variable }]
    problems.push(unknownVariable(variable, known))
    return []
  })
  for (const setting of [...kept, ...ofProviders, ...given]) found.set(setting.key, setting)
  const contacts = [...found.keys()].filter((key) => settingName(key) === 'contact')
  const all = [...found.values()].map((setting) => ({
    setting,
    problem: findProblem(setting, known) ?? findLookAlike(setting, contacts),
  }))
  problems.push(...all.flatMap(({ problem }) => (problem === undefined ? [] : [problem])))
  const usable = all
    .filter(({ problem }) => problem === undefined)
    .map(({ setting }) => setting)
    .filter(hasKnownKey)
  return { settings: new Map(usable.map((setting) => [setting.key, setting])), problems }
}

function hasKnownKey(setting: Setting): setting is KnownSetting {
  return isProviderSettingKey(setting.key) || isSettingKey(setting.key)
}

/** The row of a key; undefined when there is none. @param known settings of providers */
export function rowOfKey(key: string, known: readonly ProviderSettingRow[] = []): SettingRow | undefined {
  return isProviderSettingKey(key) ? known.find((row) => row.key === key) : settingRow(key)
}

/** What is shown instead of a secret setting. */
export const HIDDEN_VALUE = 'set (hidden)'

/** True for a setting that must never be printed, including unknown provider settings. */
export function isSecretSetting(key: string, known: readonly ProviderSettingRow[] = []): boolean {
  const row = rowOfKey(key, known)
  return row === undefined ? isProviderSettingKey(key) : row.secret === true
}

/** Why a setting is unknown or its value invalid, as a predicate of its key; undefined when it is valid. */
export function settingProblem(
  key: string,
  value: unknown,
  known: readonly ProviderSettingRow[] = [],
): string | undefined {
  const row = rowOfKey(key, known)
  if (row !== undefined) return valueProblem(row, value)
  return isProviderSettingKey(key) ? unknownProviderSetting(key, known) : (contactKeyProblem(key) ?? 'is not a setting')
}

/** @param known settings of providers @throws for the first setting that is unknown or invalid */
export function checkSettings(
  settings: readonly Setting[],
  known: readonly ProviderSettingRow[] = [],
): asserts settings is readonly KnownSetting[] {
  for (const setting of settings) {
    const problem = findProblem(setting, known)
    if (problem !== undefined) throw problem
  }
}

/** Why a setting is unknown or invalid: USAGE when it was typed for this run, else CONFIG_INVALID. */
function findProblem({ key, value, origin }: Setting, known: readonly ProviderSettingRow[]): SwapError | undefined {
  const problem = settingProblem(key, value, known)
  if (problem === undefined) return undefined
  const row = rowOfKey(key, known)
  const isUnknown = row === undefined && !isProviderSettingKey(key)
  const message = origin === `--${key}` ? `${origin} ${problem}` : `${key} ${problem} (from ${origin})`
  return new SwapError(origin.startsWith('--') ? 'USAGE' : 'CONFIG_INVALID', message, {
    field: key,
    hint: isUnknown
      ? unknownHint(key, origin)
      : `${row?.kind === 'choice' ? didYouMean(value, row.choices) : ''}Correct or remove ${origin}`,
  })
}

/** What to do about a key that is none. */
function unknownHint(key: string, origin: string): string {
  if (contactKeyProblem(key) === undefined)
    return `${didYouMean(key, SETTING_NAMES)}See the settings: swapcli config list`
  const isTyped = origin.startsWith('--')
  return isTyped
    ? `Correct or remove ${origin}`
    : `Give it another name, or remove it: ${commandLine(['config', 'unset', key])}`
}

/** @param contacts keys of all contacts */
function findLookAlike({ key, origin }: Setting, contacts: readonly string[]): SwapError | undefined {
  // Names of ASCII are told apart by whoever chose them.
  if (/^[\x20-\x7e]*$/.test(key) || !contacts.includes(key)) return undefined
  const other = lookAlikeContact(key, contacts)
  if (other === undefined) return undefined
  return new SwapError('CONFIG_INVALID', `${key} looks like ${other} (from ${origin})`, {
    field: key,
    hint: `Give one of the two another name, and remove it: swapcli config unset ${key}`,
  })
}

function didYouMean(typed: string, known: readonly string[]): string {
  const names = known.map((name) => [name, name] as const)
  const [near] = nearest(typed, names, 1)
  return near === undefined ? '' : `Did you mean ${near}? `
}

/** SWAPCLI_SEND_RPC_PUBLIC_AFTER is none of SWAPCLI_SEND_RPC_<CHAIN>. */
const PLAIN_VARIABLES: ReadonlySet<string> = new Set(
  SETTING_NAMES.filter((name) => !isKeyed(name)).map(settingVariable),
)

/** Reads plain settings from their variable, keyed ones from every variable with their prefix. */
function readEnvironment(env: Readonly<Record<string, string | undefined>>): Setting[] {
  return SETTING_NAMES.flatMap((name) => {
    const start = settingVariable(name)
    if (!isKeyed(name)) return env[start] ? [{ key: name, value: env[start], origin: start }] : []
    return Object.entries(env).flatMap(([variable, value]) => {
      if (!variable.startsWith(`${start}_`) || !value || PLAIN_VARIABLES.has(variable)) return []
      // Names of other letters are for the file alone, where no two of them share a variable.
      if (!/^[A-Za-z0-9_]+$/.test(variable)) return [{ key: variable, value, origin: variable }]
      const suffix = variable
        .slice(start.length + 1)
        .toLowerCase()
        .replaceAll('_', '-')
      return [{ key: `${name}.${suffix}`, value, origin: variable }]
    })
  })
}

function readFlagSettings(flags: Readonly<Record<string, string | undefined>>): Setting[] {
  return Object.entries(flags).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value, origin: `--${key}` }],
  )
}

/** Reads --set, whose keys may be in any letter case. @throws USAGE unless each is `key=value` */
function readSets(sets: readonly string[]): Setting[] {
  return sets.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new SwapError('USAGE', '--set takes a setting as key=value', { hint: 'swapcli config --help' })
    return { key: normalKey(text.slice(0, at)), value: text.slice(at + 1), origin: '--set' }
  })
}

/**
 * Refuses secrets on the command line, which other users of the machine can read. One that has an option of its own may hold
 * none: whoever reads the option warns of one that does.
 */
function refuseSecrets(given: readonly Setting[], known: readonly ProviderSettingRow[]): void {
  for (const { key, origin } of given) {
    if (rowOfKey(key, known)?.secret !== true || origin === `--${key}`) continue
    const ofProvider = known.find((row) => row.key === key)
    const variable = ofProvider === undefined ? settingVariable(key) : providerVariable(ofProvider)
    throw new SwapError('USAGE', `${key} is secret, and other users of this machine can read the command line`, {
      hint: `Set ${variable}, or store it: swapcli config set ${key} -`,
    })
  }
}

function unknownVariable(variable: string, known: readonly ProviderSettingRow[]): SwapError {
  const providers = [...new Set(known.map(({ provider }) => provider))]
  const named = providers.find((provider) => variable.startsWith(`${PROVIDER_VARIABLES}${provider}_`))
  const names = known.filter(({ provider }) => provider === named).map(providerVariable)
  return new SwapError(
    'CONFIG_INVALID',
    named === undefined
      ? `${variable} names an unknown provider; the providers are ${providers.join(', ')}`
      : `${variable} is not a setting of ${named}; its settings are ${names.join(', ')}`,
    { field: variable, hint: `Correct or remove the variable: unset ${variable}` },
  )
}
