import type { CatalogChain } from '../../core/assets/catalog.ts'
import { NodeFailure, readResult } from '../../core/evm/json-rpc.ts'
import { createNodePool } from '../../core/evm/node-pool.ts'
import type { ChainRpc, Clock, RpcCall } from '../../core/ports.ts'
import { startDeadline } from '../../core/deadline.ts'
import { isRecord } from '../../core/is-record.ts'
import { explainFailures } from './json-rpc.ts'

/** Asks a chain as EIP-1193 has it: a public client of viem is one, and so are the providers of most libraries. */
export interface RpcProvider {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

/** How far the causes of an error are looked through for what the node said. */
const MOST_CAUSES = 5

/**
 * JSON-RPC of a chain over a provider that somebody else's code holds. It counts as the user's own node: what it answers is
 * believed once it states the chain.
 * @param timeoutMs longest time for one answer, in milliseconds
 */
export function createProviderRpc(
  provider: RpcProvider,
  chain: Pick<CatalogChain, 'key' | 'name' | 'chainId'>,
  { timeoutMs, clock }: { readonly timeoutMs: number; readonly clock: Clock },
): ChainRpc {
  const list = {
    ...{ nodes: [{ url: 'the provider that was given', operator: 'the provider that was given' }], isOwn: true },
    ...{ laggingBlocks: 0, blockMs: 0 },
  }
  const ask = async (_node: unknown, call: RpcCall): Promise<unknown> => {
    const late = () => new NodeFailure('timeout', 'the provider that was given did not answer in time')
    const deadline = startDeadline(clock, timeoutMs, late)
    try {
      return await deadline.race(provider.request({ method: call.method, params: call.params }))
    } catch (error) {
      if (error instanceof NodeFailure) throw error
      const said = saidIn(error)
      if (said === undefined) {
        throw new NodeFailure('unreachable', 'the provider that was given cannot be reached', { cause: error })
      }
      return readResult({ status: 200, body: { jsonrpc: '2.0', id: 1, error: said } }, 1)
    } finally {
      deadline.stop()
    }
  }
  const pool = createNodePool({ list, chainId: chain.chainId, clock })
  return explainFailures(pool.rpc(ask), chain)
}

/** What a node answered in place of a result: libraries wrap it in errors of their own. */
function saidIn(error: unknown): object | undefined {
  let found: object | undefined
  let at = error
  for (let depth = 0; depth < MOST_CAUSES && isRecord(at); depth += 1) {
    const { code, message, data } = at
    if (Number.isInteger(code) && typeof message === 'string') found = { code, message, data: dataOf(data) }
    at = at['cause']
  }
  return found
}

function dataOf(data: unknown): unknown {
  return isRecord(data) ? data['data'] : data
}
