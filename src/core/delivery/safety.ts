import type { Delivery, Stats } from '../api/documents.ts'
import { defined } from '../defined.ts'

/** How a provider's swaps ended. */
export interface ProviderRecord {
  readonly provider: string
  /** Swaps that ended. */
  readonly finished: number
  /** How many of them brought what was promised, or at least the promised least. */
  readonly success: number
  /** Median by which less was delivered than promised, in basis points, 0 to 10000. @default 0: it is not known */
  readonly shortfallBps?: number
}

/** That of the normal distribution for 95 %. */
const Z = 1.96

/**
 * How surely a provider keeps its word, above 0 and below 1: the lower end of the 95 % Wilson interval of the share of its
 * swaps that ended well, times the share of the promised amount that was delivered at the median.
 *
 * One swap more that ended well and one that did not are counted for everybody. So a few good swaps come before none, none before
 * mostly bad ones, and many good ones before few.
 */
export function safetyOf({ finished, success, shortfallBps = 0 }: Omit<ProviderRecord, 'provider'>): number {
  const [n, good] = [finished + 2, success + 1]
  const rate = good / n
  const centre = rate + (Z * Z) / (2 * n)
  const spread = Z * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n))
  return ((centre - spread) / (1 + (Z * Z) / n)) * (1 - shortfallBps / 10_000)
}

/** Of a provider of which no swap has ended. */
export const SAFETY_UNKNOWN = safetyOf({ finished: 0, success: 0 })

/** `0.84 of 1`: the safety that a provider's newest swaps come to, rounded down. */
export function safetyText(delivery: Delivery): string {
  return `${(Math.floor(safetyOf(recordOf(delivery)) * 100) / 100).toFixed(2)} of 1`
}

/** What statistics say of each provider: of its newest swaps, or of all where a server does not tell those apart. */
export function providerRecords({
  byProvider,
  deliveries,
}: Pick<Stats, 'byProvider' | 'deliveries'>): readonly ProviderRecord[] {
  if (deliveries === undefined) {
    return byProvider.map(({ provider, total, success }) => ({ provider, finished: total, success }))
  }
  return deliveries.map(recordOf)
}

function recordOf({ provider, finished, success, belowLeast, differenceBps }: Delivery): ProviderRecord {
  return {
    ...{ provider, finished, success: success - belowLeast },
    ...defined({ shortfallBps: differenceBps && Math.min(10_000, Math.max(0, -differenceBps.median)) }),
  }
}
