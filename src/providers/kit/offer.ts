import type { Json } from '../../core/ports.ts'
import {
  type NoRouteAnswer,
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../contract.ts'

/** What one call to a provider's API gave: a route with what its lock keeps (only where that was asked for), or none. */
export type Offer<T> = { readonly draft: RouteDraft; readonly locked: T | undefined } | NoRouteAnswer

/** Most characters of JSON that are kept with a route, below the contract's 64 KiB. */
const MAX_STATE_LENGTH = 60_000

/** What a route keeps of what executes it: nothing when it is for no lock or too long, so that it is asked for at execute. */
export function toLockState(locked: Json | undefined): Json {
  return locked === undefined || JSON.stringify(locked).length > MAX_STATE_LENGTH ? {} : locked
}

/** The offer of a provider that does not serve the pair. @param message one sentence for a person */
export function refusePair(message: string): NoRouteAnswer {
  return { status: 'no_route', noRoute: { code: 'pair_unsupported', message } }
}

/** How a provider quotes whose quote also gives the call of the wallet. */
export interface OfferSteps<T> {
  /** Prices a request; for a lock, with what executes it. @throws ProviderError */
  offer(request: ProviderQuoteRequest, context: ProviderContext): Promise<Offer<T>>
  /** What the lock keeps of its offer; undefined where that is nothing or no longer good. @param nowMs epoch milliseconds */
  restore(state: Json, nowMs: number): T | undefined
  /** What execute hands out. @throws ProviderError */
  prepare(lock: ProviderLock, locked: T): Prepared
}

/** Quote and prepare from these steps: a lock that keeps no good call gets a new one that guarantees as much. */
export function adaptOffers<T>(steps: OfferSteps<T>): Pick<ProviderAdapter, 'quote' | 'prepare'> {
  return {
    quote: async (request, context) => {
      const offer = await steps.offer(request, context)
      return 'noRoute' in offer ? offer : { status: 'routes', routes: [offer.draft] }
    },
    prepare: async (lock, context) => {
      const kept = steps.restore(lock.state, context.clock.now())
      const locked = kept ?? takeSameOffer(lock, await steps.offer({ ...lock, forLock: true }, context))
      return steps.prepare(lock, locked)
    },
  }
}

/**
 * What a lock needs from an offer that was asked for anew at execute: the same route, guaranteeing no less than was promised.
 * @throws ProviderError unavailable
 */
function takeSameOffer<T>(lock: ProviderLock, offer: Offer<T>): T {
  if ('noRoute' in offer || offer.locked === undefined || offer.draft.routeId !== lock.routeId) {
    throw new ProviderError('unavailable', 'It no longer offers this route')
  }
  if ((offer.draft.minimumOut ?? offer.draft.amountOut) < lock.minimumOut) {
    throw new ProviderError('unavailable', 'It no longer guarantees the locked amount')
  }
  return offer.locked
}
