import * as z from 'zod'
import { isSwapError } from '../../core/api/errors.ts'
import type { Store } from '../../store/index.ts'

/** Answers of a provider whose times are kept. */
const KEPT = 20
/** Notes after which they are written while the service stays open: writing waits for the disk, and none of it is urgent. */
const SAVE_EVERY = 200
const KEY = 'latency'

/** How long a provider's newest answers took. */
export interface Latency {
  /** How many answers it is of, from 1 to 20. */
  readonly answers: number
  /** Milliseconds. */
  readonly medianMs: number
  /** Milliseconds. */
  readonly worstMs: number
}

/** Times of answers, shared by every process on the store. */
export interface LatencyLog {
  /** Notes how long one answer took, in milliseconds; it is written later. */
  note(providerKey: string, ms: number): void
  /** Those of every provider that ever answered, by its key. */
  read(): Promise<ReadonlyMap<string, Latency>>
  /** Writes what was noted. What cannot be written now is forgotten: nothing depends on it. */
  save(): Promise<void>
}

const documentSchema = z.record(z.string(), z.array(z.number().nonnegative()))
type Times = z.infer<typeof documentSchema>

/** Keeps the times in one small document of the store. */
export function createLatencyLog(store: Pick<Store, 'documents'>): LatencyLog {
  let noted = new Map<string, readonly number[]>()
  let count = 0
  let saving: Promise<void> = Promise.resolve()
  const stored = async (): Promise<{ times: Times; version: number }> => {
    const found = await store.documents.get(KEY)
    return { times: documentSchema.safeParse(found?.doc).data ?? {}, version: found?.version ?? 0 }
  }
  const write = async () => {
    if (noted.size === 0) return
    const added = noted
    noted = new Map()
    count = 0
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { times, version } = await stored()
      if (await store.documents.put(KEY, joined(times, added), version)) return
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
      noted.set(providerKey, [...(noted.get(providerKey) ?? []), ms].slice(-KEPT))
      count += 1
      if (count % SAVE_EVERY === 0) void save()
    },
    read: async () => {
      await save()
      const { times } = await stored()
      return new Map(Object.entries(times).flatMap(([key, values]) => latencyOf(key, values)))
    },
    save,
  }
}

function joined(times: Times, added: ReadonlyMap<string, readonly number[]>): Times {
  const next = { ...times }
  for (const [key, values] of added) next[key] = [...(times[key] ?? []), ...values].slice(-KEPT)
  return next
}

function latencyOf(key: string, values: readonly number[]): [string, Latency][] {
  const sorted = [...values].sort((a, b) => a - b)
  const medianMs = sorted[Math.floor(sorted.length / 2)]
  const worstMs = sorted.at(-1)
  return medianMs === undefined || worstMs === undefined ? [] : [[key, { answers: sorted.length, medianMs, worstMs }]]
}
