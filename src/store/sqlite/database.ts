import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { defined } from '../../core/defined.ts'
import { isOver } from '../../core/stored-time.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import {
  type Connect,
  type Connection,
  createConnect,
  IN_MEMORY,
  numberOf,
  textOf,
  type WriteHooks,
} from './connection.ts'
import { catalogVersion } from './catalog.ts'
import type { DriverGate } from './driver-gate.ts'
import { damagedStore, storeFailure, storeUnusable } from './failures.ts'
import { migrate, newestOf, requireNewest, schemaVersion } from './migrate.ts'
import { type FileKind, STORE_FILE } from './schema.ts'
import { rebuiltTexts } from './transactions/text-index.ts'
import type { Compaction } from '../port.ts'
import {
  createMarker,
  lostCommits,
  type Marker,
  NEW_FILE,
  NEW_MARKER,
  noteInMarker,
  prepareFile,
  readMarker,
  requireFile,
  signatureOf,
} from './store-file.ts'
import { type ColdReads, type WatchedFile, watchFile } from './watch-file.ts'

/** Largest file that is looked through at a start, in bytes: that takes about as long as the start itself. */
const MOST_EXAMINED_BYTES = 2 ** 19
/** Largest file whose pages and indexes are verified at such a start, in bytes: some tenths of a second, once. */
const MOST_VERIFIED_BYTES = 2 ** 26
/** Largest file that is verified anew although nobody has changed it, in bytes: that takes about 70 ms of a processor. */
const MOST_VERIFIED_ANEW_BYTES = 2 ** 25
/** How long what was verified counts as verified: a bit that rots on a disk changes neither the size nor the time of a file. */
const VERIFIED_FOR_MS = DAY_MS

export interface DatabaseOptions {
  /** The file, created along with its folder when missing. `:memory:` stores nothing. */
  readonly path: string
  /** Never creates, migrates or writes; writing calls then throw STORE_UNUSABLE. @default false */
  readonly readOnly?: boolean
  /** Never creates the file. @default false */
  readonly mustExist?: boolean
  /** Called before anything of the file is read; rejects where it cannot be believed. @default it is */
  readonly verify?: (path: string) => Promise<void>
  /** Epoch milliseconds. @default a file is not verified anew by and by, only where it has changed */
  readonly now?: () => number
  /** True where the caller has looked through the file just now. @default false */
  readonly isExamined?: boolean
  /**
   * Tells whether the pages of a large file are damaged, in place of this thread, which that would hold for some tenths of a
   * second; where it fails, this thread looks. @default this thread looks
   */
  readonly hasPageDamage?: (path: string) => Promise<boolean>
  /** Called once it is found that the file or its log was cut short in use. @default nobody is told */
  readonly onLost?: () => void
  /** Called with what a person should know, such as that a large file is migrated. @default nobody is told */
  readonly tell?: (text: string) => void
  /** What each call of the driver passes. @default it is this process's first thread, which needs none */
  readonly gate?: DriverGate
}

/** An open, fully migrated file. */
export interface Database {
  readonly path: string
  /** Every commit is on disk when it returns. */
  readonly main: Connection
  /** @throws STORE_UNUSABLE where the file is not in its place, or was cut short */
  readonly verifyPlace: () => void
  /** The same, without waiting for the disk: a power loss may take the last of its commits. */
  readonly relaxed: Connection
  /**
   * Writes the file anew, with its indexes, without the space of what was removed.
   * @throws SERVICE_UNAVAILABLE while another process uses it
   */
  compact(): Compaction
  /** Closing twice is no error. */
  close(): void
}

/**
 * Opens a file, and creates or migrates it when needed. Any number of processes may open the same file.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long
 */
