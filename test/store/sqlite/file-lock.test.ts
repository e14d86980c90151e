import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { tryFileLock } from '../../../src/store/sqlite/file-lock.ts'

async function lockPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swapcli-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'one.lock')
}

/** A process that takes the lock, says whether it has it, and keeps it. */
async function holder(path: string) {
  const script = fileURLToPath(new URL('../lock-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return {
    line,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

test('a lock is had by one at a time, in one process and between two, and is free again once it was ended', async () => {
  const path = await lockPath()
  const end = await tryFileLock(path)
  expect(end).toBeTypeOf('function')
  expect(await tryFileLock(path)).toBe(undefined)
  expect((await holder(path)).line).toBe('taken by another\n')
  end?.()
  expect((await holder(path)).line).toBe('have it\n')
  expect(await tryFileLock(path)).toBe(undefined)
})

test('a process that is killed leaves no lock behind', async () => {
  const path = await lockPath()
  const { line, kill } = await holder(path)
  expect([line, await tryFileLock(path)]).toEqual(['have it\n', undefined])
  await kill()
  const end = await tryFileLock(path)
  expect(end).toBeTypeOf('function')
  end?.()
  const { size, mode } = await stat(path)
  expect([size, mode & 0o777]).toEqual([0, 0o600])
})

test('a lock in a folder that is none is an error with a way out', async () => {
  const path = await lockPath()
  const end = await tryFileLock(path)
  end?.()
  await expect(tryFileLock(join(path, 'below'))).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: `The store ${path}/below cannot be opened.`,
  })
})
