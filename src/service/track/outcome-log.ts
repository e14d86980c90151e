import type { Delivery } from '../../core/api/documents.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { exactOptional, hasShape, list, number, object, type ShapeOf, text, word, yes } from '../../core/api/shape.ts'
import { compare } from '../../core/compare.ts'
import {
  deliveryOf,
  END_STATUSES,
  keepNewest,
  MOST_OUTCOMES,
  outcomeOf,
  type EndedSwap,
} from '../../core/delivery/outcomes.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import type { EventCursor, JournalEntry } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'
import { readNote } from '../providers/read-note.ts'
import { repeatInBackground } from '../repeat.ts'

/*
 * How the newest swaps of every provider ended, made of the journal: each reading looks at what was noted since the last one,
 * so that it costs the same however many swaps there are. A store that an earlier version filled, or whose journal no longer
 * reaches back so far, is looked through once.
 */

/** How the newest swaps of every provider ended. */
export interface OutcomeLog {
  /** What each provider promised and delivered, by key; of swaps that ended until now. */
  read(): Promise<readonly Delivery[]>
  /** Resolves when nothing is written any more. What was not kept is read again another time. */
  close(): Promise<void>
}

const KEY = 'outcomes'
/** Swaps that are read before they are kept: whoever begins anew reads them again. */
const SAVE_EVERY = 25
/** Events that are read at a time. */
const EVENTS_AT_ONCE = 200
/** Transactions that are read at a time, where a store is looked through: some milliseconds. */
const RECORDS_AT_ONCE = 50
/** Most that are looked through, newest first. */
const MOST_RECORDS = 10_000

/** Pause between two readings in the background, in milliseconds. */
const PAUSE_MS = 60_000

/** Outcomes of each provider, up to a place in the journal. */
interface Kept {
  readonly cursor: EventCursor
  /** By provider and oldest first. */
  readonly outcomes: ReadonlyMap<string, readonly EndedSwap[]>
}

const documentShape = object({
  cursor: text(),
  outcomes: list(
    object({
      ...{ id: text(), provider: text(), src: text(), dst: text(), status: word(END_STATUSES) },
      ...{ endedMs: number(), tookSec: number(), estimatedSec: number() },
      ...{ tenthBps: exactOptional(number()), isBelowLeast: exactOptional(yes()), costUsd: exactOptional(text()) },
    }),
  ),
})
type KeptDocument = ShapeOf<typeof documentShape>

