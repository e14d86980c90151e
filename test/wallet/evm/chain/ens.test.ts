import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  namehash,
  parseAbi,
  toHex,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { resolveEns } from '../../../../src/wallet/evm/chain/ens.ts'
import type { EvmChain } from '../../../../src/wallet/evm/evm-chain.ts'
import { looksLikeEns } from '../../../../src/wallet/evm/chain/ens-name.ts'
import type { RpcCall } from '../../../../src/core/ports.ts'
import { chainAt, startFakeNode } from '../../../support/fake-node.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'

const RESOLVER = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes result, address resolver)',
  'error ResolverNotFound(bytes name)',
  'error ResolverError(bytes errorData)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const RECORDS = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const ZERO = '0x0000000000000000000000000000000000000000'
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NOT_FOUND = encodeErrorResult({ abi: RESOLVER, errorName: 'ResolverNotFound', args: ['0x00'] })
const BASE = 8453
const BASE_COIN = 0x80000000n + 8453n
const EVERY_EVM = 0x80000000n

const ETHEREUM: Omit<EvmChain, 'rpc'> = {
  family: 'evm',
  key: 'ethereum',
  name: 'Ethereum',
  chainId: 1,
  nativeSymbol: 'ETH',
  confirmations: 1,
}

/** Records by coin type; 60 is Ethereum's. */
type Records = ReadonlyMap<bigint, Hex>

/** A node of Ethereum on which `alice.eth` has these records, and an address may have code. */
async function ensNode(records: Records, code: Hex = '0x', chainId = '0x1') {
  return startFakeNode((method, params) => {
    if (method === 'eth_chainId') return chainId
    if (method === 'eth_getCode') return params[0] === ALICE ? code : '0x'
    if (method !== 'eth_call') return undefined
    const [{ to, data }] = params as [{ to: string; data: Hex }]
    if (to.toLowerCase() !== UNIVERSAL_RESOLVER) return '0x'
    const { args } = decodeFunctionData({ abi: RESOLVER, data })
    const [name, query] = args
    if (name !== toHex(packetToBytes('alice.eth'))) return { error: { code: 3, message: 'reverted', data: NOT_FOUND } }
    return answered(records, query)
  })
}

function answered(records: Records, query: Hex) {
  const { args } = decodeFunctionData({ abi: RECORDS, data: query })
  if (args[0] !== namehash('alice.eth')) throw new Error('asked for another node')
  const found = records.get(args[1] ?? 60n)
  const result =
    args[1] === undefined
      ? encodeAbiParameters([{ type: 'address' }], [found ?? ZERO])
      : encodeAbiParameters([{ type: 'bytes' }], [found ?? '0x'])
  return encodeFunctionResult({ abi: RESOLVER, functionName: 'resolve', result: [result, BOB] })
}

async function resolved(records: Records, name: string, chainId?: number, code?: Hex) {
  const { url } = await ensNode(records, code)
  return resolveEns(await chainAt(url), name, chainId)
}

