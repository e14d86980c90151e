import { describe, expect, test } from 'vitest'
import { keyFor, keySettings } from '../../src/tui/bindings.ts'
import type { SettingsByKey } from '../../src/io/index.ts'
import { factsOfRun } from '../../src/tui/kit/run/run-facts.ts'
import { OPEN_PALETTE } from '../../src/tui/palette.ts'
import { type AppState, keysProblem, SCREENS } from '../../src/tui/screens.ts'
import { isGuarded, readableQuestion } from '../../src/tui/state.ts'
import type { KeyTable } from '../../src/tui/keys.ts'
import type { PressArrival, KeyName } from '../../src/tui/terminal/key-decoder.ts'
import { eventsIn, keys, NOW, play, quoted, route, screensOf } from './sample-swap.ts'
import { lockedRun, RESUME } from './screens/review/sample-run.ts'

/** The screens once these settings were read. */
function withKeys(state: AppState, values: SettingsByKey): AppState {
  return play(state, [{ on: 'app', type: 'settings', values }]).state
}

describe('keys that the settings name', () => {
  test('take the place of the usual ones on every screen, in the footer and in sentences', () => {
    const start = withKeys(quoted([route('A')], []), { 'keys.refresh': 'ctrl-n,f1', 'keys.help': '?' })
    const asks = (key: KeyName) => play(start, keys(key)).effects.some(({ type }) => type === 'quote')
    expect([asks('ctrl-n'), asks('f1'), asks('r')]).toEqual([true, true, false])
    expect(keyFor(start, 'refresh', 'r')).toBe('Ctrl-N')
    expect(keyFor(start, 'copy', 'y')).toBe('y')
  })

  test.each<readonly [SettingsByKey, RegExp]>([
    [{ 'keys.refrehs': 'r' }, /^keys\.refrehs: there is no such action; near it: refresh$/],
    // By what it does.
    [{ 'keys.select': 'r' }, /^keys\.select: there is no such action; near it: enter$/],
    [{ 'keys.refresh': 'F13' }, /^keys\.refresh: F13 names no keys/],
    [{ 'keys.refresh': 'y' }, /^keys: y would do both (copy and refresh|refresh and copy) on swap$/],
    [{ 'keys.refresh': 'q' }, /^keys: q would do both (quit and refresh|refresh and quit) on swap$/],
    [{ 'keys.refresh': 'ctrl-c' }, /^keys\.refresh: Ctrl-C leaves or stops the program/],
    [{ 'keys.pay': 'enter' }, /^keys\.pay: Enter opens, locks, moves, shows a screen/],
    [{ 'keys.pay': 'space' }, /^keys\.pay: Space opens, locks/],
    [{ 'keys.pay': '3' }, /^keys\.pay: 3 opens/],
    // Esc and n in one read would be the first, and a code that is cut may end in any of them.
    ...['alt-n', 'alt-[', 'alt-enter', 'ctrl-enter', 'ctrl-up', 'ctrl-backspace'].map(
      (key) => [{ 'keys.pay': key }, /^keys\.pay: .* comes in parts; what pays is a key of its own$/] as const,
    ),
    [{ 'keys.yes': 'enter' }, /^keys\.yes: Enter opens, .*; what agrees is a key of its own$/],
    [{ 'keys.yes': '+' }, /^keys\.yes: \+ also does speed-up/],
    [{ 'keys.pay': 'Y', 'keys.yes': 'P' }, /^keys\.pay: Y is the usual key of the other one/],
    [{ 'keys.pay': 'L' }, /^keys\.pay: L also does lock-again/],
    [{ 'keys.pay': 'r' }, /^keys\.pay: r also does refresh/],
    // What is named is what was set.
    [{ 'keys.refresh': 'P' }, /^keys\.refresh: P is the key of pay; what pays is a key of its own$/],
    [{ 'keys.pay': 'ctrl-x', 'keys.lock-again': 'ctrl-x' }, /^keys\.pay: Ctrl-X also does lock-again/],
    [{ 'keys.pay': 'ctrl-x', 'keys.palette': 'ctrl-x' }, /^keys\.pay: Ctrl-X also does palette/],
  ])('%j do not count, and why is said', (settings, problem) => {
    expect(keysProblem(settings)).toMatch(problem)
    expect(keySettings(SCREENS, settings).bindings.size).toBe(0)
    // What does not count is in no sentence either.
    const ignoring = withKeys(screensOf(), settings)
    expect([keyFor(ignoring, 'pay', 'P'), keyFor(ignoring, 'refresh', 'r')]).toEqual(['P', 'r'])
    const said = eventsIn(play({ ...screensOf(), settings }, [{ on: 'app', type: 'started' }]).effects)
    expect(JSON.stringify(said)).toContain('The usual keys count')
  })

  test.each([{ 'keys.pay': 'ctrl-x' }, { 'keys.pay': 'p', 'keys.pause': 'P' }, { 'keys.refresh': 'comma,F5' }])(
    '%j count',
    (settings) => {
      expect(keysProblem(settings)).toBe(undefined)
    },
  )
})

