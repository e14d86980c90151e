import { readExecution } from '../../../src/core/api/answers.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Execution, StatusResult } from '../../../src/core/api/documents.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { SwapService } from '../../../src/core/api/service.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { openSwapService } from '../../../src/open.ts'
import { refusedPayload } from '../../../src/wallet/refusal.ts'
import { createRunJournal, type RunJournal, type SwapRun } from '../../../src/wallet/run/journal.ts'
import { isPaidBy } from '../../../src/wallet/run/way-to-pay.ts'
import { continueRun } from '../../../src/wallet/run/swap-run.ts'
import type { PaymentOutcome, Wallet } from '../../../src/wallet/payment.ts'
import { KNOWN } from '../../support/keystores.ts'
import { openTempStore } from '../../support/store.ts'
import { newHome } from '../../support/new-home.ts'
import { scanRuns } from '../../support/run-documents.ts'

/*
 * What becomes of a run whose transaction is signed, by how the chain and the disk answer. Its wallet may only send:
 * another signature would be a payment that nobody asked for.
 */

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CALL: NonNullable<SwapRun['payment']> = { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', kind: 'call' }
const APPROVE: NonNullable<SwapRun['payment']> = { hash: `0x${'ab'.repeat(32)}`, raw: '0x02', kind: 'approve' }
const CANCEL: NonNullable<SwapRun['payment']> = { hash: `0x${'cc'.repeat(32)}`, raw: '0x03', kind: 'cancel' }
const OTHER = `0x${'dd'.repeat(32)}`

const REQUEST = {
  ...{ srcChain: 'ethereum', srcAddress: '0x1', dstChain: 'base', dstAddress: '0x2', amount: '1' },
  ...{ depositor: PAYER, recipient: PAYER, provider: 'TEST' },
}

type Signed = NonNullable<SwapRun['payment']>

const cancelOf = (cancelled: typeof CALL, last: boolean): Signed => ({ ...CANCEL, last, replaced: [cancelled] })

/** What the service says of a swap that is not paid. */
const UNPAID = { transaction: { inboundHash: '', status: 'PENDING', stage: 'awaiting_deposit' } } as StatusResult

async function world(payment: Signed, step: 'signed' | 'sent' = 'signed') {
  const service = await openSwapService({ home: await newHome(), network: 'sandbox' })
  const { store, cleanup } = await openTempStore()
  onTestFinished(async () => {
    await service.close()
    await cleanup()
  })
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const created = await journal.create({
    from: 'ethereum:USDC',
    to: 'base:USDC',
    request: REQUEST,
    source: { chainId: 1, isNative: false, family: 'evm', units: 1_000_000n, decimals: 6 },
    agreed: true,
  })
  const run = await journal.save(created, { step, payment, paymentAgreed: true, transactionId: 'tx_1' })
  const tracked: string[] = []

  /** Brings the run on until the service follows it. */
  const goOn = (
    answers: Pick<Wallet, 'broadcast'> & { settled?: PaymentOutcome },
    over: RunJournal = journal,
    sends = true,
  ) => {
    const { settled, broadcast } = answers
    const wallet: Wallet = {
      address: () => PAYER,
      paysDeposits: true,
      sign: () => Promise.reject(new Error('it signed')),
      broadcast,
      settle: async () => settled ?? Promise.reject(new Error('it waited')),
    }
    return continueRun(
      {
        service: {
          ...service,
          status: async () => UNPAID,
          track: async ({ txHash }) => {
            tracked.push(txHash ?? '')
            throw new SwapError('INTERRUPTED', 'enough seen')
          },
        },
        journal: over,
        sends,
        wallet,
        review: () => Promise.reject(new Error('it asked')),
        onProgress: () => undefined,
        now: () => systemClock.now(),
        agreementMs: Infinity,
        signal: new AbortController().signal,
      },
      run,
      'tracked',
    )
  }

  /** Brings an executed run to its review, which fails. */
  const review = (executed: SwapRun, failure: Error, until?: 'tracked') =>
    continueRun(
      {
        service: { ...service, status: async () => UNPAID },
        journal,
        wallet: {
          address: () => PAYER,
          paysDeposits: true,
          review: () => Promise.reject(failure),
          sign: () => Promise.reject(new Error('it signed')),
          broadcast: () => Promise.reject(new Error('it sent')),
        },
        review: () => Promise.reject(new Error('it asked')),
        onProgress: () => undefined,
        now: () => systemClock.now(),
        agreementMs: Infinity,
        signal: new AbortController().signal,
      },
      executed,
      until,
    )
  return { service, journal, run, goOn, review, tracked }
}

/** A swap of the sandbox that waits for the wallet. */
async function executedSwap(service: SwapService): Promise<Execution> {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const asked = {
    ...{ srcChain: 'ethereum', srcAddress: usdc, dstChain: 'ethereum', dstAddress: 'native', amount: '100' },
    ...{ depositor: PAYER, recipient: PAYER },
  }
  const { data } = await service.quote(asked)
  const route = data.find(({ provider }) => provider === 'SANDBOX_DEX')
  if (route === undefined) throw new Error('the sandbox has no route')
  const lock = await service.lock({ ...asked, provider: route.provider, routeId: route.routeId })
  return service.execute({ lockId: lock.lockId })
}

const sends = async () => undefined
const isVoid = async () => {
  throw new SwapError('WALLET_REFUSED', 'another transaction has its nonce', { reason: 'nonce', funds: 'untouched' })
}

test('an approval that was mined before its cancellation is noted, and nothing is paid', async () => {
  const { goOn } = await world(cancelOf(APPROVE, false))
  const end = await goOn({ broadcast: sends, settled: { state: 'mined', hash: APPROVE.hash } })
  expect([end.step, end.closedAs, end.reason, end.payment]).toEqual([
    'closed',
    'cancelled',
    'Cancelled, nothing was paid; its approval was in a block before the cancellation',
    undefined,
  ])
  expect(end.earlier).toEqual([{ ...APPROVE, last: false, replaced: [CANCEL] }])
})

test.each([true, false])(
  'a cancellation whose nonce another transaction took ends the run (last: %s)',
  async (last) => {
    const { goOn } = await world(cancelOf(last ? CALL : APPROVE, last))
    const end = await goOn({ broadcast: isVoid })
    expect([end.step, end.closedAs, end.reason]).toEqual([
      'closed',
      'cancelled',
      'Cancelled, nothing was paid: another transaction has its nonce',
    ])
  },
)

test('a cancelled approval that another transaction replaced ends the run', async () => {
  const { goOn } = await world(cancelOf(APPROVE, false))
  const end = await goOn({ broadcast: sends, settled: { state: 'replaced', hash: OTHER } })
  expect([end.step, end.closedAs]).toEqual(['closed', 'replaced'])
})

test('a payment that was mined before its cancellation is a payment, told to the service under its own hash', async () => {
  const { goOn, tracked, journal, run } = await world(cancelOf(CALL, true))
  await expect(goOn({ broadcast: sends, settled: { state: 'mined', hash: CALL.hash } })).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    funds: 'moved',
  })
  expect(tracked).toEqual([CALL.hash])
  expect(await journal.get(run.id)).toMatchObject({ step: 'sent', payment: { ...CALL, replaced: [CANCEL] } })
})

