import { defined } from '../../../core/defined.ts'
import { isPaperProvider } from '../../../core/api/paper.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { StatedLock } from '../../../core/api/answers.ts'
import type { StatusTransaction } from '../../../core/api/documents.ts'
import { isSwapError, refusalOf } from '../../../core/api/errors.ts'
import type { SeenAmount } from '../../../core/money/shortfall.ts'
import {
  type Deposit,
  depositOf,
  type DepositStep,
  describeAccepted,
  describeFunds,
  findLapse,
  isLapsed,
  type HomeStanding,
  seenFunds,
  type SwapRun,
  describeSwap,
  seenOf,
  verifyLockedTerms,
} from '../../../wallet/index.ts'
import { belowLeastText } from '../../../core/money/below-least.ts'
import { tellerOf } from '../../../core/swap/received-text.ts'
import { cleanDocument } from '../text/clean-document.ts'
import { groupThousands } from '../../../core/money/amount.ts'

/*
 * A run as the screens show it: clean text only, and no signed bytes. It never goes back to the journal.
 */

/** A text that is copied as it is shown; not exact when what it stands for holds characters that cannot be shown. */
export interface ShownText {
  readonly text: string
  readonly isExact: boolean
}

/** Where the user pays a deposit. */
export interface DepositFacts {
  readonly address: ShownText
  /** `0.5 BTC`. */
  readonly amount: string
  /** Only the number. */
  readonly number: string
  readonly memo: ShownText | undefined
  /** What the memo leaves open, as sentences. */
  readonly doubts: readonly string[]
  /** ISO 8601 time after which nothing must be sent any more. */
  readonly until: string | undefined
  /** Link that a phone's wallet reads. */
  readonly uri: string | undefined
  readonly instructions: string | undefined
  /** The rules of a deposit whose memo goes into an output, each with its reason. */
  readonly steps: readonly DepositStep[]
  /** True where `swapcli psbt` makes it as a transaction that another wallet signs. */
  readonly hasPsbt: boolean
  /** What a code shows; undefined where a wallet that scans it would leave the memo out, and for paper, which nobody sends. */
  readonly scanned: string | undefined
}

/** A transaction of the payment. */
export interface PaymentFacts {
  readonly hash: string
  readonly kind: string
}

/** A call that another wallet is to make. */
export interface CallFacts {
  /** Name and value, for people. */
  readonly fields: readonly (readonly [string, string])[]
  readonly data: ShownText | undefined
}

/** What the screens know of a run. */
export interface RunFacts {
  readonly id: string
  readonly title: string
  readonly step: SwapRun['step']
  readonly closedAs: SwapRun['closedAs']
  readonly reason: string | undefined
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601 time of the last step that is on disk. */
  readonly updatedAt: string
  /** ISO 8601 time since which its payment is on its way; undefined before, and where that is not known. */
  readonly paidAt: string | undefined
  readonly api: string | undefined
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly srcChain: string
  readonly dstChain: string
  readonly depositor: string
  readonly recipient: string
  /** The name that the recipient was given as; undefined where it was an address. */
  readonly recipientName: string | undefined
  /** What the payment to the recipient states; `none` where that was the answer; undefined where nothing was asked. */
  readonly recipientMemo: string | undefined
  readonly provider: string
  /** Codes of the doubts that are accepted by name. */
  readonly allowed: readonly string[]
  /** The doubts that its payment was made in spite of. */
  readonly accepted: string
  /** What was seen before the lock; what was agreed to, once that is so. */
  readonly seen: SeenAmount
  readonly lock: StatedLock | undefined
  readonly deposit: DepositFacts | undefined
  readonly call: CallFacts | undefined
  /** Transactions before the one that spends, oldest first. */
  readonly approvals: readonly PaymentFacts[]
  /** The transaction in work, or the one that spent. */
  readonly payment: (PaymentFacts & { readonly isLast: boolean }) | undefined
  readonly transactionId: string | undefined
  readonly transaction: StatusTransaction | undefined
  /** What is known about the money, in words. */
  readonly money: string
  /** True for a lock that is not of what was asked for: nothing of it is executed. */
  readonly isLockRefused: boolean
  /** True while nothing was signed and nothing can be on its way. */
  readonly canGiveUp: boolean
  /** Epoch milliseconds from which on it leaves nothing open, though it has not ended; undefined for never. */
  readonly lapsesAt: number | undefined
}

