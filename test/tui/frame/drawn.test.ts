import { describe, expect, test } from 'vitest'
import { createFrameRows, frameRows } from '../../../src/tui/frame/frame.ts'
import type { Job } from '../../../src/tui/jobs/jobs.ts'
import type { Screen } from '../../../src/tui/screen.ts'
import { type AppState, SCREENS } from '../../../src/tui/screens.ts'
import { update } from '../../../src/tui/update.ts'
import { keys, NOW, play, quoted, route, screensOf, verdict } from '../sample-swap.ts'
import { past } from '../screens/activity/sample-activity.ts'

const JOB: Job = {
  ...{ id: 'run_1', amount: '0.05', from: 'ETH', to: 'USDC', doing: 'swapping', waits: false },
  ...{ lockEndsAt: undefined, isPaid: true, estimateSec: 90 },
}
const tick = (state: AppState, now: number) => update(SCREENS, state, { on: 'app', type: 'tick' }, now).state
const routes = () => quoted([route('A'), route('B')], [verdict('C')], 200, 60)

/** What changes from one second to the next: the lines, and whether it is another list of them. */
function afterASecond(state: AppState) {
  const draw = createFrameRows()
  const first = draw(SCREENS, state, false)
  const next = draw(SCREENS, tick(state, state.now + 1_000), false)
  return { isSame: next === first, changed: next.filter((row, y) => row !== first[y]).length, rows: next.length }
}

describe('a second later', () => {
  test.each([
    ['nothing chosen', screensOf(200, 60)],
    ['settings', play(screensOf(80, 24), keys('6')).state],
    ['a form alone', screensOf(80, 24)],
  ])('%s: the same list of lines, so that nothing is written', (_name, state) => {
    expect(afterASecond(state)).toMatchObject({ isSame: true })
  })

  test('a countdown is another line, and the others are the same rows', () => {
    expect(afterASecond(routes())).toMatchObject({ isSame: false, changed: 1, rows: 60 })
  })

  test('a swap that runs changes the header and its own line', () => {
    expect(afterASecond(play(screensOf(200, 60), [{ on: 'app', type: 'job', job: JOB }]).state)).toMatchObject({
      isSame: false,
      changed: 2,
    })
  })
})

test('past swaps are drawn again where they changed, and not because time goes by or they were read again', () => {
  let count = 0
  const screens = SCREENS.map((screen: Screen): Screen =>
    screen.name !== 'activity'
      ? screen
      : {
          ...screen,
          view: (props) => {
            count += 1
            return screen.view(props)
          },
        },
  )
  const draw = createFrameRows()
  const { state } = play(screensOf(100, 40), [{ on: 'app', type: 'opened' }, ...keys('3')])
  const page = { page: 1, total: 2, isTotalLeast: false, hasMore: false, damaged: [], unreadable: [] }
  const { lastId: id } = state.screens.activity
  const items = [past('tx_1'), past('tx_2')]
  const listed = play(state, [{ on: 'activity', type: 'page', id, ...page, items }, ...keys('down')]).state
  draw(screens, listed, false)
  draw(screens, tick(listed, NOW + 1_000), false)
  const read = tick(listed, NOW + 6_000)
  expect(read.screens.activity.readAt).toBe(NOW + 6_000)
  draw(screens, read, false)
  expect(count).toBe(1)
  draw(screens, play(read, keys('up'), NOW + 6_000).state, false)
  expect(count).toBe(2)
  // Its days may be those of another year now.
  draw(screens, tick(play(read, keys('up'), NOW + 6_000).state, NOW + 900_000), false)
  expect(count).toBe(3)
})

test('a frame is what it would be without the one before, whatever changed', () => {
  const draw = createFrameRows()
  const steps = [
    '4',
    '1',
    '?',
    'esc',
    'down',
    'i',
    'i',
    'R',
    '3',
    '5',
    ':',
    'esc',
    '1',
    'alt-z',
    'alt-z',
    'alt-1',
  ] as const
  let state = play(routes(), [{ on: 'app', type: 'job', job: JOB }]).state
  for (const [index, name] of steps.entries()) {
    state = tick(play(state, keys(name), NOW + index * 1_000).state, NOW + index * 1_000)
    expect(draw(SCREENS, state, false)).toEqual(frameRows(SCREENS, state, false))
  }
})
