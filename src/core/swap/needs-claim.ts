import { codedWarning, hasWarning } from './coded-warnings.ts'

/*
 * Transfers that nobody is bound to finish: whoever wants the money sends a second transaction, on the destination chain.
 */

/** The warning of such a route. @param chainName of the destination */
export function needsClaimWarning(chainName: string): string {
  return codedWarning(
    'needs-claim',
    `nobody pays out by itself: a second transaction on ${chainName} is needed (swapcli claim), which any account with coin there can send`,
  )
}

/** True where the warnings say that the transfer has to be finished by a second transaction. */
export function needsClaim({ warnings }: { readonly warnings?: readonly string[] | undefined }): boolean {
  return hasWarning(warnings, 'needs-claim')
}
