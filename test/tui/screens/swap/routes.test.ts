import { describe, expect, test } from 'vitest'
import type { FeeItem } from '../../../../src/core/api/documents.ts'
import { notify } from '../../../../src/tui/events.ts'
import { SCREENS, type AppState } from '../../../../src/tui/screens.ts'
import { rankedRoutes, routeNames, shownRoutes } from '../../../../src/tui/screens/swap/routes.ts'
import { factsOf, focusOf } from '../../../../src/tui/state.ts'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import type { PressArrival } from '../../../../src/tui/terminal/key-decoder.ts'
import { eventsIn, keys, play, quoted, route, times, typed } from '../../sample-swap.ts'

const dst = (formatted: string, usd: string) => ({ formatted, currency: 'BTC', usd })
const fee = (type: FeeItem['type'], amountUsd: string, included = true): FeeItem => ({
  ...{ type, amount: '1', amountUsd, description: '', providerLabel: '', included },
  token: { chainId: 1, address: '0x1', symbol: 'USDC', decimals: 6 },
  chain: { chainId: 1, name: 'Ethereum' },
})
const SLOW = route('SLOW', {
  ...{ dst: dst('0.00103', '99.20'), minimumReceived: '0.00102', estimatedTime: 600 },
  fees: { total: { usd: '0.80', formatted: '$0.80' }, items: [fee('protocol_fee', '0.80')] },
})
const QUICK = route('QUICK', {
  ...{ dst: dst('0.00101', '97.30'), minimumReceived: '0.00100', estimatedTime: 30 },
  fees: {
    total: { usd: '2.70', formatted: '$2.70' },
    items: [fee('protocol_fee', '2.50'), fee('source_gas', '0.20', false)],
  },
})
const OTHER = route('QUICK', { ...QUICK, routeId: 'QUICK-2', dst: dst('0.001005', '96.80'), estimatedTime: 20 })
const LAST = route('LAST', { dst: dst('0.00099', '95.40'), minimumReceived: undefined, estimatedTime: 100 })
const PRICED = route('PRICED', {
  fees: { total: { usd: '0.70', formatted: '$0.70' }, items: [fee('liquidity_fee', '0.70')] },
})
const ALL = [SLOW, QUICK, OTHER, LAST]

const start = (columns = 118, rows = 40) => play(quoted(ALL, [], columns, rows), []).state
const timesOf = (state: AppState) =>
  shownRoutes(state.screens.swap, factsOf(SCREENS, state)).map(({ estimatedTime }) => estimatedTime)
const marked = (state: AppState) => linesOf(state).find((line) => line.startsWith('▸'))
/** Two routes compared. */
const compared = (columns = 118, rows = 40) => play(start(columns, rows), keys(' ', 'down', ' ')).state

testSizes([
  ['a filter of routes that is written', (...size) => play(start(...size), [...keys('/'), ...typed('pro')]).state],
  [
    'a filter that leaves no route',
    (...size) => play(start(...size), [...keys('/'), ...typed('x'), ...keys('enter')]).state,
  ],
  ['two routes compared', compared],
])

