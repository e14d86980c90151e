import { join } from 'node:path'
import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import type { DocumentStore, HomeDoubt, HomeMark, Versioned } from '../../core/ports.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { makePrivateFolder, privateFiles, replacePrivateFile } from '../../io/index.ts'
import { loadFileLock } from '../../store/index.ts'
import type { PayPlace } from '../place.ts'
import {
  openStoreMarks,
  raiseStoreMark,
  readStoreMark,
  removeDamagedStoreMark,
  type StoreMarks,
} from './store-marks.ts'
import {
  type Mark,
  MARK_KEY,
  MOST_SEEN,
  readMark,
  readStored,
  storedMark,
  withChange,
  writeMark,
} from './stored-mark.ts'

/*
 * A home that was put back from an older copy could pay again what the home that it was copied from has paid. So each
 * payment raises a counter: first in the files of the home, then in the state folder of this machine, which is not copied
 * with them. A crash between the two leaves the home ahead, never behind.
 */

type Standing = Pick<HomeMark, 'standing' | 'behind' | 'generation' | 'changes' | 'adoptedAt' | 'unseenUntil'>

/** What raises the counter: the payment of a home that stays what it is, or what makes another one of it. */
type Act = 'pay' | 'adopt' | 'restore'

/** What says how a home stands. */
interface Marks {
  readonly wallet: Versioned<Mark> | undefined
  readonly store: Mark | undefined
  /** What this machine has seen of the home. */
  readonly seen: Mark | undefined
}

/** How long another process may hold the lock of the state folder, in tries. */
const MAX_TRIES = 250
const TRY_MS = 20

interface Begun extends HomeMark {
  /** Writes a first mark. What the home did before, nobody has seen. */
  begin(): Promise<void>
  /**
   * Makes this, as it is in a backup, the home to go on with, ahead of all that this machine has seen. Where that is further
   * than the backup, what it has open is as in an older copy; else nobody has seen what it did since.
   */
  restore(): Promise<void>
}

/** What a mark is made of. */
export interface MarkParts {
  readonly place: PayPlace
  /** The wallet's file. */
  readonly wallet: DocumentStore
  /** Told what stands in the way of the mark: nothing of that stops a payment. */
  readonly tell: (text: string) => void
}

/**
 * The mark of this place's home and network; a home without one gets it now, so that copies can be told from it.
 * @throws STORE_UNUSABLE
 */
export async function openHomeMark(parts: MarkParts, read?: HomeMark | Begun): Promise<HomeMark> {
  const mark = read !== undefined && 'begin' in read ? read : await readHomeMark(parts)
  if (mark.standing !== 'older' && (await parts.wallet.get(MARK_KEY)) === undefined) await mark.begin()
  return mark
}

/** The same, and nothing is written. @throws STORE_UNUSABLE */
export async function readHomeMark(parts: MarkParts): Promise<Begun> {
  return readMarkBeside(parts, await openStoreMarks(parts.place))
}

/** The same beside the store that is named; undefined for what the wallet's file alone says. @throws STORE_UNUSABLE */
export async function readMarkBeside(
  { place, wallet, tell }: MarkParts,
  store: StoreMarks | undefined,
): Promise<Begun> {
  let isTold = false
  const remark = (error: unknown): undefined => {
    if (!isTold) tell(unnoticedText(error))
    isTold = true
  }
  const look = async () => {
    const marks = await readMarks(wallet, store, (homeId) => readSeen(place, homeId).catch(remark))
    return { marks, standing: judge(marks, store) }
  }
  let { standing: now } = await look()

  const note = (mark: Mark) => writeSeen(place, mark).catch(remark)
  const goOn = async (act: Act, see = note): Promise<void> => {
    for (;;) {
      const { marks, standing: found } = await look()
      now = found
      if (found.standing === 'older' && act === 'pay') throw wentOnElsewhere()
      const mark = nextMark(place, marks, act, found)
      // What the store holds before it: a crash must not make it look as if it were older than this.
      const held =
        store === undefined
          ? { store: marks.wallet?.doc.store, storeId: marks.wallet?.doc.storeId }
          : { store: marks.store?.counter, storeId: store.id }
      const written = await wallet.put(MARK_KEY, writeMark({ ...mark, ...defined(held) }), marks.wallet?.version ?? 0)
      if (!written) continue
      const stands = store === undefined ? mark : await raiseStoreMark(store, mark)
      // What a file lost it says itself. Whoever pays meanwhile has written a later mark.
      if (store?.id !== undefined) {
        const raised = { ...mark, store: stands.counter, storeId: store.id }
        await wallet.put(MARK_KEY, writeMark(raised), (marks.wallet?.version ?? 0) + 1)
      }
      // Of two copies of the home that go on in the same moment, one is first in the store that both use.
      if (stands.stamp !== mark.stamp && isBehind((await readStored(wallet))?.doc ?? mark, stands)) continue
      await see(mark)
      now = { standing: 'current', ...factsOf(mark) }
      return
    }
  }
  const alone = async (work: () => Promise<void>): Promise<void> => {
    const release = await lockHomes(place).catch(remark)
    await work().finally(release)
  }
  return {
    get standing() {
      return now.standing
    },
    get behind() {
      return now.behind
    },
    get generation() {
      return now.generation
    },
    get changes() {
      return now.changes
    },
    get adoptedAt() {
      return now.adoptedAt
    },
    get unseenUntil() {
      return now.unseenUntil
    },
    begin: async () => {
      await alone(() => goOn('pay'))
      now = { ...now, standing: 'unmarked' }
    },
    restore: async () => {
      await alone(() => goOn('restore', async () => undefined))
      now = { ...now, standing: 'unmarked' }
    },
    advance: () => alone(() => goOn('pay')),
    adopt: () => alone(() => goOn('adopt')),
  }
}

