import { beforeEach, describe, expect, test } from 'vitest'
import { NodeFailure } from '../../../src/core/evm/json-rpc.ts'
import { createHealthRecord } from '../../../src/core/evm/node-health.ts'
import { createNodePool } from '../../../src/core/evm/node-pool.ts'
import { nodesOf, ownNodes, type NodeList } from '../../../src/core/evm/nodes.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { ChainRpc, DocumentStore, RpcCall } from '../../../src/core/ports.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'

const CHAIN_ID = 8453
const CALL: RpcCall = { method: 'eth_call', params: [{ to: '0x01' }, 'latest'] }

/** What a node of the tests says. */
interface Says {
  chainId: number
  head: number
  answer: (call: RpcCall) => unknown
}

let clock: FakeClock
let nodes: Map<string, Says>
/** `operator method` of each request. */
let asked: string[]

beforeEach(() => {
  clock = createFakeClock()
  nodes = new Map()
  asked = []
})

/** Public nodes of these operators. */
function listOf(...operators: readonly string[]): NodeList {
  for (const operator of operators) nodes.set(operator, { chainId: CHAIN_ID, head: 100, answer: () => operator })
  return nodesOf(undefined, {
    laggingBlocks: 5,
    blockMs: 2_000,
    nodes: operators.map((name) => `${name} https://${name}`),
  })
}

function open(list: NodeList, documents?: DocumentStore, saved: Promise<void>[] = []): ChainRpc {
  const health = documents === undefined ? undefined : createHealthRecord(async () => documents, 'base')
  const pool = createNodePool({ list, chainId: CHAIN_ID, clock, health })
  return pool.rpc(async ({ operator }, call) => {
    asked.push(`${operator} ${call.method}`)
    const says = nodes.get(operator)
    if (says === undefined) throw new NodeFailure('unreachable', 'cannot be reached')
    if (health !== undefined) saved.push(Promise.resolve().then(() => health.written()))
    switch (call.method) {
      case 'eth_chainId':
        return `0x${says.chainId.toString(16)}`
      case 'eth_getBlockByNumber':
        return { number: `0x${says.head.toString(16)}`, timestamp: `0x${Math.floor(clock.now() / 1000).toString(16)}` }
      case 'eth_blockNumber':
        return `0x${says.head.toString(16)}`
      default:
        return says.answer(call)
    }
  })
}

function says(operator: string): Says {
  const found = nodes.get(operator)
  if (found === undefined) throw new Error(`no node of ${operator}`)
  return found
}

const calls = (operator: string) => asked.filter((line) => line === `${operator} eth_call`).length

describe('public nodes', () => {
  test('are asked one at a time; of the others one says how far the chain is, and learns no address', async () => {
    const rpc = open(listOf('a', 'b', 'c', 'd', 'e'))
    expect([await rpc.request(CALL), await rpc.request(CALL)]).toEqual(['a', 'a'])
    expect(asked.filter((line) => !line.startsWith('a '))).toEqual(['b eth_getBlockByNumber', 'b eth_chainId'])
  })

  test.each([
    ['has trouble', () => Promise.reject(new NodeFailure('unreachable', 'answered 502'))],
    ['wants a key', () => Promise.reject(new NodeFailure('unavailable', 'wants a key'))],
    ['limits', () => Promise.reject(new NodeFailure('rate_limited', 'limits the rate of requests'))],
    ['reports an internal error', () => Promise.reject(new RpcError('internal error', -32603))],
    ['takes the request for none', () => Promise.reject(new RpcError('invalid request', -32600))],
    ['lacks the block', () => Promise.reject(new RpcError('header not found', -32000))],
    ['lacks the method', () => Promise.reject(new RpcError('x', -32601))],
  ])('are passed over where one %s', async (_how, answer) => {
    const rpc = open(listOf('a', 'b'))
    says('a').answer = answer
    expect(await rpc.request(CALL)).toBe('b')
  })

  test.each(['nonce too low', 'insufficient funds for transfer', 'execution reverted', 'out of gas', 'anything else'])(
    'are not asked again for an answer that all would give: %s',
    async (message) => {
      const rpc = open(listOf('a', 'b'))
      says('a').answer = () => Promise.reject(new RpcError(message, -32000))
      await expect(rpc.request(CALL)).rejects.toThrow(message)
      expect(calls('b')).toBe(0)
    },
  )

  test('of another chain are not believed, nor asked again', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    says('a').chainId = 1
    expect([await rpc.request(CALL), await rpc.request(CALL)]).toEqual(['b', 'b'])
    expect(calls('a')).toBe(1)
  })

  test('learn signed bytes four at most', async () => {
    const rpc = open(listOf('a', 'b', 'c', 'd', 'e', 'f'))
    await rpc.requestAll({ method: 'eth_sendRawTransaction', params: ['0x00'] })
    expect(asked.filter((line) => line.endsWith('eth_sendRawTransaction'))).toHaveLength(4)
  })

  test('are four at most for a call that none can answer', async () => {
    const rpc = open(listOf('a', 'b', 'c', 'd', 'e', 'f'))
    for (const node of nodes.values()) node.answer = () => Promise.reject(new RpcError('x', -32601))
    await expect(rpc.request(CALL)).rejects.toThrow('no node answered')
    expect(asked.filter((line) => line.endsWith('eth_call'))).toHaveLength(4)
  })
})

