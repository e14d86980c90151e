import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { chmod, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { userHome } from '../config/paths.ts'
import { isPrivateGroup } from './private-group.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

/*
 * Who else can change or read a file that money depends on. Whoever can write one of its folders can put another file in its
 * place. Windows has other rights than these, which are not read: the home folder of a user is private there.
 */

/** What others can do with a file or folder: `owned` by another user, `writable`, or `readable`. */
export interface FileFault {
  readonly path: string
  readonly kind: 'owned' | 'writable' | 'readable'
  /** False where the file system keeps no modes or owners of its own, and for root on what lies in a folder of the same user. */
  readonly isCertain: boolean
  /** True for what others must not even read. */
  readonly isPrivate: boolean
  /** True on a file system where a change of modes or owners may have no effect. */
  readonly isShared: boolean
  /** User id of its owner. */
  readonly owner: number
  /** The command that mends it. */
  readonly command: string
}

/** What decides whether others can change a file or folder. */
interface Rights {
  /** As the file system gives it. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly isFolder: boolean
  readonly isLink: boolean
  /** True where others must not even read it. */
  readonly isPrivate: boolean
}

/** Owners of folders above ours that nobody can be: root, and who the kernel shows for users outside of a container. */
const SYSTEM_OWNERS: readonly number[] = [0, 65_534]

/**
 * Magic numbers of Linux file systems without modes and owners of their own, or with those of another machine (statfs(2)):
 * FAT, exFAT, NTFS, 9P and drvfs of WSL, CIFS and SMB, NFS, FUSE, shared folders of virtual machines.
 */
const SHARED = [
  0x4d44, 0x2011bab0, 0x5346544e, 0x7366746e, 0x01021997, 0x53464846, 0xff534d42, 0xfe534d42, 0x517b, 0x6969,
  0x65735546, 0x786f4256,
]

/**
 * What kind of fault the rights have for the user `euid`; undefined for none.
 * @param isPrivateGroup true for the number of a group in which there is nobody but this user
 */
export function judgeRights(
  rights: Rights,
  euid: number,
  isPrivateGroup: (gid: number) => boolean,
): FileFault['kind'] | undefined {
  const { mode, uid, gid, isFolder, isLink, isPrivate } = rights
  if (uid !== euid && !(isFolder ? SYSTEM_OWNERS : [0]).includes(uid)) return 'owned'
  if (isLink) return undefined
  const isSticky = isFolder && (mode & 0o1000) !== 0
  const isGroupOpen = () => (mode & 0o020) !== 0 && gid !== 0 && !isPrivateGroup(gid)
  if (!isSticky && ((mode & 0o002) !== 0 || isGroupOpen())) return 'writable'
  return isPrivate && (mode & 0o077) !== 0 ? 'readable' : undefined
}

/**
 * The faults of a file, or of a folder that is to be private, and of its folders up to the home of the user, those of symbolic links on the way included; none
 * of a file that does not exist. @param euid user id to judge for; undefined on Windows
 */
export async function findFileFaults(path: string, euid = process.geteuid?.()): Promise<readonly FileFault[]> {
  if (euid === undefined) return []
  const found = [...rightsOnTheWay(resolve(path))].flatMap(([place, rights]) => {
    const kind = judgeRights(rights, euid, (gid) => isPrivateGroup(gid, euid))
    return kind === undefined ? [] : [faultOf(place, kind, rights, euid)]
  })
  return Promise.all(found)
}

/** Rights of a file and its folders, as it is named and where it really stands; none of a file that does not exist. */
function rightsOnTheWay(file: string): ReadonlyMap<string, Rights> {
  try {
    // Every command comes here: an error that is thrown, or waiting for each of these, would take it a hundred times longer.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return new Map()
    const real = realpathSync(file)
    const places = [...new Set([...placesOf(file), ...placesOf(real)])]
    return new Map(places.map((place) => [place, rightsOf(lstatSync(place), place === real)]))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error) ?? '')) return new Map()
    throw error
  }
}

function rightsOf(stats: Stats, isLast: boolean): Rights {
  const { mode, uid, gid } = stats
  const isFolder = stats.isDirectory()
  return { mode, uid, gid, isFolder, isLink: stats.isSymbolicLink(), isPrivate: isLast }
}

