import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connect, type Connection, createConnect, numberOf, textOf } from '../../../src/store/sqlite/connection.ts'
import { copyFailure, storeFailure } from '../../../src/store/sqlite/failures.ts'
import { tempStorePath } from '../../support/store.ts'

const rowsOf = (connection: Connection) =>
  connection.all('SELECT CAST(id AS BLOB) AS id FROM things').map((row) => ({ id: textOf(row, 'id') }))

describe('a connection', () => {
  let path: string
  let remove: () => void
  let connect: Connect
  let connection: Connection
  beforeEach(async () => {
    ;({ path, remove } = tempStorePath())
    connect = await createConnect(path, false)
    connection = connect('full')
    connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (id TEXT PRIMARY KEY, size INTEGER) STRICT')
  })
  afterEach(() => {
    connection.close()
    remove()
  })

  test('syncs every commit to disk unless it is relaxed, and waits five seconds for others', () => {
    const relaxed = connect('relaxed')
    expect(connection.one('PRAGMA synchronous').columns).toMatchObject({ synchronous: 2 })
    expect(relaxed.one('PRAGMA synchronous').columns).toMatchObject({ synchronous: 1 })
    for (const one of [connection, relaxed]) {
      expect(one.one('PRAGMA busy_timeout').columns).toMatchObject({ timeout: 5000 })
      expect(one.one('PRAGMA foreign_keys').columns).toMatchObject({ foreign_keys: 1 })
    }
    relaxed.close()
  })

  test('writes without waiting for the disk where a write says so, and waits again for the next', () => {
    const relaxed = connection.connectRelaxed()
    const level = (one: Connection) => Number(one.one('PRAGMA synchronous').columns['synchronous'])
    const levels = [relaxed.write(() => level(connection)), level(connection), connection.write(() => level(relaxed))]
    expect(levels).toEqual([1, 2, 2])
    expect(() =>
      relaxed.write(() => {
        throw new Error('undone')
      }),
    ).toThrow('undone')
    expect(level(connection)).toBe(2)
    // Inside another write it is a part of that.
    connection.write(() => relaxed.write(() => connection.run("INSERT INTO things VALUES ('a', 1)")))
    expect([rowsOf(relaxed), connection.write(() => level(connection))]).toEqual([[{ id: 'a' }], 2])
  })

  test('a store that another process holds for too long is busy, not broken', () => {
    const other = connect('full')
    other.exec('PRAGMA busy_timeout = 0')
    connection.write(() => {
      expect(() => other.write(() => 0)).toThrow(
        expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryable: true, retryAfterSec: 1 }),
      )
    })
    expect(other.write(() => 'free again')).toBe('free again')
    other.close()
  })

  test('a write inside another is a part of it, which alone is undone where it fails', () => {
    const hooks: string[] = []
    const hooked = connect('full', {
      before: () => hooks.push('before'),
      onChange: () => {
        hooks.push('change')
        return () => hooks.push('committed')
      },
    })
    const add = (id: string) => hooked.run('INSERT INTO things VALUES (?, 1)', [id])
    hooked.write(() => {
      hooked.write(() => add('first'))
      expect(() =>
        hooked.write(() => {
          add('undone')
          add('first')
        }),
      ).toThrow()
      expect(hooked.read(() => rowsOf(hooked))).toEqual([{ id: 'first' }])
      hooked.write(() => add('last'))
    })
    expect([rowsOf(connection), hooks]).toEqual([
      [{ id: 'first' }, { id: 'last' }],
      ['before', 'change', 'committed'],
    ])
    hooked.close()
  })

  test('a full disk is reported as such, and the transaction leaves nothing behind', () => {
    const pages = numberOf(connection.one('PRAGMA page_count'), 'page_count')
    connection.exec(`PRAGMA max_page_count = ${pages + 2}`)
    connection.run('INSERT INTO things VALUES (?, 1)', ['kept'])
    expect(() =>
      connection.write(() => {
        for (let size = 0; size < 100; size += 1)
          connection.run('INSERT INTO things VALUES (?, ?)', ['x'.repeat(500) + size, size])
      }),
    ).toThrow(
      expect.objectContaining({
        code: 'STORE_UNUSABLE',
        message: `The store ${path} cannot be written: the disk is full.`,
      }),
    )
    expect(rowsOf(connection)).toEqual([{ id: 'kept' }])
    connection.write(() => connection.run('INSERT INTO things VALUES (?, 2)', ['next']))
    expect(rowsOf(connection)).toEqual([{ id: 'kept' }, { id: 'next' }])
  })

  test('work that throws is rolled back, and its own error comes out', () => {
    expect(() =>
      connection.write(() => {
        connection.run('INSERT INTO things VALUES (?, 1)', ['gone'])
        throw new Error('changed my mind')
      }),
    ).toThrow('changed my mind')
    expect(rowsOf(connection)).toEqual([])
  })

  test('reads in one snapshot do not see what is written meanwhile', () => {
    const other = connect('full')
    connection.read(() => {
      expect(rowsOf(connection)).toEqual([])
      other.run('INSERT INTO things VALUES (?, 1)', ['new'])
      expect(rowsOf(connection)).toEqual([])
    })
    expect(rowsOf(connection)).toEqual([{ id: 'new' }])
    other.close()
  })
})

