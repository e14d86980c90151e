/** How a deposit on a chain carries its memo; `none` where the network only pays out. */
export type DepositKind = 'router' | 'op_return' | 'memo' | 'message' | 'none'

/** A chain as the network names it. */
export interface FamilyChain {
  /** The network's own code: `GAIA`. */
  readonly code: string
  /** Our chain key: `cosmos`. */
  readonly key: string
  /** The network's name of the native coin: `GAIA.ATOM`. */
  readonly native: string
  readonly deposit: DepositKind
  /** Where the memo goes in a deposit from the user's own wallet, as the end of "with the memo as …". */
  readonly carrier?: string
  /** The network's names of further assets without a contract, by our address. */
  readonly coins?: Readonly<Record<string, string>>
}

/** What distinguishes the networks of the family. */
export interface FamilyNetwork {
  readonly key: string
  readonly name: string
  /** Image URL (https). */
  readonly image: string
  /** Where its API is documented. */
  readonly docs: string
  /** What the names in its registry are called. */
  readonly registry: string
  /** First segment of the node's paths, with its slash: `/thorchain`. */
  readonly path: string
  /** Base URLs of nodes, the preferred one first. */
  readonly nodes: readonly string[]
  /** Base URLs of indexers (Midgard), the preferred one first. */
  readonly indexers: readonly string[]
  /** Code of the network's own chain, which has no vault. */
  readonly home: string
  /** True where all of its nodes state until when a deposit may be sent; old ones of some networks do not. */
  readonly statesExpiry: boolean
  /** True where it reads a memo that is longer than an OP_RETURN output from further outputs. */
  readonly splitsMemos: boolean
  /** Blocks between the parts of a streamed swap. */
  readonly streamingInterval: number
  readonly chains: readonly FamilyChain[]
  /** Short asset codes that its memos use, in lower case. */
  readonly shortCodes: Readonly<Record<string, string>>
  /** Decimals of the assets that are not counted in 1e8. */
  readonly decimals: Readonly<Record<string, number>>
}

/** Decimals in which the network counts an asset, whatever its own chain uses: 8 unless it says otherwise. */
export function networkDecimals(network: FamilyNetwork, assetName: string): number {
  return network.decimals[assetName] ?? 8
}

/** The network's chain with this key of ours. */
export function chainByKey(network: FamilyNetwork, key: string): FamilyChain | undefined {
  return network.chains.find((chain) => chain.key === key)
}
