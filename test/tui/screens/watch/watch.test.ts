import { describe, expect, onTestFinished, test } from 'vitest'
import { RATE_DECIMALS } from '../../../../src/core/rates/point.ts'
import { type RateRange, rateSeries } from '../../../../src/core/rates/series.ts'
import { type WatchEntry, watchKey } from '../../../../src/core/rates/watch-entry.ts'
import { DAY_MS } from '../../../../src/core/text/duration.ts'
import { openSwapService } from '../../../../src/open.ts'
import type { OpenedSwaps } from '../../../../src/tui/context.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../../src/tui/screens.ts'
import { startState } from '../../../../src/tui/state.ts'
import type { WatchedPair } from '../../../../src/tui/screens/watch/state.ts'
import { terminalForms } from '../../../../src/tui/terminal/terminal-forms.ts'
import { newHome } from '../../../support/new-home.ts'
import { sampleRate } from '../../../support/store.ts'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import { openScreens } from '../../open-screens.ts'
import { eventsIn, keys, NOW, play, screensOf, typed } from '../../sample-swap.ts'

const ONE = 10n ** BigInt(RATE_DECIMALS)
const ETH: WatchEntry = {
  ...{ srcChain: 'ethereum', srcAddress: 'native', dstChain: 'base', dstAddress: '0x1' },
  ...{ from: 'ethereum:ETH', to: 'base:USDC', amount: '0.5', above: 3_200n * ONE, fired: [] },
  ...{ toldMs: NOW - 60_000, seen: { atMs: NOW, rate: 3_050n * ONE } },
}
const BTC: WatchEntry = {
  ...{ srcChain: 'bitcoin', srcAddress: 'native', dstChain: 'base', dstAddress: '0x1' },
  ...{ from: 'bitcoin:BTC', to: 'base:USDC', amount: '1', fired: [] },
}

function ratesOf(rates: readonly number[], range: RateRange = '1d') {
  const everyMs = DAY_MS / rates.length
  const points = rates.map((rate, at) => ({
    ...{ atMs: NOW - DAY_MS + (at + 0.5) * everyMs, rate: BigInt(rate) * ONE, provider: 'P' },
  }))
  const mark = { atMs: NOW - DAY_MS / 2, transactionId: 't', status: 'SUCCESS', rate: 3_000n * ONE } as const
  return { ...rateSeries(points, { range, nowMs: NOW }), marks: [mark] }
}

const MOVED = ratesOf(Array.from({ length: 48 }, (_, at) => 3_000 + at))
const pairOf = (entry: WatchEntry, day = MOVED): WatchedPair => ({ key: watchKey(entry), entry, day })
const LISTED: ProgramEvent = { on: 'watch', type: 'listed', pairs: [pairOf(ETH), pairOf(BTC, ratesOf([]))] }
const CHARTED: ProgramEvent = { on: 'watch', type: 'charted', key: watchKey(ETH), rates: MOVED }

function after(events: readonly ProgramEvent[], columns = 120, rows = 40): AppState {
  return play(screensOf(columns, rows), [{ on: 'app', type: 'opened' }, ...keys('8'), ...events]).state
}

const onServer = (columns = 120, rows = 40) =>
  startState(SCREENS, {
    ...{ now: NOW, size: { columns, rows }, settings: {} },
    place: { network: 'sandbox', api: 'http://127.0.0.1:1/api/v1', version: '0.0.0' },
  })

testSizes([
  ['nothing yet', (...size) => after([], ...size)],
  ['no pair', (...size) => after([{ on: 'watch', type: 'listed', pairs: [] }], ...size)],
  ['pairs', (...size) => after([LISTED], ...size)],
  ['the chart of a pair', (...size) => after([LISTED, CHARTED], ...size)],
  ['a pair that is written', (...size) => after([LISTED, CHARTED, ...keys('A'), ...typed('eth base:usdc')], ...size)],
  [
    'why it was not taken',
    (...size) => after([LISTED, ...keys('A'), { on: 'watch', type: 'add-failed', wrong: 'x'.repeat(300) }], ...size),
  ],
  [
    'more than lines',
    (...size) =>
      after(
        [
          {
            ...{ on: 'watch', type: 'listed' },
            pairs: Array.from({ length: 99 }, (_, at) => pairOf({ ...ETH, srcAddress: `0x${at}` })),
          },
        ],
        ...size,
      ),
  ],
  ['a server', (...size) => play(onServer(...size), [{ on: 'app', type: 'opened' }, ...keys('8')]).state],
  [
    'why there is nothing',
    (...size) => after([{ on: 'watch', type: 'list-failed', problem: { message: 'gone', hint: undefined } }], ...size),
  ],
])

