import { dirname } from 'node:path'

/** Names of the entries that shim.c writes, by their numbers. */
const KINDS = [
  ...['', 'open', 'write', 'truncate', 'sync', 'rename', 'unlink', 'link', 'mkdir', 'close', 'say', 'end'],
] as const
const HEAD = 40
const O_CREAT = 0o100
const O_TRUNC = 0o1000

/** An operation on the files of a home, in the order in which they were done. `inode` numbers files, whatever their names. */
export type Operation = { readonly timeMs: number; readonly end: number } & (
  | { readonly kind: 'create'; readonly path: string; readonly inode: number }
  | { readonly kind: 'write'; readonly inode: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly inode: number; readonly size: number }
  | { readonly kind: 'sync'; readonly inode: number }
  | { readonly kind: 'sync folder'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly path: string }
  | { readonly kind: 'unlink' | 'mkdir'; readonly path: string }
  | { readonly kind: 'say'; readonly fd: number; readonly text: string }
  | { readonly kind: 'end' }
)

/** Files by path, relative to the folder that was recorded. */
export type Image = ReadonlyMap<string, Buffer>

/** Reads what shim.c wrote about the folder `root`. @param base its files before; they get the first numbers, in order */
export function readRecord(log: Buffer, root: string, base: Image): readonly Operation[] {
  const operations: Operation[] = []
  const names = new Map([...base.keys()].map((path, inode) => [path, inode]))
  let lastInode = base.size - 1
  const handles = new Map<string, number | string>()
  const relative = (path: string) => path.slice(root.length + 1)
  for (let at = 0; at + HEAD <= log.length;) {
    const kind = KINDS[log.readUInt32LE(at)]
    const handle = `${log.readInt32LE(at + 4)}:${log.readBigInt64LE(at + 16)}`
    const fd = Number(log.readBigInt64LE(at + 16))
    const number = Number(log.readBigInt64LE(at + 24))
    const timeMs = Number(log.readBigInt64LE(at + 8))
    const [first, second] = [log.readUInt32LE(at + 32), log.readUInt32LE(at + 36)]
    const bytes = log.subarray(at + HEAD, at + HEAD + first)
    const path = relative(bytes.toString())
    const to = relative(log.subarray(at + HEAD + first, at + HEAD + first + second).toString())
    at += HEAD + first + second
    const when = { timeMs, end: at }
    const held = handles.get(handle)
    switch (kind) {
      case 'open': {
        const inode = names.get(path)
        if (inode !== undefined) {
          handles.set(handle, inode)
          if ((number & O_TRUNC) !== 0) operations.push({ kind: 'truncate', inode, size: 0, ...when })
        } else if ((number & O_CREAT) === 0) handles.set(handle, path)
        else {
          lastInode += 1
          names.set(path, lastInode)
          handles.set(handle, lastInode)
          operations.push({ kind: 'create', path, inode: lastInode, ...when })
        }
        break
      }
      case 'write':
        if (typeof held === 'number') operations.push({ kind, inode: held, at: number, bytes, ...when })
        break
      case 'truncate':
        if (typeof held === 'number') operations.push({ kind, inode: held, size: number, ...when })
        break
      case 'sync':
        if (typeof held === 'number') operations.push({ kind, inode: held, ...when })
        else if (held !== undefined) operations.push({ kind: 'sync folder', path: held, ...when })
        break
      case 'rename':
      case 'link': {
        const inode = names.get(path)
        if (inode !== undefined) names.set(to, inode)
        if (kind === 'rename') names.delete(path)
        operations.push({ kind, from: path, path: to, ...when })
        break
      }
      case 'unlink':
        names.delete(path)
        operations.push({ kind, path, ...when })
        break
      case 'mkdir':
        operations.push({ kind, path, ...when })
        break
      case 'say':
        operations.push({ kind, fd, text: bytes.toString(), ...when })
        break
      case 'end':
        operations.push({ kind, ...when })
        break
      default:
        break
    }
  }
  return operations
}

/** What a power loss takes of an operation that no sync has followed: all of it, or some sectors of what it wrote. */
export type Loss = 'all' | ReadonlySet<number>