/** A file, then its folders up to the home of the user, else up to the root. */
function placesOf(file: string): readonly string[] {
  const home = userHome()
  const places = [file]
  for (let at = file; at !== home && at !== dirname(at);) {
    at = dirname(at)
    places.push(at)
  }
  return places
}

async function faultOf(
  path: string,
  kind: FileFault['kind'],
  { uid: owner, isFolder, isPrivate }: Rights,
  euid: number,
): Promise<FileFault> {
  const close = `chmod ${isPrivate ? (isFolder ? 700 : 600) : 'go-w'} ${shellWord(path)}`
  const command = kind === 'owned' ? `sudo chown ${euid} ${shellWord(path)}` : close
  const isShared = await statfs(path).then(
    ({ type }) => process.platform === 'linux' && SHARED.includes(type >>> 0),
    () => false,
  )
  // Whoever works as root in a whole home of a user (sudo, a volume in a container) means to.
  const isTheirs = isFolder || statSync(dirname(path)).uid === owner
  const isCertain = !isShared && !(kind === 'owned' && euid === 0 && isTheirs)
  return { path, kind, isPrivate, isCertain, isShared, owner, command }
}

/** Takes from others what they can do with a file or folder of this user. @throws the error of the file system */
export async function mendFileFault({ path, kind, isPrivate }: FileFault): Promise<void> {
  if (kind === 'owned') return
  const { mode } = await stat(path)
  await chmod(path, mode & (isPrivate ? 0o7700 : 0o7755))
}

/** True where files have owners and modes that can be read: not on Windows. */
export function hasOwners(): boolean {
  return process.geteuid !== undefined
}

/** User id of the one whose folder this is, where root works in it; undefined for everybody else. */
export function ownerUnderRoot(folder: string, euid = process.geteuid?.()): number | undefined {
  const owner = euid === 0 ? statSync(folder, { throwIfNoEntry: false })?.uid : undefined
  return owner === 0 ? undefined : owner
}

/** What a fault is, for a person. */
export function faultText({ path, kind, owner }: FileFault): string {
  switch (kind) {
    case 'owned':
      return `${path} belongs to another user (${owner}), who can change it`
    case 'writable':
      return `other users can write ${path}`
    case 'readable':
      return `other users can read ${path}`
  }
}

/** @throws STORE_UNUSABLE where others can change a store, what SQLite keeps beside it, or its folder: nothing of it is read */
export async function refuseForeignStore(path: string): Promise<void> {
  refuseUnfinishedRestore(dirname(path))
  await refuseForeignStoreFiles(path)
}

/** The same for a restore, which looks into a home where it has begun. @throws STORE_UNUSABLE */
export async function refuseForeignStoreFiles(path: string): Promise<void> {
  for (const place of [path, `${path}-wal`, `${path}.exists`, dirname(path)])
    await refuseForeignFile(place, 'STORE_UNUSABLE')
}

/** @throws `code` where others can change a file or put another in its place: nothing in it can be believed; and for a pipe, which would be waited on for ever */
export async function refuseForeignFile(
  path: string,
  code: 'CONFIG_INVALID' | 'STORE_UNUSABLE' | 'WALLET_REFUSED',
): Promise<void> {
  if (isPipe(path)) {
    throw new SwapError(code, `${path} is a pipe, and no file`, {
      reason: 'files',
      hint: 'Nothing was read. Move it away',
    })
  }
  const fault = (await findFileFaults(path)).find(({ kind, isCertain }) => kind !== 'readable' && isCertain)
  if (fault === undefined) return
  const where = fault.path === path ? '' : `, so ${path} cannot be trusted`
  throw new SwapError(code, `${capital(faultText(fault))}${where}`, {
    reason: 'files',
    hint:
      code === 'STORE_UNUSABLE'
        ? `Nothing of it was read. Where nobody else can have changed it: ${fault.command}`
        : `Look at what the file says, then: ${fault.command}`,
  })
}

function isPipe(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFIFO() === true
  } catch {
    // Whoever reads it says what is wrong.
    return false
  }
}

function capital(text: string): string {
  return text.startsWith('/') ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
