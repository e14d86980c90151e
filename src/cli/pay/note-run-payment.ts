import type { SwapRun } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'

/** Notes what a run has paid, as far as it is; a deposit is paid by others, at any time after its address was told. */
export function noteRunPayment(output: Output, { id, step, payment, transactionId, transaction }: SwapRun): void {
  const isFollowed = step === 'tracked' || step === 'final'
  if (payment === undefined && !isFollowed) return
  const hash = payment?.hash ?? (transaction?.inboundHash || undefined)
  output.notePayment({ hash, runId: id, transactionId })
}
