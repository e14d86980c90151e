import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, createConnect } from '../../src/store/connection.ts'
import { backupPath, migrate, schemaVersion } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { APPLICATION_ID, type Migration, MIGRATIONS } from '../../src/store/schema.ts'
import { sampleTransaction, STORE_TEST_START_MS, tempStorePath } from '../support/store.ts'
import { rawColumn, rawSql } from './raw.ts'

const OLD_STORE = [
  'CREATE TABLE notes (id TEXT PRIMARY KEY, doc TEXT NOT NULL)',
  `INSERT INTO notes VALUES ('n1', '{"text":"kept"}'), ('n2', '{"text":"kept too"}')`,
  `PRAGMA application_id = ${APPLICATION_ID}`,
  'PRAGMA user_version = 1',
]
const STEPS: readonly Migration[] = [
  { to: 1, sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY, doc TEXT NOT NULL)' },
  { to: 2, sql: `ALTER TABLE notes ADD COLUMN text TEXT AS (doc ->> '$.text') VIRTUAL` },
  { to: 3, sql: 'CREATE INDEX notes_text ON notes (text); CREATE TABLE extra (id TEXT)' },
]

describe('migrate', () => {
  let path: string
  let remove: () => void
  beforeEach(() => ({ path, remove } = tempStorePath()))
  afterEach(() => remove())

  const migrateTo = async (steps: readonly Migration[]): Promise<void> => {
    const connect = await createConnect(path, false)
    const connection = connect('full')
    try {
      migrate(connection, path, steps, () => connect('full'))
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
    const broken = [...STEPS, { to: 4, sql: 'CREATE TABLE more (id TEXT); INSERT INTO nowhere VALUES (1)' }]
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
})

describe('the schema', () => {
  test('is numbered without gaps from 1', () => {
    expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map((_, index) => index + 1))
  })

  test('answers the lists of one wallet, of everything and of a status from indexes alone', async () => {
    const connect = await createConnect(':memory:', false)
    const connection = connect('full')
    migrate(connection, ':memory:', MIGRATIONS, () => connection)
    expect(schemaVersion(connection)).toBe(MIGRATIONS.length)
    const newest = 'ORDER BY created_ms DESC, id DESC LIMIT 20'
    expect(
      planOf(connection, `SELECT n, created_ms, id FROM transaction_addresses WHERE address_key = 'a' ${newest}`),
    ).toEqual(['SEARCH transaction_addresses USING PRIMARY KEY (address_key=?)'])
    expect(planOf(connection, `SELECT n, created_ms, id FROM transaction_facts ${newest}`)).toEqual([
      'SCAN transaction_facts USING COVERING INDEX facts_newest',
    ])
    expect(
      planOf(connection, `SELECT n, created_ms, id FROM transaction_facts WHERE status = 'FAILED' ${newest}`),
    ).toEqual(['SEARCH transaction_facts USING COVERING INDEX facts_by_status (status=?)'])
    connection.close()
  })

  test('keeps a document readable that the first release wrote', async () => {
    expect(sampleTransaction('tx_1').id).toBe('tx_1')
  })
})

function planOf(connection: Connection, sql: string): unknown[] {
  return connection.all(`EXPLAIN QUERY PLAN ${sql}`).map((row) => row['detail'])
}
