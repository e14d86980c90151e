import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { storeFailure, storeUnusable } from './failures.ts'

/** Name of the companion file that says that the store at `path` has held data. */
export function markerPath(path: string): string {
  return `${path}.exists`
}

/**
 * Makes sure that there is a file to open: its folder 0700, itself 0600.
 * @throws STORE_UNUSABLE when that cannot be done, or when the file is empty though it has held data
 */
export function prepareFile(path: string): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) {
      makeFolder(dirname(path))
      rmSync(markerPath(path), { force: true })
      createPrivateFile(path)
      return
    }
    if (found.isDirectory()) throw storeUnusable(path, 'is a folder', 'Choose another folder with SWAPCLI_HOME')
    // SQLite takes an empty file for a new database: a truncated store would silently start from nothing.
    if (found.size === 0 && existsSync(markerPath(path))) {
      throw storeUnusable(
        path,
        'is empty, though it has held data',
        `Put a backup of ${path} back; to start with an empty store instead, delete it and ${markerPath(path)}`,
      )
    }
    if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600)
  } catch (error) {
    throw storeFailure(error, path)
  }
}

/**
 * Makes a folder 0700 with those above it. A new one is on disk once the folder that names it is: SQLite syncs the files and
 * their folder, and nobody the rest. One by one, because Node's own way never ends below a folder like /proc that denies that
 * a new folder's parent is there.
 */
function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!existsSync(each)) throw error
    }
    syncFolder(dirname(each))
  }
}

function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Not on every system can a folder be opened, or synced.
  }
}

/** @throws STORE_UNUSABLE when there is no file at `path` */
export function requireFile(path: string): void {
  if (!existsSync(path)) throw storeUnusable(path, 'does not exist', 'Make a swap first: that creates it')
}

/** Leaves the companion file that says that the store at `path` has held data. */
export function writeMarker(path: string): void {
  if (existsSync(markerPath(path))) return
  try {
    writeFileSync(markerPath(path), 'The store beside this file has held data: if it is empty, it was damaged.\n', {
      mode: 0o600,
    })
  } catch (error) {
    throw storeFailure(error, path)
  }
}

/** A check that the file at `path` is still the one that is there now. It throws STORE_UNUSABLE when it is not. */
export function watchIdentity(path: string): () => void {
  const before = identity(path)
  return () => {
    if (identity(path) === before) return
    throw storeUnusable(
      path,
      'was moved, deleted or replaced while it was in use',
      'Put the file back where it was, then start swapcli again',
    )
  }
}

/** Creates an empty file 0600 unless there is one. */
export function createPrivateFile(path: string): void {
  try {
    // Never opens a file that exists: closing it again would drop the locks that this process holds on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function identity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}
