/** Characters of keys that have a name of their own; every other one is `character`. */
const CHARACTERS = ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~'
type Split<S extends string, C = never> = S extends `${infer First}${infer Rest}` ? Split<Rest, C | First> : C
type Character = Split<typeof CHARACTERS>

// F3 by its letter is only SS3: CSI R is where the cursor is.
const SS3_LETTERS = { R: 'f3' } as const
// prettier-ignore
const LETTERS = {
  A: 'up', B: 'down', C: 'right', D: 'left', F: 'end', H: 'home', P: 'f1', Q: 'f2', S: 'f4',
} as const
// The numbers that are left out stand for no key.
// prettier-ignore
const NUMBERS = {
  '1': 'home', '3': 'delete', '4': 'end', '5': 'pageup', '6': 'pagedown', '7': 'home', '8': 'end',
  '11': 'f1', '12': 'f2', '13': 'f3', '14': 'f4', '15': 'f5',
  '17': 'f6', '18': 'f7', '19': 'f8', '20': 'f9', '21': 'f10', '23': 'f11', '24': 'f12',
} as const
const CODE_POINTS = { '9': 'tab', '13': 'enter', '27': 'esc', '127': 'backspace' } as const

type ValueOf<T> = T[keyof T]
type PlainKey =
  ValueOf<typeof LETTERS> | ValueOf<typeof NUMBERS> | ValueOf<typeof CODE_POINTS> | Character | 'character'
type Modifiers = '' | 'ctrl-' | 'alt-' | 'ctrl-alt-' | 'alt-ctrl-'

/** A key: `enter`, `up`, `shift-tab`, `ctrl-u`, `ctrl-left`, `alt-b`, `x`. */
export type KeyName = `${Modifiers}${PlainKey}` | 'shift-tab'

const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...Object.values(LETTERS),
  ...Object.values(NUMBERS),
  ...Object.values(CODE_POINTS),
  ...CHARACTERS,
])
/** What a terminal sends for other keys. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['ctrl-h', 'ctrl-i', 'ctrl-j', 'ctrl-m', 'ctrl-['])

/** True for the name of a key that a terminal can send. */
export function isKeyName(text: string): text is KeyName {
  if (text === 'shift-tab') return true
  const [, plain = ''] = /^(?:ctrl-|alt-)?([^]+)$/.exec(text) ?? []
  return PLAIN_KEYS.has(plain) && !OTHER_NAMES.has(text)
}

/** A key that was pressed, text that was pasted, or that the terminal got or lost the focus. */
export interface KeyPress {
  readonly name: KeyName | 'paste' | 'focus' | 'blur'
  /** The text it types: the character, or what was pasted; '' for keys that type nothing. */
  readonly text: string
}

/** A click of the left button, or the wheel, at a cell of the terminal. */
export interface MousePress {
  readonly name: 'click' | 'wheel-up' | 'wheel-down'
  /** Column from 0. */
  readonly column: number
  /** Line from 0. */
  readonly line: number
}

/**
 * What a terminal answers: `version` its name and version (XTVERSION), `status` that it has worked off all that was written
 * before it was asked (DSR). https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
export interface TerminalAnswer {
  readonly name: 'version' | 'status'
  /** The name, whatever it is made of; '' for a status. */
  readonly text: string
}

/** What a terminal sends, of its user or of itself. */
export type Press = KeyPress | MousePress | TerminalAnswer

/**
 * How a press came: `alone` after a while in which nothing came; `quick` soon after something else, or the same key again;
 * `held` as a key comes that is held down, so soon after itself that nobody has pressed it; `together` with others in one read,
 * as a paste that the terminal does not mark, or what may be the rest of a code that was cut.
 */
export type PressArrival = 'alone' | 'quick' | 'held' | 'together'

/** True for a key, false for the mouse and for answers. */
export function isKeyPress(press: Press): press is KeyPress {
  return !('column' in press) && !isAnswer(press)
}

/** True for an answer of the terminal, which nobody pressed. */
export function isAnswer(press: Press): press is TerminalAnswer {
  return press.name === 'version' || press.name === 'status'
}

/** Reads what a terminal sends as presses; remembers what has begun and not ended between calls. */
export interface KeyDecoder {
  /** @param text what was read, however it is cut */
  readonly read: (text: string) => readonly Press[]
  /** True while an escape code has begun: nothing more coming, it was the key Esc. */
  readonly isWaiting: () => boolean
  /** The presses of what has begun, when nothing more came: the key Esc, or nothing, where a code was cut. */
  readonly flush: () => readonly Press[]
}

