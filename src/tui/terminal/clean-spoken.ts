import { type Clean, cleanBetween } from '../../core/text/clean-text.ts'

/*
 * What Ink writes for a screen reader, as it may reach the terminal. Ink passes on whatever stands in a text: only the codes
 * that our own source and Ink itself make go through, so that no text of a stranger acts on the terminal.
 */

/** Looks, and what Ink writes over its last lines: erasing them, going up, hiding the cursor, drawing at once. */
// eslint-disable-next-line no-control-regex -- these are the codes
const LOOKS_AND_MOVES = /(\u001B\[(?:[0-9;:]*m|2K|1A|G|\?25[hl]|\?2026[hl]))/

/** Lines that stand in place of the last ones. */
export function cleanSpoken(text: string): Clean {
  return cleanBetween(text, LOOKS_AND_MOVES)
}
