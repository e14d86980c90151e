import { readResult } from '../../core/evm/words.ts'
import type { NodeAnswer } from '../contract.ts'
import { badReply } from './refuse.ts'

/* What the answers mean that nodes of several operators give to one call: what throws here counts as no answer. */

/** The result of a call. @throws the error of the node */
export function resultOf(answer: NodeAnswer): unknown {
  if ('error' in answer) throw answer.error
  return answer.value
}

/** The first word of what a contract returned. @throws the error of the node, ProviderError */
export function wordOf(answer: NodeAnswer): bigint {
  const result = resultOf(answer)
  return expectRead(typeof result === 'string' ? readResult(result) : undefined)
}

/** A value that a node must have stated. @throws ProviderError bad_response where it is undefined */
export function expectRead<T>(value: T | undefined): T {
  if (value === undefined) throw badReply('The RPC of the chain gives nothing that can be read')
  return value
}
