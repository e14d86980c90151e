import { onTopText } from '../../core/money/fees.ts'
import { defined } from '../../core/defined.ts'
import type { Lock } from '../../core/api/documents.ts'
import { lossBps, valueWarnings } from '../../core/money/price-loss.ts'
import type { SwapRun } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'
import { duration } from '../../core/text/duration.ts'
import { statusText } from './transaction-view.ts'

/** What the user agrees to: everything that leaves, everything that arrives, and to whom. */
export function reviewLines(run: SwapRun, lock: Lock): (readonly [string, string])[] {
  return [
    ['send', `${lock.src.formatted} ${lock.src.currency} (${run.from}) from ${run.request.depositor}`],
    ['receive', `about ${lock.dst.formatted} ${lock.dst.currency} (${run.to})`],
    ['at least', lock.minimumReceived === undefined ? 'not promised' : `${lock.minimumReceived} ${lock.dst.currency}`],
    ['to', `${run.request.recipient} on ${run.request.dstChain}`],
    ['provider', lock.provider],
    ['fees', lock.fees.total.formatted],
    ['value lost', lossText(lock)],
    ['paid on top', onTopText(lock.fees.items)],
    ['takes about', lock.estimatedTime === undefined ? '' : duration(lock.estimatedTime)],
    ['lock expires', lock.expiresAt],
  ]
}

/** What is to be said about the loss of value; '' where it is usual. */
function lossText(lock: Lock): string {
  if (lossBps(lock) === undefined) return 'not known: no values are stated'
  return valueWarnings(lock).join('; ')
}

/** Prints the terms on stderr: they are a question, not the result. */
export function noteReview(output: Pick<Output, 'note'>, run: SwapRun): void {
  if (run.lock === undefined) return
  output.note('')
  for (const [name, value] of reviewLines(run, run.lock)) if (value !== '') output.note(`  ${name.padEnd(13)} ${value}`)
  const said = valueWarnings(run.lock)
  for (const warning of run.lock.warnings ?? []) {
    if (!said.includes(warning)) output.note(`  look twice    ${warning}`)
  }
  output.note('')
}

/** Says on stderr what step a run has taken. */
export function noteProgress(output: Output, run: SwapRun): void {
  for (const line of statusLines(run)) output.note(line)
}

/** What a run's last step did, in lines of `word  facts`; none for steps that only note an intent. */
export function statusLines(run: SwapRun): string[] {
  switch (run.step) {
    case 'locked':
      return [`locked      ${run.lock?.provider ?? ''}, until ${run.lock?.expiresAt ?? ''}`]
    case 'executed':
      if (run.earlier !== undefined)
        return [`confirmed   ${run.earlier.at(-1)?.kind ?? ''} ${run.earlier.at(-1)?.hash ?? ''}`]
      if (run.paymentAgreed === true) return []
      return [`executed    ${run.transactionId ?? 'without a record'}`]
    case 'signed':
      return [`signed      ${paymentText(run)}`]
    case 'sent':
      return [`sent        ${paymentText(run)}`]
    case 'tracked':
      return [run.transaction === undefined ? 'tracking' : `            ${statusText(run.transaction)}`]
    case 'quoted':
    case 'locking':
    case 'executing':
    case 'final':
    case 'closed':
      return []
  }
}

function paymentText({ payment }: SwapRun): string {
  const what = payment?.kind === undefined || payment.kind === 'call' ? '' : `${payment.kind} `
  return `${what}${payment?.hash ?? ''}`
}

/** True where somebody else pays, or may: scripts must see what. Nobody may pay what this program refused. */
function isForOthers({ step, closedAs, payment, execution }: SwapRun): boolean {
  if (closedAs === 'refused') return false
  return step === 'closed' || (payment === undefined && execution?.providerResult.depositAddress !== undefined)
}

/** What `--json` prints of a run. @param dryRun what was looked at, signed and not sent */
export function runDocument(run: SwapRun, dryRun?: object): object {
  return {
    data: defined({
      runId: run.id,
      step: run.step,
      provider: run.request.provider,
      lock: run.lock,
      hash: run.payment?.hash,
      earlier: run.earlier?.map(({ kind, hash }) => ({ kind, hash })),
      transactionId: run.transactionId,
      execution: isForOthers(run) ? run.execution : undefined,
      transaction: run.transaction,
      reason: run.reason,
      closedAs: run.closedAs,
      dryRun,
      final: run.step === 'final',
    }),
  }
}
