import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { chmod, stat, statfs } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { shellWord } from '../../core/text/command-line.ts'

/*
 * Who else can change or read a file that money depends on. Whoever can write one of its folders can put another file in its
 * place. Windows has other rights than these, and the home folder of a user is private there.
 */

/** What others can do with a file or folder: `owned` by another user, `writable`, or `readable`. */
export interface FileFault {
  readonly path: string
  readonly kind: 'owned' | 'writable' | 'readable'
  /** False where the file system keeps no modes or owners of its own, and for root on the files of others. */
  readonly isCertain: boolean
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

/** What kind of fault the rights have for the user `euid`; undefined for none. */
export function judgeRights(rights: Rights, euid: number): FileFault['kind'] | undefined {
  const { mode, uid, gid, isFolder, isLink, isPrivate } = rights
  if (uid !== euid && !(isFolder ? SYSTEM_OWNERS : [0]).includes(uid)) return 'owned'
  if (isLink) return undefined
  // In the private group of a user, which has the number of the user, there is nobody else.
  const isGroupOpen = (mode & 0o020) !== 0 && gid !== 0 && gid !== uid
  const isSticky = isFolder && (mode & 0o1000) !== 0
  if (((mode & 0o002) !== 0 || isGroupOpen) && !isSticky) return 'writable'
  return isPrivate && (mode & 0o077) !== 0 ? 'readable' : undefined
}

/**
 * The faults of a file and of its folders up to the home of the user, those of symbolic links on the way included; none
 * of a file that does not exist. @param euid user id to judge for; undefined on Windows
 */
export async function findFileFaults(path: string, euid = process.geteuid?.()): Promise<readonly FileFault[]> {
  if (euid === undefined) return []
  const found = [...rightsOnTheWay(resolve(path))].flatMap(([place, rights]) => {
    const kind = judgeRights(rights, euid)
    return kind === undefined ? [] : [faultOf(place, kind, rights, euid)]
  })
  return Promise.all(found)
}

/** Rights of a file and its folders, as it is named and where it really stands; none of a file that does not exist. */
function rightsOnTheWay(file: string): ReadonlyMap<string, Rights> {
  try {
    // Every command that has settings comes here: waiting for each of these would take it a hundred times longer.
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
  return { mode, uid, gid, isFolder, isLink: stats.isSymbolicLink(), isPrivate: isLast && !isFolder }
}

/** A file, then its folders up to the home of the user, else up to the root. */
function placesOf(file: string): readonly string[] {
  const home = homedir()
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
  { uid: owner, isFolder }: Rights,
  euid: number,
): Promise<FileFault> {
  const command = {
    owned: `sudo chown ${euid} ${shellWord(path)}`,
    writable: `chmod go-w ${shellWord(path)}`,
    readable: `chmod ${isFolder ? 700 : 600} ${shellWord(path)}`,
  }
  const isShared = await statfs(path).then(
    ({ type }) => process.platform === 'linux' && SHARED.includes(type >>> 0),
    () => false,
  )
  return { path, kind, isCertain: !isShared && !(kind === 'owned' && euid === 0), owner, command: command[kind] }
}

/** Takes from others what they can do with a file or folder of this user. @throws the error of the file system */
export async function mendFileFault({ path, kind }: FileFault): Promise<void> {
  if (kind === 'owned') return
  const { mode } = await stat(path)
  await chmod(path, mode & (kind === 'writable' ? 0o7755 : 0o7700))
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

/** @throws `code` where others can change a file or put another in its place: nothing in it can be believed */
export async function refuseForeignFile(path: string, code: 'CONFIG_INVALID' | 'WALLET_REFUSED'): Promise<void> {
  const fault = (await findFileFaults(path)).find(({ kind, isCertain }) => kind !== 'readable' && isCertain)
  if (fault === undefined) return
  const where = fault.path === path ? '' : `, so ${path} cannot be trusted`
  throw new SwapError(code, `${capital(faultText(fault))}${where}`, {
    reason: 'files',
    hint: `Look at what the file says, then: ${fault.command}`,
  })
}

function capital(text: string): string {
  return text.startsWith('/') ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
