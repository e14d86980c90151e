import type { Clock } from '../ports.ts'
import { larger } from '../money/larger.ts'

/*
 * How far the nodes of a chain are. A node that lags behind gives an old state as the newest one: once it hid an approval
 * that another node had shown in a block, and the approval was paid for nine times.
 */

/** Milliseconds for which a head counts. */
const CURRENT_MS = 15_000

/** The newest block of a node. */
export interface Head {
  readonly number: bigint
  /** Epoch seconds; undefined where only the number was read. */
  readonly timestampSec: bigint | undefined
}

/** What is known of the heads of a chain's nodes, by URL. */
export interface NodeHeads {
  note(url: string, head: Head): void
  /**
   * A node shows a transaction in this block. Nodes that lack the block are not asked, once two voices gave the same
   * receipt and the heads show that the block can exist: by one word alone all honest nodes would look late.
   */
  noteMined(node: { readonly url: string; readonly voice: string }, block: bigint, receipt: string): void
  isKnown(url: string): boolean
  /** True where a transaction was seen in a block that the node may not have yet. */
  mayMissBlock(url: string): boolean
  isBehind(url: string): boolean
  /** True when one more node should be heard: two of them are far apart, or the newest block is old. */
  isUnclear(): boolean
}

/**
 * @param laggingBlocks blocks by which a node may be behind
 * @param blockMs milliseconds between two blocks
 */
export function createNodeHeads(clock: Pick<Clock, 'now'>, laggingBlocks: number, blockMs: number): NodeHeads {
  const heads = new Map<string, Head & { readonly readAtMs: number }>()
  let mined = 0n
  /** Blocks that receipts name and that do not count yet, with the nodes that gave each receipt: URL by voice. */
  const claims = new Map<string, { readonly block: bigint; readonly urls: Map<string, string> }>()
  const isCurrent = (readAtMs: number) => Math.abs(clock.now() - readAtMs) <= CURRENT_MS
  const current = () => [...heads.values()].filter(({ readAtMs }) => isCurrent(readAtMs))
  /** From the newest on. */
  const numbers = () =>
    current()
      .map(({ number }) => number)
      .sort((a, b) => (a < b ? 1 : -1))
  /** The newest head; of three or more the second newest, so that no single node makes all others look late. */
  const best = (): bigint => {
    const known = numbers()
    return known[known.length >= 3 ? 1 : 0] ?? 0n
  }
  /** The newest block of those that two voices show and that is at most the lag above the second newest head. */
  const newestMined = (): bigint => {
    const [newest, second = newest] = numbers()
    for (const [receipt, { block, urls }] of claims) {
      if (second === undefined || urls.size < 2 || block > second + BigInt(laggingBlocks)) continue
      claims.delete(receipt)
      if (block > mined) mined = block
      for (const url of urls.values()) {
        if (block > (heads.get(url)?.number ?? 0n)) note(url, { number: block, timestampSec: undefined })
      }
    }
    return mined
  }
  const note: NodeHeads['note'] = (url, { number, timestampSec = heads.get(url)?.timestampSec }) => {
    heads.set(url, { number, timestampSec, readAtMs: clock.now() })
  }
  return {
    note,
    noteMined: ({ url, voice }, block, receipt) => {
      if (block <= mined) return
      const claim = claims.get(receipt) ?? { block, urls: new Map<string, string>() }
      claim.urls.set(voice, url)
      claims.set(receipt, claim)
    },
    isKnown: (url) => isCurrent(heads.get(url)?.readAtMs ?? -Infinity),
    mayMissBlock: (url) => (heads.get(url)?.number ?? 0n) < newestMined(),
    isBehind: (url) => {
      const known = newestMined()
      const number = heads.get(url)?.number ?? 0n
      return number < known || best() - number > BigInt(laggingBlocks)
    },
    isUnclear: () => {
      const known = current()
      const newest = known.reduce((most, { number }) => larger(number, most), 0n)
      const apart = known.some(({ number }) => newest - number > BigInt(laggingBlocks))
      const oldestMs = clock.now() - Math.max(60_000, 3 * blockMs + 20_000)
      const times = known.flatMap(({ timestampSec }) => (timestampSec === undefined ? [] : [timestampSec]))
      return apart || (times.length > 0 && times.every((sec) => Number(sec) * 1000 < oldestMs))
    },
  }
}
