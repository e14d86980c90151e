import { parseReply } from '../kit/parse-reply.ts'
import { type NoRoute, ProviderError, type ProviderReply } from '../contract.ts'
import { failureSchema, type LifiRefusals } from './wire.ts'

const NO_ROUTE = 1002
const VALIDATION = 1011
const UNKNOWN_RESOURCE = 1003
const SLIPPAGE = 1007
const THIRD_PARTY = 1008

/**
 * What a refused quote means, by LI.FI's own codes, https://docs.li.fi/api-reference/error-codes
 * @throws ProviderError unreachable or bad_response for anything but a missing route
 */
export function readRefusal(reply: ProviderReply): NoRoute {
  const { code, message, errors } = parseReply(failureSchema, reply.body, 'refusal')
  if (reply.status === 404 && code === NO_ROUTE) return explainRefusals(errors)
  if (reply.status === 404 && code === UNKNOWN_RESOURCE) return unsupported('It does not know one of the assets')
  if (code === VALIDATION && /chain|token/i.test(message))
    return unsupported('It does not serve one of the chains or assets')
  if (code === SLIPPAGE) return { code: 'price_impact', message: 'The price moves by more than the slippage allows' }
  if (code === THIRD_PARTY) throw new ProviderError('unreachable', 'A service behind it failed')
  throw new ProviderError(
    'bad_response',
    `It refused the request with ${code === undefined ? 'no code' : `code ${code}`}`,
  )
}

const TOO_LOW = ['AMOUNT_TOO_LOW', 'FEES_HGHER_THAN_AMOUNT', 'FEES_HIGHER_THAN_AMOUNT']

/** One reason from those of many tools: a limit only when every tool names it, since LI.FI states no amounts. */
export function explainRefusals(refusals: LifiRefusals | undefined): NoRoute {
  const codes = (refusals?.failed ?? [])
    .flatMap(({ subpaths }) => Object.values(subpaths).flat())
    .map(({ code }) => code)
  const all = (wanted: readonly string[]) => codes.length > 0 && codes.every((code) => wanted.includes(code))
  const filtered = (refusals?.filteredOut ?? []).map(({ reason }) => reason)
  if (all(TOO_LOW)) return { code: 'below_minimum', message: 'The amount is too low for every tool behind it' }
  if (all(['AMOUNT_TOO_HIGH']))
    return { code: 'above_maximum', message: 'The amount is too high for every tool behind it' }
  if (codes.length === 0 && filtered.some((reason) => /price impact|slippage/i.test(reason))) {
    return { code: 'price_impact', message: 'Every way would move the price too far' }
  }
  if (codes.every((code) => code === 'NO_POSSIBLE_ROUTE') && filtered.length === 0) {
    return unsupported('None of the tools behind it connects these assets')
  }
  return { code: 'no_liquidity', message: 'None of the tools behind it makes an offer' }
}

function unsupported(message: string): NoRoute {
  return { code: 'pair_unsupported', message }
}
