import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress } from '../../../../src/store/postgres/connection/address.ts'
import { passwordFileProblem, readPassword } from '../../../../src/store/postgres/connection/password-file.ts'

describe('a file of passwords', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'swapcli-pgpass-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const passwordOf = (lines: string, url: string, mode = 0o600) => {
    const path = join(folder, 'pgpass')
    writeFileSync(path, lines)
    chmodSync(path, mode)
    return readPassword(readAddress(url, { PGPASSFILE: path }))
  }
  const url = 'postgres://bob@db.example:6432/swaps'

  test.each<[name: string, lines: string, url: string, password: string | undefined]>([
    ['each field fits', 'db.example:6432:swaps:bob:pw\n', url, 'pw'],
    ['any may be left open', '*:*:*:*:pw', url, 'pw'],
    ['the first that fits counts', 'db.example:6432:swaps:eve:1\n*:*:swaps:*:2\n*:*:*:*:3\n', url, '2'],
    ['lines end as on Windows', 'a:1:b:c:1\r\n*:*:*:*:pw\r\n', url, 'pw'],
    ['colons and backslashes are escaped', 'db.example:6432:swaps:bob:p\\:w\\\\', url, 'p:w\\'],
    ['fields are escaped too', '*:*:my\\:db:*:pw', 'postgres://bob@db.example/my%3Adb', 'pw'],
    ['a comment is none', '#db.example:6432:swaps:bob:pw\n', url, undefined],
    ['a star in a name is a star', 'db.*:*:*:*:pw', url, undefined],
    ['another user is another', '*:*:*:eve:pw', url, undefined],
    ['another port is another', '*:5432:*:*:pw', url, undefined],
    ['a line without a password has none', '*:*:*:*\n*:*:*:*:\n', url, undefined],
    ['a socket is this machine', 'localhost:5432:swaps:bob:pw', 'postgres://bob@/swaps?host=/run/pg', 'pw'],
    ['a socket is its folder', '/run/pg:5432:swaps:bob:pw', 'postgres://bob@/swaps?host=/run/pg', 'pw'],
  ])('%s', async (_, lines, at, password) => {
    expect(await passwordOf(lines, at)).toBe(password)
  })

  test.each([0o640, 0o604, 0o620, 0o644])('that others may read or write (%o) counts as none', async (mode) => {
    expect(await passwordOf('*:*:*:*:pw', url, mode)).toBeUndefined()
  })

  test('that is not there, or is a folder, holds none', async () => {
    expect(await readPassword(readAddress(url, { PGPASSFILE: join(folder, 'none') }))).toBeUndefined()
    expect(await readPassword(readAddress(url, { PGPASSFILE: folder }))).toBeUndefined()
    expect(await readPassword(readAddress(url, {}))).toBeUndefined()
  })

  test('that is not read says why', async () => {
    const path = join(folder, 'other')
    expect(await passwordFileProblem(path)).toBe(`${path} is not there`)
    expect(await passwordFileProblem(folder)).toBe(`${folder} is no file`)
    writeFileSync(path, '*:*:*:*:pw', { mode: 0o644 })
    expect(await passwordFileProblem(path)).toBe(`others can read ${path}: chmod 600`)
    chmodSync(path, 0o600)
    expect(await passwordFileProblem(path)).toBeUndefined()
    writeFileSync(path, Buffer.alloc(1_000_001))
    expect(await passwordFileProblem(path)).toBe(`${path} is larger than a password file`)
    expect(await readPassword(readAddress(url, { PGPASSFILE: path }))).toBeUndefined()
  })
})
