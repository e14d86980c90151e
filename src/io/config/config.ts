import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SwapError } from '../../core/api/errors.ts'
import { CONFIG_KEYS, configKey, envName } from './config-keys.ts'
import {
  normalKey,
  PROVIDER_PREFIX,
  PROVIDER_VARIABLES,
  type ProviderSettingKey,
  providerVariable,
} from './provider-keys.ts'

/** A setting and where it came from. */
export interface Setting {
  readonly key: string
  readonly value: string
  /** As a person would name it: `--network`, `SWAPCLI_NETWORK`, the path of the file. */
  readonly origin: string
}

/** Path of the configuration file in `folder`. */
export function configFile(folder: string): string {
  return join(folder, 'config.json')
}

/** Where settings come from, the first outweighing the others. */
export interface SettingSources {
  /** `key=value`, as --set takes them. */
  readonly sets?: readonly string[]
  /** Values of flags by key. */
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly file: string
  /** Settings of providers; asked for only where there is one. */
  providerSettings(): Promise<readonly ProviderSettingKey[]>
}

/**
 * The settings in force: flags before environment before file, each value checked. Nothing but the file is read, and the
 * code that checks or writes is loaded only when there is something to check.
 * @throws CONFIG_INVALID naming where a bad value came from
 */
export async function resolveSettings(sources: SettingSources): Promise<ReadonlyMap<string, Setting>> {
  const { sets = [], flags, env, file } = sources
  const kept = [...(await readConfig(file)), ...fromEnvironment(env)]
  const given = [...fromFlags(flags), ...fromSets(sets)]
  const variables = Object.keys(env).filter((name) => name.startsWith(PROVIDER_VARIABLES) && env[name])
  const concernsProviders =
    variables.length > 0 || [...kept, ...given].some(({ key }) => key.startsWith(PROVIDER_PREFIX))
  const known = concernsProviders ? await sources.providerSettings() : []
  refuseSecrets(given, known)
  const settings = new Map<string, Setting>()
  for (const setting of [...kept, ...fromVariables(env, variables, known), ...given]) settings.set(setting.key, setting)
  if (settings.size > 0) await checkSettings([...settings.values()], known)
  return settings
}

/** What the file holds, unchecked; nothing when there is no file. @throws CONFIG_INVALID when it is damaged or unreadable */
export async function readConfig(file: string): Promise<Setting[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return undefined
    throw new SwapError('CONFIG_INVALID', `The configuration file ${file} cannot be read`, { cause })
  })
  if (text === undefined) return []
  const content = parseObject(text)
  if (content === undefined) throw damaged(file)
  return Object.entries(content).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    origin: file,
  }))
}

/**
 * @param known settings of providers
 * @throws CONFIG_INVALID for the first setting that is unknown or does not fit
 */
export async function checkSettings(
  settings: readonly Setting[],
  known: readonly ProviderSettingKey[] = [],
): Promise<void> {
  const { valueProblem } = await import('./config-values.ts')
  for (const { key, value, origin } of settings) {
    const problem = valueProblem(key, value, known)
    if (problem === undefined) continue
    throw new SwapError('CONFIG_INVALID', `${key} ${problem} (from ${origin})`, {
      field: key,
      hint:
        configKey(key) === undefined && !key.startsWith(PROVIDER_PREFIX)
          ? 'List the known keys: swapcli config list'
          : `Remove or correct it: ${origin}`,
    })
  }
}

/**
 * Writes one key, or removes it; the file is only the user's to read (mode 0600) and replaced in one step.
 * @param value undefined to remove the key
 * @throws CONFIG_INVALID when the file is damaged, which leaves it as it is, or cannot be written
 */
export async function writeSetting(file: string, key: string, value: string | undefined): Promise<void> {
  await readConfig(file)
  const [{ default: Conf }, { makePrivateFolder }] = await Promise.all([
    import('conf'),
    import('../files/private-folder.ts'),
  ])
  try {
    await makePrivateFolder(dirname(file))
    const conf = new Conf<Record<string, unknown>>({
      cwd: dirname(file),
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
    })
    if (value === undefined) conf.delete(key)
    else conf.set(key, value)
  } catch (cause) {
    throw new SwapError('CONFIG_INVALID', `The configuration file ${file} cannot be written`, {
      hint: 'Check its folder, or choose another one with --home or SWAPCLI_HOME',
      cause,
    })
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(Object.entries(value))
  } catch {
    return undefined
  }
}

function damaged(file: string): SwapError {
  return new SwapError('CONFIG_INVALID', `The configuration file ${file} is damaged: it is no JSON object`, {
    hint: `Correct it by hand, or move it away: mv ${file} ${file}.damaged`,
  })
}

/** Plain keys by their variable; keys of chains by every variable that starts like them. */
function fromEnvironment(env: Readonly<Record<string, string | undefined>>): Setting[] {
  return CONFIG_KEYS.flatMap(({ key, perChain }) => {
    const name = envName(key)
    if (!perChain) return env[name] ? [{ key, value: env[name], origin: name }] : []
    return Object.entries(env).flatMap(([variable, value]) => {
      if (!variable.startsWith(`${name}_`) || !value) return []
      const chain = variable
        .slice(name.length + 1)
        .toLowerCase()
        .replaceAll('_', '-')
      return [{ key: `${key}.${chain}`, value, origin: variable }]
    })
  })
}

function fromFlags(flags: Readonly<Record<string, string | undefined>>): Setting[] {
  return Object.entries(flags).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value, origin: `--${key}` }],
  )
}

/** What --set gives; its keys in any letter case. @throws USAGE unless each is `key=value` */
function fromSets(sets: readonly string[]): Setting[] {
  return sets.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new SwapError('USAGE', '--set takes a setting as key=value', { hint: 'swapcli config --help' })
    return { key: normalKey(text.slice(0, at)), value: text.slice(at + 1), origin: '--set' }
  })
}

/** Secrets never come by the command line, which every user of the machine can read. */
function refuseSecrets(given: readonly Setting[], known: readonly ProviderSettingKey[]): void {
  for (const { key } of given) {
    const row = known.find((candidate) => candidate.key === key)
    const secret = row?.secret === true || configKey(key)?.secret === true
    if (!secret) continue
    const variable = row === undefined ? envName(key) : providerVariable(row)
    throw new SwapError('USAGE', `${key} is secret, and other users of this machine can read a command line`, {
      hint: `Give it as ${variable}, or keep it: swapcli config set ${key} -`,
    })
  }
}

/** Settings of providers by their variables. @throws CONFIG_INVALID for a variable that is none of them */
function fromVariables(
  env: Readonly<Record<string, string | undefined>>,
  variables: readonly string[],
  known: readonly ProviderSettingKey[],
): Setting[] {
  return variables.map((variable) => {
    const row = known.find((candidate) => providerVariable(candidate) === variable)
    if (row === undefined) throw unknownVariable(variable, known)
    return { key: row.key, value: env[variable] ?? '', origin: variable }
  })
}

function unknownVariable(variable: string, known: readonly ProviderSettingKey[]): SwapError {
  const providers = [...new Set(known.map(({ provider }) => provider))]
  const named = providers.find((provider) => variable.startsWith(`${PROVIDER_VARIABLES}${provider}_`))
  const names = known.filter(({ provider }) => provider === named).map(providerVariable)
  return new SwapError(
    'CONFIG_INVALID',
    named === undefined
      ? `${variable} names no provider; there are ${providers.join(', ')}`
      : `${variable} is no setting of ${named}; it has ${names.join(', ')}`,
    { hint: `Correct or remove the variable: unset ${variable}` },
  )
}
