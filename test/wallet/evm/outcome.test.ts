import { expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem'
import { awaitOutcome } from '../../../src/wallet/evm/outcome.ts'
import type { RpcCall } from '../../../src/core/ports.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const ACCOUNT = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const RAW = await ACCOUNT.signTransaction({
  ...{ type: 'eip1559', chainId: 1, nonce: 0, to: `0x${'de'.repeat(20)}`, gas: 50_000n, value: 0n, data: '0x12345678' },
  ...{ maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
})
const HASH = keccak256(RAW)
const MINED = { blockNumber: '0x60', status: '0x1', blockHash: '0xcc' }

/** A node with this receipt, or none that answers. */
const node =
  (receipt: object | undefined) =>
  async ({ method }: RpcCall): Promise<unknown> => {
    if (receipt === undefined) throw new Error('offline')
    if (method === 'eth_blockNumber') return '0x64'
    if (method === 'eth_getTransactionReceipt') return { transactionHash: HASH, gasUsed: '0x5208', ...receipt }
    return '0x'
  }

/** What became of the payment by the third poll; undefined where it is still waited for. */
async function outcomeBy(receipts: readonly (object | undefined)[], isOwn = false) {
  const stop = new AbortController()
  let polls = 0
  const sleep = async () => {
    polls += 1
    if (polls > 2) stop.abort()
  }
  const clock = { ...createFakeClock(), sleep }
  const rpc = fakeRpc(receipts.map(node), { isOwn })
  const chain = { family: 'evm', key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH', rpc } as const
  const parts = { clock, pollMs: 1, owner: ACCOUNT.address, nonce: 0, earlier: [] }
  const payment = { hash: HASH, raw: RAW, nonce: 0 }
  try {
    return (await awaitOutcome(parts, { ...chain, confirmations: 2 }, payment, stop.signal)).state
  } catch (error) {
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    return undefined
  }
}

test('a payment is mined by two operators, by the only one that is known, or by a node of the user', async () => {
  expect(await outcomeBy([MINED, MINED])).toBe('mined')
  expect(await outcomeBy([MINED])).toBe('mined')
  expect(await outcomeBy([MINED, undefined], true)).toBe('mined')
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
