import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { swapErrorOf } from '../../support/swap-error.ts'
import { createUnlistedTokens } from '../../../src/service/catalog/unlisted-tokens.ts'
import { RpcSettingError } from '../../../src/service/providers/chain-rpc.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'
import type { RpcLab } from '../../support/rpc-lab.ts'
import { TEST_PROVIDER } from '../../support/test-provider.ts'
import { contract, openUnlistedLab, TOKEN, type UnlistedLab } from '../../support/unlisted-lab.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NATIVE = '0x0000000000000000000000000000000000000000'
const UNLISTED = `USDC is unlisted: base:${TOKEN} is known only from its own contract`

let lab: UnlistedLab
let node: RpcLab
let start: UnlistedLab['start']

beforeEach(async () => {
  lab = await openUnlistedLab()
  ;({ node, start } = lab)
})
afterEach(() => lab.close())

const request = (rest: object = {}) => ({
  srcChain: 'base',
  srcAddress: TOKEN.toLowerCase(),
  dstChain: 'base',
  dstAddress: NATIVE,
  amount: '1.000000001',
  depositor: WALLET,
  recipient: WALLET,
  ...rest,
})

const NOTHING_STORED = {
  get: async () => undefined,
  put: async () => true,
  delete: async () => undefined,
  list: async () => [],
}

/** How a call failed. */
async function failure(call: Promise<unknown>) {
  const { code, message, hint, errors } = await swapErrorOf(call)
  return { code, message, hint, fields: errors.map(({ field }) => field) }
}

describe('a token that the catalog lacks', () => {
  test('is quoted with the decimals of its contract, and its routes say what to look at twice', async () => {
    const service = await start()
    const { data } = await service.quote(request())
    expect(data).toMatchObject([
      {
        provider: TEST_PROVIDER,
        src: { formatted: '1.000000001', currency: 'USDC' },
        warnings: [UNLISTED, 'USDC is unlisted: 2 contracts with this symbol on this chain'],
      },
    ])
  })

  test('is an asset of its own, found by its whole address on its chain and by nothing else', async () => {
    const service = await start()
    const asset = {
      name: 'Some Coin',
      symbol: 'USDC',
      address: TOKEN,
      image: '',
      chain: 'base',
      isNative: false,
      new: false,
      decimals: 9,
      unlisted: true,
      evidence: 'contract',
      form: null,
    }
    expect(await service.token('base', TOKEN.toLowerCase())).toEqual(asset)
    const found = (query: object) => service.assets({ chain: 'base', ...query })
    expect(await found({ query: ` ${TOKEN} ` })).toEqual({
      data: [asset],
      pagination: { page: 1, perPage: 100, total: 1, hasMore: false },
    })
    expect((await found({ query: TOKEN, page: 2 })).data).toEqual([])
    expect((await found({ query: TOKEN.slice(0, 41) })).data).toEqual([])
    expect((await service.assets({ query: TOKEN })).data.filter(({ chain }) => chain === 'base')).toEqual([])
    expect((await found({ query: 'usdc' })).data.filter(({ address }) => address === TOKEN)).toEqual([])
    expect(await service.catalog.asset('base', TOKEN)).toBeUndefined()
  })

  test('is read once: another process locks, executes and follows it while no node can be reached', async () => {
    const before = await start()
    const { data } = await before.quote(request())
    const calls = node.calls.length
    const after = await start('http://127.0.0.1:9')
    const lock = await after.lock({ ...request(), provider: TEST_PROVIDER, routeId: data[0]?.routeId ?? '' })
    expect(lock.warnings).toEqual([UNLISTED, 'USDC is unlisted: 2 contracts with this symbol on this chain'])
    const { transaction } = await after.execute({ lockId: lock.lockId })
    await after.status({ transactionId: transaction?.id ?? '' })
    expect((await after.history()).data).toMatchObject([
      { srcAmount: '1.000000001', srcAsset: { symbol: 'USDC', contract: TOKEN, chain: 'base', unlisted: true } },
    ])
    expect(node.calls).toHaveLength(calls)
  })

  test('keeps the decimals with which it was first read', async () => {
    const service = await start()
    await service.quote(request())
    node.answer = contract('USDC', 6n)
    expect(await service.token('base', TOKEN)).toMatchObject({ decimals: 9 })
  })

  test('can pay for nothing, and nobody can be paid at it', async () => {
    const service = await start()
    const both = { depositor: TOKEN.toLowerCase(), recipient: TOKEN }
    expect(await failure(service.quote(request(both)))).toEqual({
      code: 'INVALID_ADDRESS',
      message: 'depositor is the contract of the token USDC, not a wallet',
      hint: undefined,
      fields: ['depositor', 'recipient'],
    })
  })

  test('cannot be swapped for itself', async () => {
    const service = await start()
    expect(await failure(service.quote(request({ dstAddress: TOKEN })))).toMatchObject({ code: 'UNSUPPORTED_PAIR' })
  })

  test('takes no more decimals than its contract states', async () => {
    const service = await start()
    expect(await failure(service.quote(request({ amount: '1.0000000001' })))).toMatchObject({
      code: 'INVALID_AMOUNT',
      fields: ['amount'],
    })
  })
})

