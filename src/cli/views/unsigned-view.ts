import { cleanText } from '../../core/text/clean-text.ts'
import { timeText } from '../../core/text/times.ts'
import type { PaymentReview, SwapRun, UnsignedPayment } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'

/**
 * Prints what another signer has to sign, alone on stdout, and on stderr what to do after. A file of another program says
 * that itself, since it goes to others; with --json lines come in a document as transactions do.
 */
export function printUnsigned(
  output: Output,
  run: SwapRun,
  { validUntil }: PaymentReview,
  unsigned: UnsignedPayment,
): void {
  const ids = { runId: run.id, transactionId: run.transactionId ?? null }
  switch (unsigned.kind) {
    case 'list':
      output.printJson({ data: unsigned.items, ...ids })
      break
    case 'file':
      output.printJson(unsigned.content)
      break
    case 'lines':
      if (output.json) output.printJson({ data: unsigned.lines, ...ids })
      else for (const line of unsigned.lines) output.print(cleanText(line, Infinity))
      break
  }
  if (validUntil !== undefined)
    output.note(`to be in a block before ${timeText(validUntil, output.zone)}; it reverts later`)
  output.note('nothing was signed; when the last of these is sent, report its hash:')
  output.note(`swapcli track ${run.transactionId ?? 'ID'} HASH`)
}
