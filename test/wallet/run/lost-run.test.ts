import { expect, onTestFinished, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { SwapService } from '../../../src/core/api/service.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import type { PaymentOutcome, Wallet } from '../../../src/wallet/payment.ts'
import { createRunJournal, type RunChange, type RunJournal, type SwapRun } from '../../../src/wallet/run/journal.ts'
import { endLostRun } from '../../../src/wallet/run/lost-run.ts'
import type { RunContext } from '../../../src/wallet/run/swap-run.ts'
import { openTempStore } from '../../support/store.ts'
import { scanRuns } from '../../support/run-documents.ts'

/*
 * A run that was sent and that its service does not know is given up once the chain says what became of its payment.
 */

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CALL: NonNullable<SwapRun['payment']> = { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', kind: 'call' }
const FASTER: NonNullable<SwapRun['payment']> = { hash: `0x${'fa'.repeat(32)}`, raw: '0x02', kind: 'speed-up' }
const APPROVE: NonNullable<SwapRun['payment']> = { hash: `0x${'ab'.repeat(32)}`, raw: '0x03', kind: 'approve' }
const OTHER = `0x${'dd'.repeat(32)}`

const unknown = () => Promise.reject(new SwapError('NOT_FOUND', 'There is no transaction tx_1'))

/** A service whose store was lost. */
const LOST = { status: unknown, track: unknown } as unknown as SwapService

interface LostWorld {
  readonly context: RunContext
  readonly run: SwapRun
  readonly journal: RunJournal
}

async function world(change: RunChange, wallet: Partial<Wallet> = {}): Promise<LostWorld> {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const created = await journal.create({
    ...{ from: 'ethereum:USDC', to: 'base:USDC' },
    request: {
      ...{ srcChain: 'ethereum', srcAddress: '0x1', dstChain: 'base', dstAddress: '0x2', amount: '1' },
      ...{ depositor: PAYER, recipient: PAYER, provider: 'TEST' },
    },
    source: { chainId: 1, isNative: false, family: 'evm', units: 1_000_000n, symbol: 'USDC', decimals: 6 },
    agreed: true,
  })
  const run = await journal.save(created, { transactionId: 'tx_1', ...change })
  const context: RunContext = {
    service: LOST,
    journal,
    wallet: {
      address: () => PAYER,
      paysDeposits: false,
      sign: () => Promise.reject(new Error('it signed')),
      broadcast: () => Promise.reject(new Error('it sent')),
      ...wallet,
    },
    review: () => Promise.reject(new Error('it asked')),
    onProgress: () => undefined,
    now: () => systemClock.now(),
    signal: new AbortController().signal,
  }
  return { context, run, journal }
}

const settles = (outcome: PaymentOutcome): Pick<Wallet, 'settle'> => ({ settle: async () => outcome })
const SENT: RunChange = { step: 'sent', payment: CALL }

test('a payment that is in a block is given up as lost, and is not said to be followed', async () => {
  const { context, run, journal } = await world(SENT, settles({ state: 'mined', hash: CALL.hash }))
  const end = await endLostRun(context, run)
  expect(end).toEqual({
    ...run,
    ...{ step: 'closed', closedAs: 'lost', version: run.version + 1, updatedAt: end.updatedAt },
    reason: `Given up: the run ${run.id} was sent as ${CALL.hash}, is tx_1, which the store of this machine does not know, and is not followed any more`,
  })
  expect(await journal.get(run.id)).toEqual(end)
})

test('a payment of which a faster version is in a block keeps that', async () => {
  const payment = { ...FASTER, replaced: [CALL] }
  const { context, run } = await world({ step: 'sent', payment }, settles({ state: 'mined', hash: CALL.hash }))
  const { closedAs, payment: mined, reason } = await endLostRun(context, run)
  expect([closedAs, mined, reason?.includes(`sent as ${CALL.hash}`)]).toEqual([
    'lost',
    { ...CALL, replaced: [FASTER] },
    true,
  ])
})

test.each<[PaymentOutcome, SwapRun['closedAs'], string]>([
  [
    { state: 'reverted', hash: CALL.hash, reason: 'too late' },
    'reverted',
    'The payment was reverted (too late): only its network cost is gone',
  ],
  [
    { state: 'cancelled', hash: OTHER },
    'cancelled',
    'The payment was cancelled: only the network cost of the cancellation is gone',
  ],
  [
    { state: 'replaced', hash: OTHER },
    'replaced',
    `The payment was replaced by another transaction of this wallet (${OTHER}): nothing of this swap was sent`,
  ],
])('a payment that never will be ends as what the chain says: %o', async (outcome, closedAs, reason) => {
  const { context, run } = await world(SENT, settles(outcome))
  const end = await endLostRun(context, run)
  expect([end.step, end.closedAs, end.reason]).toEqual(['closed', closedAs, reason])
})

test('a payment that gave way to what may be the same payment is lost, and says so', async () => {
  const { context, run } = await world(SENT, {
    ...settles({ state: 'replaced', hash: OTHER }),
    findPaid: async () => ({ now: undefined, doubts: [`${OTHER} pays the same`] }),
  })
  const { closedAs, reason } = await endLostRun(context, run)
  expect(closedAs).toBe('lost')
  expect(reason).toContain(`(The run ${run.id} may be paid already: ${OTHER} pays the same)`)
})

test.each([
  ['the user leaves', true, `The transaction ${CALL.hash} was sent and is not seen deep enough in a block yet`],
  [
    'the chain cannot be read',
    false,
    `The transaction ${CALL.hash} was sent, but what became of it cannot be read: no node answers`,
  ],
])('a run stays open where %s before that is known', async (_name, isLeft, message) => {
  const left = new AbortController()
  const { context, run, journal } = await world(SENT, {
    settle: () => {
      if (isLeft) left.abort()
      return Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'no node answers'))
    },
  })
  await expect(endLostRun({ ...context, signal: left.signal }, run)).rejects.toMatchObject({
    ...{ code: 'OUTCOME_UNKNOWN', funds: 'moved', message },
    hint: `The run is given up once that is known. Wait for it again, or replace it: swapcli resume ${run.id} --speed-up, or --cancel`,
  })
  expect(await journal.get(run.id)).toEqual(run)
})

