import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SwapError } from '../core/errors.ts'
import { CONFIG_KEYS, configKey, envName } from './config-keys.ts'

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

/**
 * The settings in force: flags before environment before file, each value checked. Nothing but the file is read, and the
 * code that checks or writes is loaded only when there is something to check.
 * @param flags values of flags by key
 * @throws CONFIG_INVALID naming where a bad value came from
 */
export async function resolveSettings(
  flags: Readonly<Record<string, string | undefined>>,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): Promise<ReadonlyMap<string, Setting>> {
  const settings = new Map<string, Setting>()
  for (const setting of [...(await readConfig(file)), ...fromEnvironment(env), ...fromFlags(flags)]) {
    settings.set(setting.key, setting)
  }
  if (settings.size > 0) await checkSettings([...settings.values()])
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

/** @throws CONFIG_INVALID for the first setting that is unknown or does not fit */
export async function checkSettings(settings: readonly Setting[]): Promise<void> {
  const { valueProblem } = await import('./config-values.ts')
  for (const { key, value, origin } of settings) {
    const problem = valueProblem(key, value)
    if (problem === undefined) continue
    throw new SwapError('CONFIG_INVALID', `${key} ${problem} (from ${origin})`, {
      field: key,
      hint:
        configKey(key) === undefined ? 'List the known keys: swapcli config list' : `Remove or correct it: ${origin}`,
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
  const { default: Conf } = await import('conf')
  try {
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
    throw new SwapError('CONFIG_INVALID', `The configuration file ${file} cannot be written`, { cause })
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
