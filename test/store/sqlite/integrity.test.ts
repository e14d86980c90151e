import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sumOf } from '../../../src/store/sqlite/document-table.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { STORE_FILE } from '../../../src/store/sqlite/schema.ts'
import { noteInMarker, readMarker, signatureOf } from '../../../src/store/sqlite/store-file.ts'
import { scanDocuments } from '../../../src/store/sqlite/scan.ts'
import {
  addTransaction,
  openTempStore,
  sampleEvent,
  sampleLock,
  sampleRoute,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../../support/store.ts'
import { swapErrorOf } from '../../support/swap-error.ts'
import { flipStoredBit, rawSql, rotLastRow, rotRowNumber } from '../raw.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Opens a store file, and gives what was told meanwhile. @param atMs when, epoch milliseconds */
async function openTold(path: string, atMs = STORE_TEST_START_MS) {
  const told: string[] = []
  const store = await openStore({ path, now: () => atMs, tell: (text) => told.push(text) })
  return { store, told }
}

describe('a store file whose bytes have changed', () => {
  let path: string
  let cleanup: () => Promise<void>
  beforeEach(async () => {
    const temp = await openTempStore()
    ;({ path, cleanup } = temp)
    await addTransaction(temp.store, sampleTransaction('tx_1', { hash: '0xaa', referralCode: 'friend' }))
    await addTransaction(temp.store, sampleTransaction('tx_2', { status: 'SUCCESS', nextPollAtMs: null }))
    await temp.store.locks.insert(sampleLock('lock_1'), [sampleEvent('lock.created')])
    await temp.store.routes.putMany([sampleRoute('r1')])
    await temp.store.idempotency.begin({ key: 'k', digest: 'd', runningMs: 0, keepMs: STORE_TEST_START_MS })
    await temp.store.idempotency.finish('k', STORE_TEST_START_MS, { done: 'outcome' })
    await temp.store.close()
  })
  afterEach(() => cleanup())

  /** A copy in which every place that reads `text` has its last byte with another bit: no UTF-8 any more. */
  const withDamaged = (text: string, bit = 0x80): string => {
    const bytes = readFileSync(path)
    let places = 0
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
      // What is quoted stands in a document.
      if (text.startsWith('0x') && bytes[at - 1] === 0x22) continue
      const last = at + text.length - 1
      bytes[last] = (bytes[last] ?? 0) ^ bit
      places += 1
    }
    expect(places).toBeGreaterThan(0)
    const copy = join(dirname(path), 'copy.db')
    writeFileSync(copy, bytes)
    return copy
  }

  /** A copy in which a bit of some packed documents is another one. */
  const withDamagedDocuments = (table: string, ids: readonly string[], name = 'id'): string => {
    const copy = join(dirname(path), 'copy.db')
    writeFileSync(copy, readFileSync(path))
    for (const id of ids) flipStoredBit(copy, table, `${name} = '${id}'`, '{')
    return copy
  }

  test('names a damaged document, and reads the others', async () => {
    const { store, told } = await openTold(withDamagedDocuments('locks', ['lock_of_tx_1', 'lock_of_tx_2', 'lock_1']))
    expect(told).toEqual([
      expect.stringMatching(
        /^the store \S+ is damaged: locks lock_of_tx_1, locks lock_of_tx_2, locks lock_1 \(swapcli doctor\)$/,
      ),
    ])
    expect((await swapErrorOf(store.locks.get('lock_1'))).message).toContain('locks lock_1 does not match its checksum')
    expect((await store.transactions.list({}, 1, 9)).total).toBe(2)
    await store.close()
  })

  test('finds the latest lock that can be executed behind any number of damaged ones', async () => {
    const { store } = await openTold(path)
    for (let index = 0; index < 5; index += 1) {
      await store.locks.insert(sampleLock(`later_${index}`, { expiresAtMs: STORE_TEST_START_MS + 70_000 + index }), [])
    }
    rawSql(path, `UPDATE locks SET sum = x'00' WHERE id GLOB 'later_*'`)
    const latest = await store.locks.latest(0, 2)
    expect(latest.map(({ doc }) => doc.id)).toEqual(['lock_1'])
    await store.close()
  })

  test('lists what is not damaged, and names what is', async () => {
    const { store } = await openTold(withDamagedDocuments('transactions', ['tx_1']))
    const { items, total, damaged } = await store.transactions.list({}, 1, 9)
    expect([items.map(({ id }) => id), total, damaged]).toEqual([['tx_2'], 2, ['tx_1']])
    expect((await store.transactions.get('tx_2'))?.doc.id).toBe('tx_2')
    await store.close()
  })

  test.each([['a quoted route', '"routeId":"r1"', 'routes r1']])('names %s', async (_, text, name) => {
    const { store, told } = await openTold(withDamaged(text))
    expect(told.join()).toContain(name)
    await store.close()
  })

  test('names an outcome', async () => {
    rawSql(path, `UPDATE idempotency SET outcome = CAST('{"done":"outcomes"}' AS BLOB)`)
    const { store, told } = await openTold(path)
    expect(told.join()).toContain('idempotency k')
    await store.close()
  })

  test('names an event', async () => {
    const { store, told } = await openTold(withDamagedDocuments('events', ['1'], 'seq'))
    expect(told.join()).toContain('events 1')
    await store.close()
  })

  test.each([
    ['the text that is searched', 'ethereum\nbase', 0x80],
    ['the text that is searched, by a letter', 'ethereum\nbase', 0x01],
    ['an address', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', 0x02],
    ['what is summed up', 'ethereum:USDC', 0x80],
    ['what is summed up, by a letter', 'base:USDC', 0x01],
    ['the table of totals', 'CREATE TABLE transaction_totals', 0x80],
    ['an index', 'CREATE INDEX facts_newest', 0x01],
    ['the name of a column', 'search TEXT', 0x20],
    ['the index of texts', 'detail = none', 0x01],
  ])('is refused when %s is damaged: what it lists could be wrong', async (_, text, bit) => {
    const error = await swapErrorOf(openTold(withDamaged(text, bit)))
    expect([error.code, error.message]).toEqual(['STORE_UNUSABLE', expect.stringContaining('is damaged')])
  })

  test.each([
    ['a hash', 'UPDATE transaction_hashes SET h = h + 1', 'the index of transactions'],
    [
      'what a transaction is found by',
      `UPDATE transaction_facts SET letters = 1 WHERE n = 1`,
      'the index of transactions',
    ],
    ['the state of a lock', `UPDATE locks SET state = 'locked' WHERE id = 'lock_of_tx_1'`, 'locks lock_of_tx_1'],
    ['when a transaction is polled', 'UPDATE transactions SET next_poll_at = 1 WHERE n = 1', 'transactions tx_1'],
    ['the time of an event', 'UPDATE events SET at_ms = 1', 'events 1'],
    ['how many transactions a wallet has', 'UPDATE transaction_wallets SET pending = 9', 'counts of wallets'],
    [
      'the order of two of one time',
      'UPDATE transaction_facts SET tie = -tie; UPDATE transaction_addresses SET tie = -tie',
      'order of transactions',
    ],
  ])('is refused when %s is another one', async (_, sql, named) => {
    rawSql(path, sql)
    const error = await swapErrorOf(openTold(path))
    expect([error.code, error.message]).toEqual(['STORE_UNUSABLE', expect.stringContaining(named)])
  })

  test('is refused when it is truncated', async () => {
    const copy = join(dirname(path), 'copy.db')
    writeFileSync(copy, readFileSync(path).subarray(0, 3 * 4096))
    expect((await swapErrorOf(openTold(copy))).code).toBe('STORE_UNUSABLE')
  })

  test.each(['transaction_totals', 'transactions', 'commits', 'meta'])(
    'is refused without its table %s',
    async (table) => {
      rawSql(path, 'PRAGMA foreign_keys = OFF', `DROP TABLE ${table}`)
      const error = await swapErrorOf(openTold(path))
      expect([error.code, error.message]).toEqual(['STORE_UNUSABLE', expect.stringContaining(table)])
    },
  )

  test.each(['all', 'provider', 'pair', 'day'])(
    'sums up its transactions where the totals of %s are wrong',
    async (kind) => {
      const { store } = await openTold(path)
      const before = [await store.transactions.stats({}), await store.transactions.countByStatus()]
      const list = async () => (await store.transactions.list({ statuses: ['SUCCESS'] }, 1, 9)).total
      rawSql(path, `UPDATE transaction_totals SET total = total + 1 WHERE kind = '${kind}' AND status = 1`)
      expect([await store.transactions.stats({}), await store.transactions.countByStatus()]).toEqual(before)
      expect(await list()).toBe(1)
      rawSql(path, `UPDATE transaction_totals SET total = total - 1, usd1 = usd1 + 7 WHERE kind = '${kind}'`)
      expect(await store.transactions.stats({})).toEqual(before[0])
      await store.close()
    },
  )

  test('says how many transactions there are where its totals are gone', async () => {
    const { store } = await openTold(path)
    const before = await store.transactions.stats({})
    rawSql(path, 'DELETE FROM transaction_totals')
    expect(await store.transactions.stats({})).toEqual(before)
    expect((await store.transactions.list({}, 1, 9)).total).toBe(2)
    await store.close()
  })

  test('names transactions that its rows have lost in a scan from end to end', async () => {
    rawSql(path, 'PRAGMA foreign_keys = OFF', `DELETE FROM transactions WHERE id = 'tx_2'`)
    // As if no program had changed it.
    noteInMarker(path, { closed: signatureOf(path) })
    const found: unknown[] = []
    for await (const one of scanDocuments('transactions', { path, readOnly: true })) {
      found.push('damage' in one ? one.damage.message : one.id)
    }
    expect(found).toEqual(['tx_1', `The store ${path} is damaged: 1 transactions are missing, or not in its index.`])
  })

  test('of some MiB is refused where a page has lost a row, though its documents are not all looked at', async () => {
    rawSql(
      path,
      `INSERT INTO locks (id, version, sum, doc) WITH RECURSIVE row (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM row WHERE n < 900)
       SELECT 'big_' || n, 1, '', json_object('text', hex(zeroblob(1500))) FROM row`,
      'PRAGMA wal_checkpoint(TRUNCATE)',
    )
    await (await openTold(path)).store.close()
    const bytes = readFileSync(path)
    expect(bytes.length).toBeGreaterThan(2 ** 21)
    const leaf = bytes.indexOf(Buffer.from('big_850')) & ~4095
    expect(bytes[leaf]).toBe(0x0a)
    bytes.writeUInt16BE(bytes.readUInt16BE(leaf + 3) - 1, leaf + 3)
    writeFileSync(path, bytes)
    const error = await swapErrorOf(openTold(path))
    expect([error.code, error.message]).toEqual(['STORE_UNUSABLE', expect.stringContaining('is damaged')])
  })

  test('is looked through once, and not again while nobody changes it', async () => {
    rawSql(path, `PRAGMA user_version = ${STORE_FILE.migrations.length}`)
    await (await openTold(path)).store.close()
    const before = readFileSync(`${path}.exists`, 'latin1')
    await (await openTold(path)).store.close()
    expect(readFileSync(`${path}.exists`, 'latin1')).toBe(before)
  })

  describe('by a bit that rotted, while its size and time stayed', () => {
    beforeEach(() => rotLastRow(path, 'transaction_addresses'))

    test.each([
      ['a day later', DAY_MS],
      ['by a clock that is behind the one that it was verified by', -2 * 60_000],
    ])('is refused at a start %s', async (_, laterMs) => {
      const error = await swapErrorOf(openTold(path, STORE_TEST_START_MS + laterMs))
      expect([error.code, error.message]).toEqual(['STORE_UNUSABLE', expect.stringContaining('is damaged')])
    })

    test('is not verified at a start within a day, and its marker is not written', async () => {
      const before = readFileSync(`${path}.exists`, 'latin1')
      await (await openTold(path, STORE_TEST_START_MS + DAY_MS - 1)).store.close()
      expect(readFileSync(`${path}.exists`, 'latin1')).toBe(before)
    })
  })

  test('is verified at the first start of a day, and not at the next', async () => {
    const later = STORE_TEST_START_MS + DAY_MS
    await (await openTold(path, later)).store.close()
    expect(readMarker(path)).toMatchObject({ verifiedMs: later })
    rotLastRow(path, 'transaction_addresses')
    await (await openTold(path, later + DAY_MS - 1)).store.close()
    expect((await swapErrorOf(openTold(path, later + DAY_MS))).message).toContain('is damaged')
  })

  test('is verified where an earlier version has written its marker, which can read that of this one', async () => {
    rotLastRow(path, 'transaction_addresses')
    const marker = readFileSync(`${path}.exists`, 'latin1')
    expect(marker).toMatch(/^commits \d+\nclosed \S+\nsum \d+\nverified \d+\n +catalog none\n$/m)
    writeFileSync(`${path}.exists`, marker.replace(/verified .*/, ''))
    expect((await swapErrorOf(openTold(path))).message).toContain('is damaged')
  })

  describe('of some MiB', () => {
    beforeEach(async () => {
      const doc = `"${'x'.repeat(2 ** 21)}"`
      rawSql(
        path,
        `INSERT INTO locks (id, version, sum, doc) VALUES ('big', 1, '${sumOf(doc)}', '${doc}')`,
        'PRAGMA wal_checkpoint(TRUNCATE)',
      )
      await (await openTold(path)).store.close()
    })

    test('is refused where an index over what its documents say lacks one of them', async () => {
      rotRowNumber(path, 'transactions_due')
      const error = await swapErrorOf(openTold(path, STORE_TEST_START_MS + DAY_MS))
      expect([error.code, error.message]).toEqual(['STORE_UNUSABLE', expect.stringContaining('transactions_due')])
    })

    test('is used where a document is damaged, which lists name', async () => {
      const { store, told } = await openTold(withDamagedDocuments('transactions', ['tx_1']))
      expect([told, (await store.transactions.list({}, 1, 9)).damaged]).toEqual([[], ['tx_1']])
      await store.close()
    })
  })
})

test('a wallet file with a damaged run names it, and lists the others', async () => {
  const { path, remove } = tempStorePath()
  const documents = await openDocuments({ path })
  await documents.put('run:1', { step: 'signed', raw: '0x02f8' }, 0)
  await documents.put('run:2', { step: 'quoted' }, 0)
  await documents.close()
  const bytes = readFileSync(path)
  bytes[bytes.indexOf('02f8')] = 0xff
  const copy = `${path}.copy`
  writeFileSync(copy, bytes)
  const again = await openDocuments({ path: copy })
  const skipped: string[] = []
  expect((await again.list('run:', (key) => skipped.push(key))).map(({ key }) => key)).toEqual(['run:2'])
  expect(skipped).toEqual(['run:1'])
  expect((await swapErrorOf(again.list('run:'))).message).toContain('meta run:1')
  expect((await swapErrorOf(again.get('run:1'))).code).toBe('STORE_UNUSABLE')
  await again.close()
  remove()
})
