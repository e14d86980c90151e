import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { NETWORKS } from '../../core/api/enums.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { refuseForeignStore, temporaryFolder } from '../../io/index.ts'
import { type HeldRuns, type HeldTransactions, loadDocuments, loadHeld } from '../../store/index.ts'
import { type MarkParts, countedSince, storedMark } from '../pay/home/home-mark.ts'
import { storeFiles, walletFile } from '../pay/wallet-file.ts'
import type { Session } from '../session.ts'
import { readArchive } from './archive.ts'
import { makeDraft, removeKilledDrafts } from './backup-target.ts'
import { type CheckedAccount, checkAccountMembers } from './check-accounts.ts'
import { refuseFullDisk } from './disk-space.ts'
import { examineHome } from './examine-home.ts'
import { isStoreMember, type Manifest, type ManifestFile, refusedBackup } from './manifest.ts'
import { planRestore, type RestorePlan } from './plan-restore.ts'
import { eachMark } from './restore-home.ts'

/** What is in a backup, and what a restore of it would do. */
export interface CheckedBackup {
  /** Bytes of the file. */
  readonly bytes: number
  readonly manifest: Manifest
  readonly networks: readonly CheckedNetwork[]
  readonly accounts: readonly CheckedAccount[]
  /** Keys of its settings. */
  readonly settings: readonly string[]
  /** What of it is damaged, or was when it was written, a sentence each. */
  readonly damage: readonly string[]
  readonly plan: RestorePlan
}

/** The files of one network. */
export interface CheckedNetwork {
  readonly network: string
  readonly transactions?: HeldTransactions
  readonly runs?: HeldRuns
  readonly mark?: CheckedMark
}

/** Which home it was taken from, and how far that had gone. */
interface CheckedMark {
  readonly homeId: string
  readonly generation: string
  /** Grows with each payment. */
  readonly counter: number
  /** True where the home of this session is a copy of it, or it itself. */
  readonly isThisHome: boolean
  /** How much further this machine has seen that home; absent where it has seen nothing of it. */
  readonly countedSince?: number
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
    const stores = await checkStores({ ...session, api: undefined, home: draft }, archive.manifest, session)
    const members = await checkAccountMembers(texts)
    return {
      bytes: (await stat(file)).size,
      manifest: archive.manifest,
      networks: stores.networks,
      accounts: members.accounts,
      settings: keysOf(texts.get('config.json')),
      damage: [...(archive.manifest.damaged ?? []), ...stores.damage, ...members.damage],
      plan: await planRestore(session, file, archive, texts.get('config.json')),
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

/** @param unpacked its home is where the stores were unpacked */
async function checkStores(unpacked: Session, manifest: Manifest, at: Session) {
  const { countTransactions, countRuns } = await loadHeld()
  const damage: string[] = []
  const networks: CheckedNetwork[] = []
  for (const network of NETWORKS) {
    const paths = Object.fromEntries(storeFiles(unpacked.home, network))
    const found = await examineHome({ ...unpacked, network })
    if (found.length === 0) continue
    damage.push(
      ...found.flatMap(({ path, findings }) =>
        findings.map((finding) => `${basename(path)}: ${finding.replaceAll(path, basename(path))}`),
      ),
    )
    // Reading it would end this process too.
    if (found.some(({ isFatal }) => isFatal)) {
      networks.push({ network })
      continue
    }
    const read = <T>(path: string | undefined, count: (path: string) => Promise<T>) =>
      path === undefined || !existsSync(path)
        ? undefined
        : count(path).catch((error: unknown) => {
            if (!isSwapError(error)) throw error
            // Where something was found, that says more.
            if (damage.length === 0) damage.push(error.message)
            return undefined
          })
    const transactions = await read(paths['store'], countTransactions)
    const runs = await read(paths['wallet'], countRuns)
    networks.push({ network, ...defined({ transactions, runs }) })
  }
  const marks = await readMarks(unpacked, manifest, at).catch((error: unknown) => {
    if (!isSwapError(error)) throw error
    if (damage.length === 0) damage.push(error.message)
    return new Map<string, CheckedMark>()
  })
  return {
    damage,
    networks: networks.map((each) => ({ ...each, ...defined({ mark: marks.get(each.network) }) })),
  }
}

/** The marks of its wallet files, by network. @throws STORE_UNUSABLE where they are not what the manifest says */
async function readMarks(
  unpacked: Session,
  { homes }: Manifest,
  at: Session,
): Promise<ReadonlyMap<string, CheckedMark>> {
  const found = new Map<string, CheckedMark>()
  await eachMark(unpacked, async ({ session, wallet }: MarkParts) => {
    const mark = await storedMark(wallet)
    const { network } = session
    const stated = homes.find((home) => home.network === network)
    if (mark?.homeId !== stated?.homeId) {
      throw refusedBackup(`The manifest names another home than the wallet file of ${network}`)
    }
    if (mark === undefined) return
    const { homeId, generation, counter } = mark
    found.set(network, {
      ...{ homeId, generation, counter, isThisHome: homeId === (await homeIdOf(at, network)) },
      ...defined({ countedSince: await countedSince(session, mark) }),
    })
  })
  return found
}

/** The id of the home of a session; undefined where it has none, or it cannot be read. */
async function homeIdOf({ home }: Session, network: string): Promise<string | undefined> {
  const path = walletFile(home, network)
  if (!existsSync(path)) return undefined
  try {
    const { openDocuments } = await loadDocuments()
    const wallet = await openDocuments({ path, readOnly: true, verify: refuseForeignStore })
    return await storedMark(wallet)
      .then((mark) => mark?.homeId)
      .finally(() => wallet.close())
  } catch (error) {
    if (!isSwapError(error)) throw error
    return undefined
  }
}

function keysOf(settings: string | undefined): readonly string[] {
  const json = settings === undefined ? undefined : parseJson(settings)
  return isRecord(json) ? Object.keys(json) : []
}
