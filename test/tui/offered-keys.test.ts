import { expect, test } from 'vitest'
import { factsOfRun } from '../../src/tui/kit/run/run-facts.ts'
import { type AppState, SCREENS, type ProgramEvent } from '../../src/tui/screens.ts'
import { offeredKeys } from '../../src/tui/state.ts'
import type { SwapRun } from '../../src/wallet/run/journal.ts'
import { keys, play, quoted, route, screensOf } from './sample-swap.ts'
import { filter, listed, openRun, past } from './screens/activity/sample-activity.ts'
import { depositRun, lockedRun, RESUME } from './screens/review/sample-run.ts'

const offered = (state: AppState) => offeredKeys(SCREENS, state).own.map(({ label }) => label)
const opened = () => play(screensOf(), [{ on: 'app', type: 'opened' }]).state

function onReview(...events: readonly ProgramEvent[]) {
  return offered(play(opened(), [...keys('2'), ...events]).state)
}

function stoppedAt(run: SwapRun) {
  const problem = { message: 'gone', hint: undefined }
  return onReview(RESUME, { on: 'review', type: 'stopped', id: 1, run: factsOfRun(run), problem })
}

test('Review without a swap offers no key, and one with unfinished swaps those that continue or give up', () => {
  expect(onReview()).toEqual([])
  const runs = [factsOfRun(lockedRun()), factsOfRun(lockedRun())]
  expect(onReview({ on: 'review', type: 'found', runs, tells: true })).toEqual([
    'continue',
    'give up',
    'down',
    'ten lines down',
    'last',
  ])
})

test('Review offers to copy what there is, and to replace only a transaction that waits for a block', () => {
  const always = ['copy id', 'copy resume command', 'close']
  const address = ['continue', 'copy', 'copy deposit address']
  expect(stoppedAt(depositRun(''))).toEqual([...address, 'copy amount', 'copy payment link', ...always])
  // No link holds a memo.
  expect(stoppedAt(depositRun('memo'))).toEqual([...address, 'copy memo', 'copy amount', ...always])
  const payment = { hash: '0xabc', raw: '0x' }
  const sent = stoppedAt(lockedRun({ step: 'sent', payment }))
  expect(sent.slice(0, 4)).toEqual(['continue', 'speed up', 'cancel transaction', 'copy'])
  // What was paid is not to be paid again.
  expect(stoppedAt(depositRun('memo', { payment }))).toEqual(['continue', 'copy', 'copy hash', ...always])
})

test('Activity offers what can be done with the marked swap', () => {
  const empty = offered(listed([]))
  expect(empty).toEqual(['filter', 'refresh'])
  const own = [
    'details',
    'open on Review',
    'copy hash',
    'copy explorer link',
    'export CSV',
    'copy id',
    'clear the filter',
  ]
  const of = (state: AppState) => own.filter((label) => offered(state).includes(label))
  expect(of(listed([past('tx_1')]))).toEqual(['details', 'copy hash', 'copy explorer link', 'export CSV', 'copy id'])
  expect(of(listed([], [openRun('run_1')]))).toEqual(['details', 'open on Review', 'copy id'])
  expect(of(play(listed([]), filter('status:failed')).state)).toEqual(['clear the filter'])
})

test('Swap offers no key that needs a route before there is one', () => {
  const needRoute = ['exclude', 'refresh', 'copy as command']
  const of = (state: AppState) => offered(state).filter((label) => needRoute.includes(label))
  const { screens, ...rest } = opened()
  const idle = { ...rest, screens: { ...screens, swap: { ...screens.swap, refreshesLeft: 3 } } }
  expect([of(opened()), of(idle), of(quoted([route('A')], []))]).toEqual([[], [], needRoute])
})

test('Providers of a server offer no checks and no switches', () => {
  const { place, ...rest } = play(opened(), keys('4')).state
  expect(offered({ ...rest, place: { ...place, api: 'https://swaps.example' } })).toEqual(['refresh'])
})