/** Makes each copy of a home that this machine has seen older than the restored one, once that stands in its place. */
export async function outdateCopies({ place, wallet, tell }: MarkParts): Promise<void> {
  const own = await storedMark(wallet)
  if (own === undefined) return
  const stamp = place.ids.create('mark_')
  // `restore` counts by two: this machine is told of the one between, so that it has not seen the restored one do anything.
  const between = { ...own, generation: stamp, stamp, counter: own.counter - 1 }
  try {
    const release = await lockHomes(place)
    try {
      const seen = await readSeen(place, own.homeId).catch(() => undefined)
      if ((seen?.counter ?? 0) <= between.counter) await writeSeen(place, isKnownFurther(own) ? own : between)
    } finally {
      release()
    }
  } catch (error) {
    tell(unnoticedText(error))
  }
}

/** True for a home whose last change left behind what a copy of it did: more than that nobody has to be told. */
export function isKnownFurther({ changes = [] }: Pick<Mark, 'changes'>): boolean {
  return changes.at(-1)?.doubt === 'elsewhere'
}

/**
 * How much further than a mark this machine has seen its home: payments raise it by one.
 * @returns undefined where it has seen nothing of that home, or cannot tell
 */
export async function countedSince(place: PayPlace, { homeId, counter }: Mark): Promise<number | undefined> {
  const seen = await readSeen(place, homeId).catch(() => undefined)
  return seen === undefined ? undefined : Math.max(0, seen.counter - counter)
}

function unnoticedText(error: unknown): string {
  return `an older copy of this home would not be noticed: ${error instanceof Error ? error.message : String(error)}`
}

/** All marks of one moment: a process that goes on meanwhile writes the wallet's first. */
async function readMarks(
  wallet: DocumentStore,
  store: StoreMarks | undefined,
  readSeenOf: (homeId: string) => Promise<Mark | undefined>,
): Promise<Marks> {
  for (;;) {
    const own = await readStored(wallet)
    const stored = store === undefined ? undefined : await readStoreMark(store, own?.doc.homeId)
    const homeId = own?.doc.homeId ?? stored?.homeId
    const seen = homeId === undefined ? undefined : await readSeenOf(homeId)
    if ((await wallet.get(MARK_KEY))?.version === own?.version) return { wallet: own, store: stored, seen }
  }
}

/** @param of which store that is; undefined without one */
function judge({ wallet, store, seen }: Marks, of: Pick<StoreMarks, 'id'> | undefined): Standing {
  // A file that has never paid is older than the store beside it that has a mark, or is new in the place of one that has.
  if (wallet === undefined)
    return store === undefined ? { standing: 'unmarked' } : { standing: 'older', behind: 'wallet' }
  const own = wallet.doc
  const isSeen = seen?.generation === own.generation
  const facts = isSeen ? factsOf(own) : { ...factsOf(own), ...unseenFacts(own) }
  const older = (behind: Standing['behind']) => ({ standing: 'older', behind, ...facts }) as const
  if (store !== undefined && store.homeId !== own.homeId) return older('files')
  if (store !== undefined && isBehind(own, store)) return older('wallet')
  if (seen !== undefined && isBehind(own, seen)) return older('home')
  // Also where it is another one: that was not copied from the store of before, or was made anew in its place.
  const counted = of === undefined ? undefined : own.store
  if (counted !== undefined && (store?.counter ?? 0) < counted) return older('store')
  return { standing: isSeen ? 'current' : 'unmarked', ...facts }
}

