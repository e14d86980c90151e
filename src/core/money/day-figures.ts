import { utcDay } from '../text/times.ts'
import { DAY_MS } from '../text/duration.ts'
import type { ChainHoldings, AssetHolding, ReadChain } from './holdings.ts'
import { formatUsd, type MicroUsd, parseUsd } from './usd.ts'

/*
 * What an account held on the days before: the first reading of each UTC day is kept, chain by chain, so that a later one can
 * say what changed. Only what was read and valued at both times is compared; the rest is counted as left out.
 */

/** What an account held on one chain on a day. */
export interface DayChain {
  /** Catalog key. */
  readonly chain: string
  /** ISO 8601; when it was read. */
  readonly at: string
  /** What it held more than nothing of: `usd` is decimal text, null where the value was not known. */
  readonly rows: readonly { readonly address: string; readonly usd: string | null }[]
  /** As of `ReadChain`. */
  readonly more: readonly string[]
  /** Addresses of tokens that gave no balance. */
  readonly unread: readonly string[]
}

/** The first reading of a day. */
export interface KeptFigures {
  /** UTC day, YYYY-MM-DD. */
  readonly day: string
  readonly chains: readonly DayChain[]
}

/** How many days are kept. */
export const KEPT_DAYS = 8

/** How values changed since the day before. */
export interface ValueChange {
  readonly usd: MicroUsd
  /** How many holdings of now or then are left out, for want of a value at one of the times. */
  readonly leftOut: number
}

/**
 * The kept days with what was read now: chains that have a figure of today keep it. Oldest first, at most `KEPT_DAYS`.
 * @param nowMs epoch milliseconds
 */
export function withReading(
  days: readonly KeptFigures[],
  chains: readonly ChainHoldings[],
  nowMs: number,
): readonly KeptFigures[] {
  const today = utcDay(nowMs)
  const known = days.find(({ day }) => day === today)?.chains ?? []
  const at = new Date(nowMs).toISOString()
  const added = chains.flatMap((chain) =>
    chain.state === 'read' && !known.some((one) => one.chain === chain.chain) ? [figuresOf(chain, at)] : [],
  )
  // A clock that was ahead left days that are still to come: they are no figures of before.
  const others = days.filter(({ day }) => day < today)
  return [...others.toSorted((a, b) => (a.day < b.day ? -1 : 1)), { day: today, chains: [...known, ...added] }].slice(
    -KEPT_DAYS,
  )
}

/** What was kept of the UTC day before; undefined where nothing was. @param nowMs epoch milliseconds */
export function figuresOfYesterday(days: readonly KeptFigures[], nowMs: number): KeptFigures | undefined {
  const yesterday = utcDay(nowMs - DAY_MS)
  return days.find(({ day, chains }) => day === yesterday && chains.length > 0)
}

/**
 * How the value of a holding changed; undefined where one of its values is not known.
 * @param chain that it is on, as it was read now
 */
export function changeOfHolding(
  { address, usd }: AssetHolding,
  chain: ReadChain,
  before: KeptFigures | undefined,
): MicroUsd | undefined {
  const then = before?.chains.find((one) => one.chain === chain.chain)
  const was = then === undefined ? undefined : valueThen(then, address, chain)
  return was === undefined || usd === undefined ? undefined : usd - was
}

/**
 * How the value of an account changed, by all that is known at both times; undefined where nothing was kept.
 * @param chains as they were read now
 */
export function changeOfTotal(
  chains: readonly ChainHoldings[],
  before: KeptFigures | undefined,
): ValueChange | undefined {
  if (before === undefined) return undefined
  const changes = chains.flatMap((chain): readonly (MicroUsd | undefined)[] => {
    const rows = before.chains.find((one) => one.chain === chain.chain)?.rows ?? []
    if (chain.state === 'unread') return rows.map(() => undefined)
    const gone = rows.filter(({ address }) => !chain.holdings.some((one) => one.address === address))
    return [
      ...chain.holdings.map((holding) => changeOfHolding(holding, chain, before)),
      ...gone.map(({ address, usd }) => {
        const isUnread = chain.unreadable.some((token) => token.address === address)
        const was = isUnread || usd === null ? undefined : parseUsd(usd)
        return was === undefined ? undefined : -was
      }),
    ]
  })
  const known = changes.filter((change) => change !== undefined)
  return { usd: known.reduce((sum, change) => sum + change, 0n), leftOut: changes.length - known.length }
}

function figuresOf({ chain, holdings, more, unreadable }: ReadChain, at: string): DayChain {
  const rows = holdings.map(({ address, usd }) => ({ address, usd: usd === undefined ? null : formatUsd(usd) }))
  return { chain, at, rows, more, unread: unreadable.map(({ address }) => address) }
}

/** Nothing where the asset was asked for and the account had none; undefined where that is not known. */
function valueThen({ rows, more, unread }: DayChain, address: string, now: ReadChain): MicroUsd | undefined {
  const row = rows.find((one) => one.address === address)
  if (row !== undefined) return row.usd === null ? undefined : parseUsd(row.usd)
  const isAsked = !now.more.includes(address) || more.includes(address)
  return isAsked && !unread.includes(address) ? 0n : undefined
}
