import { defined } from '../../core/defined.ts'
import type { NoRoute } from '../contract.ts'
import { badReply, refuse, refuseUntilChanged, unavailable, withReason } from '../kit/refuse.ts'
import type { NearTerms } from './ask.ts'

/**
 * Reads the refusal of a quote by its known phrases: the API gives a sentence and no code.
 * @throws ProviderError unavailable for a key that is not accepted, bad_response for anything unknown
 */
export function readRefusal(status: number, message: string, terms: NearTerms): NoRoute {
  const lower = message.toLowerCase()
  const says = (...phrases: readonly string[]) => phrases.some((phrase) => lower.includes(phrase))
  if (status === 401 || status === 403 || says('unauthorized', 'unauthorised', 'invite', 'invitation', 'permission')) {
    return explainAccess(terms)
  }
  if (says('too low', 'try at least')) {
    const digits = /try at least (\d{1,78})(?![\d.,])/.exec(lower)?.[1]
    const minimum = digits === undefined ? undefined : BigInt(digits)
    return refuse('below_minimum', withReason('The amount is too small for the bridge', message), defined({ minimum }))
  }
  if (says('minimum swap amount')) {
    const dollars = /minimum swap amount is (\$[\d,.]*\d)/.exec(lower)?.[1]
    return refuse('below_minimum', `The amount must be worth at least ${dollars ?? 'the current minimum'}`)
  }
  if (says('pair is not available')) return refuse('pair_unsupported', 'It does not quote this pair now')
  if (says('liquidity', 'failed to get quote')) {
    return refuse('no_liquidity', 'No market maker offers a price for this pair and amount now')
  }
  if (says('tokenin', 'tokenout', 'originasset', 'destinationasset')) {
    return refuse('pair_unsupported', 'It does not accept one of the assets')
  }
  if (says('recipient')) return explainWallet('recipient', terms.isRecipientReal, message)
  if (says('refundto')) return explainWallet('depositor', terms.isDepositorReal, message)
  throw badReply(withReason(`It refused the quote (${status})`, message))
}

/** True when asking once more, with more time for the market makers, may help. */
export function isWorthRetry(message: string): boolean {
  return message.toLowerCase().includes('failed to get quote')
}

/** Why a confidential swap is not offered: never a reason to make it a public one. */
export const NEEDS_KEY: NoRoute = refuse(
  'needs_key',
  'Confidential swaps need a partner token that is enabled for them in the setting API_KEY (SWAPCLI_PROVIDER_NEAR_INTENTS_API_KEY)',
)

function explainAccess(terms: NearTerms): NoRoute {
  if (terms.confidentiality === 'basic') return NEEDS_KEY
  throw unavailable('It refused the request: it does not accept the token in the setting API_KEY')
}

function explainWallet(wallet: 'depositor' | 'recipient', isReal: boolean, reason: string): NoRoute {
  return isReal
    ? refuseUntilChanged(`Give another ${wallet}: it does not serve this one`, reason)
    : refuse('needs_wallet', `It needs the ${wallet} to give a price`)
}
