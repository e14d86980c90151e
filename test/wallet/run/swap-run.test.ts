import { describe, expect, test } from 'vitest'
import type { Exec, Execution } from '../../../src/core/api/documents.ts'
import type { SwapService } from '../../../src/core/api/service.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { revokeConsent } from '../../../src/wallet/run/consent.ts'
import type { NewRun, SwapRun } from '../../../src/wallet/run/journal.ts'
import { continueRun, RUN_POINTS, type RunContext } from '../../../src/wallet/run/swap-run.ts'
import type { Wallet } from '../../../src/wallet/payment.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { swapErrorOf } from '../../support/swap-error.ts'
import { BASE_USDC, Crash, ETH_TO_USDC, openPaperRuns, PAPER, USDC_TO_USDC } from '../../support/paper-runs.ts'

/** Points that a wallet of paper passes: it has nothing to review, and sending settles. */
const POINTS = RUN_POINTS.filter((point) => !['payment-agreed', 'payment-settled', 'payment-noted'].includes(point))

/** A review of a payment that has nothing to decide by. */
const NOTHING_TO_SEE = { doubts: [] } as unknown as Awaited<ReturnType<NonNullable<Wallet['review']>>>

/** The same, with something that happens at one point. */
function happening(context: RunContext, point: string, act: () => void): RunContext {
  return { ...context, checkpoint: (at) => (at === point ? act() : undefined) }
}

/** The process ends at a point. */
function crashing(context: RunContext, point: string): RunContext {
  return happening(context, point, () => {
    throw new Crash(point)
  })
}

/** The user leaves at a point. */
function leavingAt(context: RunContext, point: string): RunContext {
  const left = new AbortController()
  return happening({ ...context, signal: left.signal }, point, () => left.abort())
}

