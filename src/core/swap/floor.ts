import { formatAmount, lessBps } from '../money/amount.ts'
import { codedWarning, hasWarning } from './coded-warnings.ts'
import { DEFAULT_SLIPPAGE_BPS } from './defaults.ts'
import type { StatedTerms } from './terms.ts'

/*
 * The least that must arrive. What a provider or server states as the least never lowers it: the user agreed to an amount
 * that was shown, and to a slippage.
 */

/** What a floor rests on; amounts are base units of the destination asset. */
export interface FloorParts {
  /** Least that was stated with what was shown. */
  readonly stated?: bigint | undefined
  /** Amount that the user saw. */
  readonly shown?: bigint | undefined
  /** Basis points, 0 to 10000. @default DEFAULT_SLIPPAGE_BPS */
  readonly slippageBps?: number | undefined
  /** Least that the user takes by `--min-receive`. */
  readonly minReceive?: bigint | undefined
}

/** Base units by which a least may miss the floor: providers round in other places. */
const TOLERANCE_UNITS = 2n
/** Floor from which that is next to nothing, base units. */
const LEAST_TOLERANT = 10_000n

/** The highest of what was stated, what was shown less the slippage, and what the user takes; undefined without any of them. */
export function floorOf({ stated = 0n, shown = 0n, slippageBps, minReceive = 0n }: FloorParts): bigint | undefined {
  const floor = [stated, lessBps(shown, slippageBps ?? DEFAULT_SLIPPAGE_BPS), minReceive].reduce((a, b) =>
    a > b ? a : b,
  )
  return floor > 0n ? floor : undefined
}

/** True for a least that holds the floor, but for rounding; never below what the user takes. */
export function holdsFloor(least: bigint, floor: bigint, minReceive = 0n): boolean {
  const tolerance = floor < LEAST_TOLERANT ? 0n : TOLERANCE_UNITS
  return least + tolerance >= floor && least >= minReceive && (least > 0n || floor === 0n)
}

/** The warning of terms whose least is below their own amount less the slippage; undefined where it is not, or none is stated. */
export function belowFloorWarning({ dst, minimumOut }: StatedTerms, slippageBps?: number): string | undefined {
  const floor = floorOf({ shown: dst.amount, slippageBps })
  if (minimumOut === undefined || floor === undefined || holdsFloor(minimumOut, floor)) return undefined
  const text = (units: bigint) => `${formatAmount(units, dst.decimals)} ${dst.symbol}`
  return codedWarning(
    'below-floor',
    `the provider promises at least ${text(minimumOut)}, and ${text(dst.amount)} less the slippage are ${text(floor)}`,
  )
}

/** True where the warnings say that a route promises less than its amount less the slippage. */
export function isBelowFloor({ warnings }: { readonly warnings?: readonly string[] | undefined }): boolean {
  return hasWarning(warnings, 'below-floor')
}
