import { expect, test } from 'vitest'
import { type OrderRates, rateSeries, seriesOfOrder } from '../../../../src/core/rates/series.ts'
import { DAY_MS } from '../../../../src/core/text/duration.ts'
import { createDeskRows } from '../../../../src/tui/desk/desk-rows.ts'
import { bodySize } from '../../../../src/tui/kit/layout/scrolling.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../../src/tui/screens.ts'
import { rateRows } from '../../../../src/tui/screens/swap/rate/rate-row.ts'
import { pairKey } from '../../../../src/tui/screens/swap/state.ts'
import type { Pane, ScreenList } from '../../../../src/tui/screen.ts'
import { factsOf } from '../../../../src/tui/state.ts'
import type { OpenedSwaps } from '../../../../src/tui/context.ts'
import { openScreens } from '../../open-screens.ts'
import { lineOf, linesOf, testSizes, textOf } from '../../frame-lines.ts'
import { asking, BTC, keys, NOW, play, quoted, route, USDC, verdict } from '../../sample-swap.ts'

const ONE = 10n ** 36n

/** The rate of a day that rose by a percent, the last point this long ago. */
function ratesOf(agoMs = 0) {
  const points = Array.from({ length: 49 }, (_, at) => ({
    ...{ atMs: NOW - agoMs - DAY_MS + (at * DAY_MS) / 48, rate: (ONE * BigInt(4_800 + at)) / 4_800n, provider: 'A' },
  }))
  const mark = { atMs: NOW - DAY_MS / 2, transactionId: 't', status: 'SUCCESS', rate: ONE } as const
  const rates = { ...rateSeries(points, { range: '1d', nowMs: NOW }), marks: [mark] }
  return { on: 'swap', type: 'rates', pair: pairKey(USDC, BTC), rates } satisfies ProgramEvent
}

const known = (columns = 118, rows = 40, agoMs = 0) =>
  play(quoted([route('A')], [verdict('A')], columns, rows), [ratesOf(agoMs)]).state
const rateLine = (state: AppState) => linesOf(state).find((line) => line.includes('1 USDC = ')) ?? ''
const asksIn = (effects: ReturnType<typeof play>['effects']) =>
  effects.flatMap((effect) => (effect.on === 'swap' && effect.type === 'rates' ? [effect.range] : []))
const onServer = (state: AppState): AppState => ({
  ...state,
  place: { ...state.place, api: 'http://127.0.0.1:1/api/v1' },
})

/** Answers the quote that is asked. */
function answer(state: AppState, out: string, now: number): AppState {
  const id = state.screens.swap.quote?.id ?? -1
  const routes = [route('A', { dst: { formatted: out, currency: 'BTC', usd: '99.00' } })]
  return play(state, [{ on: 'swap', type: 'quoted', id, routes, verdicts: [verdict('A')] }], now).state
}

testSizes([
  ['the rate of the pair', known],
  ['a rate that is old', (columns, rows) => known(columns, rows, 3_600_000)],
])

test('one line says what the pair trades at, and how that moved', () => {
  expect(rateLine(known())).toMatch(/^1 USDC = 1\.01 BTC {2}[▁▂▃▄▅▆▇█]{40} {2}24 h \+1\.00 %$/)
  expect(rateLine(known(60, 24))).toMatch(/^1 USDC = 1\.01 BTC {2}[▁▂▃▄▅▆▇█]{27} {2}24 h \+1\.00 %$/)
  expect(rateLine(known(40, 24))).toMatch(/^1 USDC = 1\.01 BTC {2}[▁▂▃▄▅▆▇█]{7} {2}24 h \+1\.00 %$/)
  expect(rateLine(known(40, 10))).toBe('')
})

test('a rate that was not quoted just now says when it was', () => {
  expect(rateLine(known(118, 40, 3_600_000))).toMatch(/ 1h ago$/)
})

test('it is drawn in bars neither for a screen reader nor on a terminal of plain ASCII', () => {
  const plain = { ...known(), settings: { charts: 'ascii' } }
  expect(rateLine(plain)).toBe('1 USDC = 1.01 BTC  24 h +1.00 %')
  const spoken = rateRows(known().screens.swap, factsOf(SCREENS, known()), { columns: 118, rows: 40 }, true)
  expect(spoken.map(lineOf)).toEqual(['1 USDC = 1.01 BTC  24 h +1.00 %'])
})

test('it is that of the pair of the form, and none of another one', () => {
  const { state } = play(known(), keys('w'))
  expect(state.screens.swap.from).toEqual(BTC)
  expect(textOf(state)).not.toContain('1 BTC = ')
})

test('it is read again once a quote is answered, and over another time by a key', () => {
  const state = asking()
  const id = state.screens.swap.quote?.id ?? -1
  const answered = play(state, [{ on: 'swap', type: 'quoted', id, routes: [route('A')], verdicts: [] }])
  expect(asksIn(answered.effects)).toEqual([undefined])
  expect(asksIn(play(answered.state, keys('T', 'T', 'T')).effects)).toEqual(['1h', '1d', '1w'])
  expect(asksIn(play(play(answered.state, [ratesOf()]).state, keys('T', 'T')).effects)).toEqual(['1w', '1h'])
})

