import { cleanText } from '../../../core/text/clean-text.ts'
import { clusters, type Line } from './line-edit.ts'
import { type Row, textRow } from './rows.ts'
import { cutText, textWidth } from './text-fit.ts'

/** What a field shows, and its room. */
export interface TypedText {
  readonly line: Line
  readonly width: number
  /** Shown while it is empty. */
  readonly placeholder?: string
  /** True to show dots instead of what is typed. @default false */
  readonly hidden?: boolean
  /** True while it takes what is typed: then the cursor is shown. */
  readonly active: boolean
}

/** A line of text that scrolls sideways so that its cursor is seen: at most `width` columns. */
export function textField({ line: typed, width, placeholder = '', hidden = false, active }: TypedText): Row {
  const line = hidden ? maskLine(typed) : typed
  if (!active) {
    return line.text === '' ? textRow(placeholder, width, 'dim') : textRow(cleanText(line.text, Infinity), width)
  }
  const { before, at, after } = visiblePart(line, width)
  const hint = line.text === '' ? cutText(placeholder, width - 1) : ''
  const pieces: Row = [{ text: before }, { text: at, role: 'cursor' }, { text: after }, { text: hint, role: 'dim' }]
  return pieces.filter(({ text }) => text !== '')
}

function maskLine({ text, cursor }: Line): Line {
  return { text: '•'.repeat(clusters(text).length), cursor }
}

/** The part of a line around its cursor that fits into `width` columns; what would act on a terminal is spelt out. */
function visiblePart(line: Line, width: number): { before: string; at: string; after: string } {
  const all = clusters(line.text).map((cluster) => cleanText(cluster, Infinity))
  const at = cutText(all[line.cursor] ?? ' ', width)
  let before = ''
  let used = textWidth(at)
  for (let index = line.cursor - 1; index >= 0; index -= 1) {
    const cluster = all[index] ?? ''
    if (used + textWidth(cluster) > width) break
    before = cluster + before
    used += textWidth(cluster)
  }
  let after = ''
  for (let index = line.cursor + 1; index < all.length; index += 1) {
    const cluster = all[index] ?? ''
    if (used + textWidth(cluster) > width) break
    after += cluster
    used += textWidth(cluster)
  }
  return { before, at, after }
}
