import type { AppFacts } from '../../events.ts'

/** What the Activity screen shows. */
export interface ActivityState {
  readonly at: number
}

/** What happens to the Activity screen. */
export type ActivityEvent = { readonly on: 'activity'; readonly type: 'nothing' }

/** What the Activity screen asks for. */
export type ActivityEffect = { readonly on: 'activity'; readonly type: 'nothing' }

/** The screen before anything is known. */
export const START_ACTIVITY: ActivityState = { at: 0 }

/** Which keys of the table apply. */
export function activityMode(_state: ActivityState): string {
  return 'activity'
}

/** True while a text field has the focus. */
export function activityTakesText(_state: ActivityState): boolean {
  return false
}

/** True while something on the screen counts seconds. */
export function activityTicks(_state: ActivityState, _app: AppFacts): boolean {
  return false
}
