import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isSwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { fileProblem } from '../../io/index.ts'
import { MANIFEST, type Manifest, type ManifestFile, MOST_TEXT_BYTES, readManifest, refusedBackup } from './manifest.ts'

/*
 * A backup is a tar file, so that other programs can read it: the manifest first, then each file that it names, in its order.
 */

/** A file for a backup. */
export interface BackupSource {
  readonly path: string
  /** Where it is read from. */
  readonly file: string
}

/** Size and sum of a file. */
export async function describeFile({ path, file }: BackupSource): Promise<ManifestFile> {
  const sum = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    sum.update(chunk as Uint8Array)
    bytes += (chunk as Uint8Array).length
  }
  return { path, bytes, sha256: sum.digest('hex') }
}

/** Writes a new tar file with mode 0600, and syncs it. @throws the error of the file system */
export async function writeArchive(target: string, manifest: string, sources: readonly BackupSource[]): Promise<void> {
  const { packTar } = await import('modern-tar/fs')
  const plain = { mode: 0o600, uid: 0, gid: 0, uname: '', gname: '' }
  const archive = packTar([
    { ...plain, type: 'content', target: MANIFEST, content: manifest },
    ...sources.map(({ path, file }) => ({ ...plain, type: 'file' as const, target: path, source: file })),
  ])
  await pipeline(archive, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
}

/** Takes the bytes of a member, all of them. */
type Take = (file: ManifestFile, bytes: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Reads a backup from its start to its end, and holds each member against the manifest.
 * @param take undefined where the manifest is all that is wanted
 * @returns the manifest, with its text
 * @throws STORE_UNUSABLE for anything but a whole backup; by then `take` has had some of it
 */
export async function readArchive(file: string, take: Take | undefined): Promise<{ manifest: Manifest; text: string }> {
  try {
    if (!(await stat(file)).isFile()) throw refusedBackup(`${file} is no file, so no backup`)
    return await readMembers(file, take)
  } catch (error) {
    if (isSwapError(error)) throw error
    // Only errors of the file system have a code; of the others each is of its first bytes, or of what should follow.
    if (errorCode(error) !== undefined) throw refusedBackup(`${file} cannot be restored: ${fileProblem(error)}`, CHECK)
    throw refusedBackup(`${file} is no backup of swapcli, or is damaged or cut off`)
  }
}

const CHECK = 'Nothing was restored. Name a file that a backup was written to'

async function readMembers(file: string, take: Take | undefined): Promise<{ manifest: Manifest; text: string }> {
  const { createTarDecoder } = await import('modern-tar')
  const { size } = await stat(file)
  const bytes = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  let found: { readonly manifest: Manifest; readonly text: string } | undefined
  const missing = new Map<string, ManifestFile>()
  for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
    const { name, type = 'file' } = header
    if (type !== 'file') throw refusedBackup(`${file} is damaged: ${nameText(name)} is a ${type} and not a file`)
    if (found === undefined) {
      if (name !== MANIFEST || header.size > MOST_TEXT_BYTES) throw refusedBackup(`${file} is no backup of swapcli`)
      const text = await readText(body)
      const manifest = readManifest(text)
      const stated = manifest.files.reduce((sum, { bytes: most }) => sum + most + ROOM_BYTES, MOST_TEXT_BYTES)
      if (size > stated) throw refusedBackup(`${file} is larger than its manifest says`)
      if (manifest.files.length === 0) throw refusedBackup(`${file} holds nothing`)
      for (const each of manifest.files) missing.set(each.path, each)
      found = { manifest, text }
      if (take === undefined) return found
      continue
    }
    const stated = missing.get(name)
    if (stated === undefined)
      throw refusedBackup(`${file} is damaged: its manifest does not name ${nameText(name)}, or once`)
    if (header.size !== stated.bytes) throw refusedBackup(`${file} is damaged: ${name} has another size than it should`)
    missing.delete(name)
    const sum = createHash('sha256')
    await take?.(stated, sumChunks(body, sum))
    if (sum.digest('hex') !== stated.sha256) throw refusedBackup(`${file} is damaged: the checksum of ${name} differs`)
  }
  if (found === undefined) throw refusedBackup(`${file} is no backup of swapcli`)
  const [first] = missing.keys()
  if (first !== undefined) throw refusedBackup(`${file} is cut off: ${first} is missing`)
  return found
}

/** Bytes that a member takes beside its own: headers, and what fills its last block. */
const ROOM_BYTES = 4096

async function* sumChunks(
  body: ReadableStream<Uint8Array>,
  sum: ReturnType<typeof createHash>,
): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    sum.update(chunk)
    yield chunk
  }
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The name of a member that nobody has checked. */
function nameText(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}
