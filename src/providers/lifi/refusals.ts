import { type NoRoute, ProviderError, type ProviderReply } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuse, refusePair } from '../kit/refuse.ts'
import { failureSchema, type LifiRefusals } from './wire.ts'

const NO_ROUTE = 1002
const VALIDATION = 1011
const UNKNOWN_RESOURCE = 1003
const SLIPPAGE = 1007
const THIRD_PARTY = 1008

/**
 * Reads the refusal of a quote by LI.FI's own codes, https://docs.li.fi/api-reference/error-codes
 * @throws ProviderError unreachable or bad_response for anything but a missing route
 */
export function readRefusal(reply: ProviderReply): NoRoute {
  const { code, message, errors } = parseReply(failureSchema, reply.body, 'refusal')
  if (reply.status === 404 && code === NO_ROUTE) return explainRefusals(errors)
  if (reply.status === 404 && code === UNKNOWN_RESOURCE) return refusePair('It does not know one of the assets')
  if (code === VALIDATION && /chain|token/i.test(message)) {
    return refusePair('It does not serve one of the chains or assets')
  }
  if (code === SLIPPAGE) return refuse('price_impact', 'The price moves by more than the slippage allows')
  if (code === THIRD_PARTY) throw new ProviderError('unreachable', 'A service behind it failed')
  throw badReply(`It refused the request with ${code === undefined ? 'no code' : `code ${code}`}`)
}

const TOO_LOW = ['AMOUNT_TOO_LOW', 'FEES_HGHER_THAN_AMOUNT', 'FEES_HIGHER_THAN_AMOUNT']

/** One reason from those of many tools: a limit only when every tool gives it, since LI.FI states no amounts. */
export function explainRefusals(refusals: LifiRefusals | undefined): NoRoute {
  const codes = (refusals?.failed ?? [])
    .flatMap(({ subpaths }) => Object.values(subpaths).flat())
    .map(({ code }) => code)
  const all = (wanted: readonly string[]) => codes.length > 0 && codes.every((code) => wanted.includes(code))
  const filtered = (refusals?.filteredOut ?? []).map(({ reason }) => reason)
  if (all(TOO_LOW)) return refuse('below_minimum', 'The amount is too low for every tool behind it')
  if (all(['AMOUNT_TOO_HIGH'])) return refuse('above_maximum', 'The amount is too high for every tool behind it')
  if (codes.length === 0 && filtered.some((reason) => /price impact|slippage/i.test(reason))) {
    return refuse('price_impact', 'Every way would move the price too far')
  }
  if (codes.every((code) => code === 'NO_POSSIBLE_ROUTE') && filtered.length === 0) {
    return refusePair('None of the tools behind it connects these assets')
  }
  return refuse('no_liquidity', 'None of the tools behind it makes an offer')
}
