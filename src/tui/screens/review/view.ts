import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { besideRows, fillRows, type Row, textRows } from '../../kit/text/rows.ts'
import type { ScreenProps } from '../../screen.ts'
import { bodyRoom, columnsLeft, sideQr } from './layout.ts'
import { screenRows } from './screen-rows.ts'
import { type QrCode, type ReviewState, shownWork } from './state.ts'

/** The lines of the Review screen. */
export function viewReview({ state, app, width, height, spoken }: ScreenProps<ReviewState>): readonly Row[] {
  const work = shownWork(state)
  if (work?.showsQr === true && work.qr !== undefined) return codeScreenRows(work.qr, width, height)
  const code = spoken || work === undefined ? undefined : sideQr(work, width, height)
  const columns = columnsLeft(code, width)
  const parts = screenRows(state, app, { width: columns, height, spoken })
  const room = bodyRoom(parts, height)
  const shown = scrolledRows(parts.body, { scroll: work?.scroll ?? 0, width: columns, height: room, spoken })
  const isAsking = work?.question !== undefined && !spoken
  // What is asked has its place at the bottom, however long the rest is.
  const rows = [...parts.head, ...(isAsking ? fillRows(shown, room) : shown), ...parts.pinned]
  const seen = spoken ? rows : rows.slice(-height)
  return code === undefined ? seen : besideRows(seen, columns + 1, codeRows(code))
}

/** A code alone; a part of one could not be read. */
function codeScreenRows(code: QrCode, width: number, height: number): readonly Row[] {
  const { lines, width: columns } = code
  if (columns <= width && lines.length <= height) return codeRows(code)
  return textRows(`The code needs ${columns} columns and ${lines.length} lines here.`, width, 'warn')
}

function codeRows({ lines }: QrCode): readonly Row[] {
  return lines.map((text) => [{ text }])
}