export function createOutcomeLog({ store, nextTurn }: Pick<ServiceContext, 'store' | 'nextTurn'>): OutcomeLog {
  let kept: Kept | undefined
  /** The figures of the outcomes that they were made of last. */
  let told: { readonly of: Kept['outcomes']; readonly deliveries: readonly Delivery[] } | undefined
  let unsaved = 0
  let turn: Promise<unknown> = Promise.resolve()
  let saving: Promise<void> = Promise.resolve()

  const load = async (): Promise<Kept> => {
    const doc = (await readNote(store, KEY))?.doc
    if (!hasShape(documentShape, doc)) return build()
    // A store that was copied has another journal.
    if ((await store.events.find(doc.cursor)) === 'elsewhere') return build()
    return { cursor: doc.cursor, outcomes: groupByProvider(doc.outcomes.flatMap(knownOutcome)) }
  }

  const build = async (): Promise<Kept> => {
    // Before the transactions: what ends meanwhile is read twice, and counts once.
    const { newest } = await store.events.bounds()
    const { byProvider } = await store.transactions.stats({ statuses: END_STATUSES })
    const lacking = new Map(byProvider.map(({ provider, total }) => [provider, Math.min(total, MOST_OUTCOMES)]))
    const found: EndedSwap[] = []
    for (let page = 1; page * RECORDS_AT_ONCE <= MOST_RECORDS && lacking.size > 0; page += 1) {
      const { items, damaged = [] } = await store.transactions.list({ statuses: END_STATUSES }, page, RECORDS_AT_ONCE)
      for (const outcome of items.flatMap((record) => outcomeOf(record) ?? [])) {
        found.push(outcome)
        const left = (lacking.get(outcome.provider) ?? 0) - 1
        if (left <= 0) lacking.delete(outcome.provider)
        else lacking.set(outcome.provider, left)
      }
      if (items.length + damaged.length === 0) break
      await nextTurn()
    }
    unsaved = found.length === 0 ? 0 : SAVE_EVERY
    return { cursor: newest, outcomes: groupByProvider(found) }
  }

  const catchUp = async (): Promise<Kept> => {
    let now = kept ?? (await load())
    let isBuilt = false
    for (;;) {
      const entries = await store.events.since(now.cursor, EVENTS_AT_ONCE)
      if (!isBuilt && entries.some(({ missing }) => missing !== undefined)) {
        now = await build()
        isBuilt = true
        continue
      }
      now = await advance(now, entries)
      // What follows fails, and this is known.
      kept = now
      if (entries.length < EVENTS_AT_ONCE) return now
      await nextTurn()
    }
  }

  const advance = async (before: Kept, entries: readonly JournalEntry[]): Promise<Kept> => {
    const cursor = entries.at(-1)?.cursor
    if (cursor === undefined) return before
    const ids = new Set([...before.outcomes.values()].flat().map(({ id }) => id))
    const touched = new Set(
      entries.flatMap(({ event }) => {
        const { type, transactionId } = event ?? {}
        return transactionId !== undefined && (type === 'transaction.final' || ids.has(transactionId))
          ? [transactionId]
          : []
      }),
    )
    if (touched.size === 0) return { ...before, cursor }
    const records = (await store.transactions.getMany([...touched])).map(({ doc }) => doc)
    unsaved += touched.size
    return { cursor, outcomes: withOutcomes(before.outcomes, records) }
  }

  const save = async (): Promise<void> => {
    if (kept === undefined || unsaved < SAVE_EVERY) return
    unsaved = 0
    const { cursor, outcomes } = kept
    const document: KeptDocument = { cursor, outcomes: [...outcomes.values()].flat() }
    // What another process has written is as good: each goes on from its place.
    await store.documents.put(KEY, document, (await readNote(store, KEY))?.version ?? 0)
  }

  return {
    read: async () => {
      // One after the other: each knows what ended before it was asked.
      const reading = turn.then(catchUp)
      turn = reading.catch(() => undefined)
      const { outcomes } = await reading
      // In the background: no answer waits for the disk.
      saving = saving.then(save).catch((error: unknown) => {
        if (!isSwapError(error)) throw error
      })
      if (told?.of !== outcomes) {
        const ordered = [...outcomes].sort(([a], [b]) => compare(a, b))
        told = { of: outcomes, deliveries: ordered.map(([provider, own]) => deliveryOf(provider, own)) }
      }
      return told.deliveries
    },
    close: () => saving,
  }
}

/**
 * Reads in the background what providers promised and delivered, so that no answer waits for the swaps that ended before it: of a
 * store that nobody has asked for that yet, these may be thousands.
 * @returns stops it
 */
export function startDeliveries(
  context: Pick<ServiceContext, 'readDeliveries' | 'clock' | 'onError'>,
): () => Promise<void> {
  return repeatInBackground(context, () => context.readDeliveries().then(() => PAUSE_MS), PAUSE_MS)
}

/** None for one with a status that a later version has added. */
function knownOutcome({ status, ...outcome }: KeptDocument['outcomes'][number]): readonly EndedSwap[] {
  const known = END_STATUSES.find((one) => one === status)
  return known === undefined ? [] : [{ ...outcome, status: known }]
}

function groupByProvider(outcomes: readonly EndedSwap[]): ReadonlyMap<string, readonly EndedSwap[]> {
  const groups = new Map<string, EndedSwap[]>()
  for (const outcome of outcomes) {
    const own = groups.get(outcome.provider)
    if (own === undefined) groups.set(outcome.provider, [outcome])
    else own.push(outcome)
  }
  return new Map([...groups].map(([provider, own]) => [provider, keepNewest(own)]))
}

/** The outcomes with those of some transactions as they are now; one that has not ended any more has none. */
function withOutcomes(
  before: Kept['outcomes'],
  records: readonly TransactionRecord[],
): ReadonlyMap<string, readonly EndedSwap[]> {
  const changed = new Set(records.map(({ id }) => id))
  const others = [...before.values()].flat().filter(({ id }) => !changed.has(id))
  return groupByProvider([...others, ...records.flatMap((record) => outcomeOf(record) ?? [])])
}
