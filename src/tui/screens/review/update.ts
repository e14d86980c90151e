import { keyFor } from '../../bindings.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { leftRuns } from '../../jobs/jobs.ts'
import { lineOf } from '../../kit/text/line-edit.ts'
import { act, continueRun } from './actions.ts'
import { editTyped, expireTerms, withTyping } from './answers.ts'
import { readHeldBalances } from '../balances/entry.ts'
import { loseServer, readFormBalances } from '../swap/entry.ts'
import type { ReviewAction } from './keys.ts'
import { newWork, termsBefore, termsOfRoute, workName } from './work.ts'
import { openWork, showWork, updateWork } from './work-list.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import {
  openOfListed,
  type PaymentQuestion,
  type ReviewEffect,
  type ReviewEvent,
  type ReviewState,
  type ReviewStep,
  shownWork,
  type TermsQuestion,
  type Work,
  type WorkStep,
} from './state.ts'

/** The screen after something happened. */
export function updateReview(
  state: ReviewState,
  event: ScreenInput<ReviewAction> | ReviewEvent,
  app: AppFacts,
): ReviewStep {
  if (event.on === 'review') return receive(state, event, app)
  switch (event.type) {
    case 'action':
      return act(state, event.action, app)
    case 'edit': {
      const work = shownWork(state)
      return work === undefined ? step(state) : updateWork(state, work, () => editTyped(work, event.edit))
    }
    case 'tick':
      return step(expireAll(state, app))
    case 'left':
    case 'settings-changed':
      return step(state)
    case 'opened':
      return lookForRuns(state, true)
    case 'shown': {
      const now = expireAll(state, app)
      return app.ready ? lookForRuns(now) : step(now)
    }
  }
}

/** Looks for runs that have not ended. @param isStart @default false */
function lookForRuns(state: ReviewState, isStart = false): ReviewStep {
  return step(state, { on: 'review', type: 'find', isStart })
}

/** The screen with every question marked whose lock has run out. */
function expireAll(state: ReviewState, app: AppFacts): ReviewState {
  return state.works.reduce((next, work) => updateWork(next, work, () => step(expireTerms(work, app))).state, state)
}

function receive(state: ReviewState, event: ReviewEvent, app: AppFacts): ReviewStep {
  switch (event.type) {
    case 'open': {
      const { route, asked } = event
      return openWork(state, (id) => ({
        work: { ...newWork(id), route, asked, before: termsOfRoute(route, asked) },
        effect: { on: 'review', type: 'begin', id, route, asked },
      }))
    }
    case 'resume': {
      const work = state.works.find(({ run }) => run?.id === event.runId)
      return work?.isRunning === true ? step(showWork(state, work.id)) : continueRun(state, event.runId)
    }
    case 'found': {
      const found = { ...state, unfinished: event.runs, findProblem: undefined }
      const { length } = openOfListed(found, app)
      if (!event.tells || length === 0 || state.works.length > 0 || app.isVisible) return step(found)
      const [swaps, them] = length === 1 ? ['a swap has', 'it'] : [`${length} swaps have`, 'them']
      const text = `${swaps} not ended: 2 shows ${them}, where ${keyFor(app, 'continue', 'c')} continues ${them}`
      return step(found, notify('info', text))
    }
    case 'find-failed': {
      const next = { ...state, findProblem: event.why }
      // It is tried again by itself: the same is said once.
      return step(next, ...(event.why === state.findProblem ? [] : [notify('bad', event.why)]))
    }
    case 'left':
      return step(state, { on: 'review', type: 'look-later', count: event.count })
    // What is said to be left open on every screen: other programs bring it on too, and locks run out.
    case 'look-due':
      return leftRuns(app.jobs) > 0 || state.findProblem !== undefined ? lookForRuns(state) : step(state)
    case 'qr':
    case 'held':
    case 'progress':
    case 'terms':
    case 'payment':
    case 'password':
    case 'name':
    case 'notes':
    case 'device':
    case 'waiting':
    case 'ended':
    case 'stopped': {
      const work = state.works.find(({ id }) => id === event.id)
      if (work === undefined) return step(state)
      const after = updateWork(state, work, () => receiveWork(work, event, app, state.shown === work.id))
      return withHeldAnew(after, work)
    }
  }
}

type WorkEvent = Extract<ReviewEvent, { readonly id: number }>

/** After a payment, and an end: what is held is not what was read before. */
const READ_BALANCES = [readFormBalances(), readHeldBalances()] as const

