import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import { leastNamed } from './named-least.ts'

/** The answer of a provider that has no route. @param message one sentence for a person */
export function refuse(code: NoRouteCode, message: string, limits: Pick<NoRoute, 'minimum' | 'maximum'> = {}): NoRoute {
  return { status: 'no_route', code, message, ...limits }
}

/** The same for a pair that the provider does not serve at any amount. */
export function refusePair(message: string): NoRoute {
  return refuse('pair_unsupported', message)
}

/** Longest text of a provider in a message, in characters. */
const MAX_REASON_LENGTH = 160

/** A sentence of ours with the provider's own reason behind it, cleaned and bounded. @param reason empty for none */
export function withReason(sentence: string, reason: string): string {
  const said = cleanText(reason.trim().replace(/[.:\s]+$/, ''), MAX_REASON_LENGTH)
  return said === '' ? sentence : `${sentence} (it says: ${said})`
}

/**
 * The answer for what only the user can cure, such as a recipient that the provider does not pay.
 * @param change what to change and why, as one sentence
 * @param reason the provider's own words, of any length
 */
export function refuseUntilChanged(change: string, reason = ''): NoRoute {
  return refuse('needs_change', withReason(change, reason))
}

/** Refusals that another request, or another time, may cure: what the provider says of them is worth reading. */
const CURABLE: readonly NoRouteCode[] = ['below_minimum', 'above_maximum', 'price_impact', 'halted']

/**
 * The answer of a provider that has no route and says why in words: they stand behind our sentence where they tell what to
 * change, and a least amount that they name is the minimum.
 * @param reason the provider's own words, of any length
 */
export function refuseInWords(
  code: NoRouteCode,
  sentence: string,
  { reason = '', src }: { readonly reason: string | undefined; readonly src: PricedAsset },
  limits: Pick<NoRoute, 'minimum' | 'maximum'> = {},
): NoRoute {
  if (!CURABLE.includes(code)) return refuse(code, sentence, limits)
  const minimum = limits.minimum ?? (code === 'below_minimum' ? leastNamed(reason, src) : undefined)
  return refuse(code, withReason(sentence, reason), { ...limits, ...defined({ minimum }) })
}

/** The answer for a source chain whose transactions this program cannot send. */
export const NO_WALLET: NoRoute = refusePair('From this chain it needs a wallet that this program does not have')

/** What execute needs to have been quoted again. @throws ProviderError unavailable for "no route" */
export function expectQuoted<T extends { readonly status: 'quoted' }>(answer: T | NoRoute): T {
  if (answer.status === 'no_route') throw unavailable(answer.message)
  return answer
}

/** The error for a reply that contradicts the request, the API's documentation or itself. */
export function badReply(message: string): ProviderError {
  return new ProviderError('bad_response', message)
}

/** The error for a provider that works but does not serve this request now. */
export function unavailable(message: string): ProviderError {
  return new ProviderError('unavailable', message)
}

/** The error for a price that no longer keeps a lock's promise. */
export function priceFell(): ProviderError {
  return unavailable('The price fell below the locked minimum')
}

/** What `work` gives; undefined where the provider fails: for what is good to know but not needed. */
export async function optional<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}