export async function openDatabase(options: DatabaseOptions, kind: FileKind): Promise<Database> {
  const { readOnly = false, mustExist = readOnly } = options
  const path = options.path === IN_MEMORY ? IN_MEMORY : resolve(options.path)
  const onDisk = path !== IN_MEMORY
  const connect = await createConnect(path, readOnly, options.gate)
  const marker = onDisk ? readMarker(path) : undefined
  if (onDisk && mustExist) requireFile(path, marker)
  if (onDisk) await options.verify?.(path)
  if (onDisk && !readOnly) prepareFile(path, marker)
  const signature = onDisk ? signatureOf(path) : ''
  let hooks: WriteHooks = {}
  let isWritten = false
  const main = connect('full', {
    verify: () => hooks.verify?.(),
    onCommit: () => hooks.onCommit?.(),
    before: (connection) => {
      isWritten = true
      hooks.before?.(connection)
    },
    onChange: (connection) => hooks.onChange?.(connection) ?? (() => undefined),
  })
  const nowMs = options.now?.()
  let isInOrder = false
  let watched: WatchedFile | undefined
  try {
    const tell = options.tell ?? (() => undefined)
    if (readOnly) requireNewest(main, path, kind)
    else migrate(main, { path, kind, connectCopy: () => connect('full'), tell })
    if (onDisk) {
      refuseLostCommits(main, path, marker)
      const isNew = signature === NEW_FILE
      const mostBytes = isNew || options.isExamined === true ? 0 : mostExaminedBytes(marker, signature, nowMs)
      const found =
        mostBytes > 0 ? await examine(main, path, kind, mostBytes, tell, options.hasPageDamage) : { isVerified: false }
      if (!readOnly) createMarker(path, { ...NEW_MARKER, commits: countCommits(main) })
      const place = watchFile(path, countSchemas(main), readCold(connect), options.onLost)
      watched = place
      hooks = {
        verify: () => place.verify(),
        before: refuseNewerSchema(path, newestOf(kind)),
        onCommit: () => place.noteWritten(),
        onChange: (connection) => noteCommit(connection, path),
      }
      if (!readOnly && kind === STORE_FILE) noteCatalog(main, path, marker)
      const isMended = readOnly || kind !== STORE_FILE || (await mendTexts(main, path, found.lacksTexts === true, tell))
      isInOrder = isNew || (found.isVerified && isMended)
      if (!readOnly && isInOrder) noteInMarker(path, defined({ verifiedMs: nowMs }))
    }
  } catch (error) {
    main.close()
    throw storeFailure(error, path)
  }
  let closed = false
  return {
    path,
    main,
    verifyPlace: () => watched?.verify(),
    // A database in memory is on no disk.
    relaxed: onDisk ? main.connectRelaxed() : main,
    compact: () => {
      const beforeBytes = bytesOnDisk(path)
      isWritten = true
      // VACUUM copies an index as it is, damage and all.
      main.exec('REINDEX')
      main.exec('VACUUM')
      main.get('PRAGMA wal_checkpoint(TRUNCATE)')
      return { beforeBytes, afterBytes: bytesOnDisk(path) }
    },
    close: () => {
      if (closed) return
      closed = true
      try {
        // What a log with a hole would be moved into is damaged by it.
        const isCutShort = findCutShort(watched)
        // SQLite moves the log only once the driver's statements are collected, which is when the process ends: later than the note.
        if (onDisk && isWritten && !isCutShort) checkpoint(main)
        if (onDisk && !readOnly && !isCutShort && (isWritten || isInOrder)) {
          noteInMarker(path, { closed: signatureOf(path) })
        }
      } finally {
        main.close()
      }
    },
  }
}

/** Bytes of a file and its log. */
export function bytesOnDisk(path: string): number {
  const size = (part: string) => statSync(path + part, { throwIfNoEntry: false })?.size ?? 0
  return size('') + size('-wal')
}

/** Notes whether the store holds rows of the catalog, so that what only lists it need not open the file. */
function noteCatalog(connection: Connection, path: string, before: Marker | undefined): void {
  if (before?.catalog === 'some') return
  const found = () => (catalogVersion(connection) === 0 ? 'none' : 'some')
  if (before?.catalog === found()) return
  try {
    // In a write, as those that add the first rows.
    connection.write(() => noteInMarker(path, { catalog: found() }))
  } catch {
    // Another process writes: a later start notes it.
  }
}

/** How many commits the file has seen. */
function countCommits(connection: Connection): number {
  return numberOf(connection.one('SELECT CAST(n AS INTEGER) AS n FROM commits'), 'n')
}

