import { describe, expect, test } from 'vitest'
import { titleText } from '../../../src/tui/jobs/job-texts.ts'
import {
  type Job,
  type JobEvent,
  type Jobs,
  jobsTick,
  leftRuns,
  type Message,
  NO_JOBS,
  passTime,
  receiveJob,
  seeMessage,
  shownMessage,
  visitScreen,
} from '../../../src/tui/jobs/jobs.ts'

const JOB: Job = {
  id: 'run_1',
  amount: '0.5',
  from: 'ETH',
  to: 'USDC',
  doing: 'swapping',
  waits: false,
  lockEndsAt: undefined,
  isPaid: true,
  estimateSec: 90,
}
const begun = (change: Partial<Job> = {}): JobEvent => ({ on: 'app', type: 'job', job: { ...JOB, ...change } })
type End = Extract<JobEvent, { readonly type: 'job-over' }>['end']
const ended = (end: End, id = 'run_1'): JobEvent => ({ on: 'app', type: 'job-over', id, end })

/** What became of reports, each at its time, and what the user was told on the way. */
function report(...events: readonly (readonly [number, JobEvent])[]): { jobs: Jobs; told: readonly Message[] } {
  let jobs = NO_JOBS
  const told: Message[] = []
  for (const [at, event] of events) {
    const step = receiveJob(jobs, event, at)
    jobs = step.jobs
    told.push(...step.told)
  }
  return { jobs, told }
}

test('nobody has answered since the earliest moment that is reported', () => {
  const away = (since?: number): JobEvent => ({
    on: 'app',
    type: 'link',
    isUp: false,
    ...(since === undefined ? {} : { since }),
  })
  const since = (...events: readonly (readonly [number, JobEvent])[]) => report(...events).jobs.awaySince
  expect([since([9, away()]), since([9, away(4)]), since([9, away()], [12, away(4)])]).toEqual([9, 4, 4])
  expect(since([9, away(4)], [12, away()], [15, { on: 'app', type: 'link', isUp: true }])).toBeUndefined()
})

describe('a job', () => {
  test('counts from when its payment was on its way', () => {
    const { jobs } = report([0, begun({ isPaid: false })], [5, begun()], [9, begun({ doing: 'paying out' })])
    expect(jobs.held).toMatchObject([{ doing: 'paying out', paidAt: 5 }])
    expect([jobsTick(jobs), jobsTick(report([0, begun({ isPaid: false })]).jobs)]).toEqual([true, false])
  })

  test('that was paid before it was taken up counts from then, and no clock makes that later than now', () => {
    const { jobs } = report([50, begun({ sentAt: 20 })], [60, begun({ sentAt: 55 })])
    expect(jobs.held).toMatchObject([{ paidAt: 20 }])
    expect(report([50, begun({ sentAt: 70 })]).jobs.held).toMatchObject([{ paidAt: 50 }])
  })

  test.each([
    [
      { how: 'settled', arrived: '9 USDC received' },
      'good',
      '0.5 ETH to USDC: done, 9 USDC received',
      'ETH to USDC: done',
    ],
    [{ how: 'failed' }, 'bad', '0.5 ETH to USDC: failed', 'ETH to USDC: failed'],
    [{ how: 'refunded' }, 'bad', '0.5 ETH to USDC: refunded', 'ETH to USDC: refunded'],
    [
      { how: 'short', arrived: '5 USDC, less than the least that was promised, 683' },
      'bad',
      '0.5 ETH to USDC: ended with 5 USDC, less than the least that was promised, 683',
      'ETH to USDC: ended with less than the least that was promised',
    ],
    [{ how: 'stopped', why: 'no node' }, 'bad', '0.5 ETH to USDC: stopped. no node', 'ETH to USDC: stopped'],
  ] as const)('that ended is told once, and marks Activity: %j', (end, tone, text, plain) => {
    const { jobs, told } = report([0, begun()], [7, ended(end)], [8, ended(end)])
    expect(told).toEqual([{ id: 'run_1', isEnd: true, tone, text, plain, at: 7 }])
    expect([jobs.held, jobs.unseen, jobs.marked]).toEqual([[], told, ['activity']])
    expect(visitScreen(jobs, 'activity').marked).toEqual([])
  })

  test('that its user ended, or was asked about, is not told', () => {
    expect(report([0, begun()], [1, ended({ how: 'closed' })])).toEqual({ jobs: NO_JOBS, told: [] })
    const stopped = ended({ how: 'stopped', why: 'no password' })
    expect(report([0, begun({ waits: true })], [1, stopped]).told).toEqual([])
  })

  test.each([
    ['SUCCESS', 'service', 'good', 'done'],
    ['FAILED', 'service', 'bad', 'failed'],
    ['REFUND', 'server', 'bad', 'refunded, as the server says'],
    ['SUCCESS', 'server', 'bad', 'ended with less than the least that was promised, as the server says', true],
  ] as const)('that was left and ended is told, unless it is followed here: %s', (how, teller, tone, end, isShort?) => {
    const over: JobEvent = { on: 'app', type: 'left-over', swap: JOB, how, teller, isShort: isShort === true }
    const { jobs, told } = report([7, over])
    const texts = { text: `0.5 ETH to USDC: ${end}`, plain: `ETH to USDC: ${end}` }
    expect(told).toEqual([{ id: 'run_1', isEnd: true, tone, ...texts, seeOn: 'activity', at: 7 }])
    expect([jobs.unseen, jobs.marked]).toEqual([told, ['activity']])
    expect(report([0, begun()], [7, over])).toEqual(report([0, begun()]))
  })

  test('is not counted among the runs that are left open', () => {
    const open: JobEvent = { on: 'app', type: 'open-runs', ids: ['run_1', 'run_2'] }
    expect(leftRuns(report([0, begun()], [1, open]).jobs)).toBe(1)
    expect(leftRuns(report([0, begun()], [1, open], [2, ended({ how: 'failed' })]).jobs)).toBe(1)
    expect(leftRuns(report([0, begun()], [1, open], [2, ended({ how: 'stopped', why: '' })]).jobs)).toBe(2)
    const { jobs } = report([0, begun()], [1, open])
    expect(receiveJob(jobs, { ...open, ids: ['run_1', 'run_2'] }, 2).jobs).toBe(jobs)
  })
})

