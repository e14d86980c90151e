/** What a terminal shows behind its text. */
export type Background = 'dark' | 'light'

/** White modules around the code that a camera needs to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** Longest text drawn, in characters: no address or payment link comes near it, and longer ones fit no screen. */
const MAX_LENGTH = 600

/**
 * A QR code as lines of half blocks, two rows of modules a line, quiet zone included; undefined where it is wider than
 * the terminal, since a code that wraps cannot be read, or longer than 600 characters.
 * @param columns of the terminal
 * @param background of the terminal: on a dark one the light modules are drawn, on a light one the dark ones
 */
export async function qrText(
  text: string,
  columns: number,
  background: Background = 'dark',
): Promise<string | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET_ZONE })
  if (size > columns) return undefined
  // Below the last row of a code, whose size is odd, stands one more row of its quiet zone.
  const isDrawn = (row: number, column: number) => (data[row]?.[column] ?? false) === (background === 'light')
  const lines: string[] = []
  for (let row = 0; row < size; row += 2) {
    let line = ''
    for (let column = 0; column < size; column += 1) line += block(isDrawn(row, column), isDrawn(row + 1, column))
    lines.push(line)
  }
  return lines.join('\n')
}

function block(isUpperDrawn: boolean, isLowerDrawn: boolean): string {
  if (isUpperDrawn) return isLowerDrawn ? '█' : '▀'
  return isLowerDrawn ? '▄' : ' '
}
