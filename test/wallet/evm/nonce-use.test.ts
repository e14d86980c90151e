import { fakeRpc } from '../../support/fake-rpc.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Json, RpcCall } from '../../../src/core/ports.ts'
import { broadcastPayment } from '../../../src/wallet/evm/broadcast.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { EvmChain } from '../../../src/wallet/evm/evm-chain.ts'
import { readNonceUse } from '../../../src/wallet/evm/nonce-use.ts'
import { awaitOutcome } from '../../../src/wallet/evm/outcome.ts'
import { refusalOf } from './pay-world.ts'

const OWNER = `0x${'51'.repeat(20)}`
const OURS = `0x${'aa'.repeat(32)}`
const OTHER = `0x${'bb'.repeat(32)}`
const HEAD = 10_000n
const SIGNED = { owner: OWNER, nonce: 0, versions: [{ hash: OURS, raw: '0x02' }] }

/** What a node shows of a transaction's call. */
interface Call {
  readonly to: string
  readonly input: string
  readonly value: string
}

interface FakeNode {
  /** Block, hash and call of the transaction with nonce 0. */
  readonly used: ({ readonly block: bigint; readonly hash: string } & Partial<Call>) | undefined
  /** Blocks before the head whose state it keeps. */
  readonly keeps: bigint
}

/** A chain whose nodes know no receipt and no transaction by its hash, as nodes do that lag behind or keep no old ones. */
function chainOf(...nodes: readonly FakeNode[]): EvmChain {
  const answer = async ({ used, keeps }: FakeNode, { method, params }: RpcCall): Promise<unknown> => {
    switch (method) {
      case 'eth_blockNumber':
        return hex(HEAD)
      case 'eth_getTransactionCount': {
        const block = blockOf(params[1])
        if (block < HEAD - keeps) throw new RpcError('missing trie node', -32000)
        return used !== undefined && used.block <= block ? '0x1' : '0x0'
      }
      case 'eth_getBlockByNumber': {
        const isHere = used !== undefined && used.block === blockOf(params[0])
        return { transactions: isHere ? [{ from: OWNER, nonce: '0x0', ...used }] : [] }
      }
      case 'eth_sendRawTransaction':
        if (used === undefined) return OURS
        throw new RpcError('nonce too low', -32000)
      default:
        return null
    }
  }
  const [first] = nodes
  if (first === undefined) throw new Error('a chain without node')
  return {
    family: 'evm',
    key: 'base',
    name: 'Base',
    chainId: 8453,
    nativeSymbol: 'ETH',
    confirmations: 1,
    rpc: fakeRpc(nodes.map((node) => (call) => answer(node, call))),
  }
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}

function blockOf(tag: Json | undefined): bigint {
  return typeof tag === 'string' && tag.startsWith('0x') ? BigInt(tag) : HEAD
}