/** True for a run that leaves nothing open. What is drawn with the time is drawn anew every second: only locks ask for it. */
export function hasLapsed(run: Pick<RunFacts, 'lapsesAt'>, app: { readonly now: number }): boolean {
  return run.lapsesAt !== undefined && isLapsed(run, app.now)
}

/** Who sent what and by which transaction, as far as it is known now; else what is known about the money. */
export function moneyText(run: RunFacts): string {
  const { amount, depositor, payment, provider, step, transaction } = run
  const isFollowed = step === 'sent' || step === 'tracked'
  if (isFollowed && payment?.isLast === true) {
    const paper = isPaperProvider(provider) ? ' of paper' : ''
    return `${groupThousands(amount)} ${symbolsOf(run).from}${paper} sent by ${depositor} in ${payment.hash}`
  }
  // What is told of the transaction may be newer than what the journal knew.
  const seen =
    isFollowed && payment === undefined && transaction !== undefined
      ? seenFunds(transaction, tellerOf(run.api))
      : undefined
  return seen?.text ?? run.money
}

/** What a run brought below the least that its lock promised, as of `belowLeastText`. */
export function lessOf({ lock, transaction }: Pick<RunFacts, 'lock' | 'transaction'>): string | undefined {
  return transaction === undefined ? undefined : belowLeastText(lock?.terms, transaction)
}

/** Symbols of what a run pays and receives: those of its lock, else of what was asked for. */
export function symbolsOf({ lock, from, to }: Pick<RunFacts, 'lock' | 'from' | 'to'>): { from: string; to: string } {
  const symbolOf = (reference: string) => reference.slice(reference.indexOf(':') + 1)
  return { from: lock?.terms.src.symbol ?? symbolOf(from), to: lock?.terms.dst.symbol ?? symbolOf(to) }
}

/** Longest address, memo or link that is shown, in UTF-16 units. */
const MAX_TEXT = 600

/**
 * What the screens show of a run.
 * @param home how the home stands that it is read from. @default it is one that was made just now
 * @param agreementMs as of `findLapse`
 */
export function factsOfRun(run: SwapRun, home?: HomeStanding, agreementMs?: number): RunFacts {
  const { request, payment } = run
  return {
    id: cleanText(run.id),
    title: cleanText(describeSwap(run), 200),
    step: run.step,
    closedAs: run.closedAs,
    reason: run.reason === undefined ? undefined : cleanText(run.reason, MAX_TEXT),
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    paidAt: paidAtOf(run),
    api: run.api === undefined ? undefined : cleanText(run.api),
    from: cleanText(run.from),
    to: cleanText(run.to),
    amount: cleanText(request.amount),
    srcChain: cleanText(request.srcChain),
    dstChain: cleanText(request.dstChain),
    depositor: cleanText(request.depositor, MAX_TEXT),
    recipient: cleanText(request.recipient, MAX_TEXT),
    recipientName: run.recipientName === undefined ? undefined : cleanText(run.recipientName, MAX_TEXT),
    recipientMemo: memoOf(run),
    provider: cleanText(request.provider),
    allowed: (run.accept ?? []).map((code) => cleanText(code)),
    accepted: cleanText(describeAccepted(run)),
    seen: seenOf(run),
    lock: run.lock === undefined ? undefined : cleanDocument(run.lock),
    deposit: depositFacts(run),
    call: callFacts(run),
    approvals: [...(run.earlier ?? []).map(paymentFacts), ...innerPayments(payment)],
    payment: payment === undefined ? undefined : { ...paymentFacts(payment), isLast: payment.last !== false },
    transactionId: run.transactionId === undefined ? undefined : cleanText(run.transactionId),
    transaction: run.transaction === undefined ? undefined : cleanDocument(run.transaction),
    money: cleanText(describeFunds(run, home), MAX_TEXT),
    isLockRefused: isLockRefused(run),
    canGiveUp: payment === undefined && !['final', 'closed', 'tracked'].includes(run.step),
    lapsesAt: findLapse(run, home, agreementMs),
  }
}

