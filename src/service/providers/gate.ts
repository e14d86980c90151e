import { isSwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { waitAtMost } from '../../core/deadline.ts'
import type { Clock } from '../../core/ports.ts'
import { LONGEST_RETRY_AFTER_MS } from '../../core/text/retry-after.ts'
import { ProviderError, type ProviderManifest, type RateBudget } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { createGateNotes, type GateNotes, type GateState, LONGEST_BREAK_MS, stateAt } from './gate-notes.ts'
import { GateClosed } from './gate-closed.ts'
import { createSharedBudget, type SharedBudget, usedUpBudget } from './shared-budget.ts'

/** Consecutive failures after which the circuit breaker opens. */
const OPEN_AFTER = 5
/** First pause of the circuit breaker, in milliseconds; each is twice the last. */
const FIRST_PAUSE_MS = 10_000
/** Pause after a 429 without Retry-After, in milliseconds. */
const DEFAULT_LIMIT_MS = 30_000
/** A rate limit that ends less than this later than the known one is the same, in milliseconds: of one burst of calls. */
const SAME_LIMIT_MS = 1_000
/** Longest time that a call waits for its note to be stored, in milliseconds. */
const WAIT_FOR_NOTE_MS = 250
/** How often a note is tried that other processes change meanwhile. */
const MAX_TRIES = 20

/**
 * Circuit breaker and rate limit of a provider. The state is in the store, so that all processes share it; a store of several
 * servers counts calls by itself.
 */
export interface ProviderGate {
  /**
   * @param counted false for a call outside the budget
   * @throws ProviderError rate_limited or unreachable, with the seconds to wait, when no call is allowed now
   */
  enter(counted?: boolean): Promise<void>
  noteSuccess(): Promise<void>
  /**
   * Counts a failure. One of a call that began before the last failure was known is of the same outage, and counts no more.
   * @param startedAtMs when the call began, in epoch milliseconds. @default now
   */
  noteFailure(failure: ProviderError, startedAtMs?: number): Promise<void>
  /** Resolves when what was noted is stored, or cannot be. */
  settle(): Promise<void>
}

interface GateParts {
  readonly clock: Clock
  readonly notes: GateNotes
  readonly providerKey: string
  readonly budget: RateBudget | undefined
  /** The budget that servers spend together. @default its calls are noted with the state */
  readonly sharedBudget?: SharedBudget | undefined
  /** True for a check by the user, which bypasses the breaker. */
  readonly probe?: boolean
}

/** The gates of the providers of a service. */
export interface Gates {
  of(provider: Pick<ProviderManifest, 'key' | 'budget'>, probe: boolean): ProviderGate
  /** Resolves when what was noted is stored, or cannot be. */
  settle(): Promise<void>
}

/** Opens each gate once: what it knows is in memory, and stored as it changes. */
export function createGates(store: Pick<Store, 'documents' | 'shared' | 'hints'>, clock: Clock): Gates {
  const notes = createGateNotes(store, clock)
  const gates = new Map<string, ProviderGate>()
  const budgets = new Map<string, SharedBudget>()
  const sharedBudget = (key: string, budget: RateBudget | undefined): SharedBudget | undefined => {
    const { shared, hints } = store
    if (shared === undefined || budget === undefined) return undefined
    const known = budgets.get(key) ?? createSharedBudget({ shared, ...defined({ hints }) }, clock, key, budget)
    budgets.set(key, known)
    return known
  }
  return {
    of: ({ key, budget }, probe) => {
      const id = `${probe ? 'probe' : 'call'} ${key}`
      const parts = { clock, notes, providerKey: key, budget, probe }
      const gate = gates.get(id) ?? createProviderGate({ ...parts, sharedBudget: sharedBudget(key, budget) })
      gates.set(id, gate)
      return gate
    },
    settle: async () => {
      await Promise.all([...gates.values()].map((gate) => gate.settle()))
    },
  }
}

/** What becomes of a state; undefined where nothing does. */
type Change = (state: GateState) => GateState | undefined

interface Waiting {
  readonly change: Change
  readonly settle: (refusal?: Error) => void
}

export function createProviderGate(parts: GateParts): ProviderGate {
  const { clock, notes, providerKey, budget, sharedBudget, probe = false } = parts
  const waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  const now = (state: GateState) => stateAt(state, clock.now(), budget)

  /** Applies changes to one state, and settles each that is refused. */
  const applyAll = (before: GateState, batch: readonly Waiting[]) => {
    const granted: Waiting[] = []
    const refused: (() => void)[] = []
    let state = before
    for (const one of batch) {
      try {
        state = one.change(state) ?? state
        granted.push(one)
      } catch (error) {
        refused.push(() => one.settle(asError(error)))
      }
    }
    return { state, granted, refused }
  }
  /** Stores what is waiting in one write, again where another process wrote in between. */
  const storeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const note = attempt === 0 ? await notes.read(providerKey) : await notes.readNow(providerKey)
      const before = now(note.state)
      const { state, granted, refused } = applyAll(before, batch)
      if (state !== before && !(await notes.write(providerKey, state, note))) continue
      for (const refuse of refused) refuse()
      for (const { settle } of granted) settle()
      return
    }
    for (const { settle } of batch) settle()
  }
  const storeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      try {
        await storeBatch(batch)
      } catch (error) {
        // No note is worth a call: what cannot be stored does not keep it from going on.
        for (const { settle } of batch) settle(isSwapError(error) ? undefined : asError(error))
      }
    }
    // In the same step as the look: a change that comes now begins anew.
    writing = undefined
  }
  const update = async (change: Change): Promise<void> => {
    const known = waiting.length === 0 && writing === undefined ? notes.peek(providerKey) : undefined
    if (known !== undefined && change(now(known.state)) === undefined) return
    let refusal: Error | undefined
    const stored = new Promise<void>((resolve) => {
      waiting.push({
        change,
        settle: (why) => {
          refusal = why
          resolve()
        },
      })
    })
    writing ??= storeWaiting()
    await waitAtMost(clock, WAIT_FOR_NOTE_MS, stored)
    if (refusal !== undefined) throw refusal
  }
  const refuseClosed = (state: GateState): undefined => {
    const nowMs = clock.now()
    if (state.limitedUntilMs > nowMs) {
      throw closedGate('rate_limited', 'It limited the rate of requests', state.limitedUntilMs - nowMs)
    }
    if (state.openUntilMs > nowMs && !probe) {
      throw closedGate('unreachable', 'It failed several times in a row and is paused', state.openUntilMs - nowMs)
    }
    return undefined
  }
  return {
    settle: async () => writing,
    enter: async (counted = true) => {
      if (counted && sharedBudget !== undefined) {
        // No call is spent on a gate that is closed.
        await update(refuseClosed)
        await sharedBudget.spend()
      }
      await update((state) => {
        refuseClosed(state)
        const nowMs = clock.now()
        const { calls } = state
        const oldest = calls[0]
        const spends = budget !== undefined && counted && sharedBudget === undefined
        if (spends && oldest !== undefined && calls.length >= budget.requests) {
          throw usedUpBudget(budget, oldest + budget.perMs - nowMs)
        }
        // After a pause one call is let through as a probe; the others wait for its result.
        const probing = state.failures >= OPEN_AFTER
        if (!spends && !probing) return undefined
        return {
          ...state,
          calls: spends ? [...calls, nowMs] : calls,
          openUntilMs: probing ? nowMs + FIRST_PAUSE_MS : state.openUntilMs,
        }
      })
    },
    noteSuccess: () =>
      update((state) =>
        state.failures === 0 && state.openUntilMs === 0 ? undefined : { ...state, failures: 0, openUntilMs: 0 },
      ),
    noteFailure: (failure, startedAtMs = clock.now()) =>
      update((state) => {
        const nowMs = clock.now()
        if (failure.code === 'rate_limited') {
          const waitMs = failure.retryAfterSec === undefined ? DEFAULT_LIMIT_MS : failure.retryAfterSec * 1000
          const limitedUntilMs = nowMs + Math.min(waitMs, LONGEST_RETRY_AFTER_MS)
          const isKnown = limitedUntilMs > state.limitedUntilMs && limitedUntilMs < state.limitedUntilMs + SAME_LIMIT_MS
          return isKnown ? undefined : { ...state, limitedUntilMs }
        }
        if (failure.code === 'unavailable' || startedAtMs < state.failedAtMs) return undefined
        const failures = state.failures + 1
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - OPEN_AFTER), LONGEST_BREAK_MS)
        const openUntilMs = failures >= OPEN_AFTER ? nowMs + pauseMs : state.openUntilMs
        return { ...state, failures, failedAtMs: nowMs, openUntilMs }
      }),
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the gate failed', { cause: error })
}

function closedGate(code: 'rate_limited' | 'unreachable', message: string, ms: number): ProviderError {
  return new ProviderError(code, message, { retryAfterSec: Math.max(1, Math.ceil(ms / 1000)), cause: new GateClosed() })
}
