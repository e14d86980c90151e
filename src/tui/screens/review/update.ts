import { type AppFacts, type ScreenInput, stay, type Step } from '../../events.ts'
import type { ReviewEvent, ReviewState } from './state.ts'

/** The screen after something happened. */
export function updateReview(state: ReviewState, event: ScreenInput | ReviewEvent, _app: AppFacts): Step<ReviewState> {
  return stay(event.on === 'review' ? { ...state, route: event.route, asked: event.asked } : state)
}
