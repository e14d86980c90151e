import type { HistoryTransaction } from '../../../core/api/documents.ts'
import { type AppEffect, notify } from '../../events.ts'
import { pastOf } from './repeated-swap.ts'
import type { SwapScreenEvent } from './state.ts'

/** Fills the form with a past swap, and shows it: nothing is locked or paid by that. */
export function fillAgain(transaction: HistoryTransaction): readonly AppEffect[] {
  const past = pastOf(transaction)
  if (past === undefined) return [notify('info', 'this swap does not say enough to be filled in again')]
  const event: SwapScreenEvent = { on: 'swap', type: 'again', past }
  return [
    { on: 'app', type: 'send', event },
    { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: event.on } },
  ]
}
