import { type NoRoute, ProviderError } from '../contract.ts'
import { badReply, refuse, refusePair, unavailable, withReason } from '../kit/refuse.ts'
import { defined } from '../../core/defined.ts'

/** The backend's HTTP status while an asset, or all of it, is switched off. */
export const SWITCHED_OFF = 503

/**
 * Reads the refusal of a quote; the backend gives a sentence and no code.
 * @throws ProviderError unreachable or bad_response for anything unknown
 */
export function readRefusal(status: number, message: string): NoRoute {
  const text = message.toLowerCase()
  const digits = /\((\d{1,78})\)$/.exec(text)?.[1]
  const stated = digits === undefined ? undefined : BigInt(digits)
  if (text.includes('below minimum swap amount')) {
    return refuse(
      'below_minimum',
      withReason('The amount is below the smallest deposit', message),
      defined({ minimum: stated }),
    )
  }
  if (text.includes('lower than estimated ingress fee')) {
    return refuse('below_minimum', withReason('The amount does not cover the cost of taking in the deposit', message))
  }
  if (text.includes('lower than the egress fee') || text.includes('lower than minimum egress amount')) {
    return refuse('below_minimum', withReason('The output would be too small to pay out', message))
  }
  if (text.includes('above maximum swap amount')) {
    return refuse(
      'above_maximum',
      withReason('The amount is above the largest deposit', message),
      defined({ maximum: stated }),
    )
  }
  if (text.includes('insufficient liquidity')) {
    return refuse('no_liquidity', 'There is not enough liquidity for this amount')
  }
  if (text.includes('cannot be swapped')) return refusePair('It does not swap this pair')
  if (isHalt(text)) return HALTED
  throw toFailure(status, message)
}

/** The error for a refused deposit channel: no channel exists, so nothing can be lost. */
export function channelRefused(status: number, message: string): ProviderError {
  const text = message.toLowerCase()
  if (text.includes('too many channels')) {
    return unavailable('Too many deposit channels are open for this recipient: use one of them')
  }
  return isHalt(text) ? unavailable(HALTED.message) : toFailure(status, message)
}

/** The answer while one of the assets is switched off. */
export const HALTED: NoRoute = refuse('halted', 'Deposits or payouts of one of the assets are switched off')

function isHalt(text: string): boolean {
  return /\bis disabled$/.test(text) || text.includes('due to maintenance')
}

function toFailure(status: number, message: string): ProviderError {
  return status >= 500
    ? new ProviderError('unreachable', withReason(`It answered with a server error (${status})`, message))
    : badReply(withReason(`It refused the request (${status})`, message))
}