describe('the watch list', () => {
  test('stands with rate and change of one reading, alert and when that was told, the chart of the marked pair under it', () => {
    const lines = linesOf(after([LISTED, CHARTED]))
    expect(lines[1]).toMatch(/^ +PAIR +RATE +CHANGE +MOVED +ALERT +TOLD \(UTC\)$/)
    expect(lines[2]).toMatch(
      /^▸ ethereum:ETH to base:USDC +3,047 +\+1\.57 % 24 h +[▁▂▃▄▅▆▇█]{16} +above 3,200 +01-15 11:59$/,
    )
    expect(lines[3]).toMatch(/^ {2}bitcoin:BTC to base:USDC$/)
    const text = lines.join('\n')
    expect(text).toMatch(/\n 1 hour {2}\[1 day\] {2}1 week/)
    expect(text).toContain('3,047, +1.57 % in 24 h, 1 swap of yours')
    expect(text).toContain('●')
  })

  test('says of a pair that was not quoted yet when it is, and of one whose quote is not kept yet what that was', () => {
    const none: ProgramEvent = { on: 'watch', type: 'charted', key: watchKey(BTC), rates: ratesOf([]) }
    const btc = after([LISTED, ...keys('down'), none])
    expect(textOf(btc)).toContain('No quote of it yet: it is asked for within seconds, then once a minute.')
    const quoted = (atMs: number) => {
      const pair = pairOf({ ...BTC, seen: { atMs, rate: 60_000n * ONE } }, ratesOf([]))
      return textOf(play(btc, [{ on: 'watch', type: 'listed', pairs: [pair] }]).state)
    }
    expect(quoted(NOW)).not.toContain('No quote')
    expect(quoted(NOW - 2 * DAY_MS)).toContain('No quote of this pair is known of the last day.')
  })

  test('has its chart beside it on a wide terminal, and none where there is no room', () => {
    expect(linesOf(after([LISTED, CHARTED], 200, 40))[1]).toMatch(/PAIR .* 1 hour {2}\[1 day\]/)
    expect(textOf(after([LISTED, CHARTED], 80, 12))).not.toContain('[1 day]')
  })

  test('is read where it is seen, again every five seconds, and what is known is not read again', () => {
    const effectsOf = (events: readonly ProgramEvent[], now?: number) =>
      // Without a desk, on which the list would be seen from everywhere.
      play(after([LISTED], 100), events, now).effects.filter(({ on }) => on === 'watch')
    const tick: ProgramEvent = { on: 'app', type: 'tick' }
    expect(effectsOf([tick])).toEqual([])
    expect(effectsOf([tick], NOW + 5_000)).toMatchObject([{ type: 'list', known: [{ entry: ETH }, { entry: BTC }] }])
    expect(effectsOf([...keys('1'), tick], NOW + 5_000)).toEqual([])
  })

  test('is followed from the moment the service is open, and never on a server', () => {
    const types = (state: AppState) => play(state, [{ on: 'app', type: 'opened' }]).effects.map(({ type }) => type)
    expect(types(screensOf())).toContain('follow')
    expect(types(onServer())).not.toContain('follow')
    const state = play(onServer(), [{ on: 'app', type: 'opened' }, ...keys('8', 'A')]).state
    expect(textOf(state)).toContain('which is on a server here. On its machine: swapcli watch')
    expect(state.screens.watch.adding).toBeUndefined()
  })

  test('fills the form by Enter, takes out by x, and changes the period by h and l', () => {
    const state = after([LISTED, CHARTED])
    const used = eventsIn(play(state, keys('enter')).effects)
    expect(used).toEqual([
      { on: 'swap', type: 'line-written', text: '0.5 ethereum:ETH to base:USDC' },
      { on: 'app', type: 'go', tab: 'swap' },
    ])
    expect(play(state, keys('x')).effects).toEqual([
      { on: 'watch', type: 'remove', pair: ETH, name: 'ethereum:ETH to base:USDC' },
    ])
    const ask = { on: 'watch', type: 'chart', key: watchKey(ETH), pair: ETH, seen: ETH.seen }
    expect(play(state, keys('h')).effects).toEqual([{ ...ask, range: '1h' }])
    expect(play(state, keys('l')).effects).toEqual([{ ...ask, range: '1w' }])
    expect(play(state, keys('h', 'h')).effects).toHaveLength(1)
    expect(play(state, keys('down')).effects).toEqual([
      { ...ask, key: watchKey(BTC), pair: BTC, seen: undefined, range: '1d' },
    ])
  })

  test('is filtered and sorted, and the chart is that of the marked pair', () => {
    const state = after([LISTED, CHARTED])
    const pairs = (each: AppState) =>
      linesOf(each).flatMap((line) => /^[▸ ] (\w+:\w+ to \w+:\w+)/.exec(line)?.[1] ?? [])
    expect(pairs(play(state, keys('s')).state)).toEqual(['bitcoin:BTC to base:USDC', 'ethereum:ETH to base:USDC'])
    const { state: btc, effects } = play(state, [...keys('/'), ...typed('from:btc')])
    expect(pairs(btc)).toEqual(['bitcoin:BTC to base:USDC'])
    expect(effects.filter(({ on }) => on === 'watch').at(-1)).toMatchObject({ type: 'chart', key: watchKey(BTC) })
    const all = play(btc, keys('esc')).state
    expect([pairs(all).length, all.screens.watch.marked]).toEqual([2, watchKey(BTC)])
  })

  test('takes a pair that is written, marks it, and keeps what was not taken with the reason', () => {
    const state = after([LISTED, ...keys('A'), ...typed('eth base:usdc --above 5')])
    const { effects } = play(state, keys('enter'))
    expect(effects).toEqual([{ on: 'watch', type: 'add', text: 'eth base:usdc --above 5' }])
    const failed = play(state, [{ on: 'watch', type: 'add-failed', wrong: 'no such asset' }]).state
    expect(textOf(failed)).toContain('> eth base:usdc --above 5')
    expect(textOf(failed)).toContain('! no such asset')
    const added = play(failed, [{ on: 'watch', type: 'added', key: watchKey(BTC) }]).state.screens.watch
    expect([added.adding, added.wrong, added.marked]).toEqual([undefined, '', watchKey(BTC)])
    expect(play(state, keys('esc')).state.screens.watch.adding).toBeUndefined()
  })
})

