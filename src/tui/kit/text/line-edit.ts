import { isNarrow } from './narrow-text.ts'

/** Text of one line with a cursor, counted in characters as a person sees them (grapheme clusters). */
export interface Line {
  readonly text: string
  /** Clusters before the cursor. */
  readonly cursor: number
}

/** One edit of a line. */
export type Edit =
  /** `isPasted`: the terminal says that it was not typed. */
  | { readonly type: 'insert'; readonly text: string; readonly isPasted?: true }
  | {
      readonly type:
        | 'left'
        | 'right'
        | 'word-left'
        | 'word-right'
        | 'start'
        | 'end'
        | 'backspace'
        | 'delete'
        | 'kill-start'
        | 'kill-word'
    }

/** Longest text that a field takes, in UTF-16 units: more than any address or reference has. */
const MAX_LENGTH = 300

/** A line with the cursor at its end. */
export function lineOf(text: string): Line {
  return { text, cursor: clusters(text).length }
}

/** The line after an edit; line ends and other control characters that were pasted are left out. */
export function editLine(line: Line, edit: Edit): Line {
  const all = clusters(line.text)
  const at = Math.min(line.cursor, all.length)
  const makeLine = (before: readonly string[], after: readonly string[]): Line => ({
    text: [...before, ...after].join(''),
    cursor: before.length,
  })
  switch (edit.type) {
    case 'insert': {
      const text = edit.text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
      if (text === '' || line.text.length + text.length > MAX_LENGTH) return line
      const before = all.slice(0, at).join('') + text
      return { text: before + all.slice(at).join(''), cursor: clusters(before).length }
    }
    case 'left':
      return { text: line.text, cursor: Math.max(0, at - 1) }
    case 'right':
      return { text: line.text, cursor: Math.min(all.length, at + 1) }
    case 'word-left':
      return { text: line.text, cursor: wordStart(all, at) }
    case 'word-right':
      return { text: line.text, cursor: wordEnd(all, at) }
    case 'start':
      return { text: line.text, cursor: 0 }
    case 'end':
      return { text: line.text, cursor: all.length }
    case 'backspace':
      return at === 0 ? line : makeLine(all.slice(0, at - 1), all.slice(at))
    case 'delete':
      return makeLine(all.slice(0, at), all.slice(at + 1))
    case 'kill-start':
      return makeLine([], all.slice(at))
    case 'kill-word':
      return makeLine(all.slice(0, wordStart(all, at)), all.slice(at))
  }
}

/** UTF-16 units before the cursor. */
export function unitsBefore({ text, cursor }: Line): number {
  return clusters(text).slice(0, cursor).join('').length
}

/** The line with a text in the place of what stands from `start` to `end`, in UTF-16 units, and the cursor behind it. */
export function completeLine(
  line: Line,
  { start, end, text }: { readonly start: number; readonly end: number; readonly text: string },
): Line {
  const before = line.text.slice(0, start) + text
  return { text: before + line.text.slice(end), cursor: clusters(before).length }
}

/** A text as the characters that a person sees. */
export function clusters(text: string): string[] {
  if (isNarrow(text)) return text.split('')
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
}

function wordStart(all: readonly string[], from: number): number {
  let at = from
  while (at > 0 && all[at - 1] === ' ') at -= 1
  while (at > 0 && all[at - 1] !== ' ') at -= 1
  return at
}

function wordEnd(all: readonly string[], from: number): number {
  let at = from
  while (at < all.length && all[at] === ' ') at += 1
  while (at < all.length && all[at] !== ' ') at += 1
  return at
}
