import * as z from 'zod'
import { isSwapError } from '../../core/api/errors.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock, Json } from '../../core/ports.ts'
import { isOver } from '../../core/stored-time.ts'
import { LONGEST_RETRY_AFTER_MS } from '../../core/text/retry-after.ts'
import type { RateBudget } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { readNote } from './read-note.ts'

/** Longest pause of the circuit breaker, in milliseconds. */
export const LONGEST_BREAK_MS = 300_000
/** How long what the store says of all gates is believed, in milliseconds: so late another process is heard. */
const BELIEVED_MS = 1_000
const PREFIX = 'gate:'

const stateSchema = z.object({
  /** Consecutive failures. */
  failures: z.number().default(0),
  /** Epoch milliseconds at which the last failure that counted was known. */
  failedAtMs: z.number().default(0),
  /** Epoch milliseconds until which the breaker is open. */
  openUntilMs: z.number().default(0),
  /** Epoch milliseconds until which the provider's rate limit applies. */
  limitedUntilMs: z.number().default(0),
  /** Times of the calls in the budget's window, in epoch milliseconds. */
  calls: z.array(z.number()).default([]),
})

/** State of a provider's gate. */
export type GateState = z.infer<typeof stateSchema>

/** What a provider's gate was when it was stored. */
interface GateNote {
  readonly state: GateState
  /** 0 where nothing is stored. */
  readonly version: number
}

const NO_NOTE: GateNote = { state: stateSchema.parse({}), version: 0 }

/** The notes of all gates, which all processes on the store share. */
export interface GateNotes {
  /** The note of a provider as it was within the last second, without a wait; undefined where it is not known. */
  peek(providerKey: string): GateNote | undefined
  /** The note of a provider as it was within the last second. */
  read(providerKey: string): Promise<GateNote>
  /** The note of a provider as it is now. */
  readNow(providerKey: string): Promise<GateNote>
  /** Stores a state in the place of a note; false where another process was first. */
  write(providerKey: string, state: GateState, before: GateNote): Promise<boolean>
}

/** Reads the notes of all gates at once, at most every second: a quote asks for one of each provider. */
export function createGateNotes(store: Pick<Store, 'documents'>, clock: Clock): GateNotes {
  const known = new Map<string, GateNote>()
  let readAtMs = -Infinity
  let reading: Promise<void> | undefined
  const isFresh = () => monotonicMs(clock) - readAtMs < BELIEVED_MS
  const readAll = async (): Promise<void> => {
    const damaged: string[] = []
    const found = await store.documents.list(PREFIX, (key) => damaged.push(key))
    readAtMs = monotonicMs(clock)
    // A later version that this process has written meanwhile stays.
    const newer = [...known].filter(([key, { version }]) => found.some((one) => isBehind(one, key, version)))
    known.clear()
    for (const { key, doc, version } of found) known.set(key.slice(PREFIX.length), { state: stateOf(doc), version })
    for (const [key, note] of newer) known.set(key, note)
    for (const key of damaged) await store.documents.delete(key)
  }
  const peek: GateNotes['peek'] = (key) => (isFresh() ? (known.get(key) ?? NO_NOTE) : undefined)
  return {
    peek,
    read: async (key) => {
      if (!isFresh()) {
        reading ??= readAll().finally(() => (reading = undefined))
        try {
          await reading
        } catch (error) {
          // No note is worth a call: what was known holds on.
          if (!isSwapError(error)) throw error
        }
      }
      return known.get(key) ?? NO_NOTE
    },
    readNow: async (key) => {
      const found = await readNote(store, PREFIX + key)
      const note = found === undefined ? NO_NOTE : { state: stateOf(found.doc), version: found.version }
      known.set(key, note)
      return note
    },
    write: async (key, state, before) => {
      if (!(await store.documents.put(PREFIX + key, { ...state }, before.version))) return false
      known.set(key, { state, version: before.version + 1 })
      return true
    },
  }
}

function isBehind(found: { readonly key: string; readonly version: number }, key: string, version: number): boolean {
  return found.key === PREFIX + key && found.version < version
}

function stateOf(doc: Json | undefined): GateState {
  return stateSchema.safeParse(doc ?? {}).data ?? NO_NOTE.state
}

/** A state as it holds now: times that are over are 0, and calls outside the budget's window gone. */
export function stateAt(state: GateState, nowMs: number, budget: RateBudget | undefined): GateState {
  const untilMs = (atMs: number, longestMs: number) => (isOver(atMs, nowMs, longestMs) ? 0 : atMs)
  return {
    failures: state.failures,
    // Of a clock that was ahead.
    failedAtMs: state.failedAtMs > nowMs ? 0 : state.failedAtMs,
    openUntilMs: untilMs(state.openUntilMs, LONGEST_BREAK_MS),
    limitedUntilMs: untilMs(state.limitedUntilMs, LONGEST_RETRY_AFTER_MS),
    calls: budget === undefined ? [] : state.calls.filter((at) => !isOver(at + budget.perMs, nowMs, budget.perMs)),
  }
}
