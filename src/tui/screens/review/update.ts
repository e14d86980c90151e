import { type AppFacts, type Effect, type Event, type ScreenInput, stay, type Step } from '../../events.ts'
import { type Edit, editLine, lineOf } from '../../line-edit.ts'
import { resumeCommand } from '../../run-lines.ts'
import { copyEffects } from './copying.ts'
import type { RunFacts } from './run-facts.ts'
import type { Answer, Question, ReviewEffect, ReviewEvent, ReviewState } from './state.ts'
import { isTyped, type Terms, wordToType } from './terms.ts'

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
      return then(state, { on: 'review', type: 'find' })
    case 'shown':
      return state.playing || !app.ready ? stay(ticked(state, app)) : then(state, { on: 'review', type: 'find' })
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
      return then(next, { on: 'app', type: 'send', event: notice('info', text) })
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
      return then(next, { on: 'review', type: 'qr', text, columns: app.size.columns })
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
      return then(
        { ...over(state), run: event.run, problem: event.problem },
        { on: 'review', type: 'find' },
        ...(app.tab === 'review' ? [] : [said(endText(event.run))]),
      )
    case 'stopped':
      return then(
        { ...over(state), run: event.run ?? state.run, problem: event.problem },
        { on: 'review', type: 'find' },
        ...(app.tab === 'review' ? [] : [said(['bad', event.problem.message])]),
      )
  }
}

/** The screen with a run as it is now; a lock that is new to it is held against the terms that were seen before. */
function withRun(state: ReviewState, run: RunFacts): ReviewState {
  const isNewLock = run.lock !== undefined && run.lock.lockId !== state.run?.lock?.lockId
  return { ...state, run, before: isNewLock ? seenBefore(state) : state.before }
}

/** The terms that the user saw last, to hold the new ones against. */
function seenBefore({ run, before }: ReviewState): Terms | undefined {
  return run?.lock ?? before
}

function endText({ title, transaction, reason }: NonNullable<ReviewState['run']>): ['good' | 'bad', string] {
  const status = transaction?.status
  return status === 'SUCCESS' ? ['good', `${title}: done`] : ['bad', `${title}: ${status ?? reason ?? 'closed'}`]
}

/** Begins another piece of work, unless money of the one before is being moved right now. */
function begin(
  state: ReviewState,
  make: (id: number) => { readonly state: ReviewState; readonly effect: ReviewEffect },
): Step<ReviewState> {
  const { question, run, id } = state
  const isAsking = question?.kind === 'terms' || question?.kind === 'payment'
  if (state.playing && !isAsking && run?.step !== 'tracked') {
    const title = run?.title ?? 'a swap'
    return then(state, said(['bad', `one at a time: ${title} is in work on Review (2)`]))
  }
  const next = make(id + 1)
  const declined: readonly Effect[] = isAsking ? [{ on: 'review', type: 'answer', id, answer: 'no' }] : []
  return { state: next.state, effects: [...declined, next.effect] }
}

function fresh(state: ReviewState, id: number): ReviewState {
  return {
    ...state,
    id,
    route: undefined,
    asked: undefined,
    run: undefined,
    playing: true,
    question: undefined,
    before: undefined,
    problem: undefined,
    givingUp: false,
    device: undefined,
    scroll: 0,
    qr: undefined,
    showsQr: false,
  }
}

function over(state: ReviewState): ReviewState {
  return { ...state, playing: false, question: undefined, device: undefined, scroll: 0 }
}

function act(state: ReviewState, action: string, app: AppFacts): Step<ReviewState> {
  const { question, run, scroll } = state
  switch (action) {
    case 'review.agree':
      return agree(state, app)
    case 'review.lock-again':
      return answered(state, 'lock-again')
    case 'review.decline':
      return answered(state, 'no')
    case 'review.enter':
      return entered(state, app)
    case 'review.back':
      return back(state)
    case 'review.continue': {
      const found = run ?? state.unfinished[state.selected]
      return found === undefined ? stay(state) : continued(state, found.id)
    }
    case 'review.again': {
      const { route, asked } = state
      const before = seenBefore(state)
      if (route === undefined || asked === undefined || run?.payment !== undefined) {
        return then(state, said(['info', 'Choose a route on the Swap screen (1)']))
      }
      return begin(state, (id) => ({
        state: { ...fresh(state, id), route, asked, before },
        effect: { on: 'review', type: 'begin', id, route, asked },
      }))
    }
    case 'review.give-up': {
      const found = run ?? state.unfinished[state.selected]
      if (found === undefined) return stay(state)
      if (found.canGiveUp) return stay({ ...state, givingUp: true })
      return then(state, said(['bad', 'It cannot be given up: its payment is signed, sent, or yours to make']))
    }
    case 'review.give-up-now': {
      const found = run ?? state.unfinished[state.selected]
      const next = { ...state, givingUp: false }
      if (found === undefined) return stay(next)
      return then({ ...next, id: state.id + 1 }, { on: 'review', type: 'give-up', id: state.id + 1, runId: found.id })
    }
    case 'review.speed-up':
      return replaced(state, 'speed-up')
    case 'review.cancel':
      return replaced(state, 'cancel')
    case 'review.qr':
      return qr(state, app)
    case 'review.close':
      return stay({ ...fresh(state, state.id), playing: false })
    case 'review.up':
      return stay(run === undefined ? moved(state, -1) : { ...state, scroll: Math.max(0, scroll - 1) })
    case 'review.down':
      return stay(run === undefined ? moved(state, 1) : { ...state, scroll: scroll + 1 })
    case 'review.page-up':
      return stay({ ...state, scroll: Math.max(0, scroll - 10) })
    case 'review.page-down':
      return stay({ ...state, scroll: scroll + 10 })
    case 'review.copy-resume':
      return run === undefined
        ? stay(state)
        : then(state, { on: 'app', type: 'copy', text: resumeCommand(run.id, app.place), what: 'resume command' })
    default:
      return { state, effects: copyEffects(action, run, question) }
  }
}

