import { type Clean, cleanBetween } from '../../core/text/clean-text.ts'

/*
 * What Ink writes, as it may reach the terminal. Ink passes on whatever stands in a text: only the codes that our own source
 * and Ink itself make go through, so that no text of a stranger acts on the terminal, however it came into a frame.
 */

/** Looks (SGR), and links to pages (OSC 8). */
// eslint-disable-next-line no-control-regex -- these are the codes
const LOOKS = /(\u001B\[[0-9;:]*m|\u001B\]8;;(?:https:\/\/[\x21-\x7e]*)?\u0007)/
/** Looks, and what Ink writes over its last lines: erasing them, going up, hiding the cursor, drawing at once. */
// eslint-disable-next-line no-control-regex -- these are the codes
const LOOKS_AND_MOVES = /(\u001B\[(?:[0-9;:]*m|2K|1A|G|\?25[hl]|\?2026[hl]))/

/** A frame that is drawn whole. */
export function cleanFrame(frame: string): Clean {
  return cleanBetween(frame, LOOKS)
}

/** Lines that stand in place of the last ones. */
export function cleanSpoken(text: string): Clean {
  return cleanBetween(text, LOOKS_AND_MOVES)
}
