import { countText } from '../text/count-text.ts'
import { formatUsdForPeople } from './fees.ts'
import type { HoldingsTotal } from './holdings.ts'
import type { MicroUsd } from './usd.ts'

/** A sum with what it leaves out, for people: `$12.50, without 2 unread chains`. */
export function totalText({ usd, unreadChains, unreadTokens, unvalued }: HoldingsTotal): string {
  const missing = [
    ...(unreadChains === 0 ? [] : [countText(unreadChains, 'unread chain')]),
    ...(unreadTokens === 0 ? [] : [countText(unreadTokens, 'unread token')]),
    ...(unvalued === 0 ? [] : [countText(unvalued, 'balance of unknown value', 'balances of unknown value')]),
  ]
  return `${formatUsdForPeople(usd)}${missing.length === 0 ? '' : `, without ${missing.join(', ')}`}`
}

/** How a value changed, for people: with its sign; `-` where that is not known. */
export function changeText(usd: MicroUsd | undefined): string {
  return usd === undefined ? '-' : `${usd > 0n ? '+' : ''}${formatUsdForPeople(usd)}`
}