describe('storeFailure', () => {
  const failing = (code: string, message = 'some text of the driver') => Object.assign(new Error(message), { code })

  test.each([
    ['SQLITE_BUSY_SNAPSHOT', 'SERVICE_UNAVAILABLE', /in use by another process/],
    ['SQLITE_CORRUPT_INDEX', 'STORE_UNUSABLE', /damaged/],
    ['SQLITE_READONLY_DIRECTORY', 'STORE_UNUSABLE', /permission/],
    ['SQLITE_CANTOPEN', 'STORE_UNUSABLE', /cannot be opened/],
    ['SQLITE_IOERR_FSYNC', 'STORE_UNUSABLE', /disk reports an error/],
    // SQLITE_IOERR_CORRUPTFS, which the driver has no name for.
    ['UNKNOWN_SQLITE_ERROR_8458', 'STORE_UNUSABLE', /disk reports an error/],
    ['SQLITE_NOTADB', 'STORE_UNUSABLE', /not a database/],
    ['EACCES', 'STORE_UNUSABLE', /permission/],
    ['ENOSPC', 'STORE_UNUSABLE', /disk is full/],
  ])('%s becomes %s that names the file and a next step', (code, expected, words) => {
    const cause = failing(code)
    const error = storeFailure(cause, '/data/live.db')
    expect(error).toMatchObject({ code: expected, cause })
    expect(error.message).toContain('/data/live.db')
    expect(error.message).toMatch(words)
    expect(error).toHaveProperty('hint', expect.stringMatching(/.{10}/))
  })

  test('of a copy onto a full disk names that disk, and any other the file that was read', () => {
    expect(copyFailure(failing('SQLITE_FULL'), '/data/live.db', '/stick/draft/live.db')).toMatchObject({
      code: 'STORE_UNUSABLE',
      message: 'The copy /stick/draft/live.db of /data/live.db cannot be written: the disk of /stick/draft is full',
      hint: 'Nothing of the original changed. Free space on that disk, or name a file on another one',
    })
    const told = storeFailure(failing('SQLITE_FULL'), '/data/live.db')
    expect(copyFailure(told, '/data/live.db', '/stick/live.db').message).toMatch(/the disk of \/stick is full$/)
    const cause = failing('SQLITE_CORRUPT')
    expect(copyFailure(cause, '/data/live.db', '/stick/live.db')).toEqual(storeFailure(cause, '/data/live.db'))
  })

  test('reads the number out of a failed open, which has no code', () => {
    const error = new Error('ConnectionFailed("Unable to open connection to local database /data/live.db: 14")')
    expect(storeFailure(error, '/data/live.db')).toMatchObject({ code: 'STORE_UNUSABLE' })
  })

  test('leaves a bug a bug', () => {
    const bug = new TypeError('undefined is no function')
    expect(storeFailure(bug, '/data/live.db')).toBe(bug)
    expect(storeFailure(failing('SQLITE_CONSTRAINT_PRIMARYKEY'), '/data/live.db')).not.toHaveProperty('hint')
  })
})
