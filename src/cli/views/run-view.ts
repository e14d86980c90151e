import type { StatedLock } from '../../core/api/answers.ts'
import { toExecutionDocument, toLockDocument } from '../../core/api/terms-document.ts'
import { NO_MEMO } from '../../core/assets/recipient-memo.ts'
import { defined } from '../../core/defined.ts'
import { feesText } from '../../core/money/fees.ts'
import { statedWorthWarnings } from '../../core/money/own-worth.ts'
import {
  notableShortfall,
  promisedLeast,
  type SeenAmount,
  type Shortfall,
  shortfallText,
  slippageWarnings,
} from '../../core/money/shortfall.ts'
import { lossText, type SwapLoss } from '../../core/money/loss.ts'
import { formatUsd, type MicroUsd } from '../../core/money/usd.ts'
import { lossBps, type ValuedTerms, valueWarnings } from '../../core/money/price-loss.ts'
import { sideText } from '../../core/swap/terms.ts'
import type { KnownFunds, SwapRun } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'
import { timeText, type TimeZone } from '../../core/text/times.ts'
import { duration } from '../../core/text/duration.ts'
import { noteQuestion, printedAddress } from './question-lines.ts'
import { recipientText } from './recipient-text.ts'
import { standingText } from '../../core/swap/stage-words.ts'
import { onTopText } from '../../core/swap/unpriced-cost.ts'

/**
 * What the user agrees to, in lines of which a small terminal shows the last ones: everything that leaves and arrives, what is
 * warned of, and last what is sent, to whom, and the least that arrives.
 * @param backing what stands behind its assets, where that is not plain
 */
export function reviewLines(
  run: SwapRun,
  lock: StatedLock,
  zone: TimeZone,
  loss?: SwapLoss,
  warnings: readonly string[] = [],
  shortfall?: Shortfall,
  backing: readonly string[] = [],
): (readonly [string, string])[] {
  const { terms } = lock
  const { src, dst } = terms
  const amount = promisedLeast(terms)
  const less = shortfall === undefined ? '' : `: ${shortfallText(shortfall)}`
  const least = `${amount === undefined ? 'nothing' : `at least ${sideText({ ...dst, amount })}`}${less}`
  return [
    ['from', printedAddress(run.request.depositor)],
    ['receive', `about ${sideText(dst)} (${run.to})`],
    ...backing.map((line) => ['asset', line] as const),
    ['provider', lock.provider],
    ['fees', feesText(terms)],
    ['value lost', loss === undefined ? statedLoss(terms) : lossText(loss)],
    ['paid on top', onTopText(terms)],
    ['takes about', terms.estimatedTimeSec === undefined ? '' : duration(terms.estimatedTimeSec)],
    ['lock expires', timeText(lock.expiresAt, zone)],
    ...warnings.map((warning) => ['warning', warning] as const),
    ['memo', memoLine(run)],
    ['send', `${sideText(src)} (${run.from})`],
    ['to', `${recipientText(printedAddress(run.request.recipient), run.recipientName)} on ${run.request.dstChain}`],
    ['promised', least],
  ]
}

/** What the payment to the recipient states; that it states nothing is said where that was the answer. */
function memoLine({ request, lock }: Pick<SwapRun, 'request' | 'lock'>): string {
  const memo = lock?.terms.recipientMemo
  if (memo !== undefined) return memo
  return request.recipientMemo === NO_MEMO ? 'none: the payment there states no tag and no memo' : ''
}

/** What the counterparty's own values say about the loss; '' where it is usual. */
function statedLoss(terms: ValuedTerms): string {
  if (lossBps(terms) === undefined) return 'not known: no values are stated'
  return valueWarnings(terms).join('; ')
}

/**
 * Prints the terms on stderr: they are a question, not the result.
 * @param loss by evidence that no counterparty makes
 * @param backing what stands behind its assets, where that is not plain
 */
