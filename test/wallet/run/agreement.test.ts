import { describe, expect, test } from 'vitest'
import type { PaymentReview, Wallet } from '../../../src/wallet/payment.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { agreementOver } from '../../../src/wallet/run/agreement.ts'
import { revokeConsent } from '../../../src/wallet/run/consent.ts'
import type { NewRun } from '../../../src/wallet/run/journal.ts'
import { continueRun, type RunContext } from '../../../src/wallet/run/swap-run.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { Crash, openPaperRuns, PAPER, USDC_TO_USDC } from '../../support/paper-runs.ts'

/*
 * What was agreed to holds for a while. What is not signed by then is signed by a new word only, whatever is signed already.
 */

const MINUTE_MS = 60_000
const BY_YES: Partial<NewRun> = { unattended: true }
const IN_PERSON: Partial<NewRun> = {}

/** A run whose process was killed at a point, and what takes it up so much later; nobody answers there. */
async function takenUp(point: string, laterMs: number, begun: Partial<NewRun> = BY_YES) {
  const opened = await openPaperRuns()
  const { context, journal, stored } = opened
  const created = await journal.create({ ...USDC_TO_USDC, target: { symbol: 'USDC', decimals: 6 }, ...begun })
  const crashing = (at: string, over: RunContext): RunContext => ({
    ...over,
    checkpoint: (reached) => {
      if (reached === at) throw new Crash(at)
    },
  })
  await expect(continueRun(crashing(point, { ...context, isBegun: true }), created)).rejects.toThrow(Crash)
  const asked: string[] = []
  const later: RunContext = {
    ...context,
    agreementMs: 15 * MINUTE_MS,
    now: () => systemClock.now() + laterMs,
    review: async () => {
      asked.push('terms')
      throw new Error('nobody is here')
    },
  }
  const agreeing: RunContext = { ...later, review: async () => asked.push('terms') > 0 }
  return { ...opened, run: await stored(created), later, agreeing, asked, crashing }
}

/** A wallet that shows what it signs: an approval, then the payment. */
function twoSteps(later: RunContext, asked: string[]) {
  const signed: string[] = []
  const wallet: Wallet = {
    address: () => PAPER,
    paysDeposits: true,
    review: async () => ({ family: 'evm', doubts: [] }) as unknown as PaymentReview,
    sign: async (_execution, _terms, earlier) => {
      const kind = earlier.length === 0 ? 'approve' : 'call'
      signed.push(kind)
      return { hash: `0x${(kind === 'call' ? 'ca' : 'ab').repeat(32)}`, raw: '0x01', kind, last: kind === 'call' }
    },
    broadcast: async () => undefined,
    settle: async ({ hash }) => ({ state: 'mined', hash }),
  }
  const context: RunContext = {
    ...later,
    wallet,
    service: { ...later.service, track: async () => ({}) as Awaited<ReturnType<RunContext['service']['track']>> },
    reviewPayment: async (run) => {
      if (run.unattended !== true) asked.push('payment')
      return true
    },
  }
  return { context, signed }
}

test('a word that holds for no time is asked for once by a process that has a person', async () => {
  const { run, agreeing, asked } = await takenUp('executed', MINUTE_MS, IN_PERSON)
  const ended = await continueRun({ ...agreeing, agreementMs: 0 }, run)
  expect([asked, ended.step]).toEqual([['terms'], 'final'])
})

