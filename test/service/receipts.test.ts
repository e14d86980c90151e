import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NATIVE_EVM_ADDRESS } from '../../src/core/catalog.ts'
import { openPooledHttp } from '../../src/io/http-fetch.ts'
import { openSwapService } from '../../src/open.ts'
import { defineProvider, ProviderError } from '../../src/providers/provider.ts'
import { createProviderConnections, type ProviderConnections } from '../../src/service/provider-connections.ts'
import { PUBLIC_RPC_URLS } from '../../src/core/public-rpc-urls.ts'
import { readReceipt } from '../../src/service/receipts.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { openBundledCatalog } from '../support/bundled-catalog.ts'
import { openTempStore, type TempStore, tempStorePath } from '../support/store.ts'

const HASH = `0x${'ab'.repeat(32)}`
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const ALICE = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const POOL = '0x72ab388e2e2f6facef59e3c3fa2c4e29011c2d38'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7b925'

interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly silent?: boolean
}

let server: Server
let url: string
let asked: { url: string; body: unknown }[]
let answer: () => Answer
let clock: FakeClock
let temp: TempStore
let connections: ProviderConnections
let rpc: string | undefined

beforeEach(async () => {
  asked = []
  answer = () => ({ body: { jsonrpc: '2.0', id: 1, result: null } })
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push({ url: `${request.method} ${request.url}`, body: JSON.parse(text) })
      const { status = 200, body, silent } = answer()
      if (silent === true) return
      response.writeHead(status)
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc/key`
  rpc = url
  clock = createFakeClock()
  temp = await openTempStore(() => clock.now())
  connections = createProviderConnections({
    clock,
    store: temp.store,
    userAgent: 'swapcli/test',
    random: () => 0,
    openHttp: openPooledHttp,
    setting: () => undefined,
  })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await connections.close()
  await temp.cleanup()
})

function read(chainKey = 'base', signal = new AbortController().signal) {
  const setting = (providerKey: string, name: string) => (providerKey === 'RPC' && name === 'base' ? rpc : undefined)
  return readReceipt({ clock, connections, setting }, chainKey, HASH, signal)
}

/** Reads a receipt while the pauses between tries pass, though not the deadline. */
async function readThroughPauses() {
  let running = true
  const result = read()
  void result.finally(() => (running = false)).catch(() => undefined)
  while (running) {
    if (clock.sleepers() > 1) await clock.advance(1_000)
    else await new Promise((resolve) => setImmediate(resolve))
  }
  return result
}

function receipt(changes: object) {
  return { jsonrpc: '2.0', id: 1, result: { transactionHash: HASH, status: '0x1', logs: [], ...changes } }
}

function word(address: string) {
  return `0x${address.slice(2).padStart(64, '0')}`
}

describe('a receipt', () => {
  it('is asked for at the RPC that the user set', async () => {
    expect(await read()).toEqual({ state: 'pending' })
    expect(asked).toEqual([
      {
        url: 'POST /rpc/key',
        body: { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [HASH] },
      },
    ])
  })

  it('of a transaction that went through tells its token transfers, and no other events', async () => {
    const data = `0x${'0'.repeat(60)}01f4`
    answer = () => ({
      body: receipt({
        transactionHash: HASH.toUpperCase().replace('0X', '0x'),
        logs: [
          { address: USDC.toUpperCase().replace('0X', '0x'), topics: [TRANSFER, word(POOL), word(ALICE)], data },
          { address: USDC, topics: [`${APPROVAL}00`, word(ALICE), word(POOL)], data },
          { address: POOL, topics: [TRANSFER, word(POOL), word(ALICE), word('0x07')], data: '0x' },
          { address: POOL, topics: [TRANSFER, word(POOL), word(ALICE)], data: '0x01' },
          { address: POOL, topics: [], data: '0x' },
        ],
      }),
    })
    expect(await read()).toEqual({
      state: 'success',
      transfers: [{ token: USDC, from: POOL, to: ALICE, amount: 500n }],
    })
  })

  it('comes from the next RPC when the first gives none', async () => {
    rpc = `http://127.0.0.1:1/gone, ${url}`
    answer = () => ({ body: receipt({ status: '0x0' }) })
    expect(await readThroughPauses()).toEqual({ state: 'reverted' })
    expect(asked).toHaveLength(1)
  })

  it('of a transaction that was reverted says so', async () => {
    answer = () => ({ body: receipt({ status: '0x0' }) })
    expect(await read()).toEqual({ state: 'reverted' })
  })

  const useless: readonly (readonly [string, Answer])[] = [
    ['an error of the RPC', { body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } } }],
    ['the receipt of another transaction', { body: receipt({ transactionHash: `0x${'cd'.repeat(32)}` }) }],
    ['a receipt without a status', { body: receipt({ status: undefined, root: '0x00' }) }],
    ['a receipt with logs that are none', { body: receipt({ logs: 'none' }) }],
    ['no JSON', { body: '<html></html>' }],
    ['a refusal', { status: 403, body: '{}' }],
    ['a client error with a body that looks right', { status: 400, body: receipt({}) }],
    ['a limit', { status: 429, body: '{}' }],
  ]
  it.each(useless)('is unknown after %s', async (_name, given) => {
    answer = () => given
    expect(await read()).toEqual({ state: 'unknown' })
  })

  it('is asked for again when the RPC fails for a moment', async () => {
    answer = () => (asked.length < 3 ? { status: 503, body: 'later' } : { body: receipt({ status: '0x0' }) })
    expect(await readThroughPauses()).toEqual({ state: 'reverted' })
    expect(asked).toHaveLength(3)
  })

  it('is unknown when the RPC is gone', async () => {
    await new Promise((resolve) => server.close(resolve))
    expect(await readThroughPauses()).toEqual({ state: 'unknown' })
    server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  it('is unknown when the RPC does not answer within four seconds', async () => {
    answer = () => ({ silent: true })
    const reading = read()
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(4_000)
    expect(await reading).toEqual({ state: 'unknown' })
    expect(clock.sleepers()).toBe(0)
  })

  it('is not waited for once the caller has left', async () => {
    answer = () => ({ silent: true })
    const leaving = new AbortController()
    const reading = read('base', leaving.signal)
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    leaving.abort(new ProviderError('timeout', 'The caller did not wait for the answer'))
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
    expect(clock.sleepers()).toBe(0)
  })

  it('is unknown on a chain without an RPC', async () => {
    expect(await read('bitcoin')).toEqual({ state: 'unknown' })
    expect(await read('constructor')).toEqual({ state: 'unknown' })
    expect(asked).toEqual([])
  })

  it.each([
    'nonsense',
    'https://rpc.example/ nonsense',
    'ftp://127.0.0.1/',
    'http://rpc.example/',
    'https://rpc.example/?key=1',
  ])('is not asked for at %s: the setting is refused', async (text) => {
    rpc = text
    await expect(read()).rejects.toMatchObject({ name: 'ProviderError', code: 'unavailable' })
    expect(clock.sleepers()).toBe(0)
  })
})

