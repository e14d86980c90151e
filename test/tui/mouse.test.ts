import { describe, expect, test } from 'vitest'
import { frameRows } from '../../src/tui/frame/frame.ts'
import { pointAt } from '../../src/tui/frame/point-at.ts'
import { notify } from '../../src/tui/events.ts'
import type { Screen } from '../../src/tui/screen.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../src/tui/screens.ts'
import { keysScreen } from '../../src/tui/state.ts'
import type { MousePress } from '../../src/tui/terminal/key-decoder.ts'
import { linesOf } from './frame-lines.ts'
import { keys, play, quoted, route, screensOf, typed } from './sample-swap.ts'
import { past } from './screens/activity/sample-activity.ts'

/** The mouse where this text stands, or so many columns behind its begin. */
function mouse(state: AppState, name: MousePress['name'], text: string, behind = 0): ProgramEvent {
  const lines = linesOf(state)
  const line = lines.findIndex((each) => each.includes(text))
  expect([text, line]).not.toEqual([text, -1])
  const column = (lines[line]?.indexOf(text) ?? 0) + behind
  const pointed = pointAt(SCREENS, state, frameRows(SCREENS, state, false), { column, line })
  return { on: 'app', type: 'mouse', name, pointed }
}
const click = (state: AppState, text: string, behind = 0) => play(state, [mouse(state, 'click', text, behind)])
const turn = (state: AppState, name: 'wheel-up' | 'wheel-down', text: string) =>
  play(state, [mouse(state, name, text)]).state
const markedIn = (state: AppState) => linesOf(state).flatMap((line) => /▸ (\S+)/.exec(line)?.[1] ?? [])

const ROUTES = ['A', 'B', 'C', 'D', 'E'].map((name) => route(name))
const swap = (columns = 100, rows = 40) => quoted(ROUTES, [], columns, rows)

/** Past swaps, of which the first is marked. */
function activity(columns = 100, rows = 30): AppState {
  const { state } = play(screensOf(columns, rows), [{ on: 'app', type: 'opened' }, ...keys('3')])
  const items = Array.from({ length: 50 }, (_, at) => past(`tx_${at}`))
  const page = { page: 1, items, total: 50, isTotalLeast: false, hasMore: false, damaged: [], unreadable: [] }
  return play(state, [{ on: 'activity', type: 'page', id: state.screens.activity.lastId, ...page }]).state
}