describe('the list of routes', () => {
  test('is sorted by a column, and the mark stays on its route', () => {
    const state = play(start(), keys('down')).state
    expect([timesOf(state), marked(state)]).toEqual([[600, 30, 20, 100], expect.stringContaining('QUICK')])
    const byTime = play(state, times(6, 's')).state
    expect([timesOf(byTime), marked(byTime)]).toEqual([[20, 30, 100, 600], expect.stringContaining('30s')])
    expect(textOf(byTime)).toContain('TIME ▲')
    expect(timesOf(play(byTime, keys('S')).state)).toEqual([600, 100, 30, 20])
    // Unknown ones come last, whichever way.
    const byLeast = play(start(), times(4, 's')).state
    expect(timesOf(byLeast).at(-1)).toBe(100)
    expect(timesOf(play(byLeast, keys('S')).state).at(-1)).toBe(100)
  })

  test('has the best first in each column, whatever the one before was reversed to', () => {
    const receive = [...times(3, 's'), ...keys('S'), ...keys('s')]
    expect(timesOf(play(start(), times(2, 's')).state)).toEqual([600, 30, 20, 100])
    expect(timesOf(play(start(), times(3, 's')).state)).toEqual([600, 30, 20, 100])
    expect(timesOf(play(start(), receive).state)).toEqual([600, 30, 20, 100])
    expect(textOf(play(start(), receive).state)).toContain('AT LEAST ▼')
    expect(textOf(play(start(), times(5, 's')).state)).toContain('FEES ▲')
  })

  test('is in the order of the ranking again for another question, and says before that S reverses it', () => {
    const worst = play(start(), [...times(3, 's'), ...keys('S')]).state
    expect([timesOf(worst)[0], textOf(worst)]).toEqual([100, expect.stringContaining('S reverses the order')])
    const same = play(worst, keys('r')).state
    expect(same.screens.swap.sifting).toEqual(worst.screens.swap.sifting)
    const other = play(worst, [...keys('a'), ...typed('7'), ...keys('enter')]).state
    const id = other.screens.swap.quote?.id ?? -1
    const answered = play(other, [{ on: 'swap', type: 'quoted', id, routes: ALL, verdicts: [] }]).state
    expect(timesOf(answered)).toEqual([600, 30, 20, 100])
    expect(textOf(answered)).not.toContain('S reverses')
  })

  test('is filtered, which changes nothing of what is said of a route', () => {
    const lineOf = (state: AppState) =>
      linesOf(state)
        .find((line) => line.includes('LAST'))
        ?.slice(2)
        .split(/ +/)
    const state = play(start(), [...keys('/'), ...typed('last')]).state
    expect(focusOf(SCREENS, state)).toMatchObject({ mode: 'filter', takesText: true })
    expect(timesOf(state)).toEqual([100])
    expect(lineOf(state)).toEqual(lineOf(start()))
    expect(textOf(play(state, keys('enter')).state)).toContain('only last · 1 of 4 · Esc shows all')
    expect(timesOf(play(state, keys('esc')).state)).toHaveLength(4)
  })

  test('has its pane on the desk as high as headings, filter and all routes need, whatever the filter leaves', () => {
    const desk = start(200, 60)
    const listed = (state: AppState) => ({
      headings: linesOf(state).filter((line) => line.includes('NET $')).length,
      shown: linesOf(state).filter((line) => /(SLOW|QUICK|LAST) +9\d\.\d\d /.test(line)).length,
      rows: state.panes.find(({ name }) => name === 'routes')?.rows,
    })
    expect(listed(desk)).toEqual({ headings: 1, shown: 4, rows: 5 })
    const written = play(desk, [...keys('/'), ...typed('net:>10')]).state
    expect(listed(written)).toEqual({ headings: 1, shown: 4, rows: 7 })
    const kept = play(written, keys('enter')).state
    expect(listed(kept)).toEqual({ headings: 1, shown: 4, rows: 6 })
    const one = play(desk, [...keys('/'), ...typed('time:<25')]).state
    expect(listed(one)).toEqual({ headings: 1, shown: 1, rows: 7 })
  })

  test('locks the route that is marked in it, and none where none is shown', () => {
    const locked = (state: AppState) =>
      play(state, keys('enter')).effects.flatMap((effect) =>
        effect.type === 'send' && 'route' in effect.event ? [effect.event.route] : [],
      )
    const byTime = play(start(), [...times(6, 's'), ...keys('home', ...(['end'] as const))]).state
    expect(locked(byTime)).toEqual([SLOW])
    const last = play(start(), [...keys('/'), ...typed('last'), ...keys('enter')]).state
    expect(locked(last)).toEqual([LAST])
    const none = play(start(), [...keys('/'), ...typed('zzz'), ...keys('enter')]).state
    expect(play(none, keys('enter', 'x', ' ')).effects).toEqual([])
  })

  test.each([
    ['the list', []],
    ['its fees', ['i']],
  ] as const)('locks no route by a key that is held down, and says so: from %s', (_where, opening) => {
    const state = play(start(), keys('end', ...opening)).state
    const [press] = keys('enter')
    if (press?.on !== 'app' || press.type !== 'key') throw new Error('no key')
    const effectsOf = (arrival: PressArrival) => play(state, [{ ...press, arrival }]).effects
    expect(effectsOf('held')).toEqual([notify('info', 'Enter is held down: press it by itself')])
    for (const arrival of ['alone', 'quick', 'together'] as const)
      expect(eventsIn(effectsOf(arrival)).map(({ type }) => type)).toContain('open')
  })

  test('names its routes the same in every order', () => {
    const named = (state: AppState) => {
      const { swap } = state.screens
      const routes = shownRoutes(swap, factsOf(SCREENS, state))
      return Object.fromEntries(routeNames(swap.quote, routes).map((name, at) => [name, routes[at]?.routeId]))
    }
    const all = named(start())
    expect(Object.keys(all)).toHaveLength(4)
    for (const pressed of [times(6, 's'), [...times(6, 's'), ...keys('S')], keys('R'), keys('R', 'R')])
      expect(named(play(start(), pressed).state)).toEqual(all)
    expect(rankedRoutes(start().screens.swap, factsOf(SCREENS, start()))).toEqual(ALL)
  })
})

