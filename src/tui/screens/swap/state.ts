import type { AppFacts } from '../../events.ts'

/** What the Swap screen shows. */
export interface SwapState {
  readonly at: number
}

/** What happens to the Swap screen. */
export type SwapEvent = { readonly on: 'swap'; readonly type: 'nothing' }

/** What the Swap screen asks for. */
export type SwapEffect = { readonly on: 'swap'; readonly type: 'nothing' }

/** The screen before anything is known. */
export const START_SWAP: SwapState = { at: 0 }

/** Which keys of the table apply. */
export function swapMode(_state: SwapState): string {
  return 'swap'
}

/** True while a text field has the focus. */
export function swapTakesText(_state: SwapState): boolean {
  return false
}

/** True while something on the screen counts seconds. */
export function swapTicks(_state: SwapState, _app: AppFacts): boolean {
  return false
}