describe('a click', () => {
  test('shows the screen of a tab, and means nothing beside them', () => {
    const { state } = click(swap(), ' 3 ', 3)
    expect(state.tab).toBe('activity')
    expect(click(state, '[3').state.tab).toBe('activity')
    expect(click(swap(), 'sandbox').state.tab).toBe('swap')
  })

  test('marks a route and a field, wherever the mark was, also behind the text', () => {
    expect(markedIn(swap())).toEqual(['A'])
    expect(markedIn(click(swap(), '  D ', 2).state)).toEqual(['D'])
    const field = click(swap(), 'Recipient').state
    expect(markedIn(field)).toEqual(['Recipient'])
    expect(markedIn(click(field, '  C ', 70).state)).toEqual(['C'])
  })

  test('on the marked field opens it; on another one ends what is written first', () => {
    const field = click(swap(), 'Amount').state
    const writing = click(field, 'Amount').state
    expect(writing.screens.swap.editing?.field).toBe('amount')
    const { state } = click(play(writing, typed('5')).state, 'Slippage')
    expect([state.screens.swap.editing, state.screens.swap.amount, state.screens.swap.spot]).toEqual([
      undefined,
      '1005',
      'slippage',
    ])
    expect(click(field, 'From').state.screens.swap.spot).toBe('from')
  })

  test('on the marked route locks nothing, and says which key does', () => {
    const { state, effects } = click(swap(), '▸ A')
    expect(state).toEqual(swap())
    const text = 'Enter: select. A click locks and pays nothing'
    expect(effects).toEqual([notify('info', text)])
  })

  test('marks a past swap, and opens the marked one', () => {
    const before = activity()
    const rows = frameRows(SCREENS, before, false)
    const line = rows.findIndex((row) => row.some(({ spot }) => spot?.list === 'swap' && spot.row === 3))
    const pointed = pointAt(SCREENS, before, rows, { column: 5, line })
    expect(pointed).toMatchObject({ screen: 'activity', by: 3 })
    const marked = play(before, [{ on: 'app', type: 'mouse', name: 'click', pointed }]).state
    expect(marked.screens.activity.detail).toBeUndefined()
    expect(click(marked, '▸').state).toEqual(play(marked, keys('enter')).state)
  })

  test('gives the keys to the screen of a pane', () => {
    const desk = swap(200, 40)
    expect(keysScreen(click(desk, 'RUNNING AND RECENT').state)).toBe('activity')
    const away = click(desk, 'RUNNING AND RECENT').state
    expect(keysScreen(click(away, 'ROUTES').state)).toBe('swap')
  })

  test.each([
    [100, 40],
    [200, 40],
  ])('on a row of the palette chooses it, as Enter does, at %i x %i', (columns, rows) => {
    const palette = play(swap(columns, rows), [...keys(':'), ...typed('ranking')]).state
    const { state } = click(palette, 'Swap: ranking', 3)
    expect([state.palette, state.screens.swap.rank]).toEqual([undefined, 'fastest'])
    const all = play(swap(columns, rows), keys(':')).state
    const third = linesOf(all)[4]?.slice(14) ?? ''
    expect(click(all, third).state).toEqual(play(all, keys('down', 'down', 'enter')).state)
  })

  test('on the palette chooses nothing beside its rows, nor what has come to stand there meanwhile', () => {
    const palette = play(swap(), [...keys(':'), ...typed('ranking')]).state
    for (const text of [': ', '1 found']) expect(click(palette, text).state).toEqual(palette)
    const event = mouse(palette, 'click', 'Swap: ranking')
    const other = play(palette, [...keys('ctrl-u'), ...typed('export csv')]).state
    expect(play(other, [event]).state).toEqual(other)
  })

  test('on a swap on one line fills the form where it is one, and says no more where it is none', () => {
    const line = (text: string) => play(swap(), [...keys(':'), ...typed(text)]).state
    const whole = line('0.5 ethereum:eth to base:usdc')
    const filled = click(whole, 'Enter fills the form')
    expect(filled).toEqual(play(whole, keys('enter')))
    expect(filled.state.palette).toBeUndefined()
    const wrong = line('0.5 ethereum:eth to')
    const at = linesOf(wrong).findIndex((each) => each.includes('amount'))
    const pointed = pointAt(SCREENS, wrong, frameRows(SCREENS, wrong, false), { column: 5, line: at })
    expect(play(wrong, [{ on: 'app', type: 'mouse', name: 'click', pointed }]).state).toEqual(wrong)
  })

  test('does nothing beside the rows of the palette, nor on a terminal that is too small', () => {
    const palette = play(swap(), keys(':')).state
    expect(play(palette, [{ on: 'app', type: 'mouse', name: 'click', pointed: NOTHING }]).state).toEqual(palette)
    const small = swap(39, 9)
    expect(play(small, [{ on: 'app', type: 'mouse', name: 'click', pointed: NOTHING }]).state).toEqual(small)
  })

  test('does no action that pays, agrees, or takes a route', () => {
    const clicked = SCREENS.flatMap((screen: Screen) =>
      screen.keys.filter(({ click: kind }) => kind !== undefined).map(({ action }) => `${screen.name} ${action}`),
    )
    expect(clicked.filter((each) => /^review | (?:pay|yes|enter|take|submit|take-out|again)$/.test(each))).toEqual([])
    expect(clicked).toContain('activity detail')
  })
})

describe('the wheel', () => {
  test('moves the mark by three rows, and gives the keys to no other list', () => {
    expect(markedIn(turn(swap(), 'wheel-down', '▸ A'))).toEqual(['D'])
    expect(markedIn(turn(turn(swap(), 'wheel-down', '▸ A'), 'wheel-up', '▸ D'))).toEqual(['A'])
  })

  test('scrolls the help, and moves in the palette', () => {
    const help = play(swap(60, 12), keys('?')).state
    expect(play(help, [{ on: 'app', type: 'mouse', name: 'wheel-down', pointed: NOTHING }]).state.help).toBe(3)
    const palette = play(swap(), keys(':')).state
    const turned = play(palette, [{ on: 'app', type: 'mouse', name: 'wheel-down', pointed: NOTHING }]).state
    expect(turned.palette?.selected).toBe(3)
  })
})

const NOTHING = { screen: undefined, spot: undefined, by: undefined }
