import { expect, onTestFinished, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { abandonRun, leaveOutRun } from '../../../src/wallet/run/intervention.ts'
import { createRunJournal, type NewRun, type RunChange } from '../../../src/wallet/run/journal.ts'
import { openTempStore } from '../../support/store.ts'
import { scanRuns } from '../../support/run-documents.ts'

const RUN: NewRun = {
  from: 'ethereum:ETH',
  to: 'base:USDC',
  request: {
    ...{ srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'base', dstAddress: '0x1', amount: '1' },
    ...{ depositor: '0x2', recipient: '0x3', provider: 'TEST' },
  },
  source: { chainId: 1, isNative: true },
  agreed: true,
}
const SIDE = { symbol: 'USDC', decimals: 6, amount: 1n }
const LOCK: RunChange = {
  lock: {
    ...{ provider: 'TEST', routeId: 'r', lockId: 'l', expiresAt: '2026-01-01T00:00:00.000Z', ttlMs: 1 },
    terms: { src: SIDE, dst: SIDE, fees: [], steps: [] },
  },
}
const PAID: RunChange = { ...LOCK, payment: { hash: '0x1', raw: '0x2' } }
const EXECUTION = {
  ...{ provider: 'TEST', lockId: 'l', terms: { src: SIDE, dst: SIDE, fees: [], steps: [] } },
  transaction: { id: 'tx', status: 'PENDING' },
} as const
const CALL: RunChange = { ...LOCK, execution: { ...EXECUTION, providerResult: {}, exec: { providerCalldata: '0x' } } }
const DEPOSIT: RunChange = { ...LOCK, execution: { ...EXECUTION, providerResult: { depositAddress: '0x4' } } }
const BROKEN = new SwapError('BAD_GATEWAY', 'It threw')
const REFUSED = new SwapError('WALLET_REFUSED', 'Not what was agreed', { reason: 'payload' })
const DOUBT = new SwapError('WALLET_REFUSED', 'Something is open', { reason: 'doubt' })
const POOR = new SwapError('WALLET_REFUSED', 'It holds too little', { reason: 'balance' })
const GONE = new SwapError('PROVIDER_UNAVAILABLE', 'It is gone')
const LOSES = new SwapError('WALLET_REFUSED', 'It loses too much', { reason: 'loss' })

/** Whether a run is left out, and how it stands then. */
async function leave(change: RunChange, error: unknown) {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const run = await journal.save(await journal.create(RUN), change)
  const left = await leaveOutRun(journal, run.id, error)
  const { step, closedAs } = (await journal.get(run.id)) ?? {}
  return [left === error, step, closedAs]
}

test.each<[string, RunChange, unknown, RunChange['closedAs']]>([
  ['whose route could not be locked', { step: 'closed' }, GONE, undefined],
  ['whose lock is refused', { step: 'locked', ...LOCK }, LOSES, 'unpaid'],
  ['whose lock ran out', { step: 'closed', ...LOCK }, new SwapError('QUOTE_EXPIRED', 'Over'), undefined],
  ['that its provider does not execute', { step: 'executing', ...LOCK }, BROKEN, 'unpaid'],
  ['whose execution was refused', { step: 'closed', closedAs: 'refused', ...LOCK }, REFUSED, 'refused'],
  ['whose payment is in doubt', { step: 'executed', ...CALL }, DOUBT, 'refused'],
])('a run %s is left out and stays closed', async (_name, change, error, closedAs) => {
  expect(await leave(change, error)).toEqual([true, 'closed', closedAs])
})

test.each<[string, RunChange, unknown]>([
  ['whose deposit may have been told', { step: 'executed', ...DEPOSIT }, DOUBT],
  ['whose deposit was told before it was closed', { step: 'closed', closedAs: 'refused', ...DEPOSIT }, REFUSED],
  ['that was approved', { step: 'executed', ...CALL, earlier: [{ hash: '0x1', raw: '0x2' }] }, DOUBT],
  ['that this account cannot pay', { step: 'executed', ...CALL }, POOR],
  ['whose payment is signed', { step: 'signed', ...PAID }, LOSES],
  ['whose payment is sent', { step: 'sent', ...PAID }, LOSES],
  ['whose deposit is waited for', { step: 'tracked', ...LOCK }, GONE],
  ['that ended', { step: 'final', ...PAID }, GONE],
  ['that was declined', { step: 'closed', closedAs: 'declined', ...LOCK }, LOSES],
  ['that may be locked yet', { step: 'locking' }, GONE],
  ['that the user stopped', { step: 'locked', ...LOCK }, new SwapError('INTERRUPTED', 'Stopped')],
  ['that this machine cannot keep', { step: 'locked', ...LOCK }, new SwapError('STORE_UNUSABLE', 'Full')],
  [
    'of which it is not known',
    { step: 'locked', ...LOCK },
    new SwapError('BAD_GATEWAY', 'What?', { funds: 'unknown' }),
  ],
  ['that met a bug', { step: 'locked', ...LOCK }, new Error('a bug')],
])('a run %s stays as it is', async (_name, change, error) => {
  expect(await leave(change, error)).toEqual([false, change.step, change.closedAs])
})

test.each<[string, RunChange, string]>([
  ['was paid', { step: 'final', ...PAID }, 'moved'],
  ['was never signed', { step: 'closed', closedAs: 'declined' }, 'untouched'],
])('a run that is over and %s cannot be given up, and it is said what became of it', async (_name, change, funds) => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const run = await journal.save(await journal.create(RUN), change)
  await expect(abandonRun(journal, run)).rejects.toMatchObject({
    ...{ code: 'WALLET_REFUSED', reason: 'run', funds },
    message: expect.stringMatching(/ is over: (sent|nothing was sent)$/) as unknown,
    hint: 'There is nothing to give up. See it: swapcli history',
  })
})

