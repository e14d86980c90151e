import { addressFingerprint } from '../../../core/assets/fingerprint.ts'
import type { Problem } from '../../problem.ts'
import { clusters } from './line-edit.ts'
import { cutText, fitText, textWidth } from './text-fit.ts'
import type { Role } from '../../theme.ts'

/** A piece of a line in one look; clean text. */
export interface Piece {
  readonly text: string
  /** @default text */
  readonly role?: Role
  /** An https page that it leads to. */
  readonly link?: string
  /** What a click on it means. @default nothing */
  readonly spot?: Spot
}

/** A row of a list, or a field of a form, that a click marks. */
export interface Spot {
  /** Name of the list, one of its kind in a frame. */
  readonly list: string
  /** Index in the list. */
  readonly row: number
  readonly isMarked: boolean
  /** Action of the screen for a click on it where it is marked already. @default that of any marked row */
  readonly action?: string
  /** What stands there, of a list in which something else may stand there by the time of the click. @default it stays */
  readonly label?: string
}

/** One line of the terminal. */
export type Row = readonly Piece[]

/** Columns of the names of fields, with the space after them. */
export const NAME_COLUMNS = 13

/** An empty line. */
export const BLANK: Row = []

/** Columns that a line takes. */
export function rowWidth(row: Row): number {
  return row.reduce((sum, { text }) => sum + textWidth(text), 0)
}

/** True where two lines look the same. */
export function isSameRow(before: Row, after: Row): boolean {
  return (
    before === after || (before.length === after.length && before.every((piece, at) => isSamePiece(piece, after[at])))
  )
}

function isSamePiece(before: Piece, after: Piece | undefined): boolean {
  if (before.text !== after?.text || before.link !== after.link) return false
  return (before.role ?? 'text') === (after.role ?? 'text') && isSameSpot(before.spot, after.spot)
}

function isSameSpot(before: Spot | undefined, after: Spot | undefined): boolean {
  if (before === after) return true
  return (
    before?.list === after?.list &&
    before?.row === after?.row &&
    before?.isMarked === after?.isMarked &&
    before?.action === after?.action &&
    before?.label === after?.label
  )
}

/** A line cut to at most `width` columns, with `…` at its end where something was cut; the same line where it fits. */
export function cutRow(row: Row, width: number): Row {
  let used = 0
  const kept: Piece[] = []
  for (const piece of row) {
    const columns = textWidth(piece.text)
    if (used + columns > width) {
      const last = used < width ? piece : kept.pop()
      if (last === undefined) return BLANK
      // One more character, so that what fits alone is cut as well.
      return [
        ...kept,
        { ...last, text: cutText(`${last.text} `, last === piece ? width - used : textWidth(last.text)) },
      ]
    }
    used += columns
    kept.push(piece)
  }
  return row
}

/** A line of exactly `width` columns: cut, or filled with spaces. */
export function fitRow(row: Row, width: number): Row {
  const cut = cutRow(row, width)
  const missing = width - rowWidth(cut)
  return missing > 0 ? [...cut, { text: ' '.repeat(missing) }] : cut
}

/** Lines next to each other, as many as the longer side has. @param width columns of the left side, with the space after it */
export function besideRows(left: readonly Row[], width: number, right: readonly Row[]): readonly Row[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index): Row => {
    const own = left[index] ?? BLANK
    const other = right[index] ?? BLANK
    return other.length === 0 ? cutRow(own, width) : [...fitRow(own, width), ...other]
  })
}

/** Exactly `height` lines: those that are too many are left out, those that are missing are blank. */
export function fillRows(rows: readonly Row[], height: number): readonly Row[] {
  const blank = Array.from({ length: Math.max(0, height - rows.length) }, () => BLANK)
  return [...rows.slice(0, height), ...blank]
}

/** A line in one look, cut to `width` columns. */
export function textRow(text: string, width: number, role: Role = 'text'): Row {
  return text === '' ? BLANK : [{ text: cutText(text, width), role }]
}

/**
 * Between words. A fingerprint is one; and no line begins with the `>` of a command: pasted by itself it would empty a file.
 */
const BETWEEN_WORDS = / (?!>|[0-9a-f]{4}\])/

/** A text on as many lines as it needs, cut between words, or within one that is longer than a line. */
export function wrapText(text: string, width: number): readonly string[] {
  return wrapParts(text.split(BETWEEN_WORDS), width)
}

/** Parts of a text on as many lines as they need: one is cut only where it is longer than a line, between its words if it has some. */
export function wrapParts(parts: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const room = Math.max(1, width)
  const whole = parts.flatMap((part) => (textWidth(part) > room ? part.split(BETWEEN_WORDS) : [part]))
  for (const word of whole) {
    const before = line === '' ? '' : `${line} `
    const joined = textWidth(word) + (line === '' ? 0 : used + 1)
    if (joined <= room) {
      line = before + word
      used = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    used = 0
    for (const cluster of clusters(word)) {
      const columns = textWidth(cluster)
      if (used + columns > room) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += cluster
      used += columns
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line]
}

/** A text on at most `most` lines; what does not fit is cut at the end of the last one. */
export function wrapAtMost(text: string, width: number, most: number): readonly string[] {
  if (most < 1) return []
  const lines = wrapText(text, width)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), cutText(lines.slice(most - 1).join(' '), width)]
}

/** A text in one look, on as many lines as it needs. */
export function textRows(text: string, width: number, role: Role = 'text'): readonly Row[] {
  return wrapText(text, width).map((line) => [{ text: line, role }])
}

/** What went wrong, and what to do, on as many lines as they need. */
export function problemRows({ message, hint }: Problem, width: number): readonly Row[] {
  return [...textRows(`! ${message}`, width, 'bad'), ...(hint === undefined ? [] : textRows(hint, width, 'accent'))]
}

/** `name  value`, the value on as many lines as it needs; none without a value. */
export function fieldRows(name: string, value: string, width: number, role: Role = 'text'): readonly Row[] {
  if (value === '') return []
  return wrapText(value, width - NAME_COLUMNS).map((line, index) => [
    { text: fitText(index === 0 ? name : '', NAME_COLUMNS), role: 'dim' },
    { text: line, role },
  ])
}

/** An address in full, with the digits by which one that was swapped is seen. */
export function addressRows(name: string, address: string, where: string, width: number): readonly Row[] {
  const print = `[${addressFingerprint(address)}]`
  const rest = where === '' ? '' : ` ${where}`
  const after: Row = [
    { text: print, role: 'accent' },
    { text: rest, role: 'dim' },
  ]
  const rows = fieldRows(name, address, width)
  const last = rows.at(-1) ?? BLANK
  if (rowWidth(last) + 1 + rowWidth(after) > width) return [...rows, [{ text: ' '.repeat(NAME_COLUMNS) }, ...after]]
  return [...rows.slice(0, -1), [...last, { text: ' ' }, ...after]]
}

/** A bar of `columns` cells, filled to `part` of `whole`. */
export function barText(part: number, whole: number, columns: number): string {
  const share = whole <= 0 ? 0 : Math.min(1, Math.max(0, part / whole))
  const filled = Math.round(share * columns)
  return '█'.repeat(filled) + '░'.repeat(columns - filled)
}