describe('a nonce that is used', () => {
  const payment = { hash: OURS, raw: '0x02' }

  it.each([1n, 95n, 96n, 97n, 5_000n, HEAD])(
    'is ours when the block it was used in, %s blocks back, shows our transaction though no node knows its receipt',
    async (back) => {
      const chain = chainOf({ used: { block: HEAD - back + 1n, hash: OURS }, keeps: HEAD })
      expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'ours' })
      await broadcastPayment(chain, payment, SIGNED)
    },
  )

  it.each([1n, 96n, 5_000n])('is taken by the transaction found in its block, %s blocks back', async (back) => {
    const chain = chainOf({ used: { block: HEAD - back, hash: OTHER }, keeps: HEAD })
    expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'elsewhere', hash: OTHER })
  })

  it.each([65n, 80n, 98n])('is found %s blocks back where nodes keep the state of 100', async (back) => {
    const chain = chainOf({ used: { block: HEAD - back, hash: OTHER }, keeps: 100n })
    expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'elsewhere', hash: OTHER })
  })

  it('is looked for at every node: one that keeps old state suffices', async () => {
    const used = { block: 70n, hash: OTHER }
    const chain = chainOf({ used, keeps: 128n }, { used, keeps: HEAD })
    expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'elsewhere', hash: OTHER })
  })

  it.each([OURS, OTHER])('proves nothing when no node keeps the state of its time (%s)', async (hash) => {
    const chain = chainOf({ used: { block: 70n, hash }, keeps: 128n })
    expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'forgotten' })
    const story = 'The nonce 0 was used long ago, and no node set for Base keeps the state of that time'
    expect(await refusalOf(broadcastPayment(chain, payment, SIGNED))).toEqual([
      'SERVICE_UNAVAILABLE',
      `${story}: the payment ${OURS} may be in the chain`,
      'unknown',
    ])
    const clock = { now: () => 0, sleep: async () => undefined }
    const parts = { clock, pollMs: 1, owner: OWNER, nonce: 0, earlier: [] }
    expect(await refusalOf(awaitOutcome(parts, chain, payment, new AbortController().signal))).toEqual([
      'CONFIG_INVALID',
      `${story}; name one that does, as rpc.base`,
      'unknown',
    ])
  })

  it('is open while no node has a transaction with it', async () => {
    const chain = chainOf({ used: undefined, keeps: 128n })
    expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'open' })
  })

  it('is unclear by the word of one operator where others exist, even if no other one is asked', async () => {
    const used = { block: 9_990n, hash: OTHER }
    const alone = chainOf({ used, keeps: 128n })
    const silent = { ...alone, rpc: { ...alone.rpc, operators: ['a', 'b', 'c'] } }
    expect(await readNonceUse(silent, SIGNED, { blocks: 1 })).toEqual({ state: 'unclear' })
    expect(await refusalOf(broadcastPayment(silent, payment, SIGNED))).toEqual([
      'SERVICE_UNAVAILABLE',
      expect.stringContaining('No node of Base took'),
      'unknown',
    ])
    const two = chainOf({ used, keeps: 128n }, { used, keeps: 128n })
    expect(await readNonceUse(two, SIGNED, { blocks: 1 })).toEqual({ state: 'elsewhere', hash: OTHER })
  })

  it('is unclear while one of two operators shows our transaction in its block', async () => {
    const chain = chainOf(
      { used: { block: 9_990n, hash: OTHER }, keeps: 128n },
      { used: { block: 9_990n, hash: OURS }, keeps: 128n },
    )
    expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'unclear' })
  })

  it('is unclear until what took it is deep enough', async () => {
    const chain = chainOf({ used: { block: 9_990n, hash: OTHER }, keeps: 128n })
    expect(await readNonceUse(chain, SIGNED, { blocks: 12 })).toEqual({ state: 'unclear' })
    expect(await readNonceUse(chain, SIGNED, { blocks: 11 })).toEqual({ state: 'elsewhere', hash: OTHER })
  })

  it('voids what spends much only as deep as that needs, since it is signed again then', async () => {
    const chain = chainOf({ used: { block: 9_990n, hash: OTHER }, keeps: 128n })
    const endings = [999_999_999n, 1_000_000_000n, undefined].map((usd) =>
      refusalOf(broadcastPayment(chain, payment, { ...SIGNED, readWorth: async () => usd })),
    )
    expect((await Promise.all(endings)).map(([code, , funds]) => [code, funds])).toEqual([
      ['WALLET_REFUSED', 'untouched'],
      ['SERVICE_UNAVAILABLE', 'unknown'],
      ['SERVICE_UNAVAILABLE', 'unknown'],
    ])
  })

  it('is unclear while nodes disagree', async () => {
    const chain = chainOf({ used: { block: 9_990n, hash: OTHER }, keeps: 128n }, { used: undefined, keeps: 128n })
    expect(await readNonceUse(chain, SIGNED, { blocks: 1 })).toEqual({ state: 'unclear' })
  })
})

