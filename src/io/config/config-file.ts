import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { refuseForeignFile } from '../files/file-faults.ts'
import { fileProblem } from '../files/file-problem.ts'

/** A setting and its origin. */
export interface Setting {
  readonly key: string
  readonly value: string
  /** A flag, a variable or the path of the file: `--network`, `SWAPCLI_NETWORK`. */
  readonly origin: string
}

/** Path of the configuration file in `folder`. */
export function configFile(folder: string): string {
  return join(folder, 'config.json')
}

/** Reads the settings in the file, unchecked; none without a file. @throws CONFIG_INVALID when it is damaged, unreadable, or others can write it */
export async function readConfig(file: string): Promise<Setting[]> {
  await refuseForeignFile(file, 'CONFIG_INVALID')
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')) return undefined
    throw new SwapError('CONFIG_INVALID', `The configuration file ${file} cannot be read`, { cause })
  })
  if (text === undefined) return []
  const content = parseJson(text)
  if (!isRecord(content)) throw damagedFile(file)
  return Object.entries(content).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    origin: file,
  }))
}

/**
 * Writes or removes one key, for a caller that no other process writes beside. The file has mode 0600 and is replaced
 * atomically; drafts that killed processes left, which may hold keys, go.
 * @param value undefined to remove the key
 * @throws CONFIG_INVALID when the file is damaged, and then unchanged, or cannot be written
 */
export async function writeSetting(file: string, key: string, value: string | undefined): Promise<void> {
  await readConfig(file)
  const [{ default: Conf }, { makePrivateFolder, removeDrafts, syncFolder }] = await Promise.all([
    import('conf'),
    import('../files/private-folder.ts'),
  ])
  try {
    await makePrivateFolder(dirname(file))
    await removeDrafts(dirname(file), (name) => name.startsWith(basename(file)) && DRAFT.test(name))
    const conf = new Conf<Record<string, unknown>>({
      cwd: dirname(file),
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
    })
    if (value === undefined) conf.delete(key)
    else conf.set(key, value)
    await syncFolder(dirname(file))
  } catch (cause) {
    throw settingsUnwritable(file, cause)
  }
}

/** The end of a draft's name, as `conf` writes it by `atomically`. */
const DRAFT = /\.tmp-\d{10}[0-9a-f]{6}$/

/** The error of a configuration file that cannot be written. */
export function settingsUnwritable(file: string, cause: unknown): SwapError {
  return new SwapError('CONFIG_INVALID', `The configuration file ${file} cannot be written: ${fileProblem(cause)}`, {
    hint: 'Check its folder, or choose another one with --home or SWAPCLI_HOME',
    cause,
  })
}

function damagedFile(file: string): SwapError {
  return new SwapError('CONFIG_INVALID', `The configuration file ${file} is damaged: it is not a JSON object`, {
    hint: `Edit it, or move it away: mv ${file} ${file}.damaged`,
  })
}
