import type { ChainRpc, RpcCall } from '../../src/core/ports.ts'
import { RpcError } from '../../src/core/evm/rpc-error.ts'

/** JSON-RPC whose nodes answer as told, each of an operator of its own: `a`, `b` and so on. */
export function fakeRpc(
  answers: readonly ((call: RpcCall) => Promise<unknown>)[],
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): ChainRpc {
  const nodes = answers.map((answer, index) => ({ operator: String.fromCharCode(97 + index), answer }))
  const [first] = nodes
  return {
    isOwn,
    operators: nodes.map(({ operator }) => operator),
    request: async (call) => {
      if (first === undefined) throw new Error('a chain without node')
      return first.answer(call)
    },
    requestAll: (call) => Promise.allSettled(nodes.map(({ answer }) => answer(call))),
    requestOperators: async (call, count) => {
      const heard = await Promise.all(
        nodes.map(async ({ operator, answer }) => {
          try {
            return { operator, value: await answer(call) }
          } catch (error) {
            return error instanceof RpcError ? { operator, error } : undefined
          }
        }),
      )
      return heard.filter((answer) => answer !== undefined).slice(0, count)
    },
  }
}
