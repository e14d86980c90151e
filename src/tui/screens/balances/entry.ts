import type { AppEffect } from '../../events.ts'
import type { BalancesEvent } from './state.ts'

/** Has what the accounts hold read again, where it was read before: something was paid, or came. */
export function readHeldBalances(): AppEffect {
  const event: BalancesEvent = { on: 'balances', type: 'moved' }
  return { on: 'app', type: 'send', event }
}