/** Bytes that a disk writes as one. */
export const SECTOR = 512

/** Bytes of a file, with room behind them where they are a copy of its own. */
interface Content {
  readonly bytes: Buffer
  readonly size: number
  readonly isOwn: boolean
}

/** The files after the first `count` operations, without what was lost of them. */
export function imageAfter(
  operations: readonly Operation[],
  count: number,
  base: Image,
  losses: ReadonlyMap<number, Loss>,
): Image {
  const names = new Map([...base.keys()].map((path, inode) => [path, inode]))
  const contents: Content[] = [...base.values()].map((bytes) => ({ bytes, size: bytes.length, isOwn: false }))
  const grown = (inode: number, size: number): Content => {
    const before = contents[inode] ?? { bytes: Buffer.alloc(0), size: 0, isOwn: false }
    const { bytes, isOwn } = before
    // Twice as large at a time: a log grows by a frame a thousand times.
    const fits = isOwn && bytes.length >= size
    const room = fits ? bytes : Buffer.alloc(2 * Math.max(size, bytes.length))
    if (!fits) bytes.copy(room, 0, 0, before.size)
    const after = { bytes: room, size: Math.max(size, before.size), isOwn: true }
    contents[inode] = after
    return after
  }
  for (const [index, operation] of operations.slice(0, count).entries()) {
    const loss = losses.get(index)
    if (loss === 'all') continue
    switch (operation.kind) {
      case 'create':
        names.set(operation.path, operation.inode)
        break
      case 'write': {
        const { inode, at, bytes } = operation
        const target = grown(inode, at + bytes.length).bytes
        if (loss === undefined) bytes.copy(target, at)
        else {
          for (let sector = 0; sector * SECTOR < bytes.length; sector += 1)
            if (!loss.has(sector))
              bytes.copy(target, at + sector * SECTOR, sector * SECTOR, Math.min(bytes.length, (sector + 1) * SECTOR))
        }
        break
      }
      case 'truncate': {
        const { inode, size } = operation
        const content = grown(inode, size)
        content.bytes.fill(0, size, content.size)
        contents[inode] = { ...content, size }
        break
      }
      case 'rename':
      case 'link': {
        const inode = names.get(operation.from)
        if (inode !== undefined) names.set(operation.path, inode)
        if (operation.kind === 'rename') names.delete(operation.from)
        break
      }
      case 'unlink':
        names.delete(operation.path)
        break
      case 'mkdir':
      case 'sync':
      case 'sync folder':
      case 'say':
      case 'end':
        break
    }
  }
  return new Map(
    [...names].map(([path, inode]) => {
      const { bytes, size } = contents[inode] ?? { bytes: Buffer.alloc(0), size: 0 }
      return [path, bytes.subarray(0, size)]
    }),
  )
}

/**
 * Which of the first `count` operations a power loss may take: writes that no sync of their file has followed, and names
 * that no sync of their folder has. A new file keeps its name once it was synced itself, as on ext4, XFS and Btrfs.
 */
export function unsynced(operations: readonly Operation[], count: number): readonly number[] {
  const open: number[] = []
  let kept: number[] = open
  for (const [index, operation] of operations.slice(0, count).entries()) {
    switch (operation.kind) {
      case 'create':
      case 'write':
      case 'truncate':
      case 'rename':
      case 'link':
      case 'unlink':
        kept.push(index)
        break
      case 'sync':
        kept = kept.filter((each) => !isOf(operations[each], operation.inode))
        break
      case 'sync folder':
        kept = kept.filter((each) => !isIn(operations[each], operation.path))
        break
      case 'mkdir':
      case 'say':
      case 'end':
        break
    }
  }
  return kept
}

function isOf(operation: Operation | undefined, inode: number): boolean {
  return operation !== undefined && 'inode' in operation && operation.inode === inode
}

function isIn(operation: Operation | undefined, folder: string): boolean {
  if (operation === undefined || !('path' in operation)) return false
  return dirname(operation.path) === (folder === '' ? '.' : folder)
}
