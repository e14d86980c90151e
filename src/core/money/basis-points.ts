/*
 * Basis points with the fraction that was written: 12.25 is 12.25 and not a binary number near it.
 */

/** A number of basis points that is written without an exponent; smaller ones are none that anybody means. */
export const LEAST_BPS = 0.000001

/** A number as its decimal digits: `digits` parts of `one`. */
export interface Decimal {
  readonly digits: bigint
  readonly one: bigint
}

const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?(?:e-([0-9]+))?$/

/**
 * The decimal that a number is written as, exactly.
 * @param value 0 or greater, below 10^21
 */
export function decimalOf(value: number): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? []
  if (whole === '') throw new RangeError(`${value} is no number of basis points`)
  return { digits: BigInt(whole + fraction), one: 10n ** BigInt(fraction.length + Number(exponent)) }
}

/** What fits where only whole basis points can be said: never more than was set. */
export function wholeBps(bps: number): number {
  return Math.floor(bps)
}

/** Basis points that were written, or what is wrong with the text, as a predicate. */
export type ReadBps = { readonly ok: true; readonly bps: number } | { readonly ok: false; readonly problem: string }

const WITH_UNIT = /^([0-9]{1,16}(?:\.[0-9]{1,24})?|\.[0-9]{1,24}) ?(%|bps)?$/i

/**
 * Reads `50`, `50bps` or `0.5%`, which are the same. A fraction without a unit is refused unless it is 0: most who write 0.5 mean percent.
 * @param most basis points, at least 0
 */
export function readBps(text: string, most: number): ReadBps {
  const [, number = '', unit] = WITH_UNIT.exec(text.trim()) ?? []
  // A power of ten in the text is read exactly, where a product is rounded.
  const bps = number === '' ? NaN : Number(unit === '%' ? `${number}e2` : number)
  // 0.0 is nothing in either reading.
  if (unit === undefined && number.includes('.') && bps !== 0 && bps <= most) {
    const readings = `${number}% is ${writeNumber(Number(`${number}e2`))} basis points, and ${number}bps is ${writeNumber(Number(`${number}e-2`))}%`
    return { ok: false, problem: `must have a unit where it has a decimal point: ${readings}` }
  }
  if (bps === 0 || (bps >= LEAST_BPS && bps <= most)) return { ok: true, bps }
  return {
    ok: false,
    problem: `must be basis points from 0 to ${most}, or a percentage: 50, 50bps and 0.5% are the same`,
  }
}

/** The text that `readBps` reads as this many basis points. */
export function writeBps(bps: number): string {
  return Number.isInteger(bps) ? String(bps) : `${writeNumber(bps)}bps`
}

/** Basis points in percent, exactly, with two decimals at least: `0.50`. */
export function percentOfBps(bps: number): string {
  const [whole = '', fraction = ''] = writeNumber(Number(`${writeNumber(bps)}e-2`)).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** A number in plain decimals: JavaScript writes small ones with an exponent. */
function writeNumber(value: number): string {
  const { digits, one } = decimalOf(value)
  const decimals = String(one).length - 1
  const text = String(digits).padStart(decimals + 1, '0')
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '')
  return decimals === 0 || fraction === ''
    ? text.slice(0, text.length - decimals)
    : `${text.slice(0, -decimals)}.${fraction}`
}
