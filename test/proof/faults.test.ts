import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createConnect, databaseName } from '../../src/store/sqlite/connection.ts'
import { buildShim, meet } from './shim.ts'

/* What `npm run proof -- faults` found, where its shim can be built. */

const hasShim = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

/** Reads a table from end to end. */
const READER = `
  const { default: Database } = await import('libsql')
  const database = new Database(process.argv[1])
  try {
    console.log(database.prepare('SELECT sum(length(b)) AS total FROM t').get([]).total)
  } catch (error) {
    console.log(error.code)
  }`

test.skipIf(!hasShim)('a read that the disk refuses is an error, and no page of chance bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swapcli-faults-'))
  const path = join(folder, 'a file.db')
  const connection = (await createConnect(path, false))('full')
  connection.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)')
  connection.write(() => {
    for (let n = 0; n < 400; n += 1) connection.run('INSERT INTO t (b) VALUES (?)', ['x'.repeat(300)])
  })
  connection.close()
  const control = join(folder, 'control')
  const read = (at: number) => {
    meet(control, { action: 'fail once', error: 'ENOSPC', at, countsReads: true })
    const env = { ...process.env, LD_PRELOAD: buildShim(), PROOF_ROOT: folder, PROOF_CONTROL: control }
    return execFileSync(process.execPath, ['-e', READER, databaseName(path)], { encoding: 'utf8', env }).trim()
  }
  expect([read(0), read(10)]).toEqual([String(400 * 300), 'SQLITE_IOERR_READ'])
})
