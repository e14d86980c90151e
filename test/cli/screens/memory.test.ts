import { execFileSync } from 'node:child_process'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMemory } from '../../../src/cli/screens/memory.ts'
import { runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'

test.skipIf(process.platform === 'win32').each([
  ['is a pipe, which nobody writes to', async (path: string) => void execFileSync('mkfifo', [path])],
  [
    'is far too large',
    async (path: string) => {
      await writeFile(path, '')
      await truncate(path, 1_000_000_000)
    },
  ],
])('what the screens remember is nothing that can be read where it %s', async (_, make) => {
  const home = await newHome()
  await make(join(home, 'screens-sandbox.json'))
  const { error } = await runInSession(
    async (session) => expect((await openMemory({ ...session, network: 'sandbox' }, (write) => write)).kept).toBe(''),
    { home },
  )
  expect(error).toBeUndefined()
})
