import type { RouteStep } from '../api/documents.ts'
import { defined } from '../defined.ts'
import { formatAmountForPeople } from '../money/amount.ts'
import type { Fee } from '../money/fees.ts'
import type { MicroUsd } from '../money/usd.ts'

/** What a swap was quoted or promised: held as one value by quoted routes, locks and transactions. */
export interface Terms {
  /** What the depositor sends. */
  readonly src: TermsSide
  /** What the recipient is expected to get. */
  readonly dst: TermsSide
  /** Least that the recipient gets, base units of the destination asset. */
  readonly minimumOut: bigint
  /** What the payment to the recipient states: a destination tag, memo or comment; absent for none. */
  readonly recipientMemo?: string
  readonly fees: readonly Fee[]
  readonly steps: readonly RouteStep[]
  /** Whole seconds. */
  readonly estimatedTimeSec: number
  /** Price impact in basis points, 0 to 10000; absent where it is not known. */
  readonly priceImpactBps?: number
  /** What to look at twice; absent where that is nothing. */
  readonly warnings?: readonly string[]
}

/** Terms as a service states them: the API lets a server leave some out. */
export interface StatedTerms extends Omit<Terms, 'minimumOut' | 'estimatedTimeSec'> {
  readonly minimumOut?: bigint
  /** Whole seconds. */
  readonly estimatedTimeSec?: number
  /** What the fees come to where a server states another value than their sum. */
  readonly feesUsd?: MicroUsd
}

/** An amount of one asset. */
export interface TermsSide {
  readonly symbol: string
  /** Decimals of the asset, 0 to 36. */
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  /** Value of the amount in micro-dollars; absent when nobody states one. */
  readonly usd?: MicroUsd
}

/** `0.5 BTC`. */
export function sideText({ amount, decimals, symbol }: TermsSide): string {
  return `${formatAmountForPeople(amount, decimals)} ${symbol}`
}

/** The same value as JSON holds it: every bigint is decimal text. */
export type AsJson<T> = T extends bigint
  ? string
  : T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? readonly AsJson<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: AsJson<T[K]> }
        : T

/** Terms for JSON storage. */
export function termsToJson(terms: Terms): AsJson<Terms> {
  return {
    ...terms,
    src: sideToJson(terms.src),
    dst: sideToJson(terms.dst),
    minimumOut: terms.minimumOut.toString(),
    fees: terms.fees.map(({ usd, ...fee }) => ({
      ...fee,
      amount: fee.amount.toString(),
      ...defined({ usd: usd?.toString() }),
    })),
  }
}

/** Terms from JSON storage. @throws SyntaxError for text that is no whole number */
export function termsFromJson(json: AsJson<Terms>): Terms {
  return {
    ...json,
    src: sideFromJson(json.src),
    dst: sideFromJson(json.dst),
    minimumOut: BigInt(json.minimumOut),
    fees: json.fees.map(({ usd, ...fee }) => ({
      ...fee,
      amount: BigInt(fee.amount),
      ...defined({ usd: usd === undefined ? undefined : BigInt(usd) }),
    })),
  }
}

function sideToJson({ usd, ...side }: TermsSide): AsJson<TermsSide> {
  return { ...side, amount: side.amount.toString(), ...defined({ usd: usd?.toString() }) }
}

/** One side from JSON storage. @throws as termsFromJson */
function sideFromJson({ usd, ...side }: AsJson<TermsSide>): TermsSide {
  return { ...side, amount: BigInt(side.amount), ...defined({ usd: usd === undefined ? undefined : BigInt(usd) }) }
}