describe('an ENS name', () => {
  test('stands for its address on Ethereum, by its normal form', async () => {
    expect(await resolved(new Map([[60n, ALICE]]), ' Alice.ETH ')).toEqual({
      name: 'alice.eth',
      address: ALICE,
      warning: undefined,
      isAgreed: true,
    })
  })

  test('stands for the address that it has for the chain, not for that on Ethereum', async () => {
    const records = new Map<bigint, Hex>([
      [60n, ALICE],
      [EVERY_EVM, ALICE],
      [BASE_COIN, BOB],
    ])
    expect(await resolved(records, 'alice.eth', BASE)).toEqual({
      name: 'alice.eth',
      address: BOB,
      warning: undefined,
      isAgreed: true,
    })
  })

  test('without an address for the chain stands for the one for every EVM chain, and says so', async () => {
    const records = new Map<bigint, Hex>([
      [60n, ALICE],
      [EVERY_EVM, BOB],
    ])
    expect(await resolved(records, 'alice.eth', BASE)).toEqual({
      name: 'alice.eth',
      address: BOB,
      warning: 'alice.eth has no address of its own for the chain 8453; this is its address for every EVM chain',
      isAgreed: true,
    })
  })

  test.each<[string, Hex]>([
    ['an account', '0x'],
    ['an account that delegates', `0xef0100${'11'.repeat(20)}`],
  ])('without either stands for %s on Ethereum, and says so', async (_name, code) => {
    expect(await resolved(new Map([[60n, ALICE]]), 'alice.eth', BASE, code)).toEqual({
      name: 'alice.eth',
      address: ALICE,
      warning: 'alice.eth has no address for the chain 8453; this is its address on Ethereum',
      isAgreed: true,
    })
  })

  test('never stands for a contract of Ethereum on another chain', async () => {
    await expect(resolved(new Map([[60n, ALICE]]), 'alice.eth', BASE, '0x6080')).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message:
        'alice.eth has no address for the chain 8453, and on Ethereum it stands for a contract, which may not exist elsewhere',
    })
  })

  test.each<[string, Records, string, number | undefined, string]>([
    ['that nobody has', new Map(), 'bob.eth', undefined, 'bob.eth stands for no address on Ethereum'],
    ['without a record', new Map(), 'alice.eth', undefined, 'alice.eth stands for no address on Ethereum'],
    [
      'whose record was taken back',
      new Map([[60n, ZERO]]),
      'alice.eth',
      1,
      'alice.eth stands for no address on Ethereum',
    ],
    [
      'without a record of any chain',
      new Map([[BASE_COIN, ZERO]]),
      'alice.eth',
      BASE,
      'alice.eth stands for no address on the chain 8453, nor on Ethereum',
    ],
    [
      'with a record that is no EVM address',
      new Map<bigint, Hex>([[BASE_COIN, '0x0014751e76e8199196d454941c45d1b3a323f1433bd6']]),
      'alice.eth',
      BASE,
      'What alice.eth stands for is not an EVM address',
    ],
  ])('%s is refused', async (_name, records, name, chainId, message) => {
    await expect(resolved(records, name, chainId)).rejects.toMatchObject({ code: 'INVALID_ADDRESS', message })
  })

  test.each([
    ['a Cyrillic letter among Latin ones', 'аlice.eth'],
    ['an invisible letter', 'ali\u200dce.eth'],
    ['an underscore inside', 'ali_ce.eth'],
    ['an empty label', 'alice..eth'],
  ])('with %s is refused, and nobody is asked', async (_name, name) => {
    const node = await ensNode(new Map([[60n, ALICE]]))
    await expect(resolveEns(await chainAt(node.url), name)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    expect(node.calls).toEqual([])
  })
})

describe('looking up an ENS name', () => {
  const failing = async (answer: unknown) => {
    const node = await startFakeNode((method) => (method === 'eth_chainId' ? '0x1' : answer))
    return resolveEns(await chainAt(node.url), 'alice.eth')
  }

  test('does not follow a record out of the chain', async () => {
    const data = encodeErrorResult({
      abi: RESOLVER,
      errorName: 'OffchainLookup',
      args: [BOB, ['https://gateway.example/{data}'], '0x', '0x12345678', '0x'],
    })
    await expect(failing({ error: { code: 3, message: 'execution reverted', data } })).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message: 'alice.eth is kept outside the chain by a gateway, which swapcli does not ask',
      hint: 'Give the 0x address itself',
    })
  })

  test('takes a resolver that fails for one without the record', async () => {
    const data = encodeErrorResult({ abi: RESOLVER, errorName: 'ResolverError', args: ['0x'] })
    await expect(failing({ error: { code: -32000, message: 'execution reverted', data } })).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
    })
  })

  test.each([
    ['nothing', '0x'],
    ['no text', 5],
    ['no hex', '0xzz'],
    ['offsets that lead out of it', `0x${'f'.repeat(64)}`],
    ['bytes longer than it', `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`],
    [
      'a record of half a word',
      encodeFunctionResult({ abi: RESOLVER, functionName: 'resolve', result: [`0x${'11'.repeat(16)}`, BOB] }),
    ],
    [
      'an address with letters above it',
      encodeFunctionResult({ abi: RESOLVER, functionName: 'resolve', result: [`0x${'11'.repeat(32)}`, BOB] }),
    ],
    ['an error of its own', { error: { code: -32000, message: 'header not found' } }],
    ['a revert that says nothing', { error: { code: 3, message: 'execution reverted' } }],
    ['a revert that ENS does not have', { error: { code: 3, message: 'execution reverted', data: '0x12345678' } }],
  ])('ends when the node answers %s', async (_name, answer) => {
    await expect(failing(answer)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  test('is refused for a chain whose id has no coin type, and asks nobody', async () => {
    const node = await ensNode(new Map([[60n, ALICE]]))
    await expect(resolveEns(await chainAt(node.url), 'alice.eth', 20_000_000_000_001)).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message: 'alice.eth cannot be looked up for a chain that is not an EVM chain',
    })
    expect(node.calls).toEqual([])
  })

  test('asks no node of another chain', async () => {
    const { url } = await ensNode(new Map([[60n, ALICE]]), '0x', '0x2105')
    await expect(resolveEns(await chainAt(url), 'alice.eth')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'The node set for Ethereum belongs to another chain: it answers 0x2105',
    })
  })
})

