/** A value in US dollars as a whole number of micro-dollars (1e-6 USD). */
export type MicroUsd = bigint

const MICRO = 1_000_000n

/** Micro-dollars as decimal text with at least two decimals: 1234567n is "1.234567", 1500000n is "1.50". */
export function formatUsd(value: MicroUsd): string {
  const sign = value < 0n ? '-' : ''
  const absolute = value < 0n ? -value : value
  const fraction = (absolute % MICRO)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${sign}${absolute / MICRO}.${fraction}`
}

/** Decimal text ("1.5", "-0.25") as micro-dollars; digits past the sixth decimal are cut off, toward zero. Undefined when it is not a plain decimal. */
export function parseUsd(text: string): MicroUsd | undefined {
  const match = /^(-?)([0-9]{1,40})(?:\.([0-9]{0,60}))?$/.exec(text)
  if (match === null) return undefined
  const micro = BigInt(match[2] ?? '0') * MICRO + BigInt((match[3] ?? '').slice(0, 6).padEnd(6, '0'))
  return match[1] === '-' ? -micro : micro
}

/** Most that anything here is worth, a quadrillion dollars: who states more is wrong. */
const MOST_USD: MicroUsd = 10n ** 15n * MICRO

/**
 * What an amount is worth as a provider or server states it; undefined where that is no such value: no plain decimal, below
 * zero, or more than there is. Nothing else of theirs is shown or compared.
 */
export function readUsd(text: string): MicroUsd | undefined {
  const value = readSignedUsd(text)
  return value === undefined || value < 0n ? undefined : value
}

/** The same for what may be below zero: a fee that is a reward, a cost that is a gain. */
export function readSignedUsd(text: string): MicroUsd | undefined {
  const value = parseUsd(text)
  return value === undefined || value > MOST_USD || value < -MOST_USD ? undefined : value
}

/** Value of `units` base units at `priceMicroUsd` for one whole token, rounded down (toward zero). */
export function valueInUsd(units: bigint, decimals: number, priceMicroUsd: MicroUsd): MicroUsd {
  return (units * priceMicroUsd) / 10n ** BigInt(decimals)
}

/** Base units worth `value` at `priceMicroUsd` for one whole token, rounded down (toward zero). @throws RangeError for a price of zero */
export function unitsForUsd(value: MicroUsd, decimals: number, priceMicroUsd: MicroUsd): bigint {
  return (value * 10n ** BigInt(decimals)) / priceMicroUsd
}

/** The number nearest to `value` dollars, for the two fields that the API defines as JSON numbers. */
export function usdToNumber(value: MicroUsd): number {
  return Number(formatUsd(value))
}
