/** The larger of two amounts. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** The smaller of two amounts. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
