import { type ContractFunction, nameOf, selectorOf } from '../../../core/evm/functions.ts'
import { AGGREGATOR_DECODERS } from './aggregators.ts'
import { BRIDGE_DECODERS } from './bridges.ts'
import { type DecodedCall, type Decoder, HostileCall, type SentCall } from './call-types.ts'
import { POOL_DECODERS } from './pools.ts'
import { argumentsOf, Unreadable } from '../../../core/evm/words.ts'

/** What the calldata of a call says. */
export type Decoding =
  | { readonly kind: 'decoded'; readonly name: string; readonly decoded: DecodedCall }
  /** The function is known, its arguments make no sense. */
  | { readonly kind: 'unreadable'; readonly name: string }
  /** No honest sender makes it; `why` continues "it …". */
  | { readonly kind: 'hostile'; readonly name: string; readonly why: string }
  | { readonly kind: 'unknown' }

const DECODERS: ReadonlyMap<string, readonly [ContractFunction, Decoder]> = new Map(
  [...POOL_DECODERS, ...AGGREGATOR_DECODERS, ...BRIDGE_DECODERS].map((row) => [row[0].selector, row]),
)

/** Every function of which the arguments are read. */
export const DECODED_FUNCTIONS: readonly ContractFunction[] = [...DECODERS.values()].map(([fn]) => fn)

/** Decodes a call by its first four bytes; never throws. */
export function decodeCall(call: SentCall): Decoding {
  const [fn, decode] = DECODERS.get(selectorOf(call.data)) ?? []
  if (fn === undefined || decode === undefined) return { kind: 'unknown' }
  const name = nameOf(fn)
  try {
    return { kind: 'decoded', name, decoded: decode(argumentsOf(call.data), call) }
  } catch (error) {
    if (error instanceof HostileCall) return { kind: 'hostile', name, why: error.message }
    if (error instanceof Unreadable) return { kind: 'unreadable', name }
    throw error
  }
}
