import type { Stats } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { countText } from '../../core/text/count-text.ts'
import { isOwnFolder, isPrivateDraft, placeFile } from '../../io/index.ts'
import { loadFileLock } from '../../store/index.ts'
import { walletsFolder } from '../accounts/account-files.ts'
import type { Session } from '../session.ts'
import { readArchive } from './archive.ts'
import { isKeyMember, type Manifest, refusedPlace } from './manifest.ts'

/*
 * Where a backup is written. Nothing but an earlier backup of the same home is ever replaced: a device, a link, a key file or
 * the backup of another home would be lost.
 */

/** Where a backup is to be written. */
export interface BackupTarget {
  /** Absolute. */
  readonly path: string
  /** True to replace an earlier backup. */
  readonly replaces: boolean
}

const NAME_ANOTHER = 'Nothing was written. Name another file: swapcli backup FILE'

/** @throws USAGE for a path at which no backup may be written, and the error of the file system */
export async function refuseTarget(session: Session, { path, replaces }: BackupTarget): Promise<void> {
  await findEarlier(session, path, replaces)
}

/** Moves a finished backup to its place. @throws USAGE where that is taken by now, or holds what this backup lacks */
export async function placeOnTarget(
  session: Session,
  { path, replaces }: BackupTarget,
  draft: string,
  { homes, damaged, withKeys, files }: Pick<Manifest, 'homes' | 'damaged' | 'withKeys' | 'files'>,
): Promise<void> {
  const earlier = await findEarlier(session, path, replaces)
  const isKept = ({ homeId, counter }: Manifest['homes'][number]) =>
    homes.some((home) => home.homeId === homeId && home.counter >= counter)
  if (earlier?.homes.every(isKept) === false) {
    throw refusedPlace(`${path} is a backup of another home, or of a later state of this one`, NAME_ANOTHER)
  }
  for (const { network, homeId, transactions: held = 0 } of earlier?.homes ?? []) {
    const now = homes.find((home) => home.homeId === homeId)?.transactions ?? held
    if (now >= held) continue
    const counts = `${countText(held, 'transaction')} of ${network}, and this home has ${now}`
    throw refusedPlace(`${path} holds ${counts}: it knows what this home lost`, NAME_ANOTHER)
  }
  if (earlier?.withKeys === true && !withKeys)
    throw refusedPlace(`${path} was written with keys, and this one would have none`, NAME_ANOTHER, ['--with-keys'])
  const key = earlier?.files.find(
    (file) => isKeyMember(file.path) && !files.some(({ path: kept }) => kept === file.path),
  )
  if (key !== undefined) throw refusedPlace(`${path} holds ${key.path}, which this home has not`, NAME_ANOTHER)
  if (damaged !== undefined && earlier !== undefined && earlier.damaged === undefined)
    throw refusedPlace(`${path} is a backup of the home before it was damaged`, NAME_ANOTHER)
  if (!(await placeFile(draft, path, replaces))) throw exists(path)
}

/** The backup that is replaced; undefined where there is no file. */
async function findEarlier(session: Session, path: string, replaces: boolean): Promise<Manifest | undefined> {
  if (basename(path) === '-') throw refusedPlace('A backup is written to a file, never to a pipe', NAME_ANOTHER)
  await refuseOwnFolders(session, path)
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return undefined
  if (!found.isFile()) throw refusedPlace(`${path} is ${kindOf(found)}, and no file`, NAME_ANOTHER)
  if (!replaces) throw exists(path)
  const earlier = await readArchive(path, undefined).catch(() => undefined)
  if (earlier !== undefined) return earlier.manifest
  throw refusedPlace(`${path} is no backup that this swapcli wrote, so it is not replaced`, NAME_ANOTHER)
}

function exists(path: string) {
  return refusedPlace(`${path} exists`, 'Name another file, or replace it', ['--force'])
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a symbolic link'
  return found.isDirectory() ? 'a folder' : 'a device, a pipe or a socket'
}

/** Folders are compared by what they are: a name may be a link, or be written in other letters. */
async function refuseOwnFolders({ home, configFile, stateHome }: Session, path: string): Promise<void> {
  const idOf = async (folder: string) => {
    const { dev, ino } = await stat(folder, { bigint: true })
    return `${dev}:${ino}`
  }
  const own = new Set<string>()
  for (const folder of [home, walletsFolder(home), dirname(configFile), stateHome])
    own.add(await idOf(folder).catch(() => ''))
  for (let at = await realpath(dirname(path)); ; at = dirname(at)) {
    if (own.has(await idOf(at))) {
      throw refusedPlace(`${path} is in ${at}, which swapcli uses itself: a backup belongs elsewhere`, NAME_ANOTHER)
    }
    if (at === dirname(at)) return
  }
}

/** Held by the process that writes into a draft, which is a folder. */
const LOCK = 'lock'

/** Makes a folder for a backup that is being written. @returns removes it */
export async function makeDraft(draft: string): Promise<() => Promise<void>> {
  await mkdir(draft, { mode: 0o700 })
  const { tryFileLock } = await loadFileLock()
  // Some disks have no locks: what is left there is named.
  const release = await tryFileLock(join(draft, LOCK)).catch(() => undefined)
  return async () => {
    release?.()
    await removeDraft(draft)
  }
}

/** Its lock goes last: by that the next backup knows what one left that was killed while it removed this. */
async function removeDraft(draft: string): Promise<void> {
  const names = await readdir(draft).catch(() => [])
  for (const name of names) if (name !== LOCK) await rm(join(draft, name), { recursive: true, force: true })
  await rm(draft, { recursive: true, force: true })
}

/** Removes from a folder what backups left that were killed: it may hold keys. @param tell told what is left or removed */
export async function removeKilledDrafts(folder: string, tell: (text: string) => void): Promise<void> {
  const { tryFileLock } = await loadFileLock()
  for (const name of (await readdir(folder).catch(() => [])).filter(isPrivateDraft)) {
    const draft = join(folder, name)
    // In a shared folder others can make what looks like it.
    if (!(await isOwnFolder(draft)) || !(await readdir(draft).catch((): string[] => [])).includes(LOCK)) continue
    try {
      const release = await tryFileLock(join(draft, LOCK))
      if (release === undefined) continue
      release()
      await removeDraft(draft)
      tell(`removed ${draft}: a backup that was cut off`)
    } catch {
      tell(`${draft} is left of a backup that was cut off, and may hold keys: remove it`)
    }
  }
}
