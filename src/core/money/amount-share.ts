import { explainAmountProblem, formatAmount, formatAmountForPeople, MOST_DECIMALS, parseAmount } from './amount.ts'
import { decimalOf, readBps } from './basis-points.ts'

/** Basis points of all of it. */
const ALL_BPS = 10_000

/** The share of a balance that a text names. */
export type AmountShare =
  | { readonly kind: 'share'; readonly bps: number }
  /** A percentage that there is not. */
  | { readonly kind: 'bad'; readonly problem: string }
  /** The text is no share. */
  | { readonly kind: 'other' }

/** Reads `max`, `all` and percentages such as `50%`, above 0 and up to 100. */
export function readAmountShare(text: string): AmountShare {
  const word = text.trim().toLowerCase()
  if (word === 'max' || word === 'all') return { kind: 'share', bps: ALL_BPS }
  if (!word.endsWith('%')) return { kind: 'other' }
  const read = readBps(word, ALL_BPS)
  if (read.ok && read.bps > 0) return { kind: 'share', bps: read.bps }
  return { kind: 'bad', problem: 'a share is a percentage above 0% and up to 100%, such as 25%' }
}

/** True for a text that is a share of a balance. */
export function isShare(text: string): boolean {
  return readAmountShare(text).kind === 'share'
}

/** That share of a balance in base units, rounded down. @param bps above 0, up to 10000 */
export function shareOf(balance: bigint, bps: number): bigint {
  const { digits, one } = decimalOf(bps)
  return (balance * digits) / (BigInt(ALL_BPS) * one)
}

/** What somebody has of the asset whose amount is typed. */
export interface SpentAsset {
  readonly symbol: string
  /** Undefined where nobody knows them. */
  readonly decimals: number | undefined
  /** Base units; undefined where it is not known. */
  readonly balance: bigint | undefined
  /** True for the coin that network fees are paid in. */
  readonly paysFees: boolean
  /** True where more than the balance cannot be sent. */
  readonly isLimit: boolean
}

/** An amount as decimal text, or why a text is none. */
export type TypedAmount =
  { readonly ok: true; readonly amount: string } | { readonly ok: false; readonly problem: string }

/** Reads an amount that a person types: a decimal number, a percentage of the balance, or `max`. */
export function readTypedAmount(text: string, holding: SpentAsset): TypedAmount {
  const { symbol, balance, paysFees, isLimit, decimals = MOST_DECIMALS } = holding
  const share = readAmountShare(text)
  switch (share.kind) {
    case 'bad':
      return { ok: false, problem: share.problem }
    case 'share': {
      if (balance === undefined || holding.decimals === undefined) {
        return { ok: false, problem: `the balance of ${symbol} is not known here: write the amount itself` }
      }
      if (balance === 0n) return { ok: false, problem: `there is no ${symbol} to take a share of` }
      if (paysFees && share.bps === ALL_BPS) {
        return { ok: false, problem: `network fees are paid in ${symbol} too: leave some of it, as with 95%` }
      }
      const units = shareOf(balance, share.bps)
      if (units > 0n) return { ok: true, amount: formatAmount(units, decimals) }
      return { ok: false, problem: `there is no ${symbol} to take a share of` }
    }
    case 'other': {
      const parsed = parseAmount(text, decimals)
      if (!parsed.ok) return { ok: false, problem: explainAmountProblem(parsed.problem, decimals) }
      const most = isLimit && holding.decimals !== undefined ? balance : undefined
      if (most === undefined || parsed.units <= most) return { ok: true, amount: text }
      return { ok: false, problem: `that is more than the balance, ${formatAmountForPeople(most, decimals)} ${symbol}` }
    }
  }
}
