import type { SwapRun } from '../wallet/run-journal.ts'
import type { PaymentReview } from '../wallet/wallet.ts'
import type { Output } from './output.ts'
import type { UnsignedFormat } from './pay-options.ts'

/** Prints what another signer has to sign, alone on stdout, and on stderr what to do after. */
export async function printUnsigned(
  output: Output,
  run: SwapRun,
  review: PaymentReview,
  format: UnsignedFormat,
  nowMs: number,
): Promise<void> {
  const { safeBatch, unsignedTransactions } = await import('../wallet/unsigned.ts')
  switch (format) {
    case 'json': {
      const { transactions } = unsignedTransactions(review)
      output.printJson({ data: transactions, runId: run.id, transactionId: run.transactionId ?? null })
      break
    }
    case 'safe':
      output.printJson(safeBatch(review, nowMs))
      break
    case 'cast':
      for (const line of unsignedTransactions(review).cast) output.print(line)
      break
  }
  output.note('nothing was signed; when the last of these is sent, report its hash:')
  output.note(`swapcli track ${run.transactionId ?? 'ID'} HASH`)
}