test('a caller who leaves does not end the asking of another one', async () => {
  const pool = createNodePool({ list: listOf('a'), chainId: CHAIN_ID, clock })
  let leave: (error: Error) => void = () => undefined
  const left = new Promise<never>((_resolve, reject) => (leave = reject))
  const leaving = pool.rpc(() => left).request(CALL)
  const staying = pool.rpc(async (_node, { method }) => (method === 'eth_chainId' ? '0x2105' : 'a')).request(CALL)
  leave(new Error('left'))
  await expect(leaving).rejects.toThrow('left')
  expect(await staying).toBe('a')
})

describe('a node that lags behind', () => {
  test('is passed over, so that it hides no approval that is in a block', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    says('a').head = 94
    expect(await rpc.request(CALL)).toBe('b')
  })

  test('is still asked while it is as near as the chain allows', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    says('a').head = 95
    expect(await rpc.request(CALL)).toBe('a')
  })

  test('is not asked after another node showed a transaction in a block that it lacks', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    const receipt: RpcCall = { method: 'eth_getTransactionReceipt', params: ['0x12'] }
    // The approval is in block 102 by b; a, which answers again, is two blocks behind, which the chain allows otherwise.
    says('a').answer = () => Promise.reject(new NodeFailure('unreachable', 'answered 502'))
    for (const name of ['b', 'c']) {
      says(name).answer = (call) => (call.method === receipt.method ? { blockNumber: '0x66' } : `allowed by ${name}`)
      says(name).head = 102
    }
    await rpc.requestOperators(receipt, 2)
    says('a').answer = () => 'nothing allowed'
    says('b').answer = () => Promise.reject(new NodeFailure('unreachable', 'answered 502'))
    await clock.advance(6_000)
    for (let read = 0; read < 9; read += 1) expect(await rpc.request(CALL)).toBe('allowed by c')
  })

  test.each([
    ['by one', ['b'], '0xffff'],
    ['by two, of a block that no head comes near', ['b', 'c'], '0xffff'],
  ])('is not told by a receipt of a far block, shown %s', async (_how, liars, blockNumber) => {
    const rpc = open(listOf('a', 'b', 'c', 'd'))
    const receipt: RpcCall = { method: 'eth_getTransactionReceipt', params: ['0x12'] }
    for (const name of ['a', 'b', 'c', 'd']) {
      const shown = { blockNumber: liars.includes(name) ? blockNumber : '0x60', status: '0x1' }
      says(name).answer = (call) => (call.method === receipt.method ? shown : name)
    }
    await rpc.requestOperators(receipt, 3)
    await clock.advance(1_000)
    const heard = await rpc.requestOperators(CALL, 4)
    expect(heard.map(({ operator }) => operator)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is asked again once it has caught up', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    says('a').head = 10
    await rpc.request(CALL)
    says('a').head = 100
    nodes.delete('b')
    nodes.delete('c')
    await clock.advance(16_000)
    expect(await rpc.request(CALL)).toBe('a')
  })

  test('is not told by one node that claims to be far ahead', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    says('b').head = 9_000_000
    expect(await rpc.request(CALL)).toBe('a')
  })

  test('is not waited for', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    says('b').head = 100
    const never = new Promise(() => undefined)
    const silent = createNodePool({ list: listOf('a', 'b'), chainId: CHAIN_ID, clock }).rpc(({ operator }, call) => {
      if (operator === 'b') return never
      if (call.method === 'eth_chainId') return Promise.resolve('0x2105')
      return Promise.resolve(call.method === 'eth_call' ? 'a' : { number: '0x64', timestamp: '0x0' })
    })
    const answer = silent.request(CALL)
    while (clock.sleepers() === 0) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(1_000)
    expect([await answer, await rpc.request(CALL)]).toEqual(['a', 'a'])
  })
})

