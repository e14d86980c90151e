import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createConnect } from '../../../../src/store/sqlite/connection.ts'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import { placeOf } from '../../../../src/store/sqlite/transactions/order.ts'
import { examineFile } from '../../../../src/store/examine-file.ts'
import {
  addFast,
  addTransaction,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../../../support/store.ts'
import { rawSql } from '../../raw.ts'

const open = (path: string) => openStore({ path, now: () => STORE_TEST_START_MS })
const idOf = (index: number) => `tx_${index.toString().padStart(6, '0')}`

describe('transactions of one millisecond', () => {
  let path: string
  let remove: () => void
  beforeEach(async () => {
    ;({ path, remove } = tempStorePath())
    await (await open(path)).close()
  })
  afterEach(() => remove())

  const expectOrdered = async (ids: readonly string[]) => {
    const store = await open(path)
    const listed = []
    for (let page = 1; listed.length < ids.length; page += 1) {
      listed.push(...(await store.transactions.list({}, page, 50)).items.map(({ id }) => id))
    }
    expect(listed).toEqual(ids.toSorted().reverse())
    const wallet = sampleTransaction('tx').addressKeys
    const { items } = await store.transactions.list({ addressKeys: wallet }, 1, 50)
    expect(items.map(({ id }) => id)).toEqual(listed.slice(0, 50))
    await store.close()
    expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
  }

  test.each([
    ['as they come', (index: number) => index],
    ['the last first', (index: number) => 999 - index],
    ['each between two others', (index: number) => (index * 7919) % 1000],
  ])('are listed by their ids, added %s, and one more looks at a few of them', async (_, at) => {
    const ids = Array.from({ length: 1000 }, (__, index) => idOf(2 * at(index)))
    await addFast(
      path,
      ids.map((id) => sampleTransaction(id)),
    )
    await expectOrdered(ids)
    const connection = (await createConnect(path, true))('full')
    let reads = 0
    const counting: typeof connection = {
      ...connection,
      get: (...args) => {
        reads += 1
        return connection.get(...args)
      },
      all: () => {
        throw new Error('it looks at all of them')
      },
    }
    for (const next of [-1, 1, 999, 1999]) placeOf(counting, 0, STORE_TEST_START_MS, idOf(next))
    expect(reads).toBeLessThan(4 * 100)
    connection.close()
  })

  test('are moved apart where nothing is between two of them', async () => {
    const ids = [1, 2, 4, 5].map(idOf)
    await addFast(
      path,
      ids.map((id) => sampleTransaction(id)),
    )
    for (const [n, tie] of [1, 2, 3, 4].entries()) {
      rawSql(
        path,
        `UPDATE transaction_facts SET tie = ${tie} - 100 WHERE n = ${n + 1}`,
        `UPDATE transaction_addresses SET tie = ${tie} - 100 WHERE n = ${n + 1}`,
      )
    }
    const store = await open(path)
    await addTransaction(store, sampleTransaction(idOf(3)))
    await store.close()
    await expectOrdered([...ids, idOf(3)])
  })
})
