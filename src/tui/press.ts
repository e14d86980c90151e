import type { Key } from 'ink'
import type { Press } from './events.ts'

/** What Ink makes of the codes with which a terminal brackets a paste. */
const PASTE_BEGINS = '[200~'
const PASTE_ENDS = '[201~'

/** Reads what Ink hands over as presses; remembers an open paste between calls. */
export interface PressReader {
  readonly read: (input: string, key: Key) => readonly Press[]
}

/**
 * Makes a reader. Several characters at once are a paste only where the terminal says so: otherwise they were typed
 * faster than they were read, and each counts by itself.
 */
export function createPressReader(): PressReader {
  let pasted: string | undefined
  return {
    read: (input, key) => {
      if (input === PASTE_BEGINS) {
        pasted = ''
        return []
      }
      if (input === PASTE_ENDS) {
        const text = pasted ?? ''
        pasted = undefined
        return text === '' ? [] : [{ name: 'paste', text }]
      }
      if (pasted !== undefined) {
        pasted += key.return ? '\n' : key.tab ? '\t' : input
        return []
      }
      const name = nameOf(input, key)
      return name === undefined ? [...input].flatMap(pressOf) : [{ name, text: '' }]
    },
  }
}

/** Name of a key that types nothing. */
function nameOf(input: string, key: Key): string | undefined {
  if (key.upArrow) return 'up'
  if (key.downArrow) return 'down'
  if (key.leftArrow) return 'left'
  if (key.rightArrow) return 'right'
  if (key.pageUp) return 'pageup'
  if (key.pageDown) return 'pagedown'
  if (key.home) return 'home'
  if (key.end) return 'end'
  if (key.return) return 'enter'
  if (key.escape) return 'esc'
  if (key.tab) return key.shift ? 'shift-tab' : 'tab'
  // Terminals send for Backspace what Ink calls Delete.
  if (key.backspace || key.delete) return 'backspace'
  if (key.ctrl && /^[a-z]$/.test(input)) return `ctrl-${input}`
  if (key.meta && /^[a-z]$/.test(input)) return `alt-${input}`
  return undefined
}

/** One character of what was typed. */
function pressOf(character: string): Press[] {
  const code = character.codePointAt(0) ?? 0
  if (character === '\r' || character === '\n') return [{ name: 'enter', text: '' }]
  if (character === '\t') return [{ name: 'tab', text: '' }]
  if (character === '\u007f' || character === '\b') return [{ name: 'backspace', text: '' }]
  if (code > 0 && code <= 26) return [{ name: `ctrl-${String.fromCharCode(code + 96)}`, text: '' }]
  return code < 32 ? [] : [{ name: character, text: character }]
}
