import type { StatusTransaction } from '../../core/api/documents.ts'
import { belowLeastText } from '../../core/money/below-least.ts'
import type { StatedLeast } from '../../core/swap/floor.ts'
import { costText } from '../../core/delivery/cost-text.ts'
import { progressText } from '../../core/swap/progress.ts'
import { arrivalField, arrivedText } from '../../core/swap/received-text.ts'
import { paidWord, statusText } from '../../core/swap/stage-words.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { timeText, type TimeZone } from '../../core/text/times.ts'
import type { SwapService } from '../../core/api/service.ts'
import type { StatusResult } from '../../core/api/documents.ts'
import type { Output } from '../output/output.ts'
import { groupThousands } from '../../core/money/amount.ts'
import { transactionAssetText } from '../../core/api/transaction-asset-text.ts'

/**
 * Prints a transaction as fields.
 * @param accepted the doubts that its payment was made in spite of
 * @param arrival what is known of its end where a server states it
 */
export async function printTransaction(
  output: Output,
  transaction: StatusTransaction,
  accepted = '',
  arrival?: ShownArrival,
): Promise<void> {
  await output.fields(transactionFields(transaction, output.zone, accepted, arrival))
}

/** A transaction as fields of name and value; those without a value are left out where they are shown. */
export function transactionFields(
  transaction: StatusTransaction,
  zone: TimeZone,
  accepted = '',
  arrival?: ShownArrival,
): readonly (readonly [string, string])[] {
  const [status, progress] = [statusText(transaction), progressText(transaction)]
  const { srcAmount, reason = '' } = transaction
  const [sent, asset] = [transactionAssetText(transaction.srcAsset), transactionAssetText(transaction.dstAsset)]
  const paid = `${groupThousands(srcAmount)} ${sent}`
  const cost = costText(transaction)
  const isOwn = arrival?.by === 'chain' && arrival.isOwn === true
  const isServers = arrival !== undefined && !isOwn
  const word = isServers ? ', as the server says' : isOwn ? ', as its record says' : ''
  const isBack = transaction.status === 'REFUND' && isServers && seenPayout(arrival) === undefined
  return [
    ['transaction', transaction.id],
    ['status', `${status}${word}`],
    [paidWord(transaction), paid],
    seenField(transaction, asset, arrival),
    ['refunded', isBack ? seenText(srcAmount, `${paid}, as the server says`, seenRefund(arrival)) : ''],
    ['cost', cost === '' ? '' : `${cost}${word}`],
    ['provider', transaction.provider],
    ['from', transaction.walletAddress],
    ['to', transaction.recipientWalletAddress],
    ['memo', transaction.recipientMemo ?? ''],
    ['source hash', transaction.inboundHash || transaction.hash],
    ['destination hash', transaction.outboundHash ?? ''],
    ['refund hash', transaction.refundHash ?? ''],
    ['progress', isServers && progress !== '' ? `the server says: ${quoteWords(progress)}` : progress],
    ['reason', isServers && reason !== '' ? `the server says: ${quoteWords(reason)}` : reason],
    ['updated', timeText(transaction.updatedAt, zone)],
    ['accepted', accepted],
  ]
}

/** What is known of the end of a swap that a server states. */
export type ShownArrival =
  /** The server's word alone. */
  | { readonly by: 'server' }
  /** What a transaction brought the recipient, in whole tokens. */
  | {
      readonly by: 'chain'
      readonly amount: string
      /** By the bundled catalog, or the token's address: `USDC on ethereum`. */
      readonly asset: string
      readonly isFinal: boolean
      /** It is what the refund brought the payer instead. */
      readonly isRefund?: true
      /** This machine's own service says how the swap ended, and no server. */
      readonly isOwn?: true
    }
type SeenArrival = Extract<ShownArrival, { by: 'chain' }>

function seenPayout(arrival: ShownArrival | undefined): SeenArrival | undefined {
  return arrival?.by === 'chain' && arrival.isRefund !== true && arrival.amount !== '0' ? arrival : undefined
}

function seenRefund(arrival: ShownArrival | undefined): SeenArrival | undefined {
  return arrival?.by === 'chain' && arrival.isRefund === true ? arrival : undefined
}

/** What a swap brought, or is to bring: a chain shows it better than anybody says it. */
function seenField(
  transaction: StatusTransaction,
  asset: string,
  arrival: ShownArrival | undefined,
): readonly [string, string] {
  if (
    arrival?.by !== 'chain' ||
    arrival.isRefund === true ||
    (transaction.status !== 'SUCCESS' && arrival.amount === '0')
  ) {
    return arrivalField(transaction, asset, arrival === undefined ? 'service' : 'server')
  }
  const isOwn = arrival.isOwn === true
  const said = arrivedText(transaction, asset, isOwn ? 'service' : 'server')
  const word = isOwn && transaction.dstDelivered !== undefined ? ', as its record says' : ''
  return ['received', seenText(transaction.dstAmount, `${said}${word}`, arrival)]
}

/** @param stated the amount that a server, or the own record, names @param said what it says @param seen what the chain shows */
function seenText(stated: string, said: string, seen: SeenArrival | undefined): string {
  if (seen === undefined) return said
  if (seen.amount === '0') {
    const who = seen.isRefund === true ? 'payer' : 'recipient'
    return `${said}; the transaction that it names brought the ${who} none`
  }
  const who = seen.isOwn === true ? 'its record' : 'the server'
  return `${chainText(seen)}${seen.amount === stated ? '' : ` (${who} says ${groupThousands(stated)})`}`
}

