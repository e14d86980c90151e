import { describe, expect, test } from 'vitest'
import { jobsRow, progressPercent, titleText } from '../../../src/tui/jobs/job-texts.ts'
import { type HeldJob, type Jobs, NO_JOBS } from '../../../src/tui/jobs/jobs.ts'
import { textWidth } from '../../../src/tui/kit/text/text-fit.ts'

const NOW = 1_000_000
const RUNNING: HeldJob = {
  id: 'run_1',
  amount: '0.05',
  from: 'ETH',
  to: 'USDC',
  doing: 'swapping',
  waits: false,
  lockEndsAt: undefined,
  isPaid: true,
  estimateSec: 90,
  paidAt: NOW - 31_000,
  lockedAt: 0,
  isWarned: false,
}
const LOCKED: HeldJob = { ...RUNNING, id: 'run_2', waits: true, paidAt: undefined, lockEndsAt: NOW + 48_000 }
const WAITING: HeldJob = { ...LOCKED, id: 'run_3', doing: 'your payment', lockEndsAt: undefined }
const ALL: Jobs = {
  ...NO_JOBS,
  held: [RUNNING, LOCKED, WAITING, { ...RUNNING, id: 'run_4' }],
  open: ['run_1', 'run_9'],
}

const header = (jobs: Jobs, room: number, spoken = false) =>
  jobsRow(jobs, NOW, room, spoken)
    .row.map(({ text }) => text)
    .join('')

describe('the header', () => {
  test('says what runs, what waits, the clock of the lock and what is left open', () => {
    expect(header({ ...NO_JOBS, held: [RUNNING] }, 40)).toBe('▶ 0.05 ETH→USDC 31s/90s')
    expect(header({ ...NO_JOBS, held: [LOCKED] }, 40)).toBe('⏱ lock 48s')
    const later = { ...LOCKED, id: 'run_5', lockEndsAt: NOW + 55_000 }
    expect([40, 8].map((room) => header({ ...NO_JOBS, held: [later, LOCKED] }, room))).toEqual([
      '⏱ lock 48s +1',
      '⏱48s +1',
    ])
    expect(header(ALL, 120)).toBe('⏱ lock 48s  ? 0.05 ETH→USDC your payment  ▶ 0.05 ETH→USDC 31s/90s +1  1 left open')
    expect(header(ALL, 120, true)).toBe(
      'lock 48s  waits: 0.05 ETH to USDC your payment  runs: 0.05 ETH to USDC 31s/90s +1  1 left open',
    )
    expect(header({ ...NO_JOBS, held: [{ ...RUNNING, amount: '4500', from: 'USDC', to: 'ETH' }] }, 40)).toBe(
      '▶ 4,500 USDC→ETH 31s/90s',
    )
    expect([header(NO_JOBS, 40), header({ ...NO_JOBS, open: ['run_9'] }, 40)]).toEqual(['', '1 left open'])
  })

  test('fits any room, and gives up last what matters most', () => {
    for (let room = 0; room < 130; room += 1) expect(textWidth(header(ALL, room))).toBeLessThanOrEqual(room)
    expect([44, 24, 10, 4].map((room) => header(ALL, room))).toEqual([
      '⏱ lock 48s  ? your payment  ▶ 2  1 open',
      '⏱48s  ? 1  ▶ 2  1 open',
      '⏱48s  ? 1',
      '⏱48s',
    ])
  })

  test('says first for how long nobody has answered, and that a lock is over', () => {
    const jobs = { ...NO_JOBS, awaySince: NOW - 42_000, held: [{ ...LOCKED, lockEndsAt: NOW }] }
    expect(header(jobs, 60)).toBe('no answer for 42s  ⏱ lock over')
    expect(header(jobs, 8)).toBe('offline')
  })
})

test('the title says what is going on, and without amounts what was not seen', () => {
  expect([titleText(NO_JOBS, false), titleText({ ...NO_JOBS, awaySince: 0 }, false)]).toEqual([
    'swapcli',
    'swapcli: offline',
  ])
  expect(titleText(ALL, false)).toBe('swapcli: 2 running, 2 waiting for you')
  const message = { id: 'run_1', tone: 'good', text: '0.05 ETH to USDC: done', plain: 'ETH to USDC: done', at: 0 }
  const unseen: Jobs = { ...ALL, unseen: [{ ...message, tone: 'good' }] }
  expect([titleText(unseen, false), titleText(unseen, true)]).toEqual([
    'swapcli: ETH to USDC: done',
    'swapcli: 0.05 ETH to USDC: done',
  ])
})

test('progress is that of the first paid job, and never whole before its end', () => {
  expect([progressPercent(NO_JOBS, NOW), progressPercent(ALL, NOW), progressPercent(ALL, NOW + 600_000)]).toEqual([
    undefined,
    34,
    99,
  ])
  expect(progressPercent({ ...NO_JOBS, held: [{ ...RUNNING, estimateSec: undefined }] }, NOW)).toBeUndefined()
})
