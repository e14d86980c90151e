import { readAmount, writtenDecimals } from '../api/answers.ts'
import type { Route } from '../api/documents.ts'
import { cleanText } from '../text/clean-text.ts'
import { holdsFloor } from '../swap/floor.ts'

/** What of a route says how much arrives. */
type StatesLeast = Pick<Route, 'dst' | 'minimumReceived'>

/** The least that a route promises, decimal text as it states it; undefined where it promises none, or a wrong one. */
export function statedLeast(route: StatesLeast): string | undefined {
  return hasWrongLeast(route) ? undefined : route.minimumReceived
}

/** True where the least that a route promises is no amount, or more than arrives by it: its lock would be refused. */
export function hasWrongLeast({ dst, minimumReceived }: StatesLeast): boolean {
  if (minimumReceived === undefined || minimumReceived === '') return false
  const decimals = writtenDecimals([dst.formatted, minimumReceived])
  const [amount, least] = [readAmount(dst.formatted, decimals), readAmount(minimumReceived, decimals)]
  return amount === undefined || least === undefined || !holdsFloor(amount, least)
}

/** The warning of such a route; undefined where its least is none or sound. */
export function wrongLeastWarning(route: StatesLeast): string | undefined {
  if (!hasWrongLeast(route)) return undefined
  const { dst, minimumReceived = '' } = route
  const [least, amount] = [minimumReceived, dst.formatted].map(
    (text) => `${cleanText(text, 40)} ${cleanText(dst.currency, 40)}`,
  )
  return `it promises at least ${least}, and ${amount} arrive: it contradicts itself, and its lock is refused`
}