test.each<[string, Signed, 'signed' | 'sent']>([
  ['that waits', CALL, 'sent'],
  ['that was cancelled here', cancelOf(CALL, true), 'signed'],
])(
  'a payment %s and that the account signed elsewhere once more is told to the service under that hash',
  async (_name, signed, step) => {
    const { goOn, tracked, journal, run } = await world(signed, step)
    const settled = { state: 'mined', hash: OTHER, sameAs: CALL.hash } as const
    await expect(goOn({ broadcast: sends, settled })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', funds: 'moved' })
    expect(tracked).toEqual([OTHER])
    const { replaced = [], ...own } = signed
    expect((await journal.get(run.id))?.payment).toEqual({
      ...own,
      ...{ hash: OTHER, raw: CALL.raw, kind: 'call' },
      replaced: [...replaced, { hash: own.hash, raw: own.raw, kind: own.kind }],
    })
  },
)

test('an approval that the account signed elsewhere once more, and that was reverted, is known by the hash in the block', async () => {
  const { goOn } = await world({ ...APPROVE, last: false })
  const settled = { state: 'reverted', hash: OTHER, sameAs: APPROVE.hash, reason: 'paused' } as const
  const end = await goOn({ broadcast: sends, settled })
  expect([end.closedAs, end.payment]).toEqual([
    'reverted',
    { ...APPROVE, last: false, hash: OTHER, replaced: [APPROVE] },
  ])
})

/** A journal on a disk that is full. */
const full = (journal: RunJournal): RunJournal => ({
  ...journal,
  save: () => Promise.reject(new SwapError('STORE_UNUSABLE', 'The disk is full')),
})

test('a payment that was sent and cannot be noted is never said not to have been sent', async () => {
  const { goOn, journal, run } = await world({ ...CALL, last: true })
  await expect(goOn({ broadcast: sends }, full(journal))).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    exitCode: 7,
    funds: 'unknown',
    message: `The payment ${CALL.hash} may be on its way, and what became of it cannot be noted: The disk is full`,
    hint: `Go on following it: swapcli resume ${run.id}`,
  })
})

test('a payment in a block that cannot be noted was sent', async () => {
  const { goOn, journal } = await world(cancelOf(CALL, true), 'sent')
  const work = goOn({ broadcast: sends, settled: { state: 'mined', hash: CALL.hash } }, full(journal))
  await expect(work).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', funds: 'moved' })
})

test('an approval that was sent and cannot be noted leaves the funds unknown', async () => {
  const { goOn, journal } = await world({ ...APPROVE, last: false })
  const work = goOn({ broadcast: sends, settled: { state: 'mined', hash: APPROVE.hash } }, full(journal))
  await expect(work).rejects.toMatchObject({ code: 'STORE_UNUSABLE', funds: 'unknown' })
})

