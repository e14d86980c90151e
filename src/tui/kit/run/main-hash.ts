import type { HistoryTransaction } from '../../../core/api/documents.ts'
import type { RunFacts } from './run-facts.ts'

/** A hash, and the chain that has it. */
export interface ChainHash {
  /** Chain key; '' where it is not known. */
  readonly chain: string
  readonly hash: string
}

type Hashes = Pick<HistoryTransaction, 'outboundHash' | 'refundHash' | 'inboundHash' | 'hash'>

/** The hash that tells most about a transaction: of the payout, else of the refund, else of the payment. */
export function mainHash(hashes: Hashes, srcChain: string, dstChain: string): ChainHash | undefined {
  const { outboundHash, refundHash, inboundHash, hash } = hashes
  if ((outboundHash ?? '') !== '') return { chain: dstChain, hash: outboundHash ?? '' }
  const known = [refundHash, inboundHash, hash].find((text) => text !== undefined && text !== null && text !== '')
  return known === undefined || known === null ? undefined : { chain: srcChain, hash: known }
}

/** The hash that tells most about a run. */
export function mainHashOfRun({ payment, transaction, srcChain, dstChain }: RunFacts): ChainHash | undefined {
  const found = transaction === undefined ? undefined : mainHash(transaction, srcChain, dstChain)
  return found ?? (payment === undefined ? undefined : { chain: srcChain, hash: payment.hash })
}
