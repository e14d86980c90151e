import { expect, test } from 'vitest'
import { findArrival, isPaidByNothing } from '../../../src/cli/pay/arrival.ts'
import { TOKEN_EVENTS } from '../../../src/core/evm/events.ts'
import { runInSession } from '../../support/command-session.ts'
import { startFakeNode } from '../../support/fake-node.ts'
import { USDC } from '../../support/contract-world.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'

const API = 'http://127.0.0.1:8787/api/v1'
const HASH = `0x${'ab'.repeat(32)}`
const ALICE = `0x${'a1'.repeat(20)}`
const word = (hex: string) => `0x${hex.replace('0x', '').padStart(64, '0')}`

/** What is shown of a swap to USDC on Ethereum, whose transaction paid `payee` 99.5 on the chain. */
async function shown(payee: string, changes: Partial<ReturnType<typeof statusOf>> = {}, api: string | null = API) {
  const node = await startFakeNode((method) => {
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_blockNumber') return '0x90'
    if (method === 'eth_getBlockByNumber') return { number: '0x70' }
    const topics = [TOKEN_EVENTS.transfer.topic, word('0x1'), word(payee)]
    const logs = [{ address: USDC.address, topics, data: word((99_500_000).toString(16)) }]
    return { transactionHash: HASH, blockHash: '0xcc', blockNumber: '0x64', status: '0x1', gasUsed: '0x1', logs }
  })
  const transaction = {
    ...statusOf('tx_1', { status: 'SUCCESS' }),
    ...{ outboundHash: HASH, recipientWalletAddress: ALICE },
    dstAsset: { id: 1, symbol: 'USDC', contract: USDC.address, image: null, chain: 'ethereum' },
    ...changes,
  }
  let arrival: Awaited<ReturnType<typeof findArrival>>
  const { error } = await runInSession(
    async (session) => {
      arrival = await findArrival(session, api ?? undefined, transaction)
    },
    { settings: { 'rpc.ethereum': node.url } },
  )
  expect(error).toBeUndefined()
  return { arrival, transaction, calls: node.calls.length }
}

const SEEN = { by: 'chain', amount: '99.5', isFinal: true }
const PAIR = { srcChain: 'ethereum', dstChain: 'ethereum' }

test('a success over a server is held against the chain', async () => {
  const { arrival, transaction } = await shown(ALICE)
  expect(arrival).toEqual(SEEN)
  expect(isPaidByNothing(arrival, PAIR, HASH, transaction)).toBe(false)
})

test('a payment on one chain whose own receipt brought nothing is no success', async () => {
  const { arrival, transaction } = await shown(`0x${'ee'.repeat(20)}`)
  expect(arrival).toEqual({ ...SEEN, amount: '0' })
  expect(isPaidByNothing(arrival, PAIR, HASH, transaction)).toBe(true)
  // Another transaction may have paid it.
  expect(isPaidByNothing(arrival, { ...PAIR, dstChain: 'base' }, HASH, transaction)).toBe(false)
  expect(isPaidByNothing(arrival, PAIR, `0x${'cd'.repeat(32)}`, transaction)).toBe(false)
})

test('the server is named where nothing can be looked at: a coin, an unknown token, no hash', async () => {
  const asset = { id: 1, symbol: 'X', contract: null, image: null, chain: 'ethereum' }
  for (const changes of [{ dstAsset: asset }, { dstAsset: { ...asset, contract: ALICE } }, { outboundHash: null }]) {
    expect(await shown(ALICE, changes)).toMatchObject({ arrival: { by: 'server' }, calls: 0 })
  }
})

test('a swap of this machine, and one that is no success, is not looked for', async () => {
  expect(await shown(ALICE, {}, null)).toMatchObject({ arrival: undefined, calls: 0 })
  expect(await shown(ALICE, { status: 'FAILED' })).toMatchObject({ arrival: undefined, calls: 0 })
})
