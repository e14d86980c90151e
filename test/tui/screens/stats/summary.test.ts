import { describe, expect, test } from 'vitest'
import { describeChart, dayChart, shortUsd, spansOf } from '../../../../src/tui/screens/stats/day-chart.ts'
import { feeShareText, summarize, firstDay, shareText } from '../../../../src/tui/screens/stats/summary.ts'
import { START_STATS, type StatsState } from '../../../../src/tui/screens/stats/state.ts'
import { textWidth } from '../../../../src/tui/kit/text/text-fit.ts'
import { NOW } from '../../sample-swap.ts'
import { group, past, TOTALS } from './sample-stats.ts'

const state: StatsState = {
  ...START_STATS,
  totals: TOTALS,
  swaps: [
    past('2026-01-15', { volume: 100n, fee: 1n }),
    past('2026-01-15', { status: 'PENDING', volume: 50n, fee: 9n }),
    past('2026-01-14', { status: 'REFUND', volume: 30n, fee: 9n, provider: 'B' }),
    past('2025-12-01', { volume: 1000n, fee: 5n, provider: 'B' }),
  ],
  read: 'everything',
}

describe('the figures of a length of time', () => {
  test('begin with its first day, today among its days', () => {
    expect(['week', 'month', 'quarter', 'all'].map((range) => firstDay(range as 'week', NOW))).toEqual([
      '2026-01-09',
      '2025-12-17',
      '2025-10-18',
      '',
    ])
  })

  test('of days are those that the service counted', () => {
    expect(summarize({ ...state, range: 'week' }, NOW)?.overall).toEqual(
      group('', { total: 3, finished: 2, success: 1, volume: 180n }),
    )
  })

  test('sum what swaps cost that have ended, and say of how many that is known', () => {
    const cost = (usd: string) => ({ usd, sentUsd: '9.00', arrivedUsd: '8.00', onTopUsd: '0.00' })
    const swaps = [
      past('2026-01-15', { cost: cost('1.25') }),
      past('2026-01-15', { status: 'PENDING' }),
      past('2026-01-14', { status: 'REFUND' }),
      past('2025-12-01', { cost: cost('0.50') }),
    ]
    const costsOf = (range: StatsState['range']) => summarize({ ...state, swaps, range }, NOW)?.costs
    expect([costsOf('week'), costsOf('all')]).toEqual([
      { usd: 1_250_000n, known: 1, ended: 2 },
      { usd: 1_750_000n, known: 2, ended: 3 },
    ])
  })

  test('sum the fees of swaps that succeeded, and of no others', () => {
    const { fees } = summarize({ ...state, range: 'week' }, NOW) ?? {}
    expect(fees).toEqual({ fees: 1n, swaps: 1, volume: 100n })
    expect(summarize({ ...state, range: 'all' }, NOW)?.fees).toEqual({ fees: 6n, swaps: 2, volume: 1100n })
  })

  test('leave a swap whose fee nobody knows out of the fees and of the volume they are compared with', () => {
    const swaps = [past('2026-01-15', { volume: 100n, fee: undefined }), past('2026-01-15', { volume: 7n, fee: 2n })]
    expect(summarize({ ...state, swaps }, NOW)?.fees).toEqual({ fees: 2n, swaps: 1, volume: 7n })
  })

  test('by provider are sums over its swaps, the largest volume first', () => {
    expect(summarize({ ...state, range: 'week' }, NOW)?.rows).toEqual([
      {
        group: group('A', { total: 2, finished: 1, success: 1, volume: 150n }),
        fees: { fees: 1n, swaps: 1, volume: 100n },
      },
      {
        group: group('B', { total: 1, finished: 1, success: 0, volume: 30n }),
        fees: { fees: 0n, swaps: 0, volume: 0n },
      },
    ])
  })

  test('of all time are the sums of the service', () => {
    const { rows, overall } = summarize({ ...state, range: 'all', by: 'pairs' }, NOW) ?? {}
    expect([rows?.map(({ group: row }) => row), overall]).toEqual([TOTALS.pairs, TOTALS.overall])
  })

  test.each([
    ['week', 'some', false],
    ['quarter', 'some', true],
    ['all', 'some', true],
    ['all', 'everything', false],
  ] as const)('of %s with %s of the swaps read are partial: %s', (range, read, partial) => {
    const { swaps } = state
    expect(summarize({ ...state, range, read, swaps: swaps.slice(0, range === 'week' ? 4 : 3) }, NOW)?.partial).toBe(
      partial,
    )
  })

  test('are none before anything was counted', () => {
    expect(summarize(START_STATS, NOW)).toBeUndefined()
  })
})

