import { readAmount, readFeeUsd, readValues } from '../api/answers.ts'
import type { Route } from '../api/documents.ts'
import { compare } from '../compare.ts'
import { isUnvaluedCost, onTopFees, totalUsd, type ValuedFees } from '../money/fees.ts'
import { formatUsd, type MicroUsd, readUsd } from '../money/usd.ts'
import { isBelowFloor } from './floor.ts'
import { hasWrongLeast } from '../money/stated-least.ts'
import { needsClaim } from './needs-claim.ts'
import { type ProviderRecord, safetyOf, SAFETY_UNKNOWN } from '../delivery/safety.ts'
import { hasUnpricedCost, type Warned } from './unpriced-cost.ts'
import type { Terms } from './terms.ts'

export const RANK_MODES = ['best', 'fastest', 'cheapest', 'safest'] as const
export type RankMode = (typeof RANK_MODES)[number]

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

/** What a ranking compares of a route. */
export interface RouteFigures {
  readonly provider: string
  readonly routeId: string
  /** Destination amount, in a unit that all routes of a quote share. */
  readonly amountOut: bigint
  /** Value of the destination amount; undefined when nobody states one. */
  readonly dstUsd: MicroUsd | undefined
  readonly feesUsd: MicroUsd
  /** What is paid on top of the source amount. */
  readonly onTopUsd: MicroUsd
  readonly estimatedTimeSec: number
  /** True where the least that is promised is below the amount less the slippage, or wrong: it comes behind all others. */
  readonly isBelowFloor: boolean
  /** True where the user has to finish it: it comes behind those that finish by themselves. */
  readonly needsClaim: boolean
  /** True where nobody values a cost: on top of the source amount, and any cost. */
  readonly hasUnvaluedOnTop: boolean
  readonly hasUnvaluedFee: boolean
}

/** What ranking compares of a route. */
export function figuresOfRoute(route: Route): RouteFigures {
  const values = readValues(route)
  return {
    provider: route.provider,
    routeId: route.routeId,
    amountOut: readAmount(route.dst.formatted) ?? 0n,
    dstUsd: values.dst.usd,
    feesUsd: values.feesUsd ?? totalUsd(values.fees),
    onTopUsd: totalUsd(onTopFees(values).fees),
    estimatedTimeSec: route.estimatedTime,
    isBelowFloor: isBelowFloor(route) || hasWrongLeast(route),
    needsClaim: needsClaim(route),
    ...unvaluedOf(values, route),
  }
}

/** What ranking compares of terms. */
export function figuresOfTerms(provider: string, routeId: string, terms: Terms): RouteFigures {
  return {
    provider,
    routeId,
    amountOut: terms.dst.amount,
    dstUsd: terms.dst.usd,
    feesUsd: totalUsd(terms.fees),
    onTopUsd: totalUsd(onTopFees(terms).fees),
    estimatedTimeSec: terms.estimatedTimeSec,
    isBelowFloor: isBelowFloor(terms),
    needsClaim: needsClaim(terms),
    ...unvaluedOf(terms, terms),
  }
}

function unvaluedOf(values: ValuedFees, warned: Warned): Pick<RouteFigures, 'hasUnvaluedOnTop' | 'hasUnvaluedFee'> {
  const isUnknown = hasUnpricedCost(warned)
  return {
    hasUnvaluedOnTop: isUnknown || onTopFees(values).fees.some(isUnvaluedCost),
    hasUnvaluedFee: isUnknown || values.fees.some(isUnvaluedCost),
  }
}

/** What the user keeps: destination value less what is paid on top of the source amount; 0 where no value is stated. */
function netUsd({ dstUsd = 0n, onTopUsd: onTop }: Pick<RouteFigures, 'dstUsd' | 'onTopUsd'>): MicroUsd {
  return dstUsd - onTop
}

/**
 * What the user keeps of a route at the price that a route of the same quote implies: all pay out the same asset, so that
 * nobody comes first by stating a higher price for it.
 */
function netValue(route: RouteFigures, priced: PricedFigures | undefined): MicroUsd {
  if (priced === undefined) return netUsd(route)
  return (priced.dstUsd * route.amountOut) / priced.amountOut - route.onTopUsd
}

type PricedFigures = RouteFigures & { readonly dstUsd: MicroUsd }

/** The route that implies the middle price of the destination asset, the lower of two; undefined where none states a value. */
function middlePrice(figures: readonly RouteFigures[]): PricedFigures | undefined {
  const isPriced = (route: RouteFigures): route is PricedFigures => (route.dstUsd ?? 0n) > 0n && route.amountOut > 0n
  const priced = figures.filter(isPriced)
  const byPrice = priced.toSorted((a, b) => compare(a.dstUsd * b.amountOut, b.dstUsd * a.amountOut))
  return byPrice[Math.floor((byPrice.length - 1) / 2)]
}

/**
 * Routes in the order of `mode`, best first; the input stays as it is. Ties fall to what the user keeps, then to time,
 * then to provider and route id, so that the order never depends on who answered first.
 * @param records how swaps of the providers ended, for `safest`, which goes by `safetyOf` them
 */
