import { cleanText } from '../text/clean-text.ts'
import { codedWarning, hasWarning } from './coded-warnings.ts'

/*
 * Tokens of which nobody could find out whether they keep a part of each transfer. The call's own minimum counts what is
 * sent, so that nothing is promised of what arrives.
 */

/** The warning of a route with such tokens; undefined without any. */
export function untriedTransferWarning(symbols: readonly string[]): string | undefined {
  if (symbols.length === 0) return undefined
  const names = [...new Set(symbols.map((symbol) => cleanText(symbol, 20)))].join(' and ')
  return codedWarning(
    'untried-transfer',
    `no node shows whether ${names} takes a fee from each transfer, so that less may arrive than the call enforces`,
  )
}

/** True where the warnings say that no least is promised, because a transfer could not be tried. */
export function hasUntriedTransfer({ warnings }: { readonly warnings?: readonly string[] | undefined }): boolean {
  return hasWarning(warnings, 'untried-transfer')
}