describe('a key', () => {
  test.each<readonly [string, KeyName]>([
    ['Ctrl-P', 'ctrl-p'],
    ['ctrl+p', 'ctrl-p'],
    ['Ctrl+P', 'ctrl-p'],
    ['ctrl-P', 'ctrl-p'],
    ['Alt-Q', 'alt-q'],
    ['alt-Q', 'alt-Q'],
    ['Shift-Q', 'Q'],
    ['W', 'W'],
  ])('may be written as people do: %s is %s', (text, key) => {
    expect(
      keySettings(SCREENS, { 'keys.refresh': text }).bindings.get('refresh') ?? keysProblem({ 'keys.refresh': text }),
    ).toEqual([key])
  })

  test.each(['Shift+Tab', 'PgUp', 'PgDn', 'F1', 'Space', 'Return', 'Escape'])(
    'may be written as people do, and has its meaning already: %s',
    (text) => {
      const name = { Return: 'Enter', Escape: 'Esc', 'Shift+Tab': 'Shift-Tab' }[text] ?? text
      expect(keysProblem({ 'keys.refresh': text })).toContain(`keys: ${name} would do both`)
    },
  )

  test.each(['Ctrl-C', 'ctrl+c'])('that stops the program is refused however it is written: %s', (text) => {
    expect(keysProblem({ 'keys.refresh': text })).toMatch(/Ctrl-C leaves or stops the program/)
  })

  test('may be set for the desk: zoom, the next pane, and each pane', () => {
    const settings = { 'keys.zoom': 'Z', 'keys.next-pane': 'Alt-N', 'keys.pane-chart': 'Alt-C', 'keys.pane-watch': 'W' }
    expect(keysProblem(settings)).toBe(undefined)
    const start = withKeys({ ...quoted([route('A')], [], 200, 60), ready: true }, settings)
    const namesOf = (state: AppState) => state.panes.map(({ name }) => name)
    expect(namesOf(start)).toContain('chart')
    expect(namesOf(play(start, keys('alt-c')).state)).toEqual(namesOf(start).filter((name) => name !== 'chart'))
    expect(namesOf(play(start, keys('alt-2')).state)).toEqual(namesOf(start))
    expect(namesOf(play(start, keys('Z')).state)).toHaveLength(1)
    expect(keysProblem({ 'keys.pane-chart': 'y' })).toMatch(/y would do both (copy and pane-chart|pane-chart and copy)/)
    expect(keysProblem({ 'keys.pane-chart': 'P' })).toMatch(/^keys\.pane-chart: P is the key of pay/)
  })
})

describe('a question', () => {
  const asked = (): AppState => {
    const event = { on: 'review', type: 'terms', id: 1, run: factsOfRun(lockedRun()), next: 'pays' } as const
    return play(screensOf(), [...keys('2'), RESUME, event]).state
  }
  const answers = (state: AppState, key: KeyName, name: string | undefined) => {
    const [press] = keys(key)
    if (press?.on !== 'app' || press.type !== 'key') throw new Error('no key')
    return play(state, [{ ...press, asked: name }], NOW).effects.some(({ type }) => type === 'answer')
  }

  test('is answered by keys of somebody who could read it, and by no others', () => {
    const state = asked()
    const name = readableQuestion(SCREENS, state)
    expect(name).toMatch(/^review /)
    expect([answers(state, 'P', name), answers(state, 'n', name)]).toEqual([true, true])
    for (const earlier of [undefined, 'review 1 0']) {
      expect([answers(state, 'P', earlier), answers(state, 'n', earlier), answers(state, 'esc', earlier)]).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  test('is agreed to by a key that comes by itself, and declined however the key comes', () => {
    const state = asked()
    const name = readableQuestion(SCREENS, state)
    const came = (key: KeyName, arrival: PressArrival) => {
      const [press] = keys(key)
      if (press?.on !== 'app' || press.type !== 'key') throw new Error('no key')
      return play(state, [{ ...press, asked: name, arrival }], NOW)
    }
    const answers = (key: KeyName, arrival: PressArrival) =>
      came(key, arrival).effects.some(({ type }) => type === 'answer')
    for (const arrival of ['quick', 'held', 'together'] as const) {
      expect([answers('P', arrival), answers('n', arrival), answers('esc', arrival)]).toEqual([false, true, true])
      expect(JSON.stringify(eventsIn(came('P', arrival).effects))).toContain('P came with other keys')
    }
    expect(answers('P', 'alone')).toBe(true)
  })

  test('is agreed to by no key on any screen that does not have to come by itself, or behind the amount', () => {
    const rows = SCREENS.flatMap(({ name, keys }) => keys.map((row: KeyTable[number]) => ({ name, ...row })))
    const agreeing = rows.filter(({ action }) => ['pay', 'yes', 'lock-again'].includes(action))
    expect(agreeing.length).toBeGreaterThan(4)
    expect(agreeing.filter(({ agrees }) => agrees !== 'alone')).toEqual([])
    const typed = rows.filter(
      ({ name, where, action }) => name === 'review' && where.includes('typed') && action === 'enter',
    )
    expect(typed.map(({ agrees }) => agrees)).toEqual(['typed'])
  })

  test('makes its keys guarded, and no others', () => {
    const state = asked()
    const guarded = (at: AppState) => (['P', 'n', 'y'] as const).map((key) => isGuarded(SCREENS, at, key))
    expect(guarded(state)).toEqual([true, false, false])
    expect(guarded({ ...state, help: 0 })).toEqual([false, false, false])
    expect(guarded({ ...state, tab: 'swap' })).toEqual([false, false, false])
  })

  test('is not read while the help or the palette covers it, or the terminal is too small', () => {
    const state = asked()
    expect(readableQuestion(SCREENS, { ...state, help: 0 })).toBe(undefined)
    expect(readableQuestion(SCREENS, { ...state, palette: OPEN_PALETTE })).toBe(undefined)
    expect(readableQuestion(SCREENS, { ...state, size: { columns: 20, rows: 5 } })).toBe(undefined)
    expect(readableQuestion(SCREENS, { ...state, tab: 'swap' })).toBe(undefined)
  })
})
