import { ProviderError, type NoRoute } from '../contract.ts'
import type { Terms } from './ask.ts'

/**
 * What a refused quote means; the API gives a sentence and no code, so its known phrases are looked for.
 * @throws ProviderError unavailable for a key that is not accepted, bad_response for anything unknown
 */
export function readRefusal(status: number, message: string, terms: Terms): NoRoute {
  const lower = message.toLowerCase()
  const says = (...phrases: readonly string[]) => phrases.some((phrase) => lower.includes(phrase))
  if (status === 401 || status === 403 || says('unauthorized', 'unauthorised', 'invite', 'invitation', 'permission')) {
    return explainAccess(terms)
  }
  if (says('too low', 'try at least')) {
    const digits = /try at least (\d{1,78})(?![\d.,])/.exec(lower)?.[1]
    return {
      code: 'below_minimum',
      message: 'The amount is too small for the bridge that carries it',
      ...(digits === undefined ? {} : { minimum: BigInt(digits) }),
    }
  }
  if (says('minimum swap amount')) {
    const dollars = /minimum swap amount is (\$[\d,.]*\d)/.exec(lower)?.[1]
    return { code: 'below_minimum', message: `The amount must be worth at least ${dollars ?? 'the present minimum'}` }
  }
  if (says('pair is not available')) {
    return { code: 'pair_unsupported', message: 'It does not quote this pair at present' }
  }
  if (says('liquidity', 'failed to get quote')) {
    return { code: 'no_liquidity', message: 'No market maker offers a price for this pair and amount now' }
  }
  if (says('tokenin', 'tokenout', 'originasset', 'destinationasset')) {
    return { code: 'pair_unsupported', message: 'It does not accept one of the assets' }
  }
  if (says('recipient')) return explainWallet('recipient', terms.isRecipientReal)
  if (says('refundto')) return explainWallet('depositor', terms.isDepositorReal)
  throw new ProviderError('bad_response', `It refused the quote (${status})`)
}

/** True when asking once more, with more time for the market makers, may help. */
export function isWorthRetry(message: string): boolean {
  return message.toLowerCase().includes('failed to get quote')
}

/** Why a confidential swap is not offered: never a reason to make it a public one. */
export const NEEDS_KEY: NoRoute = {
  code: 'needs_key',
  message:
    'Confidential swaps need a partner token that is enabled for them in the setting API_KEY (SWAPCLI_PROVIDER_NEAR_INTENTS_API_KEY)',
}

function explainAccess(terms: Terms): NoRoute {
  if (terms.confidentiality === 'basic') return NEEDS_KEY
  throw new ProviderError('unavailable', 'It refused the request: the token in the setting API_KEY is not accepted')
}

function explainWallet(wallet: 'depositor' | 'recipient', isReal: boolean): NoRoute {
  return isReal
    ? { code: 'pair_unsupported', message: `It does not serve this ${wallet} address` }
    : { code: 'needs_wallet', message: `It needs the ${wallet} to give a price` }
}
