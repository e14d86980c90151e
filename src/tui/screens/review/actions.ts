import { isPaperProvider } from '../../../core/api/paper.ts'
import { type AppFacts, notify, step } from '../../events.ts'
import { isActionOf } from '../../keys.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { COPY_KEYS, type CopyAction, type ReviewAction } from './keys.ts'
import { agree, answer, lockAgain as lockAnew, submitTyped } from './answers.ts'
import { copyText } from './clipboard.ts'
import { scrollBody } from './layout.ts'
import {
  listedRuns,
  markedIndex,
  reviewMode,
  type ReviewState,
  type ReviewStep,
  shownWork,
  type Work,
  type WorkStep,
} from './state.ts'
import { newWork, termsBefore } from './work.ts'
import { closeWork, openWork, showOther, tryAgain, updateWork } from './work-list.ts'

/** The screen after a key. */
export function act(state: ReviewState, action: ReviewAction, app: AppFacts): ReviewStep {
  if (isActionOf(COPY_KEYS, action)) {
    const { run, question } = shownWork(state) ?? {}
    return step(state, copyText(action, run, question, app.place))
  }
  return isMove(action) ? move(state, MOVES[action], app) : ACTIONS[action](state, app)
}

const ACTIONS: ActionTable<Exclude<ReviewAction, CopyAction>, ReviewState, ReviewStep> = {
  pay: (state, app) => ofShown(state, (work) => agree(work, app)),
  yes: (state, app) =>
    state.confirming === undefined
      ? ofShown(state, (work) => agree(work, app))
      : confirm({ ...state, confirming: undefined }, state.confirming),
  no: (state) => {
    if (reviewMode(state) === 'locking') return leaveLock(state)
    if (state.confirming !== undefined) return step({ ...state, confirming: undefined })
    return ofShown(state, (work) => answer(work, 'no'))
  },
  'lock-again': (state, app) => ofShown(state, (work) => lockAnew(work, app)),
  enter: (state, app) => ofShown(state, (work) => submitTyped(work, app)),
  back: (state) => ofShown(state, (work) => step({ ...work, showsQr: false })),
  continue: (state) => {
    const found = runInHand(state)
    return found === undefined ? step(state) : continueRun(state, found.id)
  },
  again: lockAgain,
  'give-up': (state) => {
    if (reviewMode(state) === 'locking') return leaveLock(state)
    const found = runInHand(state)
    if (found === undefined) return step(state)
    if (found.canGiveUp) return step({ ...state, confirming: 'give-up' })
    return step(state, notify('bad', 'It cannot be given up: its payment is signed, sent, or yours to make'))
  },
  'speed-up': (state) => ifReplaceable(state, step({ ...state, confirming: 'speed-up' })),
  cancel: (state) => ifReplaceable(state, step({ ...state, confirming: 'cancel' })),
  qr: (state, app) => ofShown(state, (work) => showQr(work, app)),
  close: (state) => {
    const work = shownWork(state)
    return step(work === undefined ? state : closeWork(state, work))
  },
  'next-swap': (state) => step(showOther(state, 1)),
  'swap-before': (state) => step(showOther(state, -1)),
}

/** What a key does to the swap that is shown. */
function ofShown(state: ReviewState, change: (work: Work) => WorkStep): ReviewStep {
  const work = shownWork(state)
  return work === undefined ? step(state) : updateWork(state, work, change)
}

/** The run that is shown, else the marked unfinished one. */
function runInHand(state: ReviewState): RunFacts | undefined {
  const work = shownWork(state)
  return work === undefined ? listedRuns(state)[markedIndex(state)] : work.run
}

/** Breaks off a try that only asks for a lock: what it is answered later is that of an earlier try. */
function leaveLock(state: ReviewState): ReviewStep {
  const work = shownWork(state)
  if (work === undefined) return step(state)
  return tryAgain(state, work, (id) => ({
    work: { ...work, id, isRunning: false, device: undefined },
    effect: { on: 'review', type: 'give-up', id, runId: work.run?.id, after: work.id },
  }))
}

