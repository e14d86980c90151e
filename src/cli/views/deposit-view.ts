import { timeText } from '../../core/text/times.ts'
import { addressFingerprint } from '../../core/assets/fingerprint.ts'
import { depositOf, readDepositMemo, readDepositMessage, type SwapRun } from '../../wallet/index.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { cleanLines, jsonLine } from '../../core/text/clean-text.ts'
import type { Output } from '../output/output.ts'
import type { TerminalSize } from '../prompts.ts'
import { duration } from '../../core/text/duration.ts'
import { groupThousands } from '../../core/money/amount.ts'

/** Lines from the amount of a deposit to its code, and below that, where nothing is doubted. */
const LINES_AROUND_CODE = 8

/**
 * True when it is to be said now where a deposit goes: on execution, or to a script only once it is clear that the wallet
 * does not pay it; and when a run is taken up again, only while the provider has seen no deposit.
 */
export function isDepositDue({ json, quiet }: Pick<Output, 'json' | 'quiet'>, run: SwapRun): boolean {
  if (run.payment !== undefined || run.paymentAgreed === true || run.earlier !== undefined) return false
  if (run.step === 'executed') return !json && !quiet
  if (run.step !== 'tracked' || run.transaction === undefined) return run.step === 'tracked'
  // Where a part has arrived, the whole must not be asked for again: its progress says what is missing.
  const { stage, inboundHash, progress } = run.transaction
  return stage === 'awaiting_deposit' && inboundHash === '' && progress?.srcReceived === undefined
}

/**
 * Says on stderr where a deposit goes, each value alone on its line for copying, and draws its QR code on a terminal. Where
 * to pay is no remark: it is also said with --quiet, and with --json as one line, since the document comes when all is over.
 * Where the code takes the address and the amount off the terminal, they stand below it once more.
 * @param terminal on stderr; undefined where it is none
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED for an address that cannot be of its chain
 */
export async function noteDeposit(
  output: Output,
  run: SwapRun,
  terminal: TerminalSize | undefined,
  nowMs: number,
): Promise<void> {
  const deposit = depositOf(run)
  const [order, message] = [readDepositMemo(run), readDepositMessage(run)]
  const doubts = [...((deposit ?? order)?.doubts ?? []), ...(message?.doubts ?? [])]
  const say = (text: string) => output.say(output.clean(text))
  const { meta } = run.execution?.exec ?? {}
  if (output.json) {
    const { hasPsbt, ...facts } = deposit ?? {}
    const psbt = hasPsbt === true ? output.namePlace(psbtCommand(run)) : undefined
    output.say(jsonLine({ deposit: { memo: order?.text, ...facts, doubts, message: meta?.message, psbt } }))
    return
  }
  if (message !== undefined) say(`message     ${message.text}`)
  if (deposit === undefined) {
    if (order !== undefined) say(`  memo      ${order.text}`)
    for (const doubt of doubts) say(`warning     ${doubt}`)
    const how = meta?.instructions
    if (message !== undefined && typeof how === 'string') say(`  ${how}`)
    return
  }
  const { address, amount, memo, until, uri, instructions, steps, hasPsbt } = deposit
  if (deposit.isPaper) {
    say(`deposit     ${groupThousands(amount)} of paper arrives by itself`)
    say('            the sandbox sends it, and you send nothing')
    say(`  address   ${address}`)
    say('            it belongs to nobody: never send real money there')
    return
  }
  say(`deposit     ${amount}`)
  say(`  address   ${address}`)
  say(`            fingerprint ${addressFingerprint(address)}`)
  if (memo !== undefined) say(`  memo      ${memo}`)
  for (const doubt of doubts) say(`warning     ${doubt}`)
  if (until !== undefined) say(`  until     ${timeText(until, output.zone)}${leftText(Date.parse(until) - nowMs)}`)
  if (uri !== undefined) say(`  link      ${uri}`)
  if (instructions !== undefined) say(`  ${instructions}`)
  for (const [at, { rule, reason, hex }] of (steps ?? []).entries()) {
    say(`  ${at + 1}. ${rule}: ${reason}`)
    if (hex !== undefined) say(`     ${hex}`)
  }
  if (hasPsbt) say(`  psbt      the same for your wallet to sign: ${output.namePlace(psbtCommand(run))}`)
  if (terminal === undefined) return
  // A wallet that scans the bare address pays it without the memo, which loses the money.
  if (steps !== undefined) return
  const { qrText } = await import('../output/qr.ts')
  const code = await qrText(uri ?? address, terminal.columns)
  if (code === undefined) return
  output.say(cleanLines(code))
  if (memo !== undefined && uri === undefined) say('  the code holds the address only: the memo must be added by hand')
  if (code.split('\n').length + LINES_AROUND_CODE < terminal.rows) return
  say(`deposit     ${amount}`)
  say(`  address   ${address}`)
  if (memo !== undefined) say(`  memo      ${memo}`)
}

/** What makes the deposit of a run as an unsigned transaction. */
export function psbtCommand({ id, transactionId }: Pick<SwapRun, 'id' | 'transactionId'>): string {
  return commandLine(['psbt', transactionId ?? id])
}

function leftText(leftMs: number): string {
  return leftMs <= 0 ? ': too late, send nothing' : `, in ${duration(Math.floor(leftMs / 1000))}`
}