test('a payload that is refused for good ends its run, while one that the chain refuses may be tried again', async () => {
  const { journal, run, review, service } = await world(CALL)
  const execution = readExecution(await executedSwap(service), { src: 6, dst: 6 })
  const executed = await journal.save(run, {
    step: 'executed',
    payment: undefined,
    paymentAgreed: undefined,
    execution,
  })
  const emptied = new SwapError('WALLET_REFUSED', 'The account has too little', { reason: 'balance' })
  await expect(review(executed, emptied)).rejects.toBe(emptied)
  expect((await journal.listUnfinished()).map(({ id }) => id)).toEqual([run.id])
  const refused = refusedPayload('its deadline has passed')
  await expect(review(executed, refused)).rejects.toBe(refused)
  expect(await journal.listUnfinished()).toEqual([])
  expect(await journal.get(run.id)).toMatchObject({ step: 'closed', closedAs: 'refused', reason: refused.message })
})

test('a run is paid by the account whose address it names, by the rules of its family', () => {
  const run = (family: 'evm' | 'solana' | undefined, depositor: string) => ({
    request: { ...REQUEST, depositor },
    source: { chainId: 1, isNative: true, ...(family === undefined ? {} : { family }) },
  })
  const owns = (family: string, address: string): Pick<Wallet, 'address'> => ({
    address: (asked) => (asked === family ? address : undefined),
  })
  const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  expect([
    isPaidBy(run('evm', PAYER.toLowerCase()), owns('evm', PAYER)),
    isPaidBy(run(undefined, PAYER), owns('evm', PAYER)),
    isPaidBy(run('solana', solana), owns('solana', solana)),
  ]).toEqual([true, true, true])
  expect([
    isPaidBy(run('solana', solana.toLowerCase()), owns('solana', solana)),
    isPaidBy(run('solana', solana), owns('evm', PAYER)),
    isPaidBy(run('evm', PAYER), undefined),
  ]).toEqual([false, false, false])
})

test('a deposit whose memo only the payload names is left to the user', async () => {
  const { service, journal, run, review } = await world(CALL)
  const execution = readExecution(await executedSwap(service), { src: 6, dst: 6 })
  const meta = { walletExecution: false, depositMemo: '7' }
  const executed = await journal.save(run, {
    ...{ step: 'executed', payment: undefined, paymentAgreed: undefined },
    execution: { ...execution, providerResult: { depositAddress: KNOWN.otherAddress }, exec: { meta } },
  })
  const end = await review(executed, new Error('it asked the wallet'), 'tracked')
  expect([end.step, end.payment]).toEqual(['tracked', undefined])
})

test('nothing is signed for a swap that could not be followed', async () => {
  const { service, journal, run, review } = await world(CALL)
  const execution = readExecution(await executedSwap(service), { src: 6, dst: 6 })
  const change = { step: 'executed', payment: undefined, paymentAgreed: undefined, transactionId: undefined } as const
  const executed = await journal.save(run, { ...change, execution })
  await expect(review(executed, new Error('it asked the wallet'))).rejects.toThrow('without the id of a transaction')
  expect(await journal.get(run.id)).toMatchObject({ step: 'closed', closedAs: 'refused' })
})

test.each(['signed', 'sent'] as const)('what is %s is not sent by a run that may send nothing', async (step) => {
  const { goOn, journal, run } = await world(CALL, step)
  const broadcast = () => Promise.reject(new Error('it sent'))
  await expect(goOn({ broadcast }, journal, false)).rejects.toMatchObject({ code: 'WALLET_REFUSED', funds: 'unknown' })
  expect(await journal.get(run.id)).toEqual(run)
})

test('what had to be paid by a time that is over is refused for good', async () => {
  const { service, journal, run, review } = await world(CALL)
  const execution = readExecution(await executedSwap(service), { src: 6, dst: 6 })
  const exec = { ...execution.exec, meta: { ...execution.exec?.meta, expiresAt: '2026-01-01T00:00:00.000Z' } }
  const change = { step: 'executed', payment: undefined, paymentAgreed: true } as const
  const executed = await journal.save(run, { ...change, execution: { ...execution, exec } })
  await expect(review(executed, new Error('it asked the wallet'))).rejects.toThrow(
    'it had to be paid before 2026-01-01',
  )
  expect(await journal.get(run.id)).toMatchObject({ step: 'closed', closedAs: 'refused' })
})

test.each([
  ['another swap that was given its id', 'key_other', 'untouched'],
  ['a copy of it', 'key_same', 'moved'],
])('what is paid already is not paid by %s, and that says what moved', async (_name, executeKey, funds) => {
  const { service, journal, run, review } = await world(CALL)
  const execution = readExecution(await executedSwap(service), { src: 6, dst: 6 })
  const { id: _id, version: _version, ...paid } = run
  await journal.save(await journal.create(paid), { executeKey: 'key_same', payment: CALL })
  const change = { step: 'executed', payment: undefined, paymentAgreed: true, executeKey } as const
  const executed = await journal.save(run, { ...change, execution })
  await expect(review(executed, new Error('it asked the wallet'))).rejects.toMatchObject({ reason: 'run', funds })
})