describe('the service', () => {
  it('lets an adapter read receipts at the RPC that is set', async () => {
    answer = () => ({ body: receipt({ status: '0x0' }) })
    const curious = defineProvider({
      manifest: {
        key: 'CURIOUS',
        name: 'Curious',
        image: '',
        type: 'EXCHANGE',
        hosts: [],
        docs: 'https://curious.example',
      },
      load: () =>
        Promise.resolve({
          quote: async (_request, context) => ({
            noRoute: { code: 'halted', message: (await context.receipt('base', HASH)).state },
          }),
          prepare: () => Promise.reject(new Error('nothing is locked')),
          status: () => Promise.reject(new Error('nothing is locked')),
        }),
    })
    const { path, remove } = tempStorePath()
    const service = await openSwapService({
      home: dirname(path),
      providers: [curious],
      setting: (providerKey, name) => (providerKey === 'RPC' && name === 'base' ? url : undefined),
    })
    const native = { srcAddress: NATIVE_EVM_ADDRESS, dstAddress: NATIVE_EVM_ADDRESS }
    const { verdicts } = await service.quote({ srcChain: 'base', dstChain: 'ethereum', ...native, amount: '1' })
    await service.close()
    remove()
    expect(verdicts.find(({ provider }) => provider === 'CURIOUS')).toMatchObject({ message: 'reverted' })
  })
})

describe('the public RPCs', () => {
  it('belong to EVM chains of the catalog and are reached over https', async () => {
    const catalog = await openBundledCatalog()
    const chains = await Promise.all(Object.keys(PUBLIC_RPC_URLS).map((key) => catalog.chain(key)))
    expect(chains.map((chain) => chain?.type)).toEqual(Object.keys(PUBLIC_RPC_URLS).map(() => 'EVM'))
    const urls = Object.values(PUBLIC_RPC_URLS).flat()
    expect(urls.filter((text) => new URL(text).protocol !== 'https:' || text.endsWith('/'))).toEqual([])
  })
})
