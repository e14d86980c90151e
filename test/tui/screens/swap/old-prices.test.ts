import { describe, expect, test } from 'vitest'
import type { ProgramEvent } from '../../../../src/tui/screens.ts'
import { linesOf, textOf } from '../../frame-lines.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { asking, eventsIn, keys, NOW, play, quoted, route, screensOf } from '../../sample-swap.ts'

const TICK: ProgramEvent = { on: 'app', type: 'tick' }
const ROUTES = [route('RELAY'), route('LIFI')]
const seen = (state: ReturnType<typeof quoted>, now: number) => textOf(play(state, [TICK], now).state)
/** Prices that nobody refreshes: the user stopped that. */
const paused = (...size: readonly number[]) => play(quoted(ROUTES, [], ...size), keys('p')).state
const entersReview = (effects: ReturnType<typeof play>['effects']) =>
  eventsIn(effects).some(({ on }) => on === 'review')

describe('prices that are not refreshed', () => {
  test.each([
    [40, 10, '60s old · r refreshes'],
    [40, 24, '60s old · r refreshes'],
    [80, 23, 'prices 60s old, cannot be locked · r refreshes'],
    [120, 40, 'prices 60s old, cannot be locked · r refreshes'],
    [200, 60, 'prices 60s old, cannot be locked · r refreshes'],
  ])('are old after a minute, and say with which key others come, at %i x %i', (columns, rows, words) => {
    const state = paused(columns, rows)
    expect(seen(state, NOW + 59_000)).not.toContain('old')
    expect(seen(state, NOW + 60_000)).toContain(words)
    expect(seen(state, NOW + 2 * 3_600_000)).toMatch(/prices 2h old.* · r refreshes/)
  })

  test('are marked one by one, each by what its provider says of it', () => {
    const expiresAt = new Date(NOW + 15_000).toISOString()
    const state = play(quoted([route('RELAY', { expiresAt }), route('LIFI')], []), keys('p')).state
    const later = seen(state, NOW + 15_000)
    expect(later).toContain('1 of 2 prices old, cannot be locked · r refreshes')
    expect(later).toMatch(/RELAY +[^\n]*15s old/)
    expect(later).not.toMatch(/LIFI +[^\n]* old/)
    // What ended before it was asked for is told by a clock that is behind.
    const behind = new Date(NOW - 15_000).toISOString()
    expect(seen(quoted([route('RELAY', { expiresAt: behind })], []), NOW + 15_000)).not.toContain('old')
  })

  test('are old as well where the clock was set back, whose age nobody knows', () => {
    expect(seen(paused(), NOW - 3_600_000)).toContain('prices old, cannot be locked')
    // And a refresh does not wait for the hour to come again.
    const { effects } = play(quoted(ROUTES, []), [TICK], NOW - 3_600_000)
    expect(effects.filter(({ type }) => type === 'quote')).toHaveLength(1)
  })

  test('are asked for anew by Enter, which locks nothing, and taken by the next Enter', () => {
    const marked = play(paused(), keys('end'), NOW + 59_000)
    expect(entersReview(play(marked.state, keys('enter'), NOW + 59_000).effects)).toBe(true)
    const entered = play(marked.state, keys('enter'), NOW + 700_000)
    expect(entersReview(entered.effects)).toBe(false)
    const id = entered.state.screens.swap.lastId
    expect(entered.effects).toContainEqual(expect.objectContaining({ on: 'swap', type: 'quote', id }))
    expect(eventsIn(entered.effects)).toMatchObject([
      { notice: { text: 'this price was 12m old: it is asked for anew' } },
    ])
    const fresh: ProgramEvent = { on: 'swap', type: 'quoted', id, routes: ROUTES, verdicts: [] }
    const answered = play(entered.state, [fresh], NOW + 701_000).state
    expect(textOf(answered)).not.toContain('old')
    expect(entersReview(play(answered, keys('enter'), NOW + 702_000).effects)).toBe(true)
  })
})

describe('after the machine slept', () => {
  test('an answer from before is as old as its question', () => {
    const state = asking()
    const id = state.screens.swap.lastId
    const late: ProgramEvent = { on: 'swap', type: 'quoted', id, routes: ROUTES, verdicts: [] }
    expect(textOf(play(state, [late], NOW + 600_000).state)).toContain('prices 10m old, cannot be locked')
  })

  test('whatever happens first draws no old price as a new one', () => {
    const resized: ProgramEvent = { on: 'app', type: 'resized', size: { columns: 118, rows: 41 } }
    const lines = linesOf(play(quoted(ROUTES, []), [resized], NOW + 600_000).state)
    expect(lines.join('\n')).toContain('prices 10m old, cannot be locked')
  })

  test('a frame that was to be drawn before it is drawn with the time of now', async () => {
    const silent = () => new Promise<never>(() => undefined)
    const screens = openScreens({ open: openOnly({ quoteStream: silent }) }, { start: screensOf() })
    screens.press('?', 'down')
    const drawn = screens.states.length
    screens.clock.set(600_000)
    await screens.clock.advance(16)
    expect(screens.states.slice(drawn).map(({ now }) => now)).toEqual([screens.clock.now()])
  })
})
