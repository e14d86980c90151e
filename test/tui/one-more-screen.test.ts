import { describe, expect, test } from 'vitest'
import { SwapError } from '../../src/core/api/errors.ts'
import type { TuiContext } from '../../src/tui/context.ts'
import { type AppEffect, noticeEvent, step } from '../../src/tui/events.ts'
import { frameRows } from '../../src/tui/frame/frame.ts'
import type { KeyRow } from '../../src/tui/keys.ts'
import { editLine, type Line, lineOf } from '../../src/tui/kit/text/line-edit.ts'
import { createRuntime } from '../../src/tui/runtime.ts'
import type { Screen } from '../../src/tui/screen.ts'
import { SCREENS } from '../../src/tui/screens.ts'
import { startState, type State } from '../../src/tui/state.ts'
import type { KeyName } from '../../src/tui/terminal/key-decoder.ts'
import { update } from '../../src/tui/update.ts'
import { lineOf as shownLine } from './frame-lines.ts'
import { keys } from './sample-swap.ts'
import { createFakeClock } from '../support/fake-clock.ts'

/*
 * A screen that nothing in src knows: it shows, takes keys and text, does something outside and hears of it, by a record
 * and a line in the list.
 */

const KEYS = [
  { keys: ['b'], label: 'buzz', where: ['idle'], action: 'buzz', footer: 1 },
  { keys: ['e'], label: 'write', where: ['idle'], action: 'write' },
  { keys: ['enter'], label: 'keep', where: ['writing'], action: 'keep', footer: 1 },
] as const satisfies readonly KeyRow<'idle' | 'writing'>[]

interface BellState {
  readonly buzzes: number
  readonly line: Line | undefined
  readonly inputs: readonly string[]
}
type BellEvent = { readonly on: 'bell'; readonly type: 'buzzed'; readonly at: number }
type BellEffect = { readonly on: 'bell'; readonly type: 'buzz' }

const bellScreen: Screen<'bell', BellState, BellEvent, BellEffect, typeof KEYS> = {
  name: 'bell',
  title: 'Bell',
  start: { buzzes: 0, line: undefined, inputs: [] },
  keys: KEYS,
  update: (before, event, app) => {
    const state = { ...before, inputs: [...before.inputs, event.type] }
    if (event.on === 'bell') return step({ ...state, buzzes: state.buzzes + 1 })
    if (event.type === 'edit') {
      return step({ ...state, line: editLine(state.line ?? lineOf(''), event.edit) })
    }
    if (event.type !== 'action') return step(app.isVisible ? state : before)
    switch (event.action) {
      case 'buzz':
        return step(state, { on: 'bell', type: 'buzz' })
      case 'write':
        return step({ ...state, line: lineOf('') })
      case 'keep':
        return step({ ...state, line: undefined })
    }
  },
  view: ({ state, width, height }) => [
    [{ text: `${state.buzzes} buzzes on ${width} x ${height}, ${state.line?.text}` }],
  ],
  mode: ({ line }) => (line === undefined ? 'idle' : 'writing'),
  takesText: ({ line }) => line !== undefined,
  ticks: () => false,
  openRunner: (io) => ({
    run: async () => {
      io.dispatch({ on: 'bell', type: 'buzzed', at: io.context.clock.now() })
      io.dispatch(noticeEvent('good', 'it buzzed'))
    },
  }),
}

const ALL = [...SCREENS, bellScreen] as const
const PLACE = { network: 'sandbox', api: undefined, version: '0.0.0' } as const
const SIZE = { columns: 120, rows: 24 }

function openScreens() {
  const clock = createFakeClock()
  const context: TuiContext = {
    place: PLACE,
    clock,
    settings: { values: {}, write: async () => undefined },
    open: async () => Promise.reject(new SwapError('STORE_UNUSABLE', 'closed')),
  }
  let state: State<typeof ALL> = startState(ALL, { now: clock.now(), size: SIZE, place: PLACE, settings: {} })
  const { dispatch, left } = createRuntime(ALL, context, state, {
    draw: (next) => (state = next),
    write: () => undefined,
  })
  const press = async (...names: readonly KeyName[]) => {
    for (const event of keys(...names)) dispatch(event)
    await clock.advance(50)
  }
  const lines = () => frameRows(ALL, state, false).map(shownLine)
  return { dispatch, left, press, lines, state: () => state }
}