/** Counts a commit with what it commits; the marker notes it once it is on disk. */
function noteCommit(connection: Connection, path: string): () => void {
  connection.run('UPDATE commits SET n = n + 1')
  const commits = countCommits(connection)
  return () => noteInMarker(path, { commits })
}

function refuseLostCommits(connection: Connection, path: string, marker: Marker | undefined): void {
  const held = countCommits(connection)
  if (marker !== undefined && held < marker.commits) throw lostCommits(path, held, marker)
}

/** Largest file that is examined at this start, in bytes: one that has changed, or was not verified lately. 0 for no file. */
function mostExaminedBytes(marker: Marker | undefined, signature: string, nowMs: number | undefined): number {
  if (marker?.closed !== signature) return MOST_VERIFIED_BYTES
  const isDue = nowMs !== undefined && isOver(marker.verifiedMs + VERIFIED_FOR_MS, nowMs, VERIFIED_FOR_MS)
  return isDue ? MOST_VERIFIED_ANEW_BYTES : 0
}

/**
 * Looks through a small file, and at the pages of a larger one: damaged documents are told, and stay errors of their own;
 * anything else that is damaged would make lists and sums wrong, but the index of texts, without which they are not.
 * @returns whether all else is in order
 * @throws STORE_UNUSABLE
 */
async function examine(
  main: Connection,
  path: string,
  kind: FileKind,
  mostBytes: number,
  tell: (text: string) => void,
  lookApart: DatabaseOptions['hasPageDamage'],
): Promise<{ readonly isVerified: boolean; readonly lacksTexts?: boolean }> {
  const { size } = statSync(path)
  if (size > mostBytes) return { isVerified: false }
  const { findDamage, hasPageDamage } = await import('./integrity.ts')
  const isLarge = size > MOST_EXAMINED_BYTES
  const isDamaged = async () => (await lookApart?.(path).catch(() => undefined)) ?? hasPageDamage(main)
  if (isLarge && !(await isDamaged())) return { isVerified: true }
  const { structure, documents, lacksTexts = false } = findDamage(main, path, kind)
  if (structure[0] !== undefined) throw damagedStore(path, structure[0])
  if (documents.length > 0) tell(`the ${kind.name} ${path} is damaged: ${documents.join(', ')} (swapcli doctor)`)
  // Looking through a large one at every start would take too long.
  return { isVerified: isLarge || documents.length === 0, lacksTexts }
}

/** Builds the index of texts anew where it is damaged. @returns whether it is whole */
async function mendTexts(
  main: Connection,
  path: string,
  lacksTexts: boolean,
  tell: (text: string) => void,
): Promise<boolean> {
  if (!lacksTexts && rebuiltTexts(main) === undefined) return true
  const { mendTextsAtOpen } = await import('./transactions/text-repair.ts')
  return mendTextsAtOpen(main, path, lacksTexts, tell)
}

function findCutShort(watched: WatchedFile | undefined): boolean {
  try {
    watched?.verify()
    return false
  } catch {
    return watched?.isCutShort() === true
  }
}

/** The check of every write: no newer swapcli has migrated the file. */
function refuseNewerSchema(path: string, newest: number): (connection: Connection) => void {
  return (connection) => {
    if (schemaVersion(connection) === newest) return
    throw storeUnusable(path, 'was migrated by a newer swapcli while it was in use', 'Start swapcli again')
  }
}

/** SQLite's number of the schema, which VACUUM changes too. */
function countSchemas(connection: Connection): number {
  return numberOf(connection.one('PRAGMA schema_version'), 'schema_version')
}

function readCold(connect: Connect): ColdReads {
  const read =
    <T>(work: (connection: Connection) => T) =>
    () => {
      const cold = connect('relaxed')
      try {
        return work(cold)
      } finally {
        cold.close()
      }
    }
  return {
    countCommits: read(countCommits),
    schemaVersion: read(countSchemas),
    hasAllPages: read(
      (cold) =>
        textOf(cold.one('SELECT CAST(quick_check AS BLOB) AS line FROM pragma_quick_check(1)'), 'line') === 'ok',
    ),
  }
}

/** Moves the write-ahead log into the file, unless another process uses it. */
function checkpoint(connection: Connection): void {
  connection.exec('PRAGMA busy_timeout = 0')
  connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
}
