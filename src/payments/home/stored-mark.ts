import { isSwapError, restate, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { worstDoubt } from '../../core/home-doubt.ts'
import { isRecord } from '../../core/is-record.ts'
import type { DocumentStore, HomeChange, Json, Versioned } from '../../core/ports.ts'

/*
 * The mark of a home as it is kept, in its files and in the state folder. Each change of whoever goes on with the home ends a
 * generation; a run notes that of its beginning, so that no clock has to tell which runs a change came after.
 */

/** Key of the mark in the wallet's file and in the store. */
export const MARK_KEY = 'home'

/** The mark of the files of one network. */
export interface Mark {
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
  /** In the wallet's file: the id of the database that was that store. @default a file of the home */
  readonly storeId?: string
  /** How its generations ended, oldest first, the newest `MOST_CHANGES`. @default none is known: a version before kept none */
  readonly changes?: readonly HomeChange[]
  /** ISO 8601; when this copy, an older one, was made the current one. */
  readonly adoptedAt?: string
  /** ISO 8601; until when it may have gone on where this machine did not see it. */
  readonly unseenUntil?: string
}

/** The mark in a file of small documents. @throws STORE_UNUSABLE for one that this version cannot read */
export async function storedMark(documents: DocumentStore): Promise<Mark | undefined> {
  return (await readStored(documents))?.doc
}

/** The generation that a run which is written now belongs to; undefined without a mark that can be read. */
export async function generationOf(documents: DocumentStore): Promise<string | undefined> {
  try {
    return (await storedMark(documents))?.generation
  } catch (error) {
    if (!isSwapError(error)) throw error
    return undefined
  }
}

/** How many changes of a home its mark names. */
const MOST_CHANGES = 50

/** The changes of a home after one more. What is too many for the list is told as one, by the worst of it. */
export function withChange(changes: readonly HomeChange[], next: HomeChange): readonly HomeChange[] {
  const all = [...changes, next]
  if (all.length <= MOST_CHANGES) return all
  const count = all.length - MOST_CHANGES + 1
  return [{ after: '', ...defined({ doubt: worstDoubt(all.slice(0, count)) }) }, ...all.slice(count)]
}

/** The mark among small documents, with the version of that. @param key where it is @throws STORE_UNUSABLE */
export async function readStored(documents: DocumentStore, key = MARK_KEY): Promise<Versioned<Mark> | undefined> {
  const found = await documents.get(key).catch((error: unknown) => {
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

/** A mark of any version; undefined for what is none. */
export function readMark(value: unknown): Mark | undefined {
  if (!isRecord(value)) return undefined
  const { homeId, generation, counter, stamp, store, storeId, changes, adoptedAt, unseenUntil } = value
  // It becomes the name of a file.
  if (typeof homeId !== 'string' || !/^home_[0-9a-z]{1,40}$/.test(homeId)) return undefined
  if (typeof generation !== 'string' || typeof stamp !== 'string') return undefined
  if (!isCounter(counter) || (store !== undefined && !isCounter(store))) return undefined
  if (storeId !== undefined && typeof storeId !== 'string') return undefined
  if (adoptedAt !== undefined && typeof adoptedAt !== 'string') return undefined
  if (unseenUntil !== undefined && typeof unseenUntil !== 'string') return undefined
  if (changes !== undefined && !isChanges(changes)) return undefined
  return { ...{ homeId, generation, counter, stamp }, ...defined({ store, storeId, changes, adoptedAt, unseenUntil }) }
}

/** A mark for JSON storage. */
export function writeMark({ changes, ...mark }: Mark): Json {
  return { ...mark, ...defined({ changes: changes?.map((change) => ({ ...change })) }) }
}

function isChanges(value: unknown): value is readonly HomeChange[] {
  return Array.isArray(value) && value.every(isChange)
}

function isChange(value: unknown): value is HomeChange {
  if (!isRecord(value) || typeof value['after'] !== 'string') return false
  return value['doubt'] === undefined || value['doubt'] === 'elsewhere' || value['doubt'] === 'unseen'
}

/** The most payments that a home counts: what says more is damaged, and none follows it. */
const MOST_COUNTED = 2 ** 48

/** The most that this machine believes to have seen of a home: whoever accepts that counts on from it. */
export const MOST_SEEN = MOST_COUNTED - 2 ** 32

function isCounter(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < MOST_COUNTED
}