describe('a nonce that the account used elsewhere for the same call', () => {
  const call: Call = { to: `0x${'De'.repeat(20)}`, input: '0x12345678', value: '0x7' }
  const signed = async (over: object = {}) => {
    const raw = await privateKeyToAccount(`0x${'01'.repeat(32)}`).signTransaction({
      ...{ type: 'eip1559', chainId: 8453, nonce: 0, to: `0x${'de'.repeat(20)}`, gas: 50_000n, value: 7n },
      ...{ data: '0x12345678', maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
      ...over,
    })
    return { hash: OURS, raw }
  }
  const node = (change: Partial<Call> = {}): FakeNode => ({
    used: { block: HEAD - 20n, hash: OTHER, ...call, ...change },
    keeps: 128n,
  })
  const useBy = async (nodes: readonly FakeNode[], own?: object) =>
    (await readNonceUse(chainOf(...nodes), { ...SIGNED, versions: [await signed(own)] }, { blocks: 1 })).state

  it('is ours under another hash, and its bytes are not sent again', async () => {
    const payment = await signed()
    const asked = { owner: OWNER, nonce: 0, versions: [payment] }
    const taker = {
      hash: OTHER,
      block: HEAD - 20n,
      to: call.to.toLowerCase(),
      data: call.input,
      value: 7n,
      gas: undefined,
    }
    expect(await readNonceUse(chainOf(node(), node()), asked, { blocks: 99 })).toEqual({
      ...{ state: 'same call', version: payment, taker },
    })
    await broadcastPayment(chainOf(node(), node()), payment, SIGNED)
  })

  it.each([{ to: OWNER }, { input: '0x12345679' }, { value: '0x8' }, { to: '' }])(
    'is another transaction where that differs by %j',
    async (change) => {
      expect(await useBy([node(change), node(change)])).toBe('elsewhere')
    },
  )

  it('is another transaction where ours is for another chain', async () => {
    expect(await useBy([node(), node()], { chainId: 1 })).toBe('elsewhere')
  })

  it('is not believed to one of two operators', async () => {
    expect(await useBy([node(), node({ value: '0x8' })])).toBe('unclear')
    expect(await useBy([node(), { used: undefined, keeps: 128n }])).toBe('unclear')
  })

  it.each([
    ['0x1', 'call', { state: 'mined', hash: OTHER, sameAs: OURS }],
    ['0x0', 'call', { state: 'reverted', hash: OTHER, sameAs: OURS, reason: 'no reason was given' }],
    ['0x1', 'cancel', { state: 'cancelled', hash: OTHER, sameAs: OURS }],
  ] as const)('is waited for as our own versions are: status %s of a %s', async (status, kind, outcome) => {
    const told: string[] = []
    const chain = chainOf(node(), node())
    const receipt = { transactionHash: OTHER, blockNumber: hex(HEAD - 20n), blockHash: '0xcc', status, gasUsed: '0x1' }
    const answer = async ({ method, params }: RpcCall): Promise<unknown> => {
      if (method === 'eth_call') throw new RpcError('execution reverted', 3)
      if (method !== 'eth_getTransactionReceipt') return chain.rpc.request({ method, params })
      return params[0] === OTHER ? receipt : null
    }
    const parts = {
      clock: { now: () => 0, sleep: async () => undefined },
      pollMs: 1,
      owner: OWNER,
      nonce: 0,
      earlier: [],
    }
    const ways = { ...parts, tell: (text: string) => void told.push(text) }
    const payment = { ...(await signed()), kind }
    const signal = new AbortController().signal
    expect(await awaitOutcome(ways, { ...chain, rpc: fakeRpc([answer, answer]) }, payment, signal)).toEqual(outcome)
    expect(told).toEqual([
      `${OTHER} has its nonce and makes the same call: it was signed elsewhere, and is followed as this payment`,
    ])
  })
})

describe('a transaction in a block', () => {
  /** A node whose chain has the transaction in a block with this hash, from this many questions on. */
  const node = (block: string, from = 0) => {
    let asked = 0
    return async ({ method }: { readonly method: string }): Promise<unknown> => {
      if (method === 'eth_blockNumber') return '0x65'
      if (method !== 'eth_getTransactionReceipt') return null
      asked += 1
      return asked <= from
        ? null
        : { transactionHash: OURS, blockNumber: '0x64', blockHash: block, status: '0x1', gasUsed: '0x5208' }
    }
  }
  const settled = async (...nodes: readonly ReturnType<typeof node>[]) => {
    const chain = { ...chainOf({ used: undefined, keeps: 1n }), rpc: fakeRpc(nodes), confirmations: 2 }
    let polls = 0
    const leave = new AbortController()
    const clock = {
      now: () => 0,
      sleep: async () => {
        polls += 1
        if (polls >= 9) leave.abort()
      },
    }
    const parts = { clock, pollMs: 1, owner: OWNER, nonce: 0, earlier: [] }
    const outcome = await awaitOutcome(parts, chain, { hash: OURS, raw: '0x02' }, leave.signal).catch(() => 'waits')
    return [outcome, polls]
  }
  const mined = { state: 'mined', hash: OURS }

  it('counts once a second operator has it in the same block', async () => {
    expect(await settled(node('0xaa'), node('0xaa'))).toEqual([mined, 0])
    expect(await settled(node('0xaa'), node('0xaa', 3))).toEqual([mined, 2])
  })

  it('does not count by the word of one of two, nor where they name different blocks', async () => {
    expect(await settled(node('0xaa'), node('0xaa', 99))).toEqual(['waits', 9])
    expect(await settled(node('0xaa'), node('0xbb'))).toEqual(['waits', 9])
    expect(await settled(node('0xaa'), node('0xbb'), node('0xaa'))).toEqual([mined, 0])
  })

  it('counts by a node of the user, or the only one that there is', async () => {
    expect(await settled(node('0xaa'))).toEqual([mined, 0])
  })
})