describe('a swap run', () => {
  test('goes from quote to a final state with one payment, whose hash the service knows', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const end = await continueRun(context, await journal.create(ETH_TO_USDC))
    const sent = await payments()
    expect({
      step: end.step,
      status: end.transaction?.status,
      payments: sent.length,
      hash: end.transaction?.inboundHash,
    }).toEqual({ step: 'final', status: 'SUCCESS', payments: 1, hash: sent[0]?.hash })
    expect(await journal.listUnfinished()).toEqual([])
  })

  test.each(POINTS)(
    'that crashes at the point "%s" is continued to the same end, executed and paid once',
    async (point) => {
      const { context, journal, payments, stored, service } = await openPaperRuns()
      const run = await journal.create(ETH_TO_USDC)
      await expect(continueRun(crashing(context, point), run)).rejects.toThrow(Crash)
      const before = await payments()
      const end = await continueRun(context, await stored(run))
      const after = await payments()
      expect(end.transaction?.status).toBe('SUCCESS')
      expect(after).toHaveLength(1)
      expect(after.slice(0, before.length)).toEqual(before)
      expect((await service.history()).pagination.total).toBe(1)
    },
  )

  test('tells a service of its payment again whose store was put back from before', async () => {
    const { context, journal, payments, stored, service } = await openPaperRuns()
    const run = await journal.create(ETH_TO_USDC)
    const forgetful: SwapService = { ...service, track: async () => ({}) as Awaited<ReturnType<SwapService['track']>> }
    await continueRun({ ...context, service: forgetful }, run, 'tracked')
    const end = await continueRun(context, await stored(run))
    expect([end.transaction?.status, end.transaction?.inboundHash]).toEqual(['SUCCESS', (await payments())[0]?.hash])
  })

  test('whose payment its service refuses says so with the transaction, and is over once that is taken', async () => {
    const { context, journal, payments, stored, service } = await openPaperRuns()
    const run = await journal.create(ETH_TO_USDC)
    const refuse = () => Promise.reject(new SwapError('VALIDATION_ERROR', 'it belongs to another', { field: 'txHash' }))
    const refusing: RunContext = { ...context, service: { ...service, track: refuse } }
    const first = await swapErrorOf(continueRun(refusing, run))
    const { id, transactionId = '', payment } = await stored(run)
    const refusal = {
      code: 'OUTCOME_UNKNOWN',
      exitCode: 7,
      funds: 'moved',
      message: `The payment ${payment?.hash ?? ''} was sent, but the service does not take it for that of ${transactionId}: it belongs to another`,
      hint: `Report it again: swapcli resume ${id}. Where that is refused each time, see in an explorer what became of it, and ask who runs the service`,
    }
    expect(first).toMatchObject(refusal)
    expect(await swapErrorOf(continueRun(refusing, await stored(run)))).toMatchObject(refusal)
    const end = await continueRun(context, await stored(run))
    expect([end.transaction?.status, (await payments()).length]).toEqual(['SUCCESS', 1])
  })

  test('that crashes again and again, at every point, still pays once', async () => {
    const { context, journal, payments, stored, service } = await openPaperRuns()
    const run = await journal.create(ETH_TO_USDC)
    for (const point of POINTS) {
      await continueRun(crashing(context, point), await stored(run)).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
    }
    expect((await stored(run)).step).toBe('final')
    expect(await payments()).toHaveLength(1)
    expect((await service.history()).pagination.total).toBe(1)
  })

  test('sends the very bytes it kept, even when the first answer of the wallet was lost', async () => {
    const { context, journal, payments, stored, wallet } = await openPaperRuns()
    const run = await journal.create(ETH_TO_USDC)
    const sent: string[] = []
    const deaf: Wallet = {
      ...wallet,
      broadcast: async (payment) => {
        sent.push(payment.raw)
        await wallet.broadcast(payment)
        if (sent.length === 1)
          throw new SwapError('WALLET_REFUSED', 'connection lost', { reason: 'nodes', funds: 'unknown' })
      },
    }
    await expect(continueRun({ ...context, wallet: deaf }, run)).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
    expect((await stored(run)).step).toBe('signed')
    await continueRun({ ...context, wallet: deaf }, await stored(run))
    expect(new Set(sent).size).toBe(1)
    expect(await payments()).toHaveLength(1)
  })

  test.each([
    ['id', { id: 'tx_of_others' }],
    ['recipient', { recipientWalletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ])('does not end by a success of another %s', async (_name, other) => {
    const { context, journal, service, stored } = await openPaperRuns()
    const lying: SwapService = {
      ...service,
      watch: async function* (query, options) {
        for await (const { transaction, final } of service.watch(query, options)) {
          yield { transaction: { ...transaction, ...other }, final }
        }
      },
    }
    const run = await journal.create(ETH_TO_USDC)
    await expect(continueRun({ ...context, service: lying }, run)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      funds: 'moved',
      message: expect.stringContaining('the service answered about another swap') as string,
    })
    expect((await stored(run)).step).toBe('tracked')
  })

  test('is signed again where another payment took its nonces, also after the same approval', async () => {
    const { context, journal, payments, stored } = await openPaperRuns()
    const crash = crashing(context, 'signed')
    const first = await journal.create(USDC_TO_USDC)
    await expect(continueRun(crash, first)).rejects.toThrow(Crash)
    await continueRun(context, await journal.create(USDC_TO_USDC))
    const end = await continueRun(context, await stored(first))
    expect(end.transaction?.status).toBe('SUCCESS')
    expect(await payments()).toHaveLength(2)
  })

  test.each(['SANDBOX_BRIDGE', 'SANDBOX_DEPOSIT'])(
    'of %s that only shows what is to be paid is closed with nothing sent',
    async (provider) => {
      const { context, journal, payments } = await openPaperRuns()
      const run = await journal.create({ ...USDC_TO_USDC, request: { ...USDC_TO_USDC.request, provider } })
      const end = await continueRun({ ...context, sends: false }, run)
      expect([end.step, end.closedAs, end.payment]).toEqual(['closed', 'unpaid', undefined])
      expect(end.execution).toBeDefined()
      expect(await payments()).toEqual([])
    },
  )

  test('whose terms are declined is closed with nothing sent', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const run = await journal.create({ ...ETH_TO_USDC, agreed: false })
    const end = await continueRun({ ...context, review: async () => false }, run)
    expect([end.step, end.reason]).toEqual(['closed', 'The terms were declined; nothing was sent'])
    expect(await payments()).toEqual([])
  })

  test.each([
    [{ endsDeclined: true }, { step: 'closed', closedAs: 'declined' }],
    [{}, { step: 'tracked' }],
  ])('whose deposit is declined, with %o, ends as %o', async (how, end) => {
    const { context, journal, payments } = await openPaperRuns()
    const { wallet } = context
    if (wallet === undefined) throw new Error('paper runs have a wallet')
    const reviewing: Wallet = { ...wallet, paysDeposits: true, review: async () => NOTHING_TO_SEE }
    const request = { ...USDC_TO_USDC.request, provider: 'SANDBOX_DEPOSIT' }
    const run = await continueRun(
      { ...context, ...how, wallet: reviewing, reviewPayment: async () => false },
      await journal.create({ ...USDC_TO_USDC, request, agreed: true }),
      'tracked',
    )
    expect(run).toMatchObject(end)
    expect(await payments()).toEqual([])
  })

  test('whose lock promises less than agreed is refused with nothing sent', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const run = await journal.create({ ...ETH_TO_USDC, leastOut: 10n ** 42n })
    await expect(continueRun({ ...context, isBegun: true }, run)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      funds: 'untouched',
    })
    expect(await payments()).toEqual([])
  })

  test.each([
    [new SwapError('SERVICE_UNAVAILABLE', 'The server cannot be reached'), 'unknown'],
    [new SwapError('INTERRUPTED', 'The call was cancelled'), 'unknown'],
    [new SwapError('PROVIDER_UNAVAILABLE', 'It does not execute'), 'untouched'],
  ])('whose execution is answered with "%s" says what is known of it, and is executed once', async (failure, funds) => {
    const { context, journal, payments, stored, service } = await openPaperRuns()
    const isLost = funds === 'unknown'
    const execute: SwapService['execute'] = async (...asked) => {
      if (isLost) await service.execute(...asked)
      throw failure
    }
    const run = await journal.create(ETH_TO_USDC)
    const begun = { ...context, isBegun: true, service: { ...service, execute } }
    await expect(continueRun(begun, run)).rejects.toMatchObject({ code: failure.code, funds })
    const end = await continueRun(context, await stored(run))
    expect([end.transaction?.status, (await payments()).length]).toEqual(['SUCCESS', 1])
    expect((await service.history({})).pagination.total).toBe(1)
  })

  test('that was agreed to by its quote is held to that, whatever its lock promises', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const quoted = await journal.create({
      ...USDC_TO_USDC,
      target: { symbol: 'USDC', decimals: 6 },
      shown: 1_100_000_000n,
    })
    const begun = continueRun({ ...context, isBegun: true }, quoted)
    await expect(begun).rejects.toMatchObject({ code: 'WALLET_REFUSED', reason: 'below-floor' })
    expect(await payments()).toEqual([])
  })

  test('whose lock the user saw is held to that from then on, and not to the quote', async () => {
    const { context, journal, stored } = await openPaperRuns()
    const target = { symbol: 'USDC', decimals: 6 }
    const run = await journal.create({ ...USDC_TO_USDC, target, agreed: false, shown: 1_100_000_000n })
    await expect(continueRun({ ...crashing(context, 'executing'), review: async () => true }, run)).rejects.toThrow(
      Crash,
    )
    const { lock, shown, leastOut } = await stored(run)
    expect([shown, leastOut]).toEqual([lock?.terms.dst.amount, lock?.terms.minimumOut])
  })

  test('that is agreed to beforehand asks what only the outside knows of its lock, and stops where that refuses', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const verifyLock = () => Promise.reject(new SwapError('WALLET_REFUSED', 'It loses too much', { reason: 'loss' }))
    const run = await journal.create(USDC_TO_USDC)
    const begun = { ...context, isBegun: true, verifyLock }
    await expect(continueRun(begun, run)).rejects.toThrow('It loses too much')
    const unagreed = await journal.create({ ...USDC_TO_USDC, agreed: false })
    await expect(continueRun({ ...context, verifyLock, agreesBeforehand: true }, unagreed)).rejects.toThrow('too much')
    expect(await payments()).toEqual([])
  })

  describe('whose lock ran out while nobody was there', () => {
    const MINUTE_MS = 60_000

    /** A run that is killed at a point, and is taken up so much later. */
    async function takenUp(point: string, laterMs: number, begun: Partial<NewRun> = { unattended: true }) {
      const opened = await openPaperRuns()
      const { context, journal, stored } = opened
      const run = await journal.create({ ...USDC_TO_USDC, target: { symbol: 'USDC', decimals: 6 }, ...begun })
      await expect(continueRun(crashing({ ...context, isBegun: true }, point), run)).rejects.toThrow(Crash)
      const old = await stored(run)
      const service: SwapService = {
        ...context.service,
        lock: async (...asked) => {
          const lock = await context.service.lock(...asked)
          return { ...lock, expiresAt: new Date(systemClock.now() + laterMs + MINUTE_MS).toISOString() }
        },
        execute: async (request, options) => {
          if (request.lockId !== old.lock?.lockId) return context.service.execute(request, options)
          throw new SwapError('QUOTE_EXPIRED', 'The lock ran out')
        },
      }
      const asked: (SwapRun['lock'] | undefined)[] = []
      const later: RunContext = {
        ...context,
        service,
        now: () => systemClock.now() + laterMs,
        agreementMs: 15 * MINUTE_MS,
        review: async ({ lock }) => {
          asked.push(lock)
          return true
        },
      }
      return { ...opened, old, later, asked }
    }

    test.each(['locked', 'executing'])(
      'at "%s" is locked anew where --yes was said some minutes ago',
      async (point) => {
        const { later, old, asked, payments } = await takenUp(point, 14 * MINUTE_MS)
        let valued = 0
        const end = await continueRun({ ...later, verifyLock: async () => void (valued += 1) }, old)
        expect([end.transaction?.status, asked, valued]).toEqual(['SUCCESS', [], 1])
        expect(end.lock?.lockId).not.toBe(old.lock?.lockId)
        expect(await payments()).toHaveLength(1)
      },
    )

    test('holds the next lock to the floor of the one before', async () => {
      const { later, old, journal, stored, payments } = await takenUp('executing', MINUTE_MS)
      const { lock } = old
      if (lock === undefined) throw new Error('no lock')
      // As if prices had been better then.
      const terms = { ...lock.terms, minimumOut: lock.terms.dst.amount * 2n }
      const better = await journal.save(old, { lock: { ...lock, terms } })
      await expect(continueRun(later, better)).rejects.toMatchObject({ reason: 'below-floor', funds: 'untouched' })
      expect((await stored(old)).leastOut).toBe(lock.terms.dst.amount * 2n)
      expect(await payments()).toEqual([])
    })

    test.each([
      ['later than that', 16 * MINUTE_MS, { unattended: true }],
      ['where a person saw the lock', MINUTE_MS, {}],
    ])('is asked about %s', async (_name, laterMs, begun) => {
      const { later, old, asked, payments } = await takenUp('executing', laterMs, begun)
      const end = await continueRun(later, old)
      expect([end.transaction?.status, end.unattended, asked.length]).toEqual(['SUCCESS', undefined, 1])
      expect(await payments()).toHaveLength(1)
    })

    test.each(['quoted', 'locking', 'locked'])(
      'is asked about where it came to "%s" and --yes was said too long ago',
      async (point) => {
        const { later, old, asked, payments } = await takenUp(point, 16 * MINUTE_MS)
        await expect(
          continueRun({ ...later, review: () => Promise.reject(new Error('nobody is here')) }, old),
        ).rejects.toThrow('nobody is here')
        expect([asked, await payments()]).toEqual([[], []])
      },
    )

    test.each(['quoted', 'locking', 'locked'])(
      'is not asked about where it came to "%s" some minutes ago',
      async (point) => {
        const { later, old, asked } = await takenUp(point, 14 * MINUTE_MS)
        expect([(await continueRun(later, old)).transaction?.status, asked]).toEqual(['SUCCESS', []])
      },
    )

    test.each([
      ['where the clock was ahead when --yes was said', 'executing', -120 * MINUTE_MS],
      ['before it had one, where the clock was ahead', 'quoted', -120 * MINUTE_MS],
    ])('is asked about %s', async (_name, point, laterMs) => {
      const { later, old, asked, payments } = await takenUp(point, laterMs)
      // Whatever the clock of the service says.
      const lock: SwapService['lock'] = async (...of) => {
        const expiresAt = new Date(systemClock.now() + Math.max(0, laterMs) + MINUTE_MS).toISOString()
        return { ...(await later.service.lock(...of)), expiresAt }
      }
      const end = await continueRun({ ...later, service: { ...later.service, lock } }, old)
      expect([end.transaction?.status, end.unattended, asked.length]).toEqual(['SUCCESS', undefined, 1])
      expect(await payments()).toHaveLength(1)
    })

    // Earlier servers answer with the code of a conflict.
    test.each(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_CONFLICT'] as const)(
      'keeps what was agreed to while the service is still at the first try to execute it: %s',
      async (code) => {
        const { later, old, journal, stored, asked, payments } = await takenUp('executing', MINUTE_MS)
        const running = new SwapError(code, 'The first request is still running', { retryAfterSec: 1 })
        const service = { ...later.service, execute: () => Promise.reject(running) }
        const early: unknown = await continueRun({ ...later, service }, old).catch((error: unknown) => error)
        expect(early).toMatchObject({
          // It will be paid by a later resume: a script that takes it for unpaid would swap twice.
          ...{ code: 'SERVICE_UNAVAILABLE', funds: 'unknown', retryAfterSec: 30 },
          hint: `Go on after that: swapcli resume ${old.id}`,
        })
        expect(await revokeConsent(journal, old.id, early)).toBeUndefined()
        const end = await continueRun(later, await stored(old))
        expect([end.transaction?.status, asked, (await payments()).length]).toEqual(['SUCCESS', [], 1])
      },
    )

    test('is closed where the process was there all the time', async () => {
      const { later, old, stored } = await takenUp('executing', MINUTE_MS)
      await expect(continueRun({ ...later, isBegun: true }, old)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
      expect((await stored(old)).step).toBe('closed')
    })

    test('is closed where a service lets every lock run out', async () => {
      const { later, old, stored } = await takenUp('executing', MINUTE_MS)
      const execute = () => Promise.reject(new SwapError('QUOTE_EXPIRED', 'The lock ran out'))
      const service = { ...later.service, execute }
      await expect(continueRun({ ...later, service }, old)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
      expect((await stored(old)).step).toBe('closed')
    })
  })

  test('whose lock runs out at a time that cannot be read is refused', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const service: SwapService = {
      ...context.service,
      lock: async (...asked) => ({ ...(await context.service.lock(...asked)), expiresAt: 'soon' }),
    }
    const work = continueRun({ ...context, service }, await journal.create(ETH_TO_USDC))
    await expect(work).rejects.toMatchObject({ code: 'WALLET_REFUSED', reason: 'terms', funds: 'untouched' })
    expect(await payments()).toEqual([])
  })

  test.each([1, 2, 3])(
    'that dies after write %s of its payment, before another swap takes its next nonces, goes on',
    async (writes) => {
      const { context, journal, payments, stored, killedLedger } = await openPaperRuns()
      const first = await journal.create(USDC_TO_USDC)
      await expect(continueRun({ ...context, wallet: killedLedger(writes) }, first)).rejects.toThrow(Crash)
      expect((await stored(first)).step).toBe('signed')
      await continueRun(context, await journal.create(USDC_TO_USDC))
      const end = await continueRun(context, await stored(first))
      expect(end.transaction?.status).toBe('SUCCESS')
      expect(await payments()).toHaveLength(2)
    },
  )

  test('that is left before anything was signed sends nothing, and says how to go on', async () => {
    const { context, journal, payments } = await openPaperRuns()
    const run = await journal.create(ETH_TO_USDC)
    const leaving = leavingAt(context, 'locked')
    await expect(continueRun(leaving, run)).rejects.toMatchObject({
      code: 'INTERRUPTED',
      hint: `Go on where it stopped: swapcli resume ${run.id}`,
    })
    expect(await payments()).toEqual([])
  })

  test('that is left once signed still sends and reports its payment before it stops', async () => {
    const { context, journal, payments, stored } = await openPaperRuns()
    const run = await journal.create(ETH_TO_USDC)
    const leaving = leavingAt(context, 'signed')
    await expect(continueRun(leaving, run)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      funds: 'moved',
      exitCode: 7,
    })
    expect((await stored(run)).step).toBe('tracked')
    expect(await payments()).toHaveLength(1)
  })

  test('refuses to sign for another chain, token, amount or lock, or for less than the lock promised', async () => {
    const { context, journal, payments, stored } = await openPaperRuns()
    const payload = (lie: Exec) => (told: Execution) => ({ exec: { ...told.exec, ...lie } })
    const gives =
      (formatted: string) =>
      ({ quote }: Execution) => ({ quote: { ...quote, dst: { ...quote.dst, formatted } } })
    const lies: ((told: Execution) => Partial<Execution>)[] = [
      payload({ chainId: 56 }),
      payload({ srcAmount: '500000000000000001' }),
      payload({ srcToken: BASE_USDC }),
      payload({ approvalToken: BASE_USDC, approvalTarget: PAPER, approvalAmount: '1' }),
      () => ({ lockId: 'lock_other' }),
      gives('0.01'),
      gives('much'),
    ]
    for (const lie of lies) {
      const service: SwapService = {
        ...context.service,
        execute: async (request, options) => {
          const execution = await context.service.execute(request, options)
          return { ...execution, ...lie(execution) }
        },
      }
      const run = await journal.create(ETH_TO_USDC)
      await expect(continueRun({ ...context, service }, run)).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
      // The service gives the same answer again, so that such a run can only be over.
      expect((await stored(run)).step).not.toBe('executing')
    }
    expect(await payments()).toEqual([])
  })
})
