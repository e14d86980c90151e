import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SwapError } from '../../core/api/errors.ts'
import { temporaryFolder } from '../../io/index.ts'
import type { Session } from '../session.ts'
import { readArchive } from './archive.ts'
import { makeDraft, removeKilledDrafts } from './backup-target.ts'
import { refuseFullDisk } from './disk-space.ts'
import { type JudgedBackup, judgeBackup } from './judge-backup.ts'
import { isStoreMember, type Manifest, type ManifestFile } from './manifest.ts'
import { planRestore, type RestorePlan } from './plan-restore.ts'

/** What is in a backup, and what a restore of it would do. */
export interface CheckedBackup extends Omit<JudgedBackup, 'isUnusable'> {
  /** Bytes of the file. */
  readonly bytes: number
  readonly manifest: Manifest
  readonly plan: RestorePlan
}

/**
 * Reads a backup from its start to its end, opens its stores and looks through them. Nothing is written but copies of the stores,
 * in the system's folder for what is temporary, and they are removed.
 * @throws STORE_UNUSABLE for what is no whole backup, INTERRUPTED
 */
export async function checkBackup(session: Session, file: string): Promise<CheckedBackup> {
  const folder = temporaryFolder()
  await removeKilledDrafts(folder, (text) => session.output.say(session.output.clean(text)))
  const draft = join(folder, `swapcli-check.${randomBytes(6).toString('hex')}.tmp`)
  const { manifest } = await readArchive(file, undefined)
  const removeDraft = await makeDraft(draft)
  try {
    await refuseFullDisk(draft, manifest, 'Name a folder on another disk: TMPDIR=DIR swapcli restore FILE --check')
    const texts = new Map<string, string>()
    const archive = await readArchive(file, (member, bytes) => takeMember(session, draft, texts, member, bytes))
    const judged = await judgeBackup(
      { ...session, api: undefined, store: undefined, home: draft },
      archive.manifest,
      texts,
      session,
    )
    const { networks, accounts, settings, damage } = judged
    return {
      bytes: (await stat(file)).size,
      manifest: archive.manifest,
      ...{ networks, accounts, settings, damage },
      plan: await planRestore(session, file, { ...archive, judged }, texts.get('config.json')),
    }
  } catch (error) {
    if (session.signal.aborted) throw new SwapError('INTERRUPTED', 'Stopped; the backup was not checked to its end')
    throw error
  } finally {
    await removeDraft()
  }
}

/** Stores are copied, since SQLite reads files only; keys are not. */
async function takeMember(
  { signal }: Session,
  draft: string,
  texts: Map<string, string>,
  { path }: ManifestFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (isStoreMember(path)) {
    return pipeline(bytes, createWriteStream(join(draft, path), { flags: 'wx', mode: 0o600 }), { signal })
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  texts.set(path, Buffer.concat(chunks).toString('utf8'))
}
