import type { SettingsByKey } from '../io/index.ts'
import { nearest } from '../core/text/nearest.ts'
import { actionName, type Bindings, boundRows } from './bound-rows.ts'
import { appKeys, type KeyLine, keyName } from './keys.ts'
import { type KeyAction, findActions, keyActions } from './key-actions.ts'
import { DESK_KEYS } from './desk/keys.ts'
import { EDIT_KEYS } from './kit/text/edit-keys.ts'
import type { ScreenList } from './screen.ts'
import { isKeyName, type KeyName } from './terminal/key-decoder.ts'

/*
 * Which keys mean what, by the settings `keys.<action>`. A table of keys that holds a mistake does not count at all: a key
 * that does half of what was meant is worse than the usual one.
 */

/** The keys in force, and why those of the settings are not. */
export interface KeySettings {
  readonly bindings: Bindings
  /** What is wrong with the settings; undefined where they count. */
  readonly problem: string | undefined
}

/** What the settings of keys are made and checked by, for the screens that there are. */
export interface KeyRules {
  /** Everything that a key may be set for, with the keys in force. */
  actions(): readonly KeyAction[]
  /** Why the keys that settings name do not count, all of them; undefined where they do. */
  problem(settings: SettingsByKey): string | undefined
  /** Why a setting of keys has to stay; undefined where it may go, as each may while they do not count. */
  problemWithout(settings: SettingsByKey, key: string): string | undefined
}

/** The rules of these screens. @param bindings in force */
export function keyRules(screens: ScreenList, bindings: Bindings): KeyRules {
  const problem = (settings: SettingsByKey) => keySettings(screens, settings).problem
  return {
    actions: () => keyActions(screens, bindings),
    problem,
    problemWithout: (settings, key) => {
      const found = problem(Object.fromEntries(Object.entries(settings).filter(([each]) => each !== key)))
      return found === undefined || problem(settings) !== undefined ? undefined : found.replace(/^keys: /, '')
    },
  }
}

/** The usual keys. */
export const NO_BINDINGS: Bindings = new Map()
const PREFIX = 'keys.'
/** The action that moves money: its key has no other meaning on any screen. */
export const PAY = 'pay'
/** The action that agrees to what pays later. Its key, too, has no other meaning. */
const AGREE = 'yes'
/** What may pay or agree: one character that is seen, or one with Ctrl. Others open, lock, move, or come in parts, as Alt and Esc do. */
const AGREEING = /^(?:[!-/:-~]|ctrl-[a-z])$/
/** Their usual keys. */
const USUAL = { pay: 'P', yes: 'Y' } as const
/** Keys that end or stop the program, whatever the settings say. */
const FIXED: ReadonlySet<string> = new Set(['ctrl-c', 'ctrl-z'])

/** Words for keys besides their names: `space` and `comma` could not be seen, the others are how people write them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['space', ' '],
  ['comma', ','],
  ['pgup', 'pageup'],
  ['pgdn', 'pagedown'],
  ['escape', 'esc'],
  ['return', 'enter'],
  ['del', 'delete'],
])

/** A key as a setting names it. */
export function writtenKey(key: KeyName): string {
  return key === ' ' ? 'space' : key === ',' ? 'comma' : key
}

/** Keys as a setting names them: `r,f1`; none where one of them is no key. */
function readKeys(text: string): readonly KeyName[] {
  const names = text.split(',').map(readKey)
  return names.every((name) => name !== undefined) ? names : []
}

/** A key as the tables name it, or as people write it: `ctrl-p`, `Ctrl-P`, `Ctrl+p`, `PgUp`. */
function readKey(text: string): KeyName | undefined {
  const [, modifier = '', plain = text] = /^(ctrl|alt|shift)[-+](.+)$/is.exec(text) ?? []
  const word = plain.toLowerCase()
  const key = WORDS.get(word) ?? (plain.length === 1 ? plain : word)
  switch (modifier.toLowerCase()) {
    case '':
      return knownKey(key)
    case 'ctrl':
      // No terminal tells the cases of these letters apart.
      return knownKey(`ctrl-${key.toLowerCase()}`)
    case 'alt':
      // `Alt-Z` is how the help writes alt-z.
      return knownKey(`alt-${modifier === 'alt' ? key : key.toLowerCase()}`)
    default:
      return knownKey(key.length === 1 ? key.toUpperCase() : `shift-${key}`)
  }
}

function knownKey(name: string): KeyName | undefined {
  return isKeyName(name) ? name : undefined
}

