/** The order of two texts or numbers, for `sort`: that of code units for texts. */
export function compare<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
