import type { ChainRpc, OperatorAnswer, RpcCall } from '../ports.ts'

/** What nodes agree on. */
export interface Agreed<T> {
  readonly value: T
  /** `own` for the user's nodes, `operators` for two that agree, `single node` where only one could be asked. */
  readonly by: 'own' | 'operators' | 'single node'
  /** Operators that answered otherwise. */
  readonly odd: readonly string[]
}

/** What to say of a chain of which only one operator is known: what it says cannot be compared. Undefined for others. */
export function singleNodeNote({ isOwn, operators }: ChainRpc, chainName: string): string | undefined {
  if (isOwn || operators.length > 1) return undefined
  return `single node: only one operator is known on ${chainName}, so that nothing confirms what it says`
}

/**
 * What nodes agree on of what became of a payment. A single node does not count where other operators are known, which
 * failed or were passed over: the answer is undefined, and is asked for again.
 * @throws NodesDisagree
 */
export async function readSettled<T>(
  rpc: ChainRpc,
  call: RpcCall,
  read: (answer: OperatorAnswer) => T,
  isSame?: (a: T, b: T) => boolean,
): Promise<T | undefined> {
  const agreed = await readAgreed(rpc, call, read, isSame)
  return agreed?.by === 'single node' && rpc.operators.length > 1 ? undefined : agreed?.value
}

/** Operators answered differently, and no two alike. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree'
  readonly operators: readonly string[]
  constructor(operators: readonly string[]) {
    super(`the nodes of ${operators.join(', ')} answer differently`)
    this.operators = operators
  }
}

/**
 * Reads what money depends on from nodes of two operators, and of a third where these differ. The user's own nodes count
 * as agreed.
 * @param call pinned to a block where the answer changes with blocks
 * @param read gives the value of an answer; what it throws counts as an answer that cannot be used
 * @returns undefined when no node gave an answer that can be used
 * @throws NodesDisagree
 */
export async function readAgreed<T>(
  rpc: ChainRpc,
  call: RpcCall,
  read: (answer: OperatorAnswer) => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): Promise<Agreed<T> | undefined> {
  const heard: { operator: string; value: T }[] = []
  const hear = (answers: readonly OperatorAnswer[]) => {
    for (const answer of answers) {
      if (heard.some(({ operator }) => operator === answer.operator)) continue
      try {
        heard.push({ operator: answer.operator, value: read(answer) })
      } catch {
        // It says nothing that can be used.
      }
    }
  }
  hear(await rpc.requestOperators(call, rpc.isOwn ? 1 : 2))
  const [first, second] = heard
  if (first === undefined) return undefined
  if (rpc.isOwn) return { value: first.value, by: 'own', odd: [] }
  if (second !== undefined && isSame(first.value, second.value)) return { value: first.value, by: 'operators', odd: [] }
  hear(await rpc.requestOperators(call, 3))
  if (heard.length === 1) return { value: first.value, by: 'single node', odd: [] }
  for (const { value } of heard) {
    const [same, odd] = [
      heard.filter((one) => isSame(one.value, value)),
      heard.filter((one) => !isSame(one.value, value)),
    ]
    if (same.length >= 2) return { value, by: 'operators', odd: odd.map(({ operator }) => operator) }
  }
  throw new NodesDisagree(heard.map(({ operator }) => operator))
}
