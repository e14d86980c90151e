import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { screenSessions } from '../../src/cli/screens/settings.ts'
import { runInSession } from '../support/command-session.ts'
import { localServer } from '../support/local-server.ts'
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

test('it shows neither a key nor the path of an address that is set, however a server writes them', async () => {
  const key = 'planted-key-4f1c'
  const coded = [Buffer.from(key).toString('base64'), Buffer.from(`${key}:`).toString('base64')]
  const written = [key.toUpperCase(), ...coded, '/echo/SECRETPATH/x', 'secretpath', '%53ECRETPATH']
  const server = await localServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ message: written }))
  })
  onTestFinished(() => server.close())
  const url = `${server.url}/echo/SECRETPATH`
  const args = ['providers', 'check', 'RELAY', '--network', 'live', '--trace']
  const env = { SWAPCLI_PROVIDER_RELAY_URL: url, SWAPCLI_PROVIDER_RELAY_API_KEY: key }
  const { stderr } = await cli(args, { env })
  expect(stderr).toContain('said {"message":["…","…')
  const shown = stderr.toLowerCase()
  expect([...written, 'SECRETPATH', key].filter((text) => shown.includes(text.toLowerCase()))).toEqual([])
})

test.each([
  ['a folder', (home: string) => home, 'it is a folder'],
  ['in no folder', (home: string) => join(home, 'none', 'x'), 'there is no such file or folder'],
])('a trace that cannot be written (%s) changes nothing and is said once', async (_name, placeIn, why) => {
  const server = await localServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  onTestFinished(() => server.close())
  const place = placeIn(await newHome())
  const env = { SWAPCLI_PROVIDER_RELAY_URL: server.url, SWAPCLI_PROVIDER_LIFI_URL: server.url }
  const args = ['providers', 'check', 'RELAY', 'LIFI', '--network', 'live', '--json']
  const { stdout, stderr, code } = await cli(args, { env: { ...env, SWAPCLI_TRACE: place } })
  const { data } = JSON.parse(stdout) as { readonly data: readonly { readonly result: string }[] }
  expect([code, data.map(({ result }) => result), stderr]).toEqual([
    0,
    ['ok', 'ok'],
    `The trace cannot be written to ${place}: ${why}. Everything else goes on. Name a file that can be written, or off, by SWAPCLI_TRACE\n`,
  ])
})

test('config set and doctor look whether the file of a trace can be written', async () => {
  const home = await newHome()
  const place = join(home, 'none', 'x')
  const why = `The trace cannot be written to ${place}: there is no such file or folder`
  const set = await cli(['config', 'set', 'trace', place], { home })
  expect([set.code, set.stderr]).toEqual([2, expect.stringContaining(`trace was not set. ${why}`)])
  await writeFile(join(home, 'config.json'), JSON.stringify({ trace: place }))
  const { stdout } = await cli(['doctor', '--quick', '--json'], { home })
  const { data } = JSON.parse(stdout) as { readonly data: readonly { readonly name: string }[] }
  expect(data.filter(({ name }) => name === 'settings')).toContainEqual({
    name: 'settings',
    result: 'warn',
    detail: why,
    next: 'Name a file that can be written, or off: swapcli config set trace off',
  })
  expect((await cli(['config', 'set', 'trace', join(home, 'trace.log')], { home })).code).toBe(0)
})

test('what the screens cannot trace is said once they are left, not into them', async () => {
  const place = await newHome()
  let during = ''
  const { stderr } = await runInSession(
    async (session) => {
      const said: string[] = []
      const watched = { ...session, output: { ...session.output, warn: (text: string) => void said.push(text) } }
      const sessions = screenSessions(watched)
      const { openHttp } = sessions.next()
      await (await openHttp?.())?.close()
      during = said.join()
      await sessions.end()
      expect(said).toEqual([expect.stringContaining(`The trace cannot be written to ${place}: it is a folder`)])
    },
    { settings: { trace: place } },
  )
  expect([during, stderr]).toEqual(['', ''])
})

test('a place that is none of the three is refused', async () => {
  const { code, stderr } = await cli(['chains', '--set', 'trace=here.log'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('must be off, stderr or the absolute path of a file')])
})