describe('several operators', () => {
  test('are asked as many as wanted, gateways of the same nodes once', async () => {
    const rpc = open(listOf('drpc', '1rpc', 'a', 'b'))
    expect(await rpc.requestOperators(CALL, 2)).toEqual([
      { operator: 'drpc', value: 'drpc' },
      { operator: 'a', value: 'a' },
    ])
    expect(rpc.operators).toEqual(['drpc', 'a', 'b'])
    expect(calls('1rpc') + calls('b')).toBe(0)
  })

  test('are one voice by any of its gateways, under one name: it is no second witness where the first one fails', async () => {
    const rpc = open(listOf('drpc', 'a', '1rpc'))
    const heard = async () => (await rpc.requestOperators(CALL, 3)).map(({ operator }) => operator).sort()
    says('drpc').answer = () => Promise.reject(new NodeFailure('unreachable', 'answered 502'))
    expect(await heard()).toEqual(['a', 'drpc'])
    expect(calls('1rpc')).toBe(1)
    expect(await heard()).toEqual(['a', 'drpc'])
  })

  test('another one takes the place of one that lacks the state; a revert is an answer', async () => {
    const rpc = open(listOf('a', 'b', 'c'))
    const reverted = new RpcError('execution reverted', 3)
    says('a').answer = () => Promise.reject(new RpcError('missing trie node', -32000))
    says('b').answer = () => Promise.reject(reverted)
    expect(await rpc.requestOperators(CALL, 2)).toEqual([
      { operator: 'b', error: reverted },
      { operator: 'c', value: 'c' },
    ])
  })
})

describe('own nodes', () => {
  const own = ownNodes(['https://mine', 'https://yours'])
  beforeEach(() => {
    for (const operator of ['mine', 'yours'])
      nodes.set(operator, { chainId: CHAIN_ID, head: 100, answer: () => operator })
  })

  test('are all asked before it fails, and their heads are not compared', async () => {
    const rpc = open(own)
    says('mine').answer = () => Promise.reject(new NodeFailure('timeout', 'did not answer in time'))
    says('mine').head = 1
    expect(await rpc.request(CALL)).toBe('yours')
    nodes.delete('yours')
    says('mine').answer = () => 'mine'
    expect(await rpc.request(CALL)).toBe('mine')
    expect(asked.filter((line) => line.includes('eth_getBlockByNumber'))).toEqual([])
  })

  test('of another chain end the asking: another one must not hide it', async () => {
    const rpc = open(own)
    says('mine').chainId = 1
    await expect(rpc.request(CALL)).rejects.toThrow('the node states the chain id 1')
    expect(calls('yours')).toBe(0)
  })

  test('are not written down: their URLs may hold keys', async () => {
    const documents = await openDocuments({ path: ':memory:' })
    nodes.delete('mine')
    const saved: Promise<void>[] = []
    await open(own, documents, saved).request(CALL)
    await Promise.all(saved)
    expect(await documents.list('')).toEqual([])
  })
})

describe('the health of public nodes', () => {
  test('is kept, so that the next command starts at a node that answers', async () => {
    const documents = await openDocuments({ path: ':memory:' })
    const list = listOf('a', 'b', 'c')
    says('a').answer = () => Promise.reject(new NodeFailure('rate_limited', 'x', { retryAfterSec: 90 }))
    const saved: Promise<void>[] = []
    await open(list, documents, saved).request(CALL)
    await Promise.all(saved)
    asked = []
    says('a').answer = () => 'a'
    expect(await open(list, documents).request(CALL)).toBe('b')
    expect(asked.filter((line) => line.startsWith('a '))).toEqual([])
    await clock.advance(90_000)
    expect(await open(list, documents).request(CALL)).toBe('a')
  })

  test('that nobody answers for leaves the paused ones to be asked', async () => {
    const rpc = open(listOf('a'))
    says('a').answer = () => Promise.reject(new NodeFailure('unreachable', 'answered 502'))
    await expect(rpc.request(CALL)).rejects.toThrow('no node answered')
    says('a').answer = () => 'a'
    expect(await rpc.request(CALL)).toBe('a')
  })

  test.each([
    ['cannot be read or written', () => Promise.reject(new Error('read-only'))],
    ['is held by another process', () => new Promise<never>(() => undefined)],
  ])('stops nothing where the store %s', async (_how, reading) => {
    const fail = () => Promise.reject(new Error('read-only'))
    const documents = { get: reading, put: fail, delete: fail, list: fail }
    const list = listOf('a', 'b')
    says('a').answer = () => Promise.reject(new NodeFailure('unreachable', 'answered 502'))
    const answer = open(list, documents).request(CALL)
    while (clock.sleepers() === 0 && asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(250)
    expect(await answer).toBe('b')
  })
})
