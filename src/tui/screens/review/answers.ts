import { type AppFacts, said, stay, type Step, asking } from '../../events.ts'
import { type Edit, editLine, lineOf } from '../../kit/text/line-edit.ts'
import type { Answer, ReviewState } from './state.ts'
import { isTyped, wordToType } from './terms.ts'

/** Agreement by a key, or where much is at stake by typing; never to a lock that ran out. */
export function agree(state: ReviewState, app: AppFacts): Step<ReviewState> {
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

/** What was typed is agreed to, or is the password. */
export function entered(state: ReviewState, app: AppFacts): Step<ReviewState> {
  const { question } = state
  if (question?.typing === undefined) return stay(state)
  const { text } = question.typing
  if (question.kind === 'password') return text === '' ? stay(state) : answered(state, { password: text })
  if (hasRunOut(state, app.now)) return stay(ticked(state, app))
  const word = wordOf(state, app)
  if (word === undefined || isTyped(text, word)) return answered(state, 'yes')
  return asking({ ...state, question: { ...question, typing: lineOf('') } }, said('bad', `Type ${word}, or Esc`))
}

/** One step back: to the question, or out of what stands above it. */
export function back(state: ReviewState): Step<ReviewState> {
  const { question } = state
  if (state.showsQr) return stay({ ...state, showsQr: false })
  if (state.sure !== undefined) return stay({ ...state, sure: undefined })
  if (question === undefined) return stay(state)
  if (question.kind === 'password') return answered(state, 'no')
  return stay({ ...state, question: { ...question, typing: undefined } })
}

/** Answers what the work waits for. */
export function answered(state: ReviewState, answer: Answer): Step<ReviewState> {
  return asking({ ...state, question: undefined, scroll: 0 }, { on: 'review', type: 'answer', id: state.id, answer })
}

/** The text that is typed, after an edit. */
export function edited(state: ReviewState, edit: Edit): ReviewState {
  const { question } = state
  if (question?.typing === undefined) return state
  return { ...state, question: { ...question, typing: editLine(question.typing, edit) } }
}

/** The question, of terms that may have run out by now. */
export function ticked(state: ReviewState, app: AppFacts): ReviewState {
  const { question } = state
  if (question?.kind !== 'terms' || question.expired || !hasRunOut(state, app.now)) return state
  return { ...state, question: { ...question, expired: true, typing: undefined } }
}

/** True once the lock that is asked about is worth nothing any more. */
function hasRunOut({ question, run }: ReviewState, now: number): boolean {
  // A time that cannot be read is no time to rely on.
  return question?.kind === 'terms' && !(Date.parse(run?.lock?.expiresAt ?? '') > now)
}
