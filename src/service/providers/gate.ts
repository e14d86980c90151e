import * as z from 'zod'
import type { Clock } from '../../core/ports.ts'
import { ProviderError, type RateBudget } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'

/** Failures in a row after which a provider is left alone for a while. */
const OPEN_AFTER = 5
/** First and longest pause of the circuit breaker, in milliseconds; it doubles in between. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 300_000
/** Pause after a 429 that names none, and the longest that one may name, in milliseconds. */
const DEFAULT_LIMIT_MS = 30_000
const LONGEST_LIMIT_MS = 10 * 60_000

/** Decides whether a provider may be called now; what it knows is in the store, so that every process shares it. */
export interface ProviderGate {
  /**
   * @param counted false for a call that the budget does not cover
   * @throws ProviderError rate_limited or unreachable, with the seconds to wait, when it must not be called now
   */
  enter(counted?: boolean): Promise<void>
  succeeded(): Promise<void>
  failed(failure: ProviderError): Promise<void>
}

const stateSchema = z.object({
  /** Failures in a row. */
  failures: z.number().default(0),
  /** Epoch milliseconds until which the breaker keeps calls away. */
  openUntilMs: z.number().default(0),
  /** Epoch milliseconds until which the provider asked to be left alone. */
  limitedUntilMs: z.number().default(0),
  /** Epoch milliseconds of the calls inside the budget's window. */
  calls: z.array(z.number()).default([]),
})

/** What is known about a provider's health. */
export type GateState = z.infer<typeof stateSchema>

export interface GateParts {
  readonly clock: Clock
  readonly store: Pick<Store, 'documents'>
  readonly providerKey: string
  readonly budget: RateBudget | undefined
  /** True for a call that a person asked for to see whether the provider works again: the breaker lets it through. */
  readonly probe?: boolean
}

/** The state of a provider's gate as the store has it. */
export async function readGateState(
  store: Pick<Store, 'documents'>,
  providerKey: string,
): Promise<{ state: GateState; version: number }> {
  const found = await store.documents.get(`gate:${providerKey}`)
  const parsed = stateSchema.safeParse(found?.doc ?? {})
  return { state: parsed.success ? parsed.data : stateSchema.parse({}), version: found?.version ?? 0 }
}

export function createProviderGate(parts: GateParts): ProviderGate {
  const { clock, store, providerKey, budget, probe = false } = parts
  /** Writes what `change` makes of the state; undefined leaves it as it is. Two writers at once: the later one sees the first. */
  const update = async (change: (state: GateState) => GateState | undefined): Promise<void> => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { state, version } = await readGateState(store, providerKey)
      const next = change(state)
      if (next === undefined || (await store.documents.put(`gate:${providerKey}`, { ...next }, version))) return
    }
  }
  return {
    enter: (counted = true) =>
      update((state) => {
        const nowMs = clock.now()
        if (state.limitedUntilMs > nowMs) {
          throw wait('rate_limited', 'It asked to be left alone for a while', state.limitedUntilMs - nowMs)
        }
        if (state.openUntilMs > nowMs && !probe) {
          throw wait(
            'unreachable',
            'It failed several times in a row and is left alone for a while',
            state.openUntilMs - nowMs,
          )
        }
        const calls = budget === undefined ? [] : state.calls.filter((at) => at > nowMs - budget.perMs)
        const oldest = calls[0]
        const spends = budget !== undefined && counted
        if (spends && oldest !== undefined && calls.length >= budget.requests) {
          throw wait(
            'rate_limited',
            `Its quota of ${budget.requests} requests is used up`,
            oldest + budget.perMs - nowMs,
          )
        }
        // After a pause one call goes through as a probe; the others wait for what becomes of it.
        const probing = state.failures >= OPEN_AFTER
        if (!spends && !probing) return undefined
        return {
          ...state,
          calls: spends ? [...calls, nowMs] : calls,
          openUntilMs: probing ? nowMs + FIRST_PAUSE_MS : state.openUntilMs,
        }
      }),
    succeeded: () =>
      update((state) =>
        state.failures === 0 && state.openUntilMs === 0 ? undefined : { ...state, failures: 0, openUntilMs: 0 },
      ),
    failed: (failure) =>
      update((state) => {
        const nowMs = clock.now()
        if (failure.code === 'rate_limited') {
          const askedMs = failure.retryAfterSec === undefined ? DEFAULT_LIMIT_MS : failure.retryAfterSec * 1000
          return { ...state, limitedUntilMs: nowMs + Math.min(askedMs, LONGEST_LIMIT_MS) }
        }
        if (failure.code === 'unavailable') return undefined
        const failures = state.failures + 1
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - OPEN_AFTER), LONGEST_PAUSE_MS)
        return { ...state, failures, openUntilMs: failures >= OPEN_AFTER ? nowMs + pauseMs : state.openUntilMs }
      }),
  }
}

function wait(code: 'rate_limited' | 'unreachable', message: string, ms: number): ProviderError {
  return new ProviderError(code, message, { retryAfterSec: Math.max(1, Math.ceil(ms / 1000)) })
}
