import type { HistoryTransaction } from '../../../core/api/documents.ts'
import { type AppEffect, notify } from '../../events.ts'
import type { Problem } from '../../problem.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { pastOf } from './fill/repeated-swap.ts'
import type { SwapScreenEvent } from './state.ts'

export { findWritten } from './fill/filling.ts'

/** Fills the form with a past swap, and shows it: nothing is locked or paid by that. */
export function fillAgain(transaction: HistoryTransaction): readonly AppEffect[] {
  const past = pastOf(transaction)
  if (past === undefined) return [notify('info', 'this swap does not say enough to be filled in again')]
  return showWith({ on: 'swap', type: 'again', past })
}

/** Takes an asset that was chosen on another screen as what the next swap sends, and shows the form. */
export function swapFrom(asset: SwapAsset): readonly AppEffect[] {
  return showWith({ on: 'swap', type: 'source', asset })
}

/** Fills the form with a swap that is written on one line, and shows it. */
export function swapLine(text: string): readonly AppEffect[] {
  return showWith({ on: 'swap', type: 'line-written', text })
}

/** Has the balances of the form read again: something was paid, or came. */
export function readFormBalances(): AppEffect {
  const event: SwapScreenEvent = { on: 'swap', type: 'moved' }
  return { on: 'app', type: 'send', event }
}

/** Says that the server answers nobody any more: what it offered is old. */
export function loseServer(problem: Problem): AppEffect {
  const event: SwapScreenEvent = { on: 'swap', type: 'server-lost', problem }
  return { on: 'app', type: 'send', event }
}

function showWith(event: SwapScreenEvent): readonly AppEffect[] {
  return [
    { on: 'app', type: 'send', event },
    { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: event.on } },
  ]
}
