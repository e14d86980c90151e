import type { MicroUsd } from './usd.ts'

/** Loss from which a swap gets a warning, in basis points of the value sent. */
export const NOTABLE_LOSS_BPS = 300
/** Highest loss that needs no confirmation, in basis points of the value sent. */
export const MOST_LOSS_BPS = 1_500
/** Highest gain before a price counts as probably wrong, in basis points of the value sent. */
const MOST_GAIN_BPS = 1_500

/** The value of both sides of a swap. */
export interface ValuedTerms {
  readonly src: ValuedSide
  readonly dst: ValuedSide
  /** Basis points, 0 to 10000. */
  readonly priceImpactBps?: number | undefined
}

interface ValuedSide {
  /** Micro-dollars; undefined when none is stated. */
  readonly usd?: MicroUsd | undefined
}

/**
 * The share of the value sent that is lost, in basis points from 0 to 10000, rounded up: by the value of both sides, or by the
 * provider's price impact, whichever is higher. Undefined when neither is known.
 */
export function lossBps(terms: ValuedTerms): number | undefined {
  const [byValue, byImpact] = [lossByValue(terms), impactOf(terms)]
  if (byValue === undefined || byImpact === undefined) return byValue ?? byImpact
  return Math.max(byValue, byImpact)
}

/** Warnings about the loss or gain of a swap; none when it is usual or unknown. */
export function valueWarnings(terms: ValuedTerms): readonly string[] {
  const values = valuesOf(terms)
  if (values !== undefined && values.dst * 10_000n > values.src * BigInt(10_000 + MOST_GAIN_BPS)) {
    return [
      `The output seems to be worth over ${percentOf(MOST_GAIN_BPS)} more than the input: a price is probably wrong`,
    ]
  }
  const [loss, impact] = [lossBps(terms), impactOf(terms)]
  if (loss === undefined || loss < NOTABLE_LOSS_BPS) return []
  return [
    loss === impact
      ? `The amount is large for this route: the price impact is ${percentOf(loss)}`
      : `The output is worth ${percentOf(loss)} less than the input`,
  ]
}

type WarningTerms = ValuedTerms & { readonly warnings?: readonly string[] | undefined }

/** All warnings of a route or a lock, those about its value first. */
export function warningsOf(terms: WarningTerms): readonly string[] {
  return [...new Set([...valueWarnings(terms), ...(terms.warnings ?? [])])]
}

/** All warnings of a lock, then those of its route that are not about the route's value. */
export function lockWarnings(lock: WarningTerms, route: WarningTerms | undefined): readonly string[] {
  const old = route === undefined ? [] : valueWarnings(route)
  const others = (route?.warnings ?? []).filter((warning) => !old.includes(warning))
  return [...new Set([...warningsOf(lock), ...others])]
}

/** Basis points as percent, for people: 421 is `4.21 %`. */
export function percentOf(bps: number): string {
  return `${bps / 100} %`
}

/** Values of both sides in micro-dollars; undefined unless both are stated. Zero stands for an unknown price. */
function valuesOf({ src, dst }: ValuedTerms): { readonly src: bigint; readonly dst: bigint } | undefined {
  const [from, to] = [src.usd, dst.usd]
  if (from === undefined || to === undefined || from <= 0n || to <= 0n) return undefined
  return { src: from, dst: to }
}

function lossByValue(terms: ValuedTerms): number | undefined {
  const values = valuesOf(terms)
  if (values === undefined) return undefined
  const lost = values.src - values.dst
  return lost <= 0n ? 0 : Number((lost * 10_000n + values.src - 1n) / values.src)
}

/** The stated price impact, unless it is out of range: other servers may state anything. */
function impactOf({ priceImpactBps: bps }: ValuedTerms): number | undefined {
  return bps !== undefined && Number.isInteger(bps) && bps >= 0 && bps <= 10_000 ? bps : undefined
}
