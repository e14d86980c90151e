import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serveProgram } from '../cli/served-program.ts'
import { newHome } from '../support/new-home.ts'
import { CLIENTS, compileStrictly, generateClients, loadProgram } from './generate.ts'
import type { Played, Wallets } from './programs/played.ts'

/*
 * What users of generated clients have: the published document, a generator, and a running server.
 */

interface Program {
  readonly playSwap: (root: string, wallets: Wallets) => Promise<Played>
}

/** Wallets of one client: `0x11…`, `0x12…` and `0x13…` of the first, and so on. */
function walletsOf(client: number): Wallets {
  const wallet = (digit: number) => `0x${`${client + 1}${digit}`.repeat(20)}`
  return { first: wallet(1), second: wallet(2), stranger: wallet(3) }
}

test('clients that others generate from the document compile, and each plays a whole swap', async () => {
  const { url, stop } = await serveProgram(await newHome(), '--sandbox')
  const root = new URL(url).origin
  const folder = await generateClients(root)
  expect(compileStrictly(folder)).toEqual([])
  for (const [index, name] of CLIENTS.entries()) {
    const { playSwap } = await loadProgram<Program>(folder, name)
    const wallets = walletsOf(index)
    const { executed, ...played } = await playSwap(root, wallets)
    expect({ name, ...played }).toEqual({
      name,
      health: 'ok\n',
      streamed: ['routes', 'verdict', 'done'],
      chains: true,
      assets: true,
      refusal: { status: 400, code: 'INVALID_AMOUNT', field: 'amount' },
      end: { status: 'SUCCESS', final: true, hash: `0x${wallets.first.slice(2, 34).repeat(2)}` },
      listed: executed,
      pending: ['PENDING'],
    })
    expect(executed).toEqual([expect.stringMatching(/^tx_/), expect.stringMatching(/^tx_/)])
  }
  expect(await stop()).toBe(0)
})

test('Spectral and Redocly find nothing in the document, with all rules that they recommend', async () => {
  const [lint, document] = ['./lint.mjs', '../../src/data/openapi.json'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [lint ?? '', document ?? ''])
  expect(stdout).toBe('')
})
