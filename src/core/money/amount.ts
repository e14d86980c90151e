import { decimalOf } from './basis-points.ts'

/** Why a text is not an amount. */
export type AmountProblem =
  'empty' | 'not_text' | 'exponent' | 'sign' | 'separator' | 'not_a_number' | 'zero' | 'too_long' | 'too_many_decimals'

export type ParsedAmount =
  { readonly ok: true; readonly units: bigint } | { readonly ok: false; readonly problem: AmountProblem }

/** Most decimals of an asset; amounts of an asset with unknown decimals are read with as many. */
export const MOST_DECIMALS = 36

/** True for decimals that an asset can have. */
export function isDecimals(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MOST_DECIMALS
}

/** Longest amount text accepted, in characters: more than any 256-bit integer with 36 decimals needs. */
const MAX_AMOUNT_LENGTH = 120

const PLAIN_DECIMAL = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/

/**
 * Converts a positive plain decimal text ("1.5") to base units, exactly: nothing is rounded.
 * @param decimals number of decimals of the asset, 0 to 36
 */
export function parseAmount(text: unknown, decimals: number): ParsedAmount {
  if (typeof text !== 'string') return { ok: false, problem: 'not_text' }
  if (text === '') return { ok: false, problem: 'empty' }
  if (text.length > MAX_AMOUNT_LENGTH) return { ok: false, problem: 'too_long' }
  if (!PLAIN_DECIMAL.test(text)) return { ok: false, problem: describeMalformed(text) }
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1).replace(/0+$/, '')
  if (fraction.length > decimals) return { ok: false, problem: 'too_many_decimals' }
  const units = BigInt(`${whole}${fraction.padEnd(decimals, '0')}` || '0')
  return units === 0n ? { ok: false, problem: 'zero' } : { ok: true, units }
}

function describeMalformed(text: string): AmountProblem {
  if (/^[+-]/.test(text)) return 'sign'
  if (/^[0-9.]+e[+-]?[0-9]+$/i.test(text)) return 'exponent'
  if (/^[0-9][0-9_,' ]*(\.[0-9_,' ]*)?$/.test(text)) return 'separator'
  return 'not_a_number'
}

/** Tells a person why a text is not an amount of an asset with `decimals` decimals. */
export function explainAmountProblem(problem: AmountProblem, decimals: number): string {
  switch (problem) {
    case 'not_text':
      return 'amount must be a string, for example "1.5"'
    case 'empty':
      return 'amount is empty; write a positive number, for example 1.5'
    case 'exponent':
      return 'amount must be written out, without an exponent'
    case 'sign':
      return 'amount must be positive and carry no sign'
    case 'separator':
      return 'amount must not contain separators; use digits and one point, for example 1234.5'
    case 'zero':
      return 'amount must be greater than zero'
    case 'too_long':
      return `amount is longer than ${MAX_AMOUNT_LENGTH} characters`
    case 'too_many_decimals':
      return `amount has more decimals than the asset, which has ${decimals}`
    case 'not_a_number':
      return 'amount must be a positive plain decimal number, for example 1.5'
  }
}

/** Base units as decimal text, exactly, without trailing zeros; negative amounts keep their sign. */
export function formatAmount(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/**
 * A decimal amount for a person, alone or before words: `1,234,567.89`, `-1,500 USDC for bob`; any other text stays as it is.
 * What is typed or copied elsewhere, or read by programs, has no commas.
 */
export function groupThousands(text: string): string {
  const [amount, sign = '', whole, fraction = ''] = /^([+-]?)([0-9]{4,})(\.[0-9]*)?(?= |$)/.exec(text) ?? []
  if (amount === undefined || whole === undefined) return text
  return `${sign}${whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',')}${fraction}${text.slice(amount.length)}`
}

/** Base units for a person: `1,234,567.89`. */
export function formatAmountForPeople(units: bigint, decimals: number): string {
  return groupThousands(formatAmount(units, decimals))
}

/** `units` less `bps` basis points (0 to 10000, fractions included, exactly), rounded down. */
export function lessBps(units: bigint, bps: number): bigint {
  const { digits, one } = decimalOf(bps)
  const all = 10_000n * one
  return (units * (all - digits)) / all
}
