import { badReply } from './refuse.ts'

/*
 * Two statements of one amount in one reply. A provider that states an amount twice and contradicts itself has a fault that
 * no other check finds: an output a thousand times too high looks like the best route.
 */

/** How far two statements of an amount may be apart, in basis points: more than rounding, less than any misplaced digit. */
export const AGREEMENT_BPS = 500

/**
 * Refuses an amount that contradicts another statement of it in the same reply. Both are counted in the same units: base
 * units, or micro-dollars.
 * @param what the amount in a few words, for the error: `output`
 * @param toleranceBps 0 to 10000, of the larger of both. @default AGREEMENT_BPS
 * @throws ProviderError bad_response
 */
export function checkAgreement(what: string, one: bigint, other: bigint, toleranceBps: number = AGREEMENT_BPS): void {
  const [low, high] = one < other ? [one, other] : [other, one]
  // One unit apart is rounding.
  if (high - low <= 1n || (high - low) * 10_000n <= high * BigInt(toleranceBps)) return
  throw badReply(`It states two different amounts of its ${what}`)
}

/** The decimals of the two assets of a price. */
export interface PriceDecimals {
  readonly from: number
  readonly to: number
}

/**
 * Base units of the other asset that `units` come to at a price, rounded down; undefined when the text is not a price.
 * @param price whole units of the other asset for one whole unit, a decimal number in digits, also with an exponent
 */
export function amountAtPrice(units: bigint, price: string, { from, to }: PriceDecimals): bigint | undefined {
  const match = /^([0-9]{1,40})(?:\.([0-9]{1,60}))?(?:e([+-]?[0-9]{1,2}))?$/i.exec(price)
  if (match === null) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent) - fraction.length + to - from
  const scaled = units * BigInt(whole + fraction)
  return shift >= 0 ? scaled * 10n ** BigInt(shift) : scaled / 10n ** BigInt(-shift)
}
