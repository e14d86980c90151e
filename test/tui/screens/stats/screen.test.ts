import { describe, expect, test } from 'vitest'
import type { Stats } from '../../../../src/core/api/documents.ts'
import type { AppState, ProgramEvent } from '../../../../src/tui/screens.ts'
import type { KeyName } from '../../../../src/tui/terminal/key-decoder.ts'
import type { Totals } from '../../../../src/tui/screens/stats/state.ts'
import { linesOf, testSizes } from '../../frame-lines.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { keys, NOW, play, screensOf, typed } from '../../sample-swap.ts'
import { spokenText } from '../../spoken-text.tsx'
import { group, past, TOTALS } from './sample-stats.ts'

const opened = { on: 'app', type: 'opened' } as const
/** The screen with everything counted and read. */
function counted(totals: Totals = TOTALS, columns = 120, rows = 40): AppState {
  const swaps = totals.days.map(({ name, volume }) => past(name, { volume, fee: volume / 100n }))
  return play(screensOf(columns, rows), [
    opened,
    ...keys('5'),
    { on: 'stats', type: 'totals', id: 1, totals },
    { on: 'stats', type: 'swaps', id: 1, swaps, unreadable: [], read: 'everything' },
  ]).state
}

describe('the Stats screen', () => {
  test('counts when it is shown, and waits for the service where it is not open yet', () => {
    const before = play(screensOf(), keys('5'))
    expect(before.effects).toEqual([])
    expect(play(before.state, [opened]).effects).toContainEqual({ on: 'stats', type: 'load', id: 1 })
  })

  test('reads the swaps only when their counts have changed, or on demand', () => {
    const again = play(counted(), [...keys('1', '5'), { on: 'stats', type: 'totals', id: 2, totals: TOTALS }])
    expect(again.effects.filter(({ on, type }) => on === 'stats' && type === 'read')).toEqual([])
    const more = { ...TOTALS, overall: { ...TOTALS.overall, finished: 4 } }
    const changed = play(again.state, [...keys('1', '5'), { on: 'stats', type: 'totals', id: 3, totals: more }])
    expect(changed.effects).toContainEqual({ on: 'stats', type: 'read', id: 3 })
    const asked = play(again.state, [...keys('r'), { on: 'stats', type: 'totals', id: 3, totals: TOTALS }])
    expect(asked.effects).toContainEqual({ on: 'stats', type: 'read', id: 3 })
  })

  describe('read again every five seconds while it is looked at', () => {
    const tick = { on: 'app', type: 'tick' } as const
    const later = NOW + 5_000

    test('asks once at a time, and never of another screen', () => {
      expect(play(counted(), [tick], later - 1).effects).toEqual([])
      expect(play(counted(), [tick, tick], later).effects).toEqual([{ on: 'stats', type: 'load', id: 2 }])
      const { effects } = play(counted(), [...keys('6'), tick], later)
      expect(effects.filter(({ on }) => on === 'stats')).toEqual([])
    })

    test('shows nothing of it before all of it is known, and keeps the mark on its row', () => {
      const start = play(counted(), keys('right', 'right', 'down')).state
      const before = linesOf({ ...start, now: later })
      expect(before.find((line) => line.startsWith('▸'))).toMatch(/^▸ A /)
      const more = {
        ...TOTALS,
        overall: { ...TOTALS.overall, total: 5 },
        providers: [group('C', { volume: 9000n }), ...TOTALS.providers],
      }
      const { state } = play(start, [tick], later)
      expect(linesOf(state)).toEqual(before)
      const counts = play(state, [{ on: 'stats', type: 'totals', id: 2, totals: more }], later).state
      const marked = (each: AppState) => linesOf(each).find((line) => line.startsWith('▸'))
      expect(marked(counts)).toMatch(/^▸ A /)
      expect(linesOf(counts)[3]).toBe(before[3])
      const swaps = [past('2026-01-15', { provider: 'C', volume: 9000n, fee: 7n })]
      const part = play(
        counts,
        [{ on: 'stats', type: 'swaps', id: 2, swaps, unreadable: [], read: 'reading' }],
        later,
      ).state
      expect(linesOf(part)).toEqual(linesOf(counts))
      const whole = play(
        part,
        [{ on: 'stats', type: 'swaps', id: 2, swaps, unreadable: [], read: 'everything' }],
        later,
      ).state
      expect(linesOf(whole)[3]).toContain('fees as quoted $0.000007')
    })
  })

  test('filters and sorts its rows, and forgets the filter where it lists others', () => {
    const totals = {
      ...TOTALS,
      providers: [group('A', { total: 3, volume: 9n }), group('B', { total: 20, volume: 8n })],
    }
    const start = play(counted(totals), keys('right', 'right')).state
    const names = (state: AppState) => linesOf(state).flatMap((line) => /^[▸ ] ([AB]) /.exec(line)?.[1] ?? [])
    const bySwaps = play(start, keys('s', 's', 'S')).state
    expect([names(start), names(bySwaps)]).toEqual([
      ['A', 'B'],
      ['B', 'A'],
    ])
    expect(linesOf(bySwaps).join('\n')).toContain('SWAPS ▼')
    expect(linesOf(bySwaps).find((line) => line.startsWith('▸'))).toMatch(/^▸ A /)
    const few = play(bySwaps, [...keys('/'), ...typed('swaps:<5'), ...keys('enter')]).state
    expect(names(few)).toEqual(['A'])
    expect(play(few, keys('tab')).state.screens.stats.sifting.text).toBe('')
  })

  test('hears no answer to an earlier question', () => {
    const state = play(counted(), keys('r')).state
    const late = play(state, [
      { on: 'stats', type: 'totals', id: 1, totals: { ...TOTALS, providers: [] } },
      { on: 'stats', type: 'failed', id: 1, problem: { message: 'late', hint: undefined } },
    ])
    expect(late.state.screens.stats).toEqual(state.screens.stats)
  })

  test('goes from one length of time to the next, and stops at both ends', () => {
    const all = keys('left', 'left', 'right', 'right', 'right', 'right')
    const ranges = all.map((_, index) => play(counted(), all.slice(0, index + 1)).state.screens.stats.range)
    expect(ranges).toEqual(['week', 'week', 'month', 'quarter', 'all', 'all'])
  })

  test('keeps its figures when a later count fails, and says so', () => {
    const problem = { message: 'the server is gone', hint: undefined }
    const { state } = play(counted(), [...keys('r'), { on: 'stats', type: 'failed', id: 2, problem }])
    const text = linesOf(state).join('\n')
    expect(text).toContain('! the server is gone: showing the last known figures; r tries again')
    expect(text).toContain('3 swaps')
  })

  test('says how old its figures are where the server does not answer', () => {
    const state = { ...counted(), place: { ...counted().place, api: 'http://swap.example/api/v1' } }
    const away: ProgramEvent = { on: 'app', type: 'link', isUp: false }
    const first = (from: AppState) => linesOf(from)[2]
    expect(first(state)).toMatch(/^3 swaps/)
    expect(first(play(state, [away], NOW + 42_000).state)).toMatch(/^42s old: 3 swaps/)
  })

  test('draws no taller a chart on a tall terminal than says something', () => {
    const days = [
      group('2026-01-14', { volume: 90_000_000n, success: 0 }),
      group('2026-01-15', { volume: 50_000_000n, total: 2 }),
    ]
    const axis = linesOf(counted({ ...TOTALS, days }, 200, 80)).filter((line) => /^[^│┤]{0,10}[│┤]/.test(line))
    expect(axis.length).toBeGreaterThan(9)
    expect(axis.length).toBeLessThanOrEqual(20)
  })

  test('says over how many swaps the fees are summed', () => {
    const state = play(counted(), keys('right', 'right')).state
    expect(linesOf(state)[3]?.trimEnd()).toBe(
      'fees as quoted $0.000011 (0.94 % of their volume), over 3 successful swaps',
    )
    expect(linesOf(state)[4]?.trimEnd()).toBe('swaps cost unknown (of 3)')
    const stats = { ...state.screens.stats, read: 'some' as const }
    const partial = { ...state, screens: { ...state.screens, stats } }
    expect(linesOf(partial)[3]).toContain('of the newest 3 only')
  })

  test('says how many succeeded, and what fees were, in fewer words on a narrow terminal', () => {
    const state = play(counted(TOTALS, 40, 10), keys('right', 'right')).state
    const [, , summary, fees] = linesOf(state)
    expect([summary, fees]).toEqual(['4 swaps · $0.00118 · 2 of 3 succeeded', 'fees $0.000011 (0.94 %), 3 swaps'])
    expect(linesOf(counted())[2]).toContain('(50.0 %)')
  })

  test('says whose swaps a server counts', () => {
    const state = counted()
    const served = { ...state, place: { ...state.place, api: 'https://swaps.example/api/v1' } }
    expect(linesOf(served)[2]).toContain('3 swaps of everybody who uses swaps.example · volume')
    expect(linesOf(state)[2]).toContain('3 swaps · volume')
  })

  test('says what of a server its sums over swaps leave out', () => {
    const read = { type: 'swaps', id: 1, swaps: [], unreadable: ['tx_1', 'item 3'], read: 'everything' } as const
    const { state } = play(counted(), [{ on: 'stats', ...read }])
    expect(linesOf(state)[3]).toContain('without 2 swaps of the server that cannot be read: tx_1, item 3')
  })

  test('leaves what has no known value out of its sums, and says how many that are', () => {
    const unknown = { volume: undefined }
    const known = { volume: 2_000_000n }
    const swaps = [
      past('2026-01-15', unknown),
      past('2026-01-15', known),
      past('2026-01-15', { provider: 'B', ...unknown }),
    ]
    const days = [group('2026-01-15', { total: 3, volume: 2_000_000n, unvalued: 2 })]
    const read = { on: 'stats', type: 'swaps', id: 1, swaps, unreadable: [], read: 'everything' } as const
    const state = play(counted({ ...TOTALS, days }), [...keys('left'), read])
    const text = linesOf(state.state).join('\n')
    expect(text).toContain('volume $2.00+ (2 of 3 left out: their value is not known)')
    expect(text).toMatch(/A +2 .* \$2\.00\+/)
    expect(text).toMatch(/B +1 .* unknown/)
  })

  test('says what to do where there is nothing to count', () => {
    const none: Totals = { ...TOTALS, overall: group('', { total: 0 }), providers: [], pairs: [], days: [] }
    expect(
      linesOf(counted(none))
        .slice(2, 4)
        .map((line) => line.trimEnd()),
    ).toEqual(['No swaps yet on the sandbox network.', 'Make one on the Swap screen (1); it will be counted here.'])
    const old: Totals = { ...TOTALS, days: [group('2020-01-01')] }
    expect(linesOf(counted(old)).join('\n')).toContain('No swaps in the last 30 days.')
  })

  test('says why nothing could be counted', () => {
    const problem = { message: 'the store is locked', hint: 'swapcli doctor' }
    const { state } = play(screensOf(), [opened, ...keys('5'), { on: 'stats', type: 'failed', id: 1, problem }])
    expect(
      linesOf(state)
        .slice(2, 5)
        .map((line) => line.trimEnd()),
    ).toEqual(['! the store is locked', 'swapcli doctor', 'r tries again.'])
  })

  test('is read aloud as sentences, without a chart', () => {
    const text = spokenText(counted())
    expect(text).toContain('Volume by day: 2 days with swaps from 2025-12-17 to 2026-01-15; the most on 2026-01-15')
    expect(text).toContain('provider 1 of 1, selected: provider A, swaps 2, succeeded 2 of 2')
    expect(text).not.toMatch(/[█▁└│]/)
  })
})

