import { loadUnsigned, type PaymentReview, type SwapRun } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'
import type { UnsignedFormat } from '../pay/pay-options.ts'

/**
 * Prints what another signer has to sign, alone on stdout, and on stderr what to do after. A file for Safe says that
 * itself, since it goes to others; with --json the lines of cast come in a document as the transactions do.
 */
export async function printUnsigned(
  output: Output,
  run: SwapRun,
  review: PaymentReview,
  format: UnsignedFormat,
  nowMs: number,
): Promise<void> {
  const { safeBatch, unsignedTransactions } = await loadUnsigned()
  const ids = { runId: run.id, transactionId: run.transactionId ?? null }
  switch (format) {
    case 'json':
      output.printJson({ data: unsignedTransactions(review).transactions, ...ids })
      break
    case 'safe':
      output.printJson(safeBatch(review, nowMs, run.transactionId))
      break
    case 'cast': {
      const { cast } = unsignedTransactions(review)
      if (output.json) output.printJson({ data: cast, ...ids })
      else for (const line of cast) output.print(line)
      break
    }
  }
  if (review.validUntil !== undefined) output.note(`to be in a block before ${review.validUntil}; it reverts later`)
  output.note('nothing was signed; when the last of these is sent, report its hash:')
  output.note(`swapcli track ${run.transactionId ?? 'ID'} HASH`)
}