describe('two routes', () => {
  test('are marked by Space, and stand side by side with what differs', () => {
    const one = play(start(), keys(' ')).state
    expect(linesOf(one).find((line) => line.startsWith('▸'))).toContain('SLOW [1]')
    const text = textOf(compared())
    for (const line of [
      /\[1\] SLOW +\[2\] QUICK +\[2\] less \[1\]/,
      /receive +0\.00103 BTC +0\.00101 BTC +-0\.00002/,
      /protocol fee +-\$0\.80 +-\$2\.50 +-\$1\.70/,
      /on top +\$0\.00 +\$0\.20 +\+\$0\.20/,
      /at least +0\.00102 BTC +0\.00100 BTC +-0\.00002/,
      /time +10m +30s +10m shorter/,
      /so far +none ended here +none ended here/,
    ])
      expect(text).toMatch(line)
  })

  test('stand one under the other on a narrow terminal, what differs first', () => {
    const text = textOf(compared(70, 60))
    expect(text).toMatch(/\[2\] less \[1\]\n[^]*time +10m shorter\n[^]*\[1\] SLOW\n[^]*\[2\] QUICK\n/)
  })

  test('stand one under the other with a space between what is compared and its value', () => {
    const lines = linesOf(play(quoted([SLOW, PRICED], [], 60, 60), keys(' ', 'down', ' ')).state)
    expect(lines).toContain('liquidity fee  -$0.70')
  })

  test('have the whole desk where their pane is too narrow for them side by side', () => {
    expect(textOf(compared(120, 40))).toMatch(/\[1\] SLOW +\[2\] QUICK +\[2\] less \[1\]/)
    expect(textOf(compared(120, 40))).not.toContain('─ ORDER ─')
    expect(textOf(play(compared(120, 40), keys('esc')).state)).toContain('─ ORDER ─')
  })

  test('are closed by Space or Esc, and a mark is taken back by Space', () => {
    const ended = (state: AppState) => [state.screens.swap.panel, state.screens.swap.compared]
    expect(ended(compared())[0]).toBe('compare')
    expect(ended(play(compared(), keys(' ')).state)).toEqual([undefined, []])
    expect(ended(play(compared(), keys('esc')).state)).toEqual([undefined, []])
    expect(ended(play(start(), keys(' ', ' ')).state)).toEqual([undefined, []])
  })

  test('of which one has gone say so', () => {
    const state = compared()
    const id = (state.screens.swap.quote?.id ?? 0) + 1
    const asked = play(state, keys('esc', 'r')).state
    expect(asked.screens.swap.quote?.id).toBe(id)
    const open = {
      ...asked,
      screens: {
        ...asked.screens,
        swap: { ...asked.screens.swap, compared: state.screens.swap.compared, panel: 'compare' as const },
      },
    }
    const left = play(open, [{ on: 'swap', type: 'quoted', id, routes: [SLOW], verdicts: [] }]).state
    expect(textOf(left)).toContain('One of the two has no route now')
  })
})
