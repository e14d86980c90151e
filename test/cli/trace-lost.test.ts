import { spawn } from 'node:child_process'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import { openRpcLab } from '../support/rpc-lab.ts'

/** Largest file that the program may write, in KiB: as `ulimit -f` takes it. */
const LARGEST_KIB = 65_536

// A shell of Windows limits no file.
test.skipIf(process.platform === 'win32')('lines that find no room are said once, and nothing else fails', async () => {
  const node = await openRpcLab(1)
  onTestFinished(() => node.close())
  const home = await newHome()
  const path = join(home, 'trace.log')
  await writeFile(path, '')
  await truncate(path, LARGEST_KIB * 1024)
  const words = [process.execPath, PROGRAM, 'doctor', '--quick', '--network', 'live']
  const child = spawn('bash', ['-c', `ulimit -f ${LARGEST_KIB}; exec "$@"`, 'bash', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      ...homeEnv(home),
      SWAPCLI_RPC_ETHEREUM: node.url,
      SWAPCLI_TRACE: path,
    },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(stdout).toMatch(/^ok {4}clock/m)
  expect(stderr.split(`The trace cannot be written to ${path}: `)).toHaveLength(2)
})
