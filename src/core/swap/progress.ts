import { defined } from '../defined.ts'
import type { StatusTransaction, TransactionProgress } from '../api/documents.ts'
import { formatAmount, groupThousands } from '../money/amount.ts'
import type { AsJson, Terms } from './terms.ts'

/** How far a swap has come, as its provider states it; what is not stated is absent. */
export interface Progress {
  /** Base units of the source asset that the provider has received. */
  readonly receivedIn?: bigint
  /** Base units of the source asset that are on their way back, or are back. */
  readonly refundedIn?: bigint
  /** Base units of the destination asset that were paid so far. */
  readonly paidOut?: bigint
  /** Swaps into which a large one is divided: how many are done, and of how many. */
  readonly parts?: { readonly done: number; readonly total: number }
  /** One sentence for a person: what is missing, or what is waited for. */
  readonly note?: string
  /** The call that pays the recipient, while somebody has to send it. Anybody may. */
  readonly claim?: ClaimCall
}

/** A call that finishes a swap on its destination chain. */
export interface ClaimCall {
  /** As the catalog numbers chains. */
  readonly chainId: number
  /** 0x address of the contract. */
  readonly to: string
  /** 0x-hex. */
  readonly data: string
}

/**
 * What is known after a report: a provider that does not repeat an amount does not take it back, but what it said was waited
 * for, or due, is over. Of a success only what did not arrive is left; the rest is its delivered amount.
 * @param amountIn what was to be sent, base units of the source asset
 */
export function progressAfter(
  earlier: Progress | undefined,
  stated: Progress | undefined,
  status: string,
  amountIn: bigint,
): Progress | undefined {
  const { note: _over, claim: _past, ...known } = earlier ?? {}
  const { receivedIn, refundedIn, paidOut, parts, note, claim } = { ...known, ...stated }
  const isSuccess = status === 'SUCCESS'
  const progress = defined({
    receivedIn: isSuccess && receivedIn === amountIn ? undefined : receivedIn,
    refundedIn,
    paidOut: isSuccess ? undefined : paidOut,
    parts: isSuccess ? undefined : parts,
    note,
    claim: status === 'PENDING' ? claim : undefined,
  })
  return Object.keys(progress).length === 0 ? undefined : progress
}

/** True where both say the same. */
export function sameProgress(one: Progress | undefined, other: Progress | undefined): boolean {
  return (
    one?.receivedIn === other?.receivedIn &&
    one?.refundedIn === other?.refundedIn &&
    one?.paidOut === other?.paidOut &&
    one?.parts?.done === other?.parts?.done &&
    one?.parts?.total === other?.parts?.total &&
    one?.note === other?.note &&
    one?.claim?.data === other?.claim?.data
  )
}

/** Progress for JSON storage. */
export function progressToJson({ receivedIn, refundedIn, paidOut, ...rest }: Progress): AsJson<Progress> {
  return {
    ...rest,
    ...defined({
      receivedIn: receivedIn?.toString(),
      refundedIn: refundedIn?.toString(),
      paidOut: paidOut?.toString(),
    }),
  }
}

/** Progress from JSON storage. @throws SyntaxError for text that is no whole number */
export function progressFromJson({ receivedIn, refundedIn, paidOut, ...rest }: AsJson<Progress>): Progress {
  const units = (text: string | undefined) => (text === undefined ? undefined : BigInt(text))
  return {
    ...rest,
    ...defined({ receivedIn: units(receivedIn), refundedIn: units(refundedIn), paidOut: units(paidOut) }),
  }
}

/** Progress as the API shows it: amounts in whole tokens. */
export function toProgressDocument(progress: Progress, { src, dst }: Pick<Terms, 'src' | 'dst'>): TransactionProgress {
  const { receivedIn, refundedIn, paidOut, parts, note, claim } = progress
  const whole = (units: bigint | undefined, decimals: number) =>
    units === undefined ? undefined : formatAmount(units, decimals)
  return defined({
    srcReceived: whole(receivedIn, src.decimals),
    srcRefunded: whole(refundedIn, src.decimals),
    dstPaid: whole(paidOut, dst.decimals),
    partsDone: parts?.done,
    partsTotal: parts?.total,
    note,
    claim,
  })
}

/** What tells how far a swap has come. */
export type ShownProgress = Pick<StatusTransaction, 'progress' | 'srcAsset' | 'dstAsset'> & {
  readonly status?: StatusTransaction['status']
}

/** How far a swap has come, in one line: `40 USDC received, 3 of 10 parts swapped`; '' where nothing is known. */
export function progressText({ progress, srcAsset, dstAsset, status }: ShownProgress): string {
  if (progress === undefined) return ''
  const { srcReceived, srcRefunded, dstPaid, partsDone, partsTotal, note } = progress
  const amount = (text: string | undefined, symbol: string | null, what: string) =>
    text === undefined || text === '0' ? [] : [`${groupThousands(text)} ${symbol ?? '?'} ${what}`]
  const facts = [
    ...amount(srcReceived, srcAsset.symbol, 'received'),
    ...(partsDone === undefined || partsTotal === undefined ? [] : [`${partsDone} of ${partsTotal} parts swapped`]),
    ...amount(dstPaid, dstAsset.symbol, 'paid out'),
    // What is only planned is called nothing that it is not yet.
    ...amount(srcRefunded, srcAsset.symbol, status === 'PENDING' ? 'going back' : 'refunded'),
  ].join(', ')
  return [facts, note ?? ''].filter((text) => text !== '').join('. ')
}
