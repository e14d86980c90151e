import { describe, expect, test } from 'vitest'
import { createDeskRows } from '../../../src/tui/desk/desk-rows.ts'
import { createFrameRows } from '../../../src/tui/frame/frame.ts'
import { bodySize } from '../../../src/tui/kit/layout/scrolling.ts'
import { rowWidth } from '../../../src/tui/kit/text/rows.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../src/tui/screens.ts'
import { offeredKeys } from '../../../src/tui/state.ts'
import type { KeyName } from '../../../src/tui/terminal/key-decoder.ts'
import { lineOf, linesOf, testSizes, textOf } from '../frame-lines.ts'
import { openScreens } from '../open-screens.ts'
import { keys, NOW, play, quoted, route, screensOf, typed } from '../sample-swap.ts'
import { past } from '../screens/activity/sample-activity.ts'

const job = { id: 'run_1', amount: '0.05', from: 'ETH', to: 'USDC', doing: 'swapping', waits: false } as const
const JOB: ProgramEvent = {
  on: 'app',
  type: 'job',
  job: { ...job, lockEndsAt: undefined, isPaid: true, estimateSec: 90 },
}
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ROUTES = [route('A'), route('B')]

/** The desk with routes, a swap that runs, and past ones. */
function desk(columns = 200, rows = 40): AppState {
  const { state } = play(quoted(ROUTES, [], columns, rows), [JOB])
  const items = [past('tx_1'), past('tx_2')]
  const page = { page: 1, items, total: 2, isTotalLeast: false, hasMore: false, damaged: [], unreadable: [] }
  return play(state, [{ on: 'activity', type: 'page', id: state.screens.activity.lastId, ...page }]).state
}

/** Titles of the panes, by the columns that they begin in. */
const titlesOf = (state: AppState) =>
  linesOf(state).flatMap((line) =>
    [...line.matchAll(/─ ([A-Z][A-Z ]*) (?:─|· zoomed)/g)].map(([, title = '']) => title),
  )
const after = (state: AppState, ...names: readonly KeyName[]) => play(state, keys(...names)).state

testSizes([
  ['the desk', desk],
  ['a zoomed pane', (...size) => after(desk(...size), 'alt-z')],
  ['a pane of another screen with the keys', (...size) => after(desk(...size), 'alt-o')],
])

