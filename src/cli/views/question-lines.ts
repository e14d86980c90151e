import { addressFingerprint } from '../../core/assets/fingerprint.ts'
import { wrapWords } from '../../core/text/wrap-words.ts'
import type { Output } from '../output/output.ts'

const INDENT = 16

/** An address with its fingerprint, which stay on one line. */
export function printedAddress(address: string): string {
  return `${address} [${addressFingerprint(address)}]`
}

/**
 * Lines of `name  value`. A value that is too wide goes on below itself between words; where a word of it is too wide for that,
 * the name stands above: an address is never cut in two, nor parted from its fingerprint while a line holds both.
 * @param columns of the terminal; Infinity where nobody watches
 */
function questionLines(name: string, value: string, columns: number): readonly string[] {
  const together = value.match(/\S+(?: \[[0-9a-f]{4} [0-9a-f]{4}\])?/g) ?? []
  const widest = Math.max(0, ...together.map(({ length }) => length))
  if (widest <= columns - INDENT) {
    return wrapWords(together, columns - INDENT).map(
      (line, at) => `  ${(at === 0 ? name : '').padEnd(INDENT - 2)}${line}`,
    )
  }
  if (widest <= columns - 2) return [`  ${name}`, ...wrapWords(together, columns - 2).map((line) => `  ${line}`)]
  return [`  ${name}`, ...wrapWords(value.split(' '), columns)]
}

/** Prints lines of name and value on stderr, those with a value: a question, not the result. */
export function noteQuestion(
  output: Pick<Output, 'note' | 'watched' | 'width'>,
  lines: readonly (readonly [string, string])[],
): void {
  const columns = output.watched ? output.width : Infinity
  output.note('')
  for (const [name, value] of lines) {
    if (value === '') continue
    for (const line of questionLines(name, value, columns)) output.note(line)
  }
  output.note('')
}
