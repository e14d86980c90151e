import type { CatalogChain } from '../../../core/assets/catalog.ts'
import { quantityOf } from '../../../core/evm/json-rpc.ts'
import type { NodeList } from '../../../core/evm/nodes.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { loadJsonRpc, openPooledHttp } from '../../../io/index.ts'

/** Longest wait for a node, in milliseconds. */
const PATIENCE_MS = 4000

/**
 * Asks each node for its chain id. One that does not answer may answer later: it is only reported.
 * @returns what to know about them, without their URLs: those may hold keys
 * @throws CONFIG_INVALID for a node of another chain
 */
export async function checkRpcUrls(
  { name, chainId }: Pick<CatalogChain, 'name' | 'chainId'>,
  list: NodeList,
  signal: AbortSignal,
): Promise<string> {
  const [{ createJsonRpc }, http] = await Promise.all([loadJsonRpc(), openPooledHttp()])
  try {
    const fetch: typeof http.fetch = (url, request) =>
      http.fetch(url, { ...request, signal: AbortSignal.any([request.signal, signal]) })
    const answers = await createJsonRpc(fetch, list, { timeoutMs: PATIENCE_MS }).requestAll({
      method: 'eth_chainId',
      params: [],
    })
    const silent = answers.flatMap((answer, index) => {
      const which = list.nodes.length === 1 ? 'it' : `URL ${index + 1} of ${list.nodes.length}`
      const said = answer.status === 'fulfilled' ? quantityOf(answer.value) : undefined
      if (said === undefined) return [which]
      if (said === BigInt(chainId)) return []
      throw new SwapError(
        'CONFIG_INVALID',
        `${which} is a node of the chain with id ${said}, not of ${name} (${chainId})`,
      )
    })
    if (silent.length === 0) return `a node of ${name}; new connections use it`
    return `${silent.join(', ')} did not answer; a node of another chain than ${name} is refused when it is used`
  } finally {
    await http.close()
  }
}
