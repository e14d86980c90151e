import type { HistoryTransaction } from '../api/documents.ts'

/**
 * What a swap brought, for people: `5 USDC` once it succeeded, `~5 USDC` while that is only promised, `-` when it brought
 * nothing.
 * @param amount of the destination asset, in whole units as it is to be shown
 */
export function receivedText(
  { status, dstAmount, dstAsset }: Pick<HistoryTransaction, 'status' | 'dstAmount' | 'dstAsset'>,
  amount = dstAmount,
): string {
  if (status !== 'SUCCESS' && status !== 'PENDING') return '-'
  return `${status === 'PENDING' ? '~' : ''}${amount} ${dstAsset.symbol ?? '?'}`
}
