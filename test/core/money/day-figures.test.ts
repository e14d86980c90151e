import { describe, expect, test } from 'vitest'
import {
  changeOfHolding,
  changeOfTotal,
  type KeptFigures,
  figuresOfYesterday,
  KEPT_DAYS,
  withReading,
} from '../../../src/core/money/day-figures.ts'
import {
  type AssetHolding,
  isWhole,
  type ReadChain,
  totalOf,
  type UnreadChain,
} from '../../../src/core/money/holdings.ts'
import { DAY_MS } from '../../../src/core/text/duration.ts'

const NOW = Date.parse('2026-11-29T10:00:00.000Z')
const holding = (address: string, usd: bigint | undefined): AssetHolding => ({
  ...{ chain: 'base', symbol: address.toUpperCase(), address, isNative: false, decimals: 6, units: 1n },
  usd,
})
const read = (holdings: readonly AssetHolding[], parts: Partial<ReadChain> = {}): ReadChain => ({
  ...{ state: 'read', chain: 'base', name: 'Base', holdings, unreadable: [], more: [] },
  ...parts,
})
const UNREAD: UnreadChain = {
  state: 'unread',
  chain: 'base',
  name: 'Base',
  code: 'SERVICE_UNAVAILABLE',
  reason: 'No node answered',
}

/** What is kept of a reading of yesterday. */
const yesterday = (chain: ReadChain): KeptFigures => {
  const [day] = withReading([], [chain], NOW - DAY_MS)
  if (day === undefined) throw new Error('a reading gives a day')
  return day
}

describe('a total', () => {
  test('counts what it leaves out, and is whole where that is nothing', () => {
    const part = read([holding('a', 5n), holding('b', undefined)], { unreadable: [{ symbol: 'C', address: 'c' }] })
    const total = totalOf([part, UNREAD])
    expect(total).toEqual({ usd: 5n, unvalued: 1, unreadAccounts: 0, unreadChains: 1, unreadTokens: 1 })
    expect([isWhole(total), isWhole(totalOf([read([holding('a', 5n)])]))]).toEqual([false, true])
  })
})

describe('a change since yesterday', () => {
  test('is that of what has a value at both times', () => {
    const before = yesterday(read([holding('a', 2_000_000n), holding('b', undefined)]))
    const now = read([holding('a', 3_500_000n), holding('b', 9n), holding('c', undefined)])
    expect(now.holdings.map((one) => changeOfHolding(one, now, before))).toEqual([1_500_000n, undefined, undefined])
    expect(changeOfTotal([now], before)).toEqual({ usd: 1_500_000n, leftOut: 2 })
  })

  test('counts what came since, and what went', () => {
    const now = read([holding('b', 7n)])
    expect(changeOfTotal([now], yesterday(read([holding('a', 2n)])))).toEqual({ usd: 5n, leftOut: 0 })
  })

  test('does not take for nothing what was not asked for, or did not answer', () => {
    const before = yesterday(read([holding('a', 2n)], { unreadable: [{ symbol: 'C', address: 'c' }] }))
    const now = read([holding('b', 7n), holding('c', 9n)], { more: ['b'], unreadable: [{ symbol: 'A', address: 'a' }] })
    expect(changeOfTotal([now], before)).toEqual({ usd: 0n, leftOut: 3 })
    expect(changeOfTotal([UNREAD], before)).toEqual({ usd: 0n, leftOut: 1 })
  })

  test('is unknown for a chain that was not read, and without any figure', () => {
    const other = yesterday(read([], { chain: 'ethereum' }))
    const now = read([holding('a', 7n)])
    expect(changeOfTotal([now], other)).toEqual({ usd: 0n, leftOut: 1 })
    expect(changeOfTotal([now], undefined)).toBeUndefined()
  })
})

describe('kept days', () => {
  test('have the first reading of each chain, which a later one of the day does not change', () => {
    const first = withReading([], [read([holding('a', 1n)]), UNREAD], NOW)
    const second = withReading(first, [read([holding('a', 2n)]), read([], { chain: 'ethereum' })], NOW + 1000)
    expect(second).toEqual([
      {
        day: '2026-11-29',
        chains: [
          {
            chain: 'base',
            at: '2026-11-29T10:00:00.000Z',
            rows: [{ address: 'a', usd: '0.000001' }],
            more: [],
            unread: [],
          },
          { chain: 'ethereum', at: '2026-11-29T10:00:01.000Z', rows: [], more: [], unread: [] },
        ],
      },
    ])
  })

  test('are so many at most, and none of days to come', () => {
    const days = Array.from({ length: 20 }, (_, index) => NOW + (index - 15) * DAY_MS)
    const kept = days.reduce<readonly KeptFigures[]>((before, ms) => withReading(before, [read([])], ms), [])
    expect(kept).toHaveLength(KEPT_DAYS)
    const dayNames = withReading(kept, [read([])], NOW).map(({ day }) => day)
    expect(dayNames).toEqual(['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'])
  })

  test('of yesterday are the day before today, not any day before', () => {
    const days = withReading([], [read([])], NOW - 2 * DAY_MS)
    expect(figuresOfYesterday(days, NOW)).toBeUndefined()
    expect(figuresOfYesterday(days, NOW - DAY_MS)?.day).toBe('2026-11-27')
  })
})
