import { dirname } from 'node:path'
import { encodeErrorResult, parseAbi } from 'viem'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { openSwapService } from '../../../src/open.ts'
import { defineProvider, ProviderError } from '../../../src/providers/contract.ts'
import { readReceipt } from '../../../src/service/track/receipts.ts'
import { openRpcLab, type RpcAnswer, type RpcLab } from '../../support/rpc-lab.ts'
import { openRpcWorld, type RpcWorld } from '../../support/rpc-world.ts'
import { tempStorePath } from '../../support/store.ts'

const HASH = `0x${'ab'.repeat(32)}`
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const WETH = '0x4200000000000000000000000000000000000006'
const ALICE = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const POOL = '0x72ab388e2e2f6facef59e3c3fa2c4e29011c2d38'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7b925'

let node: RpcLab
let world: RpcWorld

beforeEach(async () => {
  ;[node, world] = await Promise.all([openRpcLab(8453), openRpcWorld()])
  world.urls.set('base', node.url)
})
afterEach(async () => {
  expect(node.problems()).toEqual([])
  await Promise.all([world.close(), node.close()])
})

function read(chainKey = 'base', signal = new AbortController().signal, usd = 1n) {
  return readReceipt(world.rpc, chainKey, HASH, usd, signal)
}

function receipt(changes: object): RpcAnswer {
  return { result: { transactionHash: HASH, blockNumber: '0x64', status: '0x1', logs: [], ...changes } }
}

/** Answers by method; a method without an answer has the result null. */
function answers(known: Readonly<Record<string, RpcAnswer | ((params: readonly unknown[]) => RpcAnswer)>>) {
  node.answer = (method, params) => {
    const answer = known[method] ?? { result: null }
    return typeof answer === 'function' ? answer(params) : answer
  }
}

function word(address: string) {
  return `0x${address.slice(2).padStart(64, '0')}`
}

