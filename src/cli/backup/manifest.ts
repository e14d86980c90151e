import * as z from 'zod'
import { NETWORKS } from '../../core/api/enums.ts'
import { SwapError } from '../../core/api/errors.ts'
import { parseJson } from '../../core/text/parse-json.ts'

/** Name of the manifest in a backup, of which it is the first member. */
export const MANIFEST = 'manifest.json'

/** Grows when a backup holds something that an earlier program would lose. The second says that the swaps are elsewhere. */
const FORMATS = [1, 2] as const

/** Most bytes of a member that is no store. */
export const MOST_TEXT_BYTES = 1024 * 1024
/** Most bytes of a store: what fits on no disk is no store. */
const MOST_STORE_BYTES = 2 ** 43

/** All that a backup can hold: a path that is none of these is refused, so that none leads out of the home. */
const STORE = new RegExp(`^(?:wallet-)?(?:${NETWORKS.join('|')})\\.db$`)
const TEXT = /^(?:config\.json|wallets\/[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.json)$/

const fileSchema = z
  .strictObject({
    path: z.string().refine((path) => STORE.test(path) || TEXT.test(path)),
    bytes: z.int().min(0).max(MOST_STORE_BYTES),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .refine(({ path, bytes }) => STORE.test(path) || bytes <= MOST_TEXT_BYTES)

const manifestSchema = z.strictObject({
  format: z.literal(FORMATS),
  /** Of the program that wrote it. */
  version: z.string().max(50),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Where it was taken from. */
  homes: z.array(
    z.strictObject({
      network: z.enum(NETWORKS),
      homeId: z.string(),
      generation: z.string(),
      counter: z.int(),
      /** How many its store had: they only grow. */
      transactions: z.int().min(0).optional(),
    }),
  ),
  withKeys: z.boolean(),
  /** What the home had and the backup has not. */
  leftOut: z.strictObject({
    /** Accounts whose key is elsewhere, not encrypted, or left out because nobody asked for it; paths of keys of no account. */
    keys: z.array(z.string()),
    /** Settings that hold secrets, or may. */
    settings: z.array(z.string()),
  }),
  /** The database that kept its swaps, which no backup holds, without secrets; absent where files of the home did. */
  database: z.string().max(2_500).optional(),
  /** What of the home was damaged or lost when it was written; absent where nothing was. */
  damaged: z.array(z.string()).optional(),
  files: z
    .array(fileSchema)
    .max(10_000)
    .refine((files) => new Set(files.map(({ path }) => path.toLowerCase())).size === files.length),
})

/** What a backup says that it holds. */
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestFile = Manifest['files'][number]

/** True for what can be a member of a backup. */
export function isMember(path: string): boolean {
  return STORE.test(path) || TEXT.test(path)
}

/** True for a member that is a store, or a wallet's file. */
export function isStoreMember(path: string): boolean {
  return STORE.test(path)
}

/** True for a key file. */
export function isKeyMember(path: string): boolean {
  return path.startsWith('wallets/') && !path.endsWith('.account.json')
}

export function writeManifest(manifest: Omit<Manifest, 'format'>): string {
  const format: Manifest['format'] = manifest.database === undefined ? 1 : 2
  return `${JSON.stringify({ format, ...manifest }, undefined, 2)}\n`
}

/** @throws STORE_UNUSABLE for one that this version cannot read */
export function readManifest(text: string): Manifest {
  const json = parseJson(text)
  const { success, data } = manifestSchema.safeParse(json)
  if (success) return data
  const stated = z.object({ format: z.int(), version: z.string().max(50) }).safeParse(json).data
  if (stated !== undefined && !FORMATS.some((format) => format === stated.format)) {
    const hint = 'Restore it with that version of swapcli'
    throw refusedBackup(`The backup is of swapcli ${stated.version}, which keeps it otherwise`, hint)
  }
  throw refusedBackup('The manifest of the backup is damaged, or names what no backup holds')
}

/** A backup that cannot be used. */
export function refusedBackup(message: string, hint = 'Nothing was restored. Take another backup'): SwapError {
  return new SwapError('STORE_UNUSABLE', message, { reason: 'backup', hint })
}

/** A file or home that was named wrongly. @param accept options that accept it */
export function refusedPlace(message: string, hint: string, accept?: readonly string[]): SwapError {
  return new SwapError('USAGE', message, { reason: 'backup', hint, accept })
}
