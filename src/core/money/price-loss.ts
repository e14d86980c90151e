import { SwapError } from '../api/errors.ts'
import type { MicroUsd } from './usd.ts'

/** Loss from which on it is pointed out, in basis points of the value sent. */
const NOTABLE_LOSS_BPS = 300
/** Most that is lost without anybody having looked, in basis points of the value sent. */
export const MOST_LOSS_BPS = 1_500
/** How much more the output may be worth than the input before a price is doubted, in basis points. */
const MOST_GAIN_BPS = 1_500n

/** What terms say about the value of both sides. */
export interface ValuedTerms {
  readonly src: ValuedSide
  readonly dst: ValuedSide
  /** Basis points, 0 to 10000. */
  readonly priceImpactBps?: number | undefined
}

interface ValuedSide {
  /** Micro-dollars; undefined when nobody states one. */
  readonly usd?: MicroUsd | undefined
}

/**
 * How much of the value sent is lost, in basis points from 0 to 10000, rounded up: by what both sides are worth, or by the
 * price impact that the provider found, whichever is more. Undefined where neither is known.
 */
export function lossBps(terms: ValuedTerms): number | undefined {
  const [byValue, byImpact] = [lossByValue(terms), impactOf(terms)]
  if (byValue === undefined || byImpact === undefined) return byValue ?? byImpact
  return Math.max(byValue, byImpact)
}

/** What is to be said about the loss or gain of a swap; empty for one that is usual or not known. */
export function valueWarnings(terms: ValuedTerms): readonly string[] {
  const values = valuesOf(terms)
  if (values !== undefined && values.dst * 10_000n > values.src * (10_000n + MOST_GAIN_BPS)) {
    return ['The output seems worth over 15 % more than the input: a price is probably wrong']
  }
  const [loss, impact] = [lossBps(terms), impactOf(terms)]
  if (loss === undefined || loss < NOTABLE_LOSS_BPS) return []
  return [
    loss === impact
      ? `The amount is large for this route: it gets ${percentOf(loss)} less than a small one would`
      : `The output is worth ${percentOf(loss)} less than the input`,
  ]
}

type WarningTerms = ValuedTerms & { readonly warnings?: readonly string[] | undefined }

/** Everything that a route or a lock warns of, with what its values show. */
export function warningsOf(terms: WarningTerms): readonly string[] {
  return [...new Set([...valueWarnings(terms), ...(terms.warnings ?? [])])]
}

/** What a lock warns of, and what else was said of the route that was chosen. */
export function lockWarnings(lock: WarningTerms, route: WarningTerms | undefined): readonly string[] {
  const old = route === undefined ? [] : valueWarnings(route)
  const said = (route?.warnings ?? []).filter((warning) => !old.includes(warning))
  return [...new Set([...warningsOf(lock), ...said])]
}

/**
 * Refuses terms that lose more than was agreed to unseen; those whose loss is not known pass.
 * @param mostBps basis points, 0 to 10000
 * @throws WALLET_REFUSED
 */
export function checkLoss(terms: ValuedTerms, mostBps: number): void {
  const loss = lossBps(terms)
  if (loss === undefined || loss <= mostBps) return
  throw new SwapError(
    'WALLET_REFUSED',
    `The swap loses ${percentOf(loss)} of the value, and at most ${percentOf(mostBps)} may be lost unseen`,
    {
      hint: `Look at it on a terminal, without --yes, or allow as much: --max-loss ${Math.ceil(loss / 100)}`,
    },
  )
}

/** Basis points as percent, for people: 421 is `4.21 %`. */
function percentOf(bps: number): string {
  return `${bps / 100} %`
}

/** Values of both sides in micro-dollars; undefined unless both are stated. Zero stands for a price that nobody knows. */
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

/** Other servers may state anything. */
function impactOf({ priceImpactBps: bps }: ValuedTerms): number | undefined {
  return bps !== undefined && Number.isInteger(bps) && bps >= 0 && bps <= 10_000 ? bps : undefined
}
