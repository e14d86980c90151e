import { readEntry } from '../../../core/entry/read-entry.ts'
import { runnerOf } from '../../effect-io.ts'
import type { Screen } from '../../screen.ts'
import { SWAP_EFFECTS } from './effects.ts'
import { FORM_ENTRY } from './fill/filling.ts'
import { SWAP_FINDER } from './fill/finder.ts'
import { SWAP_KEYS } from './keys.ts'
import { swapMode, swapTicks, type SwapEffect, type SwapScreenEvent, type SwapState, START_SWAP } from './state.ts'
import { SWAP_PANES } from './panes.ts'
import { viewSwap } from './view.ts'
import { markSpot, updateSwap } from './update.ts'

/** The Swap screen. */
export const swapScreen: Screen<'swap', SwapState, SwapScreenEvent, SwapEffect, typeof SWAP_KEYS> = {
  name: 'swap',
  title: 'Swap',
  start: START_SWAP,
  keys: SWAP_KEYS,
  update: updateSwap,
  markRow: markSpot,
  view: viewSwap,
  mode: swapMode,
  takesText: ({ picker, editing, sifting }) =>
    picker !== undefined || editing !== undefined || sifting.line !== undefined,
  ticks: swapTicks,
  line: {
    read: (text) => readEntry(text, FORM_ENTRY),
    take: (text) => ({ on: 'swap', type: 'line-written', text }),
    lookup: ({ lookup }, text) => (lookup?.text === text ? lookup : undefined),
  },
  finder: SWAP_FINDER,
  panes: SWAP_PANES,
  showsDesk: ({ picker, pairs }) => picker === undefined && pairs === undefined,
  openRunner: (io) => runnerOf(SWAP_EFFECTS, io),
}
