import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode } from '../../core/api/documents.ts'
import { type NoRoute, ProviderError, type ProviderReply } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuseInWords, refuseUntilChanged, withReason } from '../kit/refuse.ts'
import { failureSchema } from './wire.ts'

/** Error codes that mean "no such route", https://docs.relay.link/references/api/api_core_concepts/handling-errors */
const NO_ROUTE: Readonly<Record<string, readonly [NoRouteCode, string]>> = {
  NO_SWAP_ROUTES_FOUND: ['no_liquidity', 'It finds no route between these assets'],
  NO_INTERNAL_SWAP_ROUTES_FOUND: ['no_liquidity', 'It finds no route between these assets'],
  NO_QUOTES: ['no_liquidity', 'None of its solvers makes an offer'],
  INSUFFICIENT_LIQUIDITY: ['no_liquidity', 'Its solvers cannot pay out this amount now'],
  UNSUPPORTED_ROUTE: ['pair_unsupported', 'It does not connect these assets'],
  UNSUPPORTED_CHAIN: ['pair_unsupported', 'It does not serve one of the chains'],
  UNSUPPORTED_CURRENCY: ['pair_unsupported', 'It does not serve one of the assets'],
  UNSUPPORTED_EXECUTION_TYPE: ['pair_unsupported', 'It does not serve this pair in this way'],
  INVALID_INPUT_CURRENCY: ['pair_unsupported', 'It does not serve one of the assets'],
  INVALID_OUTPUT_CURRENCY: ['pair_unsupported', 'It does not serve one of the assets'],
  SANCTIONED_CURRENCY: ['pair_unsupported', 'It refuses one of the assets'],
  CHAIN_DISABLED: ['halted', 'It has switched off one of the chains'],
  ROUTE_TEMPORARILY_RESTRICTED: ['halted', 'It has closed this route for a while'],
  SWAP_IMPACT_TOO_HIGH: ['price_impact', 'The swap would move the price too far'],
  AMOUNT_TOO_LOW: ['below_minimum', 'The amount is too low for it'],
  SOLANA_TX_TOO_LARGE: ['no_liquidity', 'Its way is too long for a transaction of Solana'],
}

/** Error codes that only the user can cure, and what to change. */
const CURABLE: Readonly<Record<string, string>> = {
  INVALID_RECIPIENT: 'Give another recipient: it does not pay out to this one',
  INVALID_ADDRESS: 'Give other wallets: it does not accept one of them',
  USER_RECIPIENT_MISMATCH: 'Let the swap pay the wallet that sends it: here it pays no other one',
  INSUFFICIENT_FUNDS: 'Fill up the wallet or take a smaller amount: it holds too little',
  DESTINATION_TX_FAILED: 'Give another recipient or asset: the payout would fail',
  INVALID_SLIPPAGE_TOLERANCE: 'Change the slippage: it does not accept this one',
  SANCTIONED_WALLET_ADDRESS: 'Give other wallets: it does not serve one of these',
}

/** Failures of Relay or of the services behind it, which may be temporary. */
const PASSING = [
  'REQUEST_TIMED_OUT',
  'RPC_HTTP_ERROR',
  'PRICE_FETCH_FAILED',
  'SERVICE_UNAVAILABLE',
  'SWAP_QUOTE_FAILED',
  'UNKNOWN_ERROR',
]

/** Relay's HTTP status for failures of a quote, some of which the user can cure. */
export const QUOTE_FAILED = 500

/**
 * Reads the refusal of a quote. Relay states limits in its words alone.
 * @throws ProviderError unreachable or bad_response for anything but a missing route
 */
export function readRefusal({ status, body }: Pick<ProviderReply, 'status' | 'body'>, src: PricedAsset): NoRoute {
  const { errorCode = '', message = '' } = parseReply(failureSchema, body, 'refusal')
  const row = rowOf(NO_ROUTE, errorCode)
  if (row !== undefined) return refuseInWords(...row, { reason: message, src })
  const change = rowOf(CURABLE, errorCode)
  if (change !== undefined) return refuseUntilChanged(change, message)
  if (PASSING.includes(errorCode)) throw failure('A service behind it did not answer', message)
  if (status >= 500) throw failure(`It answered with a server error (${status})`, message)
  const code = /^[A-Z0-9_]{1,60}$/.test(errorCode) ? errorCode : 'no known code'
  throw badReply(withReason(`It refused the request with ${code}`, message))
}

function failure(sentence: string, reason: string): ProviderError {
  return new ProviderError('unreachable', withReason(sentence, reason))
}

function rowOf<T>(rows: Readonly<Record<string, T>>, errorCode: string): T | undefined {
  return Object.hasOwn(rows, errorCode) ? rows[errorCode] : undefined
}
