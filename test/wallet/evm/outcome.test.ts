import { expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem'
import { awaitOutcome } from '../../../src/wallet/evm/outcome.ts'
import type { RpcCall } from '../../../src/core/ports.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'

const ACCOUNT = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const RAW = await ACCOUNT.signTransaction({
  ...{ type: 'eip1559', chainId: 1, nonce: 0, to: `0x${'de'.repeat(20)}`, gas: 50_000n, value: 0n, data: '0x12345678' },
  ...{ maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
})
const HASH = keccak256(RAW)
const MINED = { blockNumber: '0x60', status: '0x1', blockHash: '0xcc' }

/** A node with this receipt, or none that answers; its head is the block 100, and 80 is safe. */
const node =
  (receipt: object | null | undefined, head = '0x64', safe = '0x50') =>
  async ({ method }: RpcCall): Promise<unknown> => {
    if (receipt === undefined) throw new Error('offline')
    if (method === 'eth_blockNumber') return head
    if (method === 'eth_getBlockByNumber') return { number: safe }
    if (method === 'eth_getTransactionCount') return '0x0'
    if (method !== 'eth_getTransactionReceipt') return '0x'
    return receipt === null ? null : { transactionHash: HASH, gasUsed: '0x5208', ...receipt }
  }
type Node = ReturnType<typeof node>

interface Waits {
  readonly isOwn?: boolean
  /** Seconds between two polls. @default 0 */
  readonly pauseSec?: number
  /** How far the clock is set forward at each poll, in milliseconds. @default 0 */
  readonly jumpMs?: number
  readonly readWorth?: () => Promise<bigint | undefined>
  readonly kind?: 'cancel'
}

/** What became of the payment by the seventh poll, undefined where it is still waited for, and what was told. */
async function waitFor(
  nodes: readonly Node[],
  { isOwn = false, pauseSec = 0, jumpMs = 0, readWorth, kind }: Waits = {},
) {
  const stop = new AbortController()
  const told: string[] = []
  let [polls, nowMs, setMs] = [0, 0, 0]
  const sleep = async () => {
    polls += 1
    setMs += jumpMs
    nowMs += pauseSec * 1000
    if (polls > 6) stop.abort()
  }
  const rpc = fakeRpc(nodes, { isOwn })
  const chain = { family: 'evm', key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH', rpc } as const
  const parts = {
    clock: { now: () => nowMs + setMs, monotonicMs: () => nowMs, sleep },
    pollMs: 1,
    owner: ACCOUNT.address,
    nonce: 0,
    earlier: [],
  }
  const tell = (text: string) => void told.push(text)
  const payment = { hash: HASH, raw: RAW, nonce: 0, ...(kind === undefined ? {} : { kind }) }
  try {
    const waiting = awaitOutcome({ ...parts, tell, readWorth }, { ...chain, confirmations: 2 }, payment, stop.signal)
    return { state: (await waiting).state, told }
  } catch (error) {
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    return { state: undefined, told }
  }
}

const outcomeBy = async (receipts: readonly (object | undefined)[], isOwn = false) =>
  (
    await waitFor(
      receipts.map((receipt) => node(receipt)),
      { isOwn },
    )
  ).state

test('a payment is mined by two operators, by the only one that is known, or by a node of the user', async () => {
  expect(await outcomeBy([MINED, MINED])).toBe('mined')
  expect(await outcomeBy([MINED])).toBe('mined')
  expect(await outcomeBy([MINED, undefined], true)).toBe('mined')
})

test('what was signed for an earlier nonce, and is in no block, is sent again before the payment', async () => {
  const sign = async (nonce: number, chainId = 1) => {
    const raw = await ACCOUNT.signTransaction({
      ...{ type: 'eip1559', chainId, nonce, to: `0x${'de'.repeat(20)}`, gas: 50_000n, maxFeePerGas: 10n },
    })
    return { hash: keccak256(raw), raw }
  }
  const [payment, ...others] = await Promise.all([sign(2), sign(1), sign(0), sign(3), sign(0, 8453)])
  const unreadable = { hash: '0xee', raw: '0xee' }
  const sent: unknown[] = []
  const lost = async (call: RpcCall) => {
    if (call.method === 'eth_sendRawTransaction') sent.push(call.params[0])
    return call.method === 'eth_getTransactionByHash' ? null : node(null)(call)
  }
  const stop = new AbortController()
  let polls = 0
  const sleep = async () => {
    polls += 1
    if (polls > 15) stop.abort()
  }
  const chain = { family: 'evm', key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH' } as const
  const parts = { clock: { now: () => 0, sleep }, pollMs: 1, owner: ACCOUNT.address, nonce: 2, earlier: [] }
  const listUnsettled = async () => [unreadable, payment, ...others]
  await awaitOutcome(
    { ...parts, listUnsettled },
    { ...chain, rpc: fakeRpc([lost]), confirmations: 1 },
    payment,
    stop.signal,
  ).catch(() => undefined)
  expect(sent).toEqual([others[1]?.raw, others[0]?.raw, payment.raw])
})

test('a nonce before the payment that nothing has, on any node and here, is named once', async () => {
  const sign = async (nonce: number) => {
    const raw = await ACCOUNT.signTransaction({
      ...{ type: 'eip1559', chainId: 1, nonce, to: `0x${'de'.repeat(20)}`, gas: 50_000n, maxFeePerGas: 10n },
    })
    return { hash: keccak256(raw), raw }
  }
  const [payment, before] = await Promise.all([sign(2), sign(1)])
  const tellsOf = async (pending: readonly string[], unsettled: readonly { hash: string; raw: string }[] = []) => {
    const nodes = pending.map((count) => async (call: RpcCall) => {
      if (call.method !== 'eth_getTransactionCount') return node(null)(call)
      return call.params[1] === 'pending' ? count : '0x1'
    })
    const stop = new AbortController()
    const told: string[] = []
    let polls = 0
    const sleep = async () => {
      polls += 1
      if (polls > 60) stop.abort()
    }
    const chain = { family: 'evm', key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH' } as const
    const parts = { clock: { now: () => 0, sleep }, pollMs: 1, owner: ACCOUNT.address, nonce: 2, earlier: [] }
    await awaitOutcome(
      { ...parts, listUnsettled: async () => unsettled, tell: (text) => void told.push(text) },
      { ...chain, rpc: fakeRpc(nodes), confirmations: 1 },
      payment,
      stop.signal,
    ).catch(() => undefined)
    return told
  }
  const told = `waiting: no node of Ethereum shows a transaction of ${ACCOUNT.address} with the nonce 1, and no block takes this one, 2, before it; the next one that the account sends has it, from any wallet: a transfer of nothing to itself is enough`
  expect(await tellsOf(['0x1', '0x1'])).toEqual([told])
  expect(await tellsOf(['0x1', '0x3'])).toEqual([])
  expect(await tellsOf(['0x1', '0x1'], [before])).toEqual([])
})

test('an outcome does not rest on one operator where the others fail', async () => {
  expect(await outcomeBy([MINED, undefined, undefined])).toBe(undefined)
  expect(await outcomeBy([{ ...MINED, status: '0x0' }, undefined, undefined])).toBe(undefined)
})

test('one operator that calls a payment reverted is outvoted by two that have it', async () => {
  expect(await outcomeBy([{ ...MINED, status: '0x0', blockHash: '0xee' }, MINED, MINED])).toBe('mined')
})

test('operators that put one block at different heights do not agree', async () => {
  expect(await outcomeBy([MINED, { ...MINED, blockNumber: '0x5' }])).toBe(undefined)
})

const REVERTED = { ...MINED, status: '0x0' }
const LATE = { pauseSec: 31 }

test('after a while one operator of several suffices to go on, and is named', async () => {
  const dead = node(undefined)
  expect(await waitFor([node(MINED), dead, dead], LATE)).toEqual({
    state: 'mined',
    told: [
      'single node: only one operator of Ethereum answers; waiting for another one for 90 s',
      'single node: going on, though only one operator of Ethereum says that the transaction is in a block',
    ],
  })
  expect(await waitFor([node(MINED), node(MINED), dead], LATE)).toEqual({ state: 'mined', told: [] })
})

test('one operator alone is not believed sooner where the clock is set forward by days', async () => {
  expect((await waitFor([node(MINED), node(undefined), node(undefined)], { jumpMs: 864_000_000 })).state).toBe(
    undefined,
  )
})

test('nothing is called reverted or cancelled by one operator of several, however long it takes: somebody would pay again', async () => {
  const dead = node(undefined)
  const told = ['single node: only one operator of Ethereum answers; waiting for another one for as long as it takes']
  expect(await waitFor([node(REVERTED), dead, dead], LATE)).toEqual({ state: undefined, told })
  expect(await waitFor([node(MINED), dead, dead], { ...LATE, kind: 'cancel' })).toEqual({ state: undefined, told })
  expect((await waitFor([node(REVERTED), node(REVERTED), dead], LATE)).state).toBe('reverted')
  expect((await waitFor([node(MINED), node(MINED), dead], { ...LATE, kind: 'cancel' })).state).toBe('cancelled')
})

test('one node that states a head far ahead does not make a payment deep', async () => {
  const young = { ...MINED, blockNumber: '0x64' }
  expect((await waitFor([node(young, '0xffff'), node(young), node(young)])).state).toBe(undefined)
  expect((await waitFor([node(MINED, '0xffff'), node(MINED), node(MINED)])).state).toBe('mined')
})

test('one node that denies a receipt does not keep a payment waiting', async () => {
  expect((await waitFor([node(null), node(MINED), node(MINED)])).state).toBe('mined')
})

test.each([
  ['a small payment', 999_000_000n, 'reverted'],
  ['a large payment', 1_000_000_000n, undefined],
  ['a payment of unknown worth', undefined, undefined],
])('%s is called reverted once its block is as deep as its worth needs', async (_name, usd, state) => {
  const readWorth = () => Promise.resolve(usd)
  const nodes = (safe: string, head: string) => [1, 2].map(() => node(REVERTED, head, safe))
  expect((await waitFor(nodes('0x50', '0x64'), { readWorth })).state).toBe(state)
  expect((await waitFor(nodes('0x60', '0x7f'), { readWorth })).state).toBe('reverted')
})

test('a first node whose receipts cannot be used does not keep the others from being heard', async () => {
  const garbled = node({ ...MINED, transactionHash: `0x${'ab'.repeat(32)}` })
  expect((await waitFor([garbled, node(MINED), node(MINED)])).state).toBe('mined')
})

test('what is waited for is said once where operators differ about a receipt or one lacks it, and a third decides', async () => {
  const told = [
    `waiting: no two operators of Ethereum show the same receipt of ${HASH} (asked: a, b); going on once two do`,
  ]
  const elsewhere = node({ ...MINED, blockHash: '0xee' })
  expect(await waitFor([node(MINED), node(null)], LATE)).toEqual({ state: undefined, told })
  expect(await waitFor([node(MINED), elsewhere], LATE)).toEqual({ state: undefined, told })
  expect(await waitFor([node(MINED), elsewhere, node(MINED)], LATE)).toEqual({ state: 'mined', told: [] })
  expect(await waitFor([node(MINED), node(null), node(MINED)], LATE)).toEqual({ state: 'mined', told: [] })
})
