import { notify, step } from '../../events.ts'
import type { AskedSwap } from '../../kit/run/swap-asset.ts'
import { START_REVIEW, type ReviewEffect, type ReviewState, type ReviewStep } from './state.ts'
import { readTerms } from '../../../core/api/answers.ts'
import type { Route } from '../../../core/api/documents.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import type { StatedTerms } from '../../../core/swap/terms.ts'

/** Begins another piece of work, unless money of the one before is being moved right now. */
export function beginWork(
  state: ReviewState,
  make: (id: number) => { readonly state: ReviewState; readonly effect: ReviewEffect },
): ReviewStep {
  const { question, run, id } = state
  const isAsking = question !== undefined && question.kind !== 'password'
  if (state.isRunning && !isAsking && run?.step !== 'tracked') {
    const title = run?.title ?? 'a swap'
    return step(state, notify('bad', `one swap at a time: ${title} is in progress on Review (2)`))
  }
  const next = make(id + 1)
  if (!isAsking) return step(next.state, next.effect)
  return step(next.state, { on: 'review', type: 'answer', id, answer: 'no' }, next.effect)
}

/** The screen of a piece of work that has just begun. */
export function newWork({ unfinished, selected, asks }: ReviewState, id: number): ReviewState {
  return { ...START_REVIEW, unfinished, selected, asks, id, isRunning: true }
}

/** The terms of a route that was chosen; undefined where they cannot be read: then no run of it begins. */
export function termsOfRoute(route: Route, { from, to }: AskedSwap): StatedTerms | undefined {
  try {
    return readTerms('route', route, { src: from.decimals, dst: to.decimals })
  } catch (error) {
    if (isSwapError(error)) return undefined
    throw error
  }
}

/** The terms that the user saw last, to hold the new ones against. */
export function termsBefore({ run, before }: ReviewState): StatedTerms | undefined {
  return run?.lock?.terms ?? before
}
