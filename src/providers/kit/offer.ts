import type { Json } from '../../core/ports.ts'
import { type NoRouteAnswer, ProviderError, type ProviderLock, type RouteDraft } from '../contract.ts'

/** What one call to a provider's API gave: a route with what its lock keeps (only where that was asked for), or none. */
export type Offer<T> = { readonly draft: RouteDraft; readonly locked: T | undefined } | NoRouteAnswer

/** Most characters of JSON that are kept with a route, below the contract's 64 KiB. */
const MAX_STATE_LENGTH = 60_000

/** What a route keeps of what executes it: nothing when it is for no lock or too long, so that it is asked for at execute. */
export function keptState(locked: Json | undefined): Json {
  return locked === undefined || JSON.stringify(locked).length > MAX_STATE_LENGTH ? {} : locked
}

/** The offer of a provider that does not serve the pair. @param message one sentence for a person */
export function unsupportedOffer(message: string): NoRouteAnswer {
  return { status: 'no_route', noRoute: { code: 'pair_unsupported', message } }
}

/**
 * What a lock needs from an offer that was asked for anew at execute: the same route, guaranteeing no less than was promised.
 * @throws ProviderError unavailable
 */
export function sameOffer<T>(lock: ProviderLock, offer: Offer<T>): T {
  if ('noRoute' in offer || offer.locked === undefined || offer.draft.routeId !== lock.routeId) {
    throw new ProviderError('unavailable', 'It no longer offers this route')
  }
  if ((offer.draft.minimumOut ?? offer.draft.amountOut) < lock.minimumOut) {
    throw new ProviderError('unavailable', 'It no longer guarantees the locked amount')
  }
  return offer.locked
}
