import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRpcLab } from '../support/rpc-lab.ts'
import { newHome } from '../support/new-home.ts'
import { cli } from './run-here.ts'

const KEY = 'rpc/key'

/** What `doctor` of the live network asks one node, whose address holds a key. */
async function asked(more: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const node = await openRpcLab(1)
  onTestFinished(() => node.close())
  const env = { SWAPCLI_RPC_ETHEREUM: node.url, ...more }
  const host = new URL(node.url).host
  return { host, ...(await cli(['doctor', '--quick', '--network', 'live', ...words], { env })) }
}

test('--trace writes the calls of a command on stderr, and nothing of it is on stdout', async () => {
  const { host, stdout, stderr } = await asked({}, '--trace')
  const lines = stderr.split('\n').filter((line) => line.includes(host))
  expect(lines.map((line) => line.replace(/^\S+ | \d+ bytes \d+ ms$/g, ''))).toContain(
    `POST http://${host}/… eth_chainId 200`,
  )
  expect([stderr.includes(KEY), stdout.includes('eth_chainId')]).toEqual([false, false])
})

test('with --json each is a document', async () => {
  const { host, stderr } = await asked({}, '--trace', '--json')
  const documents = stderr.split('\n').flatMap((line) => (line.includes(host) ? [JSON.parse(line) as object] : []))
  expect(documents).toContainEqual(
    expect.objectContaining({
      kind: 'trace',
      method: 'POST',
      url: `http://${host}/…`,
      rpc: 'eth_chainId',
      status: 200,
    }),
  )
})

test('the setting writes them to a file, and without it there is no trace', async () => {
  const path = join(await newHome(), 'trace.log')
  const { host, stderr } = await asked({ SWAPCLI_TRACE: path })
  const text = await readFile(path, 'utf8')
  expect([text.includes(`http://${host}/… eth_chainId 200`), text.includes(KEY), stderr.includes(host)]).toEqual([
    true,
    false,
    false,
  ])
  expect((await asked({})).stderr).not.toContain('eth_chainId')
})

test('a place that is none of the three is refused', async () => {
  const { code, stderr } = await cli(['chains', '--set', 'trace=here.log'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('must be off, stderr or the absolute path of a file')])
})
