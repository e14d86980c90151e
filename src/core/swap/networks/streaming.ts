/*
 * Swaps in parts: what a network swaps by and by, at whatever price there is then. THORChain, Maya and Chainflip count the
 * time between two parts in blocks of their own, of six seconds.
 */

/** Parts of a swap. */
export interface Streaming {
  /** 0 where the network decides. */
  readonly count: number
  /** Blocks between two of them. */
  readonly intervalBlocks: number
}

const BLOCK_SEC = 6
/** Most blocks between the parts of a swap, and of all its parts; quotes ask for one to a hundred between two. */
const MOST_INTERVAL = 100
const MOST_STREAM = 3_600

/** True for parts so many or so far apart that no honest quote has them. */
export function isSpreadTooLong({ count, intervalBlocks }: Streaming): boolean {
  return intervalBlocks > MOST_INTERVAL || count * intervalBlocks > MOST_STREAM
}

/** Seconds that all parts take; none for one part. */
export function streamingSec(parts: Streaming | undefined): number {
  return parts === undefined ? 0 : blocksToSec(parts.count * parts.intervalBlocks)
}

/** Seconds that so many blocks of these networks take. */
export function blocksToSec(blocks: number): number {
  return blocks * BLOCK_SEC
}