test('shares are rounded so that only all is all, and costs up', () => {
  expect([shareText(1999, 2000), shareText(2, 3), shareText(0, 5), shareText(0, 0)]).toEqual([
    '99.9 %',
    '66.7 %',
    '0.0 %',
    '',
  ])
  expect(feeShareText({ fees: 7n, volume: 1000n, swaps: 1 })).toBe('0.70 %')
  expect(feeShareText({ fees: 259n, volume: 100_000n, swaps: 1 })).toBe('0.26 %')
  expect(feeShareText({ fees: 1n, volume: 10n ** 9n, swaps: 1 })).toBe('0.01 %')
  expect(feeShareText({ fees: 7n, volume: 0n, swaps: 1 })).toBe('')
})

test.each([
  [0n, '$0.00'],
  [99_999_999n, '$99.99'],
  [9_999_000_000n, '$9,999'],
  [12_345_000_000n, '$12.3K'],
  [1_999_999_000_000n, '$1.9M'],
  [2_000_000_000_000_000n, '$2.0B'],
] as const)('%s micro-dollars are %s in short', (value, text) => {
  expect(shortUsd(value)).toBe(text)
})

describe('the chart of days', () => {
  const days = [group('2026-01-10', { volume: 4n }), group('2026-01-12', { volume: 1n })]

  test('has every day, those without swaps as well', () => {
    expect(spansOf(days, '2026-01-09', '2026-01-12', 10)).toEqual([
      { day: '2026-01-09', volume: 0n },
      { day: '2026-01-10', volume: 4n },
      { day: '2026-01-11', volume: 0n },
      { day: '2026-01-12', volume: 1n },
    ])
  })

  test('takes several days together where columns are few', () => {
    expect(spansOf(days, '2026-01-09', '2026-01-12', 2)).toEqual([
      { day: '2026-01-09', volume: 4n },
      { day: '2026-01-11', volume: 1n },
    ])
  })

  test('draws days without swaps on the line of nothing, and the others above it', () => {
    const chart = dayChart(
      {
        days: [group('2026-01-10', { volume: 1_000_000_000n }), group('2026-01-12', { volume: 500_000_000n })],
        dayFees: new Map(),
      },
      '2026-01-09',
      '2026-01-12',
      40,
      6,
    )
    expect(chart).toEqual([
      'volume a day (UTC)',
      '$1,000┤        ┏━━━━━━━━━┓',
      '      │        ┃         ┃        ┏━',
      '      │        ┃         ┃        ┃',
      ' $0.00┤━━━━━━━━┛         ┗━━━━━━━━┛',
      '       2026-01-09         2026-01-12',
    ])
  })

  test.each([20, 80, 120, 250])('is never wider than %i columns', (width) => {
    const many = Array.from({ length: 90 }, (_, index) =>
      group(new Date(NOW - index * 86_400_000).toISOString().slice(0, 10), { volume: BigInt(index) * 10n ** 15n }),
    )
    for (const height of [8, 9, 40]) {
      const chart = dayChart({ days: many, dayFees: new Map() }, '2020-01-01', '2026-01-15', width, height)
      expect(chart.length).toBeGreaterThan(3)
      expect(chart.length).toBeLessThanOrEqual(height)
      expect(chart.filter((line) => textWidth(line) > width)).toEqual([])
    }
  })

  test('has bars of fees and of what succeeded below it, where there are lines enough', () => {
    const volume = { volume: 100_000_000n }
    const figures = {
      days: [
        group('2026-01-09', { ...volume, finished: 2, success: 2 }),
        group('2026-01-10', { ...volume, finished: 2, success: 1 }),
        group('2026-01-11', { ...volume, finished: 1, success: 0 }),
      ],
      dayFees: new Map([
        ['2026-01-09', 600_000n],
        ['2026-01-10', 150_000n],
      ]),
    }
    const chartOf = (height: number) => dayChart(figures, '2026-01-09', '2026-01-12', 19, height)
    expect(chartOf(9).slice(-4)).toEqual([' fees│██▂▂', ' good│██▄▄··', '      2026-01-12', 'full: $0.60, 100 %'])
    const wide = dayChart(figures, '2026-01-09', '2026-01-12', 80, 12)
    expect(wide.at(0)).toBe('volume a day (UTC), the most $100.00 on 2026-01-09')
    expect(wide.flatMap((line) => /^ *\S+┤/.exec(line)?.[0].trim() ?? [])).toEqual(['$100┤', '$50.00┤', '$0.00┤'])
    expect(wide.at(-1)).toContain('fees $0.60, good all that ended succeeded')
    expect(dayChart(figures, '2025-12-01', '2026-01-12', 25, 6)[0]).toMatch(/^volume of \d days each/)
    expect(chartOf(8).join('')).not.toContain('fees')
  })

  test('is a sentence for who cannot see it', () => {
    expect(describeChart(days, '2026-01-09', '2026-01-12')).toBe(
      'Volume by day: 2 days with swaps from 2026-01-09 to 2026-01-12; the most on 2026-01-10, $0.000004.',
    )
    expect(describeChart([], '2026-01-09', '2026-01-12')).toBe('No swaps from 2026-01-09 to 2026-01-12.')
  })
})