describe('what was agreed to and executed, and is not signed', () => {
  test.each([
    ['by --yes', BY_YES],
    ['by a person', IN_PERSON],
  ])('is paid unasked some minutes after it was agreed to %s', async (_name, begun) => {
    const { later, run, asked, payments } = await takenUp('executed', 14 * MINUTE_MS, begun)
    const end = await continueRun(later, run)
    expect([end.transaction?.status, asked, (await payments()).length]).toEqual(['SUCCESS', [], 1])
  })

  test.each([
    ['longer ago by --yes', 16 * MINUTE_MS, BY_YES],
    ['longer ago by a person', 16 * MINUTE_MS, IN_PERSON],
    ['by a clock that was ahead', -120 * MINUTE_MS, BY_YES],
  ])('is not paid unasked where it was agreed to %s, and keeps when that was', async (_name, laterMs, begun) => {
    const { later, agreeing, run, asked, stored, payments } = await takenUp('executed', laterMs, begun)
    await expect(continueRun(later, run)).rejects.toThrow('nobody is here')
    const { agreed, unattended, agreedAt, step } = await stored(run)
    expect([asked, agreed, unattended, agreedAt, step]).toEqual([
      ['terms'],
      false,
      undefined,
      run.createdAt,
      'executed',
    ])
    expect(await payments()).toEqual([])
    const end = await continueRun(agreeing, await stored(run))
    expect([end.transaction?.status, end.agreed, (await payments()).length]).toEqual(['SUCCESS', true, 1])
    expect(end.agreedAt).toBe(new Date(Date.parse(end.agreedAt ?? '')).toISOString())
    expect(end.agreedAt).not.toBe(run.createdAt)
  })

  test('is closed unpaid where a person then declines', async () => {
    const { later, run, payments } = await takenUp('executed', 16 * MINUTE_MS)
    const end = await continueRun({ ...later, review: async () => false }, run)
    expect([end.step, end.closedAs, end.reason]).toEqual([
      'closed',
      'declined',
      'The terms were declined; nothing was sent',
    ])
    expect(await payments()).toEqual([])
  })

  test('is asked about by its payment where the wallet shows that, once', async () => {
    const { later, run, asked } = await takenUp('executed', 16 * MINUTE_MS)
    const { context, signed } = twoSteps(later, asked)
    const end = await continueRun(context, run, 'tracked')
    expect([end.step, asked, signed]).toEqual(['tracked', ['payment'], ['approve', 'call']])
  })

  test('is asked about also where its approval is signed, and that is sent all the same', async () => {
    const { later, run, asked, stored, crashing } = await takenUp('executed', MINUTE_MS)
    const { context, signed } = twoSteps(later, asked)
    await expect(continueRun(crashing('signed', context), run)).rejects.toThrow(Crash)
    expect([asked, signed, (await stored(run)).step]).toEqual([[], ['approve'], 'signed'])
    const now = () => systemClock.now() + 16 * MINUTE_MS
    const nobody = { ...context, now, reviewPayment: () => Promise.reject(new Error('nobody is here')) }
    await expect(continueRun(nobody, await stored(run))).rejects.toThrow('nobody is here')
    expect([signed, (await stored(run)).earlier?.length]).toEqual([['approve'], 1])
    const end = await continueRun({ ...context, now }, await stored(run), 'tracked')
    expect([end.step, asked, signed]).toEqual(['tracked', ['payment'], ['approve', 'call']])
  })

  test('is paid by a new --yes, which is noted before anything is signed, and holds as long as the first', async () => {
    const { later, run, asked, stored, crashing, payments } = await takenUp('executed', 60 * MINUTE_MS)
    const yes = { ...later, agreesBeforehand: true }
    await expect(continueRun(crashing('payment-made', yes), run)).rejects.toThrow(Crash)
    const noted = await stored(run)
    expect([noted.agreed, Date.parse(noted.agreedAt ?? '') - Date.parse(run.createdAt) >= 60 * MINUTE_MS]).toEqual([
      true,
      true,
    ])
    const end = await continueRun({ ...later, now: () => systemClock.now() + 70 * MINUTE_MS }, noted)
    expect([end.transaction?.status, asked, (await payments()).length]).toEqual(['SUCCESS', [], 1])
  })

  test('is not asked about twice by the process in which a person has agreed, however long that waits', async () => {
    const { later, run, asked } = await takenUp('executed', 16 * MINUTE_MS)
    const { context, signed } = twoSteps(later, asked)
    let waitedMs = 0
    const settle: Wallet['settle'] = async ({ hash }) => {
      waitedMs += 60 * MINUTE_MS
      return { state: 'mined', hash }
    }
    const wallet = context.wallet && { ...context.wallet, settle }
    const end = await continueRun({ ...context, wallet, now: () => later.now() + waitedMs }, run, 'tracked')
    expect([end.step, asked, signed]).toEqual(['tracked', ['payment'], ['approve', 'call']])
  })
})

