import { describe, expect, test } from 'vitest'
import { frameRows } from '../../../../src/tui/frame/frame.ts'
import { pointAt } from '../../../../src/tui/frame/point-at.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { newWork } from '../../../../src/tui/screens/review/work.ts'
import type { Work } from '../../../../src/tui/screens/review/state.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../../src/tui/screens.ts'
import { activeKeys, keysScreen } from '../../../../src/tui/state.ts'
import { linesOf, testSizes, textOf } from '../../frame-lines.ts'
import { keys, play, screensOf, USDC } from '../../sample-swap.ts'
import { lockedRun } from './sample-run.ts'

const PAST = 'last 30 here: 30 of 30 ended well'

/** Review with a payment that is asked about, or with nothing. */
function review(columns: number, rows: number, change: Partial<Work> = {}): AppState {
  const run = factsOfRun(lockedRun())
  const work: Work = {
    ...newWork(1),
    run,
    asked: { request: lockedRun().request, from: USDC, to: USDC, balance: '2500', past: PAST },
    question: { kind: 'terms', next: 'pays', expired: false, typing: undefined },
    ...change,
  }
  return withWorks([work], 1, columns, rows)
}

function withWorks(works: readonly Work[], shown: number | undefined, columns: number, rows: number): AppState {
  const state = screensOf(columns, rows)
  const asks = { ...state, screens: { ...state.screens, review: { ...state.screens.review, works, shown } } }
  return play(asks, [{ on: 'app', type: 'opened' }, ...keys('2')]).state
}

const nothing = (columns: number, rows: number) => withWorks([], undefined, columns, rows)
const panesOf = ({ panes }: AppState) => panes.map(({ name }) => name)
const QUESTION = /Agree to these terms\? P pays/

testSizes([
  ['a payment with what it is seen beside', review],
  ['Review with nothing on it', nothing],
])

describe('Review on a wide and high terminal', () => {
  test('shows beside the question what is held, what runs and what is watched, and moves neither it nor its terms', () => {
    expect(panesOf(review(200, 60))).toEqual(['review', 'balances', 'running', 'watch'])
    const lines = linesOf(review(200, 60))
    const asked = lines.findIndex((line) => QUESTION.test(line))
    // Above what is told and the keys.
    expect(lines.length - asked).toBe(3)
    const text = lines.join('\n')
    for (const part of ['─ REVIEW ─', '─ BALANCES ─', '─ RUNNING AND RECENT ─', 'paid to', 'takes']) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/more (above|below)/)
  })

  test('shows something where nothing is to be reviewed', () => {
    expect(panesOf(nothing(200, 60))).toEqual(['review', 'balances', 'running', 'watch'])
    expect(textOf(nothing(200, 60))).toContain('Nothing to review')
  })

  test.each([
    [119, 60],
    [140, 40],
    [200, 24],
    [80, 24],
    [40, 10],
  ])('is the screen alone at %i x %i', (columns, rows) => {
    expect(panesOf(review(columns, rows))).toEqual([])
    expect(textOf(review(columns, rows))).not.toContain('─ BALANCES')
  })

  test('is the screen alone beside a code to be scanned', () => {
    const { state } = play(review(200, 60, { qr: { lines: ['█'], width: 1 } }), keys('1', '2'))
    expect(panesOf(state)).toEqual([])
  })

  test('says what is left of the balance, and how swaps with the provider ended here, where there are lines for it', () => {
    const balance = '2,500 USDC when this was chosen, 2,400 USDC after it (network cost apart)'
    expect(textOf(review(120, 40))).toContain(balance)
    expect(textOf(review(120, 40))).toContain(PAST)
    expect(textOf(review(120, 35))).not.toContain('when this was chosen')
    const asked = { request: lockedRun().request, from: USDC, to: USDC, balance: '99' }
    expect(textOf(review(200, 60, { asked }))).not.toContain('when this was chosen')
  })

  test('keeps the keys on what is asked: no key and no click gives them to another pane', () => {
    const state = review(200, 60)
    const pressed = play(state, keys('alt-o')).state
    expect([keysScreen(pressed), pressed.desk.focus]).toEqual(['review', undefined])
    const lines = linesOf(state)
    const line = lines.findIndex((each) => each.includes('─ BALANCES'))
    const column = lines[line]?.indexOf('BALANCES') ?? 0
    const pointed = pointAt(SCREENS, state, frameRows(SCREENS, state, false), { column, line: line + 1 })
    expect(pointed.screen).toBe('balances')
    const click: ProgramEvent = { on: 'app', type: 'mouse', name: 'click', pointed }
    expect(keysScreen(play(state, [click]).state)).toBe('review')
    const actions = activeKeys(SCREENS, state).app.map(({ action }) => action)
    expect(actions).not.toContain('next-pane')
    expect(actions).toContainEqual({ pane: 'running' })
    expect(actions).not.toContainEqual({ pane: 'order' })
  })

  test('hides the panes beside it by their keys; itself by no setting', () => {
    const { state } = play(review(200, 60), keys('alt-6'))
    expect(panesOf(state)).toEqual(['review', 'balances', 'watch'])
    const settings = { 'hidden-panes': 'review,balances,running,watch' }
    const hidden = play({ ...review(200, 60), settings }, keys('1', '2')).state
    expect(panesOf(hidden)).toEqual(['review'])
    expect(textOf(hidden)).toMatch(QUESTION)
  })
})
