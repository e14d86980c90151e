/*
 * Draws whole frames on the alternate screen. Only lines that differ from the last frame are written, each at its own
 * place: Ink's own renderers move relative to the cursor, and lose their place when the terminal becomes smaller.
 */

const ESC = '\u001B['
const ENTER = `${ESC}?1049h${ESC}?2004h${ESC}?25l${ESC}2J`
const LEAVE = `${ESC}0m${ESC}?2004l${ESC}?25h${ESC}?1049l`
/** Between these a terminal that knows them shows nothing half drawn. */
const BEGIN = `${ESC}?2026h`
const END = `${ESC}?2026l`

/** A screen that frames are drawn on. */
export interface ScreenWriter {
  /** Goes to the alternate screen. */
  enter(): void
  /** Shows a frame, given as its lines. */
  show(frame: string): void
  /** Forgets what is on the screen, so that the next frame is drawn whole. */
  reset(): void
  /** Writes an escape code that moves nothing. */
  write(code: string): void
  /** Gives the terminal back as it was; more than once does no harm. */
  readonly leave: () => void
}

/** @param colour false to draw without any colour or emphasis */
export function createScreenWriter(write: (text: string) => void, colour: () => boolean): ScreenWriter {
  let shown: readonly string[] | undefined
  let isIn = false
  return {
    enter: () => {
      isIn = true
      write(ENTER)
    },
    show: (frame) => {
      if (!isIn) return
      const lines = (colour() ? frame : withoutLooks(frame)).split('\n')
      const before = shown ?? []
      const parts: string[] = shown === undefined ? [`${ESC}2J`] : []
      for (let row = 0; row < Math.max(lines.length, before.length); row += 1) {
        const line = lines[row] ?? ''
        if (line !== (before[row] ?? '')) parts.push(`${ESC}${row + 1};1H${ESC}2K${line}`)
      }
      shown = lines
      if (parts.length > 0) write(BEGIN + parts.join('') + END)
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
