import { parseAmount } from '../../core/money/amount.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode } from '../../core/api/documents.ts'
import type { NoRoute, ProviderContext, ProviderError } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { badReply, refuse, unavailable } from '../kit/refuse.ts'
import { goneText, KEY_STATUSES, keyText } from './gone.ts'
import type { AcrossRefusal } from './wire.ts'

const CODES: ReadonlyMap<string, NoRouteCode> = new Map([
  ['ROUTE_NOT_ENABLED', 'pair_unsupported'],
  ['HYPERCORE_ACCOUNT_NOT_INITIALIZED', 'pair_unsupported'],
  ['SWAP_QUOTE_UNAVAILABLE', 'no_liquidity'],
  ['SWAP_LIQUIDITY_INSUFFICIENT', 'no_liquidity'],
  ['SWAP_TYPE_NOT_GUARANTEED', 'no_liquidity'],
  ['SWAP_SLIPPAGE_INSUFFICIENT', 'price_impact'],
  ['AMOUNT_TOO_LOW', 'below_minimum'],
])

/** The answer to a quote that Across gives to holders of a key only; undefined for any other status. */
export function readKeyRefusal(status: number, context: ProviderContext): NoRoute | undefined {
  return KEY_STATUSES.includes(status) ? refuse('needs_key', keyText(status, hasKey(context))) : undefined
}

/** The error for one of GONE_STATUSES, with what to do. */
export function explainGone(status: number, context: ProviderContext): ProviderError {
  return unavailable(goneText(status, hasKey(context)))
}

function hasKey(context: ProviderContext): boolean {
  return readSetting(context, 'API_KEY') !== undefined
}

/**
 * Reads the refusal of a quote; the codes are those of https://docs.across.to/reference/api-reference.
 * @param status HTTP status, 400 to 499
 * @throws ProviderError bad_response for a complaint about our request, unavailable for a failed simulation
 */
export function readRefusal(status: number, refusal: AcrossRefusal, src: PricedAsset): NoRoute {
  const { code, message } = refusal
  const text = message.slice(0, 200)
  const known = CODES.get(code ?? '')
  if (known !== undefined) return refuse(known, text)
  if (code === 'AMOUNT_TOO_HIGH') return refuse('above_maximum', text, maximumIn(message, src))
  if (code === 'SIMULATION_ERROR') throw unavailable('The transaction would fail, so it gives none')
  if (code === 'INVALID_PARAM' && message.includes("doesn't have enough funds")) {
    return refuse('no_liquidity', 'Its relayers do not hold enough of the destination asset')
  }
  if (isUnsupported(status, refusal)) return refuse('pair_unsupported', text)
  throw badReply(`It refused the request (${status}): ${text}`)
}

function isUnsupported(status: number, { code, message }: AcrossRefusal): boolean {
  if (isUnknownToken(status, message)) return true
  if (code !== 'INVALID_PARAM') return false
  return message.startsWith('Unsupported chain id') || message.startsWith('Destination swaps are not supported')
}

/** True for the one 404 that is about the request; any other one means that the API is gone. */
export function isUnknownToken(status: number, message: string): boolean {
  return status === 404 && message.startsWith('Unable to find tokenDetails')
}

/** The limit counts whole tokens of the bridged asset: it applies to us when that is the source asset. */
function maximumIn(message: string, { asset }: PricedAsset): { readonly maximum?: bigint } {
  const match = /limit: ([0-9.]{1,60}) (\S+)$/.exec(message)
  const symbol = asset.isNative ? `W${asset.symbol}` : asset.symbol
  const parsed = match?.[2] === symbol ? parseAmount(match[1], asset.decimals) : undefined
  return parsed?.ok === true ? { maximum: parsed.units } : {}
}
