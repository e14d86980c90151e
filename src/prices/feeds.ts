import { addressWord, encodeCall } from '../core/evm/abi.ts'
import { CHAINLINK, ERC20 } from '../core/evm/functions.ts'
import type { ContractRead } from '../core/evm/multicall3.ts'
import { readable, readNumber, readResult, readText, resultsOf } from '../core/evm/words.ts'
import type { PinnedReads } from './pinned-reads.ts'
import type { Feed } from './tables.ts'

/*
 * Price feeds of Chainlink, https://docs.chain.link/data-feeds. A feed that is retired, silent, or follows a sequencer that
 * was down, still answers with a price.
 */

/** Dollars for one whole token, in 1e-18 dollars, from and to. */
export interface PriceRange {
  readonly low: bigint
  readonly high: bigint
}

/** Fractions of a dollar that a price counts. */
export const DOLLAR = 10n ** 18n

/** How far a price may lie in the future of its block, in seconds. */
const MOST_AHEAD_SEC = 60
/** How long a chain's prices are not used after its sequencer came back, in seconds. */
const GRACE_SEC = 3_600
/** What a price may be off besides the deviation that forces an update, in basis points. */
const MARGIN_BPS = 10
/** The same for currencies whose feed stands still at weekends. */
const WEEKEND_BPS = 200
const CLOSED_AT_WEEKENDS: ReadonlySet<string> = new Set(['EURC'])

/** What is read of a feed, in one block. */
export function feedReads({ proxy, flags, sequencer }: Feed): readonly ContractRead[] {
  return [
    { to: proxy, data: CHAINLINK.latestRoundData.selector },
    { to: proxy, data: ERC20.decimals.selector },
    { to: proxy, data: CHAINLINK.description.selector },
    ...(flags === undefined ? [] : [{ to: flags, data: encodeCall(CHAINLINK.getFlag.selector, [addressWord(proxy)]) }]),
    ...(sequencer === undefined ? [] : [{ to: sequencer, data: CHAINLINK.latestRoundData.selector }]),
  ]
}

/** The price that a feed gives; undefined when it breaks one of the rules for using it. */
export function readFeed(
  feed: Feed,
  { results, blockSec }: Pick<PinnedReads, 'results' | 'blockSec'>,
): PriceRange | undefined {
  const [round = '0x', decimals = '0x', description = '0x', ...others] = results
  const flag = feed.flags === undefined ? undefined : (others[0] ?? '0x')
  const uptime = feed.sequencer === undefined ? undefined : (others[feed.flags === undefined ? 0 : 1] ?? '0x')
  if (readResult(decimals) !== BigInt(feed.decimals)) return undefined
  const text = readable(() => readText(resultsOf(description), 0))
  if (text?.replaceAll(' ', '').toUpperCase() !== `${feed.base}/USD`) return undefined
  if (flag !== undefined && readResult(flag) !== 1n) return undefined
  if (uptime !== undefined && !isSequencerUp(uptime, blockSec)) return undefined
  const answer = readResult(round, 1)
  const updatedSec = readResult(round, 3)
  // A negative price has the highest bit set.
  if (answer === undefined || answer === 0n || answer >> 255n !== 0n || updatedSec === undefined) return undefined
  const ageSec = BigInt(blockSec) - updatedSec
  const mostAgeSec = BigInt(Math.floor(feed.heartbeatSec * 1.1) + 120)
  if (ageSec < -BigInt(MOST_AHEAD_SEC) || ageSec > mostAgeSec) return undefined
  const price = (answer * DOLLAR) / 10n ** BigInt(feed.decimals)
  const isClosed = CLOSED_AT_WEEKENDS.has(feed.base) && isWeekend(blockSec)
  return widen(price, feed.deviationBps + MARGIN_BPS + (isClosed ? WEEKEND_BPS : 0))
}

/** A price and what it may be off, in basis points. */
function widen(price: bigint, bps: number): PriceRange {
  const off = (price * BigInt(bps)) / 10_000n
  return { low: price - off, high: price + off }
}

/** Its answer is 0 while the sequencer is up, since the time it started at; a feed that was never set up has no such time. */
function isSequencerUp(uptime: string, blockSec: number): boolean {
  return (
    readable(() => {
      const words = resultsOf(uptime)
      const sinceSec = readNumber(words, 2)
      return readNumber(words, 1) === 0n && sinceSec > 0n && BigInt(blockSec) - sinceSec > BigInt(GRACE_SEC)
    }) ?? false
  )
}

/** From Friday 21:00 to Sunday 22:00 UTC. */
function isWeekend(sec: number): boolean {
  const time = new Date(sec * 1000)
  const [day, hour] = [time.getUTCDay(), time.getUTCHours()]
  return day === 6 || (day === 5 && hour >= 21) || (day === 0 && hour < 22)
}