describe('the desk of a wide terminal', () => {
  test('lists past swaps although one is open on their screen, until they have the keys', () => {
    const open = after(desk(120, 40), '3', 'enter')
    const listed = (state: AppState) => linesOf(state).filter((line) => line.includes('unknown, ~99.8 USDC')).length
    expect([listed(open), listed(after(open, '1'))]).toEqual([0, 2])
  })

  test('has no watch pane over a server, which keeps its own list, and the key of it says so', () => {
    const atHome = desk()
    const state = { ...atHome, place: { ...atHome.place, api: 'https://swaps.example/api/v1' } }
    expect(titlesOf(state)).toEqual(titlesOf(atHome).filter((title) => title !== 'WATCH'))
    const pressed = play(state, keys('alt-7'))
    expect(pressed.effects).toMatchObject([{ event: { notice: { text: 'watch has nothing to show with a server' } } }])
    expect(pressed.state.settings['hidden-panes']).toBeUndefined()
    expect(textOf(after(state, '8'))).toContain('which is on a server here. On its machine: swapcli watch')
  })

  test('shows order, routes, the marked route, and what runs, at once; a narrower one shows the screen alone', () => {
    expect(titlesOf(desk())).toEqual(['ORDER', 'ROUTES', 'RUNNING AND RECENT', 'ROUTE', 'WATCH', 'RATE', 'BALANCES'])
    expect(titlesOf(desk(120, 40))).toEqual([
      'ORDER',
      'RATE',
      'ROUTES',
      'BALANCES',
      'ROUTE',
      'RUNNING AND RECENT',
      'WATCH',
    ])
    expect(titlesOf(desk(119, 40))).toEqual(['A', 'RUNNING'])
    const text = linesOf(desk()).join('\n')
    for (const part of ['Amount    100', '▸ A', 'you send 100 USDC', '0.05 ETH→USDC', '0s of 90s', '2 swaps']) {
      expect(text).toContain(part)
    }
  })

  test('does not say beside the first swap, while it waits, that there is none', () => {
    const { state } = play(screensOf(200, 40), [{ on: 'app', type: 'opened' }])
    const page = { page: 1, items: [], total: 0, isTotalLeast: false, hasMore: false, damaged: [], unreadable: [] }
    const id = state.screens.activity.lastId
    const first = play(state, [{ on: 'activity', type: 'page', id, ...page }, JOB]).state
    expect(textOf(first)).toContain('0.05 ETH→USDC')
    expect(textOf(first)).not.toMatch(/0 swaps|No swaps yet/)
  })

  test('reads no balances of real accounts by itself: nodes learn the addresses', () => {
    const start = screensOf(200, 40)
    const live = { ...start, place: { ...start.place, network: 'live' } } as const
    const { state, effects } = play(live, [
      { on: 'app', type: 'started' },
      { on: 'app', type: 'opened' },
    ])
    expect(effects.filter(({ on }) => on === 'balances')).toEqual([])
    expect(textOf(state)).toContain('Not read yet: Balances (7) asks your nodes')
    const read = play(state, [...keys('7'), { on: 'balances', type: 'listed', accounts: [] }, ...keys('1')]).state
    expect(textOf(read)).not.toContain('Not read yet')
  })

  test('reads paper balances once their pane is seen, and the form does not read its own again for it', () => {
    const opened: ProgramEvent = { on: 'app', type: 'opened' }
    const started = (columns: number) => play(screensOf(columns, 40), [{ on: 'app', type: 'started' }, opened])
    const asked = ({ effects }: ReturnType<typeof started>) => effects.filter(({ on }) => on === 'balances')
    expect(asked(started(200))).toEqual([{ on: 'balances', type: 'read' }])
    expect(asked(started(119))).toEqual([])
    const { state } = started(200)
    expect(textOf(state)).toContain('reading …')
    const read = play(state, [
      { on: 'balances', type: 'listed', accounts: [] },
      { on: 'balances', type: 'ended' },
    ])
    expect([read.state.screens.balances.reading, read.effects]).toEqual([false, []])
    expect(asked(play(read.state, keys('7', '1')))).toEqual([])
    expect(asked(play(read.state, [{ on: 'balances', type: 'moved' }]))).toEqual([{ on: 'balances', type: 'read' }])
  })

  test('says all of what an empty pane has to say, and names no key that works on another screen only', () => {
    const { state } = play(screensOf(120, 40), [
      { on: 'app', type: 'started' },
      { on: 'app', type: 'opened' },
    ])
    const page = { page: 1, items: [], total: 0, isTotalLeast: false, hasMore: false, damaged: [], unreadable: [] }
    const empty = play(state, [
      { on: 'activity', type: 'page', id: state.screens.activity.lastId, ...page },
      { on: 'watch', type: 'listed', pairs: [] },
    ]).state
    const text = textOf(empty).replaceAll(/\s+/g, ' ')
    expect(text).not.toContain('more below')
    expect(text).toContain('the swap appears here.')
    expect(text).toContain('No pair is watched. Watch (8) adds one; it is')
    expect(textOf(after(empty, '8'))).toContain('No pair is watched. A adds one')
  })

  test('shows a recipient whole, what it means, and the tags of the routes', () => {
    const accounts = { depositor: ADDRESS, recipient: ADDRESS }
    const dst = { formatted: '299.556321', currency: 'USDC', usd: '99.55' }
    const routes = ['SANDBOX_DEPOSIT', 'INTENTS'].map((name) => route(name, { dst, minimumReceived: '296.560711' }))
    const ends = { from: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', to: 'bitcoin:native' }
    const state = quoted(routes, [], 200, 60)
    expect(textOf(state)).toContain('best fast cheap')
    const known = textOf(play(state, [{ on: 'swap', type: 'accounts', ...ends, accounts }]).state)
    expect(known).toContain(`Recipient ${ADDRESS}`)
    expect(known).toContain('(known wallet)')
  })

  test('is the Swap screen alone while an asset is chosen', () => {
    expect(titlesOf(after(desk(), 'f'))).toEqual([])
    expect(linesOf(after(desk(), 'f')).join('\n')).toContain('Send which asset?')
  })

  test('tells a screen that a pane of it is seen, which then reads what it shows', () => {
    const opened: ProgramEvent = { on: 'app', type: 'opened' }
    const loads = (columns: number) =>
      play(screensOf(columns, 40), [{ on: 'app', type: 'started' }, opened]).effects.filter(
        ({ on }) => on === 'activity',
      )
    expect(loads(119)).toEqual([])
    expect(loads(200).map(({ type }) => type)).toContain('load')
    const { state } = play(screensOf(119, 40), [{ on: 'app', type: 'started' }, opened])
    const { effects } = play(state, [{ on: 'app', type: 'resized', size: { columns: 200, rows: 40 } }])
    expect(effects.map(({ on, type }) => `${on} ${type}`)).toContain('activity load')
  })

  test('is none for a screen reader, and asks nothing of the screens that it would show', () => {
    const spoken = { ...screensOf(200, 40), spoken: true }
    const { state, effects } = play(spoken, [
      { on: 'app', type: 'started' },
      { on: 'app', type: 'opened' },
    ])
    expect(state.panes).toEqual([])
    expect(effects.filter(({ on }) => on === 'activity')).toEqual([])
  })

  test('hides a pane by its key, in a text field too, and remembers that in the settings', async () => {
    const { state, effects } = play(desk(), keys('alt-6'))
    expect(titlesOf(state)).toEqual(['ORDER', 'ROUTES', 'WATCH', 'ROUTE', 'RATE', 'BALANCES'])
    expect(effects).toEqual([{ on: 'app', type: 'keep-setting', key: 'hidden-panes', value: 'running' }])
    const writing = play(state, [...keys('a'), ...typed('7'), ...keys('alt-5', 'alt-6')])
    expect(writing.state.screens.swap.editing?.line.text).toBe('1007')
    expect(titlesOf(writing.state)).toEqual(['ORDER', 'ROUTES', 'RUNNING AND RECENT', 'WATCH', 'RATE', 'BALANCES'])
    const kept = writing.effects.flatMap((effect) => (effect.type === 'keep-setting' ? [effect.value] : []))
    expect(kept).toEqual(['route,running', 'route'])
    expect(titlesOf(after(writing.state, 'alt-5'))).toEqual(titlesOf(desk()))

    const { press, written, clock } = openScreens({ open: () => new Promise(() => undefined) }, { start: desk() })
    press('alt-6', 'alt-6')
    await clock.advance(50)
    expect(written).toEqual([
      ['hidden-panes', 'running'],
      ['hidden-panes', undefined],
    ])
  })

  test('never loses its last pane: that stays, settings that hide all hide none, and the keys are in the help', () => {
    const one = after(desk(), 'alt-2', 'alt-3', 'alt-4', 'alt-5', 'alt-6', 'alt-7', 'home')
    expect(titlesOf(one)).toEqual(['ORDER'])
    const last = play(one, keys('alt-1'))
    expect([titlesOf(last.state), last.effects.map(({ type }) => type)]).toEqual([['ORDER'], ['send']])
    expect(titlesOf(after(last.state, 'alt-6'))).toEqual(['ORDER', 'RUNNING AND RECENT'])
    const { settings, ...state } = desk()
    const all = { ...settings, 'hidden-panes': 'order,chart,balances,routes,route,running,watch' }
    const shown = after({ ...state, settings: all }, 'home')
    expect(titlesOf(shown)).toEqual(titlesOf(desk()))
    expect(play(shown, keys('alt-3')).effects[0]).toMatchObject({ value: 'balances' })
    // Where the one that is left has no room there is no desk, but still the keys that show the others.
    const flat = after(desk(120, 10), 'alt-1', 'alt-2', 'alt-3', 'alt-5', 'alt-6', 'alt-7')
    expect(offeredKeys(SCREENS, flat).app.map(({ label }) => label)).toContain('hide or show order')
  })

  test('shows a hidden pane, and no zoomed one alone, as long as something is written or marked in it', () => {
    const hidden = after(desk(), 'home', 'alt-1')
    expect(titlesOf(hidden)).not.toContain('ORDER')
    expect(textOf(play(hidden, [...keys('a'), ...typed('7')]).state)).toContain('1007')
    expect(titlesOf(after(hidden, 'a', 'esc'))).not.toContain('ORDER')
    expect(titlesOf(after(desk(), 'home', 'alt-4', '/'))).toContain('ROUTES')
    expect(titlesOf(after(desk(), 'alt-5', 'i'))).toContain('ROUTE')
    expect(titlesOf(after(desk(), 'alt-z', 'a'))).toContain('ORDER')
    const marked = play(desk(), keys('alt-4'))
    expect(titlesOf(marked.state)).toContain('ROUTES')
    expect(marked.effects.map(({ type }) => type)).toEqual(['keep-setting', 'send'])
  })

  test('takes no notice of names of panes that it does not know', () => {
    const { settings, ...state } = desk()
    expect(titlesOf({ ...state, settings: { ...settings, 'hidden-panes': 'nothing,route' } })).not.toContain('ROUTE')
  })

  test('gives the pane that has the keys all of its room, and its place again', () => {
    const zoomed = after(desk(), 'alt-z')
    expect(titlesOf(zoomed)).toEqual(['ROUTES', 'A'])
    expect(textOf(zoomed)).toMatch(/ON TOP .* WAY[^]*swap with A[^]*you send 100 USDC/)
    expect(linesOf(zoomed)[1]).toContain('─ ROUTES · zoomed, Alt-Z shows all ─')
    expect(titlesOf(after(zoomed, 'alt-z'))).toEqual(titlesOf(desk()))
    expect(textOf(after(zoomed, 'alt-z'))).not.toContain('zoomed')
    expect(titlesOf(after(desk(), 'i', 'alt-z'))).toEqual(['ROUTE'])
    expect(titlesOf(after(desk(), 'home', 'alt-z'))).toEqual(['ORDER'])
  })

  test('gives the keys to the panes of other screens, and back; digits show a screen whole', () => {
    const offered = (state: AppState) => offeredKeys(SCREENS, state).own.map(({ label }) => label)
    expect(offered(after(desk(), 'alt-o'))).toEqual(['accounts, approvals'])
    const focused = after(desk(), 'alt-o', 'alt-o')
    expect(offered(focused)).toContain('export CSV')
    const down = after(focused, 'down')
    expect([down.screens.activity.marked, down.screens.swap]).toEqual(['tx_2', desk().screens.swap])
    expect(offered(after(focused, 'alt-o'))).toContain('watch a pair')
    expect(offered(after(focused, 'alt-o', 'alt-o'))).toContain('exclude')
    // Without its pane the keys are those of the screen that is seen.
    expect(offered(after(focused, 'alt-6'))).toContain('exclude')
    const whole = after(focused, '3')
    expect([whole.tab, whole.desk.focus, titlesOf(whole)]).toEqual(['activity', undefined, []])
  })

  test('scrolls the marked route by the lines of its pane', () => {
    const fee = {
      token: { chainId: 1, address: '', symbol: 'X', decimals: 6 },
      providerLabel: '',
      chain: { chainId: 1 },
    }
    const items = Array.from({ length: 60 }, (_, index) => {
      return { ...fee, type: 'bridge_fee' as const, amount: '1', amountUsd: '0.01', description: `part ${index}` }
    })
    const state = quoted([route('A', { fees: { total: { usd: '0.60', formatted: '' }, items } })], [], 120, 40)
    const lines = linesOf(after(state, 'i', 'end'))
    expect(lines.join('\n')).toContain('way: swap with A')
    expect(lines.join('\n')).toMatch(/\d+ more above/)
  })
})

describe('a frame of the desk', () => {
  test('has the same rows where nothing that is shown changed, and new ones only where a pane changed', () => {
    const deskRows = createDeskRows()
    const frameRows = createFrameRows()
    const state = desk()
    const first = frameRows(SCREENS, state, false)
    expect(frameRows(SCREENS, { ...state, now: NOW + 1 }, false)).toBe(first)
    const again = deskRows(SCREENS, { ...state, now: NOW + 2 }, bodySize(state.size))
    expect(deskRows(SCREENS, { ...state, now: NOW + 3 }, bodySize(state.size))).toBe(again)
    const moved = deskRows(SCREENS, after(state, 'down'), bodySize(state.size)) ?? []
    const changed = moved.flatMap((row, y) => (row === again?.[y] ? [] : [lineOf(row)]))
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.join('\n')).not.toMatch(/From|Slippage|ORDER/)
  })

  test('stands in its columns after a change of the width, though its panes say the same', () => {
    const frameRows = createFrameRows()
    const [wide, narrow] = [screensOf(250, 40), screensOf(130, 40)]
    frameRows(SCREENS, wide, false)
    expect(frameRows(SCREENS, narrow, false).filter((row) => rowWidth(row) > 130)).toEqual([])
  })
})
