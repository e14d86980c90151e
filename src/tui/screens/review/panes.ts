import type { Desk, Pane } from '../../screen.ts'
import { type ReviewState, shownWork } from './state.ts'
import { viewReview } from './view.ts'

/** What is agreed to, as high as its column: the question stands at its bottom. */
const REVIEW: Pane<ReviewState> = {
  name: 'review',
  title: 'review',
  // Terms with their addresses take no more lines than on the whole of a terminal of 80 columns.
  least: { columns: 90, rows: 24 },
  lines: (_state, { size }) => size.rows,
  view: viewReview,
}
export const REVIEW_PANES = [REVIEW]

/** What a payment is seen beside: what is held, and what runs. */
export const REVIEW_DESK: Desk = {
  panes: ['review', 'balances', 'running', 'watch'],
  mostColumns: 2,
  main: 'review',
}

/** A code to be scanned takes the room of the other panes. */
export function showsDesk(state: ReviewState): boolean {
  return shownWork(state)?.qr === undefined
}
