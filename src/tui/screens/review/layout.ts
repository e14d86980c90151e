import type { AppFacts } from '../../events.ts'
import { bodySize, scrollBy } from '../../kit/layout/scrolling.ts'
import { type ScreenRows, screenRows } from './screen-rows.ts'
import type { QrCode, ReviewState, Work } from './state.ts'

/** Columns left for the lines next to a QR code. */
const LEAST_BESIDE_QR = 76

/** Lines for what scrolls: below the head, above what stays. */
export function bodyRoom({ head, pinned }: Pick<ScreenRows, 'head' | 'pinned'>, height: number): number {
  return Math.max(0, height - head.length - pinned.length)
}

/** Columns that a code leaves to the lines. */
export function columnsLeft(code: QrCode | undefined, width: number): number {
  return code === undefined ? width : width - code.width - 1
}

/** The swap that is shown, with the first line that is seen after a key. @param by lines */
export function scrollBody(state: ReviewState, work: Work, by: number, app: AppFacts): Work {
  const { columns, rows } = app.panes.review ?? bodySize(app.size)
  const width = columnsLeft(sideQr(work, columns, rows), columns)
  const parts = screenRows(state, app, { width, height: rows, spoken: false })
  return { ...work, scroll: scrollBy(work.scroll, by, parts.body.length, bodyRoom(parts, rows)) }
}

/** The QR code, where it fits next to the lines. */
export function sideQr({ qr, run, question, isRunning }: Work, width: number, height: number): QrCode | undefined {
  const isDue = isRunning && question === undefined && run?.deposit !== undefined && run.step === 'tracked'
  const stage = run?.transaction?.stage
  if (!isDue || qr === undefined || (stage !== undefined && stage !== 'awaiting_deposit')) return undefined
  return qr.lines.length <= height && width - qr.width - 1 >= LEAST_BESIDE_QR ? qr : undefined
}
