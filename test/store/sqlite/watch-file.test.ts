import { truncateSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { watchFile } from '../../../src/store/sqlite/watch-file.ts'
import { tempStorePath } from '../../support/store.ts'

type Step = 'verify' | 'noteWritten' | 'write' | 'write much' | 'begin the log anew' | 'cut the log short'

describe('a watched file', () => {
  let path: string
  let remove: () => void
  let connection: Database.Database
  beforeEach(() => {
    ;({ path, remove } = tempStorePath())
    connection = new Database(path)
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (text TEXT)')
  })
  afterEach(() => {
    connection.close()
    remove()
  })

  const write = (rows: number) => {
    for (let row = 0; row < rows; row += 1) connection.prepare('INSERT INTO t VALUES (?)').run(['x'.repeat(4000)])
  }

  /** Takes steps, of another process too, and looks at the file at their end. */
  const take = (steps: readonly Step[]) => {
    const watched = watchFile(path, 1, { countCommits: () => 0, schemaVersion: () => 1, hasAllPages: () => true })
    const ways: Readonly<Record<Step, () => void>> = {
      verify: () => watched.verify(),
      noteWritten: () => watched.noteWritten(),
      write: () => write(1),
      'write much': () => write(30),
      'begin the log anew': () => void connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]),
      'cut the log short': () => truncateSync(`${path}-wal`, 2 * 4120),
    }
    for (const step of steps) ways[step]()
    watched.verify()
    return watched.isCutShort()
  }

  test.each<[string, readonly Step[]]>([
    ['before a write', ['write much', 'verify', 'begin the log anew', 'write', 'verify']],
    ['between a look and a write', ['write much', 'verify', 'begin the log anew', 'write', 'noteWritten']],
    ['twice', ['write much', 'verify', 'begin the log anew', 'write', 'noteWritten', 'begin the log anew', 'write']],
    ['and is empty', ['write much', 'noteWritten', 'begin the log anew', 'noteWritten']],
  ])('is whole where its log begins anew %s', (_, steps) => {
    expect(take(steps)).toBe(false)
  })

  test.each<[string, readonly Step[]]>([
    ['at once', ['write much', 'noteWritten', 'cut the log short']],
    [
      'once it began anew',
      ['write much', 'verify', 'begin the log anew', 'write much', 'noteWritten', 'verify', 'cut the log short'],
    ],
  ])('is found cut short where its log is %s', (_, steps) => {
    expect(() => take(steps)).toThrow(/cut short while it was in use/)
  })
})
