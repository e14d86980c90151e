/** Text of one line with a cursor, counted in characters as a person sees them (grapheme clusters). */
export interface Line {
  readonly text: string
  /** Clusters before the cursor. */
  readonly cursor: number
}

/** One edit of a line. */
export type Edit =
  | { readonly type: 'insert'; readonly text: string }
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
        | 'kill-end'
        | 'kill-word'
    }

/** Longest text that a field takes, in UTF-16 units: more than any address or reference has. */
const MAX_LENGTH = 300

/** Keys that edit a line, by name; every other key that types something inserts it. */
const EDIT_KEYS: Readonly<Record<string, Exclude<Edit['type'], 'insert'>>> = {
  left: 'left',
  'ctrl-b': 'left',
  right: 'right',
  'ctrl-f': 'right',
  'alt-b': 'word-left',
  'alt-left': 'word-left',
  'ctrl-left': 'word-left',
  'alt-f': 'word-right',
  'alt-right': 'word-right',
  'ctrl-right': 'word-right',
  home: 'start',
  'ctrl-a': 'start',
  end: 'end',
  'ctrl-e': 'end',
  backspace: 'backspace',
  'ctrl-h': 'backspace',
  delete: 'delete',
  'ctrl-d': 'delete',
  'ctrl-u': 'kill-start',
  'ctrl-k': 'kill-end',
  'ctrl-w': 'kill-word',
  'alt-backspace': 'kill-word',
}

/** The edit that a key means in a text field, undefined when it means none. */
export function editOf(press: { readonly name: string; readonly text: string }): Edit | undefined {
  const type = Object.hasOwn(EDIT_KEYS, press.name) ? EDIT_KEYS[press.name] : undefined
  if (type !== undefined) return { type }
  return press.text === '' ? undefined : { type: 'insert', text: press.text }
}

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
    case 'kill-end':
      return makeLine(all.slice(0, at), [])
    case 'kill-word':
      return makeLine(all.slice(0, wordStart(all, at)), all.slice(at))
  }
}

/** A text as the characters that a person sees. */
export function clusters(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split('')
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
