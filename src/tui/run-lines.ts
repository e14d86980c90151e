import { cleanText } from '../core/clean-text.ts'
import type { SwapRun } from '../wallet/run-journal.ts'
import { isBeforePayment } from '../wallet/swap-run.ts'
import type { Place, RunWords } from './context.ts'
import { commandLine } from './figures.ts'

/** What is known about the money of a run. */
export function moneyOf(run: SwapRun): string {
  const { transaction, payment, earlier, step } = run
  const untouched = earlier === undefined ? 'nothing was sent' : 'approved, nothing was paid'
  switch (transaction?.status) {
    case 'SUCCESS':
      return 'sent, and paid out'
    case 'REFUND':
      return 'sent, and returned'
    case 'FAILED':
      return 'sent, and not known to have come back'
    default:
  }
  if (payment === undefined) {
    const isOwn = (run.closedAs ?? 'unpaid') === 'unpaid' && run.execution !== undefined
    if (isBeforePayment(run) || (step === 'closed' && !isOwn)) return untouched
    const { stage } = transaction ?? {}
    return stage === undefined || stage === 'awaiting_deposit' ? 'to be sent by you' : 'received by the provider'
  }
  const what = payment.last === false ? 'approval ' : ''
  if (step === 'signed') return `${what}signed, perhaps sent`
  const isVoid = step === 'closed' && run.closedAs !== undefined
  return isVoid ? `${what}${run.closedAs}: only network costs are gone` : `${what}sent`
}

/** `100 ethereum:USDC to base:USDC`. */
export function titleOf({ request, from, to }: Pick<SwapRun, 'request' | 'from' | 'to'>): string {
  return `${request.amount} ${from} to ${to}`
}

/** The command that goes on with a run. */
export function resumeCommand(id: string, place: Place): string {
  return commandLine(['resume', id, ...placeWords(place)])
}

/** The command that makes the same swap. */
export function swapCommand({ request, from, to }: SwapRun, place: Place): string {
  const { amount, provider, depositor, recipient, slippage, confidentiality, referralCode } = request
  return commandLine([
    'swap',
    amount,
    from,
    to,
    '--provider',
    provider,
    '--depositor',
    depositor,
    '--recipient',
    recipient,
    ...(slippage === undefined ? [] : ['--slippage', String(slippage)]),
    ...(confidentiality === undefined ? [] : ['--confidentiality', confidentiality]),
    ...(referralCode === undefined ? [] : ['--referral-code', referralCode]),
    ...placeWords(place),
  ])
}

function placeWords({ network, api }: Place): readonly string[] {
  return api === undefined ? ['--network', network] : ['--api', api]
}

/** What is left of a run in the scrollback: its record and the same as a command, or how to go on with it; clean lines. */
export function linesOfRun(run: SwapRun, place: Place, words: RunWords | undefined): readonly string[] {
  if (run.step === 'closed' && run.closedAs === 'declined') return []
  const title = `run ${run.id}: ${titleOf(run)}`
  if (run.step === 'closed') return clean([title, run.reason ?? 'closed'])
  if (run.step !== 'final' || run.transaction === undefined) {
    return clean([`${title}, ${moneyOf(run)}`, `go on with it: ${resumeCommand(run.id, place)}`])
  }
  const failure = words?.failure(run.transaction)
  return clean([
    ...(words?.record(run.transaction) ?? [title, run.transaction.status]),
    ...(failure === undefined ? [] : [failure.message, ...(failure.hint === undefined ? [] : [failure.hint])]),
    `the same again: ${swapCommand(run, place)}`,
  ])
}

function clean(lines: readonly string[]): readonly string[] {
  return lines.map((line) => cleanText(line, 1000))
}
