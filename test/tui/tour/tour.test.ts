import { describe, expect, test } from 'vitest'
import { notify } from '../../../src/tui/events.ts'
import { frameRows } from '../../../src/tui/frame/frame.ts'
import type { Job } from '../../../src/tui/jobs/jobs.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../../src/tui/screens.ts'
import { screenSize } from '../../../src/tui/state.ts'
import { beginTour, followTour } from '../../../src/tui/tour/tour.ts'
import { factsOfRun } from '../../../src/tui/kit/run/run-facts.ts'
import { lockedRun } from '../screens/review/sample-run.ts'
import { BTC, keys, NOW, play, screensOf, typed, USDC } from '../sample-swap.ts'

/** What the guide says after each of these things happened, one after the other. */
function led(start: AppState, ...happenings: readonly (readonly ProgramEvent[])[]): readonly string[] {
  let state = start
  return happenings.map((events) => {
    for (const event of events) state = followTour(play(state, [event]).state)
    return `${state.guide?.step} ${state.guide?.says}`
  })
}

const ready: ProgramEvent[] = [{ on: 'app', type: 'opened' }]
/** The form as a line fills it. @param id number of what is looked for */
const filled = (id = 1): ProgramEvent[] => [
  { on: 'swap', type: 'line-written', text: '1 usdc to btc' },
  {
    on: 'swap',
    type: 'filled',
    id,
    filling: { from: USDC, to: BTC, amount: '1', recipient: '', slippage: '', rank: undefined },
  },
]
const JOB: Job = {
  id: 'run_1',
  ...{ amount: '1', from: 'USDC', to: 'BTC', doing: 'terms', waits: true, isPaid: false },
  lockEndsAt: NOW + 60_000,
  estimateSec: 45,
}
const job = (change: Partial<Job> = {}): ProgramEvent[] => [{ on: 'app', type: 'job', job: { ...JOB, ...change } }]
const paid = job({ lockEndsAt: undefined, isPaid: true, waits: false })
const settled: ProgramEvent[] = [
  { on: 'app', type: 'job-over', id: JOB.id, end: { how: 'settled', arrived: '0.001 BTC received' } },
]

const tour = () => beginTour(screensOf())
const noticeOf = (text: string) => notify('info', text)

describe('the guide', () => {
  test('goes on when what it says was done, and not before', () => {
    const said = led(
      tour(),
      ready,
      keys(':'),
      keys('esc'),
      filled(),
      job(),
      paid,
      keys('3'),
      settled,
      keys('?'),
      keys('x'),
    )
    expect(said).toEqual([
      '1 A swap fits on one line. Press : and type: 0.1 eth to usdc base (q leaves the tour)',
      '1 Type 0.1 eth to usdc base and press Enter.',
      '1 A swap fits on one line. Press : and type: 0.1 eth to usdc base (q leaves the tour)',
      '2 All providers are asked at once …',
      '4 2 shows the lock.',
      '5 It is paid, and goes on whatever you look at. Press 3: Activity.',
      '6 The header shows how far it is. When it ends, you are told.',
      '7 It has ended. Press ? for the keys of any screen.',
      '8 Esc closes the help. That was the tour.',
      '8 That was the tour. q leaves it; nothing of it is kept.',
    ])
  })

  test('waits for one who goes ahead, and leads back one who goes elsewhere', () => {
    const said = led(
      tour(),
      ready,
      keys('f'),
      keys('esc'),
      keys('?'),
      keys('x'),
      filled(2),
      keys('5'),
      job(),
      keys('2'),
    )
    expect(said).toEqual([
      '1 A swap fits on one line. Press : and type: 0.1 eth to usdc base (q leaves the tour)',
      '1 Esc leaves this field. Then press :',
      '1 A swap fits on one line. Press : and type: 0.1 eth to usdc base (q leaves the tour)',
      '1 A swap fits on one line. Press : and type: 0.1 eth to usdc base (q leaves the tour)',
      '1 A swap fits on one line. Press : and type: 0.1 eth to usdc base (q leaves the tour)',
      '2 All providers are asked at once …',
      '2 1 shows the routes.',
      '4 2 shows the lock.',
      '4 Nothing is locked here. 1 shows the routes.',
    ])
  })

  test('names the key that goes on with a swap that stopped, wherever it is looked at', () => {
    const run = factsOfRun(lockedRun({ step: 'tracked', payment: { hash: '0x1', raw: '0x2' } }))
    const problem = { message: 'No answer', hint: undefined }
    const stopped: ProgramEvent[] = [
      { on: 'review', type: 'resume', runId: run.id },
      { on: 'review', type: 'stopped', id: 1, run, problem },
      { on: 'app', type: 'job-over', id: run.id, end: { how: 'stopped', why: problem.message } },
    ]
    expect(led(tour(), [...ready, ...filled()], job(), paid, keys('3'), stopped, keys('2')).slice(3)).toEqual([
      '6 The header shows how far it is. When it ends, you are told.',
      '6 It stopped before its end. 2 shows it.',
      '6 It stopped before its end. c goes on with it.',
    ])
  })

  test('names the keys that are in force', () => {
    const bound = play(tour(), [{ on: 'app', type: 'settings', values: { 'keys.palette': 'ctrl-o' } }]).state
    expect(followTour(bound).guide?.says).toContain('Press Ctrl-O and type')
  })

  test('is left by q and by no Esc, which says so where it closes nothing', () => {
    const left = { on: 'app', type: 'leave', how: 'quit' }
    const opened = play(tour(), ready).state
    const told = play(opened, keys('esc'))
    expect(told.effects).toEqual([noticeOf('q leaves the tour')])
    expect(play(opened, keys('q')).effects).toContainEqual(left)
    for (const open of [keys('?'), keys(':'), keys('f'), keys('a'), keys('i')]) {
      expect([open, play(opened, [...open, ...keys('esc')]).effects]).toEqual([
        open,
        expect.not.arrayContaining([noticeOf('q leaves the tour')]),
      ])
    }
    expect(play(screensOf(), [...ready, ...keys('esc')]).effects).not.toContainEqual(noticeOf('q leaves the tour'))
  })
})

describe.each([
  [40, 10],
  [80, 23],
  [200, 60],
])('at %i x %i', (columns, rows) => {
  test('its lines stand below the tabs and are the screens no more, and every frame is whole', () => {
    const text = (state: AppState) =>
      frameRows(SCREENS, state, false).map((row) => row.map((piece) => piece.text).join(''))
    const start = play(beginTour(screensOf(columns, rows)), [...ready, ...typed('i')]).state
    const lines = text(start)
    expect(lines).toHaveLength(rows)
    const own = rows - screenSize(SCREENS, start).rows
    expect(lines.slice(1, 1 + own).join(' ')).toBe(
      'TOUR 1/8  A swap fits on one line. Press : and type: 0.1 eth to usdc base (q leaves the tour)',
    )
    expect(lines.every((line) => line.length <= columns)).toBe(true)
    expect(text({ ...start, guide: undefined }).join('\n')).not.toContain('TOUR')
  })
})
