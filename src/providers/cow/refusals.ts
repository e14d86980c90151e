import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { type NoRoute, ProviderError, type ProviderReply } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuseInWords, refuseUntilChanged, unavailable, withReason } from '../kit/refuse.ts'
import { type CowFailure, failureSchema } from './wire.ts'

/** Refusals of a quote by `errorType`, https://docs.cow.fi/cow-protocol/reference/apis/orderbook */
const NO_ROUTE: ReadonlyMap<string, readonly [NoRouteCode, string]> = new Map([
  ['NoLiquidity', ['no_liquidity', 'It finds no route between these assets']],
  ['InsufficientLiquidity', ['no_liquidity', 'It finds no route for this amount']],
  ['CustomSolverError', ['no_liquidity', 'Its solvers find no route']],
  ['QuoteNotVerified', ['no_liquidity', 'It finds no route that a simulation confirms']],
  ['UnsupportedToken', ['pair_unsupported', 'It does not trade one of the assets']],
  ['UnsupportedOrderType', ['pair_unsupported', 'It does not trade these assets in this way']],
  ['UnsupportedBuyTokenDestination', ['pair_unsupported', 'It does not pay out the destination asset']],
  ['UnsupportedSellTokenSource', ['pair_unsupported', 'It does not take the source asset']],
  ['InvalidNativeSellToken', ['pair_unsupported', 'It sells tokens only, not the coin of a chain']],
  ['SameBuyAndSellToken', ['pair_unsupported', 'Both assets are the same to it']],
  ['TokenTemporarilySuspended', ['halted', 'It has suspended one of the assets for now']],
  ['TradingOutsideAllowedWindow', ['halted', 'It trades one of the assets at certain times only']],
  ['SellAmountDoesNotCoverFee', ['below_minimum', 'The network cost of the settlement is above the amount']],
])

/** Refusals of an order that only a fault of the request explains. */
const OUR_FAULT: ReadonlySet<string> = new Set([
  ...['InvalidAppData', 'AppDataHashMismatch', 'AppDataMismatch', 'AppdataFromMismatch', 'MetadataSerializationFailed'],
  ...['InvalidSignature', 'IncompatibleSigningScheme', 'WrongOwner', 'MissingFrom', 'NonZeroFee'],
  'UnsupportedCustomInteraction',
])

/** The status with which addresses are refused: its body is read, not taken for a wanted key. */
export const FORBIDDEN = 403

/**
 * Reads the refusal of a quote.
 * @throws ProviderError bad_response for anything but a missing route
 */
export function readQuoteRefusal(reply: ProviderReply, src: PricedAsset): NoRoute {
  const failure = readFailure(reply)
  const { errorType, description = '', data } = failure
  if (isForbidden(failure))
    return refuseUntilChanged('Take another wallet: it does not serve one of the swap', description)
  const row = NO_ROUTE.get(errorType)
  if (row === undefined) throw badReply(withReason(`It refused the request with ${typeOf(failure)}`, description))
  const [code, message] = row
  // What just covers the cost would get nothing.
  const least = code === 'below_minimum' ? data?.fee_amount : undefined
  return refuseInWords(code, message, { reason: description, src }, defined({ minimum: least && least + 1n }))
}

/** The error for a refused order: unavailable unless the request was at fault. */
export function readOrderRefusal(reply: ProviderReply): ProviderError {
  const failure = readFailure(reply)
  const { errorType, description = '' } = failure
  if (isForbidden(failure)) return unavailable(withReason('It does not serve one of the wallets', description))
  const said = withReason(`It refused the order with ${typeOf(failure)}`, description)
  return OUR_FAULT.has(errorType) ? badReply(said) : unavailable(said)
}

function readFailure({ status, body }: ProviderReply): CowFailure {
  const failure = failureSchema.safeParse(body)
  // A guard before its API, which says no more.
  if (!failure.success && status === FORBIDDEN) throw unavailable('It refuses requests from here')
  return parseReply(failureSchema, body, 'refusal')
}

function isForbidden({ errorType }: CowFailure): boolean {
  return errorType === 'Forbidden'
}

function typeOf({ errorType }: CowFailure): string {
  return errorType.slice(0, 60)
}
