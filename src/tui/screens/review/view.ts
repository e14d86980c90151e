import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { besideRows, fillRows, type Row, textRows } from '../../kit/text/rows.ts'
import type { Line } from '../../kit/text/line-edit.ts'
import { textField } from '../../kit/text/text-field.ts'
import type { ScreenProps } from '../../screen.ts'
import { wordOf } from './answers.ts'
import { bodyRoom, columnsLeft, sideQr } from './layout.ts'
import { screenRows } from './screen-rows.ts'
import { type QrCode, type ReviewState, shownWork } from './state.ts'

/** The lines of the Review screen. */
export function viewReview({ state, app, width, height, spoken }: ScreenProps<ReviewState>): readonly Row[] {
  const work = shownWork(state)
  if (work?.showsQr === true && work.qr !== undefined) return codeScreenRows(work.qr, width, height)
  const code = spoken || work === undefined ? undefined : sideQr(work, width, height)
  const columns = columnsLeft(code, width)
  const parts = screenRows(state, app, columns, spoken)
  const { typing, kind } = work?.question ?? {}
  const room = bodyRoom(parts, typing !== undefined, height)
  const shown = scrolledRows(parts.body, { scroll: work?.scroll ?? 0, width: columns, height: room, spoken })
  const isAsking = work?.question !== undefined && !spoken
  const rows = [
    ...parts.head,
    // What is asked has its place at the bottom, however long the rest is.
    ...(isAsking ? fillRows(shown, room) : shown),
    ...parts.pinned,
    ...(work === undefined || typing === undefined
      ? []
      : [typedRow(typing, kind === 'password' ? undefined : (wordOf(work, app) ?? ''), columns)]),
  ]
  const seen = isAsking ? rows.slice(-height) : rows
  return code === undefined ? seen : besideRows(seen, columns + 1, codeRows(code))
}

/** A code alone; a part of one could not be read. */
function codeScreenRows(code: QrCode, width: number, height: number): readonly Row[] {
  const { lines, width: columns } = code
  if (columns <= width && lines.length <= height) return codeRows(code)
  return textRows(`The code needs ${columns} columns and ${lines.length} lines here.`, width, 'warn')
}

/** The labelled box in which something is typed. @param word what is to be typed; undefined for a password */
function typedRow(line: Line, word: string | undefined, width: number): Row {
  const hidden = word === undefined
  const label = hidden ? 'password > ' : /^[0-9.]+$/.test(word) ? 'amount > ' : 'word > '
  return [{ text: label, role: 'key' }, ...textField({ line, width: width - label.length, hidden, active: true })]
}

function codeRows({ lines }: QrCode): readonly Row[] {
  return lines.map((text) => [{ text }])
}