test('a run that was followed before, or is paid by others, is given up at once, with what its approvals still let others take', async () => {
  const { context, run } = await world(
    { step: 'tracked', payment: CALL, earlier: [APPROVE] },
    {
      settle: () => Promise.reject(new Error('it waited')),
      leftApprovals: () => Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'no node answers')),
    },
  )
  const { closedAs, reason } = await endLostRun(context, run)
  expect(closedAs).toBe('lost')
  expect(reason).toMatch(
    new RegExp(`followed any more; what was approved may still stand: swapcli wallet approvals revoke ${run.id}$`),
  )
  const { context: place, run: deposit } = await world({ step: 'tracked' })
  expect((await endLostRun(place, deposit)).reason).toMatch(/told where its deposit goes.*not followed any more$/)
})

test('what another process notes meanwhile is gone on from', async () => {
  const { context, run, journal } = await world(SENT)
  let settled = 0
  const wallet: Wallet | undefined = context.wallet && {
    ...context.wallet,
    settle: async () => {
      settled += 1
      if (settled === 1) await journal.save(run, { payment: { ...FASTER, replaced: [CALL] } })
      return { state: 'mined', hash: settled === 1 ? CALL.hash : FASTER.hash }
    },
  }
  const end = await endLostRun({ ...context, wallet }, run)
  expect([settled, end.closedAs, end.payment?.hash]).toEqual([2, 'lost', FASTER.hash])
})

test('that it cannot be noted is no proof that nothing was sent', async () => {
  const { context, run, journal } = await world(SENT, settles({ state: 'mined', hash: CALL.hash }))
  const full = { ...journal, save: () => Promise.reject(new SwapError('STORE_UNUSABLE', 'The disk is full')) }
  await expect(endLostRun({ ...context, journal: full }, run)).rejects.toMatchObject({
    ...{ code: 'STORE_UNUSABLE', message: 'The disk is full', funds: 'moved' },
  })
})
