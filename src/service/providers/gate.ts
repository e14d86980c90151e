import * as z from 'zod'
import type { Clock } from '../../core/ports.ts'
import { isOver } from '../../core/stored-time.ts'
import { LONGEST_RETRY_AFTER_MS } from '../../core/text/retry-after.ts'
import { ProviderError, type RateBudget } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { readNote } from './read-note.ts'

/** Consecutive failures after which the circuit breaker opens. */
const OPEN_AFTER = 5
/** First and longest pause of the circuit breaker, in milliseconds; each is twice the last. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 300_000
/** Pause after a 429 without Retry-After, in milliseconds. */
const DEFAULT_LIMIT_MS = 30_000

/** Circuit breaker and rate limit of a provider. The state is in the store, so that all processes share it. */
export interface ProviderGate {
  /**
   * @param counted false for a call outside the budget
   * @throws ProviderError rate_limited or unreachable, with the seconds to wait, when no call is allowed now
   */
  enter(counted?: boolean): Promise<void>
  noteSuccess(): Promise<void>
  noteFailure(failure: ProviderError): Promise<void>
}

const stateSchema = z.object({
  /** Consecutive failures. */
  failures: z.number().default(0),
  /** Epoch milliseconds until which the breaker is open. */
  openUntilMs: z.number().default(0),
  /** Epoch milliseconds until which the provider's rate limit applies. */
  limitedUntilMs: z.number().default(0),
  /** Times of the calls in the budget's window, in epoch milliseconds. */
  calls: z.array(z.number()).default([]),
})

/** State of a provider's gate. */
type GateState = z.infer<typeof stateSchema>

interface GateParts {
  readonly clock: Clock
  readonly store: Pick<Store, 'documents'>
  readonly providerKey: string
  readonly budget: RateBudget | undefined
  /** True for a check by the user, which bypasses the breaker. */
  readonly probe?: boolean
}

/** Reads the state of a provider's gate from the store; times that are over are 0, and calls outside the budget's window gone. */
export async function readGateState({
  clock,
  store,
  providerKey,
  budget,
}: Pick<GateParts, 'clock' | 'store' | 'providerKey' | 'budget'>): Promise<{ state: GateState; version: number }> {
  const found = await readNote(store, `gate:${providerKey}`)
  const parsed = stateSchema.safeParse(found?.doc ?? {})
  const state = parsed.success ? parsed.data : stateSchema.parse({})
  const nowMs = clock.now()
  const untilMs = (atMs: number, longestMs: number) => (isOver(atMs, nowMs, longestMs) ? 0 : atMs)
  return {
    state: {
      failures: state.failures,
      openUntilMs: untilMs(state.openUntilMs, LONGEST_PAUSE_MS),
      limitedUntilMs: untilMs(state.limitedUntilMs, LONGEST_RETRY_AFTER_MS),
      calls: budget === undefined ? [] : state.calls.filter((at) => !isOver(at + budget.perMs, nowMs, budget.perMs)),
    },
    version: found?.version ?? 0,
  }
}

export function createProviderGate(parts: GateParts): ProviderGate {
  const { clock, store, providerKey, budget, probe = false } = parts
  /** Applies `change` to the stored state, again when another process wrote in between; undefined writes nothing. */
  const update = async (change: (state: GateState) => GateState | undefined): Promise<void> => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { state, version } = await readGateState(parts)
      const next = change(state)
      if (next === undefined || (await store.documents.put(`gate:${providerKey}`, { ...next }, version))) return
    }
  }
  return {
    enter: (counted = true) =>
      update((state) => {
        const nowMs = clock.now()
        if (state.limitedUntilMs > nowMs) {
          throw closedGate('rate_limited', 'It limited the rate of requests', state.limitedUntilMs - nowMs)
        }
        if (state.openUntilMs > nowMs && !probe) {
          throw closedGate('unreachable', 'It failed several times in a row and is paused', state.openUntilMs - nowMs)
        }
        const { calls } = state
        const oldest = calls[0]
        const spends = budget !== undefined && counted
        if (spends && oldest !== undefined && calls.length >= budget.requests) {
          throw closedGate(
            'rate_limited',
            `Its quota of ${budget.requests} requests is used up`,
            oldest + budget.perMs - nowMs,
          )
        }
        // After a pause one call is let through as a probe; the others wait for its result.
        const probing = state.failures >= OPEN_AFTER
        if (!spends && !probing) return undefined
        return {
          ...state,
          calls: spends ? [...calls, nowMs] : calls,
          openUntilMs: probing ? nowMs + FIRST_PAUSE_MS : state.openUntilMs,
        }
      }),
    noteSuccess: () =>
      update((state) =>
        state.failures === 0 && state.openUntilMs === 0 ? undefined : { ...state, failures: 0, openUntilMs: 0 },
      ),
    noteFailure: (failure) =>
      update((state) => {
        const nowMs = clock.now()
        if (failure.code === 'rate_limited') {
          const waitMs = failure.retryAfterSec === undefined ? DEFAULT_LIMIT_MS : failure.retryAfterSec * 1000
          return { ...state, limitedUntilMs: nowMs + Math.min(waitMs, LONGEST_RETRY_AFTER_MS) }
        }
        if (failure.code === 'unavailable') return undefined
        const failures = state.failures + 1
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - OPEN_AFTER), LONGEST_PAUSE_MS)
        return { ...state, failures, openUntilMs: failures >= OPEN_AFTER ? nowMs + pauseMs : state.openUntilMs }
      }),
  }
}

function closedGate(code: 'rate_limited' | 'unreachable', message: string, ms: number): ProviderError {
  return new ProviderError(code, message, { retryAfterSec: Math.max(1, Math.ceil(ms / 1000)) })
}
