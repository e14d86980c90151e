import type { PaymentVerdict } from '../../core/swap/payment-proof.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { HEX_WORD } from '../../core/text/hex.ts'
import type { ServiceContext } from '../context.ts'

/**
 * What the chain shows of a hash: `waiting` where a node holds what was handed out, from the depositor, for a block to come,
 * `unmined` where no block holds it, `unknown` where nobody tells.
 */
export type PaymentLook = PaymentVerdict | 'waiting' | 'unmined' | 'unknown'

const RANKS: Readonly<Record<PaymentLook, number>> = {
  ...{ other: 0, unknown: 1, unmined: 1, reverted: 2, waiting: 3, possible: 4, likely: 5, carried: 6, paid: 7 },
}

/** How strongly a look ties a hash to its swap: of two hashes, the one with the higher number is the payment. */
export function rankLook(look: PaymentLook): number {
  return RANKS[look]
}

/** True where a block holds it, and money may have moved by it for its swap. */
export function mayHaveMoved(look: PaymentLook): look is NonNullable<TransactionRecord['hashProof']> {
  return RANKS[look] > RANKS.waiting
}

/** True where no block is known to hold it. */
export function isUnmined(look: PaymentLook): boolean {
  return look === 'waiting' || look === 'unmined' || look === 'unknown'
}

/** What the source chain shows of a hash; `unknown` for chains whose transactions this service does not read. */
export async function lookAt(
  { catalog, readPayment }: Pick<ServiceContext, 'catalog' | 'readPayment'>,
  swap: TransactionRecord,
  hash: string,
): Promise<PaymentLook> {
  if (readPayment === undefined || !HEX_WORD.test(hash)) return 'unknown'
  return (await catalog.chain(swap.srcChain))?.addressFamily === 'evm' ? readPayment(swap, hash) : 'unknown'
}
