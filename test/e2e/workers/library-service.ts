import { type EmbeddedSwapService, openSwapService } from '../../../src/index.ts'
import { NO_NODE, priceChains } from '../../support/no-public-nodes.ts'

/** Nodes of the two local chains, by the keys of the chains that they stand for. */
export interface LocalNodes {
  readonly base: string
  readonly ethereum: string
}

/** A service of the live network that has Uniswap on local chains, and asks nobody else. */
export function openUniswap(home: string, nodes: LocalNodes): Promise<EmbeddedSwapService> {
  const urls: Readonly<Record<string, string>> = { ...nodes }
  return openSwapService({
    ...{ network: 'live', home },
    setting: (provider, name) => {
      if (provider === 'RPC') return urls[name] ?? NO_NODE
      return name === 'ENABLED' && provider !== 'UNISWAP' ? 'false' : undefined
    },
  })
}

/** The nodes of a wallet that asks nobody else either. */
export function libraryNodes(nodes: LocalNodes): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(priceChains().map(({ key }) => [key, NO_NODE])), ...nodes }
}
