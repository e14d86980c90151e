import type { PaymentVerdict } from '../../core/swap/payment-proof.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { HEX_WORD } from '../../core/text/hex.ts'
import type { ServiceContext } from '../context.ts'

/** What the chain shows of a hash: `unmined` where no block holds it, `unknown` where nobody tells. */
export type PaymentLook = PaymentVerdict | 'unmined' | 'unknown'

/** What the source chain shows of a hash; `unknown` for chains whose transactions this service does not read. */
export async function lookAt(
  { catalog, readPayment }: Pick<ServiceContext, 'catalog' | 'readPayment'>,
  swap: TransactionRecord,
  hash: string,
): Promise<PaymentLook> {
  if (readPayment === undefined || !HEX_WORD.test(hash)) return 'unknown'
  return (await catalog.chain(swap.srcChain))?.addressFamily === 'evm' ? readPayment(swap, hash) : 'unknown'
}