function factsOf({ generation, changes = [], adoptedAt, unseenUntil }: Mark) {
  return { generation, changes, adoptedAt, unseenUntil }
}

/** Of a home that this machine has not seen since its last change: it may have gone on from there. */
function unseenFacts({ generation, changes = [] }: Mark) {
  return { generation: undefined, changes: [...changes, { after: generation, doubt: 'unseen' } as const] }
}

/** True where somebody counted further, or counted the same from another copy. */
function isBehind(own: Mark, seen: Mark): boolean {
  return seen.counter > own.counter || (seen.counter === own.counter && seen.stamp !== own.stamp)
}

function nextMark({ ids, clock }: PayPlace, { wallet, store, seen }: Marks, act: Act, found: Standing): Mark {
  const own = wallet?.doc ?? store
  const stamp = ids.create('mark_')
  const isNew = own === undefined || act !== 'pay' || found.standing === 'unmarked'
  // A first payment changes nothing: what the home did before, in versions without a mark, nobody counted.
  const isFirst = own === undefined && act === 'pay'
  const doubt = isFirst || !isNew ? undefined : doubtSince(act, found)
  const change = { after: own?.generation ?? '', ...defined({ doubt }) }
  const changes = isFirst || !isNew ? own?.changes : withChange(own?.changes ?? [], change)
  const nowIso = new Date(clock.now()).toISOString()
  return {
    homeId: own?.homeId ?? ids.create('home_'),
    generation: isNew ? stamp : own.generation,
    counter: Math.max(own?.counter ?? 0, store?.counter ?? 0, seen?.counter ?? 0) + (act === 'restore' ? 2 : 1),
    stamp,
    ...defined({
      changes,
      adoptedAt: doubt === 'elsewhere' ? nowIso : own?.adoptedAt,
      unseenUntil: doubt === 'unseen' ? nowIso : own?.unseenUntil,
    }),
  }
}

/** What is open to doubt of a home's runs once it went on like this. */
function doubtSince(act: Act, { standing, behind, generation }: Standing): HomeDoubt | undefined {
  // A store that lost something leaves the wallet's file what it was.
  const isOlder = standing === 'older' && behind !== 'store'
  if (act === 'adopt' ? behind !== 'store' : isOlder) return 'elsewhere'
  return act === 'restore' || generation === undefined ? 'unseen' : undefined
}

/** Removes the marks of this place's home that cannot be read: it begins another one. */
export async function removeDamagedMarks({ place, wallet }: Pick<MarkParts, 'place' | 'wallet'>): Promise<void> {
  const store = await openStoreMarks(place)
  const own = await readStored(wallet).catch(() => wallet.delete(MARK_KEY))
  if (store !== undefined) await removeDamagedStoreMark(store, own?.doc.homeId)
}

/** @throws WALLET_REFUSED where others can write the file, STORE_UNUSABLE where it cannot be read, Error where it is damaged */
async function readSeen(place: PayPlace, homeId: string): Promise<Mark | undefined> {
  const path = seenPath(place, homeId)
  const text = await privateFiles.read(path)
  if (text === undefined) return undefined
  const mark = readMark(parseJson(text))
  if (mark?.homeId === homeId && mark.counter < MOST_SEEN) return mark
  throw new Error(`${path} is damaged; the next payment writes it anew`)
}

/** Tries whether this machine can keep what it sees of homes. @throws where it cannot */
export async function verifyStateHome(place: PayPlace): Promise<void> {
  const release = await lockHomes(place)
  release()
}

/** @throws where this machine cannot keep it */
async function writeSeen(place: PayPlace, mark: Mark): Promise<void> {
  await replacePrivateFile(seenPath(place, mark.homeId), `${JSON.stringify(mark)}\n`)
}

/** Of two copies of a home on one machine, one goes on at a time. @throws where the lock is held for too long */
async function lockHomes({ stateHome, clock }: PayPlace): Promise<() => void> {
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

function seenPath({ stateHome }: PayPlace, homeId: string): string {
  return join(stateHome, HOMES, `${homeId}.json`)
}

function wentOnElsewhere(): SwapError {
  return new SwapError('OUTCOME_UNKNOWN', 'Another copy of this home went further than this one meanwhile', {
    reason: 'older-home',
    funds: 'unknown',
    hint: 'Nothing more was signed here. Go on with that copy; what this one has open: swapcli resume --list',
  })
}
