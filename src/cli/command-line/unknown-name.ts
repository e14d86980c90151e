import type { SwapError } from '../../core/api/errors.ts'
import { nearest } from '../../core/text/nearest.ts'
import { usage } from '../usage.ts'

/** Most names that are suggested. */
const SUGGESTIONS = 3

/** The refusal of a value that is none of the known ones, with the nearest of them. @param message what it must be */
export function unknownValue(message: string, typed: string, known: readonly string[], hint?: string): SwapError {
  const instead = isPlainWord(typed) ? `, not ${typed}` : ''
  return usage(`${message}${instead}${didYouMean(typed, known)}`, hint)
}

/** The refusal of a command, action or topic that does not exist, with the nearest ones. @param what `command` */
export function unknownName(what: string, typed: string, known: readonly string[], hint?: string): SwapError {
  const name = isPlainWord(typed) ? ` ${typed}` : ''
  return usage(`Unknown ${what}${name}${didYouMean(typed, known)}`, hint)
}

/** The refusal of an action that a command does not have. @param command its words: `wallet` */
export function unknownAction(command: string, typed: string, known: readonly string[]): SwapError {
  const actions = known.length === 0 ? 'It has no actions' : `Its actions are ${known.join(', ')}`
  return unknownName('action', typed, known, `${actions}: swapcli help ${command}`)
}

/** `. Did you mean a or b?`; '' where nothing is near. */
export function didYouMean(typed: string, known: readonly string[]): string {
  // Numbers are no misspellings of each other.
  const names = known.filter((name) => !/^\d+$/.test(name)).map((name) => [name, name] as const)
  const near = nearest(typed, names, SUGGESTIONS)
  return near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`
}

/** True for a word that can be printed again; anything else might be a secret. */
function isPlainWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.:-]{0,40}$/.test(text)
}
