import type { HistoryTransaction, StatusTransaction } from '../api/documents.ts'
import { markedSymbol } from '../assets/look-alikes.ts'
import { groupThousands } from '../money/amount.ts'

/*
 * What a swap brought, for people. Only an amount that somebody measured is called received: a swap may end well while nobody
 * has read what arrived, and what was promised is shown as that.
 */

type StatedArrival = Pick<StatusTransaction, 'dstDelivered' | 'dstAmount'>

/** Whose word a document is: that of this machine's own service, or of a server, which is called so. */
export type Teller = 'service' | 'server'

/** Whose word it is. @param api URL of a server; undefined for this machine's own service */
export function tellerOf(api: string | undefined): Teller {
  return api === undefined ? 'service' : 'server'
}

/**
 * What a swap brought, for a column: `5 USDC` once that is known, `unknown, ~5 USDC` where it ended well and only what was promised
 * is known, `~5 USDC` before its end, `-` when it brought nothing.
 * @param shorten makes an amount of the destination asset, in whole units, as it is to be shown. @default with commas
 */
export function receivedText(
  { status, dstAmount, dstDelivered, dstAsset }: Pick<HistoryTransaction, 'status' | 'dstAsset'> & StatedArrival,
  shorten: (amount: string) => string = groupThousands,
): string {
  if (status !== 'SUCCESS' && status !== 'PENDING') return '-'
  const symbol = markedSymbol(dstAsset.symbol ?? '?')
  if (status === 'SUCCESS' && dstDelivered !== undefined) return `${shorten(dstDelivered)} ${symbol}`
  return `${status === 'SUCCESS' ? 'unknown, ' : ''}~${shorten(dstAmount)} ${symbol}`
}

/**
 * What a swap brought, or is to bring, as a field: its name and its value.
 * @param asset as it is to be shown
 */
export function arrivalField(
  transaction: Pick<StatusTransaction, 'status'> & StatedArrival,
  asset: string,
  teller: Teller,
): readonly [name: 'received' | 'expected', text: string] {
  if (transaction.status === 'SUCCESS') return ['received', arrivedText(transaction, asset, teller)]
  return ['expected', `${groupThousands(transaction.dstAmount)} ${asset}`]
}

/** The same of a swap that ended well, as a clause: `5 USDC received`, or `what arrived is not known: 5 USDC was promised`. */
export function arrivedClause(transaction: StatedArrival, asset: string, teller: Teller): string {
  const { dstDelivered } = transaction
  if (dstDelivered === undefined) return `what arrived is ${arrivedText(transaction, asset, teller)}`
  return withTeller(`${groupThousands(dstDelivered)} ${asset} received`, teller)
}

/** What arrived of a swap that ended well: `5 USDC on base`, or that it is not known, and what is. */
export function arrivedText({ dstDelivered, dstAmount }: StatedArrival, asset: string, teller: Teller): string {
  if (dstDelivered !== undefined) return withTeller(`${groupThousands(dstDelivered)} ${asset}`, teller)
  // Other servers do not say whether what they state has arrived.
  const stated = `${groupThousands(dstAmount)} ${asset}`
  return `not known: ${teller === 'server' ? `the server states ${stated}` : `${stated} was promised`}`
}

function withTeller(text: string, teller: Teller): string {
  return teller === 'server' ? `${text}, as the server says` : text
}
