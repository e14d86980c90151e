import type { Route } from '../api/documents.ts'
import { readAmount } from '../api/answers.ts'

/** Fewest independent voices that are evidence. */
const LEAST_VOICES = 3

/** Providers with one back end are one voice: by key, the name that they share. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['THORCHAIN', 'thorchain'],
  ['MAYA', 'thorchain'],
])

function familyOf(provider: string): string {
  return FAMILIES.get(provider) ?? provider
}

/**
 * What others than a route's provider offer for the same: the best of each family that has neither a back end nor a bridge
 * in common with it, in base units of the destination asset. Routes that one server told, or a piped document, are no such voices: leave
 * them out.
 * @param routes of one quote
 * @param decimals of the destination asset
 */
export function peerAmounts(
  routes: readonly Pick<Route, 'provider' | 'dst' | 'duplicateOf'>[],
  provider: string,
  decimals: number,
): readonly bigint[] {
  const best = new Map<string, bigint>()
  const own = new Set(
    routes.filter((route) => route.provider === provider).map(({ duplicateOf = provider }) => familyOf(duplicateOf)),
  )
  own.add(familyOf(provider))
  for (const { provider: other, dst, duplicateOf = other } of routes) {
    // Over the same bridges two providers are one voice.
    const family = familyOf(duplicateOf)
    const amount = readAmount(dst.formatted, decimals) ?? 0n
    if (!own.has(family) && !own.has(familyOf(other)) && amount > (best.get(family) ?? 0n)) best.set(family, amount)
  }
  return [...best.values()]
}

/** The median of what independent others offer; of two in the middle the higher. Undefined for fewer than three. */
export function medianOfPeers(amounts: readonly bigint[]): bigint | undefined {
  if (amounts.length < LEAST_VOICES) return undefined
  const sorted = [...amounts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)]
}
