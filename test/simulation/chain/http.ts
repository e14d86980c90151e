import type { HttpFetch } from '../../../src/core/ports.ts'
import type { SimulatedChain } from './interface.ts'

/** The URL under which `fetchFrom` finds a node. */
export function nodeUrl(chain: Pick<SimulatedChain, 'chainId'>, name: string): string {
  return `https://${name}.chain-${chain.chainId}.example/`
}

/** HTTP to the nodes of some chains; to one that stays silent the connection breaks. */
export function fetchFrom(chains: readonly SimulatedChain[]): HttpFetch {
  const nodes = new Map(
    chains.flatMap((chain) => chain.nodes.map((node) => [nodeUrl(chain, node.name), node] as const)),
  )
  return async (url, { body = '' }) => {
    const reply = nodes.get(url)?.exchange(body)
    if (reply === undefined) throw new Error('the other side closed the connection')
    const { status, headers, body: text } = reply
    return {
      status,
      headers: { get: (name) => headers[name.toLowerCase()] ?? null },
      body: (async function* () {
        yield Buffer.from(text, 'utf8')
      })(),
    }
  }
}
