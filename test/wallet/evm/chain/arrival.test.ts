import { expect, test } from 'vitest'
import { TOKEN_EVENTS, WRAPPED_COIN_EVENTS } from '../../../../src/core/evm/events.ts'
import { readArrival } from '../../../../src/wallet/evm/chain/arrival.ts'
import type { EvmChain } from '../../../../src/wallet/evm/evm-chain.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'

const HASH = `0x${'ab'.repeat(32)}`
const TOKEN = `0x${'a0'.repeat(20)}`
const ALICE = `0x${'a1'.repeat(20)}`
const POOL = `0x${'b0'.repeat(20)}`

const word = (hex: string) => `0x${hex.replace('0x', '').padStart(64, '0')}`
const transfer = (from: string, to: string, units: number, address = TOKEN) => ({
  address,
  topics: [TOKEN_EVENTS.transfer.topic, word(from), word(to)],
  data: word(units.toString(16)),
})
const wrap = (owner: string, units: number) => ({
  address: TOKEN,
  topics: [WRAPPED_COIN_EVENTS.deposit.topic, word(owner)],
  data: word(units.toString(16)),
})

/** What arrived by the logs that each node has; `dead` for one that does not answer. */
async function arrivalBy(
  nodes: readonly (readonly object[] | 'dead' | null)[],
  { status = '0x1', safe = '0x70' } = {},
) {
  const rpc = fakeRpc(
    nodes.map((logs) => async ({ method }) => {
      if (logs === 'dead') throw new Error('offline')
      if (method === 'eth_blockNumber') return '0x90'
      if (method === 'eth_getBlockByNumber') return { number: safe }
      if (logs === null) return null
      return { transactionHash: HASH, blockHash: '0xcc', blockNumber: '0x64', status, gasUsed: '0x1', logs }
    }),
  )
  const chain = { family: 'evm', key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH', rpc } as const
  return readArrival({ ...chain, confirmations: 2 } as EvmChain, HASH, { token: TOKEN, recipient: ALICE })
}

test('what arrived is what transfers and wraps of the token added to the recipient', async () => {
  const logs = [transfer(POOL, ALICE, 900), transfer(ALICE, POOL, 100), transfer(POOL, ALICE, 5, POOL), wrap(POOL, 7)]
  expect(await arrivalBy([logs, logs])).toEqual({ units: 800n, block: 100n, isFinal: true })
  expect(await arrivalBy([logs, logs], { safe: '0x63' })).toEqual({ units: 800n, block: 100n, isFinal: false })
  expect(await arrivalBy([[wrap(ALICE, 7)]])).toEqual({ units: 7n, block: 100n, isFinal: true })
})

test('a transaction that failed, or paid somebody else, brought nothing', async () => {
  const logs = [transfer(POOL, ALICE, 900)]
  expect(await arrivalBy([logs, logs], { status: '0x0' })).toMatchObject({ units: 0n })
  expect(await arrivalBy([[transfer(POOL, POOL, 900)]])).toMatchObject({ units: 0n })
})

test.each([
  ['one of several operators alone answers', [[transfer(POOL, ALICE, 900)], 'dead', 'dead']],
  ['operators differ on what arrived', [[transfer(POOL, ALICE, 900)], []]],
  ['the transaction is in no block', [null, null]],
] as const)('nothing is known where %s', async (_name, nodes) => {
  expect(await arrivalBy(nodes)).toBeUndefined()
})
