import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isSwapError, restate, SwapError } from '../../../core/api/errors.ts'
import { defined } from '../../../core/defined.ts'
import { isRecord } from '../../../core/is-record.ts'
import type { DocumentStore, HomeMark, Versioned } from '../../../core/ports.ts'
import { parseJson } from '../../../core/text/parse-json.ts'
import { makePrivateFolder, privateFiles, refuseForeignStore, replacePrivateFile } from '../../../io/index.ts'
import { loadFileLock, openStore } from '../../../store/index.ts'
import type { Session } from '../../session.ts'
import { storeFile } from '../wallet-file.ts'

/*
 * A home that was put back from an older copy could pay again what the home that it was copied from has paid. So each
 * payment raises a counter: first in the files of the home, then in the state folder of this machine, which is not copied
 * with them. A crash between the two leaves the home ahead, never behind.
 */

/** Key of the mark in the wallet's file and in the store. */
const MARK_KEY = 'home'

/** The mark of the files of one network. */
interface Mark {
  /** Random, the same in both files and for all time. */
  readonly homeId: string
  /** Random, new where a copy of the home became a home of its own. */
  readonly generation: string
  /** Grows with each payment, from 1. */
  readonly counter: number
  /** Random, new with each payment: two copies that count the same differ in it. */
  readonly stamp: string
  /** In the wallet's file: the counter that the store had when this mark was written. */
  readonly store?: number
  /** ISO 8601; when this copy, an older one, was made the current one. */
  readonly adoptedAt?: string
  /** ISO 8601; until when it may have gone on where this machine did not see it. */
  readonly unseenUntil?: string
}

type Standing = Pick<HomeMark, 'standing' | 'behind' | 'adoptedAt' | 'unseenUntil'>

/** What says how a home stands. */
interface Marks {
  readonly wallet: Versioned<Mark> | undefined
  readonly store: Versioned<Mark> | undefined
  /** What this machine has seen of the home. */
  readonly seen: Mark | undefined
}

/** How long another process may hold the lock of the state folder, in tries. */
const MAX_TRIES = 250
const TRY_MS = 20

interface Begun extends HomeMark {
  /** Writes a first mark. What the home did before, nobody has seen. */
  begin(): Promise<void>
  /** Makes this a copy of which nobody has seen what it did before, ahead of all that this machine has seen. */
  restore(): Promise<void>
}

/** What a mark is made of. */
export interface MarkParts {
  readonly session: Session
  /** The wallet's file. */
  readonly wallet: DocumentStore
  /** Told what stands in the way of the mark: nothing of that stops a payment. */
  readonly tell: (text: string) => void
}

/**
 * The mark of this session's home and network; a home without one gets it now, so that copies can be told from it.
 * @throws STORE_UNUSABLE
 */
export async function openHomeMark(parts: MarkParts, read?: HomeMark | Begun): Promise<HomeMark> {
  const mark = read !== undefined && 'begin' in read ? read : await readHomeMark(parts)
  if (mark.standing !== 'older' && (await parts.wallet.get(MARK_KEY)) === undefined) await mark.begin()
  return mark
}

/** The same, and nothing is written. @throws STORE_UNUSABLE */
export async function readHomeMark(parts: MarkParts): Promise<Begun> {
  return readMarkBeside(parts, await openStoreDocuments(parts.session))
}

/** The same beside the store that is named; undefined for what the wallet's file alone says. @throws STORE_UNUSABLE */
export async function readMarkBeside(
  { session, wallet, tell }: MarkParts,
  store: DocumentStore | undefined,
): Promise<Begun> {
  const nowIso = () => new Date(session.clock.now()).toISOString()
  let isTold = false
  const remark = (error: unknown): undefined => {
    if (!isTold) tell(unnoticedText(error))
    isTold = true
  }
  const look = async () => {
    const marks = await readMarks(wallet, store, (homeId) => readSeen(session, homeId).catch(remark))
    return { marks, standing: judge(marks, store !== undefined, nowIso) }
  }
  let { standing: now } = await look()

  const note = (mark: Mark) => writeSeen(session, mark).catch(remark)
  const goOn = async (isAdopted: boolean, adoptedAt?: string, see = note): Promise<void> => {
    for (;;) {
      const { marks, standing: found } = await look()
      now = found
      if (found.standing === 'older' && !isAdopted) throw wentOnElsewhere()
      const isNew = isAdopted || found.standing === 'unmarked'
      // A store that lost something leaves the wallet's file what it was.
      const since = { adoptedAt: found.behind === 'store' ? undefined : adoptedAt, unseenUntil: found.unseenUntil }
      const mark = nextMark(session, marks, isNew, since)
      // What the store holds before it: a crash must not make it look as if it were older than this.
      const held = store === undefined ? marks.wallet?.doc.store : marks.store?.doc.counter
      if (!(await wallet.put(MARK_KEY, { ...mark, store: held }, marks.wallet?.version ?? 0))) continue
      if (store !== undefined) await raise(store, mark)
      await see(mark)
      now = { standing: 'current', adoptedAt: mark.adoptedAt, unseenUntil: mark.unseenUntil }
      return
    }
  }
  const alone = async (work: () => Promise<void>): Promise<void> => {
    const release = await lockHomes(session).catch(remark)
    await work().finally(release)
  }
  return {
    get standing() {
      return now.standing
    },
    get behind() {
      return now.behind
    },
    get adoptedAt() {
      return now.adoptedAt
    },
    get unseenUntil() {
      return now.unseenUntil
    },
    begin: async () => {
      await alone(() => goOn(false))
      now = { standing: 'unmarked' }
    },
    restore: async () => {
      // By two: `outdateCopies` tells this machine of the one between.
      const unseen = async () => undefined
      await alone(async () => {
        await goOn(true, undefined, unseen)
        await goOn(true, undefined, unseen)
      })
      now = { standing: 'unmarked' }
    },
    advance: () => alone(() => goOn(false)),
    adopt: () => alone(() => goOn(true, nowIso())),
  }
}

