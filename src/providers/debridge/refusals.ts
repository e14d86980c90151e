import type { NoRouteCode } from '../../core/api/documents.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import type { DebridgeRefusal } from './wire.ts'

const NO_ROUTE: ReadonlyMap<string, readonly [NoRouteCode, string]> = new Map([
  ['IMPOSSIBLE_ROUTE', ['pair_unsupported', 'It has no way between these assets']],
  ['UNSUPPORTED_TOKEN_IN', ['pair_unsupported', 'It does not take the source asset']],
  ['UNSUPPORTED_TOKEN_OUT', ['pair_unsupported', 'It does not pay out the destination asset']],
  ['CONNECTOR_1INCH_RETURNED_ERROR', ['no_liquidity', 'Its exchange has no price for this swap']],
  ['ERROR_LOW_GIVE_AMOUNT', ['below_minimum', 'The amount is too low']],
  ['INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT', ['below_minimum', 'The amount does not cover the network cost']],
])

/**
 * What a refusal of a quote means, by its `errorId`: the numbers beside it are not documented.
 * @throws ProviderError unavailable for a wallet it does not serve or a failed simulation, bad_response for the rest
 */
export function readRefusal(status: number, { errorId, errorMessage }: DebridgeRefusal): NoRoute {
  const known = NO_ROUTE.get(errorId)
  if (known !== undefined) return { code: known[0], message: known[1] }
  if (errorId === 'INVALID_QUERY_PARAMETERS' && /^(?:src|dst)ChainId must be one of/.test(errorMessage)) {
    return { code: 'pair_unsupported', message: 'It does not serve this chain' }
  }
  if (errorId === 'COMPLIANCE_ADDRESS_BLOCKED') throw new ProviderError('unavailable', 'It does not serve this wallet')
  if (errorId === 'INCLUDED_GAS_FEE_CANNOT_BE_ESTIMATED_FOR_TRANSACTION_BUNDLE') {
    throw new ProviderError('unavailable', 'The transaction would fail, so it gives none')
  }
  const said = `${errorId.slice(0, 80)} ${errorMessage.slice(0, 120)}`
  throw new ProviderError('bad_response', `It refused the request (${status}): ${said}`)
}
