import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../../core/error-code.ts'
import { SwapError } from '../../core/api/errors.ts'
import { storeFailure, storeUnusable } from './failures.ts'

/** Path of the marker file, which records that the file at `path` has held data, and how far it went. */
export function markerPath(path: string): string {
  return `${path}.exists`
}

/** What the marker says of the file beside it. */
export interface Marker {
  /** How many commits it has held at least: each is noted after it is on disk. */
  readonly commits: number
  /** Its signature when a process last left it in order; empty where none has. */
  readonly closed: string
  /** When it was last looked through and found in order, epoch milliseconds; 0 where that is not known. */
  readonly verifiedMs: number
  /** Whether it holds rows of the catalog; undefined where that is not known. Noted before the first one is committed. */
  readonly catalog: CatalogNote | undefined
}

const CATALOG_NOTES = ['none', 'some'] as const
/** What a marker says of the rows of the catalog. */
type CatalogNote = (typeof CATALOG_NOTES)[number]

const MARKER_TEXT =
  'The file beside this one has held data: if it is missing, empty or behind this note, something is lost.'
/** Written in place, so that no other write is needed: always as long. */
const MARKER_BYTES = 256
/** Where the note of the catalog stands: what notes the rest at the same time does not write it, and an earlier version blanks it. */
const CATALOG_AT = 243
/** What follows the sum is not in it, so that an earlier version can read the rest. */
const MARKER_NOTE = /^(commits (\d+)\nclosed (\S*)\n)sum (\d+)\n(?:verified (\d+)\n)?/m

/** A marker that says nothing of its file but that it is there. */
export const NEW_MARKER: Marker = { commits: 0, closed: '', verifiedMs: 0, catalog: undefined }

/** The marker of the file at `path`; undefined where there is none. One of an earlier version, or a torn one, says nothing more. */
export function readMarker(path: string): Marker | undefined {
  let text
  try {
    text = readFileSync(markerPath(path), 'latin1')
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw storeFailure(error, markerPath(path))
  }
  const [, note = '', commits = '', closed = '', sum, verifiedMs = 0] = MARKER_NOTE.exec(text) ?? []
  if (Number(sum) !== sumOfNote(note)) return NEW_MARKER
  const catalog = CATALOG_NOTES.find((rows) => text.slice(CATALOG_AT) === catalogText(rows))
  return { commits: Number(commits), closed, verifiedMs: Number(verifiedMs), catalog }
}

/** Writes the marker of the file at `path`, which is created when it is missing. */
export function createMarker(path: string, marker: Marker): void {
  if (existsSync(markerPath(path))) return
  try {
    writeFileSync(markerPath(path), markerText(marker), { mode: 0o600 })
  } catch (error) {
    throw storeFailure(error, path)
  }
}

/** Notes in the marker what has changed; nothing where it cannot be written: what is committed stays committed. */
export function noteInMarker(path: string, change: Partial<Marker>): void {
  try {
    const before = readMarker(path)
    if (before === undefined) return
    // Other processes commit too, and the one that is later may note first.
    const commits = Math.max(before.commits, change.commits ?? 0)
    const text = noteText({ ...before, ...change, commits })
    const catalog = change.catalog === before.catalog ? undefined : change.catalog
    if (text === noteText(before) && catalog === undefined) return
    const handle = openSync(markerPath(path), 'r+')
    try {
      if (text !== noteText(before)) writeSync(handle, text, 0)
      if (catalog !== undefined) writeSync(handle, catalogText(catalog), CATALOG_AT)
    } finally {
      closeSync(handle)
    }
  } catch {
    // The next commit notes more.
  }
}

function markerText(marker: Marker): string {
  return `${noteText(marker)}${catalogText(marker.catalog)}`
}

/** All of a marker but the note of the catalog. */
function noteText({ commits, closed, verifiedMs }: Marker): string {
  const note = `commits ${commits}\nclosed ${closed}\n`
  return `${MARKER_TEXT}\n${note}sum ${sumOfNote(note)}\nverified ${verifiedMs}\n`.padEnd(CATALOG_AT)
}

