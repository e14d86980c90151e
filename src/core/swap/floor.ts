import { lessBps } from '../money/amount.ts'
import { codedWarning, hasWarning } from './coded-warnings.ts'
import { DEFAULT_SLIPPAGE_BPS } from './defaults.ts'
import { sideText, type StatedTerms } from './terms.ts'
import { larger } from '../money/larger.ts'

/*
 * The least that must arrive. What a provider or server states as the least never lowers it: the user agreed to an amount
 * that was shown, and to a slippage.
 */

/** What a floor rests on; amounts are base units of the destination asset. */
export interface FloorParts {
  /** Of the destination asset. @default 0 */
  readonly decimals?: number | undefined
  /** Least that was stated with what was shown. */
  readonly stated?: bigint | undefined
  /** Amount that the user saw. */
  readonly shown?: bigint | undefined
  /** Basis points, 0 to 10000. @default DEFAULT_SLIPPAGE_BPS */
  readonly slippageBps?: number | undefined
  /** Least that the user takes by `--min-receive`. */
  readonly minReceive?: bigint | undefined
}

/** Base units by which a least may miss the floor: providers round at other places. */
const TOLERANCE_UNITS = 2n
/** Most decimals that THORChain and Maya count in. */
const NETWORK_DECIMALS = 8
/** How many times the tolerance a floor must be for it to be next to nothing. */
const LEAST_TIMES = 5_000n

/** The highest of what was stated, what was shown less the slippage, and what the user takes; undefined without any of them. */
export function floorOf(parts: FloorParts): bigint | undefined {
  const { stated = 0n, shown = 0n, slippageBps = DEFAULT_SLIPPAGE_BPS, minReceive = 0n, decimals = 0 } = parts
  const kept = lessBps(shown, slippageBps)
  // What is shown in whole units of eight decimals is promised in them too.
  const unit = 10n ** BigInt(Math.max(0, decimals - NETWORK_DECIMALS))
  const rounded = shown % unit === 0n ? kept - (kept % unit) : kept
  const floor = [stated, rounded, minReceive].reduce(larger)
  return floor > 0n ? floor : undefined
}

/** What rounding may take of an amount, base units: nothing of one that is next to nothing. */
export function roundingOf(amount: bigint): bigint {
  return amount < TOLERANCE_UNITS * LEAST_TIMES ? 0n : TOLERANCE_UNITS
}

/** True for a least that holds the floor, but for two units of rounding; never below what the user takes. */
export function holdsFloor(least: bigint, floor: bigint, minReceive = 0n): boolean {
  return least + roundingOf(floor) >= floor && least >= minReceive && (least > 0n || floor === 0n)
}

/** True for terms that promise the floor; those that state no least promise their amount, and those that promise nothing hold none. */
export function isHeldBy({ dst, minimumOut = dst.amount }: StatedLeast, parts: FloorParts): boolean {
  return (
    minimumOut > 0n && holdsFloor(minimumOut, floorOf({ decimals: dst.decimals, ...parts }) ?? 0n, parts.minReceive)
  )
}

/** The part of terms that says what arrives. */
export type StatedLeast = Pick<StatedTerms, 'dst' | 'minimumOut'>

/** The warning of terms whose least is below their own amount less the slippage; undefined where it is not, or none is stated. */
export function belowFloorWarning(
  { dst, minimumOut }: StatedLeast,
  slippageBps: number | undefined,
): string | undefined {
  const parts = { shown: dst.amount, slippageBps, decimals: dst.decimals }
  const floor = floorOf(parts)
  if (minimumOut === undefined || floor === undefined || isHeldBy({ dst, minimumOut }, parts)) return undefined
  const text = (units: bigint) => sideText({ ...dst, amount: units })
  return codedWarning(
    'below-floor',
    `the provider promises at least ${text(minimumOut)}, and ${text(dst.amount)} less the slippage are ${text(floor)}`,
  )
}

/** True where the warnings say that a route promises less than its amount less the slippage. */
export function isBelowFloor({ warnings }: { readonly warnings?: readonly string[] | undefined }): boolean {
  return hasWarning(warnings, 'below-floor')
}
