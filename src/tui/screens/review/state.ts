import type { Route } from '../../../core/documents.ts'
import type { AppFacts } from '../../events.ts'
import type { AskedSwap } from '../../swap-asset.ts'

/** What the Review screen shows. */
export interface ReviewState {
  /** The route to look at; undefined until one was chosen on the Swap screen. */
  readonly route: Route | undefined
  readonly asked: AskedSwap | undefined
}

/** What happens to the Review screen. */
export type ReviewEvent = {
  readonly on: 'review'
  readonly type: 'open'
  readonly route: Route
  readonly asked: AskedSwap
}

/** What the Review screen asks for. */
export type ReviewEffect = { readonly on: 'review'; readonly type: 'nothing' }

/** The screen before anything is known. */
export const START_REVIEW: ReviewState = { route: undefined, asked: undefined }

/** Which keys of the table apply. */
export function reviewMode(_state: ReviewState): string {
  return 'review'
}

/** True while a text field has the focus. */
export function reviewTakesText(_state: ReviewState): boolean {
  return false
}

/** True while something on the screen counts seconds. */
export function reviewTicks(_state: ReviewState, _app: AppFacts): boolean {
  return false
}
