import { type Effect, said, type Step, asking } from '../../events.ts'
import type { ReviewEffect, ReviewState } from './state.ts'
import type { Terms } from './terms.ts'

/** Begins another piece of work, unless money of the one before is being moved right now. */
export function begin(
  state: ReviewState,
  make: (id: number) => { readonly state: ReviewState; readonly effect: ReviewEffect },
): Step<ReviewState> {
  const { question, run, id } = state
  const isAsking = question?.kind === 'terms' || question?.kind === 'payment'
  if (state.playing && !isAsking && run?.step !== 'tracked') {
    const title = run?.title ?? 'a swap'
    return asking(state, said('bad', `one at a time: ${title} is in work on Review (2)`))
  }
  const next = make(id + 1)
  const declined: readonly Effect[] = isAsking ? [{ on: 'review', type: 'answer', id, answer: 'no' }] : []
  return { state: next.state, effects: [...declined, next.effect] }
}

/** The screen of a piece of work that has just begun. */
export function fresh(state: ReviewState, id: number): ReviewState {
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
    sure: undefined,
    device: undefined,
    scroll: 0,
    qr: undefined,
    showsQr: false,
  }
}

/** The terms that the user saw last, to hold the new ones against. */
export function seenBefore({ run, before }: ReviewState): Terms | undefined {
  return run?.lock ?? before
}
