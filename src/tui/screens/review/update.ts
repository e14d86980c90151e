import { type AppFacts, type ScreenInput, said, stay, type Step, asking } from '../../events.ts'
import { lineOf } from '../../kit/text/line-edit.ts'
import { act } from './actions.ts'
import { edited, ticked } from './answers.ts'
import { begin, fresh, seenBefore } from './work.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import type { Question, ReviewEvent, ReviewState } from './state.ts'

/** The screen after something happened. */
export function updateReview(state: ReviewState, event: ScreenInput | ReviewEvent, app: AppFacts): Step<ReviewState> {
  if (event.on === 'review') return heard(state, event, app)
  switch (event.type) {
    case 'action':
      return act(state, event.action, app)
    case 'edit':
      return stay(edited(state, event.edit))
    case 'tick':
      return stay(ticked(state, app))
    case 'opened':
      return asking(state, { on: 'review', type: 'find' })
    case 'shown':
      return state.playing || !app.ready ? stay(ticked(state, app)) : asking(state, { on: 'review', type: 'find' })
  }
}

function heard(state: ReviewState, event: ReviewEvent, app: AppFacts): Step<ReviewState> {
  switch (event.type) {
    case 'open': {
      const { route, asked } = event
      return begin(state, (id) => ({
        state: { ...fresh(state, id), route, asked, before: route },
        effect: { on: 'review', type: 'begin', id, route, asked },
      }))
    }
    case 'resume':
      if (state.playing && state.run?.id === event.runId) return stay(state)
      return begin(state, (id) => ({
        state: { ...fresh(state, id), before: undefined },
        effect: { on: 'review', type: 'continue', id, runId: event.runId },
      }))
    case 'found': {
      const unfinished = event.runs
      const next = { ...state, unfinished, selected: Math.min(state.selected, Math.max(0, unfinished.length - 1)) }
      if (unfinished.length === 0 || state.playing || state.run !== undefined || app.tab === 'review') return stay(next)
      const text = `${unfinished.length === 1 ? 'a swap has' : `${unfinished.length} swaps have`} not ended: 2 shows, c continues`
      return asking(next, said('info', text))
    }
    case 'qr': {
      const { run } = state
      const isOf = event.text === (run?.deposit?.uri ?? run?.deposit?.address.text)
      return stay(isOf ? { ...state, qr: event.code } : state)
    }
    default:
      return event.id === state.id ? told(state, event, app) : stay(state)
  }
}

type Told = Extract<ReviewEvent, { readonly id: number }>

/** What the work of this screen tells. */
function told(state: ReviewState, event: Told, app: AppFacts): Step<ReviewState> {
  switch (event.type) {
    case 'progress': {
      const next = { ...withRun(state, event.run), question: undefined, device: undefined }
      const { deposit } = event.run
      if (deposit === undefined || state.run?.deposit !== undefined) return stay(next)
      const text = deposit.uri ?? deposit.address.text
      return asking(next, { on: 'review', type: 'qr', text, columns: app.size.columns })
    }
    case 'terms': {
      const question: Question = { kind: 'terms', next: event.next, expired: false, typing: undefined }
      return stay({ ...withRun(state, event.run), question, scroll: 0 })
    }
    case 'payment': {
      const question: Question = { kind: 'payment', review: event.review, typing: undefined }
      return stay({ ...state, run: event.run, question, scroll: 0 })
    }
    case 'password': {
      const { account, attempt } = event
      return stay({ ...state, question: { kind: 'password', account, attempt, typing: lineOf('') } })
    }
    case 'device':
      return stay({ ...state, device: event.text })
    case 'ended':
      return asking(
        { ...over(state), run: event.run, problem: event.problem },
        { on: 'review', type: 'find' },
        ...(app.tab === 'review' ? [] : [said(...endText(event.run))]),
      )
    case 'stopped':
      return asking(
        { ...over(state), run: event.run ?? state.run, problem: event.problem },
        { on: 'review', type: 'find' },
        ...(app.tab === 'review' ? [] : [said('bad', event.problem.message)]),
      )
  }
}

/** The screen with a run as it is now; a lock that is new to it is held against the terms that were seen before. */
function withRun(state: ReviewState, run: RunFacts): ReviewState {
  const isNewLock = run.lock !== undefined && run.lock.lockId !== state.run?.lock?.lockId
  return { ...state, run, before: isNewLock ? seenBefore(state) : state.before }
}

function over(state: ReviewState): ReviewState {
  return { ...state, playing: false, question: undefined, device: undefined, scroll: 0 }
}

function endText({ title, transaction, reason }: NonNullable<ReviewState['run']>): ['good' | 'bad', string] {
  const status = transaction?.status
  return status === 'SUCCESS' ? ['good', `${title}: done`] : ['bad', `${title}: ${status ?? reason ?? 'closed'}`]
}
