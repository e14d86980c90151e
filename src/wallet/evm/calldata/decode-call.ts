import { nameOf, selectorOf } from '../../../core/evm/functions.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { contractAt } from './contracts.ts'
import { type Decoding, HostileCall, type KnownCall, type SentCall } from './call-types.ts'
import { withLeftOpen } from './doubts.ts'
import { KNOWN_CALLS } from './known-calls.ts'
import { type AbiType, type RoleValues, parseParameters, readRoles, type ParameterRole } from './signature.ts'

/** Most calls within each other. */
const DEEPEST = 4
/** Roles without which nothing is known of a call that should have them: a list of them may be empty. */
const TELLING: readonly ParameterRole[] = ['tokenIn', 'amountIn', 'tokenOut', 'leastOut', 'recipient', 'route']

/**
 * Decodes a call by the contract that it calls, or by its first four bytes where the contract is not known; never throws.
 * @param depth of calls around it
 */
export function decodeCall(call: SentCall, depth = 0): Decoding {
  const known = findKnown(call)
  if (known === undefined || depth > DEEPEST) return { kind: 'unknown' }
  const name = nameOf(known.fn)
  try {
    const parameters = parseParameters(known.fn.signature)
    const found = readRoles(call.data, parameters, known.mostTail)
    if (TELLING.some((role) => hasRole(parameters, role) && !isFound(found, role))) return { kind: 'unreadable', name }
    const decoded = known.decode(found, call, (inner) => decodeCall(inner, depth + 1))
    const doubts = withLeftOpen(found, decoded.doubts)
    return { kind: 'decoded', name, of: known.of, decoded: { ...decoded, ...(doubts.length > 0 ? { doubts } : {}) } }
  } catch (error) {
    if (error instanceof HostileCall) return { kind: 'hostile', name, why: error.message }
    if (error instanceof Unreadable) return { kind: 'unreadable', name }
    throw error
  }
}

function findKnown({ chainId, to, data }: SentCall): KnownCall | undefined {
  const selector = selectorOf(data)
  const rows = KNOWN_CALLS.filter((row) => row.fn.selector === selector)
  const of = contractAt(chainId, to)
  return rows.find((row) => row.of === of) ?? rows[0]
}

function hasRole(types: readonly AbiType[], role: ParameterRole): boolean {
  return types.some((type) => type.role === role || hasRole(membersOf(type), role))
}

function isFound(found: RoleValues, role: ParameterRole): boolean {
  return found.has(role) || [...found.values()].flat().some((leaf) => typeof leaf === 'object' && isFound(leaf, role))
}

function membersOf(type: AbiType): readonly AbiType[] {
  return type.kind === 'struct' ? type.members : type.kind === 'list' ? [type.element] : []
}
