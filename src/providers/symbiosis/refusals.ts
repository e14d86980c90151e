import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode } from '../../core/api/documents.ts'
import type { NoRoute } from '../contract.ts'
import { badReply, refuse, refuseInWords, refuseUntilChanged, withReason } from '../kit/refuse.ts'
import type { SymbiosisRefusal } from './wire.ts'

/** The answer without any route. */
export const ROUTELESS: NoRoute = refuse('no_liquidity', 'It finds no route between these assets')

/** What refusals say, whose texts are not documented; the first match counts. */
const TEXTS: readonly (readonly [RegExp, NoRouteCode, string])[] = [
  [
    /(?:less|lower|smaller) than .*fee|amount.* (?:too )?(?:low|small)|minimum amount/i,
    'below_minimum',
    'The amount is too low',
  ],
  [/amount.* (?:too )?(?:high|large|big)|maximum amount|exceeds/i, 'above_maximum', 'The amount is too high'],
  [/price impact/i, 'price_impact', 'The price moves too far'],
  [/no (?:route|transit token|representation)|not found|no path/i, ROUTELESS.code, ROUTELESS.message],
  [/(?:not|un)\s?supported/i, 'pair_unsupported', 'It does not serve one of the chains or assets'],
]

/**
 * Reads the refusal of a swap by its words.
 * @throws ProviderError bad_response for what is not known
 */
export function readRefusal(status: number, { message, errors }: SymbiosisRefusal, src: PricedAsset): NoRoute {
  const text = [...(message === undefined ? [] : [message]), ...errors].join('; ')
  const row = TEXTS.find(([words]) => words.test(text))
  if (row !== undefined) return refuseInWords(row[1], row[2], { reason: text, src })
  if (/slippage/i.test(text)) return refuseUntilChanged('Change the slippage: it does not accept this one', text)
  if (/address/i.test(text)) return refuseUntilChanged('Give other wallets: it does not accept one of these', text)
  throw badReply(withReason(`It refused the request (${status})`, text))
}
