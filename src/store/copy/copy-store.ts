import { existsSync } from 'node:fs'
import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { countText } from '../../core/text/count-text.ts'
import { forgetMarker } from '../sqlite/store-file.ts'
import { type CopyDatabaseOptions, openPostgresSource } from './postgres-source.ts'
import { openPostgresPlace } from './postgres-target.ts'
import {
  COPIED,
  type CopiedCollection,
  isDamaged,
  type RowPlace,
  ROWS_AT_A_TIME,
  type StoreReader,
  type SummedRow,
} from './rows.ts'
import { type CopyFileOptions, openSqliteSource } from './sqlite-source.ts'
import { openSqlitePlace } from './sqlite-target.ts'
import { type CollectionSum, DAMAGED_SUM, readSums, sumUp } from './sums.ts'
import type { CopySource, CopyTarget, TargetPlace } from './target.ts'

/** A store: a file, or the schema of a network in a database. */
export type StorePlace =
  ({ readonly kind: 'file' } & CopyFileOptions) | ({ readonly kind: 'database' } & CopyDatabaseOptions)

export interface CopyOptions {
  readonly from: StorePlace
  readonly to: StorePlace
  /** Damaged rows that stay behind, as they are named: `transactions:tx_1`. */
  readonly leave: ReadonlySet<string>
  /** When a file that is used already is set aside, as its new name says it. @default it is not, and the copy is refused */
  readonly asideStamp?: string | undefined
  /** Told how far it is. */
  readonly onProgress: (progress: CopyProgress) => void
  readonly signal: AbortSignal
}

/** How far a copy is with one collection. */
export interface CopyProgress {
  readonly step: 'copy' | 'compare' | 'finish'
  readonly collection?: CopiedCollection
  /** Rows that are done, and all of them as they were counted. */
  readonly rows?: number
  readonly total?: number
}

/** What a copy came to. */
export interface CopyResult {
  /** Names of the stores. */
  readonly from: string
  readonly to: string
  /** `there` where the other store was the same already, and nothing was written. */
  readonly outcome: 'copied' | 'there'
  /** What both hold, as it was compared. */
  readonly collections: Readonly<Record<CopiedCollection, CollectionSum>>
  /** Damaged rows that stayed behind. */
  readonly left: readonly string[]
  /** The name under which the file is kept that was there before. */
  readonly setAside?: string
}

/** What would be copied. */
export interface CopyPlan {
  readonly from: string
  readonly to: string
  /** What stands where the copy is to be made. */
  readonly target: 'unused' | 'unfinished' | 'used' | 'set-aside'
  readonly rows: Readonly<Record<CopiedCollection, number>>
}

/** How often it is begun again where the store was written to meanwhile. */
const MOST_ROUNDS = 3

/**
 * Copies a store into another one that holds nothing. Ended at any moment and begun again, it goes on where it was; until it is
 * whole, nobody uses the copy.
 * @throws SERVICE_UNAVAILABLE while one of them is in use, STORE_UNUSABLE for damage and for what cannot be used, USAGE where the
 * other one holds something else, INTERRUPTED
 */
export async function copyStore(options: CopyOptions): Promise<CopyResult> {
  const { to } = options
  // That there was a file is no reason to refuse one that takes its place.
  if (options.asideStamp !== undefined && to.kind === 'file' && !existsSync(to.path)) forgetMarker(to.path)
  return withBoth(options, async (source, place) => {
    const first = await place.find()
    const { asideStamp } = options
    const setAside = first.kind === 'used' && asideStamp !== undefined ? await place.setAside?.(asideStamp) : undefined
    const found = setAside === undefined ? first : ({ kind: 'unused' } as const)
    if (found.kind === 'used') return requireSame(source, place, options)
    refuseOther(source, place, found)
    const target = await place.open(source.mark)
    const left = new Set<string>()
    let before: Sums | undefined
    for (let round = 1; ; round += 1) {
      for (const collection of COPIED) await copyCollection(source.reader, target, collection, left, options)
      refuseDamaged(source, left, options.leave)
      const compared = await source.hold(async (reader) => {
        const sums = await compare(reader, target.reader, left, options)
        if (sums.differing.length === 0) {
          options.onProgress({ step: 'finish' })
          await target.finish()
        }
        return sums
      })
      const { differing, collections } = compared
      if (differing.length === 0) {
        const { name: from } = source.mark
        return { from, to: place.name, outcome: 'copied', collections, left: [...left], ...defined({ setAside }) }
      }
      if (before !== undefined && isSame(before, collections)) throw faultyCopy(place.name, differing)
      if (round === MOST_ROUNDS) throw changingSource(source.mark.name, differing)
      before = collections
    }
  })
}

