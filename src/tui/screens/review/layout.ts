import type { AppFacts } from '../../events.ts'
import { bodySize, scrollBy } from '../../kit/layout/scrolling.ts'
import type { Row } from '../../kit/text/rows.ts'
import { screenRows } from './screen-rows.ts'
import type { QrCode, ReviewState } from './state.ts'

/** Columns left for the lines next to a QR code. */
const LEAST_BESIDE_QR = 76

/** Lines for what scrolls: below the title, above what stays and the field that is written in. */
export function bodyRoom({ question }: ReviewState, pinned: readonly Row[], height: number): number {
  return Math.max(1, height - 1 - pinned.length - (question?.typing === undefined ? 0 : 1))
}

/** Columns that a code leaves to the lines. */
export function columnsLeft(code: QrCode | undefined, width: number): number {
  return code === undefined ? width : width - code.width - 1
}

/** The first line that is shown after a key. @param by lines */
export function scrollBody(state: ReviewState, by: number, app: AppFacts): ReviewState {
  const { columns, rows } = bodySize(app.size)
  const width = columnsLeft(sideQr(state, columns, rows), columns)
  const { body, pinned } = screenRows(state, app, width, false)
  return { ...state, scroll: scrollBy(state.scroll, by, body.length, bodyRoom(state, pinned, rows)) }
}

/** The QR code, where it fits next to the lines. */
export function sideQr(
  { qr, run, question, isRunning }: ReviewState,
  width: number,
  height: number,
): QrCode | undefined {
  const isDue = isRunning && question === undefined && run?.deposit !== undefined && run.step === 'tracked'
  const stage = run?.transaction?.stage
  if (!isDue || qr === undefined || (stage !== undefined && stage !== 'awaiting_deposit')) return undefined
  return qr.lines.length <= height && width - qr.width - 1 >= LEAST_BESIDE_QR ? qr : undefined
}