describe('a lock', () => {
  const locked = (lockEndsAt: number) => begun({ waits: true, isPaid: false, lockEndsAt })

  test('that is about to run out is told once, 15 s before', () => {
    const { jobs } = report([0, locked(60_000)])
    expect(passTime(jobs, 44_999)).toEqual({ jobs, told: [] })
    const due = passTime(jobs, 45_000)
    expect(due.told.map(({ text }) => text)).toEqual(['the lock on 0.5 ETH to USDC is about to run out'])
    expect(passTime(due.jobs, 46_000)).toEqual({ jobs: due.jobs, told: [] })
    // The same lock, reported again.
    expect(passTime(receiveJob(due.jobs, locked(60_000), 46_000).jobs, 47_000).told).toEqual([])
  })

  test('that is over, or short from the beginning, is not told', () => {
    expect(passTime(report([0, locked(60_000)]).jobs, 60_000).told).toEqual([])
    expect(passTime(report([0, locked(15_000)]).jobs, 5_000).told).toEqual([])
  })

  test('that runs out says so where nobody has read the warning', () => {
    const due = passTime(report([0, locked(60_000)]).jobs, 50_000).jobs
    const over = passTime(due, 60_000)
    expect(over.told).toEqual([])
    expect(over.jobs.unseen.map(({ text, plain }) => [text, plain])).toEqual([
      ['the lock on 0.5 ETH to USDC has run out', 'the lock on ETH to USDC has run out'],
    ])
    expect(passTime(over.jobs, 61_000).jobs).toBe(over.jobs)
  })

  test('that was answered, or made anew, leaves no message', () => {
    const { jobs } = passTime(report([0, locked(60_000)]).jobs, 50_000)
    expect(jobs.unseen).toHaveLength(1)
    for (const event of [begun(), locked(90_000), ended({ how: 'closed' })]) {
      expect(receiveJob(jobs, event, 51_000).jobs.unseen).toEqual([])
    }
  })
})

test('the newest message is shown until a key is pressed a second after it came, then the one before', () => {
  const { jobs } = report(
    [0, begun()],
    [0, begun({ id: 'run_2', from: 'BTC' })],
    [1_000, ended({ how: 'failed' })],
    [2_000, ended({ how: 'refunded' }, 'run_2')],
  )
  expect(shownMessage(jobs)?.plain).toBe('BTC to USDC: refunded')
  expect(seeMessage(jobs, 2_999, 'swap')).toBe(jobs)
  const once = seeMessage(jobs, 3_000, 'swap')
  expect(shownMessage(once)?.plain).toBe('ETH to USDC: failed')
  expect(shownMessage(seeMessage(once, 3_000, 'swap'))).toBeUndefined()
})

test('a key on a screen that lists the swaps puts away how all of them ended, and nothing else', () => {
  const message = { id: 'pair', tone: 'info', text: 'above', plain: 'above', at: 0 } as const
  const { jobs } = report(
    [0, begun()],
    [0, begun({ id: 'run_2' })],
    [0, { on: 'app', type: 'happened', message, screen: 'watch' }],
    [0, { on: 'app', type: 'left-over', swap: { ...JOB, id: 'run_3' }, how: 'SUCCESS', teller: 'service' }],
    [1_000, ended({ how: 'failed' })],
    [2_000, ended({ how: 'refunded' }, 'run_2')],
  )
  const left = (screen: string, now = 3_000) => seeMessage(jobs, now, screen).unseen.map(({ id }) => id)
  expect(left('activity', 2_999)).toHaveLength(4)
  expect(left('activity')).toEqual(['pair'])
  // Review has only those that were followed here.
  expect(left('review')).toEqual(['pair', 'run_3'])
})

test('what another process calls its user for is shown, and calls nobody here', () => {
  const message = { id: 'pair', tone: 'info', text: 'above', plain: 'above', at: 0, isQuiet: true } as const
  const { jobs, told } = report([0, { on: 'app', type: 'happened', message, screen: 'watch' }])
  expect([told, jobs.unseen, jobs.marked]).toEqual([[], [message], ['watch']])
  expect(titleText(jobs, true)).toBe('swapcli')
})

test('nobody answers from the first report of it until somebody does', () => {
  const link = (isUp: boolean): JobEvent => ({ on: 'app', type: 'link', isUp })
  expect(report([5, link(false)], [9, link(false)]).jobs.awaySince).toBe(5)
  expect(report([5, link(false)], [9, link(true)]).jobs).toEqual(NO_JOBS)
  // What became of a swap was answered by somebody; that it is not followed any more was not.
  const away = [
    [0, begun()],
    [5, link(false)],
  ] as const
  for (const how of ['failed', 'refunded'] as const) {
    expect(report(...away, [9, ended({ how })]).jobs.awaySince).toBeUndefined()
  }
  expect(report(...away, [9, ended({ how: 'settled', arrived: '1 USDC' })]).jobs.awaySince).toBeUndefined()
  expect(report(...away, [9, ended({ how: 'stopped', why: 'gone' })]).jobs.awaySince).toBe(5)
})
