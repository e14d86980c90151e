import type * as z from 'zod'
import type { Json } from '../../core/ports.ts'
import type {
  NoRoute,
  Prepared,
  ProviderAdapter,
  ProviderContext,
  ProviderLock,
  ProviderQuoteRequest,
  RouteDraft,
} from '../contract.ts'
import { unavailable } from './refuse.ts'

/** A route with what its lock stores as its state, which is undefined unless the request was for a lock. */
export interface Offer<T extends Json> {
  readonly status: 'offer'
  readonly draft: Omit<RouteDraft, 'state'>
  readonly locked: T | undefined
}

/** Most characters of JSON stored with a route, below the contract's 64 KiB. */
const MAX_STATE_LENGTH = 60_000

/** What a route stores of its call: nothing without a lock or when too long, so that execute asks for a new one. */
function toLockState(locked: Json | undefined): Json {
  return locked === undefined || JSON.stringify(locked).length > MAX_STATE_LENGTH ? {} : locked
}

/** How a provider quotes whose quote also gives the call of the wallet. */
export interface OfferSteps<A extends { readonly status: 'quoted' }, T extends Json> {
  /** Asks the API for a quote; for a lock, with the call that executes it. @throws ProviderError */
  ask(request: ProviderQuoteRequest, context: ProviderContext): Promise<A | NoRoute>
  /** Verifies a quote against its request. @throws ProviderError bad_response */
  toOffer(
    quoted: A,
    request: ProviderQuoteRequest,
    context: ProviderContext,
  ): Offer<T> | NoRoute | Promise<Offer<T> | NoRoute>
  /** Reads what a lock stores of its offer; undefined when that is nothing or has expired. @param nowMs epoch milliseconds */
  restore(state: Json, nowMs: number): T | undefined
  /** Makes what execute returns. @throws ProviderError */
  prepare(lock: ProviderLock, locked: T, context: ProviderContext): Prepared
}

/** Quote and prepare from these steps: a lock without a usable call gets a new one that guarantees at least as much. */
export function adaptOffers<A extends { readonly status: 'quoted' }, T extends Json>(
  steps: OfferSteps<A, T>,
): Pick<ProviderAdapter, 'quote' | 'prepare'> {
  const offer = async (request: ProviderQuoteRequest, context: ProviderContext) => {
    const answer = await steps.ask(request, context)
    return answer.status === 'no_route' ? answer : steps.toOffer(answer, request, context)
  }
  return {
    quote: async (request, context) => {
      const answer = await offer(request, context)
      if (answer.status === 'no_route') return answer
      return { status: 'routes', routes: [{ ...answer.draft, state: toLockState(answer.locked) }] }
    },
    prepare: async (lock, context) => {
      const stored = steps.restore(lock.state, context.clock.now())
      const locked = stored ?? takeSameOffer(lock, await offer({ ...lock, forLock: true }, context))
      return steps.prepare(lock, locked, context)
    },
  }
}

/** Reads stored states that hold for a time after their quote. @param oldestMs greatest age, in milliseconds */
export function restoreYoung<T extends Json & { readonly quotedAtMs: number }>(
  schema: z.ZodType<T>,
  oldestMs: number,
): (state: Json, nowMs: number) => T | undefined {
  return (state, nowMs) => {
    const stored = schema.safeParse(state).data
    return stored === undefined || nowMs - stored.quotedAtMs > oldestMs ? undefined : stored
  }
}

/**
 * What a lock needs from a new offer at execute: the same route, guaranteeing no less than the lock promises.
 * @throws ProviderError unavailable
 */
function takeSameOffer<T extends Json>(lock: ProviderLock, offer: Offer<T> | NoRoute): T {
  if (offer.status === 'no_route') throw unavailable(`It no longer offers this route: ${offer.message}`)
  if (offer.locked === undefined || offer.draft.routeId !== lock.routeId) {
    throw unavailable('It no longer offers this route')
  }
  if ((offer.draft.minimumOut ?? offer.draft.amountOut) < lock.minimumOut) {
    throw unavailable('It no longer guarantees the locked amount')
  }
  return offer.locked
}
