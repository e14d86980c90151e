import { existsSync } from 'node:fs'
import { refuseForeignStore } from '../../../io/index.ts'
import { loadLostWrites, openStore } from '../../../store/index.ts'
import type { DocumentStore } from '../../../core/ports.ts'
import type { Session } from '../../session.ts'
import { openRunFile } from '../runs.ts'
import {
  acceptLostFile,
  countedSince,
  openStoreMarks,
  readHomeMark,
  readStoreMark,
  storedMark,
  storeFile,
  walletFile,
} from '../../../payments/index.ts'
import { countsFile } from './known-home.ts'

/*
 * A file that lost its writes, or is gone, is older than the one beside it. Who accepts the loss accepts that too: it is one
 * loss. That another copy of the home went further is another thing, and stays to be accepted by itself.
 */

/** What is lost of a file, and what follows from that; a sentence each. */
const FOLLOWS = {
  store:
    'Transactions that only it knew are gone; runs begun before are held against the chain before anything is signed',
  wallet:
    'Swaps that only it knew are gone, paid or not; what is left of them is held against the chain before anything is signed',
} as const

type LostFile = keyof typeof FOLLOWS

/**
 * Goes on with what a file of the session's network holds where its last writes, or all of it, are lost.
 * @returns what is accepted by it, if anything is lost
 * @throws STORE_UNUSABLE where the file cannot be used for another reason
 */
export async function acceptLoss(session: Session, name: LostFile): Promise<string | undefined> {
  const { home, network, store } = session
  // A file is not the store where a database is; what that has lost, its own backups have.
  if (name === 'store' && store !== undefined) return undefined
  const text = await acceptLostFile(name, (name === 'store' ? storeFile : walletFile)(home, network))
  return text === undefined ? undefined : `${text.replace(/\.$/, '')}. ${FOLLOWS[name]}`
}

/** Makes what a network is left with after a loss the copy to go on with. @param lost what was accepted as lost, at least one */
export async function goOnAfterLoss(session: Session, lost: readonly LostFile[]): Promise<void> {
  const own = { ...session, api: undefined }
  // A home that was only served has no wallet's file, and nothing of it says what the store counted.
  if (!lost.includes('wallet') && !existsSync(walletFile(session.home, session.network))) return
  const { documents: wallet } = await openRunFile(own)
  if (lost.includes('store')) await makeStore(own)
  const mark = await readHomeMark({ place: own, wallet, tell: (text) => session.output.note(text) })
  const isOwnLoss =
    mark.standing === 'older'
      ? mark.behind === 'store' || (mark.behind === 'wallet' && !(await isSeenFurther(own, wallet)))
      : lost.includes('wallet')
  if (isOwnLoss) await mark.adopt()
}

/** True where this machine has seen a home go further than its store says: a copy of it did. */
async function isSeenFurther(session: Session, wallet: DocumentStore): Promise<boolean> {
  const [store, own] = [await openStoreMarks(session), await storedMark(wallet)]
  const mark = store === undefined ? undefined : await readStoreMark(store, own?.homeId)
  return mark !== undefined && ((await countedSince(session, mark)) ?? 0) > 0
}

/**
 * True where the wallet's file counts a store that is gone with all that says that it was there: what opens it next makes a new
 * one. Where something says so, that refuses.
 */
export async function isStoreForgotten(session: Session, wallet: DocumentStore): Promise<boolean> {
  const path = storeFile(session.home, session.network)
  if (session.api !== undefined || session.store !== undefined || existsSync(path)) return false
  if (!(await countsFile(wallet))) return false
  const { findFault } = await loadLostWrites()
  return (await findFault('store', { path, verify: refuseForeignStore })) === undefined
}

/** Makes the store of the session's network where it is gone. @throws STORE_UNUSABLE */
export async function makeStore({ home, network, clock }: Session): Promise<void> {
  const path = storeFile(home, network)
  if (existsSync(path)) return
  await (await openStore({ path, verify: refuseForeignStore, now: () => clock.now() })).close()
}