const APPROVING: RunChange = { ...CALL, payment: { hash: '0x1', raw: '0x2', kind: 'approve', last: false } }
const CANCELLING: RunChange = { ...CALL, payment: { hash: '0x1', raw: '0x2', kind: 'cancel', replaced: [] } }

test.each<[string, RunChange, string, 'follow' | 'cancel']>([
  ['signed, perhaps sent (0x1)', { step: 'signed', ...PAID }, 'unknown', 'cancel'],
  ['sent (0x1)', { step: 'sent', ...PAID }, 'moved', 'cancel'],
  ['sent (0x1)', { step: 'tracked', ...PAID }, 'moved', 'follow'],
  ['approval sent (0x1)', { step: 'sent', ...APPROVING }, 'unknown', 'cancel'],
  ['cancellation signed, perhaps sent (0x1)', { step: 'signed', ...CANCELLING }, 'unknown', 'follow'],
  ['cancellation sent (0x1)', { step: 'sent', ...CANCELLING }, 'unknown', 'follow'],
  ['to be sent by you', { step: 'tracked', ...DEPOSIT }, 'unknown', 'follow'],
])('a run that is "%s" cannot be given up, and says so', async (said, change, funds, how) => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const run = await journal.save(await journal.create(RUN), change)
  const goOn = `Go on with it: swapcli resume ${run.id}`
  await expect(abandonRun(journal, run)).rejects.toMatchObject({
    ...{ code: 'WALLET_REFUSED', reason: 'run', funds },
    message: `The run ${run.id} cannot be given up: ${said}`,
    hint: how === 'follow' ? goOn : `${goOn}; or cancel its transaction: swapcli resume ${run.id} --cancel`,
  })
})

test.each([
  ['SANDBOX_DEPOSIT', 'lost', 'not known: the provider was asked to execute, and has not confirmed it'],
  ['TEST', 'given_up', 'nothing was signed or sent by this machine; the swap may have been executed'],
])('a run of %s whose execution was not confirmed is given up as that', async (provider, closedAs, said) => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const begun = await journal.create({ ...RUN, request: { ...RUN.request, provider } })
  const ended = await abandonRun(journal, await journal.save(begun, { step: 'executing', ...LOCK }))
  expect([ended.closedAs, ended.reason]).toEqual([closedAs, `Given up; ${said}`])
})
