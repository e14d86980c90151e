import { AGGREGATOR_FUNCTIONS } from './aggregators.ts'
import { BRIDGE_FUNCTIONS } from './bridges.ts'
import { POOL_FUNCTIONS } from './pools.ts'
import { BadCall, type CallStory, type KnownFunctions, type SentCall } from './story.ts'
import { Unreadable } from './words.ts'

/** What is known about a call. */
export type KnownCall =
  | { readonly kind: 'read'; readonly name: string; readonly story: CallStory }
  /** The function is known, its arguments make no sense. */
  | { readonly kind: 'unreadable'; readonly name: string }
  /** No honest sender makes it; `why` continues "it …". */
  | { readonly kind: 'bad'; readonly name: string; readonly why: string }
  | { readonly kind: 'unknown' }

/** Every function of which the arguments are read, by selector. */
export const KNOWN_FUNCTIONS: KnownFunctions = { ...POOL_FUNCTIONS, ...AGGREGATOR_FUNCTIONS, ...BRIDGE_FUNCTIONS }

/** Reads a call by its first four bytes; never throws. */
export function readKnownCall(call: SentCall): KnownCall {
  const selector = call.data.slice(0, 10).toLowerCase()
  const known = Object.hasOwn(KNOWN_FUNCTIONS, selector) ? KNOWN_FUNCTIONS[selector] : undefined
  if (known === undefined) return { kind: 'unknown' }
  const name = known.signature.slice(0, known.signature.indexOf('('))
  try {
    return { kind: 'read', name, story: known.read(call) }
  } catch (error) {
    if (error instanceof BadCall) return { kind: 'bad', name, why: error.message }
    if (error instanceof Unreadable) return { kind: 'unreadable', name }
    throw error
  }
}
