import { type AppFacts, notify, step } from '../../events.ts'
import { isActionOf } from '../../keys.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { COPY_KEYS, type CopyAction, type ReviewAction } from './keys.ts'
import { agree, answer, submitTyped } from './answers.ts'
import { copyText } from './clipboard.ts'
import { scrollBody } from './layout.ts'
import type { ReviewState, ReviewStep } from './state.ts'
import { beginWork, newWork, termsBefore } from './work.ts'

/** The screen after a key. */
export function act(state: ReviewState, action: ReviewAction, app: AppFacts): ReviewStep {
  if (isActionOf(COPY_KEYS, action)) return step(state, copyText(action, state.run, state.question, app.place))
  return isMove(action) ? step(move(state, MOVES[action], app)) : ACTIONS[action](state, app)
}

const ACTIONS: ActionTable<Exclude<ReviewAction, CopyAction>, ReviewState, ReviewStep> = {
  pay: agree,
  yes: (state, app) =>
    state.confirming === undefined ? agree(state, app) : confirm({ ...state, confirming: undefined }, state.confirming),
  no: (state) => (state.confirming === undefined ? answer(state, 'no') : step({ ...state, confirming: undefined })),
  'lock-again': (state) => answer(state, 'lock-again'),
  enter: submitTyped,
  back: (state) => step({ ...state, showsQr: false }),
  continue: (state) => {
    const found = runInHand(state)
    return found === undefined ? step(state) : continueRun(state, found.id)
  },
  again: lockAgain,
  'give-up': (state) => {
    const found = runInHand(state)
    if (found === undefined) return step(state)
    if (found.canGiveUp) return step({ ...state, confirming: 'give-up' })
    return step(state, notify('bad', 'It cannot be given up: its payment is signed, sent, or yours to make'))
  },
  'speed-up': (state) => ifReplaceable(state, step({ ...state, confirming: 'speed-up' })),
  cancel: (state) => ifReplaceable(state, step({ ...state, confirming: 'cancel' })),
  qr: showQr,
  close: (state) => step({ ...newWork(state, state.id), isRunning: false }),
}

/** The run that is shown, else the marked unfinished one. */
function runInHand({ run, unfinished, selected }: ReviewState): RunFacts | undefined {
  return run ?? unfinished[selected]
}

/** Locks the same route once more, where nothing was paid for it. */
function lockAgain(state: ReviewState): ReviewStep {
  const { route, asked, run } = state
  const before = termsBefore(state)
  if (route === undefined || asked === undefined || run?.payment !== undefined) {
    return step(state, notify('info', 'Choose a route on the Swap screen (1)'))
  }
  return beginWork(state, (id) => ({
    state: { ...newWork(state, id), route, asked, before },
    effect: { on: 'review', type: 'begin', id, route, asked },
  }))
}

/** Scrolls the run, or moves the mark among the unfinished ones. */
function move(state: ReviewState, by: number, app: AppFacts): ReviewState {
  if (state.run !== undefined) return scrollBody(state, by, app)
  return { ...state, selected: moveIndex(state.selected, by, state.unfinished.length) }
}

function continueRun(state: ReviewState, runId: string): ReviewStep {
  const { route, asked } = state
  const isOwn = state.run?.id === runId
  return beginWork(state, (id) => ({
    state: {
      ...newWork(state, id),
      ...(isOwn ? { run: state.run, route, asked, before: state.before } : {}),
    },
    effect: { on: 'review', type: 'continue', id, runId },
  }))
}

/** Does what the user has confirmed. */
function confirm(state: ReviewState, asked: ReviewState['confirming']): ReviewStep {
  const id = state.id + 1
  const found = runInHand(state)
  if (asked === undefined || found === undefined) return step(state)
  if (asked === 'give-up') return step({ ...state, id }, { on: 'review', type: 'give-up', id, runId: found.id })
  const next = { ...state, id, isRunning: true, problem: undefined }
  return ifReplaceable(state, step(next, { on: 'review', type: 'replace', id, runId: found.id, how: asked }))
}

/** A step that needs a transaction that waits for a block. */
function ifReplaceable(state: ReviewState, replacing: ReviewStep): ReviewStep {
  const { run } = state
  if (run?.payment !== undefined && (run.step === 'signed' || run.step === 'sent')) return replacing
  return step(state, notify('info', 'No transaction of this swap waits for a block'))
}

function showQr(state: ReviewState, app: AppFacts): ReviewStep {
  const { qr: code, run } = state
  if (run?.deposit === undefined || run.payment !== undefined)
    return step(state, notify('info', 'There is nothing to scan'))
  if (run.deposit.scanned === undefined)
    return step(state, notify('info', 'A wallet that scans a code would leave the memo out: follow the steps'))
  const rows = app.size.rows - 3
  if (code === undefined) return step(state, notify('info', 'No QR code fits on this terminal: make it wider'))
  if (code.width > app.size.columns || code.lines.length > rows) {
    return step(state, notify('info', `The QR code needs ${code.width} x ${code.lines.length + 3} cells`))
  }
  return step({ ...state, showsQr: true })
}