test.each([
  ['that the last quote has reached is told', 'above 2', true],
  ['that it has not reached is not', 'above 4', false],
])('of a pair that is added a limit %s', async (_, limit, isTold) => {
  const home = await newHome()
  const service = await openSwapService({ home })
  onTestFinished(() => service.close())
  const rate = sampleRate(0, { rate: 3n * ONE })
  await service.store.rates.putMany([{ ...rate, atMs: Date.now() - 60_000 }])
  const { clock, send, press, state } = openScreens({
    open: async () => ({ service, catalog: service.catalog, embedded: service }),
  })
  press('8', 'A')
  send(typed(`100 usdc ethereum to usdc base ${limit}`))
  press('enter')
  // Frames wait for the clock.
  while ((await service.watchList.list()).length === 0) await clock.advance(10)
  await clock.advance(1_000)
  expect(await service.watchList.list()).toMatchObject([{ amount: '100' }])
  const told = /above 2 is reached already: 1 ethereum:USDC = 3 base:USDC \w+ ago/
  expect(told.test(textOf(state()).replaceAll(/\s+/g, ' '))).toBe(isTold)
})

test.each([
  ['is told once', true],
  ['that other screens have told calls nobody', false],
])(
  'an alert of the journal %s, marks the tab, and stays until it is seen; leaving ends the watch',
  async (_, isFirst) => {
    const data = { ...ETH, above: undefined, fired: undefined, seen: undefined, toldMs: undefined }
    const alert = {
      ...{ seq: 2, at: new Date(NOW).toISOString(), type: 'rate.alert' },
      data: { ...data, side: 'above', limit: '3200', rate: '3201.5' },
    }
    let isDue = false
    let watching = 0
    const embedded = {
      journal: {
        bounds: async () => ({ first: '0', newest: '1' }),
        since: async (after: string) => (isDue && after === '1' ? [{ cursor: '2', seq: 2, event: alert }] : []),
      },
      startRateWatch: () => {
        watching += 1
        return async () => void (watching -= 1)
      },
      watchList: {
        list: async () => [],
        takeAlert: async () => isFirst,
      },
    }
    const open = async () => ({ embedded }) as unknown as OpenedSwaps
    const { clock, send, state, press, codes, runtime } = openScreens({ open })
    send([
      { on: 'app', type: 'terminal', forms: terminalForms({}) },
      { on: 'app', type: 'started' },
    ])
    await clock.advance(100)
    expect([watching, state().jobs.unseen]).toEqual([1, []])
    isDue = true
    await clock.advance(5_000)
    await clock.advance(20_000)
    expect(state().jobs.unseen.map(({ text }) => text)).toEqual(['1 ethereum:ETH = 3,201.5 base:USDC, above 3,200'])
    expect(state().jobs.unseen.map(({ plain }) => plain)).toEqual(['ethereum:ETH to base:USDC: above its limit'])
    expect(state().jobs.marked).toEqual(['watch'])
    expect(linesOf(state())[0]).toContain('8 Watch•')
    expect(codes.join('').includes('\u0007')).toBe(isFirst)
    press('8')
    expect(state().jobs.marked).toEqual([])
    press('ctrl-c')
    await runtime.left
    expect(watching).toBe(0)
  },
)
