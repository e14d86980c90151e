import type { NoRouteCode } from '../../core/api/documents.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuse, unavailable } from '../kit/refuse.ts'
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
}

/** Failures of Relay or of the services behind it, which may be temporary. */
const PASSING = ['REQUEST_TIMED_OUT', 'RPC_HTTP_ERROR', 'PRICE_FETCH_FAILED', 'SERVICE_UNAVAILABLE']

/**
 * Reads the refusal of a quote. Relay states no limits, so an amount that is too low comes without the minimum.
 * @throws ProviderError unreachable, unavailable or bad_response for anything but a missing route
 */
export function readRefusal(body: unknown): NoRoute {
  const { errorCode } = parseReply(failureSchema, body, 'refusal')
  const row = Object.hasOwn(NO_ROUTE, errorCode) ? NO_ROUTE[errorCode] : undefined
  if (row !== undefined) return refuse(...row)
  if (PASSING.includes(errorCode)) throw new ProviderError('unreachable', 'A service behind it did not answer')
  if (errorCode === 'SANCTIONED_WALLET_ADDRESS') throw unavailable('It refuses one of the wallets')
  throw badReply(`It refused the request with ${/^[A-Z0-9_]{1,60}$/.test(errorCode) ? errorCode : 'no known code'}`)
}
