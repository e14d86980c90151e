/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * True for a text with letters that are written from right to left. A terminal that orders them so moves the digits behind them
 * too, by the Unicode Bidirectional Algorithm (rule W2), unless a Latin letter stands between: the screens put one there, since
 * what isolates such a text has no width, and a cell of a terminal holds it or not.
 */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** A name, and the address that it stands for, whose digits stay where they are: `@bob 0x12…`. @param comma what stands between */
export function namedAddress(name: string, address: string, comma: '' | ',' = ''): string {
  return isRightToLeft(name) ? `${name} at ${address}` : `${name}${comma} ${address}`
}
