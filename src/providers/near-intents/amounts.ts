import type { PricedAsset } from '../../core/assets/catalog.ts'
import { type MicroUsd, readUsd } from '../../core/money/usd.ts'
import { amountAtPrice, checkAgreement } from '../kit/agreement.ts'
import { badReply } from '../kit/refuse.ts'
import type { QuoteReply, Token } from './wire.ts'

/** How many times what is sent the output may be worth, by the reply's own values: they are rough for rare tokens. */
const MOST_GAIN = 10n

/**
 * Refuses amounts that the reply itself states otherwise.
 * @throws ProviderError bad_response
 */
export function checkStatements(
  { quote }: QuoteReply,
  { src, dst }: { readonly src: PricedAsset; readonly dst: PricedAsset },
): void {
  const whole = (text: string | null | undefined, side: PricedAsset) =>
    amountAtPrice(1n, text ?? '', { from: 0, to: side.asset.decimals })
  if (quote.minAmountOut > quote.amountOut) throw badReply('It promises more at least than it expects to pay')
  const sides = [
    ['input', quote.amountIn, whole(quote.amountInFormatted, src)],
    ['output', quote.amountOut, whole(quote.amountOutFormatted, dst)],
  ] as const
  for (const [what, units, stated] of sides) if (stated !== undefined) checkAgreement(what, units, stated)
  const [srcUsd, dstUsd] = [parseStatedUsd(quote.amountInUsd), parseStatedUsd(quote.amountOutUsd)]
  if (srcUsd !== undefined && dstUsd !== undefined && dstUsd > srcUsd * MOST_GAIN) {
    throw badReply('By its own values it pays many times what is sent')
  }
}

/** How far its list of prices may be from the value in a quote, in basis points of the larger: a list may be hours old. */
const PRICE_BPS = 6_700

/**
 * Refuses an output that its own list of prices values otherwise.
 * @throws ProviderError bad_response
 */
export function checkPrice({ quote }: QuoteReply, { decimals, price }: Token): void {
  const dstUsd = parseStatedUsd(quote.amountOutUsd)
  const byList = amountAtPrice(quote.amountOut, String(price ?? 0), { from: decimals, to: 6 })
  if (dstUsd === undefined || byList === undefined || byList === 0n) return
  checkAgreement('output', dstUsd, byList, PRICE_BPS)
}

/** Stated dollars; undefined for an asset without a price, for which the API states nothing or zero. */
export function parseStatedUsd(text: string | null | undefined): MicroUsd | undefined {
  const usd = text === undefined || text === null ? undefined : readUsd(text)
  return usd === 0n ? undefined : usd
}
