import { feesText, feesTotal, isUnvaluedCost, onTopFees, type ValuedFee, type ValuedFees } from '../money/fees.ts'
import type { MicroUsd } from '../money/usd.ts'
import { cleanText } from '../text/clean-text.ts'
import { codedWarning, hasWarning } from './coded-warnings.ts'

type DescribedFee = ValuedFee & { readonly description: string }
/** What has warnings. */
export type Warned = { readonly warnings?: readonly string[] | undefined }

/**
 * The warning of a route with costs on top of the amount that nobody values; undefined for any other.
 * @param unknown costs whose amount is not known either, each in a few words
 */
export function unpricedCostWarning(
  fees: readonly DescribedFee[],
  unknown: readonly string[] = [],
): string | undefined {
  const costs = fees.filter((fee) => fee.included === false && isUnvaluedCost(fee))
  const names = [...costs.map(({ description }) => description), ...unknown].map((name) => cleanText(name))
  if (names.length === 0) return undefined
  return codedWarning(
    'unpriced-cost',
    `what is paid on top is not all counted, since its value is not known: ${names.join('; ')}`,
  )
}

/** True where the warnings say that nobody values a cost on top. */
export function hasUnpricedCost({ warnings }: Warned): boolean {
  return hasWarning(warnings, 'unpriced-cost')
}

/** The sum of what is paid on top, in micro-dollars; undefined where nothing of it is known. */
export function onTopTotal(values: ValuedFees & Warned): MicroUsd | undefined {
  const costs = onTopFees(values)
  return costs.fees.length === 0 && hasUnpricedCost(values) ? undefined : feesTotal(costs)
}

/** The same for people: with a plus sign where some of it has no value that is known, `unknown` where nothing has. */
export function onTopText(values: ValuedFees & Warned): string {
  const total = onTopTotal(values)
  if (total === undefined) return 'unknown'
  const text = feesText(onTopFees(values))
  return hasUnpricedCost(values) && !text.endsWith('+') ? `${text}+` : text
}
