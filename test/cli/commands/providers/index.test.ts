import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { liveProviders } from '../../../../src/providers/live.ts'
import { cli, json } from '../../run-here.ts'
import { newHome } from '../../../support/new-home.ts'

const SECRET = 'planted-key-4f1c'
const KEYS = liveProviders().map(({ manifest }) => manifest.key)

/** Those with an API; the others ask the chain. */
const WITH_API = liveProviders().flatMap(({ manifest }) => (manifest.baseUrl === undefined ? [] : [manifest.key]))

/** The environment of the live network with every provider and the chains' RPCs at `url`: nothing goes anywhere else. */
const liveAt = (url: string): Record<string, string> => ({
  SWAPCLI_NETWORK: 'live',
  SWAPCLI_RPC_ETHEREUM: url,
  SWAPCLI_RPC_BASE: url,
  ...Object.fromEntries(WITH_API.map((key) => [`SWAPCLI_PROVIDER_${key}_URL`, url])),
})

/** A port that nothing listens on. */
const NOWHERE = liveAt('http://127.0.0.1:1')

async function serve(status: number, body: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Listed {
  readonly data: readonly Record<string, unknown>[]
}
const rows = (text: string) => (json(text) as Listed).data

describe('settings of providers', () => {
  const key = 'provider.RELAY.url'
  test('come from flag before environment before file', async () => {
    const home = await newHome()
    const env = { SWAPCLI_PROVIDER_RELAY_URL: 'https://environment.example' }
    expect((await cli(['config', 'set', 'provider.relay.URL', 'https://file.example'], { home })).code).toBe(0)
    const get = async (args: string[], environment = {}) =>
      (await cli(['config', 'get', key, ...args], { home, env: environment })).stdout.trim()
    expect([await get([]), await get([], env), await get(['--set', `${key}=https://flag.example`], env)]).toEqual([
      'https://file.example',
      'https://environment.example',
      'https://flag.example',
    ])
  })

  test('that are secret are in no output and no store, and never taken from a command line', async () => {
    const home = await newHome()
    const url = await serve(401, '{}')
    const env = { ...liveAt(url), SWAPCLI_RPC_BASE: `https://rpc.example/${SECRET}` }
    expect((await cli(['config', 'set', 'provider.RELAY.api-key', '-'], { home, stdin: `${SECRET}\n` })).code).toBe(0)
    const results = await Promise.all(
      [
        ['config', 'list'],
        ['config', 'list', '--json'],
        ['config', 'get', 'provider.RELAY.api-key'],
        ['config', 'get', 'rpc.base', '--json'],
        ['providers', 'list', '--json'],
        ['providers', 'show', 'RELAY'],
        ['providers', 'check', 'RELAY'],
        ['quote', '1', 'ethereum:USDC', 'base:USDC', '--why'],
        ['doctor', '--json'],
      ].map((args) => cli(args, { home, env: { ...env, SWAPCLI_DEBUG: '1' } })),
    )
    expect(results.map(({ stdout, stderr }) => (stdout + stderr).includes(SECRET))).toEqual(results.map(() => false))
    expect([results[2]?.stdout, json(results[3]?.stdout ?? '')]).toEqual([
      'set (hidden)\n',
      { data: { key: 'rpc.base', value: 'set (hidden)', origin: 'SWAPCLI_RPC_BASE' } },
    ])
    const kept = (await readdir(home)).filter((name) => name !== 'config.json')
    // A program does not wait for its files to close, and the last to close a file takes its log away.
    const read = async (name: string) => readFile(join(home, name)).catch(() => undefined)
    const contents = await Promise.all(kept.map(async (name) => ({ name, text: await read(name) })))
    expect(contents.some(({ name, text }) => name.endsWith('.db') && text !== undefined)).toBe(true)
    expect(contents.flatMap(({ name, text }) => (text?.includes(SECRET) === true ? [name] : []))).toEqual([])
    const typed = await cli(['config', 'set', 'provider.RELAY.api-key', SECRET])
    expect([typed.code, typed.stderr.includes(SECRET)]).toEqual([2, false])
    expect(typed.stderr).toContain('swapcli config set provider.RELAY.api-key - < key.txt')
    const flag = await cli(['chains', '--set', `provider.RELAY.api-key=${SECRET}`], { home })
    expect([flag.code, flag.stdout, flag.stderr.includes(SECRET)]).toEqual([2, '', false])
  })

  test('show what of its payments --yes accepts', async () => {
    const accept = ['--network', 'live', '--set', 'provider.RELAY.accept=vault,deposit']
    const shown = await cli(['providers', 'show', 'RELAY', ...accept])
    const { data } = json((await cli(['providers', 'show', 'RELAY', ...accept, '--json'])).stdout) as {
      data: Readonly<Record<string, unknown>>
    }
    expect([shown.stdout.match(/^accept +(.*)$/m)?.[1], data['accept']]).toEqual(['vault,deposit', 'vault,deposit'])
  })

  const NO_PROVIDER = 'names an unknown provider; the providers are RELAY'
  const NOT_ITS_OWN = 'is not a setting of RELAY; its settings are provider.RELAY.api-key'
  test.each([
    ['provider.NOBODY.url', NO_PROVIDER, NO_PROVIDER],
    ['provider.RELAY.colour', NOT_ITS_OWN, NOT_ITS_OWN],
  ])('that do not exist are refused with what exists: %s', async (unknown, typed, message) => {
    const home = await newHome()
    const set = await cli(['config', 'set', unknown, 'https://x.example'], { home })
    expect([set.code, set.stderr]).toEqual([2, expect.stringContaining(typed)])
    await writeFile(join(home, 'config.json'), JSON.stringify({ [unknown]: 'x' }))
    const found = await cli(['chains'], { home })
    expect([found.code, found.stderr]).toEqual([3, expect.stringContaining(message)])
    const variable = `SWAPCLI_${unknown.toUpperCase().replaceAll('.', '_')}`
    const env = await cli(['chains'], { env: { [variable]: 'x' } })
    expect([env.code, env.stderr]).toEqual([3, expect.stringContaining(variable)])
  })

  test.each([
    ['provider.RELAY.url', 'http://api.example'],
    ['provider.RELAY.url', 'https://user:word@api.example'],
    ['provider.RELAY.enabled', 'maybe'],
    ['provider.ACROSS.api', 'v2'],
    ['provider.ACROSS.integrator-id', '0xab'],
    ['provider.NEAR_INTENTS.quote-key', 'xx'],
    ['provider.THORCHAIN.affiliate-bps', '1001'],
    ['provider.MAYA.affiliate', 'a/b'],
    ['provider.RELAY.api-key', 'two words'],
    ['rpc.base', 'https://rpc.example/?key=1'],
  ])('that do not fit are refused: %s = %s', async (bad, value) => {
    const result = await cli(['config', 'set', bad, value])
    expect([result.code, result.stderr.includes(value)]).toEqual([2, false])
    if (bad.endsWith('.enabled')) expect(result.stderr).toContain('swapcli config set provider.RELAY.enabled false')
  })
})

describe('providers list', () => {
  test('lists those of the network, with no connection, and nothing is sent', async () => {
    const home = await newHome()
    const live = await cli(['providers', 'list', '--json'], { home, env: NOWHERE })
    expect([live.code, rows(live.stdout).map(({ key, ready }) => [key, ready])]).toEqual([
      0,
      KEYS.map((key) => [key, key !== 'JUPITER']),
    ])
    const sandbox = await cli(['providers', '--json', '--sandbox'], { home })
    expect(rows(sandbox.stdout)).toHaveLength(4)
    expect(rows(sandbox.stdout)[0]).toMatchObject({ key: 'SANDBOX_BRIDGE', hosts: [], record: { finished: 0 } })
  })

  test('shows what disable and enable did, which quotes heed', async () => {
    const home = await newHome()
    expect((await cli(['providers', 'disable', 'sandbox-dex'], { home })).code).toBe(0)
    const off = rows((await cli(['providers', '--json'], { home })).stdout).find(({ key }) => key === 'SANDBOX_DEX')
    expect(off).toMatchObject({ active: false, enabled: false, ready: false, reason: { code: 'disabled' } })
    const quote = async () =>
      (await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--json'], { home })).stdout.includes('SANDBOX_DEX')
    expect(await quote()).toBe(false)
    await cli(['providers', 'enable', 'SANDBOX_DEX'], { home })
    expect(await quote()).toBe(true)
  })

  test('of a server is that of its sources; the rest refuses', async () => {
    const api = 'http://127.0.0.1:1/api/v1'
    for (const action of ['show', 'enable', 'disable', 'check']) {
      const result = await cli(['providers', action, 'RELAY', '--api', api])
      expect([result.code, result.stderr]).toEqual([2, expect.stringContaining('cannot be used with --api')])
    }
  })
})

describe('providers check', () => {
  test('is at once fine on the sandbox', async () => {
    const result = await cli(['providers', 'check', '--json'])
    expect([result.code, rows(result.stdout).map(({ result: end }) => end)]).toEqual([0, ['ok', 'ok', 'ok', 'ok']])
  })

  test('says for each what is wrong and what to do, and exits with 5', async () => {
    const env = {
      ...NOWHERE,
      SWAPCLI_PROVIDER_RELAY_URL: await serve(200, '{}'),
      SWAPCLI_PROVIDER_LIFI_URL: await serve(429, '{}', { 'retry-after': '60' }),
      SWAPCLI_PROVIDER_ACROSS_URL: await serve(401, '{}'),
      SWAPCLI_PROVIDER_MAYA_URL: await serve(200, '<html>'),
    }
    const asked = ['RELAY', 'LIFI', 'ACROSS', 'MAYA', 'THORCHAIN']
    const result = await cli(['providers', 'check', ...asked, '--json'], { env })
    const found = new Map(rows(result.stdout).map((row) => [row['key'], row['problem'] ?? row['result']]))
    expect([result.code, Object.fromEntries(found)]).toEqual([
      5,
      { RELAY: 'ok', LIFI: 'rate_limited', ACROSS: 'key_refused', MAYA: 'bad_answer', THORCHAIN: 'refused' },
    ])
  })

  test('is fine when all that are on answer', async () => {
    const env = liveAt(await serve(200, '{}'))
    expect((await cli(['providers', 'check', '--quiet'], { env })).code).toBe(0)
  })
})

describe('the live network without a connection', () => {
  test('ends a quote cleanly: every provider of the pair failed', async () => {
    const result = await cli(['quote', '1', 'ethereum:USDC', 'base:USDC', '--json'], {
      env: NOWHERE,
    })
    const { data, verdicts } = json(result.stdout) as { data: unknown[]; verdicts: { provider: string }[] }
    expect([result.code, data, verdicts.map(({ provider }) => provider)]).toEqual([5, [], KEYS])
    expect(json(result.stderr)).toMatchObject({ error: { code: 'PROVIDER_UNAVAILABLE', funds: 'untouched' } })
    expect(Object.keys(verdicts[0] ?? {}).sort()).toEqual(['code', 'message', 'outcome', 'provider', 'routes'])
  })

  const offline =
    'Error: No connection could be made to any provider: this machine seems to be offline\nNext: Check the network, and HTTPS_PROXY where one is needed; then try again'
  test('says so once in quote, swap and providers check, and with --why of each provider', async () => {
    const quote = ['quote', '1', 'ethereum:USDC', 'base:USDC']
    const said = async (words: string[]) => {
      const { code, stdout, stderr } = await cli(words, { env: NOWHERE })
      return [
        code,
        stdout,
        stderr
          .split('\n')
          .filter((line) => !line.startsWith('slippage: '))
          .join('\n'),
      ]
    }
    expect(await said(quote)).toEqual([5, '', `${offline}\n`])
    expect(await said(['providers', 'check'])).toEqual([
      5,
      '',
      `${offline}. The failure of each provider: swapcli providers check --json\n`,
    ])
    const [code, , why] = await said([...quote, '--why'])
    expect([code, why]).toEqual([5, expect.stringContaining('RELAY: error, unreachable\n  It cannot be reached\n')])
    expect(why).toContain(`${offline}\n`)
    const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const wallets = ['--depositor', own, '--recipient', own]
    const swap = await said(['swap', ...quote.slice(1), ...wallets, '--unsigned', 'json', '--yes'])
    const [error = '', next = ''] = offline.split('\n')
    expect(swap).toEqual([5, '', expect.stringContaining(`${error}\nFunds: nothing was sent.\n${next}\n`)])
    expect(swap[2]).not.toContain(': error, ')
  })

  test('is not said where one provider answers, with an error too, nor where only one was asked', async () => {
    const env = { ...NOWHERE, SWAPCLI_PROVIDER_RELAY_URL: await serve(500, '{}') }
    const { code, stderr } = await cli(['quote', '1', 'ethereum:USDC', 'base:USDC'], { env })
    expect([code, stderr.includes('offline'), stderr.includes('RELAY: error, unreachable\n')]).toEqual([5, false, true])
    const check = await cli(['providers', 'check'], { env })
    expect([check.code, check.stderr.includes('offline'), check.stdout]).toEqual([
      5,
      false,
      expect.stringContaining('server_error'),
    ])
    const alone = await cli(['providers', 'check', 'RELAY'], { env: NOWHERE })
    expect([alone.code, alone.stderr.includes('offline')]).toEqual([5, false])
  })
})

describe('providers check says of a status what the quote says', () => {
  const found = async (status: number, key: string, env: Record<string, string> = {}) => {
    const { stdout, code } = await cli(['providers', 'check', key, '--json', '--network', 'live'], {
      env: { ...liveAt(await serve(status, '<html>')), ...env },
    })
    const [{ problem, message, next } = {}] = rows(stdout)
    return [code, problem, message, next]
  }

  test('that Across wants a key, does not accept it, or has switched its API off', async () => {
    const settings = 'See its settings: swapcli --network live providers show ACROSS'
    expect(await found(401, 'ACROSS')).toEqual([
      5,
      'key_refused',
      expect.stringMatching(/^Across wants an API key \(401\): ask for one at/),
      settings,
    ])
    expect(await found(401, 'ACROSS', { SWAPCLI_PROVIDER_ACROSS_API_KEY: SECRET })).toEqual([
      5,
      'key_refused',
      expect.stringMatching(/^Across does not accept the API key/),
      settings,
    ])
    expect(await found(410, 'ACROSS')).toEqual([
      5,
      'switched_off',
      expect.stringMatching(/^Across has switched off this API \(410\)/),
      'Leave it out of quotes: swapcli --network live providers disable ACROSS',
    ])
  })

  test('that THORChain, which takes no key, refuses something else', async () => {
    expect(await found(401, 'THORCHAIN')).toEqual([
      5,
      'bad_answer',
      'It refused the request (401)',
      expect.stringMatching(/^It takes no key: check the provider's URL setting/),
    ])
  })
})
