import { copyFileSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { examineFile } from '../../../../src/store/examine-file.ts'
import type { Store } from '../../../../src/store/port.ts'
import { createConnect } from '../../../../src/store/sqlite/connection.ts'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import { findText } from '../../../../src/store/sqlite/transactions/search.ts'
import { overBudget } from '../../../../src/store/threads/deadline.ts'
import {
  addTransaction,
  fillTransactions,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../../../support/store.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'
import { openThreads } from '../../../support/threaded-store.ts'
import { rawColumn, rawSql, rotBlocks, rotFirstPage } from '../../raw.ts'

const HOW_MANY = 60

/** What a text finds: the ids, and how many. */
async function find(store: Store, query: string) {
  const { items, total, damaged } = await store.transactions.list({ query }, 1, 100)
  expect(total).toBe(items.length)
  expect((await store.transactions.stats({ query })).total).toBe(total)
  return { ids: items.map(({ id }) => id).sort(), damaged }
}

const idOf = (index: number) => `tx_${index.toString().padStart(26, '0')}`

async function openTold(path: string) {
  const told: string[] = []
  const store = await openStore({ path, now: () => STORE_TEST_START_MS, tell: (text) => told.push(text) })
  return { store, told }
}

/** How a store is opened: both kinds write and read alike. */
const STORES: readonly (readonly [string, (path: string) => Promise<Store>])[] = [
  ['in this thread', (path) => openStore({ path, now: () => STORE_TEST_START_MS })],
  ['in threads', (path) => openThreads(path)],
]

/** What rots in the index of texts, and whether SQLite notices when it is read. */
const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  ['a byte of each block', (path) => rotBlocks(path)],
  [
    'the record of its segments',
    (path) => rawSql(path, `UPDATE transaction_search_data SET block = x'00' WHERE id = 10`),
  ],
  ['its blocks are gone', (path) => rawSql(path, 'DELETE FROM transaction_search_data WHERE id > 10')],
  ['its version', (path) => rawSql(path, `UPDATE transaction_search_config SET v = 9 WHERE k = 'version'`)],
  ['its terms', (path) => rawSql(path, 'DELETE FROM transaction_search_idx')],
]

describe('a store whose index of texts rots', () => {
  let path: string
  let remove: () => void
  beforeEach(async () => {
    ;({ path, remove } = tempStorePath())
    await fillTransactions(path, HOW_MANY, 7)
  })
  afterEach(() => remove())

  describe.each(DAMAGES)('by %s', (_, rot) => {
    test.each(STORES)('while it is open %s goes on with swaps, and finds what there is', async (__, open) => {
      const store = await open(path)
      rot(path)
      for (const index of [1, 2, 3]) {
        const record = sampleTransaction(`tx_new_${index}`, { hash: `0xfeed${index}` })
        await addTransaction(store, record)
        expect(await store.transactions.replace({ ...record, hash: `0xbeef${index}` }, 1, [])).toBe('ok')
      }
      expect((await store.transactions.get('tx_new_2'))?.doc.hash).toBe('0xbeef2')
      expect((await store.transactions.list({}, 1, 5)).total).toBe(HOW_MANY + 3)
      expect(await find(store, idOf(17))).toEqual({ ids: [idOf(17)], damaged: undefined })
      expect(await find(store, 'tx_new_2')).toEqual({ ids: ['tx_new_2'], damaged: undefined })
      await store.close()
    })

    test('is opened, tells of it, and searches by a new one', async () => {
      rot(path)
      const { store, told } = await openTold(path)
      expect(told).toEqual([`the index of texts of ${path}, which only serves search, was damaged: it is built anew`])
      expect((await find(store, 'tx_0000')).ids.length).toBe(HOW_MANY)
      await addTransaction(store, sampleTransaction('tx_new', { hash: '0xfeed' }))
      expect((await find(store, 'feed')).ids).toEqual(['tx_new'])
      await store.close()
      const again = await openTold(path)
      expect(again.told).toEqual([])
      await again.store.close()
      expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
    })

    test('is named by an examination, which builds it anew', async () => {
      rot(path)
      expect(await examineFile('store', path)).toEqual({ documents: [], structure: [], hasNewTexts: true })
      expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
    })
  })

  // A process that has the file open has read the version.
  describe.each(DAMAGES.filter(([name]) => name !== 'its version'))('by %s', (_, rot) => {
    test('is mended a part at a time while it is open, and what is written meanwhile is found', async () => {
      const { store } = await openTold(path)
      rot(path)
      await addTransaction(store, sampleTransaction('tx_new_1'))
      let steps = 0
      expect(await store.transactions.verifyTexts({ rows: 0, parties: 0 })).toBe(undefined)
      while (!(await store.transactions.mendTexts()) || steps === 0) {
        steps += 1
        await addTransaction(store, sampleTransaction(`tx_step_${steps}`, { hash: `0xfeed0${steps}` }))
        expect(await find(store, 'feed0')).toMatchObject({ ids: { length: steps } })
      }
      expect((await find(store, 'tx_')).ids.length).toBe(HOW_MANY + 1 + steps)
      await store.close()
      expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
    })

    test('is compacted, and holds nothing that is lost', async () => {
      const { store } = await openTold(path)
      rot(path)
      await store.transactions.mendTexts()
      await store.compact()
      await store.close()
      expect(rawColumn(path, `SELECT name FROM counters WHERE name <> 'checked_at'`)).toEqual([])
      expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
    })
  })

  test.each(['transaction_search_idx', 'transaction_search_data', 'transaction_search_config'])(
    'by a page of %s, which no start has looked at, stores swaps, each once, and is compacted',
    async (table) => {
      rotFirstPage(path, table)
      const store = await openStore({ path, isExamined: true, now: () => STORE_TEST_START_MS })
      for (const id of ['tx_new_1', 'tx_new_2']) {
        await addTransaction(store, sampleTransaction(id, { hash: `0xfeed${id}` }))
      }
      expect((await store.transactions.list({}, 1, 5)).total).toBe(HOW_MANY + 2)
      expect((await find(store, 'feed')).ids).toEqual(['tx_new_1', 'tx_new_2'])
      await store.compact()
      expect((await find(store, 'feed')).ids).toEqual(['tx_new_1', 'tx_new_2'])
      await store.close()
      expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
    },
  )

  test('finds a damaged transaction by any text while each is looked at', async () => {
    const { store } = await openTold(path)
    rotBlocks(path)
    rawSql(path, `UPDATE transactions SET sum = x'00' WHERE id = '${idOf(3)}'`)
    const { items, damaged } = await store.transactions.list({ query: idOf(17) }, 1, 10)
    expect([items.map(({ id }) => id), damaged]).toEqual([[idOf(17)], [idOf(3)]])
    await store.close()
  })

  test('says why a search takes longer than it may, and what helps', async () => {
    const connection = (await createConnect(path, true))('full')
    const readEntries = () => {
      throw overBudget()
    }
    const error = await swapErrorOf((async () => findText(connection, readEntries, 'tx_0', 'scan'))())
    expect([error.code, error.message, error.hint]).toEqual([
      'SERVICE_UNAVAILABLE',
      'This search takes too long: the index of texts is damaged, so each transaction is looked at.',
      'Lists without a text are as they were; to build that index anew: swapcli doctor',
    ])
    connection.close()
  })

  test('is used read-only, and finds what there is', async () => {
    rotBlocks(path)
    copyFileSync(path, `${path}.copy`)
    const store = await openStore({ path, readOnly: true, now: () => STORE_TEST_START_MS })
    expect((await find(store, 'tx_0000')).ids.length).toBe(HOW_MANY)
    await store.close()
    expect(readFileSync(path).equals(readFileSync(`${path}.copy`))).toBe(true)
  })

  test('is refused still where another table rots with it', async () => {
    rotBlocks(path)
    rawSql(path, 'UPDATE transaction_facts SET letters = 1 WHERE n = 1')
    await expect(openTold(path)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })
})
