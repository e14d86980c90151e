import type { NoRoute, ProviderAdapter } from '../contract.ts'
import { refusePair, unavailable } from '../kit/refuse.ts'
import { WAITS_FOR_SOLANA } from './refusals.ts'

const WAITS: NoRoute = refusePair(WAITS_FOR_SOLANA)

/**
 * Jupiter, whose swaps are transactions of Solana that the wallet has to sign, and that only Jupiter may send for some of its
 * makers. Until that can be done here it asks nothing: without a key its API takes one request in two seconds, for prices that
 * nobody could take.
 */
export const jupiterAdapter: ProviderAdapter = {
  quote({ src, dst }) {
    const isOurs = [src, dst].every(({ chain }) => chain.key === 'solana')
    return Promise.resolve(isOurs ? WAITS : refusePair('It swaps within Solana only'))
  },
  prepare: () => Promise.reject(unavailable(WAITS.message)),
  // Nothing of it was ever executed.
  status: () => Promise.reject(unavailable(WAITS.message)),
}
