import type { HistoryTransaction, StatusTransaction } from '../../core/api/documents.ts'
import { statusText } from '../../core/swap/stage-words.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { SwapService } from '../../core/api/service.ts'
import type { StatusResult } from '../../core/api/documents.ts'
import type { Output } from '../output/output.ts'

/**
 * Prints a transaction as fields.
 * @param accepted codes of doubts that its payment was made in spite of
 * @param arrival what is known of it where a server calls it a success
 */
export async function printTransaction(
  output: Output,
  transaction: StatusTransaction,
  accepted: readonly string[] = [],
  arrival?: ShownArrival,
): Promise<void> {
  await output.fields(transactionFields(transaction, accepted, arrival))
}

/** A transaction as fields of name and value; those without a value are left out where they are shown. */
export function transactionFields(
  transaction: StatusTransaction,
  accepted: readonly string[] = [],
  arrival?: ShownArrival,
): readonly (readonly [string, string])[] {
  const status = statusText(transaction)
  const asset = assetLabel(transaction.dstAsset)
  return [
    ['transaction', transaction.id],
    ['status', arrival === undefined ? status : `${status}, as the server says`],
    ['sent', `${transaction.srcAmount} ${assetLabel(transaction.srcAsset)}`],
    [
      transaction.status === 'SUCCESS' ? 'received' : 'promised',
      arrival === undefined ? `${transaction.dstAmount} ${asset}` : arrivalText(transaction.dstAmount, asset, arrival),
    ],
    ['provider', transaction.provider],
    ['from', transaction.walletAddress],
    ['to', transaction.recipientWalletAddress],
    ['source hash', transaction.inboundHash || transaction.hash],
    ['destination hash', transaction.outboundHash ?? ''],
    ['refund hash', transaction.refundHash ?? ''],
    ['reason', transaction.reason ?? ''],
    ['updated', transaction.updatedAt],
    ['accepted', accepted.join(', ')],
  ]
}

/** What is known of the arrival of a swap that a server calls a success. */
export type ShownArrival =
  /** The server's word alone. */
  | { readonly by: 'server' }
  /** What the transaction that the server names brought the recipient, in whole tokens. */
  | { readonly by: 'chain'; readonly amount: string; readonly isFinal: boolean }

function arrivalText(stated: string, asset: string, arrival: ShownArrival): string {
  if (arrival.by === 'server') return `${stated} ${asset}, as the server says`
  if (arrival.amount === '0') {
    return `${stated} ${asset}, as the server says; the transaction that it names brought the recipient none`
  }
  const depth = arrival.isFinal ? '' : ', in a block that it may still take back'
  const differs = arrival.amount === stated ? '' : ` (the server says ${stated})`
  return `${arrival.amount} ${asset}, seen on the chain${depth}${differs}`
}

/** `USDC on ethereum`. */
export function assetLabel({ symbol, chain }: HistoryTransaction['srcAsset']): string {
  return chain === null ? (symbol ?? '?') : `${symbol ?? '?'} on ${chain}`
}

/**
 * The status of what `text` names: a public id, or else any known hash.
 * @throws NOT_FOUND
 */
export async function findStatus(service: SwapService, text: string): Promise<StatusResult> {
  const queries = looksLikeId(text)
    ? [{ transactionId: text }, { hash: text }]
    : [{ hash: text }, { transactionId: text }]
  for (const query of queries.slice(0, -1)) {
    try {
      return await service.status(query)
    } catch (error) {
      if (!isSwapError(error) || (error.code !== 'NOT_FOUND' && error.code !== 'VALIDATION_ERROR')) throw error
    }
  }
  return service.status(queries.at(-1) ?? {})
}

function looksLikeId(text: string): boolean {
  return text.length <= 60 && /^[a-z]+_|-/i.test(text)
}

/** The failure that an ended transaction is; undefined for SUCCESS alone, whatever words a server uses. */
export function finalFailure(transaction: StatusTransaction): SwapError | undefined {
  const { status, id } = transaction
  if (status === 'SUCCESS') return undefined
  const message = `The swap ended with the status ${status}, which is not a success: what arrived is not known`
  return (
    failureOf(transaction) ??
    new SwapError('SWAP_FAILED', message, { funds: 'moved', hint: `See it: swapcli status ${id}` })
  )
}

/** The failure that a FAILED or REFUND transaction is; undefined for the others. */
function failureOf(transaction: StatusTransaction): SwapError | undefined {
  const { status, reason, refundHash, id } = transaction
  const why = reason === undefined ? '' : `: ${reason}`
  const sent = `${transaction.srcAmount} ${assetLabel(transaction.srcAsset)}`
  if (status === 'REFUND') {
    const proof = refundHash === undefined ? '' : ` (hash ${refundHash})`
    return new SwapError(
      'SWAP_FAILED',
      `The swap was refunded${why}. ${sent} went back to ${transaction.walletAddress}${proof}`,
      {
        funds: 'moved',
        hint: `See it: swapcli status ${id}`,
      },
    )
  }
  if (status !== 'FAILED') return undefined
  return new SwapError('SWAP_FAILED', `The swap failed${why}. ${sent} was sent and is not known to have come back`, {
    funds: 'moved',
    hint: `Ask the provider again, which finds a late refund: swapcli track ${id}`,
  })
}
