import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isSwapError } from '../../core/api/errors.ts'
import {
  isRestoreUnfinished,
  isRestoreVerified,
  makePrivateFolder,
  placeFile,
  readPrivateFile,
  replacePrivateFile,
  restoringFolder,
  VERIFIED,
} from '../../io/index.ts'
import { walletsFolder } from '../accounts/account-files.ts'
import { isKnownFurther, outdateCopies, readHomeMark, storedMark } from '../../payments/index.ts'
import type { Session } from '../session.ts'
import { readArchive } from './archive.ts'
import { refuseFullDisk } from './disk-space.ts'
import { clearHome, namesIn, refuseUsedHome } from './empty-home.ts'
import { judgeSettings, withStore, type PlacedSettings } from './judge-settings.ts'
import { judgeBackup, refuseDamagedRestore } from './judge-backup.ts'
import { isStoreMember, type Manifest, refusedBackup, refusedPlace } from './manifest.ts'
import { eachMark } from './use-mark.ts'

/*
 * A backup is unpacked beside its place, in a folder of the home, and checked there. Only then its files move, each at once:
 * a restore that is cut off before has changed nothing, and one that is cut off after it is finished by the next.
 */

/** A backup that was unpacked, and is to be put into its place. */
export interface Unpacked {
  readonly manifest: Manifest
  /** Names of files of the home that held nothing and made room. */
  readonly removed: readonly string[]
}

/**
 * Checks a backup from its start to its end, then unpacks it into a folder of the home, of which nothing is left that holds
 * nothing.
 * @param isDamagedTaken true where a person takes one of which something is damaged
 * @throws STORE_UNUSABLE for what is no whole backup, or is damaged, USAGE for a home that is not empty, SERVICE_UNAVAILABLE for one in use
 */
export async function unpackBackup(session: Session, file: string, isDamagedTaken = false): Promise<Unpacked> {
  const { home } = session
  await refuseUsedHome(home, file)
  const { manifest } = await readArchive(file, drain)
  const folder = restoringFolder(home)
  // What a restore before this one left is whole nowhere.
  await rm(folder, { recursive: true, force: true })
  try {
    return await unpackInto(session, file, manifest, isDamagedTaken)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (!isSwapError(error) || error.code !== 'STORE_UNUSABLE' || error.reason !== undefined) throw error
    throw refusedBackup(`${file} cannot be restored: ${error.message}`)
  }
}

/**
 * Gives up a restore that was cut off, and removes what it unpacked.
 * @returns false where there was none
 * @throws USAGE where it can only be finished
 */
export async function giveUpRestore(home: string): Promise<boolean> {
  if (!isRestoreUnfinished(home)) return false
  if (isRestoreVerified(home)) {
    throw refusedPlace(`Files of the backup may be in their place in ${home}`, 'Finish it: swapcli restore FILE')
  }
  await rm(restoringFolder(home), { recursive: true, force: true })
  return true
}

async function unpackInto(
  session: Session,
  file: string,
  stated: Manifest,
  isDamagedTaken: boolean,
): Promise<Unpacked> {
  const { home } = session
  const folder = restoringFolder(home)
  await makePrivateFolder(join(folder, 'wallets'))
  await refuseFullDisk(folder, stated, 'Nothing was restored. Free some of it, or name a home elsewhere: --home DIR')
  // Read again, and checked again: the file may be another one by now.
  const texts = new Map<string, string>()
  const { manifest, text } = await readArchive(file, async ({ path }, bytes) => {
    await pipeline(bytes, createWriteStream(join(folder, path), { flags: 'wx', mode: 0o600, flush: true }))
    if (!isStoreMember(path)) texts.set(path, await readFile(join(folder, path), 'utf8'))
  })
  const judged = await judgeBackup(
    { ...session, api: undefined, store: undefined, home: folder },
    manifest,
    texts,
    session,
  )
  refuseDamagedRestore(judged, isDamagedTaken)
  await markRestored(session, folder)
  const removed = await clearHome(home, file)
  await replacePrivateFile(join(folder, VERIFIED), text)
  return { manifest, removed }
}

/** A backup that is in its place. */
export interface Placed {
  readonly settings: PlacedSettings
  /** Networks on which this machine has seen the home further than the backup: what is open there may be paid already. */
  readonly wentOn: readonly string[]
}

/**
 * Moves what was unpacked and checked into its place.
 * @param database where the swaps are that the backup does not hold: the home goes on there, and not with an older file
 */
export async function placeBackup(session: Session, database: string | undefined): Promise<Placed> {
  const { home, configFile } = session
  const folder = restoringFolder(home)
  await makePrivateFolder(walletsFolder(home))
  for (const place of ['wallets', '.']) {
    for (const name of await namesIn(join(folder, place))) {
      if ([VERIFIED, 'config.json', 'wallets'].includes(name) || (await isSpent(join(folder, place, name)))) continue
      const target = join(home, place, name)
      if (existsSync(target)) {
        throw refusedBackup(`${target} came there while the backup was restored`, 'Move it away, then restore it again')
      }
      await placeFile(join(folder, place, name), target, true)
    }
  }
  const unpacked = await readPrivateFile(join(folder, 'config.json'))
  const settings = session.store === undefined ? withStore(unpacked, database) : unpacked
  const placed = judgeSettings(settings, await readPrivateFile(configFile))
  if (settings !== undefined && placed.outcome === 'restored') await replacePrivateFile(configFile, settings)
  // From here on the home that it was taken from is older.
  const wentOn: string[] = []
  await eachMark(session, async (parts) => {
    const mark = await storedMark(parts.wallet)
    if (mark !== undefined && isKnownFurther(mark)) wentOn.push(parts.place.network)
    await outdateCopies(parts)
  })
  // What a kill leaves of the folder from here on holds no settings.
  await rm(join(folder, 'config.json'), { force: true })
  await finish(folder)
  return { settings: placed, wentOn }
}

/** True for what SQLite leaves beside a file that was closed, until it clears it up. */
async function isSpent(path: string): Promise<boolean> {
  return (
    path.endsWith('-shm') || (path.endsWith('-wal') && ((await stat(path).catch(() => undefined))?.size ?? 0) === 0)
  )
}

/** @throws USAGE where another backup is half restored */
export async function refuseOtherBackup(home: string, file: string): Promise<Unpacked> {
  const { manifest, text } = await readArchive(file, drain)
  await refuseOtherManifest(home, text)
  return { manifest, removed: [] }
}

/** The same by the text of the manifest. @throws USAGE */
export async function refuseOtherManifest(home: string, text: string): Promise<void> {
  if ((await readFile(join(restoringFolder(home), VERIFIED), 'utf8')) === text) return
  const hint = `Finish it with that one, or move ${home} away`
  throw refusedPlace(`Another backup is half restored in ${home}`, hint)
}

/** From here on the home can be used. */
async function finish(folder: string): Promise<void> {
  const done = `${folder}-${randomBytes(6).toString('hex')}.done`
  await rename(folder, done)
  await rm(done, { recursive: true, force: true })
}

/**
 * Opens the stores that were unpacked, which brings them up to date, and marks them as ahead of all that this machine has
 * seen: what they have open is looked up before it goes on, and is as in an older copy where this machine has seen more.
 */
async function markRestored(session: Session, folder: string): Promise<void> {
  await eachMark({ ...session, api: undefined, store: undefined, home: folder }, async (parts) =>
    (await readHomeMark(parts)).restore(),
  )
}

async function drain(_file: unknown, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) void chunk
}
