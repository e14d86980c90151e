import { isRecord } from '../is-record.ts'
import type { Clock, DocumentStore, Json } from '../ports.ts'
import { isOver } from '../stored-time.ts'
import { LONGEST_RETRY_AFTER_MS } from '../text/retry-after.ts'
import type { NodeFailure } from './json-rpc.ts'

/* Which nodes failed lately, so that others are asked first; kept for the commands to come. */

/** What is remembered of a node that failed. */
interface NodeHealth {
  /** Failures in a row. */
  readonly failures: number
  /** Epoch milliseconds until which others are asked. */
  readonly untilMs: number
}

/** Keeps the health of a chain's public nodes. Own nodes are not kept: their URLs may hold keys. */
export interface HealthRecord {
  /** By URL; nothing where the record cannot be read. */
  read(): Promise<ReadonlyMap<string, NodeHealth>>
  /** Keeps the health of a node, `undefined` for one that answers again; what cannot be kept is lost. */
  write(url: string, health: NodeHealth | undefined): void
  /** Resolves when everything is kept, or lost. */
  written(): Promise<void>
}

/** The health of a chain's nodes. */
export interface NodeHealths {
  /** Reads what is kept, for a moment at most. */
  load(): Promise<void>
  /** Epoch milliseconds until which others are asked first; 0 for a node that answers. */
  pausedUntilMs(url: string): number
  noteAnswer(url: string): void
  noteFailure(url: string, failure: NodeFailure): void
}

/** Longest wait for the record, in milliseconds. */
const LOAD_MS = 250
/** First and longest pause after a failure, in milliseconds; each is twice the last. */
const PAUSE_MS = { first: 5_000, longest: 300_000 } as const
/** The same after a limit without Retry-After. */
const LIMIT_MS = { first: 2_000, longest: 60_000 } as const

/** How far ahead the end of a pause is written at most, in milliseconds. */
const LONGEST_PAUSE_MS = Math.max(PAUSE_MS.longest, LIMIT_MS.longest, LONGEST_RETRY_AFTER_MS)

/** @param record absent where nothing is kept */
export function createNodeHealths(clock: Clock, record: HealthRecord | undefined): NodeHealths {
  const known = new Map<string, NodeHealth>()
  const isPaused = (untilMs: number) => !isOver(untilMs, clock.now(), LONGEST_PAUSE_MS)
  let loading: Promise<void> | undefined
  const load = async () => {
    const stop = new AbortController()
    const late = clock.sleep(LOAD_MS, stop.signal).catch(() => undefined)
    const read = record?.read().then(
      (kept) => kept.forEach((health, url) => (known.has(url) ? undefined : known.set(url, health))),
      () => undefined,
    )
    await Promise.race([read, late])
    stop.abort()
  }
  return {
    load: () => (loading ??= record === undefined ? Promise.resolve() : load()),
    pausedUntilMs: (url) => {
      const untilMs = known.get(url)?.untilMs ?? 0
      return isPaused(untilMs) ? untilMs : 0
    },
    noteAnswer: (url) => {
      if (known.delete(url)) record?.write(url, undefined)
    },
    noteFailure: (url, failure) => {
      const before = known.get(url)
      // Requests that were sent together fail together.
      if (before !== undefined && isPaused(before.untilMs)) return
      const failures = (before?.failures ?? 0) + 1
      const health = { failures, untilMs: clock.now() + pauseAfter(failure, failures) }
      known.set(url, health)
      record?.write(url, health)
    },
  }
}

function pauseAfter({ code, retryAfterSec }: NodeFailure, failures: number): number {
  if (retryAfterSec !== undefined) return Math.min(retryAfterSec * 1000, LONGEST_RETRY_AFTER_MS)
  const { first, longest } = code === 'rate_limited' ? LIMIT_MS : PAUSE_MS
  return Math.min(first * 2 ** (failures - 1), longest)
}

/**
 * Keeps the health of a chain's nodes as one small document.
 * @param open the file; one that cannot be read or written stops nothing
 */
export function createHealthRecord(open: () => Promise<DocumentStore>, chainKey: string): HealthRecord {
  const key = `nodes:${chainKey}`
  let writing: Promise<void> = Promise.resolve()
  let isLost = false
  const change = async (url: string, health: NodeHealth | undefined): Promise<void> => {
    const documents = await open()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const found = await documents.get(key)
      const { [url]: _, ...others } = isRecord(found?.doc) ? found.doc : {}
      const next: Json = health === undefined ? others : { ...others, [url]: { ...health } }
      if (await documents.put(key, next, found?.version ?? 0)) return
    }
  }
  return {
    read: async () => {
      const found = await (await open()).get(key)
      return new Map(Object.entries(isRecord(found?.doc) ? found.doc : {}).flatMap(readHealth))
    },
    write: (url, health) => {
      // A file that another process holds is not waited for again and again.
      writing = writing.then(() => (isLost ? undefined : change(url, health))).catch(() => void (isLost = true))
    },
    written: () => writing,
  }
}

function readHealth([url, stored]: [string, unknown]): [string, NodeHealth][] {
  if (!isRecord(stored)) return []
  const { failures, untilMs } = stored
  return typeof failures === 'number' && typeof untilMs === 'number' ? [[url, { failures, untilMs }]] : []
}