function moved(state: ReviewState, by: number): ReviewState {
  const last = Math.max(0, state.unfinished.length - 1)
  return { ...state, selected: Math.min(last, Math.max(0, state.selected + by)) }
}

function continued(state: ReviewState, runId: string): Step<ReviewState> {
  const { route, asked } = state
  const isOwn = state.run?.id === runId
  return begin(state, (id) => ({
    state: {
      ...fresh(state, id),
      ...(isOwn ? { run: state.run, route, asked, before: state.before } : {}),
    },
    effect: { on: 'review', type: 'continue', id, runId },
  }))
}

/** Agreement by a key, or where much is at stake by typing; never to a lock that ran out. */
function agree(state: ReviewState, app: AppFacts): Step<ReviewState> {
  const { question } = state
  if (question === undefined || question.kind === 'password') return stay(state)
  if (hasRunOut(state, app.now)) return stay(ticked(state, app))
  const isAsked = question.kind === 'payment' || question.next !== 'asks'
  if (isAsked && wordOf(state, app) !== undefined) {
    return stay({ ...state, question: { ...question, typing: lineOf('') } })
  }
  return answered(state, 'yes')
}

/** What must be typed to agree; undefined where a key is enough. */
export function wordOf({ run }: Pick<ReviewState, 'run'>, { settings, place }: AppFacts): string | undefined {
  if (run?.lock === undefined) return undefined
  return wordToType(run.lock, run.amount, settings['confirm-above'], place.network === 'live')
}

function entered(state: ReviewState, app: AppFacts): Step<ReviewState> {
  const { question } = state
  if (question?.typing === undefined) return stay(state)
  const { text } = question.typing
  if (question.kind === 'password') return text === '' ? stay(state) : answered(state, { password: text })
  if (hasRunOut(state, app.now)) return stay(ticked(state, app))
  const word = wordOf(state, app)
  if (word === undefined || isTyped(text, word)) return answered(state, 'yes')
  return then({ ...state, question: { ...question, typing: lineOf('') } }, said(['bad', `Type ${word}, or Esc`]))
}

function back(state: ReviewState): Step<ReviewState> {
  const { question } = state
  if (state.showsQr) return stay({ ...state, showsQr: false })
  if (state.givingUp) return stay({ ...state, givingUp: false })
  if (question === undefined) return stay(state)
  if (question.kind === 'password') return answered(state, 'no')
  return stay({ ...state, question: { ...question, typing: undefined } })
}

function answered(state: ReviewState, answer: Answer): Step<ReviewState> {
  return then({ ...state, question: undefined, scroll: 0 }, { on: 'review', type: 'answer', id: state.id, answer })
}

function edited(state: ReviewState, edit: Edit): ReviewState {
  const { question } = state
  if (question?.typing === undefined) return state
  return { ...state, question: { ...question, typing: editLine(question.typing, edit) } }
}

function ticked(state: ReviewState, app: AppFacts): ReviewState {
  const { question } = state
  if (question?.kind !== 'terms' || question.expired || !hasRunOut(state, app.now)) return state
  return { ...state, question: { ...question, expired: true, typing: undefined } }
}

/** True once the lock that is asked about is worth nothing any more. */
function hasRunOut({ question, run }: ReviewState, now: number): boolean {
  return question?.kind === 'terms' && Date.parse(run?.lock?.expiresAt ?? '') <= now
}

function replaced(state: ReviewState, how: 'speed-up' | 'cancel'): Step<ReviewState> {
  const { run } = state
  if (run?.payment === undefined || (run.step !== 'signed' && run.step !== 'sent')) {
    return then(state, said(['info', 'No transaction of this swap waits for a block']))
  }
  const id = state.id + 1
  return then(
    { ...state, id, playing: true, problem: undefined },
    { on: 'review', type: 'replace', id, runId: run.id, how },
  )
}

function qr(state: ReviewState, app: AppFacts): Step<ReviewState> {
  const { qr: code, run } = state
  if (run?.deposit === undefined) return then(state, said(['info', 'There is nothing to scan']))
  const rows = app.size.rows - 3
  if (code === undefined) return then(state, said(['info', 'No QR code fits on this terminal: make it wider']))
  if (code.width > app.size.columns || code.lines.length > rows) {
    return then(state, said(['info', `The QR code needs ${code.width} x ${code.lines.length + 3} cells`]))
  }
  return stay({ ...state, showsQr: true })
}

function said([tone, text]: readonly ['good' | 'bad' | 'info', string]): Effect {
  return { on: 'app', type: 'send', event: notice(tone, text) }
}

function notice(tone: 'good' | 'bad' | 'info', text: string): Event {
  return { on: 'app', type: 'notice', notice: { tone, text } }
}

function then(state: ReviewState, ...effects: readonly Effect[]): Step<ReviewState> {
  return { state, effects }
}
