import { describe, expect, test } from 'vitest'
import { openRunTurn } from '../../../src/payments/turns.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { revokeConsent } from '../../../src/wallet/run/consent.ts'
import type { RunChange, SwapRun } from '../../../src/wallet/run/journal.ts'
import { RunConflict } from '../../../src/wallet/run/run-conflict.ts'
import type { RunTurn } from '../../../src/wallet/run/run-turn.ts'
import { continueRun, type RunContext, type RunPoint } from '../../../src/wallet/run/swap-run.ts'
import { Crash, ETH_TO_USDC, openPaperRuns, USDC_TO_USDC } from '../../support/paper-runs.ts'

/*
 * Several processes that bring one run on: one of them pays it, and the others tell its end.
 */

/** Points before the payment at which a process may die, and one behind it. */
const POINTS: readonly RunPoint[] = [
  'quoted',
  'locking',
  'lock-answered',
  'locked',
  'executing',
  'execute-answered',
  'executed',
  'payment-made',
  'signed',
  'payment-sent',
  'sent',
  'tracked',
  'final-seen',
]

/** A turn that another process has, until what it does meanwhile is done. */
function takenUntil(done: () => Promise<unknown>): RunTurn {
  let isTaken = false
  const leave = () => {
    isTaken = false
  }
  return {
    get isTaken() {
      return isTaken
    },
    take: async () => isTaken,
    wait: async () => {
      await done()
      isTaken = true
      return true
    },
    release: leave,
    end: leave,
  }
}

/** How a run ended, as every process tells it. */
const endOf = ({ id, step, transactionId, payment, transaction }: SwapRun) => ({
  ...{ id, step, transactionId, payment, transaction },
})

/** What another process does where the other is at a point of its own, for once. */
function meanwhile(context: RunContext, act: (run: SwapRun) => Promise<unknown>): RunContext {
  let isDone = false
  return {
    ...context,
    service: {
      ...context.service,
      execute: async (request, options) => {
        const answer = await context.service.execute(request, options)
        const [run] = await context.journal.listUnfinished()
        if (!isDone && run !== undefined) {
          isDone = true
          await act(run)
        }
        return answer
      },
    },
  }
}

describe('of processes that bring one run on', () => {
  test.each(POINTS)('after a crash at %s, one pays and all tell the same end', async (point) => {
    const { home, context, journal, payments, stored } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    const crashing: RunContext = {
      ...context,
      checkpoint: (at) => {
        if (at === point) throw new Crash(at)
      },
    }
    await expect(continueRun(crashing, run)).rejects.toThrow(Crash)
    const found = await stored(run)
    const bringOn = async () => {
      const turn = openRunTurn({ home, clock: systemClock }, run.id, () => undefined)
      return continueRun({ ...context, turn, agreesBeforehand: true }, found).finally(() => turn.release())
    }
    const ends = await Promise.all([bringOn(), bringOn(), bringOn(), bringOn()])
    const last = endOf(await stored(run))
    expect(last).toMatchObject({ step: 'final', transaction: { status: 'SUCCESS' } })
    expect(ends.map(endOf)).toEqual([last, last, last, last])
    expect(await payments()).toHaveLength(1)
  })

  test('one that another has overtaken goes on from there, and signs nothing itself', async () => {
    const { context, journal, payments, stored } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    const overtaken = meanwhile(context, async (now) => {
      await continueRun({ ...context, checkpoint: (at) => stopAt(at, 'tracked') }, now).catch(ofStop)
    })
    const wallet = context.wallet && { ...context.wallet, sign: () => Promise.reject(new Error('it signed')) }
    const end = await continueRun({ ...overtaken, ...(wallet === undefined ? {} : { wallet }) }, run)
    expect(endOf(end)).toEqual(endOf(await stored(run)))
    expect([end.step, end.transaction?.status, (await payments()).length]).toEqual(['final', 'SUCCESS', 1])
  })

  test('one whose run is given up by another ends with that, and pays nothing', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const change: RunChange = { step: 'closed', closedAs: 'given_up', reason: 'Given up' }
    const overtaken = meanwhile(context, (now) => journal.save(now, change))
    const end = await continueRun(overtaken, await journal.create(USDC_TO_USDC))
    expect([end.step, end.closedAs, await payments()]).toEqual(['closed', 'given_up', []])
  })

  test('one that finds its payment replaced goes on from what another has made of the run, and does not doubt it', async () => {
    const { context, journal, payments, stored } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    await continueRun({ ...context, checkpoint: (at) => stopAt(at, 'sent') }, run).catch(ofStop)
    const sent = await stored(run)
    const wallet = context.wallet && {
      ...context.wallet,
      // Meanwhile the service hears of the payment, under another hash as far as this one knows.
      settle: async () => {
        await continueRun(context, sent)
        return { state: 'replaced', hash: `0x${'dd'.repeat(32)}` } as const
      },
    }
    const end = await continueRun({ ...context, ...(wallet === undefined ? {} : { wallet }) }, sent)
    expect(endOf(end)).toEqual(endOf(await stored(run)))
    expect([end.transaction?.status, (await payments()).length]).toEqual(['SUCCESS', 1])
  })

  test('one that always comes too late says so after a while', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const run = await journal.create(ETH_TO_USDC)
    const save: typeof journal.save = async (before) => {
      // Whatever it is about to note, somebody else has just noted something.
      await journal.save(before, {})
      return journal.save(before, {})
    }
    await expect(continueRun({ ...context, journal: { ...journal, save } }, run)).rejects.toMatchObject({
      ...{ code: 'SERVICE_UNAVAILABLE', funds: 'unknown' },
      message: `Another process is continuing the run ${run.id}`,
    })
    expect(await payments()).toEqual([])
  })
})

