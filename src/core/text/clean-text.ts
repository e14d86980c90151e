import { once } from '../once.ts'

declare const isClean: unique symbol

/**
 * Text that cannot act on a terminal but by line ends and the colours of our own source. Only the functions of this file
 * make it, and only it is printed.
 */
export type Clean = string & { readonly [isClean]: true }

/*
 * Control codes (C0, C1), format characters (bidi, zero width, tags, soft hyphen), lone surrogates, private use,
 * unassigned code points, line and paragraph separators, and invisible letters (fillers, variation selectors, the empty
 * Braille cell).
 */
const UNSAFE = '[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]'

/** Text that is safe without a closer look. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/** Made at the first text that is not plain: to take these classes apart takes V8 a millisecond. */
const patterns = once(() => ({
  unsafe: new RegExp(UNSAFE, 'u'),
  everyUnsafe: new RegExp(UNSAFE, 'gu'),
  mark: /\p{M}/u,
}))

/** Consecutive combining marks that are allowed; more would draw over adjacent lines. */
const MOST_MARKS = 3

/**
 * Makes text from outside safe to print and store, as one line: every character that could control a terminal, hide, reorder
 * or break a line becomes a visible `\u{…}`. Truncates to `maxLength` UTF-16 units, ending in `…`.
 * @default maxLength 200
 */
export function cleanText(text: string, maxLength = 200): Clean {
  if (text.length <= maxLength && PRINTABLE_ASCII.test(text)) return asClean(text)
  const { unsafe, mark } = patterns()
  if (text.length <= maxLength && !unsafe.test(text) && !mark.test(text)) return asClean(text)
  const pieces: string[] = []
  let length = 0
  let marks = 0
  let fits = 0
  for (const character of text) {
    marks = mark.test(character) ? marks + 1 : 0
    const piece = unsafe.test(character) || marks > MOST_MARKS ? escape(character) : character
    length += piece.length
    if (length > maxLength) return asClean(maxLength < 1 ? '' : `${pieces.slice(0, fits).join('')}…`)
    pieces.push(piece)
    if (length < maxLength) fits = pieces.length
  }
  return asClean(pieces.join(''))
}

/** Cleans text whose line ends are its own, such as a topic of the help: never text of strangers, which could add lines. */
export function cleanLines(text: string): Clean {
  return joinClean(
    text.split('\n').map((line) => cleanText(line, Infinity)),
    '\n',
  )
}

/**
 * Cleans lines with codes of our own source in them: everything else becomes visible.
 * @param codes what stands as it is, in one capturing group: `/(A|B)/`
 */
export function cleanBetween(text: string, codes: RegExp): Clean {
  const pieces = text.split(codes)
  return asClean(pieces.map((piece, index) => (index % 2 === 1 ? piece : cleanLines(piece))).join(''))
}

/** Clean text from a template of our own source: clean`${cleanText(name)}: ${count}`. */
export function clean(template: TemplateStringsArray, ...values: readonly (Clean | number)[]): Clean {
  return asClean(String.raw({ raw: template }, ...values))
}

/** Joins clean texts by a separator of our own source. */
export function joinClean(texts: readonly Clean[], separator: '' | '  ' | '\n' | '\r\n' | '\n\n' | ', '): Clean {
  return asClean(texts.join(separator))
}

/** The lines of a clean text. */
export function linesOf(text: Clean): readonly Clean[] {
  return text.split('\n').map(asClean)
}

/** JSON on one line, in which characters that act on a terminal stand as escapes: the same value, safe to look at. */
export function jsonLine(value: unknown): Clean {
  return asClean(JSON.stringify(value).replace(/[^\x20-\x7e]+/g, escapeJson))
}

function escapeJson(run: string): string {
  return run.replace(patterns().everyUnsafe, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

function asClean(text: string): Clean {
  return text as Clean
}

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
