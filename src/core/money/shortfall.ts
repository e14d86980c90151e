import { DEFAULT_SLIPPAGE_BPS } from '../swap/defaults.ts'
import { type FloorParts, isHeldBy, roundingOf, type StatedLeast } from '../swap/floor.ts'
import { percentOfBps } from './basis-points.ts'
import { divideUp } from './divide-up.ts'
import { smaller } from './larger.ts'

/*
 * How much less than was seen may arrive: what the least that terms promise leaves room for, and what became of them since.
 */

/** Room below the quoted amount that is warned of, and for which the amount must be typed, in basis points. */
const MOST_SHORTFALL_BPS = 500

/** What was seen before the terms, and is held against them: no amount where none was. */
export interface SeenAmount extends Pick<FloorParts, 'shown' | 'stated' | 'slippageBps'> {
  /** True where it is what was agreed to, and no quote any more. @default false */
  readonly isAgreed?: boolean
}

/** What need not arrive of what was seen. */
export interface Shortfall {
  /** Basis points of what was seen, 0 to 10000, rounded up, but for what rounding of a least may take. */
  readonly bps: number
  /** True where the terms do not hold what was seen less the slippage; false for wide slippage that was set. */
  readonly isBelowSeen: boolean
  /** What it is compared with: the amount of the terms themselves where nothing was seen before them. */
  readonly than: 'quoted' | 'agreed' | 'locked'
}

/** The least that terms promise, never more than what arrives by them; undefined where none is promised. */
export function promisedLeast({ dst, minimumOut }: StatedLeast): bigint | undefined {
  return minimumOut === undefined ? undefined : smaller(minimumOut, dst.amount)
}

/**
 * What need not arrive of what was seen before the terms; undefined where that is usual: they hold what was seen less the
 * slippage, and leave no more room than is usual. Terms that promise no least are held to what arrives by them.
 */
export function notableShortfall(terms: StatedLeast, seen: SeenAmount): Shortfall | undefined {
  const { dst } = terms
  const { shown, isAgreed = false } = seen
  const promised = promisedLeast(terms)
  const least = promised ?? dst.amount
  const whole = shown ?? dst.amount
  const bps = shortBps(least, whole)
  const isBelowSeen = shown !== undefined && !isHeldBy({ dst, minimumOut: least }, seen)
  const isWide = promised !== undefined && isNotableShortfall(bps)
  if (!isBelowSeen && !isWide) return undefined
  return { bps, isBelowSeen, than: shown === undefined ? 'locked' : isAgreed ? 'agreed' : 'quoted' }
}

/** Rounded up: what is missing never looks less than it is. That a least was rounded to base units does not count. */
function shortBps(least: bigint, whole: bigint): number {
  const missing = whole - least - roundingOf(whole)
  return whole <= 0n || missing <= 0n ? 0 : Number(divideUp(missing * 10_000n, whole))
}

const THAN = {
  quoted: 'than quoted',
  agreed: 'than agreed to',
  locked: 'than locked, and no quote was seen',
} as const satisfies Record<Shortfall['than'], string>

/** `98.86 % less than quoted`. */
export function shortfallText({ bps, than }: Shortfall): string {
  return `${percentOfBps(bps)} % less ${THAN[than]}`
}

/** True for a slippage that leaves more room than is usual. @param bps basis points */
export function isNotableShortfall(bps: number): boolean {
  return bps > MOST_SHORTFALL_BPS
}

/** What is warned of such a slippage, a clause; none for a usual one. @param bps basis points; undefined for the default */
export function slippageWarnings(bps = DEFAULT_SLIPPAGE_BPS): readonly string[] {
  if (!isNotableShortfall(bps)) return []
  const usual = percentOfBps(DEFAULT_SLIPPAGE_BPS)
  return [`a slippage of ${percentOfBps(bps)} % lets as much of the amount be lost: the usual is ${usual} %`]
}
