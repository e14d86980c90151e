import { describe, expect, test } from 'vitest'
import { type AppState, SCREENS } from '../../../../src/tui/screens.ts'
import { helpBody } from '../../../../src/tui/frame/help.ts'
import { helpLines } from '../../../../src/tui/frame/help-lines.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { scrollBy } from '../../../../src/tui/kit/layout/scrolling.ts'
import { shownWork } from '../../../../src/tui/screens/review/state.ts'
import { offeredKeys } from '../../../../src/tui/state.ts'
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