describe('an address without such a token', () => {
  test('is invalid, along with whatever else is wrong with the request', async () => {
    node.answer = () => ({ result: '0x' })
    const service = await start()
    expect(await failure(service.quote(request({ amount: 'much' })))).toEqual({
      code: 'VALIDATION_ERROR',
      message:
        'srcAddress is not the address of a listed asset of base, and no contract is there: it may be a wallet, or a token of another chain',
      hint: undefined,
      fields: ['srcAddress', 'amount'],
    })
    expect((await service.assets({ chain: 'base', query: TOKEN })).data).toEqual([])
    expect(await failure(service.token('base', TOKEN))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: `The catalog has no ${TOKEN} on Base, and no contract is there: it may be a wallet, or a token of another chain`,
    })
  })

  test('is not kept, since a contract may come: the next process looks at it again', async () => {
    node.answer = () => ({ result: '0x' })
    expect(await failure((await start()).token('base', TOKEN))).toMatchObject({ code: 'VALIDATION_ERROR' })
    node.answer = contract('USDC', 9n)
    expect(await (await start()).token('base', TOKEN)).toMatchObject({ symbol: 'USDC' })
  })

  test.each([
    ['a wrong checksum', { srcAddress: TOKEN.replace('0x5eb1', '0x5EB1') }],
    ['no address', { srcAddress: 'USDC' }],
    ['a chain that is no EVM chain', { srcChain: 'bitcoin' }],
  ])('asks no node: %s', async (_name, rest) => {
    const service = await start()
    expect(await failure(service.quote(request(rest)))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect([node.calls, node.chainIdCalls()]).toEqual([[], 0])
  })

  test('asks no node on the sandbox, which knows its catalog only', async () => {
    const service = await start(node.url, 'sandbox')
    expect(await failure(service.quote(request()))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'srcAddress is not the address of a listed asset of base',
    })
    expect((await service.assets({ chain: 'base', query: TOKEN })).data).toEqual([])
    expect(await failure(service.token('base', TOKEN))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: `The catalog has no ${TOKEN} on base`,
    })
    expect([node.calls, node.chainIdCalls()]).toEqual([[], 0])
  })
})

describe('a token that cannot be read', () => {
  const hint = 'Try again, or set another RPC: swapcli config set rpc.base <url>'
  const unread = `The catalog has no ${TOKEN} on Base, and its contract could not be read`

  test('is no invalid request when no node answers', async () => {
    const service = await start('http://127.0.0.1:9')
    const { code, message, fields } = await failure(service.quote(request()))
    expect({ code, fields }).toEqual({ code: 'SERVICE_UNAVAILABLE', fields: ['srcAddress'] })
    expect(message).toContain('and its contract could not be read: The RPC of Base failed: ')
    const search = await failure(service.assets({ chain: 'base', query: TOKEN }))
    expect(search).toMatchObject({ code: 'SERVICE_UNAVAILABLE', hint })
    expect(search.message).toContain(`${unread}: The RPC of Base failed: `)
  })

  test('is not taken from a node of another chain', async () => {
    node.chainId = { result: '0x1' }
    const service = await start()
    expect(await failure(service.token('base', TOKEN))).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: `${unread}: The RPC set for Base serves the chain with id 1, not 8453`,
      hint,
      fields: [],
    })
  })

  test('is not judged by a node that lacks the state', async () => {
    node.answer = () => ({ error: { code: -32000, message: 'missing trie node' } })
    const service = await start()
    expect(await failure(service.token('base', TOKEN))).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: `${unread}: the RPC of Base answered missing trie node`,
      hint,
      fields: [],
    })
  })

  test('is invalid where no node of its chain is known at all', async () => {
    const service = await start()
    const chain = await service.catalog.chain('base')
    if (chain === undefined) throw new Error('Base is in the catalog')
    const tokens = createUnlistedTokens({
      store: { documents: NOTHING_STORED },
      catalog: service.catalog,
      clock: { now: () => 0 },
      rpc: async () => ({
        atOneNode: () => Promise.reject(new RpcSettingError('missing', 'no RPC of Base is known')),
        chainRpc: async () => fakeRpc([]),
      }),
    })
    expect(await failure(tokens.get(chain, TOKEN))).toEqual({
      code: 'VALIDATION_ERROR',
      message: `The catalog has no ${TOKEN} on Base, and no RPC of Base is set to look it up: swapcli config set rpc.base <url>`,
      hint: undefined,
      fields: [],
    })
  })

  test.each([
    ['two operators state the same', [18n, 18n], undefined],
    ['the second states others', [18n, 2n], 'nodes differ about its decimals'],
    ['nobody confirms them', [18n], 'single node: only one operator states its decimals'],
    ['two operators agree on others than the first said', [2n, 2n], 'nodes differ about its decimals'],
  ] as const)('over public nodes: %s', async (_how, stated, why) => {
    const service = await start()
    const chain = await service.catalog.chain('base')
    if (chain === undefined) throw new Error('Base is in the catalog')
    const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
    const tokens = createUnlistedTokens({
      store: { documents: NOTHING_STORED },
      catalog: service.catalog,
      clock: { now: () => 0 },
      rpc: async () => ({
        atOneNode: (_chain, _signal, work) =>
          work({ request: async (method) => (method === 'eth_getCode' ? '0x60' : word(18n)) }),
        chainRpc: async () => fakeRpc(stated.map((value) => async () => word(value))),
      }),
    })
    const found = await tokens.find(chain, TOKEN)
    if (why === undefined) expect(found).toMatchObject({ kind: 'token', asset: { decimals: 18 } })
    else expect(found).toMatchObject({ kind: 'none', why: expect.stringContaining(why) as string })
  })

  test('is not read for a caller who has left', async () => {
    node.answer = () => 'silence'
    const service = await start()
    const leave = new AbortController()
    const quote = failure(service.quote(request(), { signal: leave.signal }))
    await expect.poll(() => node.calls.length).toBeGreaterThan(0)
    leave.abort()
    expect(await quote).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message:
        'srcAddress is not the address of a listed asset of base, and the call was cancelled before the token was read',
    })
  })
})
