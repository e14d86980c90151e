import type { PricedAsset } from '../../core/assets/catalog.ts'
import { parseAmount } from '../../core/money/amount.ts'

/** `at least 12.5 USDC`, `minimum amount is 1,250 USDC`: what comes before an amount that is the least. */
const LEAST =
  /\b(?:at least|minimum(?: \w+){0,3}?(?: is| of)?|min(?: amount)?(?: is| of)?|(?:greater|more|larger|higher) than(?: or equal to)?)[:=]? *([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?) ?([A-Za-z][A-Za-z0-9._-]{0,19})/gi

/**
 * The least amount that a refusal names in its words, where it does so plainly: one number, before the symbol of the source asset.
 * @returns base units; undefined where it names none so, or several
 */
export function leastNamed(text: string, { asset }: PricedAsset): bigint | undefined {
  const named = [...text.slice(0, 500).matchAll(LEAST)].flatMap(([, amount = '', symbol = '']) => {
    if (symbol.replace(/[._-]+$/, '').toLowerCase() !== asset.symbol.toLowerCase()) return []
    const parsed = parseAmount(amount.replaceAll(',', ''), asset.decimals)
    return parsed.ok ? [parsed.units] : []
  })
  const [least, ...others] = new Set(named)
  return others.length === 0 ? least : undefined
}
