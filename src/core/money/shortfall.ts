/*
 * How much less than quoted may arrive: what the least that terms promise leaves room for.
 */

/** Room below the quoted amount that is warned of, and for which the amount must be typed, in basis points. */
const MOST_SHORTFALL_BPS = 500

/** The part of terms that says what arrives, in base units of one asset. */
export interface PromisedLeast {
  readonly dst: { readonly amount: bigint }
  readonly minimumOut?: bigint | undefined
}

/**
 * The share of the quoted amount that need not arrive, in basis points from 0 to 10000, rounded down; undefined where it is
 * usual, or where no least is promised.
 */
export function notableShortfallBps({ dst: { amount }, minimumOut }: PromisedLeast): number | undefined {
  if (minimumOut === undefined || amount <= 0n) return undefined
  const bps = Number(((amount - minimumOut) * 10_000n) / amount)
  return isNotableShortfall(bps) ? bps : undefined
}

/** True for a slippage that leaves more room than is usual. @param bps basis points */
export function isNotableShortfall(bps: number): boolean {
  return bps > MOST_SHORTFALL_BPS
}