describe('a receipt', () => {
  it('is read at the RPC that the user set', async () => {
    expect(await read()).toEqual({ state: 'pending' })
    expect(node.calls).toEqual([{ method: 'eth_getTransactionReceipt', params: [HASH] }])
  })

  it('of a transaction that went through tells its token transfers, and no other events', async () => {
    const data = `0x${'0'.repeat(60)}01f4`
    node.answer = () =>
      receipt({
        transactionHash: HASH.toUpperCase().replace('0X', '0x'),
        logs: [
          { address: USDC.toUpperCase().replace('0X', '0x'), topics: [TRANSFER, word(POOL), word(ALICE)], data },
          { address: USDC, topics: [`${APPROVAL}00`, word(ALICE), word(POOL)], data },
          { address: POOL, topics: [TRANSFER, word(POOL), word(ALICE), word('0x07')], data: '0x' },
          { address: POOL, topics: [TRANSFER, word(POOL), word(ALICE)], data: '0x01' },
          { address: POOL, topics: [], data: '0x' },
        ],
      })
    expect(await read()).toEqual({
      state: 'success',
      transfers: [{ token: USDC, from: POOL, to: ALICE, amount: 500n }],
    })
  })

  it.each([
    ['wraps', DEPOSIT],
    ['unwraps', WITHDRAWAL],
  ] as const)('states the %s of coins', async (member, topic) => {
    const data = `0x${'0'.repeat(60)}01f4`
    node.answer = () =>
      receipt({
        logs: [
          { address: WETH, topics: [topic, word(POOL)], data },
          { address: WETH, topics: [topic, word(POOL), word(ALICE)], data },
          { address: WETH, topics: [topic, word(POOL)], data: '0x' },
        ],
      })
    const conversion = { token: WETH, owner: POOL, amount: 500n }
    expect(await read()).toEqual({ state: 'success', transfers: [], [member]: [conversion] })
  })

  it('comes from the next RPC when the first gives none', async () => {
    world.urls.set('base', `http://127.0.0.1:1/gone, ${node.url}`)
    node.answer = () => receipt({})
    expect(await world.throughPauses(read())).toEqual({ state: 'success', transfers: [] })
    expect(node.calls).toHaveLength(1)
  })

  const useless: readonly (readonly [string, RpcAnswer])[] = [
    ['an error of the RPC', { error: { code: -32005, message: 'limit' } }],
    ['another error of the RPC', { error: { code: -32000, message: 'no' } }],
    ['the receipt of another transaction', receipt({ transactionHash: `0x${'cd'.repeat(32)}` })],
    ['a receipt without a status', receipt({ status: undefined, root: '0x00' })],
    ['a receipt without a block', receipt({ blockNumber: null })],
    ['a receipt with logs that are none', receipt({ logs: 'none' })],
    ['no JSON', { text: '<html></html>' }],
    ['a refusal', { status: 403, text: '{}' }],
    ['a limit', { status: 429, text: '{}' }],
  ]
  it.each(useless)('is unknown after %s', async (_name, given) => {
    node.answer = () => given
    expect(await read()).toEqual({ state: 'unknown' })
  })

  it('is read again when the RPC fails for a moment', async () => {
    node.answer = () => (node.calls.length < 3 ? { status: 503, text: 'later' } : receipt({}))
    expect(await world.throughPauses(read())).toEqual({ state: 'success', transfers: [] })
    expect(node.calls).toHaveLength(3)
  })

  it('is unknown when the RPC is gone', async () => {
    world.urls.set('base', 'http://127.0.0.1:1/gone')
    expect(await world.throughPauses(read())).toEqual({ state: 'unknown' })
  })

  it('is unknown when the RPC does not answer within seven seconds', async () => {
    node.answer = () => 'silence'
    const reading = read()
    while (node.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await world.clock.advance(7_000)
    expect(await reading).toEqual({ state: 'unknown' })
    expect(world.clock.sleepers()).toBe(0)
  })

  it('is not waited for once the caller has left', async () => {
    node.answer = () => 'silence'
    const leaving = new AbortController()
    const reading = read('base', leaving.signal)
    while (node.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    leaving.abort(new ProviderError('timeout', 'The caller did not wait for the answer'))
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
    expect(world.clock.sleepers()).toBe(0)
  })

  it('is unknown on a chain without an RPC', async () => {
    expect(await read('bitcoin')).toEqual({ state: 'unknown' })
    expect(await read('constructor')).toEqual({ state: 'unknown' })
    expect(node.calls).toEqual([])
  })

  it('is not read at a setting that is no URL', async () => {
    world.urls.set('base', 'nonsense')
    await expect(read()).rejects.toMatchObject({ name: 'ProviderError', code: 'unavailable' })
  })

  it('does not count when the RPC is of another chain', async () => {
    node.chainId = { result: '0x1' }
    node.answer = () => receipt({})
    await expect(read()).rejects.toMatchObject({ name: 'ProviderError', code: 'unavailable' })
  })
})

describe('on a chain whose blocks may be taken back', () => {
  beforeEach(() => {
    node.chainId = { result: '0x1' }
    world.urls.set('ethereum', node.url)
  })

  it.each(['0x1', '0x0'])('a transaction with status %s is pending until a second block holds it', async (status) => {
    answers({ eth_getTransactionReceipt: receipt({ status }), eth_blockNumber: { result: '0x64' } })
    expect(await read('ethereum')).toEqual({ state: 'pending' })
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_blockNumber', 'eth_getTransactionReceipt'])
  })

  it('is pending for a transaction that fell out of the chain during the read', async () => {
    let hasFallenOut = false
    const inBlock = receipt({})
    node.answer = (method) => {
      if (method === 'eth_blockNumber') return { result: hasFallenOut ? '0x65' : '0x64' }
      hasFallenOut = true
      return inBlock
    }
    expect(await read('ethereum')).toEqual({ state: 'pending' })
  })

  it('it counts from then on', async () => {
    answers({ eth_getTransactionReceipt: receipt({}), eth_blockNumber: { result: '0x65' } })
    expect(await read('ethereum')).toEqual({ state: 'success', transfers: [] })
  })

  it('it is pending at a node that is behind the one that saw it', async () => {
    answers({ eth_getTransactionReceipt: receipt({}), eth_blockNumber: { result: '0x60' } })
    expect(await read('ethereum')).toEqual({ state: 'pending' })
  })

  it('it is unknown when the node does not say how long the chain is', async () => {
    answers({ eth_getTransactionReceipt: receipt({}), eth_blockNumber: { result: 'latest' } })
    expect(await read('ethereum')).toEqual({ state: 'unknown' })
  })
})

describe('of a large amount', () => {
  const LARGE = 1_000_000_000n
  const readLarge = () => read('base', new AbortController().signal, LARGE)
  const safeAt = (number: string | null) => ({
    eth_getTransactionReceipt: receipt({}),
    eth_blockNumber: { result: '0x70' },
    eth_getBlockByNumber: { result: number === null ? null : { number } },
  })

  it('a transaction is pending until the block that nodes call safe is behind it', async () => {
    answers(safeAt('0x63'))
    expect(await readLarge()).toEqual({ state: 'pending' })
    answers(safeAt('0x64'))
    expect(await readLarge()).toEqual({ state: 'success', transfers: [] })
    expect(await read()).toEqual({ state: 'success', transfers: [] })
  })

  it('a transaction waits for 32 blocks where the node names no safe one', async () => {
    answers(safeAt(null))
    expect(await readLarge()).toEqual({ state: 'pending' })
    answers({ ...safeAt(null), eth_blockNumber: { result: '0x83' } })
    expect(await readLarge()).toEqual({ state: 'success', transfers: [] })
  })
})

describe('by public nodes of two operators', () => {
  const inBlock = (blockHash: string, changes: object = {}) => receipt({ blockHash, ...changes })
  const paid = (units: string) => ({
    logs: [{ address: USDC, topics: [TRANSFER, word(POOL), word(ALICE)], data: `0x${units.padStart(64, '0')}` }],
  })

  it.each([
    ['counts where both have it in the same block', '0xaa', 'success'],
    ['is pending where they name different blocks', '0xbb', 'pending'],
    ['is pending while only one of them has it', null, 'pending'],
    ['is pending while the other one fails: money does not rest on one word', 'fails', 'pending'],
  ])('a transaction %s', async (_name, other, state) => {
    const failing: RpcAnswer = { status: 403, text: '{}' }
    const theirs = other === 'fails' ? failing : other === null ? { result: null } : inBlock(other)
    expect(await stateBy(inBlock('0xaa'), theirs)).toBe(state)
  })

  it.each([
    ['counts where both have the same transfers, as each node writes them', 'F4', {}, 'success'],
    ['is pending where they differ on what arrived', '01', {}, 'pending'],
    ['is pending where they put the block at different heights', 'f4', { blockNumber: '0x63' }, 'pending'],
  ])('a payment %s', async (_name, units, changes, state) => {
    expect(await stateBy(inBlock('0xaa', paid('f4')), inBlock('0xAA', { ...paid(units), ...changes }))).toBe(state)
  })

  /** The state where the two nodes have these receipts. */
  async function stateBy(mine: RpcAnswer, theirs: RpcAnswer) {
    const second = await openRpcLab(8453)
    onTestFinished(() => second.close())
    world.urls.delete('base')
    world.publicNodes.set('base', { nodes: [`first ${node.url}`, `second ${second.url}`] })
    const heads = { number: '0x64', timestamp: '0x1', hash: '0xaa' }
    const answer =
      (mine: RpcAnswer) =>
      (method: string): RpcAnswer =>
        method === 'eth_getTransactionReceipt' ? mine : { result: method === 'eth_blockNumber' ? '0x64' : heads }
    node.answer = answer(mine)
    second.answer = answer(theirs)
    return (await read()).state
  }
})

describe('a reverted transaction', () => {
  const transaction = { from: ALICE, to: POOL, input: '0xabcd', value: '0x5', gas: '0x5208', nonce: '0x1' }
  const reverts: RpcAnswer = {
    error: {
      code: 3,
      message: 'execution reverted',
      data: encodeErrorResult({
        abi: parseAbi(['error Error(string)']),
        errorName: 'Error',
        args: ['Too little received'],
      }),
    },
  }
  const mined = { eth_getTransactionReceipt: receipt({ status: '0x0' }) }
  const played = { from: ALICE, to: POOL, data: '0xabcd', value: '0x5', gas: '0x5208' }

  it('is played again on the block before it, for the reason', async () => {
    answers({ ...mined, eth_getTransactionByHash: { result: transaction }, eth_call: reverts })
    expect(await read()).toEqual({ state: 'reverted', reason: 'Too little received' })
    expect(node.calls.slice(1)).toEqual([
      { method: 'eth_getTransactionByHash', params: [HASH] },
      { method: 'eth_call', params: [played, '0x63'] },
    ])
  })

  it('is played on its own block when it passes before it', async () => {
    const atItsBlock = (params: readonly unknown[]) => (params[1] === '0x64' ? reverts : { result: '0x' })
    answers({ ...mined, eth_getTransactionByHash: { result: transaction }, eth_call: atItsBlock })
    expect(await read()).toEqual({ state: 'reverted', reason: 'Too little received' })
  })

  it.each([
    ['the transaction is not found', {}],
    ['the transaction is none', { eth_getTransactionByHash: { result: { from: ALICE } } }],
    [
      'it passes when it is played again',
      { eth_getTransactionByHash: { result: transaction }, eth_call: { result: '0x' } },
    ],
    [
      'the node has forgotten the state',
      { eth_getTransactionByHash: { result: transaction }, eth_call: { error: { code: -32000, message: 'missing' } } },
    ],
    [
      'the contract gave none',
      {
        eth_getTransactionByHash: { result: transaction },
        eth_call: { error: { code: 3, message: 'execution reverted' } },
      },
    ],
    ['the node limits the rate', { eth_getTransactionByHash: { status: 429, text: '{}' } }],
  ] satisfies [string, Record<string, RpcAnswer>][])('has no reason when %s', async (_name, known) => {
    answers({ ...mined, ...known })
    expect(await read()).toEqual({ state: 'reverted' })
  })
})

describe('the service', () => {
  it('lets an adapter read receipts and ask the chain at the RPC that is set', async () => {
    answers({ eth_getTransactionReceipt: receipt({ status: '0x0' }), eth_gasPrice: { result: '0x7' } })
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
          quote: async (_request, context) => {
            const [{ state }, price] = await Promise.all([
              context.receipt('base', HASH, 1n),
              context.rpc('base', 'eth_gasPrice', []),
            ])
            return { status: 'no_route', code: 'halted', message: `${state} at ${String(price)}` }
          },
          prepare: () => Promise.reject(new Error('nothing is locked')),
          status: () => Promise.reject(new Error('nothing is locked')),
        }),
    })
    const { path, remove } = tempStorePath()
    const bugs: unknown[] = []
    const service = await openSwapService({
      home: dirname(path),
      providers: [curious],
      setting: (providerKey, name) => (providerKey === 'RPC' && name === 'base' ? node.url : undefined),
      onError: (error) => bugs.push(error),
    })
    const native = { srcAddress: NATIVE_EVM_ADDRESS, dstAddress: NATIVE_EVM_ADDRESS }
    const request = { srcChain: 'base', dstChain: 'ethereum', ...native, amount: '1' }
    const verdict = async () => (await service.quote(request)).verdicts.find(({ provider }) => provider === 'CURIOUS')
    expect(await verdict()).toMatchObject({ outcome: 'no_route', message: 'reverted at 0x7' })
    // What a node refuses is no bug of the adapter.
    answers({ eth_gasPrice: { error: { code: -32601, message: 'no such method' } } })
    expect(await verdict()).toMatchObject({
      outcome: 'error',
      code: 'bad_response',
      message: 'The RPC of the chain returned an error: no such method',
    })
    expect(bugs).toEqual([])
    await service.close()
    remove()
  })
})
