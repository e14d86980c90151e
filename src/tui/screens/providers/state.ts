import type { AppFacts } from '../../events.ts'

/** What the Providers screen shows. */
export interface ProvidersState {
  readonly at: number
}

/** What happens to the Providers screen. */
export type ProvidersEvent = { readonly on: 'providers'; readonly type: 'nothing' }

/** What the Providers screen asks for. */
export type ProvidersEffect = { readonly on: 'providers'; readonly type: 'nothing' }

/** The screen before anything is known. */
export const START_PROVIDERS: ProvidersState = { at: 0 }

/** Which keys of the table apply. */
export function providersMode(_state: ProvidersState): string {
  return 'providers'
}

/** True while a text field has the focus. */
export function providersTakesText(_state: ProvidersState): boolean {
  return false
}

/** True while something on the screen counts seconds. */
export function providersTicks(_state: ProvidersState, _app: AppFacts): boolean {
  return false
}