function catalogText(rows: CatalogNote | undefined): string {
  return (rows === undefined ? '' : `catalog ${rows}\n`).padEnd(MARKER_BYTES - CATALOG_AT)
}

/**
 * True where the store at `path` holds no rows of the catalog, as far as its marker says: there is none, or it is as it was
 * when it was left in order. It is not opened.
 * @throws STORE_UNUSABLE when the marker cannot be read
 */
export function holdsNoCatalog(path: string): boolean {
  const marker = readMarker(path)
  if (marker === undefined) return statSync(path, { throwIfNoEntry: false }) === undefined
  return marker.catalog === 'none' && marker.closed === signatureOf(path)
}

/** Tells a torn note from a whole one. The module of cryptography takes longer to load than all else here. */
function sumOfNote(note: string): number {
  let sum = 0
  for (let index = 0; index < note.length; index += 1) sum = (sum * 31 + note.charCodeAt(index)) % 4294967291
  return sum
}

/** The signature of a file that holds nothing yet. */
export const NEW_FILE = '-:-'

/** What tells the file at `path`, with its write-ahead log, from what anybody makes of it later. */
export function signatureOf(path: string): string {
  const of = (name: string) => {
    const found = statSync(name, { throwIfNoEntry: false, bigint: true })
    return found === undefined || found.size === 0n ? '-' : `${found.size}.${found.mtimeNs}`
  }
  return `${of(path)}:${of(`${path}-wal`)}`
}

/**
 * Creates the file when it is missing, with mode 0600 in a folder of mode 0700.
 * @throws STORE_UNUSABLE when that fails, or when the file is missing or empty but has held data
 */
export function prepareFile(path: string, marker: Marker | undefined): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) {
      if (marker !== undefined) throw lostData(path, 'is missing')
      createFolder(dirname(path))
      createEmptyFile(path)
      return
    }
    if (found.isDirectory()) throw storeUnusable(path, 'is a folder', 'Choose another folder with SWAPCLI_HOME')
    // SQLite treats an empty file as a new database: a truncated store would silently start empty.
    if (found.size === 0 && marker !== undefined) throw lostData(path, 'is empty')
    if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600)
  } catch (error) {
    throw storeFailure(error, path)
  }
}

function lostData(path: string, how: string): SwapError {
  return lostWrites(path, `${how}, but it has held data`, 'begin with an empty one')
}

/** What of a file is lost. Whoever has no better copy accepts that by its reason. @param otherwise what that does */
function lostWrites(path: string, problem: string, otherwise: string): SwapError {
  return new SwapError('STORE_UNUSABLE', `The store ${path} ${problem}.`, {
    reason: 'lost-writes',
    funds: 'unknown',
    hint: `Nothing was changed. Copy the home again while nothing uses it, or restore a backup: swapcli restore FILE --home DIR; to ${otherwise}: swapcli doctor --accept lost-writes`,
  })
}

/** Forgets that the file at `path` has held more than is there. */
export function forgetMarker(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path)
    rmSync(markerPath(path), { force: true })
  } catch (error) {
    throw storeFailure(error, path)
  }
}

/**
 * The error for a file that lacks commits which its marker has seen. What is left of the write-ahead log is copied first:
 * SQLite would write over it.
 */
export function lostCommits(path: string, held: number, marker: Marker): SwapError {
  const log = `${path}-wal`
  const copy = `${log}.kept`
  try {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) copyFileSync(log, copy, constants.COPYFILE_EXCL)
  } catch {
    // It is there from before, or cannot be kept.
  }
  const kept = existsSync(copy) ? ` (what was left of it is ${copy})` : ''
  return lostWrites(
    path,
    `lacks the last ${marker.commits - held} of its ${marker.commits} writes: it is an incomplete or an older copy, or ${log} is missing or damaged${kept}`,
    'go on with what is there',
  )
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
export function requireFile(path: string, marker: Marker | undefined): void {
  if (existsSync(path)) return
  throw marker === undefined
    ? storeUnusable(path, 'does not exist', 'Make a swap first, which creates it')
    : lostData(path, 'is missing')
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
