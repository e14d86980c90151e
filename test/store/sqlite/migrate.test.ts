import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, createConnect } from '../../../src/store/sqlite/connection.ts'
import { backupPath, migrate, schemaVersion } from '../../../src/store/sqlite/migrate.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { type FileKind, type Migration, STORE_FILE, WALLET_FILE } from '../../../src/store/sqlite/schema.ts'
import {
  readEvents,
  sampleLock,
  sampleRoute,
  sampleTerms,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../../support/store.ts'
import { rawColumn, rawSql } from '../raw.ts'

const FIRST_STORE = readFileSync(new URL('../fixtures/schema-1.sql', import.meta.url), 'utf8')
const APPLICATION_ID = 0x74657374
const OLD_STORE = [
  'CREATE TABLE notes (id TEXT PRIMARY KEY, doc TEXT NOT NULL)',
  `INSERT INTO notes VALUES ('n1', '{"text":"kept"}'), ('n2', '{"text":"kept too"}')`,
  `PRAGMA application_id = ${APPLICATION_ID}`,
  'PRAGMA user_version = 1',
]
const STEPS: readonly Migration[] = [
  { to: 1, change: 'CREATE TABLE notes (id TEXT PRIMARY KEY, doc TEXT NOT NULL)' },
  { to: 2, change: `ALTER TABLE notes ADD COLUMN text TEXT AS (doc ->> '$.text') VIRTUAL` },
  { to: 3, change: 'CREATE INDEX notes_text ON notes (text); CREATE TABLE extra (id TEXT)' },
]

const kindOf = (migrations: readonly Migration[]): FileKind => ({
  name: 'store',
  applicationId: APPLICATION_ID,
  migrations,
})

describe('migrate', () => {
  let path: string
  let remove: () => void
  beforeEach(() => ({ path, remove } = tempStorePath()))
  afterEach(() => remove())

  const migrateTo = async (steps: readonly Migration[]): Promise<void> => {
    const connect = await createConnect(path, false)
    const connection = connect('full')
    try {
      migrate(connection, { path, kind: kindOf(steps), connectCopy: () => connect('full'), tell: () => undefined })
    } finally {
      connection.close()
    }
  }

  test('brings an older store up to date, step by step, and keeps its documents', async () => {
    rawSql(path, ...OLD_STORE)
    await migrateTo(STEPS)
    expect(rawColumn(path, 'SELECT text FROM notes ORDER BY id')).toEqual(['kept', 'kept too'])
    expect(rawColumn(path, 'SELECT count(*) FROM extra')).toEqual([0])
    expect(rawColumn(path, 'PRAGMA user_version')).toEqual([3])
  })

  test('leaves a private copy of the older store that is still whole', async () => {
    rawSql(path, ...OLD_STORE)
    await migrateTo(STEPS)
    const copy = backupPath(path, 1)
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    expect(rawColumn(copy, 'PRAGMA user_version')).toEqual([1])
    expect(rawColumn(copy, 'PRAGMA application_id')).toEqual([APPLICATION_ID])
    expect(rawColumn(copy, 'PRAGMA integrity_check')).toEqual(['ok'])
    expect(rawColumn(copy, 'SELECT doc FROM notes')).toEqual(['{"text":"kept"}', '{"text":"kept too"}'])
    expect(readdirSync(dirname(path)).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  test('replaces the copy that an interrupted migration left', async () => {
    rawSql(path, ...OLD_STORE)
    writeFileSync(backupPath(path, 1), 'old')
    writeFileSync(`${backupPath(path, 1)}.unfinished`, 'half')
    await migrateTo(STEPS)
    expect(rawColumn(backupPath(path, 1), 'SELECT count(*) FROM notes')).toEqual([2])
  })

  test('a step that fails leaves the store as it was', async () => {
    rawSql(path, ...OLD_STORE)
    const broken: Migration[] = [
      ...STEPS,
      { to: 4, change: 'CREATE TABLE more (id TEXT)' },
      { to: 5, change: (connection) => connection.exec('INSERT INTO nowhere VALUES (1)') },
    ]
    await expect(migrateTo(broken)).rejects.toThrow('nowhere')
    expect(rawColumn(path, 'PRAGMA user_version')).toEqual([1])
    expect(rawColumn(path, `SELECT name FROM sqlite_schema WHERE name IN ('extra', 'more')`)).toEqual([])
    await migrateTo(STEPS)
    expect(rawColumn(path, 'PRAGMA user_version')).toEqual([3])
  })

  test('does nothing to a store that is up to date, and makes no copy of a new one', async () => {
    await migrateTo(STEPS)
    await migrateTo(STEPS)
    expect(existsSync(backupPath(path, 1))).toBe(false)
    expect(existsSync(backupPath(path, 3))).toBe(false)
  })

  test('refuses a store of a newer program and does not touch it', async () => {
    rawSql(path, ...OLD_STORE, 'PRAGMA user_version = 4')
    await expect(migrateTo(STEPS)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: `The store ${path} was written by a newer swapcli (schema 4; this one knows 3).`,
      hint: 'Update swapcli: npm install -g swapcli@latest',
    })
    expect(rawColumn(path, 'PRAGMA journal_mode')).toEqual(['delete'])
    await expect(openStore({ path, now: () => STORE_TEST_START_MS })).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })

  test('says beforehand that a large file takes a while', async () => {
    rawSql(path, ...OLD_STORE, `INSERT INTO notes VALUES ('n3', json_object('text', hex(zeroblob(17000000))))`)
    const connect = await createConnect(path, false)
    const connection = connect('full')
    const told: string[] = []
    migrate(connection, {
      path,
      kind: kindOf(STEPS),
      connectCopy: () => connect('full'),
      tell: (text) => told.push(text),
    })
    connection.close()
    expect(told).toEqual([`the store ${path} (33 MiB) is copied and brought up to date: once, it takes a while`])
  })
})

describe('the schema', () => {
  test('is numbered without gaps from 1', () => {
    for (const { migrations } of [STORE_FILE, WALLET_FILE]) {
      expect(migrations.map(({ to }) => to)).toEqual(migrations.map((_, index) => index + 1))
    }
  })

  test('answers the lists of one wallet, of everything and of a status from indexes alone', async () => {
    const connect = await createConnect(':memory:', false)
    const connection = connect('full')
    migrate(connection, { path: ':memory:', kind: STORE_FILE, connectCopy: () => connection, tell: () => undefined })
    expect(schemaVersion(connection)).toBe(STORE_FILE.migrations.length)
    const newest = 'ORDER BY created_ms DESC, tie DESC LIMIT 20'
    expect(planOf(connection, `SELECT n FROM transaction_addresses WHERE a = 1 ${newest}`)).toEqual([
      'SEARCH transaction_addresses USING PRIMARY KEY (a=?)',
    ])
    for (const order of [newest, 'ORDER BY created_ms, tie LIMIT 20']) {
      expect(planOf(connection, `SELECT n FROM transaction_facts WHERE +status IN (1, 2) ${order}`)).toEqual([
        'SCAN transaction_facts USING COVERING INDEX facts_newest',
      ])
    }
    expect(planOf(connection, `SELECT n FROM transaction_facts WHERE status = 2 ${newest}`)).toEqual([
      'SEARCH transaction_facts USING COVERING INDEX facts_by_status (status=?)',
    ])
    const due = 'next_poll_at IS NOT NULL AND next_poll_at <= 1 AND lease_until <= 1 ORDER BY next_poll_at, n'
    expect(planOf(connection, `SELECT id FROM transactions WHERE ${due} LIMIT 9`)).toEqual([
      'SEARCH transactions USING INDEX transactions_due (next_poll_at>? AND next_poll_at<?)',
    ])
    connection.close()
  })

  test('1 is what the first release wrote, to the letter', async () => {
    const { path, remove } = tempStorePath()
    const objects = `SELECT type || ' ' || name || ': ' || sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1`
    rawSql(path, FIRST_STORE)
    const connect = await createConnect(`${path}-new`, false)
    const connection = connect('full')
    migrate(connection, {
      path: `${path}-new`,
      kind: { ...STORE_FILE, migrations: STORE_FILE.migrations.slice(0, 1) },
      connectCopy: () => connection,
      tell: () => undefined,
    })
    connection.close()
    expect(rawColumn(`${path}-new`, objects)).toEqual(rawColumn(path, objects))
    remove()
  })

  test('of every release opens with all that is in it', async () => {
    const { path, remove } = tempStorePath()
    rawSql(path, FIRST_STORE)
    const store = await openStore({ path, now: () => STORE_TEST_START_MS })
    const first = sampleTransaction('tx_1', {
      hash: '0xAA',
      status: 'SUCCESS',
      nextPollAtMs: null,
      referralCode: 'friend',
    })
    expect(await store.transactions.list({}, 1, 20)).toEqual({ items: [sampleTransaction('tx_2'), first], total: 2 })
    expect(await store.transactions.findByHash('0xaa')).toEqual({ doc: first, version: 1 })
    expect(await store.transactions.nextDueInMs()).toBe(3000)
    expect((await store.transactions.stats({})).volumeUsd).toBe('200.00')
    expect(await store.locks.get('lock_1')).toEqual({ doc: sampleLock('lock_1'), version: 1 })
    expect((await readEvents(store)).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'lock.created'],
      [2, 'transaction.created'],
    ])
    expect(await store.documents.get('run:1')).toEqual({ doc: { step: 'signed' }, version: 1 })
    // Schema 1 kept a quoted route without its source amount in base units, and this one without a minimum.
    const { src, ...terms } = sampleTerms()
    expect(await store.routes.get('SANDBOX_BRIDGE', 'r1')).toEqual(
      sampleRoute('r1', { terms: { ...terms, src: { ...src, decimals: 0, amount: 100n }, minimumOut: 0n } }),
    )
    expect(await store.catalog.version()).toBe(1)
    expect(await store.transactions.replace({ ...first, outboundHash: '0xBB' }, 1, [])).toBe('ok')
    await store.close()
    remove()
  })
})

function planOf(connection: Connection, sql: string): unknown[] {
  return connection.all(`EXPLAIN QUERY PLAN ${sql}`).map((row) => row.columns['detail'])
}
