import { divideUp } from './divide-up.ts'

/** The least number of at most two digits that count, in whole steps, that is no less. @param value not negative */
export function roundUpToTwoDigits(value: bigint, step = 1n): bigint {
  let unit = step
  while (value > 99n * unit) unit *= 10n
  return divideUp(value, unit) * unit
}

/** A twentieth more, so that it is still enough when fees have moved a little. @param value not negative */
export function aTwentiethMore(value: bigint): bigint {
  return value + divideUp(value, 20n)
}

/** A least that is still held when prices have moved a little: a thousandth less, in five digits that count. @param least base units */
export function fittingLeast(least: bigint): bigint {
  const moved = least > 1n ? least - divideUp(least, 1_000n) : least
  let unit = 1n
  while (moved > 99_999n * unit) unit *= 10n
  return (moved / unit) * unit
}