export function noteReview(
  output: Pick<Output, 'note' | 'watched' | 'width' | 'zone'>,
  run: SwapRun,
  loss: SwapLoss | undefined,
  seen: SeenAmount,
  backing: readonly string[],
): void {
  if (run.lock === undefined) return
  const { terms } = run.lock
  const said = valueWarnings(terms)
  const others = (terms.warnings ?? []).filter((warning) => !said.includes(warning))
  // Said before the quote too, which is out of sight by now.
  const warnings = [
    ...statedWorthWarnings(terms, loss, 'The quote'),
    ...others,
    ...slippageWarnings(run.request.slippage),
  ]
  const shortfall = notableShortfall(terms, seen)
  noteQuestion(output, reviewLines(run, run.lock, output.zone, loss, warnings, shortfall, backing))
}

/** Says on stderr what step a run has taken. */
export function noteProgress(output: Output, run: SwapRun): void {
  for (const line of statusLines(run, output.zone)) output.note(line)
}

/** What a run's last step did, in lines of `word  facts`; none for steps that only note an intent. */
export function statusLines(run: SwapRun, zone: TimeZone): string[] {
  switch (run.step) {
    case 'locked':
      return [`locked      ${run.lock?.provider ?? ''}, until ${timeText(run.lock?.expiresAt ?? '', zone)}`]
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
      return [run.transaction === undefined ? 'tracking' : `            ${standingText(run.transaction)}`]
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
  // What was signed, or given up as perhaps paid, nobody may pay once more.
  if (step === 'closed') return closedAs === undefined || closedAs === 'unpaid' || closedAs === 'declined'
  return payment === undefined && execution?.providerResult.depositAddress !== undefined
}

/** What others than the counterparty say of the value; undefined where nobody does. */
function valuationDocument(loss: SwapLoss): object | undefined {
  const { by, bps, uncertaintyBps, leavesUsd, arrivesUsd, isSingleNode } = loss
  if (bps === undefined) return undefined
  const usd = (value: MicroUsd | undefined) => (value === undefined ? undefined : formatUsd(value))
  return defined({
    ...{ by, lossBps: bps, uncertaintyBps, leavesUsd: usd(leavesUsd), arrivesUsd: usd(arrivesUsd) },
    isSingleNode: isSingleNode ? true : undefined,
  })
}

/** What is known beside a run. */
interface BesideRun {
  /** What was looked at, signed and not sent. */
  readonly dryRun?: object | undefined
  /** By evidence that no counterparty makes. */
  readonly loss?: SwapLoss | undefined
  /** Who says that it arrived. */
  readonly arrival?: object | undefined
  /** What its user should know after it, each with its code. */
  readonly warnings?: readonly string[]
  /** What is known about its money, where it was given up. */
  readonly known?: KnownFunds
}

/** What `--json` prints of a run. */
export function runDocument(
  run: SwapRun,
  { dryRun, loss, arrival, warnings = [], known }: BesideRun = {},
): { readonly data: object } {
  const { lock, execution } = run
  return {
    data: defined({
      runId: run.id,
      step: run.step,
      provider: run.request.provider,
      names: run.recipientName === undefined ? undefined : { [run.recipientName]: run.request.recipient },
      lock: lock === undefined ? undefined : toLockDocument(lock),
      valuation: loss === undefined ? undefined : valuationDocument(loss),
      hash: run.payment?.hash,
      accepted: run.openDoubts,
      allowed: run.accept,
      earlier: run.earlier?.map(({ kind, hash }) => ({ kind, hash })),
      transactionId: run.transactionId,
      execution: execution !== undefined && isForOthers(run) ? toExecutionDocument(execution) : undefined,
      transaction: run.transaction,
      arrival,
      warnings: warnings.length === 0 ? undefined : warnings,
      reason: run.reason,
      closedAs: run.closedAs,
      funds: known?.funds,
      money: known?.text,
      dryRun,
      final: run.step === 'final',
    }),
  }
}