const MANY: Totals = {
  ...TOTALS,
  providers: Array.from({ length: 99 }, (_, index) => group(`${'汉'.repeat(index)}é́`, { total: 10 ** 9 })),
  days: Array.from({ length: 700 }, (_, index) =>
    group(new Date(Date.UTC(2026, 0, 15) - index * 86_400_000).toISOString().slice(0, 10), {
      volume: BigInt(index) ** 5n,
    }),
  ).reverse(),
}
const scene =
  (...names: readonly KeyName[]) =>
  (...size: [columns: number, rows: number]) =>
    play(counted(MANY, ...size), keys(...names)).state

testSizes([
  ['a month', scene()],
  ['a week', scene('left')],
  ['all time', scene('right', 'right')],
  ['pairs', scene('right', 'right', 'tab')],
  ['the end of the list', scene('right', 'right', 'pagedown')],
])

describe('the runner of the Stats screen', () => {
  const hostile = 'A\u001B[2J\u202E'
  const asset = { id: null, symbol: hostile, contract: null, image: null, chain: 'base' }
  const transaction = (id: number) => ({
    id: `tx${id}`,
    createdAt: '2026-01-15T10:00:00Z',
    provider: hostile,
    srcAsset: asset,
    dstAsset: { ...asset, symbol: null },
    status: 'SUCCESS',
    amountUsd: 1.5,
    fee: { amountUsd: id % 2 === 0 ? 0.25 : null },
  })
  const sums = (total: number): Stats => ({
    total,
    volumeUsd: '12.5',
    byStatus: { PENDING: 0, SUCCESS: total, FAILED: 0, REFUND: 0 },
    byProvider: [{ provider: hostile, total, success: total, volumeUsd: '12.5' }],
    byPair: [],
    byDay: [
      { day: '2026-01-15', total, success: total, volumeUsd: '12.5' },
      { day: 'yesterday', total, success: total, volumeUsd: 'much' },
    ],
  })

  async function runWith(service: object) {
    const { clock, send, state } = openScreens({ open: openOnly(service) })
    send([{ on: 'app', type: 'started' }, ...keys('5')])
    await clock.advance(200)
    return state().screens.stats
  }

  test('sums what the service counts beside what has ended, with clean names', async () => {
    const stats = await runWith({
      stats: async (query?: { finalizedOnly?: boolean }) => sums(query?.finalizedOnly === true ? 3 : 5),
      history: async () => ({ data: [], pagination: { page: 1, perPage: 50, total: 0, hasMore: false } }),
    })
    expect(stats?.totals?.providers).toEqual([
      { name: 'A\\u{1b}[2J\\u{202e}', total: 5, finished: 3, success: 5, volume: 12_500_000n, unvalued: 0 },
    ])
    expect(stats?.totals?.days.map(({ name }) => name)).toEqual(['2026-01-15'])
  })

  test('reads page after page, takes a swap that comes twice once, and stops at the thousandth', async () => {
    const asked: unknown[] = []
    const stats = await runWith({
      stats: async () => sums(9000),
      history: async ({ page, perPage }: { page: number; perPage: number }) => {
        asked.push([page, perPage])
        // The last swap of a page is the first one of the next.
        const data = Array.from({ length: perPage }, (_, index) => transaction((page - 1) * (perPage - 1) + index))
        return { data, pagination: { page, perPage, total: 9000, hasMore: true } }
      },
    })
    expect(asked).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, 50]))
    expect([stats?.read, stats?.swaps.length]).toEqual(['some', 981])
    expect(stats?.swaps.slice(0, 2)).toEqual([
      {
        day: '2026-01-15',
        provider: 'A\\u{1b}[2J\\u{202e}',
        pair: 'base:A\\u{1b}[2J\\u{202e} → base:?',
        status: 'SUCCESS',
        volume: 1_500_000n,
        fee: 250_000n,
      },
      expect.objectContaining({ fee: undefined }),
    ])
  })

  test('stops at the last page', async () => {
    let asked = 0
    const stats = await runWith({
      stats: async () => sums(1),
      history: async () => {
        asked += 1
        return { data: [transaction(1)], pagination: { page: 1, perPage: 50, total: 1, hasMore: false } }
      },
    })
    expect([asked, stats?.read, stats?.swaps.length]).toEqual([1, 'everything', 1])
  })

  test('tells a failure on the screen', async () => {
    const stats = await runWith({ stats: () => Promise.reject(new Error('no \u0007 answer')) })
    expect(stats?.problem).toEqual({ message: 'no \\u{7} answer', hint: undefined })
  })
})
