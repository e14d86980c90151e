import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { NETWORKS } from '../../core/api/enums.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { refuseForeignStore, refuseForeignStoreFiles } from '../../io/index.ts'
import { type HeldRuns, type HeldTransactions, loadDocuments, loadHeld } from '../../store/index.ts'
import {
  countedSince,
  type MarkParts,
  openStoreMarks,
  readStoreMark,
  storedMark,
  storeFiles,
  walletFile,
} from '../../payments/index.ts'
import type { Session } from '../session.ts'
import { type CheckedAccount, checkAccountMembers } from './check-accounts.ts'
import { examineHome } from './examine-home.ts'
import { findLackingTexts } from './backup-home.ts'
import type { Manifest } from './manifest.ts'
import { useMark } from './use-mark.ts'

/*
 * What a backup is worth is judged in one place: `restore --check` says what a restore would do, so a restore does that.
 */

/** What is in a backup that was unpacked, and what of it is no good. */
export interface JudgedBackup {
  readonly networks: readonly CheckedNetwork[]
  readonly accounts: readonly CheckedAccount[]
  /** Keys of its settings. */
  readonly settings: readonly string[]
  /** What of it is damaged, or was when it was written, a sentence each. */
  readonly damage: readonly string[]
  /** True where `swapcli backup` writes no such thing, or reading it ends the process: then nobody can accept the damage. */
  readonly isUnusable: boolean
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

/** What is found to be no good. */
interface Faults {
  /** A damage that a person may accept. */
  readonly addDamage: (text: string) => void
  /** One that nobody may. */
  readonly addUnusable: (text: string) => void
  /** An error of reading: where something was found before, that says more. */
  readonly addUnread: (error: unknown) => void
}

/**
 * Opens the stores of a backup and looks through all that it holds.
 * @param unpacked its home is where the stores were unpacked; their files may be brought up to date, nothing else is written
 * @param texts members that are no stores, by path
 * @param at the session whose home and machine the backup is compared with
 */
export async function judgeBackup(
  unpacked: Session,
  manifest: Manifest,
  texts: ReadonlyMap<string, string>,
  at: Session,
): Promise<JudgedBackup> {
  const damage = [...(manifest.damaged ?? [])]
  const stated = damage.length
  let isUnusable = false
  const faults: Faults = {
    addDamage: (text) => void damage.push(text),
    addUnusable: (text) => {
      damage.push(text)
      isUnusable = true
    },
    addUnread: (error) => {
      if (!isSwapError(error)) throw error
      if (damage.length === stated) damage.push(error.message)
    },
  }
  const networks: CheckedNetwork[] = []
  for (const network of NETWORKS) {
    const found = await readNetwork({ ...unpacked, network }, manifest, at, faults)
    if (found !== undefined) networks.push(found)
  }
  const { accounts, damage: ofAccounts } = await checkAccountMembers(texts)
  for (const text of ofAccounts) faults.addDamage(text)
  const settings = readSettings(texts.get('config.json'), faults)
  return { networks, accounts, settings, damage, isUnusable }
}

/** @throws STORE_UNUSABLE for a backup of which something is damaged @param refused what to do about it */
export function refuseDamage(
  { damage }: Pick<JudgedBackup, 'damage'>,
  refused: { readonly hint: string; readonly accept?: readonly string[] },
): void {
  const [first] = damage
  if (first === undefined) return
  const more = damage.length === 1 ? '' : ` and ${damage.length - 1} more`
  const text = `What the backup holds is damaged: ${first}${more}`
  throw new SwapError('STORE_UNUSABLE', text, { reason: 'backup', ...refused })
}

/**
 * What of a backup keeps it from being restored. @param isAccepted true where a person takes it as it is
 * @throws STORE_UNUSABLE
 */
export function refuseDamagedRestore(judged: JudgedBackup, isAccepted: boolean): void {
  if (judged.isUnusable) refuseDamage(judged, { hint: 'Nothing was restored. Restore another backup' })
  if (isAccepted) return
  const hint = 'Nothing was restored. Restore an earlier backup, or what is left in this one'
  refuseDamage(judged, { hint, accept: ['--damaged'] })
}

/** What the files of one network hold; undefined where there are none. */
async function readNetwork(
  unpacked: Session,
  { homes, database }: Manifest,
  at: Session,
  faults: Faults,
): Promise<CheckedNetwork | undefined> {
  const { network } = unpacked
  const stated = homes.find((home) => home.network === network)?.homeId
  const paths = Object.fromEntries(storeFiles(unpacked.home, network))
  if (stated !== undefined && !existsSync(paths['wallet'] ?? '')) {
    faults.addUnusable(`The manifest names a home of ${network}, and the backup has no wallet file of that`)
  }
  const found = await examineHome(unpacked)
  if (found.length === 0) return undefined
  for (const { path, findings, isFatal } of found) {
    const tell = isFatal ? faults.addUnusable : faults.addDamage
    const isEmpty = statSync(path).size === 0
    for (const finding of isEmpty ? ['it is empty'] : findings) {
      tell(`${basename(path)}: ${finding.replaceAll(path, basename(path)).replace(/\.$/, '')}`)
    }
  }
  // Reading it would end this process too.
  if (found.some(({ isFatal }) => isFatal)) return { network }
  const { countTransactions, countRuns } = await loadHeld()
  const read = <T>(path: string | undefined, count: (path: string) => Promise<T>) =>
    path === undefined || !existsSync(path)
      ? undefined
      : count(path).catch((error: unknown) => {
          faults.addUnread(error)
          return undefined
        })
  const transactions = await read(paths['store'], countTransactions)
  const runs = await read(paths['wallet'], countRuns)
  const [wallet = '', store = ''] = [paths['wallet'], paths['store']]
  // What runs have executed is in the database, where one was the store.
  const lacking = database === undefined ? await findLackingTexts(wallet, store) : []
  for (const text of lacking) faults.addDamage(text)
  const mark = await readMark(unpacked, stated, at, faults).catch((error: unknown) => {
    faults.addUnread(error)
    return undefined
  })
  return { network, ...defined({ transactions, runs, mark }) }
}

/** The mark of its wallet file. @param stated the id of the home, as the manifest has it */
async function readMark(
  unpacked: Session,
  stated: string | undefined,
  at: Session,
  faults: Faults,
): Promise<CheckedMark | undefined> {
  const use = async ({ place, wallet }: MarkParts) => {
    const mark = await storedMark(wallet)
    const { network } = place
    if (mark?.homeId !== stated) {
      faults.addUnusable(`The manifest names another home than the wallet file of ${network}`)
      return undefined
    }
    if (mark === undefined) return undefined
    const store = await openStoreMarks(place)
    const ofStore = store === undefined ? undefined : await readStoreMark(store, mark.homeId)
    if (ofStore !== undefined && ofStore.homeId !== mark.homeId) {
      faults.addDamage(`The store and the wallet file of ${network} are of two homes`)
    }
    const { homeId, generation, counter } = mark
    return {
      ...{ homeId, generation, counter, isThisHome: homeId === (await homeIdOf(at, network)) },
      ...defined({ countedSince: await countedSince(place, mark) }),
    }
  }
  return useMark(unpacked, { verify: refuseForeignStoreFiles, use })
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

/** Keys of the settings. */
function readSettings(text: string | undefined, faults: Faults): readonly string[] {
  if (text === undefined) return []
  const json = parseJson(text)
  if (isRecord(json)) return Object.keys(json)
  faults.addUnusable('config.json holds no settings: it is not a JSON object')
  return []
}
