import { countText } from '../text/count-text.ts'
import { formatUsdForPeople } from './fees.ts'
import { type HoldingsTotal, knownUsd } from './holdings.ts'
import type { MicroUsd } from './usd.ts'

/** A sum with what it leaves out, for people: `$12.50, without 2 unread chains`, `unknown, without 1 unread account`. */
export function totalText(total: HoldingsTotal): string {
  const { unreadChains, unreadTokens, unreadAccounts, unvalued } = total
  const usd = knownUsd(total)
  const missing = [
    ...(unreadAccounts === 0 ? [] : [countText(unreadAccounts, 'unread account')]),
    ...(unreadChains === 0 ? [] : [countText(unreadChains, 'unread chain')]),
    ...(unreadTokens === 0 ? [] : [countText(unreadTokens, 'unread token')]),
    ...(unvalued === 0 ? [] : [countText(unvalued, 'balance of unknown value', 'balances of unknown value')]),
  ]
  return `${usd === undefined ? 'unknown' : formatUsdForPeople(usd)}${missing.length === 0 ? '' : `, without ${missing.join(', ')}`}`
}

/** How a value changed, for people: with its sign; `-` where that is not known. */
export function changeText(usd: MicroUsd | undefined): string {
  return usd === undefined ? '-' : `${usd > 0n ? '+' : ''}${formatUsdForPeople(usd)}`
}
