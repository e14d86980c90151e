import type { Size } from '../../events.ts'

/** Lines of a frame that are not the screen's: tabs, status, keys. */
const FRAME_LINES = 3

/** What a screen has of a terminal of this size. */
export function bodySize({ columns, rows }: Size): Size {
  return { columns, rows: rows - FRAME_LINES }
}

/** Lines of a long text that are shown at once: where it does not fit, one line says so. @param height lines */
export function shownLines(count: number, height: number): number {
  return count > height ? Math.max(1, height - 1) : height
}

/** First line that is shown after scrolling by so many lines, never past the end. @param by may be infinite */
export function scrollBy(scroll: number, by: number, count: number, height: number): number {
  const most = Math.max(0, count - shownLines(count, height))
  return Math.min(most, Math.max(0, Math.min(scroll, most) + by))
}
