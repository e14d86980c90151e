import { type NoRoute, ProviderError } from '../contract.ts'

/** The status with which the backend answers while an asset or all of it is switched off. */
export const SWITCHED_OFF = 503

/**
 * What a refused quote means; the backend gives a sentence and no code.
 * @throws ProviderError unreachable or bad_response for anything unknown
 */
export function readRefusal(status: number, message: string): NoRoute {
  const text = message.toLowerCase()
  const stated = /\((\d{1,78})\)$/.exec(text)?.[1]
  if (text.includes('below minimum swap amount')) {
    return {
      code: 'below_minimum',
      message: 'The amount is below the smallest deposit',
      ...(stated === undefined ? {} : { minimum: BigInt(stated) }),
    }
  }
  if (text.includes('lower than estimated ingress fee')) {
    return { code: 'below_minimum', message: 'The amount does not cover the cost of taking in the deposit' }
  }
  if (text.includes('lower than the egress fee') || text.includes('lower than minimum egress amount')) {
    return { code: 'below_minimum', message: 'The output would be too small to be paid out' }
  }
  if (text.includes('above maximum swap amount')) {
    return {
      code: 'above_maximum',
      message: 'The amount is above the largest deposit',
      ...(stated === undefined ? {} : { maximum: BigInt(stated) }),
    }
  }
  if (text.includes('insufficient liquidity')) {
    return { code: 'no_liquidity', message: 'There is not enough liquidity for this amount' }
  }
  if (text.includes('cannot be swapped')) {
    return { code: 'pair_unsupported', message: 'It does not swap this pair' }
  }
  if (isHalt(text)) return HALTED
  throw toFailure(status)
}

/**
 * The failure that a refused deposit channel is: no channel exists, so nothing can be lost.
 */
export function channelRefused(status: number, message: string): ProviderError {
  const text = message.toLowerCase()
  if (text.includes('too many channels')) {
    return new ProviderError('unavailable', 'Too many deposit channels are open for this recipient: use one of them')
  }
  return isHalt(text) ? new ProviderError('unavailable', HALTED.message) : toFailure(status)
}

/** The answer while one of the assets is switched off. */
export const HALTED: NoRoute = { code: 'halted', message: 'Deposits or payouts of one of the assets are switched off' }

function isHalt(text: string): boolean {
  return /\bis disabled$/.test(text) || text.includes('due to maintenance')
}

function toFailure(status: number): ProviderError {
  return status >= 500
    ? new ProviderError('unreachable', `It answered with a server error (${status})`)
    : new ProviderError('bad_response', `It refused the request (${status})`)
}
