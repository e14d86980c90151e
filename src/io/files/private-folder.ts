import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { refuseForeignFile } from './file-faults.ts'

/*
 * Files that only their owner can read (mode 0600), in folders that only their owner can enter (mode 0700). On Windows the
 * user's home folder already is private.
 */

const LARGEST = 1024 * 1024

/** Lists the files in a folder; none when it does not exist. @throws STORE_UNUSABLE */
async function listPrivateFiles(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((cause: unknown) => {
    if (isMissing(cause)) return []
    throw unusable(`The folder ${folder} cannot be read`, cause)
  })
}

/**
 * Reads a file; undefined when it does not exist.
 * @throws STORE_UNUSABLE when it cannot be read, is larger than 1 MiB, or is no file, such as a pipe, which nobody may ever write to
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw unusable(`${path} is no regular file`)
  return readNamedFile(path)
}

/** The same of a file that a person names, which may be a pipe: that is waited for. */
export async function readNamedFile(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path)
    if (size <= LARGEST) return await readFile(path, 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw unusable(`The file ${path} cannot be read`, cause)
  }
  throw unusable(`The file ${path} is larger than 1 MiB`)
}

/**
 * Writes a new file: complete and synced, or not at all. Where the file system has no hard links, no other process may
 * write the same file meanwhile.
 * @returns false when the file exists, which is then unchanged
 * @throws STORE_UNUSABLE
 */
export async function createPrivateFile(path: string, text: string | Uint8Array): Promise<boolean> {
  const folder = dirname(path)
  const draft = draftPath(path)
  try {
    await makePrivateFolder(folder)
    await chmod(folder, 0o700)
    await writeNew(draft, text)
    return await placeFile(draft, path, false)
  } catch (cause) {
    throw unusable(`The file ${path} cannot be written`, cause)
  }
}

/**
 * Writes a file in place of the one that may be there: after a crash it is the old one or the new one, complete.
 * @throws STORE_UNUSABLE
 */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  try {
    await makePrivateFolder(dirname(path))
    await replaceFile(path, (draft) => writeNew(draft, text))
  } catch (cause) {
    throw unusable(`The file ${path} cannot be written`, cause)
  }
}

/**
 * The same in a folder that is there; who owned the file owns it still.
 * @param write makes the draft, whole and synced
 * @throws the error of the file system
 */
export async function replaceFile(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = draftPath(path)
  try {
    await write(draft)
    await keepOwner(path, draft)
    await placeFile(draft, path, true)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/** Root may change the file of a user, who is to go on with it. */
async function keepOwner(path: string, draft: string): Promise<void> {
  const found = process.geteuid?.() === 0 ? await stat(path).catch(() => undefined) : undefined
  if (found !== undefined && found.uid !== 0) await chown(draft, found.uid, found.gid)
}

/**
 * Moves a synced draft to a path on the same file system, and syncs the folder.
 * @param replaces true to put it in place of a file that is there
 * @returns false when there is one, which is then unchanged; the draft is gone in any case
 * @throws the error of the file system
 */
export async function placeFile(draft: string, path: string, replaces: boolean): Promise<boolean> {
  if (replaces) await rename(draft, path)
  else {
    try {
      // Unlike a rename, a link never replaces a file.
      await link(draft, path)
    } catch (cause) {
      if (errorCode(cause) === 'EEXIST') return false
      if (!LINKLESS.includes(errorCode(cause) ?? '')) throw cause
      if (await exists(path)) return false
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
  }
  await syncFolder(dirname(path))
  return true
}

/**
 * Creates a folder and its missing parents with mode 0700, and syncs each parent. One by one, because Node's recursive
 * mkdir never returns below a folder such as /proc.
 * @returns those that were made, outermost first
 * @throws the error of the file system
 */
export async function makePrivateFolder(folder: string): Promise<readonly string[]> {
  const missing: string[] = []
  for (let at = resolve(folder); !(await exists(at)) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  const made: string[] = []
  for (const each of missing) {
    try {
      await mkdir(each, { mode: 0o700 })
      made.push(each)
    } catch (cause) {
      // Another process may have created it.
      if (!(await exists(each))) throw cause
    }
    // A folder without read permission cannot be synced.
    await syncFolder(dirname(each)).catch(() => undefined)
  }
  return made
}

/** Looks whether files can be written in a folder, which is made for that where it is missing, and removed again. @throws the error of the file system */
export async function verifyFolder(folder: string): Promise<void> {
  const made = await makePrivateFolder(folder)
  try {
    await rmdir(await mkdtemp(join(folder, '.swapcli-')))
  } finally {
    for (const each of made.toReversed()) await rmdir(each).catch(() => undefined)
  }
}

/** Removes what killed writers left in a folder, which no other process may write to. @param isDraft told each name */
export async function removeDrafts(folder: string, isDraft: (name: string) => boolean = isPrivateDraft): Promise<void> {
  const drafts = (await readdir(folder).catch(() => [])).filter(isDraft)
  await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true })))
}

/** Removes a file, if it exists. @throws STORE_UNUSABLE */
async function removePrivateFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true })
    await syncFolder(dirname(path)).catch(() => undefined)
  } catch (cause) {
    throw unusable(`The file ${path} cannot be removed`, cause)
  }
}

/** True when the mode of a file lets other users read or write it. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true && (found.mode & 0o077) !== 0
}

/** True for a folder of this user, which is no link to one. */
export async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === (process.geteuid?.() ?? found.uid)
}

/** Files of accounts and keys. */
export const privateFiles = {
  list: listPrivateFiles,
  read: async (path: string) => {
    await refuseForeignFile(path, 'WALLET_REFUSED')
    return readPrivateFile(path)
  },
  create: createPrivateFile,
  replace: replacePrivateFile,
  remove: removePrivateFile,
  removeDrafts,
}

function draftPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${DRAFT_END}`
}

/** What the name of every draft ends with. */
export const DRAFT_END = '.tmp'

/** True for the name of a draft that a killed process may have left. */
export function isPrivateDraft(name: string): boolean {
  return /\.[0-9a-f]{12}\.tmp$/.test(name)
}

/** Error codes of file systems without hard links, such as FAT and some network shares. */
const LINKLESS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']

/** Writes and syncs a file that must not exist, with mode 0600; removes it when that fails: half a file would pass for a whole one. */
export async function writeNew(path: string, text: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } catch (cause) {
    await rm(path, { force: true }).catch(() => undefined)
    throw cause
  } finally {
    await file.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Makes what was renamed, linked or removed in a folder last. @throws the error of the file system */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function isMissing(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')
}

function unusable(message: string, cause?: unknown): SwapError {
  return new SwapError('STORE_UNUSABLE', message, {
    hint: 'Check the folder, its owner and the free disk space',
    cause,
  })
}
