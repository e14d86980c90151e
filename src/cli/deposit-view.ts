import { addressFingerprint } from '../core/fingerprint.ts'
import type { SwapRun } from '../wallet/run-journal.ts'
import type { Output } from './output.ts'
import { duration } from '../core/duration.ts'

/**
 * Says on stderr where a deposit goes, each value alone on its line for copying, and draws its QR code on a terminal.
 * @param columns of the terminal on stderr; undefined where it is none
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED for an address that cannot be of its chain
 */
export async function noteDeposit(
  output: Output,
  run: SwapRun,
  columns: number | undefined,
  nowMs: number,
): Promise<void> {
  const { depositOf } = await import('../wallet/deposit.ts')
  const deposit = depositOf(run)
  const message = run.execution?.exec?.meta?.['message']
  if (message !== undefined) output.note(`message     ${JSON.stringify(message)}`)
  if (deposit === undefined) return
  const { address, amount, memo, until, uri, instructions } = deposit
  output.note(`deposit     ${amount}`)
  output.note(`  address   ${address}`)
  output.note(`            fingerprint ${addressFingerprint(address)}`)
  if (memo !== undefined) output.note(`  memo      ${memo}`)
  if (until !== undefined) output.note(`  until     ${until}${leftText(Date.parse(until) - nowMs)}`)
  if (uri !== undefined) output.note(`  link      ${uri}`)
  if (instructions !== undefined) output.note(`  ${instructions}`)
  if (columns === undefined) return
  const { qrText } = await import('./qr.ts')
  const code = await qrText(uri ?? address, columns)
  if (code !== undefined) output.note(code)
  if (memo !== undefined) output.note('  the code holds the address only: the memo must be added by hand')
}

function leftText(leftMs: number): string {
  return leftMs <= 0 ? ': too late, send nothing' : `, in ${duration(Math.floor(leftMs / 1000))}`
}
