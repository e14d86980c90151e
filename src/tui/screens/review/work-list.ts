import { notify, step } from '../../events.ts'
import { listedRuns, type ReviewEffect, type ReviewState, type ReviewStep, type Work, type WorkStep } from './state.ts'

/*
 * Several swaps at a time: each has its own questions, and none is declined because another one is begun.
 */

/** Most swaps on the screen at a time. */
export const MOST_WORKS = 8

/** What a new try of a swap is, and what it does outside. */
type MakeTry = (id: number) => { readonly work: Work; readonly effect: ReviewEffect }

/** Shows another swap beside those that are in hand; those that are over give way to it. */
export function openWork(state: ReviewState, make: MakeTry): ReviewStep {
  const works = state.works.filter((work) => !isOver(work))
  if (works.length >= MOST_WORKS) {
    const text = `${MOST_WORKS} swaps are open on Review (2): another one has to end, or be closed there, first`
    return step(state, notify('bad', text))
  }
  const id = state.lastId + 1
  const { work, effect } = make(id)
  return step({ ...state, lastId: id, works: [...works, work], shown: id, confirming: undefined }, effect)
}

/** Another try of a swap, in its place. */
export function tryAgain(state: ReviewState, before: Work, make: MakeTry): ReviewStep {
  const id = state.lastId + 1
  const { work, effect } = make(id)
  const works = state.works.map((one) => (one.id === before.id ? work : one))
  return step({ ...state, lastId: id, works, shown: id, confirming: undefined }, effect)
}

/** True for a swap of which nothing is left to be done or read: it was delivered, or declined. */
function isOver({ isRunning, run, problem }: Work): boolean {
  if (isRunning || problem !== undefined) return false
  if (run?.step === 'final') return run.transaction?.status === 'SUCCESS'
  return run?.step === 'closed' && run.closedAs === 'declined'
}

/** The screen after something that is about one of its swaps. */
export function updateWork(state: ReviewState, work: Work, change: (work: Work) => WorkStep): ReviewStep {
  const { state: after, effects } = change(work)
  return step(withWork(state, work, after), ...effects)
}

/** The same screen where nothing of the swap has changed: what is offered goes by that. */
function withWork(state: ReviewState, before: Work, after: Work): ReviewState {
  const keys = Object.keys(after) as (keyof Work)[]
  if (keys.every((key) => Object.is(before[key], after[key]))) return state
  return { ...state, works: state.works.map((work) => (work === before ? after : work)) }
}

/** Ids of what can be shown, in order: after the last swap the unfinished runs, where there are any or nothing else is. */
export function pagesOf(state: ReviewState): readonly (number | undefined)[] {
  const ids = state.works.map(({ id }) => id)
  return ids.length === 0 || listedRuns(state).length > 0 || state.shown === undefined ? [...ids, undefined] : ids
}

/** Shows what comes after what is shown, or before it; round the ends. */
export function showOther(state: ReviewState, by: 1 | -1): ReviewState {
  const pages = pagesOf(state)
  return showWork(state, pages[(pages.indexOf(state.shown) + by + pages.length) % pages.length])
}

/** Shows a swap, or the unfinished runs. */
export function showWork(state: ReviewState, shown: number | undefined): ReviewState {
  return state.shown === shown ? state : { ...state, shown, confirming: undefined }
}

/** Takes a swap from the screen, and shows the one next to it. */
export function closeWork(state: ReviewState, work: Work): ReviewState {
  const works = state.works.filter((one) => one !== work)
  const at = Math.min(state.works.indexOf(work), works.length - 1)
  return { ...state, works, shown: works[at]?.id, confirming: undefined }
}