test('one quote of an amount beside those of others is drawn with them, and says so; two are drawn alone', () => {
  const small = answer(onServer(asking()), '0.001', NOW)
  const large = answer(play(small, [...keys('a'), ...keys('0', 'enter')], NOW + 20_000).state, '0.008', NOW + 20_000)
  expect(rateLine(large)).toMatch(/^1 USDC = 0\.000008 BTC {2}█{20,}▁ {2}all sizes$/)
  const again = answer(play(large, keys('r'), NOW + 40_000).state, '0.00816', NOW + 40_000)
  expect(rateLine(again)).toMatch(/^1 USDC = 0\.00000816 BTC {2}▁{20,}█ {2}20s \+2\.00 %$/)
})

test('where the service is on a server, it is that of the quotes of these screens', () => {
  const first = answer(onServer(asking()), '0.001', NOW)
  expect(rateLine(first)).toBe('1 USDC = 0.00001 BTC')
  expect(first.screens.swap.rates?.rates.range).toBe('1h')
  const asked = play(first, keys('r'), NOW + 20_000)
  expect(asksIn(asked.effects)).toEqual([])
  const second = answer(asked.state, '0.00102', NOW + 20_000)
  expect(rateLine(second)).toMatch(/^1 USDC = 0\.0000102 BTC {2}▁{20,}█ {2}20s \+2\.00 %$/)
  const { rates } = ratesOf()
  const afterOther = play(second, [{ on: 'swap', type: 'rates', pair: pairKey(BTC, USDC), rates }]).state
  const back = play(afterOther, keys('w', 'esc', 'w', 'esc'), NOW + 20_000).state
  expect(rateLine(back)).toMatch(/^1 USDC = 0\.0000102 BTC /)
  const without = answer(play(second, keys('x'), NOW + 40_000).state, '0.002', NOW + 40_000)
  expect(rateLine(without)).toContain('1 USDC = 0.0000102 BTC')
})

test('on the desk a pane draws it, at most as high as wide, and not again while it is the same', () => {
  const state = known(160, 45)
  const text = textOf(state)
  for (const part of ['RATE', '[1 day]', '1.01, +1.00 % in 24 h, 1 swap of yours', '●']) {
    expect(text).toContain(part)
  }
  const drawn = (rows: number) => linesOf(known(160, rows)).filter((line) => /[\u2801-\u28ff]/.test(line)).length
  expect(drawn(45)).toBeGreaterThan(8)
  expect(drawn(80)).toBeLessThan(30)
})

test('the age of its first quote goes on while nothing is quoted', () => {
  const points = [{ atMs: NOW - 14_000, rate: ONE, provider: 'A' }]
  const rates = { ...rateSeries(points, { range: '1h', nowMs: NOW }), marks: [] }
  const { state } = play(known(160, 45), [{ on: 'swap', type: 'rates', pair: pairKey(USDC, BTC), rates }])
  const draw = createDeskRows()
  const ageAt = (now: number) => {
    const rows = draw(SCREENS, { ...state, now }, bodySize(state.size)) ?? []
    return /first quote (\w+) ago/.exec(rows.map(lineOf).join('\n'))?.[1]
  }
  expect([ageAt(NOW), ageAt(NOW + 30_000)]).toEqual(['14s', '44s'])
})

test('the pane is not drawn again for a key, or as time goes by, but for another rate', () => {
  let draws = 0
  const counted = (pane: Pane): Pane => ({
    ...pane,
    view: (props) => {
      if (pane.name === 'chart') draws += 1
      return pane.view(props)
    },
  })
  const screens: ScreenList = SCREENS.map((screen) =>
    'panes' in screen ? { ...screen, panes: screen.panes.map(counted) } : screen,
  )
  const draw = createDeskRows()
  const show = (state: AppState) => draw(screens, state, bodySize(state.size))
  const state = known(160, 45)
  show(state)
  show({ ...play(state, keys('down')).state, now: NOW + 5_000 })
  expect(draws).toBe(1)
  show(play(state, [ratesOf()]).state)
  expect(draws).toBe(2)
})

test('it is over the shortest time that holds all that is known, or over that which a key chose', async () => {
  const agos = [1_800_000, 60_000]
  const points = agos.map((ago) => ({ atMs: NOW - ago, rate: ONE, provider: 'A' }))
  const asked: OrderRates[] = []
  const embedded = {
    ratesOfOrder: async (_pair: unknown, order: OrderRates) => {
      asked.push(order)
      return seriesOfOrder(() => points, order, NOW)
    },
    rateMarks: async () => [],
  }
  const { send, press, state, clock } = openScreens(
    { open: async () => ({ embedded }) as unknown as OpenedSwaps },
    { start: asking() },
  )
  const rangeNow = async () => {
    await clock.advance(50)
    return state().screens.swap.rates?.rates.range
  }
  const id = state().screens.swap.quote?.id ?? -1
  send([{ on: 'swap', type: 'quoted', id, routes: [route('A')], verdicts: [verdict('A')] }])
  expect(await rangeNow()).toBe('1h')
  press('T')
  expect(await rangeNow()).toBe('1d')
  press('T')
  expect(await rangeNow()).toBe('1w')
  const amount = 100n * ONE
  expect(asked).toEqual([undefined, '1d', '1w'].map((range) => ({ range, size: { amount } })))
})
