import { isUnvaluedCost, type ValuedFee } from '../money/fees.ts'
import { cleanText } from '../text/clean-text.ts'
import { codedWarning, hasWarning } from './coded-warnings.ts'

type DescribedFee = ValuedFee & { readonly description: string }

/** The warning of a route with costs on top of the amount that nobody values; undefined for any other. */
export function unpricedCostWarning(fees: readonly DescribedFee[]): string | undefined {
  const costs = fees.filter((fee) => fee.included === false && isUnvaluedCost(fee))
  if (costs.length === 0) return undefined
  const names = costs.map(({ description }) => cleanText(description)).join('; ')
  return codedWarning('unpriced-cost', `what is paid on top is not all counted, since its value is not known: ${names}`)
}

/** True where the warnings say that nobody values a cost on top. */
export function hasUnpricedCost({ warnings }: { readonly warnings?: readonly string[] | undefined }): boolean {
  return hasWarning(warnings, 'unpriced-cost')
}
