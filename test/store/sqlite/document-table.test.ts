import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addTransaction,
  openTempStore,
  sampleEvent,
  sampleLock,
  sampleRoute,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
  type TempStore,
} from '../../support/store.ts'
import { openDatabase } from '../../../src/store/sqlite/database.ts'
import { storeOver } from '../../../src/store/sqlite/open.ts'
import { STORE_FILE } from '../../../src/store/sqlite/schema.ts'
import { alterPacked, rawSql } from '../raw.ts'

describe('a damaged document', () => {
  let temp: TempStore
  beforeEach(async () => {
    temp = await openTempStore()
    await addTransaction(temp.store, sampleTransaction('tx_1', { hash: '0xaa' }))
    await addTransaction(temp.store, sampleTransaction('tx_2'))
    await temp.store.documents.put('run:1', { signed: '0x02f8', nonce: 7 }, 0)
    await temp.store.routes.putMany([sampleRoute('r1')])
    await temp.store.events.append([sampleEvent('lock.created')])
  })
  afterEach(() => temp.cleanup())

  const damaged = (collection: string, id: string) => ({
    code: 'STORE_UNUSABLE',
    message: `The store ${temp.path} is damaged: ${collection} ${id} does not match its checksum or form.`,
    hint: `Copy ${temp.path} to a safe place, then restore a backup: swapcli restore FILE --home DIR`,
  })

  test('one changed digit of an amount stops every way to read or overwrite the transaction', async () => {
    alterPacked(temp.path, 'transactions', "id = 'tx_1'", '"amount":"1', '"amount":"9')
    const { transactions } = temp.store
    const expected = damaged('transactions', 'tx_1')
    await expect(transactions.get('tx_1')).rejects.toMatchObject(expected)
    await expect(transactions.findByHash('0xaa')).rejects.toMatchObject(expected)
    expect(await transactions.list({}, 1, 20)).toEqual({
      items: [sampleTransaction('tx_2')],
      total: 2,
      damaged: ['tx_1'],
    })
    await expect(transactions.replace(sampleTransaction('tx_1'), 1, [])).rejects.toMatchObject(expected)
    expect(await transactions.get('tx_2')).toEqual({ doc: sampleTransaction('tx_2'), version: 1 })
  })

  test('a transaction that is asked for by its id is no empty list, and not counted, when it is damaged', async () => {
    rawSql(temp.path, `UPDATE transactions SET sum = 'flipped' WHERE id = 'tx_1'`)
    const { transactions } = temp.store
    const asked = { transactionId: 'tx_1' }
    await expect(transactions.list(asked, 1, 20)).rejects.toMatchObject(damaged('transactions', 'tx_1'))
    await expect(transactions.stats(asked)).rejects.toMatchObject(damaged('transactions', 'tx_1'))
    expect((await transactions.list({ transactionId: 'tx_2' }, 1, 20)).items).toEqual([sampleTransaction('tx_2')])
    expect((await transactions.stats({})).total).toBe(2)
  })

  test('a transaction that only its events or its hash name is lost, not unknown', async () => {
    const event = { ...sampleEvent('transaction.created'), transactionId: 'tx_1' }
    await temp.store.events.append([event])
    rawSql(temp.path, 'PRAGMA foreign_keys = OFF', `DELETE FROM transactions WHERE id = 'tx_1'`)
    const { transactions } = temp.store
    const lost = {
      code: 'STORE_UNUSABLE',
      message: `The store ${temp.path} is damaged: transactions tx_1 is missing or cannot be found, and its events are there.`,
    }
    await expect(transactions.get('tx_1')).rejects.toMatchObject(lost)
    await expect(transactions.list({ transactionId: 'tx_1' }, 1, 20)).rejects.toMatchObject(lost)
    await expect(transactions.findByHash('0xaa')).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: `The store ${temp.path} is damaged: row 1 of transactions is missing, and the index of hashes names it.`,
    })
    expect(await transactions.get('tx_3')).toBeUndefined()
  })

  test('one changed letter of a recipient stops the lock', async () => {
    await temp.store.locks.insert(sampleLock('lock_1'), [])
    alterPacked(temp.path, 'locks', "id = 'lock_1'", '"recipient":"0x7', '"recipient":"0x8')
    await expect(temp.store.locks.get('lock_1')).rejects.toMatchObject(damaged('locks', 'lock_1'))
  })

  test('a changed checksum counts as damage too', async () => {
    rawSql(temp.path, `UPDATE locks SET sum = zeroblob(16)`)
    await expect(temp.store.locks.get('lock_of_tx_1')).rejects.toMatchObject(damaged('locks', 'lock_of_tx_1'))
  })

  test('signed bytes kept for a resumed swap are held against their checksum', async () => {
    rawSql(temp.path, `UPDATE meta SET doc = replace(doc, '02f8', '02f9')`)
    await expect(temp.store.documents.get('run:1')).rejects.toMatchObject(damaged('meta', 'run:1'))
    await expect(temp.store.documents.list('run:')).rejects.toMatchObject(damaged('meta', 'run:1'))
  })

  test('text that is no JSON any more is damage in every collection', async () => {
    rawSql(temp.path, `UPDATE routes SET doc = '{'`)
    await expect(temp.store.routes.get('SANDBOX_BRIDGE', 'r1')).rejects.toMatchObject(damaged('routes', 'r1'))
  })
})

test('a document that was encoded ahead is stored as it was encoded, and another as it is', async () => {
  const { path, remove } = tempStorePath()
  const database = await openDatabase({ path }, STORE_FILE)
  const store = storeOver(database, () => STORE_TEST_START_MS)
  const put = async (id: string, isAhead: boolean) => {
    const lock = { ...sampleLock(id), slippageBps: 50 }
    if (isAhead) store.encodeAhead('locks.insert', [lock, []])
    // What is sent to a store's thread changes no more: this shows only when it was encoded.
    lock.slippageBps = 77
    await store.locks.insert(lock, [])
    const { doc } = (await store.locks.get(id)) ?? {}
    return doc?.slippageBps
  }
  expect([await put('lock_1', true), await put('lock_2', false)]).toEqual([50, 77])
  database.close()
  remove()
})
