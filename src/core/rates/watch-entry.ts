import { hasShape, number, object, optional, text, yes } from '../api/shape.ts'
import { readAmount } from '../api/answers.ts'
import { defined } from '../defined.ts'
import type { Json } from '../ports.ts'
import type { RoutePair } from '../swap/records.ts'
import { RATE_DECIMALS } from './point.ts'
import type { OrderRates } from './series.ts'
import type { MicroUsd } from '../money/usd.ts'

/** Which of the two alerts of a pair. */
export type AlertSide = 'above' | 'below'

const SIDES = ['above', 'below'] as const satisfies readonly AlertSide[]

/** A pair that is watched. */
export interface WatchEntry extends RoutePair {
  /** As people name the assets: `ethereum:ETH`. */
  readonly from: string
  readonly to: string
  /** Amount of the source asset that is quoted, as decimal text. */
  readonly amount: string
  /** Rates at which an alert fires, in units of 10^-36; absent for none. */
  readonly above?: bigint
  readonly below?: bigint
  /** Sides whose alert has fired, and waits for the rate to come back. */
  readonly fired: readonly AlertSide[]
  /** When an alert was told last, in epoch milliseconds; absent before the first. */
  readonly toldMs?: number
  /** What was last seen; absent before the first quote. */
  readonly seen?: SeenRate
}

/** The rates that say whether a limit is reached: those of the last hour, of about the amount where such are known. */
export function newestRates({ amount }: Pick<WatchEntry, 'amount'>): OrderRates {
  return { range: '1h', size: { amount: readAmount(amount, RATE_DECIMALS) } }
}

/** The last rate of a watched pair. */
export interface SeenRate {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** In units of 10^-36. */
  readonly rate: bigint
  /** Value of the amount in micro-dollars; absent where nobody states one. */
  readonly srcUsd?: MicroUsd
}

/** How far a rate must come back before its alert can fire again, in basis points of its limit. */
const COME_BACK_BPS = 50n

/**
 * What a rate does to the alerts of a pair: each fires once as its limit is reached, and again only after the rate has come back
 * by half a percent.
 * @returns the entry as it is then, and which fired now
 */
export function checkAlerts(
  entry: WatchEntry,
  seen: SeenRate,
): { readonly entry: WatchEntry; readonly fires: readonly AlertSide[] } {
  const { rate } = seen
  const { above, below } = entry
  const reached = reachedSides(entry, rate)
  const isBack = {
    above: above === undefined || rate < above - (above * COME_BACK_BPS) / 10_000n,
    below: below === undefined || rate > below + (below * COME_BACK_BPS) / 10_000n,
  }
  const fires = reached.filter((side) => !entry.fired.includes(side))
  const fired = SIDES.filter((side) => fires.includes(side) || (entry.fired.includes(side) && !isBack[side]))
  return { entry: { ...entry, fired, seen, ...(fires.length === 0 ? {} : { toldMs: seen.atMs }) }, fires }
}

/** The sides whose limit a rate has reached. @param rate in units of 10^-36 */
export function reachedSides({ above, below }: Pick<WatchEntry, AlertSide>, rate: bigint): readonly AlertSide[] {
  const isReached = {
    above: above !== undefined && rate >= above,
    below: below !== undefined && rate <= below,
  }
  return SIDES.filter((side) => isReached[side])
}

/** The key of a pair's document: one a pair. */
export function watchKey({ srcChain, srcAddress, dstChain, dstAddress }: RoutePair): string {
  return `${WATCH_PREFIX}${srcChain}:${srcAddress}>${dstChain}:${dstAddress}`
}

/** What the keys of watched pairs begin with. */
export const WATCH_PREFIX = 'watch:'

const entryShape = object({
  ...{ srcChain: text(), srcAddress: text(), dstChain: text(), dstAddress: text() },
  ...{ from: text(), to: text(), amount: text(), above: optional(text()), below: optional(text()) },
  ...{ firedAbove: optional(yes()), firedBelow: optional(yes()), toldMs: optional(number()) },
  ...{ atMs: optional(number()), rate: optional(text()), srcUsd: optional(text()) },
})

/** An entry as its document. */
export function watchDocument({ above, below, fired, seen, toldMs, ...entry }: WatchEntry): Json {
  return {
    ...entry,
    ...defined({ above: above?.toString(), below: below?.toString() }),
    ...(fired.includes('above') ? { firedAbove: true } : {}),
    ...(fired.includes('below') ? { firedBelow: true } : {}),
    ...defined({ toldMs, atMs: seen?.atMs, rate: seen?.rate.toString(), srcUsd: seen?.srcUsd?.toString() }),
  }
}

const WHOLE = /^[0-9]{1,80}$/

/** An entry of its document; undefined for what is none. */
export function readWatchEntry(document: Json): WatchEntry | undefined {
  if (!hasShape(entryShape, document)) return undefined
  const { above, below, firedAbove, firedBelow, toldMs, atMs, rate, srcUsd, ...entry } = document
  if ([above, below, rate, srcUsd].some((each) => each !== undefined && !WHOLE.test(each))) return undefined
  const whole = (value: string | undefined) => (value === undefined ? undefined : BigInt(value))
  const seenRate = whole(rate)
  return {
    ...entry,
    ...defined({ above: whole(above), below: whole(below), toldMs }),
    fired: [...(firedAbove ? (['above'] as const) : []), ...(firedBelow ? (['below'] as const) : [])],
    ...(atMs === undefined || seenRate === undefined
      ? {}
      : { seen: { atMs, rate: seenRate, ...defined({ srcUsd: whole(srcUsd) }) } }),
  }
}
