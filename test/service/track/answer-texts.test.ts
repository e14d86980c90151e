import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HistoryQuery, StatsQuery } from '../../../src/core/api/service.ts'
import { openSwapService } from '../../../src/open.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'
import { addTransaction, sampleTransaction, STORE_TEST_START_MS } from '../../support/store.ts'
import { flipStoredBit } from '../../store/raw.ts'

/** A service with seven swaps, of which every third is pending. */
async function openFilled() {
  const home = await newHome()
  const clock = createFakeClock(STORE_TEST_START_MS + 10_000)
  const service = await openSwapService({ home, clock })
  onTestFinished(() => service.close())
  const records = Array.from({ length: 7 }, (_, at) =>
    sampleTransaction(`tx_${at}`, {
      createdAt: new Date(STORE_TEST_START_MS + at).toISOString(),
      hash: `0x${String(at).repeat(64)}`,
      ...(at % 3 === 0 ? {} : { status: 'SUCCESS', stage: 'done' }),
      nextPollAtMs: null,
    }),
  )
  for (const record of records) await addTransaction(service.store, record)
  const expectSame = async () => {
    const historyQueries: HistoryQuery[] = [
      {},
      { perPage: 3, page: 2 },
      { query: 'usdc' },
      { statuses: ['SUCCESS'] },
      { page: 9 },
    ]
    const noneMatch: HistoryQuery = { finalizedOnly: true, statuses: ['PENDING'] }
    for (const query of [...historyQueries, noneMatch]) {
      const expected = JSON.stringify(await service.history(query))
      expect([query, await service.texts.history(query)]).toEqual([query, expected])
      expect([query, await service.texts.history(query)]).toEqual([query, expected])
    }
    const statsQueries: StatsQuery[] = [{}, { query: '0x3' }, { statuses: 'PENDING' }]
    for (const query of statsQueries) {
      const expected = JSON.stringify(await service.stats(query))
      expect([query, await service.texts.stats(query)]).toEqual([query, expected])
      expect([query, await service.texts.stats(query)]).toEqual([query, expected])
    }
    for (const query of [{ transactionId: 'tx_0' }, { transactionId: 'tx_1' }, { hash: records[1]?.hash ?? '' }]) {
      const expected = JSON.stringify(await service.status(query))
      expect([query, await service.texts.status(query)]).toEqual([query, expected])
      expect([query, await service.texts.status(query)]).toEqual([query, expected])
    }
  }
  return { home, clock, service, records, expectSame }
}

test('the texts of answers are the answers, byte by byte, while time goes on and swaps end', async () => {
  const { clock, service, records, expectSame } = await openFilled()
  await expectSame()
  const before = await service.texts.history({})
  expect(before).toContain('"late":false')
  // What is pending is late by now.
  await clock.advance(600_000)
  await expectSame()
  expect(await service.texts.history({})).not.toContain('"late":false')
  const [first] = records
  if (first === undefined) throw new Error('there is a first')
  const ended = { ...first, status: 'FAILED', stage: 'done', reason: 'a "reason"\n', outboundHash: '0xbb' } as const
  expect(await service.store.transactions.replace(ended, 1, [])).toBe('ok')
  await expectSame()
  await addTransaction(service.store, sampleTransaction('tx_8', { status: 'REFUND', nextPollAtMs: null }))
  await expectSame()
  expect(JSON.parse(await service.texts.history({}))).toMatchObject({ pagination: { total: 8 } })
})

test('another process that writes to the same store is seen', async () => {
  const { home, service, records, expectSame } = await openFilled()
  await expectSame()
  const other = await openSwapService({ home })
  onTestFinished(() => other.close())
  const [first] = records
  if (first === undefined) throw new Error('there is a first')
  await other.store.transactions.replace({ ...first, status: 'REFUND', refundHash: '0xcc' }, 1, [])
  await expectSame()
  expect(await service.texts.status({ transactionId: 'tx_0' })).toContain('"refundHash":"0xcc"')
})

test('a damaged record is named in the text as in the answer', async () => {
  const { home, service, expectSame } = await openFilled()
  flipStoredBit(join(home, 'sandbox.db'), 'transactions', `id = 'tx_4'`, '{')
  const { damaged } = await service.history({})
  expect(damaged).toEqual(['tx_4'])
  await expectSame()
})

test('what is wrong with a query is said as the service says it', async () => {
  const { service } = await openFilled()
  for (const query of [{ page: 0 }, { statuses: 'DONE' }]) {
    await expect(service.texts.history(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  }
  await expect(service.texts.stats({ statuses: 'DONE' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await expect(service.texts.status({ transactionId: 'tx_99' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
