/*
 * Control codes (C0, C1), format characters (bidi, zero width, tags, soft hyphen), lone surrogates, private use,
 * unassigned code points, line and paragraph separators, and invisible letters (fillers, variation selectors, the empty
 * Braille cell).
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const MARK = /\p{M}/u

/** Consecutive combining marks that are allowed; more would draw over adjacent lines. */
const MOST_MARKS = 3

/**
 * Makes text from outside safe to print and store: every character that could control a terminal, hide, reorder or break
 * a line becomes a visible `\u{…}`. Truncates to `maxLength` UTF-16 units, ending in `…`.
 * @default maxLength 200
 */
export function cleanText(text: string, maxLength = 200): string {
  if (text.length <= maxLength && !UNSAFE.test(text) && !MARK.test(text)) return text
  const pieces: string[] = []
  let length = 0
  let marks = 0
  let fits = 0
  for (const character of text) {
    marks = MARK.test(character) ? marks + 1 : 0
    const piece = UNSAFE.test(character) || marks > MOST_MARKS ? escape(character) : character
    length += piece.length
    if (length > maxLength) return maxLength < 1 ? '' : `${pieces.slice(0, fits).join('')}…`
    pieces.push(piece)
    if (length < maxLength) fits = pieces.length
  }
  return pieces.join('')
}

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
