import { chmod, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { SwapError } from '../../core/api/errors.ts'

/*
 * Files that only their owner can read (mode 0600) in folders that only their owner can enter (mode 0700). On Windows
 * the folder of the user has that property.
 */

const LARGEST = 1024 * 1024

/** Names of the files in a folder; none when there is no folder. @throws STORE_UNUSABLE */
export async function listPrivateFiles(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((cause: unknown) => {
    if (isMissing(cause)) return []
    throw unusable(`The folder ${folder} cannot be read`, cause)
  })
}

/** Text of a file, undefined when there is none. @throws STORE_UNUSABLE when it cannot be read or is larger than 1 MiB */
export async function readPrivateFile(path: string): Promise<string | undefined> {
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
 * Writes a new file: whole and on disk, or not at all.
 * @returns false when there is a file of that name already, which stays as it is
 * @throws STORE_UNUSABLE
 */
export async function createPrivateFile(path: string, text: string): Promise<boolean> {
  const folder = dirname(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await makePrivateFolder(folder)
    await chmod(folder, 0o700)
    await writeNew(draft, text)
    try {
      // Unlike a rename, a link never replaces a file.
      await link(draft, path)
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') return false
      if (!LINKLESS.includes(codeOf(cause) ?? '')) throw cause
      if (!(await writeDirectly(path, text))) return false
    } finally {
      await rm(draft, { force: true })
    }
    await syncFolder(folder)
    return true
  } catch (cause) {
    throw unusable(`The file ${path} cannot be written`, cause)
  }
}

/**
 * Makes a folder 0700 with those above it, where they are missing; a new one is on disk once the folder that names it is. One by
 * one, because Node's own way never ends below a folder like /proc that denies that a new folder's parent is there.
 * @throws what the file system says
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  const missing: string[] = []
  for (let at = resolve(folder); !(await isThere(at)) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  for (const each of missing) {
    try {
      await mkdir(each, { mode: 0o700 })
    } catch (cause) {
      // Another process may have made it meanwhile.
      if (!(await isThere(each))) throw cause
    }
    // A folder that may be entered but not read cannot be synced.
    await syncFolder(dirname(each)).catch(() => undefined)
  }
}

/** Removes a file; one that is gone is no error. @throws STORE_UNUSABLE */
export async function removePrivateFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true })
    await syncFolder(dirname(path)).catch(() => undefined)
  } catch (cause) {
    throw unusable(`The file ${path} cannot be removed`, cause)
  }
}

/** True when other users of the machine may read a file, as far as its mode says. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true && (found.mode & 0o077) !== 0
}

/** These functions in one object. */
export const privateFiles = {
  list: listPrivateFiles,
  read: readPrivateFile,
  create: createPrivateFile,
  remove: removePrivateFile,
}

/** File systems without links (FAT, some network shares) answer one of these. */
const LINKLESS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']

/** For file systems without links. False when there is a file of that name already. */
async function writeDirectly(path: string, text: string): Promise<boolean> {
  try {
    await writeNew(path, text)
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw cause
  }
}

/** Writes a file that is not there yet; one that cannot be written to its end is removed again. */
async function writeNew(path: string, text: string): Promise<void> {
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

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

function isMissing(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(cause) ?? '')
}

function unusable(message: string, cause?: unknown): SwapError {
  return new SwapError('STORE_UNUSABLE', message, {
    hint: 'Check the folder, its owner and the space on the disk',
    cause,
  })
}
