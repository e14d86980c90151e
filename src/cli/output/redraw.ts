import { type Clean, clean, joinClean, linesOf } from '../../core/text/clean-text.ts'

/** Rows taken where the terminal does not say how many it has. */
const DEFAULT_ROWS = 24
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/**
 * Writes text over the text before. What would not fit on the screen is left out, because what has scrolled away cannot
 * be written over.
 * @param rowsNow how many rows the terminal has
 * @param width columns of the terminal
 */
export function createRedraw(
  write: (text: Clean) => void,
  rowsNow: () => number | undefined,
  width: number,
): (text: Clean) => void {
  let drawn = 0
  return (text) => {
    const most = Math.max(2, (rowsNow() || DEFAULT_ROWS) - 1)
    const shown: Clean[] = []
    let rows = 0
    for (const line of text === '' ? [] : linesOf(text)) {
      // A line that is too wide goes on in the next row.
      const needed = Math.max(1, Math.ceil(line.replace(COLOURS, '').length / width))
      if (rows + needed > most) break
      rows += needed
      shown.push(line)
    }
    const back = drawn === 0 ? clean`` : clean`\u001B[${drawn}A\r\u001B[0J`
    drawn = rows
    const lines = shown.length === 0 ? back : clean`${back}${joinClean(shown, '\n')}\n`
    if (lines !== '') write(lines)
  }
}