/** What `copyStore` would copy; writes nothing. @throws as it does */
export async function planCopy(options: Pick<CopyOptions, 'from' | 'to' | 'asideStamp'>): Promise<CopyPlan> {
  return withBoth(options, async (source, place) => {
    const found = await place.find()
    if (found.kind !== 'used') refuseOther(source, place, found)
    const rows = await countAll(source.reader)
    const isSetAside = found.kind === 'used' && options.asideStamp !== undefined && place.setAside !== undefined
    if (found.kind === 'used' && !isSetAside) await refuseDifferentCounts(rows, place)
    return { from: source.mark.name, to: place.name, target: isSetAside ? 'set-aside' : found.kind, rows }
  })
}

async function withBoth<T>(
  { from, to }: Pick<CopyOptions, 'from' | 'to'>,
  work: (source: CopySource, place: TargetPlace) => Promise<T>,
): Promise<T> {
  const source = await (from.kind === 'file' ? openSqliteSource(from) : openPostgresSource(from))
  try {
    const place = await (to.kind === 'file' ? openSqlitePlace(to) : openPostgresPlace(to))
    try {
      return await work(source, place)
    } finally {
      await place.close()
    }
  } finally {
    await source.close()
  }
}

type Sums = Readonly<Record<CopiedCollection, CollectionSum>>

function isSame(a: Sums, b: Sums): boolean {
  return COPIED.every((name) => a[name].digest === b[name].digest && a[name].rows === b[name].rows)
}

async function copyCollection(
  reader: StoreReader,
  target: CopyTarget,
  collection: CopiedCollection,
  left: Set<string>,
  options: CopyOptions,
): Promise<void> {
  const total = await reader.count(collection)
  const after = collection === 'events' ? await findEventsEnd(reader, target, left) : { place: undefined, rows: 0 }
  const rows = await copyRows(
    reader,
    target,
    collection,
    after,
    (done) => {
      if (options.signal.aborted) throw stoppedCopy()
      options.onProgress({ step: 'copy', collection, rows: done, total })
    },
    left,
  )
  const held = await target.reader.count(collection)
  if (held === rows) return
  // Of what was there before, something is gone from the store.
  if (collection === 'transactions') throw otherSource(target.reader.name)
  await target.clear(collection)
  await copyRows(reader, target, collection, { place: undefined, rows: 0 }, () => undefined, left)
}

/** A place in a collection, and how many whole rows come before it. */
interface Reached {
  readonly place: RowPlace | undefined
  readonly rows: number
}

/** @returns how many rows the copy should have */
async function copyRows<C extends CopiedCollection>(
  reader: StoreReader,
  target: CopyTarget,
  collection: C,
  from: Reached,
  tell: (rows: number) => void,
  left: Set<string>,
): Promise<number> {
  let { rows } = from
  let next = reader.rows(collection, from.place)
  for (;;) {
    const page = await next
    const last = page.at(-1)
    const isEnd = last === undefined || page.length < ROWS_AT_A_TIME
    // Read while the page is written.
    if (!isEnd) {
      next = reader.rows(collection, last.place)
      next.catch(() => undefined)
    }
    const whole = page.flatMap((row) => (isDamaged(row) ? [] : [row]))
    for (const row of page) if (isDamaged(row)) left.add(leftName(collection, row.damagedId))
    const refused = whole.length === 0 ? [] : await target.put[collection](whole)
    for (const id of refused) left.add(leftName(collection, id))
    rows += whole.length - refused.length
    tell(rows)
    if (isEnd) return rows
  }
}

/** Up to where the events of a copy are those of the store; where one is another, it begins anew. */
async function findEventsEnd(reader: StoreReader, target: CopyTarget, left: Set<string>): Promise<Reached> {
  const start: Reached = { place: undefined, rows: 0 }
  const held = flatten(readSums(target.reader, 'events', () => false))
  const stored = flatten(readWholeEvents(reader, left))
  let reached = start
  for await (const copied of held) {
    const { value: row, done } = await stored.next()
    if (done === true || row.sum !== copied.sum) {
      await target.clear('events')
      return start
    }
    reached = { place: row.place, rows: reached.rows + 1 }
  }
  if (reached.rows === 0) await target.numberEvents(await reader.lastEvent())
  return reached
}

/** The events of a store that are copied. @param left gets the names of those that are damaged */
async function* readWholeEvents(reader: StoreReader, left: Set<string>): AsyncGenerator<readonly SummedRow[]> {
  for await (const page of readSums(reader, 'events', () => false)) {
    for (const { id, sum } of page) if (sum === DAMAGED_SUM) left.add(leftName('events', id))
    yield page.filter(({ sum }) => sum !== DAMAGED_SUM)
  }
}

async function* flatten<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, undefined> {
  for await (const page of pages) yield* page
  return undefined
}

interface Compared {
  /** What the store holds that is copied. */
  readonly collections: Sums
  readonly differing: readonly CopiedCollection[]
}