/** Makes each copy of a home that this machine has seen older than the restored one, once that stands in its place. */
export async function outdateCopies({ session, wallet, tell }: MarkParts): Promise<void> {
  const own = await storedMark(wallet)
  if (own === undefined) return
  const stamp = session.ids.create('mark_')
  const between = { ...own, generation: stamp, stamp, counter: own.counter - 1 }
  try {
    const release = await lockHomes(session)
    try {
      const seen = await readSeen(session, own.homeId).catch(() => undefined)
      if ((seen?.counter ?? 0) <= between.counter) await writeSeen(session, between)
    } finally {
      release()
    }
  } catch (error) {
    tell(unnoticedText(error))
  }
}

/**
 * How much further than a mark this machine has seen its home: payments raise it by one.
 * @returns undefined where it has seen nothing of that home, or cannot tell
 */
export async function countedSince(session: Session, { homeId, counter }: Mark): Promise<number | undefined> {
  const seen = await readSeen(session, homeId).catch(() => undefined)
  return seen === undefined ? undefined : Math.max(0, seen.counter - counter)
}

function unnoticedText(error: unknown): string {
  return `an older copy of this home would not be noticed: ${error instanceof Error ? error.message : String(error)}`
}

/** The small documents of this session's store; undefined where there is none, and where a server keeps it. */
export async function openStoreDocuments(session: Session): Promise<DocumentStore | undefined> {
  const path = storeFile(session.home, session.network)
  if (session.api !== undefined || !existsSync(path)) return undefined
  const store = await openStore({ path, mustExist: true, verify: refuseForeignStore, now: () => session.clock.now() })
  session.onEnd(() => store.close())
  return store.documents
}

/** All marks of one moment: a process that goes on meanwhile writes the wallet's first. */
async function readMarks(
  wallet: DocumentStore,
  store: DocumentStore | undefined,
  readSeenOf: (homeId: string) => Promise<Mark | undefined>,
): Promise<Marks> {
  for (;;) {
    const own = await readStored(wallet)
    const stored = store === undefined ? undefined : await readStored(store)
    const homeId = own?.doc.homeId ?? stored?.doc.homeId
    const seen = homeId === undefined ? undefined : await readSeenOf(homeId)
    if ((await wallet.get(MARK_KEY))?.version === own?.version) return { wallet: own, store: stored, seen }
  }
}

function judge({ wallet, store, seen }: Marks, hasStore: boolean, nowIso: () => string): Standing {
  // A file that has never paid is older than the store beside it that has a mark, or is new in the place of one that has.
  if (wallet === undefined)
    return store === undefined ? { standing: 'unmarked' } : { standing: 'older', behind: 'wallet' }
  const own = wallet.doc
  const { adoptedAt, unseenUntil } = own
  const older = (behind: Standing['behind']) => ({ standing: 'older', behind, adoptedAt, unseenUntil }) as const
  if (store !== undefined && store.doc.homeId !== own.homeId) return older('files')
  if (store !== undefined && store.doc.counter > own.counter) return older('wallet')
  if (seen !== undefined && isBehind(own, seen)) return older('home')
  if (hasStore && own.store !== undefined && (store?.doc.counter ?? 0) < own.store) return older('store')
  if (seen?.generation === own.generation) return { standing: 'current', adoptedAt, unseenUntil }
  return { standing: 'unmarked', adoptedAt, unseenUntil: nowIso() }
}

/** True where somebody counted further, or counted the same from another copy. */
function isBehind(own: Mark, seen: Mark): boolean {
  return seen.counter > own.counter || (seen.counter === own.counter && seen.stamp !== own.stamp)
}

function nextMark(
  { ids }: Session,
  { wallet, store, seen }: Marks,
  isNewGeneration: boolean,
  { adoptedAt, unseenUntil }: Pick<Standing, 'adoptedAt' | 'unseenUntil'>,
): Mark {
  const own = wallet?.doc ?? store?.doc
  const stamp = ids.create('mark_')
  return {
    homeId: own?.homeId ?? ids.create('home_'),
    generation: own === undefined || isNewGeneration ? stamp : own.generation,
    counter: Math.max(own?.counter ?? 0, store?.doc.counter ?? 0, seen?.counter ?? 0) + 1,
    stamp,
    ...defined({ adoptedAt: adoptedAt ?? own?.adoptedAt, unseenUntil: unseenUntil ?? own?.unseenUntil }),
  }
}