/** Locks the same route once more, where nothing was paid for it. */
function lockAgain(state: ReviewState): ReviewStep {
  const work = shownWork(state)
  const { route, asked, run } = work ?? {}
  if (work === undefined || route === undefined || asked === undefined || run?.payment !== undefined) {
    return step(state, notify('info', 'Choose a route on the Swap screen (1)'))
  }
  return tryAgain(state, work, (id) => ({
    work: { ...newWork(id), route, asked, before: termsBefore(work) },
    effect: { on: 'review', type: 'begin', id, route, asked },
  }))
}

/** Scrolls the run, or moves the mark among the unfinished ones. */
function move(state: ReviewState, by: number, app: AppFacts): ReviewStep {
  const work = shownWork(state)
  if (work !== undefined) return updateWork(state, work, () => step(scrollBody(state, work, by, app)))
  return step({ ...state, selected: moveIndex(markedIndex(state), by, listedRuns(state).length) })
}

/** Brings a run on: in the place of the swap that it is of, or as another one. */
export function continueRun(state: ReviewState, runId: string): ReviewStep {
  const before = state.works.find(({ run }) => run?.id === runId)
  if (before === undefined) {
    return openWork(state, (id) => ({
      work: newWork(id),
      effect: { on: 'review', type: 'continue', id, runId, after: undefined },
    }))
  }
  const { run, route, asked, seen, before: terms } = before
  return tryAgain(state, before, (id) => ({
    work: { ...newWork(id), run, route, asked, seen, before: terms },
    effect: { on: 'review', type: 'continue', id, runId, after: before.id },
  }))
}

/** Does what the user has confirmed. */
function confirm(state: ReviewState, asked: NonNullable<ReviewState['confirming']>): ReviewStep {
  const work = shownWork(state)
  const found = runInHand(state)
  if (found === undefined) return step(state)
  if (asked === 'give-up') {
    const giveUp = (id: number) => ({ on: 'review', type: 'give-up', id, runId: found.id }) as const
    return work === undefined
      ? openWork(state, (id) => ({ work: { ...newWork(id), run: found, isRunning: false }, effect: giveUp(id) }))
      : tryAgain(state, work, (id) => ({ work: { ...work, id }, effect: giveUp(id) }))
  }
  if (work === undefined) return step(state)
  return ifReplaceable(
    state,
    tryAgain(state, work, (id) => ({
      work: { ...work, id, isRunning: true, problem: undefined },
      effect: { on: 'review', type: 'replace', id, runId: found.id, how: asked, after: work.id },
    })),
  )
}

/** A step that needs a transaction that waits for a block. */
function ifReplaceable(state: ReviewState, replacing: ReviewStep): ReviewStep {
  const run = shownWork(state)?.run
  if (run?.payment !== undefined && (run.step === 'signed' || run.step === 'sent')) return replacing
  return step(state, notify('info', 'No transaction of this swap waits for a block'))
}

function showQr(work: Work, app: AppFacts): WorkStep {
  const { qr: code, run } = work
  if (run?.deposit === undefined || run.payment !== undefined)
    return step(work, notify('info', 'There is nothing to scan'))
  if (isPaperProvider(run.provider)) return step(work, notify('info', 'Nothing is to be sent for paper money'))
  if (run.deposit.scanned === undefined)
    return step(work, notify('info', 'A wallet that scans a code would leave the memo out: follow the steps'))
  const rows = app.size.rows - 3
  if (code === undefined) return step(work, notify('info', 'No QR code fits on this terminal: make it wider'))
  if (code.width > app.size.columns || code.lines.length > rows) {
    return step(work, notify('info', `The QR code needs ${code.width} x ${code.lines.length + 3} cells`))
  }
  return step({ ...work, showsQr: true })
}
