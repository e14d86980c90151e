import { type Clean, clean, joinClean, linesOf } from '../../core/text/clean-text.ts'
import { cleanFrame } from './clean-frame.ts'

/*
 * Draws whole frames on the alternate screen. Only lines that differ from the last frame are written, each at its own
 * place: Ink's own renderers move relative to the cursor, and lose their place when the terminal becomes smaller.
 */

const ESC = clean`\u001B[`
const ENTER = clean`${ESC}?1049h${ESC}?2004h${ESC}?25l${ESC}2J`
const LEAVE = clean`${ESC}0m${ESC}?2004l${ESC}?25h${ESC}?1049l`
/** Between these a terminal that knows them shows nothing half drawn. */
const BEGIN = clean`${ESC}?2026h`
const END = clean`${ESC}?2026l`

/** A screen that frames are drawn on. */
export interface ScreenWriter {
  /** Goes to the alternate screen. */
  enter(): void
  /** Shows a frame of Ink, given as its lines: nothing in it but looks and links acts on the terminal. */
  show(frame: string): void
  /** Forgets what is on the screen, so that the next frame is drawn whole. */
  reset(): void
  /** Writes an escape code that moves nothing. */
  write(code: Clean): void
  /** Gives the terminal back as it was; more than once does no harm. */
  readonly leave: () => void
}

/** @param colour false to draw without any colour or emphasis */
export function createScreenWriter(write: (text: Clean) => void, colour: () => boolean): ScreenWriter {
  let shown: readonly Clean[] | undefined
  let isIn = false
  return {
    enter: () => {
      isIn = true
      write(ENTER)
    },
    show: (frame) => {
      if (!isIn) return
      const lines = linesOf(cleanFrame(colour() ? frame : withoutLooks(frame)))
      const before = shown ?? []
      const parts: Clean[] = shown === undefined ? [clean`${ESC}2J`] : []
      for (let row = 0; row < Math.max(lines.length, before.length); row += 1) {
        const line = lines[row] ?? clean``
        if (line !== (before[row] ?? '')) parts.push(clean`${ESC}${row + 1};1H${ESC}2K${line}`)
      }
      shown = lines
      if (parts.length > 0) write(joinClean([BEGIN, ...parts, END], ''))
    },
    reset: () => {
      shown = undefined
    },
    write: (code) => {
      if (isIn) write(code)
    },
    leave: () => {
      if (!isIn) return
      isIn = false
      write(LEAVE)
    },
  }
}

/** A frame without colours and emphasis, but for the inverse cell that is the text cursor. */
export function withoutLooks(frame: string): string {
  // eslint-disable-next-line no-control-regex -- these are the codes that are taken out
  return frame.replace(/\u001B\[(?!2?7m)[0-9;:]*m/g, '')
}