export function rankRoutes(routes: readonly Route[], mode: RankMode, records: readonly ProviderRecord[] = []): Route[] {
  return rankBy(routes, figuresOfRoute, mode, records)
}

/** The same for anything that has a route's figures. */
export function rankBy<T>(
  routes: readonly T[],
  figuresOf: (route: T) => RouteFigures,
  mode: RankMode,
  records: readonly ProviderRecord[] = [],
): T[] {
  const figures = routes.map(figuresOf)
  const priced = middlePrice(figures)
  const safety = new Map(records.map((record) => [record.provider, safetyOf(record)]))
  const ranked = routes.map((route, index) => {
    const own = figures[index] ?? figuresOf(route)
    return { route, own, kept: netValue(own, priced) }
  })
  const byMode: Readonly<Record<RankMode, (a: RouteFigures, b: RouteFigures) => number>> = {
    best: () => 0,
    fastest: (a, b) => a.estimatedTimeSec - b.estimatedTimeSec,
    cheapest: (a, b) => compare(a.feesUsd, b.feesUsd),
    safest: (a, b) => (safety.get(b.provider) ?? SAFETY_UNKNOWN) - (safety.get(a.provider) ?? SAFETY_UNKNOWN),
  }
  return ranked
    .sort(
      (a, b) =>
        Number(a.own.isBelowFloor) - Number(b.own.isBelowFloor) ||
        Number(a.own.needsClaim) - Number(b.own.needsClaim) ||
        Number(isUnpriced(a.own, mode)) - Number(isUnpriced(b.own, mode)) ||
        byMode[mode](a.own, b.own) ||
        compare(b.kept, a.kept) ||
        a.own.estimatedTimeSec - b.own.estimatedTimeSec ||
        compare(a.own.provider, b.own.provider) ||
        compare(a.own.routeId, b.own.routeId),
    )
    .map(({ route }) => route)
}

/**
 * What the user keeps of each route, in micro-dollars and in the order of the input: what it pays out, at the price that the
 * ranking takes for all of them, less what is paid on top. Undefined where nobody values the asset, or not all of the costs.
 */
export function keptUsd(routes: readonly Route[]): readonly (MicroUsd | undefined)[] {
  const figures = routes.map(figuresOfRoute)
  const priced = middlePrice(figures)
  return figures.map((route) => (priced === undefined || route.hasUnvaluedOnTop ? undefined : netValue(route, priced)))
}

/** True where a cost that nobody values keeps a route from being called the best or the cheapest. */
function isUnpriced({ hasUnvaluedOnTop, hasUnvaluedFee }: RouteFigures, mode: RankMode): boolean {
  switch (mode) {
    case 'best':
      return hasUnvaluedOnTop
    case 'cheapest':
      return hasUnvaluedFee
    case 'fastest':
    case 'safest':
      return false
  }
}

/** The modes whose winners are marked. */
const TAGS = ['best', 'fastest', 'cheapest'] as const satisfies readonly RankMode[]
export type RouteTag = (typeof TAGS)[number]

/** For each route the modes in which it comes first, in the order of the input; none that it may not be called. */
export function routeTags(routes: readonly Route[]): RouteTag[][] {
  const winners = TAGS.map((mode) => [mode, rankRoutes(routes, mode)[0]] as const)
  return routes.map((route) => {
    const own = figuresOfRoute(route)
    return winners
      .filter(([mode, winner]) => winner === route && !own.isBelowFloor && !isUnpriced(own, mode))
      .map(([mode]) => mode)
  })
}

/** A cost on top of which not even the amount is known. */
const UNKNOWN_COST = 'a cost on top whose amount is not known'

/** The sum behind a route's place in the ranking; a value that is none is '', as one that is not stated. */
export function explainRoute(route: Route): RouteArithmetic {
  const line = (item: Route['fees']['items'][number]) => ({
    type: item.type,
    description: item.description,
    usd: item.amountUsd ?? '',
  })
  const worth = (usd: string) => (readUsd(usd) === undefined ? '' : usd)
  const priced = route.fees.items.filter((item) => readFeeUsd(item) !== undefined)
  const unpriced = route.fees.items.filter((item) => readFeeUsd(item) === undefined)
  const isUnknown = hasUnpricedCost(route) && !unpriced.some(({ included }) => included === false)
  return {
    srcUsd: worth(route.src.usd),
    included: priced.filter((item) => item.included !== false).map(line),
    dstUsd: worth(route.dst.usd),
    onTop: priced.filter((item) => item.included === false).map(line),
    netUsd: formatUsd(netUsd(figuresOfRoute(route))),
    unpriced: [...unpriced.map((item) => item.description), ...(isUnknown ? [UNKNOWN_COST] : [])],
  }
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
    const path = bridges.join('>')
    const earlier = first.get(path)
    if (earlier === undefined) first.set(path, route.provider)
    return earlier === undefined || earlier === route.provider ? route : { ...route, duplicateOf: earlier }
  })
}
