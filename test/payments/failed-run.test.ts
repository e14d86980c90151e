import { expect, test } from 'vitest'
import { settleFailedRun } from '../../src/payments/failed-run.ts'
import { SwapError } from '../../src/core/api/errors.ts'
import type { RunChange, RunJournal } from '../../src/wallet/run/journal.ts'
import { continueRun } from '../../src/wallet/run/swap-run.ts'
import { Crash, openPaperRuns, USDC_TO_USDC } from '../support/paper-runs.ts'

const HOW = { sends: true, isUnseen: true, isBegun: true }
const FULL = new SwapError('STORE_UNUSABLE', 'The store cannot be written: the disk is full', {
  hint: 'Free disk space and try again',
})
const IN_USE = new SwapError('SERVICE_UNAVAILABLE', 'The store is in use by another process', {
  hint: 'Try again in a moment',
})

/** A run that stopped at a point, and a journal that writes nothing any more. */
async function openStopped(point: string, failure: SwapError) {
  const { context, journal, stored } = await openPaperRuns()
  const run = await journal.create({ ...USDC_TO_USDC, unattended: true })
  const checkpoint = (at: string) => {
    if (at === point) throw new Crash(at)
  }
  await expect(continueRun({ ...context, isBegun: true, checkpoint }, run)).rejects.toThrow(Crash)
  const full: RunJournal = { ...journal, save: (_run: unknown, _change: RunChange) => Promise.reject(failure) }
  const notes: string[] = []
  const settle = (of: RunJournal) => settleFailedRun({ note: (text) => void notes.push(text) }, of, run, failure, HOW)
  return { run, journal, full, stored, settle, notes }
}

test.each([
  ['locked', FULL, 'Free disk space and try again'],
  ['executing', IN_USE, 'Try again in a moment'],
  ['executed', FULL, 'Free disk space and try again'],
])(
  'a failure at "%s" that cannot be noted does not say that nothing was sent: resume pays the run',
  async (point, failure, cure) => {
    const { run, full, settle, stored, notes } = await openStopped(point, failure)
    expect(await settle(full)).toMatchObject({
      ...{ code: failure.code, message: failure.message, funds: 'unknown' },
      hint:
        `Do not begin it again: it could not be noted that it failed. ${cure}, then go on with it: ` +
        `swapcli resume ${run.id}, or give it up: swapcli resume ${run.id} --forget`,
    })
    expect([(await stored(run)).agreed, notes]).toEqual([true, []])
  },
)

test('a failure that can be noted says that nothing was sent, and the run asks before it is paid', async () => {
  const { run, journal, settle, stored, notes } = await openStopped('executed', FULL)
  expect(await settle(journal)).toMatchObject({ funds: 'untouched', hint: FULL.hint })
  expect([(await stored(run)).agreed, notes.length]).toEqual([false, 1])
})

test.each([
  [FULL, 'Free disk space and try again'],
  [IN_USE, 'Try again in a moment'],
])('a store that fails once the payment is signed names the run that goes on (%s)', async (failure, cure) => {
  const { run, full, settle } = await openStopped('signed', failure)
  const hint = `${cure}, by going on: swapcli resume ${run.id}`
  expect(await settle(full)).toMatchObject({ funds: 'unknown', hint })
})

const DOWN = new SwapError('SERVICE_UNAVAILABLE', 'No node of the chain answered', { hint: 'Try again' })
const BUSY = new SwapError('RATE_LIMITED', 'Too many requests')

test.each([
  ...(['locking', 'locked', 'executing', 'executed'] as const).map((point) => [point, DOWN] as const),
  ['executed', BUSY] as const,
])(
  'a run that was taken up at "%s" keeps its consent where nobody answers, and says so (%s)',
  async (point, failure) => {
    const { run, journal, stored, notes } = await openStopped(point, failure)
    const told = await settleFailedRun({ note: (text) => void notes.push(text) }, journal, run, failure, {
      ...{ sends: true, isUnseen: false, isBegun: false },
    })
    const on = `o on with it: swapcli resume ${run.id}, or give it up: swapcli resume ${run.id} --forget`
    expect(told).toMatchObject({
      ...{ code: failure.code, message: failure.message, funds: 'unknown' },
      hint:
        'Do not begin it again: nothing of it was signed now, and what you agreed to may still hold. ' +
        (failure === DOWN ? `Try again, then g${on}` : `G${on}`),
    })
    const { agreed, unattended } = await stored(run)
    expect([agreed, unattended, notes]).toEqual([true, true, []])
  },
)

test.each(['locking', 'executing', 'executed'])(
  'a run that is left at "%s" is gone on with, and not begun again',
  async (point) => {
    const left = new SwapError('INTERRUPTED', 'The call was cancelled')
    const { run, journal, settle, stored } = await openStopped(point, left)
    expect(await settle(journal)).toMatchObject({ hint: `Go on where it stopped: swapcli resume ${run.id}` })
    expect((await stored(run)).agreed).toBe(true)
  },
)

test('a run that was just begun, and one that was never agreed to, ask where nobody answers: nothing was sent, it is said', async () => {
  const { run, journal, settle, stored } = await openStopped('executed', DOWN)
  expect(await settle(journal)).toMatchObject({ funds: 'untouched', run: { id: run.id } })
  expect((await stored(run)).agreed).toBe(false)
  const how = { sends: true, isUnseen: false, isBegun: false }
  const told = await settleFailedRun({ note: () => undefined }, journal, run, DOWN, how)
  expect(told).toMatchObject({ funds: 'untouched', hint: 'Try again', run: { id: run.id } })
})

test.each(['quoted', 'executed'])(
  'a rehearsal that fails at "%s" takes nothing away, and names the run that stands',
  async (point) => {
    const { run, journal, stored } = await openStopped(point, DOWN)
    const refused = new SwapError('WALLET_REFUSED', 'It would fail', { reason: 'simulation' })
    const before = await stored(run)
    const how = { ...{ sends: false, isUnseen: false, isBegun: false }, isRehearsal: true }
    expect(await settleFailedRun({ note: () => undefined }, journal, before, refused, how)).toMatchObject({
      ...{ code: 'WALLET_REFUSED', funds: 'unknown' },
      hint: `Do not begin it again: it was only looked at, and what you agreed to may still hold. Go on with it: swapcli resume ${run.id}, or give it up: swapcli resume ${run.id} --forget`,
    })
    expect(await stored(run)).toEqual(before)
  },
)
