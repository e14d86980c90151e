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
import { errorCode } from '../../core/error-code.ts'
import { storeFailure, storeUnusable } from './failures.ts'

/** Path of the marker file, which records that the store at `path` has held data. */
export function markerPath(path: string): string {
  return `${path}.exists`
}

/**
 * Creates the file when it is missing, with mode 0600 in a folder of mode 0700.
 * @throws STORE_UNUSABLE when that fails, or when the file is empty but has held data
 */
export function prepareFile(path: string): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) {
      createFolder(dirname(path))
      rmSync(markerPath(path), { force: true })
      createEmptyFile(path)
      return
    }
    if (found.isDirectory()) throw storeUnusable(path, 'is a folder', 'Choose another folder with SWAPCLI_HOME')
    // SQLite treats an empty file as a new database: a truncated store would silently start empty.
    if (found.size === 0 && existsSync(markerPath(path))) {
      throw storeUnusable(
        path,
        'is empty, but it has held data',
        `Restore a backup of ${path}; to start with an empty store, delete it and ${markerPath(path)}`,
      )
    }
    if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600)
  } catch (error) {
    throw storeFailure(error, path)
  }
}

/**
 * Creates a folder and its parents with mode 0700, and syncs each parent: SQLite syncs only its files and their folder.
 * One by one, because Node's recursive mkdir never returns below a folder such as /proc.
 */
function createFolder(folder: string): void {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      // Another process may have created it.
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
    // Some systems cannot open or sync a folder.
  }
}

/** @throws STORE_UNUSABLE when there is no file at `path` */
export function requireFile(path: string): void {
  if (!existsSync(path)) throw storeUnusable(path, 'does not exist', 'Make a swap first, which creates it')
}

/** Writes the marker file of the store at `path`. */
export function writeMarker(path: string): void {
  if (existsSync(markerPath(path))) return
  try {
    writeFileSync(markerPath(path), 'The store next to this file has held data: if it is empty, it was damaged.\n', {
      mode: 0o600,
    })
  } catch (error) {
    throw storeFailure(error, path)
  }
}

/** Remembers the file at `path`; the returned check throws STORE_UNUSABLE once the file is another one. */
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

/** Creates an empty file with mode 0600 unless one exists. */
export function createEmptyFile(path: string): void {
  try {
    // Never opens an existing file: closing it would drop the locks that this process holds on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

function identity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}
