import { type AppFacts, said, stay, type Step, asking } from '../../events.ts'
import { resumeCommand } from '../../kit/run/scrollback-lines.ts'
import { agree, answered, back, entered } from './answers.ts'
import { begin, fresh, seenBefore } from './work.ts'
import { scrolledBody } from './layout.ts'
import { copyEffects } from './clipboard.ts'
import type { ReviewState } from './state.ts'

/** The screen after a key. */
export function act(state: ReviewState, action: string, app: AppFacts): Step<ReviewState> {
  const { question, run } = state
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
        return asking(state, said('info', 'Choose a route on the Swap screen (1)'))
      }
      return begin(state, (id) => ({
        state: { ...fresh(state, id), route, asked, before },
        effect: { on: 'review', type: 'begin', id, route, asked },
      }))
    }
    case 'review.give-up': {
      const found = run ?? state.unfinished[state.selected]
      if (found === undefined) return stay(state)
      if (found.canGiveUp) return stay({ ...state, sure: 'give-up' })
      return asking(state, said('bad', 'It cannot be given up: its payment is signed, sent, or yours to make'))
    }
    case 'review.speed-up':
      return replaceable(state, stay({ ...state, sure: 'speed-up' }))
    case 'review.cancel':
      return replaceable(state, stay({ ...state, sure: 'cancel' }))
    case 'review.sure':
      return sure({ ...state, sure: undefined }, state.sure)
    case 'review.qr':
      return qr(state, app)
    case 'review.close':
      return stay({ ...fresh(state, state.id), playing: false })
    case 'review.up':
      return stay(run === undefined ? moved(state, -1) : scrolledBody(state, -1, app))
    case 'review.down':
      return stay(run === undefined ? moved(state, 1) : scrolledBody(state, 1, app))
    case 'review.page-up':
      return stay(scrolledBody(state, -10, app))
    case 'review.page-down':
      return stay(scrolledBody(state, 10, app))
    case 'review.copy-resume':
      return run === undefined
        ? stay(state)
        : asking(state, { on: 'app', type: 'copy', text: resumeCommand(run.id, app.place), what: 'resume command' })
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

/** What the user was asked about once more, and said yes to. */
function sure(state: ReviewState, asked: ReviewState['sure']): Step<ReviewState> {
  const { run } = state
  const id = state.id + 1
  const found = run ?? state.unfinished[state.selected]
  if (asked === undefined || found === undefined) return stay(state)
  if (asked === 'give-up') return asking({ ...state, id }, { on: 'review', type: 'give-up', id, runId: found.id })
  const next = { ...state, id, playing: true, problem: undefined }
  return replaceable(state, asking(next, { on: 'review', type: 'replace', id, runId: found.id, how: asked }))
}

/** A step that only a transaction which waits for a block allows. */
function replaceable(state: ReviewState, step: Step<ReviewState>): Step<ReviewState> {
  const { run } = state
  if (run?.payment !== undefined && (run.step === 'signed' || run.step === 'sent')) return step
  return asking(state, said('info', 'No transaction of this swap waits for a block'))
}

function qr(state: ReviewState, app: AppFacts): Step<ReviewState> {
  const { qr: code, run } = state
  if (run?.deposit === undefined) return asking(state, said('info', 'There is nothing to scan'))
  const rows = app.size.rows - 3
  if (code === undefined) return asking(state, said('info', 'No QR code fits on this terminal: make it wider'))
  if (code.width > app.size.columns || code.lines.length > rows) {
    return asking(state, said('info', `The QR code needs ${code.width} x ${code.lines.length + 3} cells`))
  }
  return stay({ ...state, showsQr: true })
}
