import type { StatusTransaction } from '../../core/api/documents.ts'
import { sameAddress } from '../../core/assets/address-key.ts'

/** By what an answer of a service is known to be about the swap of a run. */
interface RunSubject {
  readonly transactionId?: string | undefined
  readonly recipient: string
}

/** True where a service speaks of the swap of a run: news of another one must not pass for its own. */
export function isAbout(
  { id, recipientWalletAddress }: Pick<StatusTransaction, 'id' | 'recipientWalletAddress'>,
  { transactionId, recipient }: RunSubject,
): boolean {
  return id === transactionId && sameAddress(recipientWalletAddress, recipient)
}

/** What is said where it does not. */
export const OTHER_SWAP = 'the service answered about another swap'
