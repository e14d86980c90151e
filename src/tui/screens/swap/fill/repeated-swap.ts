import { readAmount } from '../../../../core/api/answers.ts'
import type { HistoryTransaction, TransactionAsset } from '../../../../core/api/documents.ts'
import { sameAddress } from '../../../../core/assets/address-key.ts'
import { joinPayee } from '../../../../core/assets/contacts.ts'
import type { AssetOfPast, RepeatedSwap } from '../state.ts'

/** A transaction of the history as a swap to ask for again; undefined where it does not say enough. */
export function pastOf(transaction: HistoryTransaction | undefined): RepeatedSwap | undefined {
  if (transaction === undefined) return undefined
  const { id, srcAmount: amount, walletAddress, recipientWalletAddress, recipientMemo: memo } = transaction
  const [from, to] = [placeOf(transaction.srcAsset), placeOf(transaction.dstAsset)]
  if (from === undefined || to === undefined || readAmount(amount) === undefined) return undefined
  // Whoever paid himself pays the wallet that is in use now.
  const isOwn = recipientWalletAddress === '' || sameAddress(walletAddress, recipientWalletAddress)
  return { id, from, to, amount, recipient: isOwn ? '' : joinPayee({ address: recipientWalletAddress, memo }) }
}

function placeOf({ chain, contract }: TransactionAsset): AssetOfPast | undefined {
  return chain === null || chain === '' ? undefined : { chain, contract }
}
