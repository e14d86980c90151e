import type { Route } from '../../../core/api/documents.ts'
import type { HeldBalance } from '../../../core/money/holdings.ts'
import type { SwapLoss } from '../../../core/money/loss.ts'
import type { SeenAmount } from '../../../core/money/shortfall.ts'
import type { StatedTerms } from '../../../core/swap/terms.ts'
import type { PaymentReview } from '../../../wallet/index.ts'
import type { AddressedTo, AppEffect, None, Step } from '../../events.ts'
import type { Problem } from '../../problem.ts'
import type { Line } from '../../kit/text/line-edit.ts'
import type { AskedSwap, SwapAsset } from '../../kit/run/swap-asset.ts'
import { hasLapsed, type RunFacts } from '../../kit/run/run-facts.ts'
import type { ReviewMode } from './keys.ts'

/** What happens once the terms are agreed to: this wallet pays at once, or asks before it signs, or the user pays. */
export type AfterTerms = 'pays' | 'asks' | 'you-pay'

/** Are the locked terms agreed to? */
export interface TermsQuestion {
  readonly kind: 'terms'
  readonly next: AfterTerms
  /** True once the lock has run out. */
  readonly expired: boolean
  /** What is typed where the amount must be, also once the lock has run out over it; undefined where a key is enough. */
  readonly typing: Line | undefined
}

/** Is this to be signed and sent? */
export interface PaymentQuestion {
  readonly kind: 'payment'
  readonly review: PaymentReview
  readonly typing: Line | undefined
}

/** What the work waits for. */
export type Question =
  | TermsQuestion
  | PaymentQuestion
  | { readonly kind: 'password'; readonly account: string; readonly attempt: number; readonly typing: Line }
  /** Does a doubtful name stand for the right address? */
  | {
      readonly kind: 'name'
      readonly name: string
      readonly address: string
      readonly doubt: string
      readonly typing: undefined
    }

/** What a key alone does not do: it ends a swap, or costs money. */
export type RiskyAction = 'give-up' | 'speed-up' | 'cancel'

/** A QR code that fits. */
export interface QrCode {
  readonly lines: readonly string[]
  readonly width: number
}

/** A swap on the Review screen, from its route or its run to its end. */
export interface Work {
  /** Number of its latest try; events of earlier tries are ignored. */
  readonly id: number
  /** Questions that were asked so far: the number of the one that is. */
  readonly asks: number
  /** The route that was chosen on the Swap screen; undefined for a run that was continued. */
  readonly route: Route | undefined
  readonly asked: AskedSwap | undefined
  /** What the payer holds of what is sent, as it was read when this was asked about; undefined until then. */
  readonly held: HeldBalance
  readonly run: RunFacts | undefined
  /** True while the run goes on. */
  readonly isRunning: boolean
  readonly question: Question | undefined
  /** What the locked terms lose; undefined where nobody values them. */
  readonly loss: SwapLoss | undefined
  /** What the terms are held against: what was seen before its lock was agreed to; undefined until there is a lock. */
  readonly seen: SeenAmount | undefined
  /** What the user saw last before the terms that are asked about. */
  readonly before: StatedTerms | undefined
  /** What stands behind its assets, where that is not plain, as sentences. */
  readonly backing: readonly string[]
  /** What could not be read of it, as sentences: the terms warn of it. */
  readonly notes: readonly string[]
  /** Why it stopped, or how it ended other than well. */
  readonly problem: Problem | undefined
  /** Something to say about a device while one is in use, or about another payment while that has the account. */
  readonly device: string | undefined
  /** First line that is shown. */
  readonly scroll: number
  readonly qr: QrCode | undefined
  /** The code takes the whole screen. */
  readonly showsQr: boolean
}

/** What the Review screen shows. */
export interface ReviewState {
  /** Number of the latest try of any swap. */
  readonly lastId: number
  /** Swaps in hand, and those that ended or stopped here, oldest first; at most `MOST_WORKS`. */
  readonly works: readonly Work[]
  /** Id of the one that is shown; undefined while the unfinished runs are. */
  readonly shown: number | undefined
  /** Runs of this machine that have not ended, newest first. */
  readonly unfinished: readonly RunFacts[]
  /** Why they could not be read the last time; undefined where they could. */
  readonly findProblem: string | undefined
  /** Index of the one of those listed that was marked last. */
  readonly selected: number
  /** What the user asked for and is asked about once more. */
  readonly confirming: RiskyAction | undefined
}

/** What the user says to a question. */
export type Answer = 'yes' | 'no' | 'lock-again' | { readonly password: string }

/** What happens to the Review screen. All text in it is clean. */
interface ReviewEvents {
  /** A route was chosen: it is locked at once, and shown. */
  open: { route: Route; asked: AskedSwap }
  /** An unfinished run of this machine is to be continued. */
  resume: { runId: string }
  progress: { id: number; run: RunFacts }
  /** @param backing what stands behind its assets, where that is not plain. @default nothing is to be said */
  terms: { id: number; run: RunFacts; next: AfterTerms; loss?: SwapLoss; backing?: readonly string[] }
  payment: { id: number; run: RunFacts; review: PaymentReview; loss?: SwapLoss }
  password: { id: number; account: string; attempt: number }
  name: { id: number; name: string; address: string; doubt: string }
  notes: { id: number; notes: readonly string[] }
  device: { id: number; text: string }
  /** As of `WalletAsks.waiting`. */
  waiting: { id: number; text: string; doing: string | undefined }
  /** The run is final or closed; `problem` unless it succeeded. */
  ended: { id: number; run: RunFacts; problem: Problem | undefined }
  /**
   * The work stopped before the end of the run; undefined when there is no run yet.
   * @param isAway true where the server did not answer. @default false
   */
  stopped: { id: number; run: RunFacts | undefined; problem: Problem; isAway?: boolean }
  /** @param runs newest first @param tells true where the user is told of those that are left open */
  found: { runs: readonly RunFacts[]; tells: boolean }
  /** @param why clean text */
  'find-failed': { why: string }
  /** Another screen has found some: they are looked at again from then on. */
  left: { count: number }
  /** They may be other ones by now. */
  'look-due': None
  qr: { id: number; text: string; code: QrCode | undefined }
  /** What the payer of a swap holds of what is sent. */
  held: { id: number; held: HeldBalance }
}
export type ReviewEvent = AddressedTo<'review', ReviewEvents>

