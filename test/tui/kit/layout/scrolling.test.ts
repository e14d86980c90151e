import { describe, expect, test } from 'vitest'
import { type AppState, type ProgramEvent, SCREENS } from '../../../../src/tui/screens.ts'
import { helpBody } from '../../../../src/tui/frame/help.ts'
import { helpLines } from '../../../../src/tui/frame/help-lines.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { scrollBy } from '../../../../src/tui/kit/layout/scrolling.ts'
import { cleanDocument } from '../../../../src/tui/kit/text/clean-document.ts'
import { shownWork } from '../../../../src/tui/screens/review/state.ts'
import { offeredKeys } from '../../../../src/tui/state.ts'
import { linesOf, textOf } from '../../frame-lines.ts'
import { keys, play, screensOf, times } from '../../sample-swap.ts'
import { listed, openRun } from '../../screens/activity/sample-activity.ts'
import { lockedRun, reviewOf } from '../../screens/review/sample-run.ts'

describe('scrolling', () => {
  test('stops where the last line is shown, one line being left for what is above', () => {
    expect([1, 9, Infinity].map((by) => scrollBy(0, by, 20, 10))).toEqual([1, 9, 11])
    expect(scrollBy(5, -Infinity, 20, 10)).toBe(0)
  })

  test('goes back from the end with the first press, however far past it the number was', () => {
    expect(scrollBy(Number.MAX_SAFE_INTEGER, -1, 20, 10)).toBe(10)
  })

  test('does nothing to a text that fits', () => {
    expect(scrollBy(3, 1, 10, 10)).toBe(0)
  })
})

describe('past the end and one line back', () => {
  const opened = { on: 'app', type: 'opened' } as const
  const small = () => play(screensOf(80, 24), [opened]).state

  test('the help goes back at once', () => {
    const end = play(small(), [...keys('?'), ...times(99, 'pagedown')]).state
    expect(play(end, keys('up')).state.help).toBe((end.help ?? 0) - 1)
    const all = helpBody(helpLines(offeredKeys(SCREENS, small())), 80).length
    expect(end.help).toBe(all - 20)
  })

  test('the detail of a swap goes back at once', () => {
    const swap = listed([], [openRun('run_1', { title: 'x'.repeat(3000) })], 80, 24)
    const end = play(swap, keys('enter', 'end')).state
    expect(end.screens.activity.scroll).toBeGreaterThan(20)
    expect(play(end, keys('up')).state.screens.activity.scroll).toBe(end.screens.activity.scroll - 1)
  })

  test('the terms of a lock go back at once', () => {
    const question = { kind: 'terms', next: 'pays', expired: false, typing: undefined } as const
    const run = { ...factsOfRun(lockedRun()), recipient: 'x'.repeat(3000) }
    const { screens, ...rest } = small()
    const review = reviewOf({ run, question })
    const terms = { ...rest, tab: 'review' as const, screens: { ...screens, review } }
    const end = play(terms, times(20, 'pagedown')).state
    const scrolled = ({ screens }: AppState) => shownWork(screens.review)?.scroll ?? 0
    expect(scrolled(end)).toBeGreaterThan(20)
    expect(scrolled(play(end, keys('up')).state)).toBe(scrolled(end) - 1)
  })
})

describe.each([
  [40, 10],
  [60, 14],
  [80, 24],
])('the end of what scrolls at %i x %i', (columns, rows) => {
  const long = 'x'.repeat(3000)
  const opened = { on: 'app', type: 'opened' } as const
  const start = () => play(screensOf(columns, rows), [opened]).state
  const key = { name: 'KEY', required: true, secret: true, set: false, description: 'words '.repeat(400) }
  const provider = (): ProgramEvent => {
    const named = { key: 'RELAY', name: 'Relay', type: 'BRIDGE' } as const
    const state = {
      ...{ ...named, active: true, enabled: true, ready: true, hosts: ['api.example'], baseUrl: '', docs: '' },
      ...{ settings: [key, key, key, key], gate: { failures: 0 }, record: { finished: 0, success: 0 } },
    }
    const item = cleanDocument({ ...named, state, record: undefined, delivery: undefined })
    return { on: 'providers', type: 'listed', listed: [item] }
  }
  const terms = { kind: 'terms', next: 'pays', expired: false, typing: undefined } as const
  const onReview = (): AppState => {
    const { screens, ...rest } = start()
    const review = reviewOf({ run: { ...factsOfRun(lockedRun()), recipient: long }, question: terms })
    return { ...rest, tab: 'review', screens: { ...screens, review } }
  }
  const onAccounts = () =>
    play(start(), [
      ...keys('7'),
      { on: 'balances', type: 'listed', accounts: [] },
      { on: 'balances', type: 'ended' },
      ...keys('A'),
      { on: 'balances', type: 'known', known: [] },
      ...keys('enter'),
    ]).state
  const failed = {
    on: 'balances',
    type: 'work-failed',
    id: 1,
    problem: { message: 'words '.repeat(400), hint: '' },
  } as const
  const scenes: readonly (readonly [string, () => AppState])[] = [
    ['the help', () => play(start(), keys('?')).state],
    ['a swap', () => play(listed([], [openRun('run_1', { title: long })], columns, rows), keys('enter')).state],
    ['a provider', () => play(start(), [...keys('4'), provider(), ...keys('enter')]).state],
    ['the terms of a lock', onReview],
    ['why work failed', () => play(onAccounts(), [failed]).state],
  ]
  const problem = { message: 'The server of another network '.repeat(10), hint: '' }
  const guide = { step: 1, of: 8, says: 'Press the key that is told here, and then the next one' }

  test.each(scenes)('of %s is seen while something is told', (_name, scene) => {
    for (const told of [{}, { problem }, { guide }, { problem, guide }]) {
      const end = play({ ...scene(), ...told }, keys('end')).state
      const words = textOf(end)
      expect(words).toMatch(/more above|lines \d+ to \d+ of/)
      expect(linesOf(end)).toHaveLength(rows)
      expect(words).not.toMatch(/more below/)
      expect(words.match(/lines \d+ to (\d+) of \1\b/) === null).toBe(end.help === undefined)
      const back = play(end, keys('up')).state
      expect([textOf(back) === words, textOf(play(back, keys('down')).state) === words]).toEqual([false, true])
    }
  })
})