describe('one more screen in the list', () => {
  test('has a tab, a digit, its own keys and its own body', async () => {
    const { press, lines } = openScreens()
    await press('9')
    expect(lines()[0]).toContain('8 Watch  [9 Bell]')
    expect(lines()[1]).toBe('0 buzzes on 120 x 21, undefined')
    expect(lines().at(-1)?.trim()).toBe('b buzz  ? help  q quit')
    await press('?')
    const help = lines().slice(1)
    expect(help[0]).toMatch(/^Keys on this screen( |$)/)
    expect(help[1]).toMatch(/^ {2}b +buzz( |$)/)
    expect(help[2]).toMatch(/^ {2}e +write( |$)/)
    expect(help.join('\n')).toMatch(/ {2}9 +Bell/)
  })

  test('does its own effects, hears its own events, and speaks above the footer', async () => {
    const { press, state, lines } = openScreens()
    await press('9', 'b', 'b')
    expect(state().screens.bell).toEqual({
      buzzes: 2,
      line: undefined,
      inputs: ['shown', 'action', 'buzzed', 'action', 'buzzed'],
    })
    expect(lines().at(-2)).toContain('it buzzed')
  })

  test('takes text where its mode says so: the keys of the app are letters then', async () => {
    const { press, state } = openScreens()
    await press('9', 'e', 'q', '1', 'b')
    expect([state().tab, state().screens.bell.line?.text]).toEqual(['bell', 'q1b'])
    await press('enter', '1')
    expect([state().tab, state().screens.bell.line]).toEqual(['swap', undefined])
  })

  test('gets what every screen gets, and leaves the others as they were', () => {
    const start = startState(ALL, { now: 0, size: SIZE, place: PLACE, settings: {} })
    const go = update(ALL, start, { on: 'app', type: 'go', tab: 'bell' }, 1).state
    const saved = update(ALL, go, { on: 'app', type: 'saved', key: 'theme', value: 'light' }, 2).state
    const { state } = update(ALL, saved, { on: 'app', type: 'tick' }, 3)
    expect(state.screens.bell.inputs).toEqual(['shown', 'settings-changed', 'tick'])
    expect(state.screens).toEqual({ ...start.screens, bell: state.screens.bell })
  })
})

describe('the edge between the app and its screens', () => {
  const start = startState(ALL, { now: 0, size: SIZE, place: PLACE, settings: {} })

  test('refuses an event for a screen that is not in the list', () => {
    expect(() => update(ALL, start, { on: 'bel', type: 'buzzed' }, 1)).toThrow('No screen is named bel')
    expect(() => update(ALL, start, { on: 'app', type: 'go', tab: 'bel' }, 1)).toThrow('No screen is named bel')
  })

  test('asks for no screen that the program does not have', () => {
    // @ts-expect-error -- a misspelt screen to show does not compile
    const show: AppEffect = { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: 'reveiw' } }
    // @ts-expect-error -- nor does one that an event is sent to
    const tell: AppEffect = { on: 'app', type: 'send', event: { on: 'reveiw', type: 'resume' } }
    const events = [show, tell].flatMap((effect) => (effect.type === 'send' ? [effect.event] : []))
    for (const event of events) expect(() => update(ALL, start, event, 1)).toThrow('No screen is named reveiw')
  })

  test('refuses an effect in the envelope of another screen', () => {
    const thief: Screen = { ...bellScreen, name: 'thief', update: (state) => step(state, { on: 'bell', type: 'buzz' }) }
    const screens = [...ALL, thief]
    const before = startState(screens, { now: 0, size: SIZE, place: PLACE, settings: {} })
    expect(() => update(screens, before, { on: 'app', type: 'go', tab: 'thief' }, 1)).toThrow(
      'thief asked for buzz of bell',
    )
  })
})