/** What the journal knows of it: the step that it was noted with. Of what others pay, only the last change of its status is known. */
function paidAtOf({ step, payment, transaction, updatedAt, request }: SwapRun): string | undefined {
  if (step !== 'sent' && step !== 'tracked') return undefined
  if (payment !== undefined || isPaperProvider(request.provider)) return updatedAt
  return (transaction?.stage ?? 'awaiting_deposit') === 'awaiting_deposit' ? undefined : transaction?.updatedAt
}

/** What a person agrees to in a lock is asked; the rest of it is held against the request. */
function isLockRefused(run: SwapRun): boolean {
  const seen = { ...run, leastOut: undefined, shown: undefined }
  return run.step === 'locked' && refusalOf(() => verifyLockedTerms(seen)) !== undefined
}

function paymentFacts({ hash, kind = 'call' }: { readonly hash: string; readonly kind?: string }): PaymentFacts {
  return { hash: cleanText(hash), kind: cleanText(kind, 20) }
}

/** The wallet of paper keeps a whole payment as one, its transactions inside. */
function innerPayments(payment: SwapRun['payment']): readonly PaymentFacts[] {
  return (payment?.transactions ?? []).slice(0, -1).map(paymentFacts)
}

/** An address that cannot be one is not shown: the run itself stops with the reason. */
function depositFacts(run: SwapRun): DepositFacts | undefined {
  try {
    const deposit = depositOf(run)
    if (deposit === undefined) return undefined
    const { address, amount, memo, doubts, until, uri, instructions, steps, hasPsbt, isPaper } = deposit
    return {
      address: shownTextOf(address),
      amount: cleanText(amount),
      number: cleanText(run.request.amount),
      memo: memo === undefined ? undefined : shownTextOf(memo),
      doubts,
      until,
      uri: uri === undefined ? undefined : cleanText(uri, MAX_TEXT),
      instructions: instructions === undefined ? undefined : cleanText(instructions, MAX_TEXT),
      steps: (steps ?? []).map(({ rule, reason, hex }) => ({
        rule: cleanText(rule, MAX_TEXT),
        reason: cleanText(reason, MAX_TEXT),
        ...defined({ hex: hex === undefined ? undefined : cleanText(hex, MAX_TEXT) }),
      })),
      hasPsbt,
      scanned: isPaper ? undefined : scannedText(deposit),
    }
  } catch (error) {
    if (isSwapError(error)) return undefined
    throw error
  }
}

function scannedText({ uri, steps, address }: Deposit): string | undefined {
  if (uri !== undefined) return cleanText(uri, MAX_TEXT)
  return steps === undefined ? shownTextOf(address).text : undefined
}

function callFacts({ execution }: SwapRun): CallFacts | undefined {
  const exec = execution?.exec
  if (exec === undefined || execution?.providerResult.depositAddress !== undefined) return undefined
  const { providerTarget, approvalTarget, approvalAmount, chainId, value, providerCalldata, meta } = exec
  const { instructions, message } = meta ?? {}
  const fields: [string, string | undefined][] = [
    ['contract', providerTarget],
    ['approve', approvalTarget === undefined ? undefined : `${approvalAmount ?? ''} base units for ${approvalTarget}`],
    ['chain id', chainId === undefined || chainId === null ? undefined : String(chainId)],
    ['value', value],
    ['message', message === undefined ? undefined : JSON.stringify(message)],
    ['memo', message === undefined ? undefined : execution?.providerResult.depositMemo],
    ['how', typeof instructions === 'string' ? instructions : undefined],
  ]
  return {
    fields: fields.flatMap(([name, text]) =>
      text === undefined || text === '' ? [] : [[name, cleanText(text, MAX_TEXT)] as const],
    ),
    data: providerCalldata === undefined ? undefined : { text: providerCalldata, isExact: isHex(providerCalldata) },
  }
}

function isHex(text: string): boolean {
  return /^0x[0-9a-fA-F]*$/.test(text)
}

function shownTextOf(text: string): ShownText {
  const clean = cleanText(text, MAX_TEXT)
  return { text: clean, isExact: clean === text }
}

function memoOf({ lock, request }: SwapRun): string | undefined {
  const memo = lock?.terms.recipientMemo ?? request.recipientMemo
  return memo === undefined ? undefined : cleanText(memo, MAX_TEXT)
}
