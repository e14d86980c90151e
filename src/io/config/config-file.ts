import { readFileSync, statSync } from 'node:fs'
import { open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { refuseForeignFile } from '../files/file-faults.ts'
import { fileProblem, isNoSpace } from '../files/file-problem.ts'

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
  return Object.entries(await readContent(file)).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    origin: file,
  }))
}

/** Tells one version of the file from another without reading it; '' without a file. */
export async function markConfig(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  if (found === undefined) return ''
  // Who may write it counts too, and a change of that is one of its `ctime`.
  return [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

async function readContent(file: string): Promise<Readonly<Record<string, unknown>>> {
  await refuseForeignFile(file, 'CONFIG_INVALID')
  const text = await readText(file).catch((cause: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')) return undefined
    throw new SwapError('CONFIG_INVALID', `The configuration file ${file} cannot be read`, { cause })
  })
  if (text === undefined) return {}
  const content = parseJson(text)
  if (!isRecord(content)) throw damagedFile(file)
  return content
}

/** The text of a file. What is none, such as a pipe, is waited for; the module for that takes Node a millisecond to load. */
async function readText(file: string): Promise<string | undefined> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  return found.isFile() ? readFileSync(file, 'utf8') : readFile(file, 'utf8')
}

/**
 * Writes or removes one key, for a caller that no other process writes beside. The file has mode 0600 and is replaced
 * atomically, behind a link where it is one; drafts that killed processes left, which may hold keys, go.
 * @param value undefined to remove the key
 * @throws CONFIG_INVALID when the file is damaged, and then unchanged, or cannot be written
 */
export async function writeSetting(file: string, key: string, value: string | undefined): Promise<void> {
  const before = await readContent(file)
  const { makePrivateFolder, replaceFile } = await import('../files/private-folder.ts')
  const others = () => Object.fromEntries(Object.entries(before).filter(([name]) => name !== key))
  const content = value === undefined ? others() : { ...before, [key]: value }
  try {
    await makePrivateFolder(dirname(file))
    for (const draft of await findSettingsDrafts(file)) await rm(draft, { force: true })
    await replaceFile(await realFile(file), (draft) => writeDraft(draft, content))
  } catch (cause) {
    throw settingsUnwritable(file, cause)
  }
}

/** Writes a draft by the package `conf`, and reads it again: what a full disk cuts short, `conf` takes for the whole. */
async function writeDraft(draft: string, content: Readonly<Record<string, unknown>>): Promise<void> {
  const [{ default: Conf }, { DRAFT_END }] = await Promise.all([import('conf'), import('../files/private-folder.ts')])
  const conf = new Conf<Record<string, unknown>>({
    cwd: dirname(draft),
    configName: basename(draft, DRAFT_END),
    fileExtension: DRAFT_END.slice(1),
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
  })
  conf.store = content
  if (!isDeepStrictEqual(parseJson(await readFile(draft, 'utf8')), content)) {
    throw Object.assign(new Error('What was written is not there'), { code: 'ENOSPC' })
  }
  const handle = await open(draft, 'r+')
  await handle.sync().finally(() => handle.close())
}

/** Paths of what killed processes left of changes to the settings: it may hold keys. */
export async function findSettingsDrafts(file: string): Promise<readonly string[]> {
  const { isPrivateDraft } = await import('../files/private-folder.ts')
  const path = await realFile(file)
  const names = await readdir(dirname(path)).catch(() => [])
  return names
    .filter((name) => name.startsWith(`${basename(path)}.`) && (isPrivateDraft(name) || CONF_DRAFT.test(name)))
    .map((name) => join(dirname(path), name))
}

/** Where the settings are, which may be behind a link. */
async function realFile(file: string): Promise<string> {
  return realpath(file).catch(() => file)
}

/** The end of the name of a draft that `conf` makes of a file before it takes its place. */
const CONF_DRAFT = /\.tmp-\d{10}[0-9a-f]{6}$/

/** The error of a configuration file that cannot be written. */
export function settingsUnwritable(file: string, cause: unknown): SwapError {
  // Of its lock, the reason is what stands in the way, and not that file.
  const reason = isSwapError(cause) && cause.cause !== undefined ? cause.cause : cause
  return new SwapError('CONFIG_INVALID', `The configuration file ${file} cannot be written: ${fileProblem(reason)}`, {
    hint: isNoSpace(reason)
      ? `Free space on the disk of ${dirname(file)} and try again, or choose another folder with --home or SWAPCLI_HOME`
      : 'Check its folder, or choose another one with --home or SWAPCLI_HOME',
    cause,
  })
}

function damagedFile(file: string): SwapError {
  return new SwapError('CONFIG_INVALID', `The configuration file ${file} is damaged: it is not a JSON object`, {
    hint: `Edit it, or move it away: mv ${file} ${file}.damaged`,
  })
}