async function compare(
  source: StoreReader,
  copy: StoreReader,
  left: ReadonlySet<string>,
  { onProgress, signal }: Pick<CopyOptions, 'onProgress' | 'signal'>,
): Promise<Compared> {
  const differing: CopiedCollection[] = []
  const found: (readonly [CopiedCollection, CollectionSum])[] = []
  for (const collection of COPIED) {
    if (signal.aborted) throw stoppedCopy()
    onProgress({ step: 'compare', collection })
    const [own, other] = await Promise.all([
      sumUp(source, collection, (id) => left.has(leftName(collection, id))),
      sumUp(copy, collection),
    ])
    if (own.digest !== other.digest || own.rows !== other.rows) differing.push(collection)
    found.push([collection, own])
  }
  return { differing, collections: byCollection(found) }
}

function byCollection<T>(entries: readonly (readonly [CopiedCollection, T])[]): Readonly<Record<CopiedCollection, T>> {
  return Object.fromEntries(entries) as Record<CopiedCollection, T>
}

async function countAll(reader: StoreReader): Promise<Readonly<Record<CopiedCollection, number>>> {
  const counts = []
  for (const collection of COPIED) counts.push([collection, await reader.count(collection)] as const)
  return byCollection(counts)
}

/** A copy that was finished before is the same store: nothing is to be done. @throws USAGE for any other */
async function requireSame(source: CopySource, place: TargetPlace, options: CopyOptions): Promise<CopyResult> {
  await refuseDifferentCounts(await countAll(source.reader), place, options.leave.size)
  return source.hold((reader) =>
    place.read(async (other) => {
      const { differing, collections } = await compare(reader, other, options.leave, options)
      if (differing.length > 0) throw usedTarget(place, `its ${differing.join(', ')} are others`)
      const { name: from } = source.mark
      return { from, to: place.name, outcome: 'there' as const, collections, left: [...options.leave] }
    }),
  )
}

async function refuseDifferentCounts(
  wanted: Readonly<Record<CopiedCollection, number>>,
  place: TargetPlace,
  left = 0,
): Promise<void> {
  const held = await place.read(countAll)
  const isOther = COPIED.some((name) => held[name] > wanted[name] || held[name] < wanted[name] - left)
  if (isOther)
    throw usedTarget(
      place,
      `${countText(held.transactions, 'transaction')} and ${countText(held.locks, 'lock')} are in it`,
    )
}

/** @throws USAGE where what stands there is an unfinished copy of another store */
function refuseOther(
  { mark }: CopySource,
  { name }: TargetPlace,
  found: Exclude<Awaited<ReturnType<TargetPlace['find']>>, { readonly kind: 'used' }>,
): void {
  if (found.kind === 'unused' || found.mark === undefined || found.mark.source === mark.source) return
  throw new SwapError('USAGE', `${name} is an unfinished copy of ${found.mark.name}, and not of ${mark.name}`, {
    hint: `Nothing was changed. Finish that one first: swapcli store copy ${found.mark.name} …, or remove it and begin anew`,
  })
}

function usedTarget({ name, setAside }: TargetPlace, what: string): SwapError {
  const another = 'Nothing was changed. Name a new file or an empty database'
  return new SwapError('USAGE', `${name} is a store that is used already: ${what}`, {
    hint: setAside === undefined ? another : `${another}, or keep the old file under another name: --aside`,
  })
}

function refuseDamaged({ mark }: CopySource, left: ReadonlySet<string>, leave: ReadonlySet<string>): void {
  const damaged = [...left].filter((name) => !leave.has(name))
  if (damaged.length === 0) return
  const [first = '', ...more] = damaged
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  throw new SwapError('STORE_UNUSABLE', `In ${mark.name} ${first}${others} is damaged: the copy is not finished.`, {
    funds: 'unknown',
    hint: 'Restore a backup, or leave behind what is damaged: it will be missing, and the copy goes on where it was',
    accept: damaged.flatMap((name) => ['--leave', name]),
  })
}

function faultyCopy(name: string, differing: readonly string[]): SwapError {
  return new SwapError(
    'STORE_UNUSABLE',
    `The copy ${name} is not what was written to it: ${differing.join(', ')} differ.`,
    {
      hint: 'Check the disk of the copy, remove it and begin anew',
    },
  )
}

function changingSource(name: string, differing: readonly string[]): SwapError {
  return new SwapError(
    'SERVICE_UNAVAILABLE',
    `${name} is written to while it is copied: ${differing.join(', ')} differ.`,
    {
      reason: 'store-busy',
      hint: 'Stop every server and command that uses it, then run the same again: it goes on where it was',
    },
  )
}

function otherSource(name: string): SwapError {
  return new SwapError('STORE_UNUSABLE', `The unfinished copy ${name} has transactions that the store lacks.`, {
    funds: 'unknown',
    hint: 'The store is an older one than the copy was begun of, or has lost something. Look at it; to begin anew, remove the copy',
  })
}

function stoppedCopy(): SwapError {
  return new SwapError('INTERRUPTED', 'Stopped; the copy is not finished', {
    hint: 'Run the same again: it goes on where it was',
  })
}

function leftName(collection: CopiedCollection, id: string): string {
  return `${collection}:${id}`
}
