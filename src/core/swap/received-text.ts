import type { HistoryTransaction, StatusTransaction } from '../api/documents.ts'

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

/**
 * What arrived of a swap that succeeded, by the service of this machine: `5 USDC on base`, or that only what was promised is known.
 * @param asset as it is to be shown
 */
export function arrivedText(
  { dstDelivered, dstAmount }: Pick<StatusTransaction, 'dstDelivered' | 'dstAmount'>,
  asset: string,
): string {
  if (dstDelivered !== undefined) return `${dstDelivered} ${asset}`
  return `not known: ${dstAmount} ${asset} was promised`
}