/** The keys that the settings name for these screens; those of a table with a mistake are left out, all of them. */
export function keySettings(screens: ScreenList, settings: SettingsByKey): KeySettings {
  const named = Object.entries(settings).filter(([key]) => key.startsWith(PREFIX))
  if (named.length === 0) return { bindings: NO_BINDINGS, problem: undefined }
  const bindings = new Map<string, readonly [KeyName, ...KeyName[]]>()
  const actions = keyActions(screens, NO_BINDINGS)
  for (const [key, text = ''] of named) {
    const action = key.slice(PREFIX.length)
    if (!actions.some(({ id }) => id === action)) return withoutBindings(`${key}: ${noSuchAction(actions, action)}`)
    const [first, ...rest] = readKeys(text)
    if (first === undefined)
      return withoutBindings(`${key}: ${text} names no keys; write them as x, Ctrl-R or F1 to F12, separated by commas`)
    bindings.set(action, [first, ...rest])
  }
  const problem = bindingProblem(screens, bindings)
  return problem === undefined ? { bindings, problem } : withoutBindings(problem)
}

/** Most actions that are named in the place of one that there is not. */
const MOST_NEAR = 3

/** That no action is called so, and which ones may be meant: by their names, or by words of what they do. */
export function noSuchAction(actions: readonly KeyAction[], text: string): string {
  const misspelt = nearest(
    text,
    actions.map(({ id }) => [id, id] as const),
    MOST_NEAR,
  )
  const near = misspelt.length > 0 ? misspelt : findActions(actions, text).map(({ id }) => id)
  return `there is no such action${near.length === 0 ? '' : `; near it: ${near.slice(0, MOST_NEAR).join(', ')}`}`
}

function withoutBindings(problem: string): KeySettings {
  return { bindings: NO_BINDINGS, problem }
}

/** What is wrong with keys that were chosen; undefined for nothing. */
function bindingProblem(screens: ScreenList, bindings: Bindings): string | undefined {
  const app = boundRows(
    [...appKeys(screens), ...DESK_KEYS].map((row) => ({ ...row, action: actionName(row.action) })),
    bindings,
  )
  for (const [action, keys] of bindings) {
    const fixed = keys.find((key) => FIXED.has(key))
    if (fixed !== undefined) return `keys.${action}: ${keyName(fixed)} leaves or stops the program, and nothing else`
  }
  const agreeing: readonly (readonly [string, readonly KeyName[], string])[] = [
    [PAY, bindings.get(PAY) ?? [USUAL.pay], USUAL.yes],
    [AGREE, bindings.get(AGREE) ?? [USUAL.yes], USUAL.pay],
  ]
  for (const [action, keys, usualOfOther] of agreeing) {
    const own = ownKey(action)
    const other = keys.find((key) => key === usualOfOther)
    if (other !== undefined) return `keys.${action}: ${keyName(other)} is the usual key of the other one; ${own}`
    const never = keys.find((key) => !AGREEING.test(key))
    if (never !== undefined)
      return `keys.${action}: ${keyName(never)} opens, locks, moves, shows a screen, or comes in parts; ${own}`
  }
  for (const { name, keys: table } of screens) {
    const rows = boundRows(table, bindings)
    for (const row of [...rows, ...app]) {
      for (const [action, keys] of agreeing) {
        const shared = row.action === action ? undefined : row.keys.find((key) => keys.includes(key))
        if (shared === undefined) continue
        // The setting that is named is one that was set.
        return bindings.has(action)
          ? `keys.${action}: ${keyName(shared)} also does ${row.action}; ${ownKey(action)}`
          : `keys.${row.action}: ${keyName(shared)} is the key of ${action}; ${ownKey(action)}`
      }
    }
    const modes = new Set(rows.flatMap(({ where }) => where))
    for (const mode of modes) {
      const doing = new Map<string, string>()
      for (const row of [...rows.filter(({ where }) => where.includes(mode)), ...app]) {
        for (const key of row.keys) {
          const other = doing.get(key)
          if (other !== undefined && other !== row.action && (bindings.has(other) || bindings.has(row.action))) {
            return `keys: ${keyName(key)} would do both ${other} and ${row.action} on ${name}`
          }
          doing.set(key, row.action)
        }
      }
    }
  }
  return undefined
}

function ownKey(action: string): string {
  return `what ${action === PAY ? 'pays' : 'agrees'} is a key of its own`
}

/** The rows that work while a text field has the focus: keys that type or edit are the field's. */
export function besideText<R extends KeyLine>(rows: readonly R[]): readonly R[] {
  return rows.flatMap((row) => {
    const [first, ...rest] = row.keys.filter((key) => [...key].length > 1 && !EDITING.has(key))
    return first === undefined ? [] : [{ ...row, keys: [first, ...rest] }]
  })
}

const EDITING: ReadonlySet<string> = new Set(EDIT_KEYS.flatMap(({ keys }) => keys))

/** The key of an action as a sentence names it. @param usual the one of the key tables */
export function keyFor({ bindings }: { readonly bindings: Bindings }, action: string, usual: string): string {
  const [key] = bindings.get(action) ?? []
  return key === undefined ? usual : keyName(key)
}
