/** A node of a chain. */
export interface ChainNode {
  readonly url: string
  /** Who runs it. */
  readonly operator: string
}

/** The nodes of a chain that may be asked. */
export interface NodeList {
  /** In the order of asking. */
  readonly nodes: readonly ChainNode[]
  /** True for nodes that the user set: no other one is asked behind them. */
  readonly isOwn: boolean
  /** Blocks by which a public node may be behind the others. */
  readonly laggingBlocks: number
  /** Milliseconds between two blocks. */
  readonly blockMs: number
}

/**
 * A chain in data/nodes.json. The public nodes are those of viem, Circle's bridge kit and chainlist, one of each operator,
 * those first that say they store nothing about who asks; what the lists doubt is left out where three others are known.
 */
export interface PublicNodes {
  /** As dRPC sets it for the nodes that it prefers. */
  readonly laggingBlocks?: number
  readonly blockMs?: number
  /** `operator URL` of each. */
  readonly nodes: readonly string[]
}

/** Gateways pass requests on to the same nodes, so that two of them are one voice. */
const GATEWAYS: ReadonlySet<string> = new Set(['1rpc', 'drpc', 'lava', 'pocket', 'routemesh'])

const ANY_CHAIN = { laggingBlocks: 10, blockMs: 2_000 } as const

/**
 * The nodes of a chain: the user's own where there are any, otherwise the public ones.
 * @param own the setting: URLs separated by commas or spaces; undefined or empty where there is none
 */
export function nodesOf(own: string | undefined, known: PublicNodes | undefined): NodeList {
  const urls = (own ?? '').split(/[\s,]+/).filter((url) => url !== '')
  if (urls.length > 0) return ownNodes(urls)
  const nodes = (known?.nodes ?? []).map((row): ChainNode => {
    const [operator = '', url = ''] = row.split(' ')
    return { operator, url }
  })
  return { ...ANY_CHAIN, ...known, nodes, isOwn: false }
}

/** Nodes that the user set, each of its host's operator. */
export function ownNodes(urls: readonly string[]): NodeList {
  const nodes = urls.map((url) => ({ url, operator: URL.canParse(url) ? new URL(url).host : url }))
  return { ...ANY_CHAIN, nodes, isOwn: true }
}

/** Who answers behind a node: nodes of one voice are no evidence for each other. */
export function voiceOf({ operator }: ChainNode): string {
  return GATEWAYS.has(operator) ? 'gateway' : operator
}