/** Brings the store's mark to this one, unless another process has brought it further. */
async function raise(store: DocumentStore, mark: Mark): Promise<void> {
  for (;;) {
    const found = await readStored(store)
    if (found?.doc.homeId === mark.homeId && found.doc.counter >= mark.counter) return
    if (await store.put(MARK_KEY, { ...mark }, found?.version ?? 0)) return
  }
}

/** The mark in a file of small documents. @throws STORE_UNUSABLE for one that this version cannot read */
export async function storedMark(documents: DocumentStore): Promise<Mark | undefined> {
  return (await readStored(documents))?.doc
}

/** Removes the marks of this session's home that cannot be read: it begins another one. */
export async function removeDamagedMarks({ session, wallet }: Pick<MarkParts, 'session' | 'wallet'>): Promise<void> {
  for (const documents of [wallet, await openStoreDocuments(session)]) {
    if (documents === undefined) continue
    await readStored(documents).catch(() => documents.delete(MARK_KEY))
  }
}

async function readStored(documents: DocumentStore): Promise<Versioned<Mark> | undefined> {
  const found = await documents.get(MARK_KEY).catch((error: unknown) => {
    if (!isSwapError(error) || error.code !== 'STORE_UNUSABLE') throw error
    throw restate(error, { hint: 'Restore a backup, or go on without it: swapcli doctor --accept older-home' })
  })
  if (found === undefined) return undefined
  const doc = readMark(found.doc)
  if (doc !== undefined) return { ...found, doc }
  throw new SwapError('STORE_UNUSABLE', 'The mark of this home cannot be read: another version of swapcli wrote it', {
    funds: 'unknown',
    hint: 'Use the newest swapcli',
  })
}

/** @throws WALLET_REFUSED where others can write the file, STORE_UNUSABLE where it cannot be read, Error where it is damaged */
async function readSeen(session: Session, homeId: string): Promise<Mark | undefined> {
  const path = seenPath(session, homeId)
  const text = await privateFiles.read(path)
  if (text === undefined) return undefined
  const mark = readMark(parseJson(text))
  if (mark?.homeId === homeId && mark.counter < MOST_SEEN) return mark
  throw new Error(`${path} is damaged; the next payment writes it anew`)
}

/** Tries whether this machine can keep what it sees of homes. @throws where it cannot */
export async function verifyStateHome(session: Session): Promise<void> {
  const release = await lockHomes(session)
  release()
}

async function writeSeen(session: Session, mark: Mark): Promise<void> {
  await replacePrivateFile(seenPath(session, mark.homeId), `${JSON.stringify(mark)}\n`)
}

function readMark(value: unknown): Mark | undefined {
  if (!isRecord(value)) return undefined
  const { homeId, generation, counter, stamp, store, adoptedAt, unseenUntil } = value
  // It becomes the name of a file.
  if (typeof homeId !== 'string' || !/^home_[0-9a-z]{1,40}$/.test(homeId)) return undefined
  if (typeof generation !== 'string' || typeof stamp !== 'string') return undefined
  if (!isCounter(counter) || (store !== undefined && !isCounter(store))) return undefined
  if (adoptedAt !== undefined && typeof adoptedAt !== 'string') return undefined
  if (unseenUntil !== undefined && typeof unseenUntil !== 'string') return undefined
  return { ...{ homeId, generation, counter, stamp }, ...defined({ store, adoptedAt, unseenUntil }) }
}

/** The most payments that a home counts: what says more is damaged, and none follows it. */
const MOST_COUNTED = 2 ** 48

/** The most that this machine believes to have seen of a home: whoever accepts that counts on from it. */
const MOST_SEEN = MOST_COUNTED - 2 ** 32

function isCounter(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < MOST_COUNTED
}

/** Of two copies of a home on one machine, one goes on at a time. @throws where the lock is held for too long */
async function lockHomes({ stateHome, clock }: Session): Promise<() => void> {
  const folder = join(stateHome, HOMES)
  await makePrivateFolder(folder)
  const { tryFileLock } = await loadFileLock()
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const release = await tryFileLock(join(folder, 'homes.lock'))
    if (release !== undefined) return release
    await clock.sleep(TRY_MS)
  }
  throw new Error(`another process holds ${folder}`)
}

const HOMES = 'homes'

function seenPath({ stateHome }: Session, homeId: string): string {
  return join(stateHome, HOMES, `${homeId}.json`)
}

function wentOnElsewhere(): SwapError {
  return new SwapError('OUTCOME_UNKNOWN', 'Another copy of this home went further than this one meanwhile', {
    reason: 'older-home',
    funds: 'unknown',
    hint: 'Nothing more was signed here. Go on with that copy; what this one has open: swapcli resume --list',
  })
}
