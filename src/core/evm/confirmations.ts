import type { MicroUsd } from '../money/usd.ts'

/** How deep a transaction must be in its chain before it counts. */
export interface Depth {
  /** Blocks that hold it, its own included, from 1. */
  readonly blocks: number
  /** The block that must be behind it too, as nodes name it. */
  readonly tag?: 'safe' | 'finalized'
}

/** Value from which the greater depth is waited for: between the small and the large amounts that the chains were judged for. */
export const LARGE_USD: MicroUsd = 1_000_000_000n

/** Blocks for small amounts where one is not enough, and for large ones where they differ. */
interface ChainDepths {
  readonly small?: number
  /** @default the block that nodes call safe */
  readonly large?: number | Depth
}

const FINALIZED: Depth = { blocks: 1, tag: 'finalized' }
/** What is waited for where a node does not name the safe or final block. */
const BLOCKS_WITHOUT_TAG = 32

/*
 * Judged by what bridges wait for, and by the longest reorganisations on record: Circle's and Chainlink's confirmations as of
 * November 2026. Rollups of one sequencer count at once, and for large amounts when Ethereum has their data.
 */
const DEPTHS: Readonly<Record<string, ChainDepths>> = {
  // A safe block may be seconds old where nodes confirm fast: so many blocks are waited for too.
  ethereum: { small: 2, large: { blocks: 32, tag: 'safe' } },
  polygon: { small: 13, large: 33 },
  bsc: { small: 3, large: FINALIZED },
  gnosis: { small: 3 },
  // Its newest block is a proposal that two more make final: https://docs.monad.xyz/monad-arch/consensus/block-states
  monad: { small: 3, large: FINALIZED },
  avalanche: { large: 1 },
  fantom: { large: 10 },
  sonic: { large: 10 },
  hyperevm: { large: 1 },
  berachain: { large: 2 },
  plasma: { large: 3 },
  sei: { large: 1 },
  cronos: { large: 1 },
  injective: { large: 1 },
  kaia: { large: 1 },
  xdc: { small: 3, large: 3 },
  fuse: { small: 3, large: 12 },
  rootstock: { small: 4, large: 12 },
  aurora: { small: 2, large: 4 },
  ronin: { small: 3, large: FINALIZED },
  etherlink: { small: 2, large: FINALIZED },
  'polygon-zkevm': { small: 2, large: FINALIZED },
  moonbeam: { small: 2, large: FINALIZED },
  moonriver: { small: 2, large: FINALIZED },
  astar: { small: 2, large: FINALIZED },
  filecoin: { small: 3, large: FINALIZED },
  pulsechain: { small: 6 },
  conflux: { small: 10, large: 60 },
  // Proof of work, with reorganisations of thousands of blocks on record.
  'ethereum-classic': { small: 60, large: 5_000 },
  // Their final blocks are hours old; their sequencers take none back.
  linea: { large: 120 },
  zksync: { large: 1_200 },
}

/** Blocks that must hold a transaction of a small amount: 1 for chains whose one sequencer does not take blocks back. */
export function confirmationsOf(chainKey: string): number {
  return depthsOf(chainKey).small ?? 1
}

/** How deep a transaction must be. @param usd what it moves at most; undefined where that is not known, which counts as much */
export function depthOf(chainKey: string, usd: MicroUsd | undefined): Depth {
  const small = confirmationsOf(chainKey)
  if (usd !== undefined && usd < LARGE_USD) return { blocks: small }
  const { large = { blocks: small, tag: 'safe' } } = depthsOf(chainKey)
  return typeof large === 'number' ? { blocks: large } : { ...large, blocks: Math.max(large.blocks, small) }
}

/**
 * True for a transaction that is deep enough.
 * @param tagged number of the block that the depth names; undefined where the node does not tell
 */
export function isDeepEnough({ blocks, tag }: Depth, mined: bigint, head: bigint, tagged: bigint | undefined): boolean {
  const needed = tag !== undefined && tagged === undefined ? Math.max(blocks, BLOCKS_WITHOUT_TAG) : blocks
  return head - mined + 1n >= BigInt(needed) && (tagged === undefined || tagged >= mined)
}

function depthsOf(chainKey: string): ChainDepths {
  return Object.hasOwn(DEPTHS, chainKey) ? (DEPTHS[chainKey] ?? {}) : {}
}
