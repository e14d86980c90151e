import type { Route } from '../../../core/api/documents.ts'
import type { StatedTerms } from '../../../core/swap/terms.ts'
import type { PaymentReview } from '../../../wallet/index.ts'
import type { AppEffect, Step } from '../../events.ts'
import type { Problem } from '../../problem.ts'
import type { Line } from '../../kit/text/line-edit.ts'
import type { AskedSwap } from '../../kit/run/swap-asset.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import type { ReviewMode } from './keys.ts'

/** What happens once the terms are agreed to: this wallet pays at once, or asks before it signs, or the user pays. */
export type AfterTerms = 'pays' | 'asks' | 'you-pay'

/** What the work waits for. */
export type Question =
  /** Are the locked terms agreed to? */
  | {
      readonly kind: 'terms'
      readonly next: AfterTerms
      /** True once the lock has run out. */
      readonly expired: boolean
      /** What is typed where the amount must be; undefined while it is not asked for. */
      readonly typing: Line | undefined
    }
  /** Is this to be signed and sent? */
  | { readonly kind: 'payment'; readonly review: PaymentReview; readonly typing: Line | undefined }
  | { readonly kind: 'password'; readonly account: string; readonly attempt: number; readonly typing: Line }

/** What a key alone does not do: it ends a swap, or costs money. */
export type RiskyAction = 'give-up' | 'speed-up' | 'cancel'

/** A QR code that fits. */
export interface QrCode {
  readonly lines: readonly string[]
  readonly width: number
}

/** What the Review screen shows. */
export interface ReviewState {
  /** Number of the latest work; events of earlier work are ignored. */
  readonly id: number
  /** The route that was chosen on the Swap screen; undefined for a run that was continued. */
  readonly route: Route | undefined
  readonly asked: AskedSwap | undefined
  readonly run: RunFacts | undefined
  /** True while the run goes on. */
  readonly isRunning: boolean
  readonly question: Question | undefined
  /** What the user saw last before the terms that are asked about. */
  readonly before: StatedTerms | undefined
  /** Why it stopped, or how it ended other than well. */
  readonly problem: Problem | undefined
  /** Runs of this machine that have not ended, newest first. */
  readonly unfinished: readonly RunFacts[]
  /** Index of the marked one of them. */
  readonly selected: number
  /** What the user asked for and is asked about once more. */
  readonly confirming: RiskyAction | undefined
  /** Something to say about a device, while one is in use. */
  readonly device: string | undefined
  /** First line that is shown. */
  readonly scroll: number
  readonly qr: QrCode | undefined
  /** The code takes the whole screen. */
  readonly showsQr: boolean
}

/** What the user says to a question. */
export type Answer = 'yes' | 'no' | 'lock-again' | { readonly password: string }

/** What happens to the Review screen. All text in it is clean. */
export type ReviewEvent =
  /** A route was chosen: it is locked at once, and shown. */
  | { readonly on: 'review'; readonly type: 'open'; readonly route: Route; readonly asked: AskedSwap }
  /** An unfinished run of this machine is to be continued. */
  | { readonly on: 'review'; readonly type: 'resume'; readonly runId: string }
  | { readonly on: 'review'; readonly type: 'progress'; readonly id: number; readonly run: RunFacts }
  | {
      readonly on: 'review'
      readonly type: 'terms'
      readonly id: number
      readonly run: RunFacts
      readonly next: AfterTerms
    }
  | {
      readonly on: 'review'
      readonly type: 'payment'
      readonly id: number
      readonly run: RunFacts
      readonly review: PaymentReview
    }
  | {
      readonly on: 'review'
      readonly type: 'password'
      readonly id: number
      readonly account: string
      readonly attempt: number
    }
  | { readonly on: 'review'; readonly type: 'device'; readonly id: number; readonly text: string }
  /** The run is final or closed; `problem` unless it succeeded. */
  | {
      readonly on: 'review'
      readonly type: 'ended'
      readonly id: number
      readonly run: RunFacts
      readonly problem: Problem | undefined
    }
  /** The work stopped before the end of the run; undefined when there is no run yet. */
  | {
      readonly on: 'review'
      readonly type: 'stopped'
      readonly id: number
      readonly run: RunFacts | undefined
      readonly problem: Problem
    }
  | { readonly on: 'review'; readonly type: 'found'; readonly runs: readonly RunFacts[] }
  | { readonly on: 'review'; readonly type: 'qr'; readonly text: string; readonly code: QrCode | undefined }

/** What the Review screen asks for. */
export type ReviewEffect =
  | {
      readonly on: 'review'
      readonly type: 'begin'
      readonly id: number
      readonly route: Route
      readonly asked: AskedSwap
    }
  | { readonly on: 'review'; readonly type: 'continue'; readonly id: number; readonly runId: string }
  /** Signs another version of the waiting transaction, and continues with it. */
  | {
      readonly on: 'review'
      readonly type: 'replace'
      readonly id: number
      readonly runId: string
      readonly how: 'speed-up' | 'cancel'
    }
  | { readonly on: 'review'; readonly type: 'give-up'; readonly id: number; readonly runId: string }
  | { readonly on: 'review'; readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  /** Looks for unfinished runs. */
  | { readonly on: 'review'; readonly type: 'find' }
  | { readonly on: 'review'; readonly type: 'qr'; readonly text: string; readonly columns: number }

/** What its update functions return. */
export type ReviewStep = Step<ReviewState, ReviewEffect | AppEffect>

/** The screen before anything is known. */
export const START_REVIEW: ReviewState = {
  id: 0,
  route: undefined,
  asked: undefined,
  run: undefined,
  isRunning: false,
  question: undefined,
  before: undefined,
  problem: undefined,
  unfinished: [],
  selected: 0,
  confirming: undefined,
  device: undefined,
  scroll: 0,
  qr: undefined,
  showsQr: false,
}

/** Which keys of the table apply. */
export function reviewMode({ question, isRunning, run, route, showsQr, confirming }: ReviewState): ReviewMode {
  if (showsQr) return 'qr'
  if (confirming !== undefined) return 'confirm'
  if (question !== undefined) {
    if (question.kind === 'password') return 'password'
    if (question.typing !== undefined) return 'typed'
    return question.kind === 'terms' && question.expired ? 'expired' : question.kind
  }
  if (run === undefined) return isRunning ? 'running' : 'start'
  if (run.step === 'final') return 'ended'
  if (run.step === 'closed') {
    if (run.call !== undefined && (run.closedAs ?? 'unpaid') === 'unpaid') return 'own-wallet'
    return route !== undefined && run.payment === undefined ? 'closed' : 'ended'
  }
  return isRunning ? 'running' : 'stopped'
}

/** True while something on the screen counts seconds. */
export function reviewTicks({ question, run, isRunning }: ReviewState): boolean {
  if (question?.kind === 'terms') return !question.expired
  if (question !== undefined || !isRunning) return false
  return run?.step === 'tracked' || run?.step === 'sent'
}
