import { type AppFacts, type ScreenInput, stay, type Step } from '../../events.ts'
import type { SwapEvent, SwapState } from './state.ts'

/** The screen after something happened. */
export function updateSwap(state: SwapState, _event: ScreenInput | SwapEvent, _app: AppFacts): Step<SwapState> {
  return stay(state)
}
