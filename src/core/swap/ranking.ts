import { parseAmount } from '../money/amount.ts'
import type { Route } from '../api/documents.ts'
import { onTopUsd } from '../money/fees.ts'
import { formatUsd, parseUsd, type MicroUsd } from '../money/usd.ts'

export const RANK_MODES = ['best', 'fastest', 'cheapest', 'safest'] as const
export type RankMode = (typeof RANK_MODES)[number]

/** How a provider's finished swaps ended, from the local store. */
export interface ProviderRecord {
  readonly provider: string
  /** Swaps that reached a final state. */
  readonly finished: number
  readonly success: number
}

/** The arithmetic of a route in USD, as decimal strings: `src` less the included items is `dst`; `dst` less what is paid on top is `net`. */
export interface RouteArithmetic {
  readonly srcUsd: string
  readonly included: readonly { readonly type: string; readonly description: string; readonly usd: string }[]
  readonly dstUsd: string
  readonly onTop: readonly { readonly type: string; readonly description: string; readonly usd: string }[]
  readonly netUsd: string
  /** Items whose value the provider does not state: they are in none of the sums. */
  readonly unpriced: readonly string[]
}

/** What the user keeps: destination value less what is paid on top of the source amount; 0 where no value is stated. */
function netUsd(route: Route): MicroUsd {
  return usd(route.dst.usd) - onTopUsd(route.fees.items)
}

/** Decimals in which amounts of one asset are compared: more than any asset has. */
const COMPARED_DECIMALS = 36

/**
 * What the user keeps of every route of one quote. A route without a stated value is valued at the price that another
 * route of the same quote implies: both pay out the same asset.
 */
function keptOf(routes: readonly Route[]): Map<Route, MicroUsd> {
  const units = (route: Route) => {
    const parsed = parseAmount(route.dst.formatted, COMPARED_DECIMALS)
    return parsed.ok ? parsed.units : 0n
  }
  const priced = routes.find((route) => parseUsd(route.dst.usd) !== undefined && units(route) > 0n)
  return new Map(
    routes.map((route) => {
      if (parseUsd(route.dst.usd) !== undefined || priced === undefined) return [route, netUsd(route)]
      return [route, (usd(priced.dst.usd) * units(route)) / units(priced) - onTopUsd(route.fees.items)]
    }),
  )
}

/**
 * Routes in the order of `mode`, best first; the input stays as it is. Ties fall to what the user keeps, then to time,
 * then to provider and route id, so that the order never depends on who answered first.
 * @param records local record, for `safest`: ordered by the lower bound of the success rate that the sample supports
 */
export function rankRoutes(routes: readonly Route[], mode: RankMode, records: readonly ProviderRecord[] = []): Route[] {
  const kept = keptOf(routes)
  const safety = new Map(records.map((record) => [record.provider, successLowerBound(record)]))
  return [...routes].sort((a, b) => {
    const primary =
      mode === 'fastest'
        ? a.estimatedTime - b.estimatedTime
        : mode === 'cheapest'
          ? compare(usd(a.fees.total.usd), usd(b.fees.total.usd))
          : mode === 'safest'
            ? (safety.get(b.provider) ?? 0) - (safety.get(a.provider) ?? 0)
            : 0
    if (primary !== 0) return primary
    return (
      compare(kept.get(b) ?? 0n, kept.get(a) ?? 0n) ||
      a.estimatedTime - b.estimatedTime ||
      compare(a.provider, b.provider) ||
      compare(a.routeId, b.routeId)
    )
  })
}

/** For each route the modes in which it comes first, in the order of the input. */
export function routeTags(routes: readonly Route[]): string[][] {
  const winners = (['best', 'fastest', 'cheapest'] as const).map((mode) => [mode, rankRoutes(routes, mode)[0]] as const)
  return routes.map((route) => winners.filter(([, winner]) => winner === route).map(([mode]) => mode))
}

/** The sum behind a route's place in the ranking. */
export function explainRoute(route: Route): RouteArithmetic {
  const line = (item: Route['fees']['items'][number]) => ({
    type: item.type,
    description: item.description,
    usd: item.amountUsd ?? '',
  })
  const priced = route.fees.items.filter((item) => item.amountUsd !== undefined)
  return {
    srcUsd: route.src.usd,
    included: priced.filter((item) => item.included !== false).map(line),
    dstUsd: route.dst.usd,
    onTop: priced.filter((item) => item.included === false).map(line),
    netUsd: formatUsd(netUsd(route)),
    unpriced: route.fees.items.filter((item) => item.amountUsd === undefined).map((item) => item.description),
  }
}

/** Lower end of the 95 % Wilson interval for the success rate, 0 to 1; 0 without a sample. */
export function successLowerBound(record: ProviderRecord): number {
  const n = record.finished
  if (n === 0) return 0
  const z = 1.96
  const rate = record.success / n
  const centre = rate + (z * z) / (2 * n)
  const spread = z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))
  return (centre - spread) / (1 + (z * z) / n)
}

/** Letters and digits of a tool's name in lower case, so that two spellings of one bridge meet. */
function toolName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/**
 * Marks routes of several providers that go over the same bridges: all but the first carry `duplicateOf`, the provider
 * of the first. Nothing is left out, because prices and safety still differ.
 * @param routes in rank order
 */
export function markDuplicates(routes: readonly Route[]): Route[] {
  const first = new Map<string, string>()
  return routes.map((route) => {
    const bridges = route.steps.filter((step) => step.type === 'bridge').map((step) => toolName(step.name))
    if (bridges.length === 0) return route
    const way = bridges.join('>')
    const earlier = first.get(way)
    if (earlier === undefined) first.set(way, route.provider)
    return earlier === undefined || earlier === route.provider ? route : { ...route, duplicateOf: earlier }
  })
}

function usd(text: string | undefined): MicroUsd {
  return text === undefined ? 0n : (parseUsd(text) ?? 0n)
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