const ESC = '\u001B'
const PASTE_ENDS = `${ESC}[201~`
const CTRL_C = '\u0003'
/** A paste in which nothing came for so long may have lost its end, in milliseconds. */
const LOST_PASTE_MS = 1000
/** Longest paste that is kept, in UTF-16 units: no field takes more. */
const MAX_PASTE = 10_000
/** Longest name of a terminal that is kept, in UTF-16 units. */
const MAX_VERSION = 200
/** Time in which the rest of an answer that was cut is known as such, in milliseconds from where it was cut first. */
const CUT_ANSWER_MS = 2_000

/** A code of the terminal, whole or begun: its introducer, and what belongs to it. */
const CSI = /^\[(?:M[^]{3}|(\[?[0-?]*)[ -/]*([@-~]))/
const CSI_BEGUN = /^\[(?:M[^]{0,2}|\[?[0-?]*[ -/]*)$/
const SS3 = /^O([0-9;]*)([@-~])/
const SS3_BEGUN = /^O[0-9;]*$/
/** Answers of the terminal: text up to BEL or ST. None holds a Ctrl-C. */
// eslint-disable-next-line no-control-regex -- these are the codes that end it
const STRING = /^[\]P_^X][^\u0003\u0007\u001B]*(?:\u0007|\u001B\\)/
// eslint-disable-next-line no-control-regex -- these are the codes that end it
const STRING_BEGUN = /^[\]P_^X][^\u0003\u0007\u001B]*\u001B?$/
/** The answers that a terminal is asked for. */
// eslint-disable-next-line no-control-regex -- these are the codes, and those that no name holds
const ANSWER = /^\u001B(?:P>\|[^\u0000-\u001F\u007F]*(?:\u0007|\u001B\\)|\[0n)/
/** Their beginnings. */
// eslint-disable-next-line no-control-regex -- as above
const ANSWER_BEGUN = /^\u001B(?:P(?:>(?:\|[^\u0000-\u001F\u007F]*\u001B?)?)?|\[0?)?$/
/** No key that follows Esc begins so, but one that is pressed after it may be `P`. */
const VERSION_BEGINS = '\u001BP>|'
// eslint-disable-next-line no-control-regex -- Alt-Backspace is the only key of Alt that sends one
const CONTROL = /^[\u0000-\u001F]/

/** What a mouse says, up to its last character. */
const MOUSE_BEGUN = /^\[<[0-9;]*/
// eslint-disable-next-line no-control-regex -- codes begin with it
const CUT_MOUSE = /^\u001B\[<[0-9;]*$/

/**
 * Makes a reader. Only what is a key, a click or the wheel, or was asked for, makes a press: other answers of the terminal
 * and unknown codes are skipped whole, so that no letter of theirs is taken for a key. Several characters at once are a paste
 * only where the terminal says so: otherwise they were typed faster than they were read, and each counts by itself. A paste
 * whose end does not come is left by Ctrl-C or Esc.
 * @param nowMs milliseconds that only grow
 */
export function createKeyDecoder(nowMs: () => number): KeyDecoder {
  let rest = ''
  let pasted: string | undefined
  /** When something came last that was no key of a user who wants to leave a paste. */
  let readAt = 0
  /** True where that was long ago, and a paste is not at its end. */
  let isLost = false
  /** What may have been an answer of which no more came, and when that was first. */
  let cut: { readonly text: string; readonly at: number } | undefined
  /** When what has begun was cut first; undefined where it was not. */
  let begunAt: number | undefined
  const step = (): readonly Press[] | undefined => {
    if (pasted !== undefined) {
      const end = rest.indexOf(PASTE_ENDS)
      // The end itself may be cut.
      const upTo = end === -1 ? rest.length - overlapAtEnd(rest, PASTE_ENDS) : end
      pasted = (pasted + rest.slice(0, upTo)).slice(0, MAX_PASTE)
      rest = rest.slice(end === -1 ? upTo : end + PASTE_ENDS.length)
      if (end === -1) return undefined
      const text = pasted
      pasted = undefined
      return text === '' ? [] : [{ name: 'paste', text: pastedText(text) }]
    }
    if (rest === '') return undefined
    if (!rest.startsWith(ESC)) {
      const [character = ''] = rest
      rest = rest.slice(character.length)
      return typedKey(character)
    }
    const code = codeAt(rest.slice(1))
    if (code === undefined) return undefined
    rest = rest.slice(1 + code.length)
    if (code.key === 'paste') pasted = ''
    return code.key === 'paste' || code.key === undefined ? [] : [code.key]
  }
  const steps = (): readonly Press[] => {
    const presses: Press[] = []
    for (let found = step(); found !== undefined; found = step()) presses.push(...found)
    return presses
  }
  return {
    read: (text) => {
      const now = nowMs()
      isLost = pasted !== undefined && now - readAt >= LOST_PASTE_MS
      if (isLost && text === CTRL_C) {
        pasted = undefined
        rest = ''
      }
      // Who presses it again and again need not wait in between.
      if (pasted === undefined || text !== CTRL_C) readAt = now
      const begun = cut !== undefined && now - cut.at < CUT_ANSWER_MS && goesOn(cut.text, text) ? cut : undefined
      if (rest === '') begunAt = begun?.at
      rest += (begun?.text ?? '') + text
      cut = undefined
      return steps()
    },
    isWaiting: () => rest !== '' && (pasted === undefined || (isLost && rest === ESC)),
    flush: () => {
      if (pasted !== undefined) {
        if (!isLost || rest !== ESC) return []
        const text = pasted
        pasted = undefined
        rest = ''
        return text === '' ? [] : [{ name: 'paste', text: pastedText(text) }]
      }
      // Nobody types what a mouse says: its rest is no key, however late it comes.
      if (rest === '' || CUT_MOUSE.test(rest)) return []
      const isKey = rest === ESC
      if (ANSWER_BEGUN.test(rest)) cut = { text: rest, at: begunAt ?? nowMs() }
      // A code that is cut for good has no meaning, and neither has an Alt with what begins a code.
      rest = ''
      return isKey ? [key('esc')] : []
    },
  }
}

/** True where a text is the rest of an answer that was cut. */
function goesOn(cut: string, text: string): boolean {
  const whole = cut + text
  return ANSWER.test(whole) || (ANSWER_BEGUN.test(whole) && (cut !== ESC || whole.startsWith(VERSION_BEGINS)))
}

/** Terminals end the lines of a paste as Enter does. */
function pastedText(text: string): string {
  return text.replaceAll('\r', '\n')
}

/** A code after its ESC; undefined where more of it has to come. `key` is undefined for what is no key. */
function codeAt(after: string): { readonly length: number; readonly key: Press | 'paste' | undefined } | undefined {
  const [first] = after
  if (first === undefined) return undefined
  // Esc was pressed, and what follows has its own meaning: Ctrl-C must be none of Alt.
  if (CONTROL.test(first)) return { length: 0, key: key('esc') }
  if (CSI_BEGUN.test(after) || SS3_BEGUN.test(after) || STRING_BEGUN.test(after)) return undefined
  const csi = CSI.exec(after)
  if (csi !== null) {
    const [{ length }, parameters = '', final = ''] = csi
    return { length, key: parameters === '200' && final === '~' ? 'paste' : csiKey(parameters, final) }
  }
  const ss3 = SS3.exec(after)
  if (ss3 !== null) return { length: ss3[0].length, key: ss3Key(ss3[2] ?? '') }
  const answer = STRING.exec(after)
  if (answer !== null) return { length: answer[0].length, key: versionAnswer(answer[0]) }
  // A code that breaks off is read over as far as it goes.
  const mouse = MOUSE_BEGUN.exec(after)
  if (mouse !== null) return { length: mouse[0].length, key: undefined }
  if (first === '[' || first === 'O') return { length: 1, key: undefined }
  const name = typedName(first)
  return { length: first.length, key: name === undefined ? undefined : key(`alt-${name}`) }
}

/** The key of an SS3 code: those of CSI without parameters, and two of its own. */
function ss3Key(final: string): Press | undefined {
  const name = final === 'M' ? 'enter' : lookUp(SS3_LETTERS, final)
  return name === undefined ? csiKey('', final) : key(name)
}

/** The name that a terminal answers with; undefined for every other answer. */
function versionAnswer(text: string): TerminalAnswer | undefined {
  if (!text.startsWith('P>|')) return undefined
  const version = text.slice('P>|'.length, text.endsWith('\u0007') ? -1 : -2)
  return { name: 'version', text: version.slice(0, MAX_VERSION) }
}

/** The key of a CSI code, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html; undefined for every other code. */
function csiKey(parameters: string, final: string): Press | undefined {
  if (parameters.startsWith('<')) return final === 'M' ? mousePress(parameters.slice(1)) : undefined
  const [first = '', second = '1', third = ''] = parameters.split(';')
  const [modifiers = '1', event = '1'] = second.split(':')
  // A key that is let go.
  if (event === '3') return undefined
  if (final === 'Z') return key('shift-tab')
  if (parameters === '' && (final === 'I' || final === 'O')) return { name: final === 'I' ? 'focus' : 'blur', text: '' }
  if (final === 'n') return parameters === '0' ? { name: 'status', text: '' } : undefined
  if (final === 'u') return codePointKey(first.split(':')[0] ?? '', modifiers)
  if (final === '~' && first === '27') return codePointKey(third, modifiers)
  const name = final === '~' ? lookUp(NUMBERS, first) : /^1?$/.test(first) ? lookUp(LETTERS, final) : undefined
  return name === undefined ? undefined : key(withModifiers(name, modifiers))
}

/** Buttons of a mouse by their numbers; with a modifier or while it moves they have others. */
const BUTTONS = { '0': 'click', '64': 'wheel-up', '65': 'wheel-down' } as const

/** A press of a button in the form 1006, `button;column;line` from 1: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
function mousePress(parameters: string): MousePress | undefined {
  const [, button = '', column, line] = /^(\d{1,3});(\d{1,5});(\d{1,5})$/.exec(parameters) ?? []
  const name = lookUp(BUTTONS, button)
  return name === undefined ? undefined : { name, column: Number(column) - 1, line: Number(line) - 1 }
}

/** A key that is sent by its code point, as terminals do where a program has asked for it. */
function codePointKey(codePoint: string, modifiers: string): KeyPress | undefined {
  const code = /^[0-9]{1,7}$/.test(codePoint) ? Number(codePoint) : 0
  const name = lookUp(CODE_POINTS, codePoint)
  if (name === 'tab' && isHeld(modifiers, 1)) return key('shift-tab')
  if (name !== undefined) return key(withModifiers(name, modifiers))
  if (code < 32 || code > 0x10ffff || (code >= 0xd800 && code <= 0xf8ff)) return undefined
  const character = String.fromCodePoint(code)
  const plain = characterName(character)
  const full = withModifiers(plain, modifiers)
  return { name: full, text: full === plain ? character : '' }
}

function isHeld(modifiers: string, bit: 1 | 2 | 4): boolean {
  return ((Number(modifiers) - 1) & bit) !== 0
}

function withModifiers(name: PlainKey, modifiers: string): KeyName {
  const [ctrl, alt] = [isHeld(modifiers, 4), isHeld(modifiers, 2)]
  return `${ctrl && alt ? 'ctrl-alt-' : ctrl ? 'ctrl-' : alt ? 'alt-' : ''}${name}`
}

function lookUp<N extends string>(names: Readonly<Record<string, N>>, code: string): N | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined
}

function key(name: KeyName): KeyPress {
  return { name, text: '' }
}

function characterName(character: string): Character | 'character' {
  // The type is made of the same text.
  return CHARACTERS.includes(character) ? (character as Character) : 'character'
}

/** The key of one character of what was typed; undefined for a control code that none sends. */
function typedName(character: string): PlainKey | `ctrl-${Character | 'character'}` | undefined {
  const code = character.codePointAt(0) ?? 0
  if (character === '\r' || character === '\n') return 'enter'
  if (character === '\t') return 'tab'
  if (character === '\u007f' || character === '\b') return 'backspace'
  if (code > 0 && code <= 26) return `ctrl-${characterName(String.fromCharCode(code + 96))}`
  return code < 32 || (code >= 128 && code < 160) ? undefined : characterName(character)
}

/** One character of what was typed. */
function typedKey(character: string): readonly KeyPress[] {
  const name = typedName(character)
  if (name === undefined) return []
  return [{ name, text: name === 'character' || name.length === 1 ? character : '' }]
}

/** How many characters at the end of a text are the beginning of another. */
function overlapAtEnd(text: string, other: string): number {
  for (let length = Math.min(text.length, other.length - 1); length > 0; length -= 1) {
    if (text.endsWith(other.slice(0, length))) return length
  }
  return 0
}
