import { expect, test } from 'vitest'
import type { JobEvent } from '../../../../src/tui/jobs/jobs.ts'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { reportsOf } from '../../../../src/tui/screens/review/job-reports.ts'
import type { SwapRun } from '../../../../src/wallet/run/journal.ts'
import { NOW } from '../../sample-swap.ts'
import { statusOf } from '../activity/sample-activity.ts'
import { depositRun, lockedRun } from './sample-run.ts'

/** What is reported of a run that goes on. */
function progressOf(run: SwapRun): object | undefined {
  const [report] = reportsOf({ on: 'review', type: 'progress', id: 1, run: factsOfRun(run) }, undefined, false)
  return report?.type === 'job' ? report.job : undefined
}

test('terms that are asked about wait, with the clock of their lock', () => {
  const run = factsOfRun(lockedRun())
  const asks = (change: object) =>
    reportsOf({ on: 'review', type: 'terms', id: 1, run: { ...run, ...change }, next: 'pays' }, undefined, false)
  const job = {
    id: 'run_1',
    amount: '100',
    from: 'USDC',
    to: 'ADA',
    doing: 'your answer',
    waits: true,
    lockEndsAt: NOW + 45_000,
    isPaid: false,
    estimateSec: 60,
  }
  expect(asks({})).toEqual([{ on: 'app', type: 'job', job }])
  // What was executed is held to its lock.
  expect(asks({ step: 'executed' })).toEqual([{ on: 'app', type: 'job', job: { ...job, lockEndsAt: undefined } }])
})

test('a password, or what a device is to confirm, is waited for; before there is a run nothing is in hand', () => {
  const run = factsOfRun(lockedRun({ step: 'executed' }))
  const asked = [
    { on: 'review', type: 'password', id: 1, account: 'main', attempt: 1 },
    { on: 'review', type: 'device', id: 1, text: 'Confirm on the device' },
  ] as const
  const reports = asked.map((event) => reportsOf(event, run, false))
  expect(reports).toMatchObject([
    [{ type: 'job', job: { id: 'run_1', doing: 'your password', waits: true } }],
    [{ type: 'job', job: { id: 'run_1', doing: 'your device', waits: true } }],
  ])
  expect(asked.map((event) => reportsOf(event, undefined, false))).toEqual([[], []])
  // What the user cannot hasten waits for nobody here.
  const turn = { on: 'review', type: 'waiting', id: 1, text: 'waiting', doing: 'another swapcli' } as const
  expect(reportsOf(turn, run, false)).toMatchObject([{ job: { doing: 'another swapcli', waits: false } }])
  expect(reportsOf({ ...turn, doing: undefined }, run, false)).toEqual([])
})

test('a swap takes as long as its provider estimates, or less where its sandbox is faster', () => {
  const event = { on: 'review', type: 'progress', id: 1, run: factsOfRun(lockedRun()) } as const
  const reports = [1, 10].flatMap((speed) => reportsOf(event, undefined, false, speed))
  expect(reports).toMatchObject([{ job: { estimateSec: 60 } }, { job: { estimateSec: 6 } }])
})

test.each([
  [{ step: 'locking' }, { doing: 'locking', waits: false, isPaid: false }],
  [{ step: 'executed' }, { doing: 'executing', waits: false, isPaid: false }],
  [{ step: 'sent' }, { doing: 'confirming', waits: false, isPaid: true }],
] as const)('a run goes on by itself: %j', (change, job) => {
  expect(progressOf(lockedRun(change))).toMatchObject({ ...job, lockEndsAt: undefined })
})

test('a deposit waits for its user until it is seen, and arrives by itself on paper', () => {
  const unpaid = depositRun('m')
  expect(progressOf(unpaid)).toMatchObject({ doing: 'your payment', waits: true, isPaid: false })
  const paper = { ...unpaid, request: { ...unpaid.request, provider: 'SANDBOX_DEPOSIT' }, api: 'http://swap.example' }
  expect(progressOf(paper)).toMatchObject({ doing: 'paper arrives', waits: false, isPaid: true })
  const seen = depositRun('m', { transaction: { ...statusOf('tx_1', { status: 'PENDING' }), stage: 'swapping' } })
  expect(progressOf(seen)).toMatchObject({ doing: 'swapping', waits: false, isPaid: true })
})

test.each([
  [
    { status: 'SUCCESS', dstDelivered: '99.7' },
    { how: 'settled', arrived: '99.7 USDC received' },
  ],
  [{ status: 'SUCCESS' }, { how: 'settled', arrived: 'what arrived is not known: 99.8 USDC was promised' }],
  [{ status: 'FAILED' }, { how: 'failed' }],
  [{ status: 'REFUND' }, { how: 'refunded' }],
] as const)('a run that ended with %j says so, and calls received what was measured alone', (ended, end) => {
  const run = factsOfRun(depositRun('m', { step: 'final', transaction: statusOf('tx_1', ended) }))
  const over: JobEvent = { on: 'app', type: 'job-over', id: 'run_1', end }
  expect(reportsOf({ on: 'review', type: 'ended', id: 1, run, problem: undefined }, undefined, false)).toEqual([over])
})

test('a run that brought less than the least of its lock is no good end', () => {
  const { lock } = lockedRun()
  if (lock === undefined) throw new Error('no lock')
  const transaction = statusOf('tx_1', { status: 'SUCCESS', dstDelivered: '5.00' })
  const least = { ...lock, terms: { ...lock.terms, minimumOut: 248_000_000n } }
  const run = factsOfRun(depositRun('m', { step: 'final', lock: least, transaction }))
  const [over] = reportsOf({ on: 'review', type: 'ended', id: 1, run, problem: undefined }, undefined, false)
  const arrived = '5.00 ADA, less than the least that was promised, 248'
  expect(over).toEqual({ on: 'app', type: 'job-over', id: 'run_1', end: { how: 'short', arrived } })
})

test('a run that nobody follows any more was stopped, unless its user left it or ended it', () => {
  const run = factsOfRun(lockedRun())
  const problem = { message: 'no node answers', hint: undefined }
  const over = (isLeft: boolean) => reportsOf({ on: 'review', type: 'stopped', id: 1, run, problem }, undefined, isLeft)
  expect(over(false)).toMatchObject([{ end: { how: 'stopped', why: 'no node answers' } }])
  expect(over(true)).toMatchObject([{ end: { how: 'closed' } }])
  const closed = factsOfRun(lockedRun({ step: 'closed' }))
  expect(
    reportsOf({ on: 'review', type: 'ended', id: 1, run: closed, problem: undefined }, undefined, false),
  ).toMatchObject([{ end: { how: 'closed' } }])
})
