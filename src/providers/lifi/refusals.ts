import { type NoRoute, ProviderError, type ProviderQuoteRequest, type ProviderReply } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuse, refusePair, refuseUntilChanged, unavailable, withReason } from '../kit/refuse.ts'
import { failureSchema, type LifiRefusals } from './wire.ts'

const NO_ROUTE = 1002
const UNKNOWN_RESOURCE = 1003
const SLIPPAGE = 1007
const THIRD_PARTY = 1008
const KEY = 1010
const VALIDATION = 1011
/** It could not build the call, a timeout, an RPC that failed, and failures of its own: the same may work in a moment. */
const PASSING: readonly (number | undefined)[] = [1001, 1006, 1009, 1012]

/**
 * Reads the refusal of a quote by LI.FI's own codes, https://docs.li.fi/api-reference/error-codes
 * @throws ProviderError unreachable, unavailable or bad_response for anything but a missing route
 */
export function readRefusal(
  reply: ProviderReply,
  { depositor, recipient }: Pick<ProviderQuoteRequest, 'depositor' | 'recipient'>,
): NoRoute {
  const { code, message = '', errors } = parseReply(failureSchema, reply.body, 'refusal')
  if (reply.status === 404 && code === NO_ROUTE) return explainRefusals(errors)
  // As its OpenAPI document has it: no code, at most words.
  if (reply.status === 404 && code === undefined) {
    return refuse('no_liquidity', 'It finds no route between these assets')
  }
  if (reply.status === 404 && code === UNKNOWN_RESOURCE) return refusePair('It does not know one of the assets')
  if (code === VALIDATION && /chain|token/i.test(message)) {
    return refusePair('It does not serve one of the chains or assets')
  }
  // Without wallets of the user, those that stand in for them are meant.
  if (code === VALIDATION && /address/i.test(message) && (depositor ?? recipient) !== undefined) {
    return refuseUntilChanged('Give other wallets: it does not accept one of these', message)
  }
  if (code === VALIDATION && /slippage/i.test(message)) {
    return refuseUntilChanged('Change the slippage: it does not accept this one', message)
  }
  if (code === SLIPPAGE) {
    return refuse('price_impact', withReason('The price moves by more than the slippage allows', message))
  }
  if (code === THIRD_PARTY) throw new ProviderError('unreachable', 'A service behind it failed')
  if (PASSING.includes(code)) throw new ProviderError('unreachable', 'It has a temporary failure')
  if (code === KEY) throw unavailable('It does not accept the key in the setting API_KEY')
  throw badReply(withReason(`It refused the request with ${code === undefined ? 'no code' : `code ${code}`}`, message))
}

const TOO_LOW = ['AMOUNT_TOO_LOW', 'FEES_HGHER_THAN_AMOUNT', 'FEES_HIGHER_THAN_AMOUNT']

/** One reason from those of many tools: a limit only when every tool gives it, since LI.FI states no amounts. */
export function explainRefusals(refusals: LifiRefusals | undefined): NoRoute {
  const codes = (refusals?.failed ?? [])
    .flatMap(({ subpaths }) => Object.values(subpaths).flat())
    .map(({ code = '' }) => code)
  const all = (wanted: readonly string[]) => codes.length > 0 && codes.every((code) => wanted.includes(code))
  const filtered = (refusals?.filteredOut ?? []).map(({ reason = '' }) => reason)
  if (all(TOO_LOW)) return refuse('below_minimum', 'The amount is too low for every tool behind it')
  if (all(['AMOUNT_TOO_HIGH'])) return refuse('above_maximum', 'The amount is too high for every tool behind it')
  if (all(['DIFFERENT_RECIPIENT_NOT_SUPPORTED'])) {
    return refuseUntilChanged('Let the swap pay the wallet that sends it: its routes pay no other one')
  }
  if (codes.length === 0 && filtered.some((reason) => /price impact|slippage/i.test(reason))) {
    return refuse('price_impact', 'Every way would move the price too far')
  }
  if (codes.every((code) => code === 'NO_POSSIBLE_ROUTE') && filtered.length === 0) {
    return refusePair('None of the tools behind it connects these assets')
  }
  return refuse('no_liquidity', 'None of the tools behind it makes an offer')
}
