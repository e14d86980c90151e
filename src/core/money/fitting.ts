/** The least number of at most two digits that count, in whole steps, that is no less. @param value not negative */
export function roundUpToTwoDigits(value: bigint, step = 1n): bigint {
  let unit = step
  while (value > 99n * unit) unit *= 10n
  return ceil(value, unit) * unit
}

/** A twentieth more, so that it is still enough when fees have moved a little. @param value not negative */
export function aTwentiethMore(value: bigint): bigint {
  return value + ceil(value, 20n)
}

function ceil(value: bigint, unit: bigint): bigint {
  return (value + unit - 1n) / unit
}

/** A least that is still held when prices have moved a little: a thousandth less, in five digits that count. @param least base units */
export function fittingLeast(least: bigint): bigint {
  const moved = least > 1n ? least - ceil(least, 1_000n) : least
  let unit = 1n
  while (moved > 99_999n * unit) unit *= 10n
  return (moved / unit) * unit
}