/** A swap after its work has told something. @param isShown true for the one that the screen shows */
function receiveWork(work: Work, event: WorkEvent, app: AppFacts, isShown: boolean): WorkStep {
  const isSeen = app.isVisible && isShown
  switch (event.type) {
    case 'progress': {
      const next = { ...withRun(work, event.run), question: undefined, device: undefined }
      const { deposit, step: at } = event.run
      const isStep = at !== work.run?.step && (at === 'sent' || at === 'tracked')
      const isMoved = isStep || (hasLeft(event.run) && !hasLeft(work.run))
      const moved = [...(isMoved ? READ_BALANCES : []), ...hearServer(event.run, app)]
      if (deposit === undefined || work.run?.deposit !== undefined) return step(next, ...moved)
      const { scanned: text } = deposit
      const { columns } = app.size
      return text === undefined
        ? step(next, ...moved)
        : step(next, ...moved, { on: 'review', type: 'qr', id: work.id, text, columns })
    }
    case 'terms': {
      const { run, loss, backing = [] } = event
      const next = { ...withRun(ask(work), run), loss, backing, scroll: 0 }
      const question = { kind: 'terms', next: event.next, expired: false, typing: undefined } as const
      return askingMoney({ ...next, question: withTyping<TermsQuestion>(question, next, app) }, isShown, app)
    }
    case 'payment': {
      const next = { ...withRun(ask(work), event.run), loss: event.loss ?? work.loss, scroll: 0 }
      const question = { kind: 'payment', review: event.review, typing: undefined } as const
      return askingMoney({ ...next, question: withTyping<PaymentQuestion>(question, next, app) }, isShown, app)
    }
    case 'password': {
      const { account, attempt } = event
      return asking(
        { ...ask(work), question: { kind: 'password', account, attempt, typing: lineOf('') } },
        isShown,
        app,
      )
    }
    case 'name': {
      const { name, address, doubt } = event
      return asking({ ...ask(work), question: { kind: 'name', name, address, doubt, typing: undefined } }, isShown, app)
    }
    case 'notes':
      return step({ ...work, notes: event.notes })
    case 'device':
    case 'waiting':
      return step({ ...work, device: event.text })
    case 'held':
      return step({ ...work, held: event.held })
    case 'qr':
      return step(event.text === work.run?.deposit?.scanned ? { ...work, qr: event.code } : work)
    case 'ended':
      return step(
        { ...endWork(work), run: event.run, problem: event.problem },
        { on: 'review', type: 'find', isStart: false },
        ...READ_BALANCES,
        // What became of a swap is told by what is in hand.
        ...(isSeen || event.run.step === 'final' ? [] : [notify('bad', closedText(event.run))]),
      )
    case 'stopped':
      return step(
        { ...endWork(work), run: event.run ?? work.run, problem: event.problem },
        { on: 'review', type: 'find', isStart: false },
        ...READ_BALANCES,
        ...(event.isAway === true ? [loseServer(event.problem)] : []),
        ...(isSeen ? [] : [notify('bad', event.problem.message)]),
      )
  }
}

/** True once what is sent is under way, as whoever follows it says: then it is held no more. */
function hasLeft(run: RunFacts | undefined): boolean {
  const stage = run?.transaction?.stage
  return stage !== undefined && stage !== 'awaiting_deposit'
}

/** Only a server that is there says how a swap stands. */
function hearServer({ step: at, api, transaction }: RunFacts, { jobs }: AppFacts) {
  const isHeard = jobs.awaySince !== undefined && at === 'tracked' && api !== undefined && transaction !== undefined
  return isHeard ? ([{ on: 'app', type: 'send', event: { on: 'app', type: 'link', isUp: true } }] as const) : []
}

/** The swap with another question: keys that were pressed before it is seen do not answer it. */
function ask(work: Work): Work {
  return { ...work, asks: work.asks + 1, showsQr: false }
}

/** A swap that asks; the user is told where another one is shown. */
function asking(work: Work, isShown: boolean, app: AppFacts): WorkStep {
  if (isShown) return step(work)
  const where = app.isVisible ? `(${keyFor(app, 'next-swap', 'Tab')})` : 'on Review (2)'
  return step(work, notify('info', `${workName(work)} waits for your answer ${where}`))
}

/** A swap that asks about a payment: what there is to pay it with is read at that moment. */
function askingMoney(work: Work, isShown: boolean, app: AppFacts): WorkStep {
  const { state, effects } = asking({ ...work, held: undefined }, isShown, app)
  return step(state, ...effects, ...heldOf(work))
}

function heldOf({ id, asked }: Work): readonly ReviewEffect[] {
  return asked === undefined ? [] : [{ on: 'review', type: 'read-held', id, asset: asked.from }]
}

/** Where one swap has paid or ended, what the others ask about is read again. */
function withHeldAnew({ state, effects }: ReviewStep, moved: Work): ReviewStep {
  if (!effects.includes(READ_BALANCES[0])) return { state, effects }
  const asking = state.works.filter(({ id, question }) => id !== moved.id && isMoney(question))
  return step(state, ...effects, ...asking.flatMap(heldOf))
}

function isMoney(question: Work['question']): boolean {
  return question?.kind === 'terms' || question?.kind === 'payment'
}

/** The swap with its run as it is now; a new lock is compared with the terms shown before it. */
function withRun(work: Work, run: RunFacts): Work {
  const isNewLock = run.lock !== undefined && run.lock.lockId !== work.run?.lock?.lockId
  if (isNewLock) return { ...work, run, seen: run.seen, before: termsBefore(work) }
  // What is agreed to replaces what was seen in the run, and not here: its payment is held against the same.
  return { ...work, run, seen: work.seen ?? (run.lock === undefined ? undefined : run.seen) }
}

function endWork(work: Work): Work {
  return { ...work, isRunning: false, question: undefined, device: undefined, scroll: 0 }
}

function closedText({ title, reason }: RunFacts): string {
  return `${title}: ${reason ?? 'closed'}`
}
