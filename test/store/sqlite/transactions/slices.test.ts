import { expect, onTestFinished, test } from 'vitest'
import { type Connection, createConnect } from '../../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../../src/store/sqlite/migrate.ts'
import { STORE_FILE } from '../../../../src/store/sqlite/schema.ts'
import { letterBit } from '../../../../src/store/sqlite/transactions/entry.ts'
import { createMatching } from '../../../../src/store/sqlite/transactions/matching.ts'
import { BLOCK_ROWS, createRowSet, numbersOf } from '../../../../src/store/sqlite/transactions/row-set.ts'
import {
  findIds,
  findRowsOfWallets,
  readFacts,
  readNewest,
  readTexts,
  slicesOf,
} from '../../../../src/store/sqlite/transactions/slices.ts'
import { computeStats } from '../../../../src/store/sqlite/transactions/stats.ts'
import { withDeadline } from '../../../../src/store/threads/deadline.ts'

/*
 * What is long is read in slices, of which each row is in one: a store of more rows than one statement reads, without the
 * documents that they index.
 */

const ROWS = 60_000
/** Of them, these are of one wallet. */
const OF_ONE = 45_000

async function openLongIndex(): Promise<Connection> {
  const connection = (await createConnect(':memory:', false))('full')
  onTestFinished(() => connection.close())
  migrate(connection, { path: ':memory:', kind: STORE_FILE, connectCopy: () => connection, tell: () => undefined })
  const numbers = (last: number) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})`
  // Two of each time, the later of them first.
  const place = 'n / 2 * 1000, -n'
  connection.exec(`
    PRAGMA foreign_keys = OFF;
    DROP TRIGGER facts_inserted;
    ${numbers(ROWS)} INSERT INTO transaction_facts
      SELECT n, ${place}, n % 4, n % 3, 0, NULL, 0, 0, 0 FROM numbers;
    ${numbers(ROWS)} INSERT INTO transactions (n, id, version, sum, doc) SELECT n, 'tx_' || n, 1, '', '' FROM numbers;
    INSERT INTO transaction_wallets (a, address_key, pending) SELECT 1, 'first', ${OF_ONE};
    INSERT INTO transaction_wallets (a, address_key, pending) SELECT n, 'wallet ' || n, 1 FROM transactions WHERE n > ${OF_ONE};
    INSERT INTO transaction_addresses (a, created_ms, tie, status, n)
      SELECT CASE WHEN n > ${OF_ONE} THEN n ELSE 1 END, ${place}, 0, n FROM transactions;
    ${numbers(130_000)} INSERT INTO transaction_search (rowid, text)
      SELECT n, CASE WHEN n % 10 = 0 THEN 'rare' ELSE 'often' END FROM numbers;
    INSERT INTO transaction_search (rowid, text) VALUES (-7, 'rare'), (-3, 'often');
  `)
  return connection
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

test('each row is in one slice: by a condition, in the order of lists, by a wallet, a text or an id', async () => {
  const connection = await openLongIndex()
  const facts = [...readFacts(connection, { text: 'g = ?', params: [2] })]
  expect(facts.flat()).toEqual(upTo(ROWS).filter((n) => n % 3 === 2))
  expect(facts.length).toBe(Math.ceil((ROWS + 1) / BLOCK_ROWS))

  const newest = [...readNewest(connection, { text: 'FROM transaction_facts WHERE true', params: [] })]
  const byTime = upTo(ROWS).sort((one, other) => (other >> 1) - (one >> 1) || one - other)
  expect(newest.flat()).toEqual(byTime)
  expect(newest.map(({ length }) => length)).toEqual([20_000, 20_000, 20_000, 0])
  const ofStatus = [...readNewest(connection, { text: 'FROM transaction_facts WHERE status = ?', params: [3] })]
  expect(ofStatus.flat()).toEqual(byTime.filter((n) => n % 4 === 3))

  expect(numbersOf(findRowsOfWallets(connection, [1]))).toEqual(upTo(OF_ONE))
  const wallets = [1, ...upTo(ROWS).filter((n) => n > OF_ONE && n % 2 === 0)]
  expect(numbersOf(findRowsOfWallets(connection, wallets))).toEqual([...upTo(OF_ONE), ...wallets.slice(1)])

  const often = [...readTexts(connection, '"fte"', 'transactions')]
  expect(often.flat()).toEqual(upTo(130_000).filter((n) => n % 10 !== 0))
  expect(often.map(({ length }) => length)).toEqual([100_000, 17_000])
  expect([...readTexts(connection, '"are"', 'transactions')].flat().length).toBe(13_000)
  expect([...readTexts(connection, '"fte"', 'wallets')]).toEqual([[-3]])

  expect(numbersOf(findIds(connection, '99'))).toEqual(upTo(ROWS).filter((n) => String(n).includes('99')))
  expect(numbersOf(findIds(connection, 'tx_'))).toEqual(upTo(ROWS))
})

test('a set of rows, or none, is the slices that it is read by', async () => {
  const connection = await openLongIndex()
  const read = (rows: Parameters<typeof slicesOf>[1]) =>
    [...slicesOf(connection, rows)].map(({ text, params }) =>
      connection
        .all(`SELECT n FROM transaction_facts WHERE ${text} ORDER BY n`, params)
        .map((row) => Number(row.columns['n'])),
    )
  expect(read(undefined).flat()).toEqual(upTo(ROWS))
  expect(read(createRowSet()).flat()).toEqual([])
  // Some blocks nearly whole, some with a few rows, and one row that is not there.
  const some = upTo(ROWS).filter((n) => (n < 20_000 && n % 5 !== 0) || n % 997 === 0)
  const slices = read(createRowSet([...some, ROWS + 5]))
  expect(slices.flat().sort((one, other) => one - other)).toEqual(some)
  expect(slices.length).toBeGreaterThan(2)
})

test('what a text finds is looked for, and counted, with a look at the time of the read before each slice', async () => {
  const connection = await openLongIndex()
  connection.run('UPDATE transaction_facts SET letters = ? WHERE n % 2 = 0', [letterBit('z') ?? 0])
  let checks = 0
  const watched = withDeadline(connection, () => (checks += 1))
  const select = createMatching(watched, ':memory:', () => new Map())
  expect(computeStats(watched, select({ query: 'z' })).total).toBe(ROWS / 2)
  expect(checks).toBeGreaterThan((2 * ROWS) / BLOCK_ROWS)
})

test('an index whose order its rows do not have is damaged, and read to no end', async () => {
  const connection = await openLongIndex()
  connection.run('UPDATE transaction_addresses SET tie = tie - 1 WHERE a = 1')
  connection.run('UPDATE transaction_facts SET created_ms = 9 * created_ms')
  const all = () => [...readNewest(connection, { text: 'FROM transaction_addresses WHERE a = ?', params: [1] })]
  expect(all).toThrow('its index of transactions is not what they hold')
})
