/** Longest address that is shown whole, in UTF-16 units. */
const MOST_WHOLE = 15

/** An address in at most 15 columns: first and last characters; shorter ones whole. */
export function shortAddress(address: string): string {
  return isWholeShort(address) ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** True for an address that `shortAddress` leaves whole. */
export function isWholeShort(address: string): boolean {
  return address.length <= MOST_WHOLE
}
