/** The quotient of two whole numbers, rounded up. @param dividend zero or more @param divisor above zero */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
