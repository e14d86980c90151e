import { type Clean, clean, cleanBetween } from '../../core/text/clean-text.ts'
import { isSameRow, type Row } from '../kit/text/rows.ts'
import type { Look, Role } from '../theme.ts'
import { type Cells, cellsOf, createStyles, DEFAULT_STYLE } from './cells.ts'
import { type Pen, styleChange, writeRow } from './cell-writer.ts'
import type { SignsWanted, TerminalSigns } from './terminal-signs.ts'

/*
 * Draws whole frames on the alternate screen. Of a line that differs from that of the last frame only the changed cells
 * are written, each at its own place.
 */

const ESC = clean`\u001B[`
/** Pasted text between marks, and word of the focus. */
const TAKE_INPUT = clean`${ESC}?2004h${ESC}?1004h`
const GIVE_INPUT = clean`${ESC}?1004l${ESC}?2004l`
/** No cursor, and a last column that does not go on to the next line. */
const TAKE_OUTPUT = clean`${ESC}?25l${ESC}?7l`
const GIVE_OUTPUT = clean`${ESC}0m${ESC}?7h`

/** What a screen has of the terminal: codes that take it, those of them that may be written again, and codes that give it back. */
interface ScreenHold {
  readonly enter: Clean
  readonly again: Clean
  readonly leave: Clean
}

/** Frames on the alternate screen. */
export const DRAWN_SCREEN: ScreenHold = {
  enter: clean`${ESC}?1049h${TAKE_INPUT}${TAKE_OUTPUT}${ESC}2J`,
  again: clean`${TAKE_INPUT}${TAKE_OUTPUT}`,
  leave: clean`${GIVE_OUTPUT}${GIVE_INPUT}${ESC}?25h${ESC}?1049l`,
}
/** Lines for a screen reader, which others write where the shell writes too. */
export const SPOKEN_SCREEN: ScreenHold = { enter: TAKE_INPUT, again: TAKE_INPUT, leave: GIVE_INPUT }

/** Presses of the mouse, in a form that has no limit of columns. */
const TAKE_MOUSE = clean`${ESC}?1000h${ESC}?1006h`
const GIVE_MOUSE = clean`${ESC}?1006l${ESC}?1000l`
/** Between these a terminal that knows them shows nothing half drawn. */
const BEGIN = '\u001B[?2026h'
const END = '\u001B[?2026l'
/** All that a frame is written with: looks, places, erasing, links to pages, and drawing at once. */
// eslint-disable-next-line no-control-regex -- these are the codes
const CODES = /(\u001B\[(?:[0-9;]*[mHCKJ]|\?2026[hl])|\u001B\]8;;(?:https:\/\/[\x21-\x7e]*)?\u0007)/

/** A screen that frames are drawn on. */
export interface ScreenWriter {
  /** Takes the terminal; once more where another program may have changed what it is set to. */
  enter(): void
  /** Shows the lines of a frame; what is wider than `columns` is left out. */
  show(rows: readonly Row[], columns: number): void
  /** Forgets what is on the screen, so that the next frame is drawn whole, on a terminal that is set to what that needs. */
  reset(): void
  /** Has the terminal say what goes on besides what is drawn. @param nowMs of a clock that only grows */
  tell(wanted: SignsWanted, nowMs: number): void
  /** Has the terminal tell of the mouse, or leave it to its user, until the screen is left. */
  takeMouse(isWanted: boolean): void
  /** Writes an escape code that moves nothing. */
  write(code: Clean): void
  /** Gives the terminal back as it was; more than once does no harm. */
  readonly leave: () => void
}

const BLANK_CELLS: Cells = { texts: [], styles: [], isDoubtful: false }
const UNKNOWN_PEN: Pen = { at: undefined, style: DEFAULT_STYLE }

/**
 * @param hold what it has of the terminal
 * @param lookOf how a role looks; `reset` makes it be asked again
 * @param signs title and progress of the terminal, which it has back after leaving
 */
export function createScreenWriter(
  hold: ScreenHold,
  write: (text: Clean) => void,
  lookOf: (role: Role) => Look,
  signs: TerminalSigns,
): ScreenWriter {
  let shown: readonly Row[] | undefined
  let width = 0
  let styleOf = createStyles(lookOf)
  let isIn = false
  let hasMouse = false
  const forget = () => {
    shown = undefined
    styleOf = createStyles(lookOf)
  }
  const mouseCode = () => (hasMouse ? TAKE_MOUSE : clean``)
  return {
    enter: () => {
      isIn = true
      forget()
      signs.reset()
      write(clean`${hold.enter}${mouseCode()}`)
    },
    show: (rows, columns) => {
      if (!isIn || rows === shown) return
      const before = columns === width ? shown : undefined
      const texts: string[] = before === undefined ? ['\u001B[2J'] : []
      let pen = UNKNOWN_PEN
      for (let y = 0; y < Math.max(rows.length, before?.length ?? 0); y += 1) {
        const [old, now] = [before?.[y] ?? [], rows[y] ?? []]
        if (isSameRow(old, now)) continue
        const oldCells = old.length === 0 ? BLANK_CELLS : cellsOf(old, columns, styleOf)
        const written = writeRow(y, oldCells, cellsOf(now, columns, styleOf), columns, pen)
        pen = written.pen
        if (written.text !== '') texts.push(written.text)
      }
      shown = rows
      width = columns
      if (texts.length === 0) return
      const text = texts.join('') + styleChange(pen.style, DEFAULT_STYLE)
      // A single change is never seen half done.
      write(cleanBetween(texts.length === 1 ? text : BEGIN + text + END, CODES))
    },
    reset: () => {
      forget()
      if (isIn) write(clean`${hold.again}${mouseCode()}`)
    },
    tell: (wanted, nowMs) => {
      const code = isIn ? signs.show(wanted, nowMs) : clean``
      if (code !== '') write(code)
    },
    takeMouse: (isWanted) => {
      if (!isIn || isWanted === hasMouse) return
      hasMouse = isWanted
      write(isWanted ? TAKE_MOUSE : GIVE_MOUSE)
    },
    write: (code) => {
      if (isIn) write(code)
    },
    leave: () => {
      if (!isIn) return
      isIn = false
      write(clean`${signs.leave()}${hasMouse ? GIVE_MOUSE : clean``}${hold.leave}`)
      hasMouse = false
    },
  }
}

/** A text of Ink without colours and emphasis. */
export function withoutLooks(frame: string): string {
  // eslint-disable-next-line no-control-regex -- these are the codes that are taken out
  return frame.replace(/\u001B\[[0-9;:]*m/g, '')
}
