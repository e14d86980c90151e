import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { createRunJournal, type NewRun } from '../../../src/wallet/run/journal.ts'
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

test('a run that another version wrote is never skipped unsaid, and keeps nobody from the others', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const run = await journal.create(RUN)
  const later = { id: 'run_later', step: 'a step of a later version', updatedAt: run.updatedAt }
  await store.documents.put('run:run_later', later, 0)
  const unreadable = {
    code: 'STORE_UNUSABLE',
    funds: 'unknown',
    message: 'The run run_later cannot be read: another version of swapcli wrote it',
  }
  await expect(journal.listUnfinished()).rejects.toMatchObject(unreadable)
  await expect(journal.get('run_later')).rejects.toMatchObject(unreadable)
  expect(await journal.get(run.id)).toEqual(run)
  const named: string[] = []
  const name = (id: string) => void named.push(id)
  expect([await journal.listUnfinished(name), await journal.listSince('', name)]).toEqual([[run], [run]])
  expect(named).toEqual(['run_later', 'run_later'])
})

test('a run without what it signed is named as damaged', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const run = await journal.create(RUN)
  await journal.save(run, { step: 'sent' })
  await expect(journal.get(run.id)).rejects.toMatchObject({
    ...{ code: 'STORE_UNUSABLE', funds: 'unknown' },
    message: `The run ${run.id} is damaged: it is stored as sent, without what was signed`,
  })
})

test('version 0.1.0 finds nothing in a kept run that it could go on with', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const run = await journal.create({ ...RUN, leastOut: 5n })
  // It needs `id`, `step` and `request`, ignores members that it does not know, and would not hold `leastOut`.
  const { doc } = (await store.documents.get(`run:${run.id}`)) ?? { doc: null }
  expect(Object.keys((doc ?? {}) as object)).toEqual(['format', 'run'])
  expect(await journal.get(run.id)).toEqual(run)
})

test('of two that move a run on from the same step one wins, also where both write the same step', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const run = await journal.create(RUN)
  const ends = await Promise.allSettled([
    journal.save(run, { step: 'locking' }),
    journal.save(run, { step: 'locking' }),
  ])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(journal.save(run, { step: 'closed' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: `Another process is continuing the run ${run.id}`,
  })
})