describe('a run that another process has', () => {
  test('is paid by a yes from before where that process died after it had agreed', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    const turn = takenUntil(() =>
      continueRun({ ...context, checkpoint: (at) => stopAt(at, 'executed') }, run).catch(ofStop),
    )
    const end = await continueRun({ ...context, turn, agreesBeforehand: true }, run)
    expect([end.transaction?.status, (await payments()).length]).toEqual(['SUCCESS', 1])
  })

  test('is not paid by a yes from before where that process stopped and said that nothing was sent', async () => {
    const { context, journal, payments, stored } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    const refused = new SwapError('WALLET_REFUSED', 'It loses too much', { reason: 'loss' })
    const turn = takenUntil(async () => {
      const verifyLock = () => Promise.reject(refused)
      await continueRun({ ...context, isBegun: true, verifyLock }, run).catch(() =>
        revokeConsent(journal, run.id, refused),
      )
    })
    const late = await continueRun({ ...context, turn, agreesBeforehand: true }, run).catch((error: unknown) => error)
    expect(late).toBeInstanceOf(RunConflict)
    expect(late).toMatchObject({
      message: `Another process has stopped the run ${run.id} while this one waited for it`,
      hint: `See why, and agree to it again: swapcli resume ${run.id}`,
    })
    // Its own failure is none of the run: whoever continues it keeps what was agreed to.
    const before = await stored(run)
    expect(await revokeConsent(journal, run.id, late)).toBeUndefined()
    expect(await stored(run)).toEqual(before)
    expect(await payments()).toEqual([])
  })

  test('is asked about anew, where a person is there', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    const turn = takenUntil(() => journal.save(run, { agreed: false }))
    const asked: string[] = []
    const review = async ({ step }: SwapRun) => {
      asked.push(step)
      return true
    }
    const end = await continueRun({ ...context, turn, review }, run)
    expect([asked, end.transaction?.status, (await payments()).length]).toEqual([['locked'], 'SUCCESS', 1])
  })

  test('leaves open whether it is paid, for whoever does not wait to its end', async () => {
    const { home, context, journal, stored } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    const place = { home, clock: systemClock }
    const other = openRunTurn(place, run.id, () => undefined)
    expect(await other.take()).toBe(true)
    const left = new AbortController()
    const told: string[] = []
    const turn = openRunTurn(place, run.id, (text) => {
      told.push(text)
      left.abort()
    })
    const error = await continueRun({ ...context, turn, signal: left.signal }, run).catch((failure: unknown) => failure)
    expect(error).toMatchObject({
      ...{ code: 'OUTCOME_UNKNOWN', funds: 'unknown', exitCode: 7 },
      message: `Another swapcli is continuing the run ${run.id}, and may pay it`,
    })
    expect(told).toEqual([`waiting: another swapcli is continuing the run ${run.id}`])
    expect(await revokeConsent(journal, run.id, error)).toBeUndefined()
    expect(await stored(run)).toEqual(run)
    other.release()
  })

  test('is sent all the same once its payment is signed: that process may wait for it', async () => {
    const { context, journal, payments, stored } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    await continueRun({ ...context, checkpoint: (at) => stopAt(at, 'signed') }, run).catch(ofStop)
    const turn = takenUntil(() => Promise.reject(new Error('it waited')))
    const end = await continueRun({ ...context, turn }, await stored(run))
    expect([end.transaction?.status, (await payments()).length]).toEqual(['SUCCESS', 1])
  })

  test('takes the bounds that are named for it once it is free', async () => {
    const { context, journal, stored } = await openPaperRuns()
    const run = await journal.create(USDC_TO_USDC)
    const turn = takenUntil(() => journal.save(run, { minReceive: 1n }))
    const takeUp = (now: SwapRun) => journal.save(now, { mostLossBps: 300 })
    const { minReceive, mostLossBps } = await continueRun({ ...context, turn, takeUp }, run)
    expect([minReceive, mostLossBps]).toEqual([1n, 300])
    expect(await stored(run)).toMatchObject({ minReceive: 1n, mostLossBps: 300, step: 'final' })
  })
})

class Stop extends Error {}

function stopAt(at: RunPoint, point: RunPoint): void {
  if (at === point) throw new Stop()
}

function ofStop(error: unknown): void {
  if (!(error instanceof Stop)) throw error
}
