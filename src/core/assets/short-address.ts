/** An address in at most 15 columns: first and last characters; shorter ones whole. */
export function shortAddress(address: string): string {
  return address.length <= 15 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}
