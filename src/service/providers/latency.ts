import * as z from 'zod'
import { isSwapError } from '../../core/api/errors.ts'
import type { Store } from '../../store/index.ts'
import { readNote } from './read-note.ts'

/** Newest responses of a provider whose times are stored. */
const MAX_TIMES = 20
/** Times after which they are written while the service is open: a write waits for the disk, and none is urgent. */
const SAVE_EVERY = 200
const KEY = 'latency'

/** Latency of a provider's newest responses. */
export interface Latency {
  /** Number of responses measured, 1 to 20. */
  readonly answers: number
  /** Milliseconds. */
  readonly medianMs: number
  /** Milliseconds. */
  readonly worstMs: number
}

/** Response times, shared by all processes on the store. */
export interface LatencyLog {
  /** Records the duration of a response, in milliseconds; written later. */
  note(providerKey: string, ms: number): void
  /** The latency of every provider that ever responded, by key. */
  read(): Promise<ReadonlyMap<string, Latency>>
  /** Writes what was recorded. Times that cannot be written are dropped: nothing depends on them. */
  save(): Promise<void>
}

const documentSchema = z.record(z.string(), z.array(z.number().nonnegative()))
type Times = z.infer<typeof documentSchema>

/** Stores the times in one document of the store. */
export function createLatencyLog(store: Pick<Store, 'documents'>): LatencyLog {
  let noted = new Map<string, readonly number[]>()
  let count = 0
  let saving: Promise<void> = Promise.resolve()
  const readStored = async (): Promise<{ times: Times; version: number }> => {
    const found = await readNote(store, KEY)
    return { times: documentSchema.safeParse(found?.doc).data ?? {}, version: found?.version ?? 0 }
  }
  const write = async () => {
    if (noted.size === 0) return
    const added = noted
    noted = new Map()
    count = 0
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { times, version } = await readStored()
      if (await store.documents.put(KEY, merge(times, added), version)) return
    }
  }
  const save = () => {
    saving = saving.then(write).catch((error: unknown) => {
      if (!isSwapError(error)) throw error
    })
    return saving
  }
  return {
    note: (providerKey, ms) => {
      noted.set(providerKey, [...(noted.get(providerKey) ?? []), ms].slice(-MAX_TIMES))
      count += 1
      if (count % SAVE_EVERY === 0) void save()
    },
    read: async () => {
      await save()
      const { times } = await readStored()
      return new Map(Object.entries(times).flatMap(([key, values]) => latencyOf(key, values)))
    },
    save,
  }
}

function merge(times: Times, added: ReadonlyMap<string, readonly number[]>): Times {
  const next = { ...times }
  for (const [key, values] of added) next[key] = [...(times[key] ?? []), ...values].slice(-MAX_TIMES)
  return next
}

function latencyOf(key: string, values: readonly number[]): [string, Latency][] {
  const sorted = [...values].sort((a, b) => a - b)
  const medianMs = sorted[Math.floor(sorted.length / 2)]
  const worstMs = sorted.at(-1)
  return medianMs === undefined || worstMs === undefined ? [] : [[key, { answers: sorted.length, medianMs, worstMs }]]
}
