import { expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { rawSql } from '../../store/raw.ts'
import { addFast, sampleTransaction } from '../../support/store.ts'
import { openTracked, PAID } from '../../support/tracked-service.ts'

/** What is told of a damaged transaction. */
function damageOf(text: string): unknown {
  return expect.objectContaining({ code: 'STORE_UNUSABLE', message: expect.stringContaining(text) as string })
}

test('a damaged transaction holds back no other, and is looked at again after half a minute: it froze the process', async () => {
  const { service, path, clock, add, docOf, errors } = await openTracked()
  for (const id of ['tx_damaged', 'tx_whole']) await add(id, 'FAST', clock.now())
  rawSql(path, `UPDATE transactions SET sum = 'flipped' WHERE id = 'tx_damaged'`)
  service.startTracker()
  await clock.advance(0)
  expect(await docOf('tx_whole')).toMatchObject({ status: 'SUCCESS' })
  const damaged = damageOf('transactions tx_damaged does not match its checksum')
  await clock.advance(28_000)
  expect(errors).toEqual([damaged])
  await add('tx_later', 'FAST', clock.now())
  await clock.advance(1_000)
  expect(await docOf('tx_later')).toMatchObject({ status: 'SUCCESS' })
  await clock.advance(2_000)
  expect(errors).toEqual([damaged, damaged])
})

test('a store that cannot be written freezes nobody either: each transaction is tried again after half a minute', async () => {
  const { service, path, clock, add, docOf, errors } = await openTracked()
  for (const id of ['tx_1', 'tx_2']) await add(id, 'FAST', clock.now())
  const full = 'a_full_disk'
  rawSql(path, `CREATE TRIGGER ${full} BEFORE UPDATE ON transactions BEGIN SELECT RAISE(ABORT, 'full'); END`)
  service.startTracker()
  await clock.advance(29_000)
  expect(errors).toHaveLength(2)
  rawSql(path, `DROP TRIGGER ${full}`)
  await clock.advance(2_000)
  for (const id of ['tx_1', 'tx_2']) expect(await docOf(id)).toMatchObject({ status: 'SUCCESS' })
  expect(errors).toHaveLength(2)
})

test('as many damaged transactions of a provider as are read at once hold back none that waits behind them', async () => {
  const { service, path, clock, add, docOf, errors } = await openTracked()
  const earlier = { provider: 'FAST', nextPollAtMs: clock.now() - 1_000 }
  const ids = Array.from({ length: 600 }, (_, at) => `tx_${at}`)
  await addFast(
    path,
    ids.map((id) => sampleTransaction(id, earlier)),
  )
  rawSql(path, `UPDATE transactions SET sum = 'flipped'`)
  await add('tx_whole', 'FAST', clock.now())
  service.startTracker()
  await clock.advance(10_000)
  expect(await docOf('tx_whole')).toMatchObject({ status: 'SUCCESS' })
  expect(errors).toEqual(ids.map((id) => damageOf(`transactions ${id} does not match its checksum`)))
})

test('what cannot be stored of one transaction is told, and keeps no other that was polled with it from being stored', async () => {
  const { service, path, clock, add, docOf, asked, errors } = await openTracked()
  for (const id of ['tx_1', 'tx_2', 'tx_3']) await add(id, 'FAST', clock.now())
  rawSql(
    path,
    `CREATE TRIGGER broken BEFORE UPDATE OF doc ON transactions WHEN old.id = 'tx_2' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  )
  expect(await service.pollDue()).toBe(2)
  expect([asked, errors]).toEqual([
    ['tx_1', 'tx_2', 'tx_3'],
    [expect.objectContaining({ message: expect.stringContaining('broken') as string })],
  ])
  for (const id of ['tx_1', 'tx_3']) expect(await docOf(id)).toMatchObject({ status: 'SUCCESS' })
})

test('a transaction that its index has lost is named, and holds back no other', async () => {
  const { service, path, clock, add, docOf, errors } = await openTracked()
  for (const id of ['tx_lost', 'tx_whole']) await add(id, 'FAST', clock.now())
  rawSql(path, `DELETE FROM transaction_facts WHERE n = (SELECT n FROM transactions WHERE id = 'tx_lost')`)
  service.startTracker()
  await clock.advance(10_000)
  expect(errors).toEqual([damageOf('its index of transactions is not what they hold (tx_lost)')])
  expect(await docOf('tx_whole')).toMatchObject({ status: 'SUCCESS' })
})

test('where the index cannot say whose a transaction is, it is polled all the same, and so is every other', async () => {
  const { service, path, clock, add, docOf, errors } = await openTracked(async () => PAID)
  await add('tx_slow', 'SLOW', clock.now())
  await add('tx_fast', 'FAST', clock.now())
  rawSql(path, `UPDATE transaction_groups SET provider = CAST(x'ff' AS TEXT) WHERE provider = 'SLOW'`)
  service.startTracker()
  await clock.advance(1_000)
  for (const id of ['tx_slow', 'tx_fast']) expect(await docOf(id)).toMatchObject({ status: 'SUCCESS' })
  expect(errors).toEqual([])
})

test('a transaction whose id cannot be read is named, and holds back no other, nor the list that it stands in', async () => {
  const { service, path, clock, add, docOf, errors } = await openTracked()
  for (const id of ['tx_lost', 'tx_whole']) await add(id, 'FAST', clock.now())
  rawSql(path, `UPDATE transactions SET id = CAST(x'ff41' AS TEXT) WHERE id = 'tx_lost'`)
  service.startTracker()
  await clock.advance(10_000)
  expect(errors).toEqual([damageOf('the poll of \ufffdA is due, and no transaction has this id')])
  expect(await docOf('tx_whole')).toMatchObject({ status: 'SUCCESS' })
  for (const query of [{}, { query: 'tx_' }, { query: 'tx_lost' }]) {
    const { data, damaged } = await service.history(query)
    expect([data.map(({ id }) => id), damaged]).toEqual([query.query === 'tx_lost' ? [] : ['tx_whole'], ['\ufffdA']])
  }
})

test('a transaction that cannot be leased is told once in half a minute, and keeps none behind it waiting', async () => {
  const { service, path, clock, add, docOf, errors } = await openTracked()
  const ids = Array.from({ length: 20 }, (_, at) => `tx_${at}`)
  for (const id of ids) await add(id, 'FAST', clock.now() - 1_000)
  rawSql(
    path,
    `CREATE TRIGGER torn BEFORE UPDATE ON transactions WHEN old.id < 'tx_2' BEGIN SELECT RAISE(ABORT, 'torn'); END`,
  )
  const torn = ids.filter((id) => id < 'tx_2')
  await add('tx_later', 'FAST', clock.now() + 5_000)
  service.startTracker()
  await clock.advance(29_000)
  for (const id of [...ids.filter((id) => !torn.includes(id)), 'tx_later']) {
    expect(await docOf(id)).toMatchObject({ status: 'SUCCESS' })
  }
  expect(errors).toEqual(
    torn.map(() => expect.objectContaining({ message: expect.stringContaining('torn') as string }) as unknown),
  )
  rawSql(path, 'DROP TRIGGER torn')
  await clock.advance(2_000)
  for (const id of torn) expect(await docOf(id)).toMatchObject({ status: 'SUCCESS' })
  expect(errors).toHaveLength(torn.length)
})

test('where the store cannot say what is due, that is told each second, and tracking goes on once it can', async () => {
  const claims = { fail: true }
  const busy = new SwapError('SERVICE_UNAVAILABLE', 'The store is busy')
  const { service, clock, add, docOf, errors } = await openTracked(undefined, (store) => ({
    ...store,
    transactions: {
      ...store.transactions,
      claimDue: (...asked) => (claims.fail ? Promise.reject(busy) : store.transactions.claimDue(...asked)),
    },
  }))
  await add('tx_1', 'FAST', clock.now())
  service.startTracker()
  await clock.advance(2_500)
  expect(errors).toEqual([busy, busy, busy])
  claims.fail = false
  await clock.advance(500)
  expect([await docOf('tx_1'), errors.length]).toMatchObject([{ status: 'SUCCESS' }, 3])
})

test('one that is due by the index and not by its document is not polled, and claimed no more than once in half a minute', async () => {
  let claims = 0
  const { service, path, clock, add, asked, errors } = await openTracked(undefined, (store) => ({
    ...store,
    transactions: {
      ...store.transactions,
      claimDue: async (...given) => {
        const claimed = await store.transactions.claimDue(...given)
        claims += claimed.leased.length
        return claimed
      },
    },
  }))
  for (let at = 0; at < 8; at += 1) await add(`tx_${at}`, 'FAST', clock.now() + 60_000)
  rawSql(path, `UPDATE transactions SET next_poll_at = ${clock.now()}`)
  expect([await service.pollDue(), claims]).toEqual([0, 8])
  service.startTracker()
  await clock.advance(29_000)
  expect([claims, asked, errors]).toEqual([8, [], []])
  await clock.advance(2_000)
  expect([claims, asked, errors]).toEqual([16, [], []])
})