function chainText({ amount, asset, isFinal }: SeenArrival): string {
  return `${groupThousands(amount)} ${asset}, seen on the chain${isFinal ? '' : ', in a block that it may still take back'}`
}

/** What a server wrote: short, and between marks that it does not contain. */
function quoteWords(text: string): string {
  return `"${cleanText(text.replaceAll('"', "'"), 120)}"`
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

/**
 * The failure that an ended transaction is; undefined for SUCCESS alone, whatever words a server uses, unless the chain shows
 * that what it names as the payout brought nothing, or it brought less than the least that was promised.
 * @param arrival what is known of its end where a server states it
 * @param terms of the lock of this machine; undefined where it has none
 */
export function finalFailure(
  transaction: StatusTransaction,
  arrival?: ShownArrival,
  terms?: StatedLeast,
): SwapError | undefined {
  if (transaction.status === 'SUCCESS') {
    return broughtNothing(arrival) ? emptySuccess(transaction) : shortSuccess(transaction, arrival, terms)
  }
  return arrival === undefined ? ownFailure(transaction) : statedFailure(transaction, arrival)
}

/** True where the transaction that a server names as the payout, or the payment on one chain, paid its recipient nothing. */
export function broughtNothing(arrival: ShownArrival | undefined): boolean {
  return arrival?.by === 'chain' && arrival.amount === '0' && arrival.isRefund !== true
}

/** What a success brought below the least that was promised, a clause; undefined where it is not, or that is not known. */
export function shortText(
  transaction: StatusTransaction,
  arrival: ShownArrival | undefined,
  terms: StatedLeast | undefined,
): string | undefined {
  const seen = seenPayout(arrival)
  const less = belowLeastText(terms, transaction, seen?.amount)
  return less === undefined || arrival?.by !== 'server' ? less : `${less}, as the server says`
}

function shortSuccess(
  transaction: StatusTransaction,
  arrival: ShownArrival | undefined,
  terms: StatedLeast | undefined,
): SwapError | undefined {
  const less = shortText(transaction, arrival, terms)
  if (less === undefined) return undefined
  return new SwapError('SWAP_FAILED', `The swap is called a success, but it brought ${less}`, {
    funds: 'moved',
    hint: `Look at its transactions in an explorer, and ask who ran it: swapcli status ${transaction.id}`,
  })
}

/** Another transaction may have paid it: nobody here knows. */
function emptySuccess({ id, dstAsset, recipientWalletAddress }: StatusTransaction): SwapError {
  return new SwapError(
    'OUTCOME_UNKNOWN',
    `The swap is called a success, but the transaction that is named as its payout brought ${recipientWalletAddress} no ${transactionAssetText(dstAsset)}`,
    { funds: 'moved', hint: `Look at its transactions in an explorer before you pay again: swapcli status ${id}` },
  )
}

/** As this machine's own service found it. */
function ownFailure({ status, reason, refundHash, id, ...transaction }: StatusTransaction): SwapError {
  const why = reason === undefined ? '' : `: ${reason}`
  const sent = `${groupThousands(transaction.srcAmount)} ${transactionAssetText(transaction.srcAsset)}`
  const see = { funds: 'moved', hint: `See it: swapcli status ${id}` } as const
  if (status === 'REFUND') {
    const proof = refundHash === undefined ? '' : ` (hash ${refundHash})`
    const message = `The swap was refunded${why}. ${sent} went back to ${transaction.walletAddress}${proof}`
    return new SwapError('SWAP_FAILED', message, see)
  }
  if (status === 'FAILED') {
    const message = `The swap failed${why}. ${sent} was sent and is not known to have come back`
    return new SwapError('SWAP_FAILED', message, { funds: 'moved', hint: trackHint(id) })
  }
  const message = `The swap ended with the status ${status}, which is not a success: what arrived is not known`
  return new SwapError('SWAP_FAILED', message, see)
}

function trackHint(id: string): string {
  return `Ask the provider again, which finds a late refund: swapcli track ${id}`
}

/** As a server states it, and as far as the chain shows it. */
function statedFailure({ status, reason, id }: StatusTransaction, arrival: ShownArrival): SwapError {
  const why = reason === undefined || reason === '' ? '' : `. The server says: ${quoteWords(reason)}`
  const end = status === 'REFUND' ? 'was refunded' : status === 'FAILED' ? 'failed' : `ended as ${quoteWords(status)}`
  const unknown = (what: string) =>
    new SwapError('OUTCOME_UNKNOWN', `The server says that the swap ${end}, but ${what}${why}`, {
      funds: 'moved',
      hint: `Look at its transactions in an explorer before you pay again: swapcli status ${id}`,
    })
  const [payout, refund] = [seenPayout(arrival), seenRefund(arrival)]
  if (payout !== undefined) return unknown(`it was paid: ${chainText(payout)}`)
  if (refund?.amount === '0') return unknown('the transaction that it names returned nothing to the payer')
  const unseen =
    status === 'REFUND' ? 'this program did not see the refund' : 'what was sent is not known to have come back'
  const message =
    refund === undefined
      ? `The server says that the swap ${end}; ${unseen}`
      : `The swap was refunded: ${chainText(refund)}`
  return new SwapError('SWAP_FAILED', `${message}${why}`, { funds: 'moved', hint: trackHint(id) })
}
