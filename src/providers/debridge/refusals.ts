import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode } from '../../core/api/documents.ts'
import type { NoRoute } from '../contract.ts'
import { badReply, refuseInWords, refuseUntilChanged, unavailable, withReason } from '../kit/refuse.ts'
import type { DebridgeRefusal } from './wire.ts'

const NO_ROUTE: ReadonlyMap<string, readonly [NoRouteCode, string]> = new Map([
  ['IMPOSSIBLE_ROUTE', ['pair_unsupported', 'It does not connect these assets']],
  ['UNSUPPORTED_TOKEN_IN', ['pair_unsupported', 'It does not take the source asset']],
  ['UNSUPPORTED_TOKEN_OUT', ['pair_unsupported', 'It does not pay out the destination asset']],
  ['CONNECTOR_1INCH_RETURNED_ERROR', ['no_liquidity', 'Its exchange has no price for this swap']],
  ['ERROR_LOW_GIVE_AMOUNT', ['below_minimum', 'The amount is too low']],
  ['INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT', ['below_minimum', 'The amount does not cover the network cost']],
])

/** What refusals without an `errorId` say, such as those of the framework below the API; the first match counts. */
const TEXTS: readonly (readonly [RegExp, NoRouteCode, string])[] = [
  [
    /ChainId must be one of|chain .*not supported|unsupported chain/i,
    'pair_unsupported',
    'It does not serve this chain',
  ],
  [/token .*not (?:supported|found)|unsupported token/i, 'pair_unsupported', 'It does not serve one of the assets'],
  [/amount .*(?:too )?(?:low|small)/i, 'below_minimum', 'The amount is too low'],
  [/no route|impossible route/i, 'pair_unsupported', 'It does not connect these assets'],
]

/** Parameters with the wallets of the user. */
const WALLETS =
  /\b(?:dstChainTokenOutRecipient|(?:src|dst)ChainOrderAuthorityAddress|senderAddress|srcChainRefundAddress)\b/

/**
 * Reads the refusal of a quote by its `errorId`, since the numbers next to it are not documented, or else by its words.
 * @throws ProviderError unavailable for a failed simulation, bad_response for the rest
 */
export function readRefusal(status: number, refusal: DebridgeRefusal, src: PricedAsset): NoRoute {
  const { errorId = '' } = refusal
  const text = refusal.errorMessage ?? refusal.message ?? ''
  const known = NO_ROUTE.get(errorId)
  if (known !== undefined) return refuseInWords(...known, { reason: text, src })
  if (errorId === 'COMPLIANCE_ADDRESS_BLOCKED') {
    return refuseUntilChanged('Give other wallets: it does not serve one of these', text)
  }
  if (errorId === 'INCLUDED_GAS_FEE_CANNOT_BE_ESTIMATED_FOR_TRANSACTION_BUNDLE') {
    throw unavailable(withReason('The transaction would fail, so it gives none', text))
  }
  if (errorId === '' || errorId === 'INVALID_QUERY_PARAMETERS') {
    const row = TEXTS.find(([words]) => words.test(text))
    if (row !== undefined) return refuseInWords(row[1], row[2], { reason: text, src })
    if (WALLETS.test(text)) return refuseUntilChanged('Give other wallets: it does not accept one of these', text)
  }
  throw badReply(withReason(`It refused the request (${status})`, `${errorId} ${text}`))
}
