import type { NoRouteCode } from '../../core/api/documents.ts'
import type { NoRoute } from '../contract.ts'
import { badReply, refuse, unavailable } from '../kit/refuse.ts'
import type { DebridgeRefusal } from './wire.ts'

const NO_ROUTE: ReadonlyMap<string, readonly [NoRouteCode, string]> = new Map([
  ['IMPOSSIBLE_ROUTE', ['pair_unsupported', 'It does not connect these assets']],
  ['UNSUPPORTED_TOKEN_IN', ['pair_unsupported', 'It does not take the source asset']],
  ['UNSUPPORTED_TOKEN_OUT', ['pair_unsupported', 'It does not pay out the destination asset']],
  ['CONNECTOR_1INCH_RETURNED_ERROR', ['no_liquidity', 'Its exchange has no price for this swap']],
  ['ERROR_LOW_GIVE_AMOUNT', ['below_minimum', 'The amount is too low']],
  ['INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT', ['below_minimum', 'The amount does not cover the network cost']],
])

/**
 * Reads the refusal of a quote by its `errorId`: the numbers next to it are not documented.
 * @throws ProviderError unavailable for a wallet it does not serve or a failed simulation, bad_response for the rest
 */
export function readRefusal(status: number, { errorId, errorMessage }: DebridgeRefusal): NoRoute {
  const known = NO_ROUTE.get(errorId)
  if (known !== undefined) return refuse(...known)
  if (errorId === 'INVALID_QUERY_PARAMETERS' && /^(?:src|dst)ChainId must be one of/.test(errorMessage)) {
    return refuse('pair_unsupported', 'It does not serve this chain')
  }
  if (errorId === 'COMPLIANCE_ADDRESS_BLOCKED') throw unavailable('It does not serve this wallet')
  if (errorId === 'INCLUDED_GAS_FEE_CANNOT_BE_ESTIMATED_FOR_TRANSACTION_BUNDLE') {
    throw unavailable('The transaction would fail, so it gives none')
  }
  throw badReply(`It refused the request (${status}): ${errorId.slice(0, 80)} ${errorMessage.slice(0, 120)}`)
}
