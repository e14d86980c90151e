import { existsSync } from 'node:fs'
import type { DocumentStore } from '../../core/ports.ts'
import { refuseForeignStore } from '../../io/index.ts'
import { openStore } from '../../store/index.ts'
import { databaseOf, type PayPlace } from '../place.ts'
import { storeFile } from '../wallet-file.ts'
import { type Mark, MARK_KEY, readStored, writeMark } from './stored-mark.ts'

/*
 * The marks of homes in a store. A file is the store of one home, and has its mark under one key: another home's says that the
 * two files do not belong together. A database is the store of any number of homes, on any machines: each has its mark under
 * a key of its own, so that none takes what another one did for a loss, and an older copy of a home is told from it on every
 * machine. A mark under the other key came with a copy of the store.
 */

/** Where the marks of homes are in a store. */
export interface StoreMarks {
  readonly documents: DocumentStore
  /** The id of a database; undefined for a file of the home. */
  readonly id: string | undefined
}

/** The marks in the store of this place; undefined where there is none, and where a server keeps it. @throws STORE_UNUSABLE SERVICE_UNAVAILABLE */
export async function openStoreMarks(place: PayPlace): Promise<StoreMarks | undefined> {
  const database = await databaseOf(place)
  if (database !== undefined) return { documents: database.store.documents, id: database.id }
  const path = storeFile(place.home, place.network)
  if (place.api !== undefined || !existsSync(path)) return undefined
  const store = await openStore({ path, mustExist: true, verify: refuseForeignStore, now: () => place.clock.now() })
  place.onEnd(() => store.close())
  return { documents: store.documents, id: undefined }
}

/**
 * The mark of a home in a store.
 * @param homeId undefined where the home has none: then only a file has one that is of it
 * @throws STORE_UNUSABLE for one that cannot be read
 */
export async function readStoreMark(
  { documents, id }: StoreMarks,
  homeId: string | undefined,
): Promise<Mark | undefined> {
  const plain = (await readStored(documents))?.doc
  if (homeId === undefined) return id === undefined ? plain : undefined
  const keyed = (await readStored(documents, ownKey(homeId)))?.doc
  const [own, other] = [plain, keyed].filter((mark) => mark?.homeId === homeId)
  if (own === undefined) return id === undefined ? plain : undefined
  return other !== undefined && other.counter > own.counter ? other : own
}

/**
 * Brings the home's mark in a store to this one, unless another process, or another copy of the home, has brought it as far.
 * @returns the one that stands there
 */
export async function raiseStoreMark({ documents, id }: StoreMarks, mark: Mark): Promise<Mark> {
  const key = id === undefined ? MARK_KEY : ownKey(mark.homeId)
  for (;;) {
    const found = await readStored(documents, key)
    if (found?.doc.homeId === mark.homeId && found.doc.counter >= mark.counter) return found.doc
    if (await documents.put(key, writeMark(mark), found?.version ?? 0)) return mark
  }
}

/** Removes the marks of a home in a store that cannot be read. @param homeId undefined where it is not known */
export async function removeDamagedStoreMark({ documents, id }: StoreMarks, homeId: string | undefined): Promise<void> {
  const keys = [...(id === undefined ? [MARK_KEY] : []), ...(homeId === undefined ? [] : [ownKey(homeId)])]
  for (const key of keys) await readStored(documents, key).catch(() => documents.delete(key))
}

function ownKey(homeId: string): string {
  return `${MARK_KEY}:${homeId}`
}
