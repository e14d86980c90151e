import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { writeNewFile } from '../../../src/io/files/new-file.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'swapcli-new-file-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

test('writes a file that only its owner may read', async () => {
  const path = join(await folder(), 'history.csv')
  expect(await writeNewFile(path, 'a,b\r\n')).toBe(path)
  expect(await readFile(path, 'utf8')).toBe('a,b\r\n')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('takes the next free name instead of writing over a file', async () => {
  const home = await folder()
  await writeFile(join(home, 'history.csv'), 'mine')
  expect(await writeNewFile(join(home, 'history.csv'), 'one')).toBe(join(home, 'history-2.csv'))
  expect(await writeNewFile(join(home, 'history.csv'), 'two')).toBe(join(home, 'history-3.csv'))
  expect(await readdir(home)).toEqual(['history-2.csv', 'history-3.csv', 'history.csv'])
  expect(await readFile(join(home, 'history.csv'), 'utf8')).toBe('mine')
})

test('names the file and the reason where none can be written', async () => {
  const path = join(await folder(), 'gone', 'history.csv')
  const error: unknown = await writeNewFile(path, '').catch((reason: unknown) => reason)
  expect(isSwapError(error) ? [error.code, error.message] : error).toEqual([
    'CONFIG_INVALID',
    `${path} cannot be written: there is no such file or folder`,
  ])
})
