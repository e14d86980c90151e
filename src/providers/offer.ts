import { type NoRoute, ProviderError, type ProviderLock, type RouteDraft } from './provider.ts'

/** What one call to a provider's API gave: a route with what its lock keeps (only where that was asked for), or none. */
export type Offer<T> = { readonly draft: RouteDraft; readonly locked: T | undefined } | { readonly noRoute: NoRoute }

/** The offer of a provider that does not serve the pair. @param message one sentence for a person */
export function unsupportedOffer(message: string): { readonly noRoute: NoRoute } {
  return { noRoute: { code: 'pair_unsupported', message } }
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