test.each(['locking', 'locked', 'executing', 'executed'])(
  'a run of --yes that was taken up at "%s" where no server answers goes on unasked once one does',
  async (point) => {
    const { later, run, journal, asked, stored, payments } = await takenUp(point, 0)
    const down = new SwapError('SERVICE_UNAVAILABLE', 'The server cannot be reached')
    const fails = () => Promise.reject(down)
    const service = { ...later.service, lock: fails, execute: fails, status: fails }
    expect(await continueRun({ ...later, service }, run).catch((error: unknown) => error)).toMatchObject({
      message: down.message,
    })
    expect(await revokeConsent(journal, run.id, down)).toBeUndefined()
    const { agreed, unattended } = await stored(run)
    expect([agreed, unattended]).toEqual([true, true])
    const end = await continueRun(later, await stored(run))
    expect([end.transaction?.status, asked, (await payments()).length]).toEqual(['SUCCESS', [], 1])
  },
)

test('what was agreed to and may now only be shown is shown, and not signed and kept', async () => {
  const { later, run, asked, stored, crashing } = await takenUp('executed', MINUTE_MS)
  const { context, signed } = twoSteps(later, asked)
  await expect(continueRun(crashing('payment-agreed', context), run)).rejects.toThrow(Crash)
  const end = await continueRun({ ...context, sends: false, reviewPayment: async () => 'later' }, await stored(run))
  expect([end.step, end.closedAs, end.payment, signed]).toEqual(['closed', 'unpaid', undefined, []])
})

test.each([
  ['locked', 0],
  ['executed', 0],
  ['executed', 16 * MINUTE_MS],
])('a rehearsal of a run that came to "%s" shows it, agrees to nothing, and leaves it open', async (point, laterMs) => {
  const { later, run, asked, stored } = await takenUp(point, laterMs)
  const { context, signed } = twoSteps(later, asked)
  const looks: RunContext = { ...context, sends: false, rehearses: true, reviewPayment: async () => 'later' }
  const end = await continueRun(looks, run)
  const kept = await stored(run)
  expect([end.step, kept.step, kept.paymentAgreed, kept.agreed, signed, asked]).toEqual([
    ...['executed', 'executed', undefined, laterMs === 0, [], []],
  ])
  const paid = await continueRun(context, kept, 'tracked')
  expect([paid.step, asked, signed]).toEqual(['tracked', laterMs === 0 ? [] : ['payment'], ['approve', 'call']])
})

test('an agreement that is over names when it was, and what agrees anew; one that was withdrawn does not', async () => {
  const { run } = await takenUp('executed', 0)
  const over = { ...run, agreed: false, agreedAt: '2026-01-15T12:00:00.000Z' }
  expect(agreementOver(over)).toMatchObject({
    ...{ code: 'OUTCOME_UNKNOWN', exitCode: 7, reason: 'agreement-over', funds: 'untouched' },
    message: `The run ${run.id} was agreed to at 2026-01-15T12:00:00.000Z; that holds no more, and there is no terminal to ask for your agreement`,
    hint: `Nothing more was signed. Agree to it again: swapcli resume ${run.id} --yes; or give it up: swapcli resume ${run.id} --forget`,
  })
  expect([agreementOver(run), agreementOver({ ...over, agreedAt: undefined })]).toEqual([undefined, undefined])
})