/** What the Review screen asks for. */
export interface ReviewEffects {
  begin: { id: number; route: Route; asked: AskedSwap }
  /** @param after id of the try that it takes over from; undefined where there was none */
  continue: { id: number; runId: string; after: number | undefined }
  /** Signs another version of the waiting transaction, and continues with it. */
  replace: { id: number; runId: string; how: 'speed-up' | 'cancel'; after: number }
  /** @param after id of the try that is broken off for it, where one runs. @param runId undefined where there is no run yet */
  'give-up': { id: number; runId: string | undefined; after?: number }
  answer: { id: number; answer: Answer }
  /** Looks for unfinished runs. @param isStart true for the first time, when the user is told of them */
  find: { isStart: boolean }
  /** Says later that they may be other ones. @param count how many there are */
  'look-later': { count: number }
  qr: { id: number; text: string; columns: number }
  /** Reads what the payer holds of what is sent. */
  'read-held': { id: number; asset: SwapAsset }
}
export type ReviewEffect = AddressedTo<'review', ReviewEffects>

/** What its update functions return. */
export type ReviewStep = Step<ReviewState, ReviewEffect | AppEffect>
/** What those of one swap return. */
export type WorkStep = Step<Work, ReviewEffect | AppEffect>

/** The screen before anything is known. */
export const START_REVIEW: ReviewState = {
  lastId: 0,
  works: [],
  shown: undefined,
  unfinished: [],
  findProblem: undefined,
  selected: 0,
  confirming: undefined,
}

/** The swap that is shown; undefined while the unfinished runs are. */
export function shownWork({ works, shown }: ReviewState): Work | undefined {
  return works.find(({ id }) => id === shown)
}

/** The unfinished runs that are listed: those that no swap on the screen is about. */
export function listedRuns({ works, unfinished }: ReviewState): readonly RunFacts[] {
  return unfinished.filter(({ id }) => works.every(({ run }) => run?.id !== id))
}

/** Those of them that are left open: a lock that ran out is not. */
export function openOfListed(state: ReviewState, app: { readonly now: number }): readonly RunFacts[] {
  return listedRuns(state).filter((run) => !hasLapsed(run, app))
}

/** Index of the marked one of the listed runs, of which there may be fewer by now; -1 where there is none. */
export function markedIndex(state: ReviewState): number {
  return Math.min(state.selected, listedRuns(state).length - 1)
}

/** Which keys of the table apply. */
export function reviewMode(state: ReviewState): ReviewMode {
  const work = shownWork(state)
  if (work?.showsQr === true) return 'qr'
  if (state.confirming !== undefined) return 'confirm'
  return work === undefined ? 'start' : modeOf(work)
}

function modeOf({ question, isRunning, run, route }: Work): ReviewMode {
  if (question !== undefined) {
    if (question.kind === 'password') return 'password'
    const isLate = question.kind === 'terms' && question.expired
    if (question.typing !== undefined) return isLate ? 'typed-late' : 'typed'
    if (question.kind !== 'terms') return question.kind
    if (question.expired) return 'expired'
    return question.next === 'pays' ? 'terms-pay' : 'terms'
  }
  if (run === undefined) {
    if (isRunning) return route === undefined ? 'running' : 'locking'
    return route === undefined ? 'ended' : 'closed'
  }
  if (run.step === 'final') return 'ended'
  if (run.step === 'closed') {
    if (run.call !== undefined && (run.closedAs ?? 'unpaid') === 'unpaid') return 'own-wallet'
    // One that was given up as perhaps paid is no invitation to pay once more.
    const isUnpaid = run.payment === undefined && run.closedAs !== 'lost'
    return route !== undefined && isUnpaid ? 'closed' : 'ended'
  }
  if (!isRunning) return 'stopped'
  return isLocking(run) ? 'locking' : 'running'
}

/** True while a lock is asked for, and nothing was signed: giving it up costs nothing. */
export function isLocking({ step, canGiveUp }: Pick<RunFacts, 'step' | 'canGiveUp'>): boolean {
  return canGiveUp && (step === 'quoted' || step === 'locking')
}

/** True while something on the screen counts seconds. */
export function reviewTicks({ works }: ReviewState): boolean {
  return works.some(workTicks)
}

function workTicks({ question, run, isRunning }: Work): boolean {
  if (question?.kind === 'terms') return !question.expired
  if (question !== undefined || !isRunning) return false
  return run !== undefined && (run.step === 'tracked' || run.step === 'sent' || isLocking(run))
}

/**
 * The question that keys answer, which is that of the swap that is shown; undefined while nothing is asked. A lock that is waited for
 * is one: what says no to the question before it does not give it up.
 */
export function askedOnReview(state: ReviewState): string | undefined {
  const { id, question, asks } = shownWork(state) ?? {}
  if (state.confirming !== undefined) return `${id ?? 'unfinished'} ${state.confirming}`
  if (reviewMode(state) === 'locking') return `${id ?? ''} locking`
  return question === undefined ? undefined : `${id ?? ''} ${asks ?? ''}`
}