describe('the operators of public nodes', () => {
  const HEAD = 1_000
  /** A node whose records are these, and the blocks at which it was asked for them. */
  function publicNode(records: Records, head = HEAD) {
    const blocks: unknown[] = []
    const answer = async ({ method, params }: RpcCall): Promise<unknown> => {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_blockNumber') return toHex(head)
      if (method === 'eth_getCode') return '0x'
      const [{ data }, block] = params as unknown as [{ data: Hex }, unknown]
      blocks.push(block)
      return answered(records, decodeFunctionData({ abi: RESOLVER, data }).args[1])
    }
    return { answer, blocks }
  }
  const alice: Records = new Map([[60n, ALICE]])
  const bob: Records = new Map([[60n, BOB]])
  const ask = (nodes: readonly { readonly answer: (call: RpcCall) => Promise<unknown> }[], chainId?: number) => {
    const rpc = fakeRpc(nodes.map(({ answer }) => answer))
    return resolveEns({ ...ETHEREUM, rpc }, 'alice.eth', chainId)
  }
  const dead = { answer: () => Promise.reject(new Error('offline')) }

  test('agree at a block that both have', async () => {
    const [first, second] = [publicNode(alice, HEAD + 2), publicNode(alice)]
    expect(await ask([first, second])).toMatchObject({ address: ALICE, isAgreed: true })
    expect([first.blocks, second.blocks]).toEqual([['0x3e5'], ['0x3e5']])
  })

  test('of whom one is far ahead or behind leave no block to read at: one must not choose an old record', async () => {
    for (const head of [HEAD - 500, HEAD + 500]) {
      const asked = ask([publicNode(alice, head), publicNode(alice), publicNode(alice)])
      await expect(asked).rejects.toMatchObject({ code: 'WALLET_REFUSED', reason: 'name' })
    }
    const nodes = [publicNode(alice, HEAD - 2), publicNode(alice), publicNode(alice, HEAD + 2)]
    expect(await ask(nodes)).toMatchObject({ address: ALICE, isAgreed: true })
    expect(nodes[1]?.blocks).toEqual([toHex(HEAD - 3)])
  })

  test('outvote one that lies', async () => {
    expect(await ask([publicNode(bob), publicNode(alice), publicNode(alice)])).toMatchObject({
      address: ALICE,
      isAgreed: true,
    })
  })

  test('leave nobody to believe where they differ', async () => {
    await expect(ask([publicNode(alice), publicNode(bob)])).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      reason: 'name',
      message: 'Nobody knows what alice.eth is: the nodes of a, b answer differently',
    })
  })

  test('cannot hide a record by denying it alone', async () => {
    const base = new Map([...alice, [BASE_COIN, BOB]] as const)
    await expect(ask([publicNode(alice), publicNode(base)], BASE)).rejects.toMatchObject({ reason: 'name' })
  })

  test('are no two where one answers', async () => {
    expect(await ask([publicNode(alice), dead])).toMatchObject({ address: ALICE, isAgreed: false })
  })
})

describe('a text', () => {
  test.each(['alice.eth', 'pay.alice.eth', 'Alice.ETH', 'алиса.eth', '🦄.eth', ' alice.eth '])(
    '"%s" is meant as an ENS name',
    (text) => expect(looksLikeEns(text)).toBe(true),
  )

  test.each([
    '',
    '.eth',
    'eth',
    'alice',
    'alice.near',
    'example.com',
    ALICE,
    'ETH.ETH/x',
    'a..eth',
    'a b.eth',
    `${'a'.repeat(255)}.eth`,
  ])('"%s" is not', (text) => expect(looksLikeEns(text)).toBe(false))
})
