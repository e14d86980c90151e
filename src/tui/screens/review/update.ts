import { keyFor } from '../../bindings.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { lineOf } from '../../kit/text/line-edit.ts'
import { act } from './actions.ts'
import { editTyped, expireTerms, withTyping } from './answers.ts'
import type { ReviewAction } from './keys.ts'
import { beginWork, newWork, termsBefore, termsOfRoute } from './work.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import type { PaymentQuestion, ReviewEvent, ReviewState, ReviewStep, TermsQuestion } from './state.ts'

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
    case 'edit':
      return step(editTyped(state, event.edit))
    case 'tick':
      return step(expireTerms(state, app))
    case 'settings-changed':
      return step(state)
    case 'opened':
      return step(state, { on: 'review', type: 'find' })
    case 'shown':
      return state.isRunning || !app.ready ? step(expireTerms(state, app)) : step(state, { on: 'review', type: 'find' })
  }
}

function receive(state: ReviewState, event: ReviewEvent, app: AppFacts): ReviewStep {
  switch (event.type) {
    case 'open': {
      const { route, asked } = event
      return beginWork(state, (id) => ({
        state: { ...newWork(state, id), route, asked, before: termsOfRoute(route, asked) },
        effect: { on: 'review', type: 'begin', id, route, asked },
      }))
    }
    case 'resume':
      if (state.isRunning && state.run?.id === event.runId) return step(state)
      return beginWork(state, (id) => ({
        state: { ...newWork(state, id), before: undefined },
        effect: { on: 'review', type: 'continue', id, runId: event.runId },
      }))
    case 'found': {
      const unfinished = event.runs
      const next = { ...state, unfinished, selected: Math.min(state.selected, Math.max(0, unfinished.length - 1)) }
      if (unfinished.length === 0 || state.isRunning || state.run !== undefined || app.isVisible) return step(next)
      const text = `${unfinished.length === 1 ? 'a swap has' : `${unfinished.length} swaps have`} not ended: 2 shows, ${keyFor(app, 'continue', 'c')} continues`
      return step(next, notify('info', text))
    }
    case 'qr': {
      const { run } = state
      const isOf = run?.deposit?.scanned !== undefined && event.text === run.deposit.scanned
      return step(isOf ? { ...state, qr: event.code } : state)
    }
    case 'progress':
    case 'terms':
    case 'payment':
    case 'password':
    case 'name':
    case 'notes':
    case 'device':
    case 'ended':
    case 'stopped':
      return event.id === state.id ? receiveWork(state, event, app) : step(state)
  }
}

type WorkEvent = Extract<ReviewEvent, { readonly id: number }>

/** What the work of this screen tells. */
function receiveWork(state: ReviewState, event: WorkEvent, app: AppFacts): ReviewStep {
  switch (event.type) {
    case 'progress': {
      const next = { ...withRun(state, event.run), question: undefined, device: undefined }
      const { deposit } = event.run
      if (deposit === undefined || state.run?.deposit !== undefined) return step(next)
      const text = deposit.scanned
      return text === undefined ? step(next) : step(next, { on: 'review', type: 'qr', text, columns: app.size.columns })
    }
    case 'terms': {
      const next = { ...withRun(ask(state), event.run), loss: event.loss, scroll: 0 }
      const question = { kind: 'terms', next: event.next, expired: false, typing: undefined } as const
      return step({ ...next, question: withTyping<TermsQuestion>(question, next, app) })
    }
    case 'payment': {
      const next = { ...ask(state), run: event.run, scroll: 0 }
      const question = { kind: 'payment', review: event.review, typing: undefined } as const
      return step({ ...next, question: withTyping<PaymentQuestion>(question, next, app) })
    }
    case 'password': {
      const { account, attempt } = event
      return step({ ...ask(state), question: { kind: 'password', account, attempt, typing: lineOf('') } })
    }
    case 'name': {
      const { name, address, doubt } = event
      return step({ ...ask(state), question: { kind: 'name', name, address, doubt, typing: undefined } })
    }
    case 'notes':
      return step({ ...state, notes: event.notes })
    case 'device':
      return step({ ...state, device: event.text })
    case 'ended':
      return step(
        { ...endWork(state), run: event.run, problem: event.problem },
        { on: 'review', type: 'find' },
        // What became of a swap is told by what is in hand.
        ...(app.isVisible || event.run.step === 'final' ? [] : [notify('bad', closedText(event.run))]),
      )
    case 'stopped':
      return step(
        { ...endWork(state), run: event.run ?? state.run, problem: event.problem },
        { on: 'review', type: 'find' },
        ...(app.isVisible ? [] : [notify('bad', event.problem.message)]),
      )
  }
}

/** The screen with another question: keys that were pressed before it is seen do not answer it. */
function ask(state: ReviewState): ReviewState {
  return { ...state, asks: state.asks + 1, showsQr: false }
}

/** The screen with a run as it is now; a new lock is compared with the terms shown before it. */
function withRun(state: ReviewState, run: RunFacts): ReviewState {
  const isNewLock = run.lock !== undefined && run.lock.lockId !== state.run?.lock?.lockId
  return { ...state, run, before: isNewLock ? termsBefore(state) : state.before }
}

function endWork(state: ReviewState): ReviewState {
  return { ...state, isRunning: false, question: undefined, device: undefined, scroll: 0 }
}

function closedText({ title, reason }: RunFacts): string {
  return `${title}: ${reason ?? 'closed'}`
}
