import { expect, test } from 'vitest'
import { type ExpectedEnd, findArrival } from '../../../src/cli/pay/arrival.ts'
import { TOKEN_EVENTS } from '../../../src/core/evm/events.ts'
import { runInSession } from '../../support/command-session.ts'
import { startFakeNode } from '../../support/fake-node.ts'
import { USDC } from '../../support/contract-world.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'

const API = 'http://127.0.0.1:8787/api/v1'
const HASH = `0x${'ab'.repeat(32)}`
const ALICE = `0x${'a1'.repeat(20)}`
const word = (hex: string) => `0x${hex.replace('0x', '').padStart(64, '0')}`

const OTHER = `0x${'cd'.repeat(32)}`
const THIEF = `0x${'ee'.repeat(20)}`
const SIDE = { chainKey: 'ethereum', token: USDC.address, recipient: ALICE }
/** A payment on one chain. */
const ONE_CHAIN = { payout: SIDE, refund: SIDE, paidBy: HASH }
const BRIDGE = { ...ONE_CHAIN, payout: { ...SIDE, chainKey: 'base' } }

type Block = readonly [payee: string, block?: string]

/** What is shown of a swap to USDC on Ethereum. @param paid whom each transaction paid 99.5 on the chain, and in which block */
async function shown(
  paid: Readonly<Record<string, Block>> | string,
  changes: Partial<ReturnType<typeof statusOf>> = {},
  { api = API, expected }: { api?: string | null; expected?: ExpectedEnd } = {},
) {
  const all = typeof paid === 'string' ? { [HASH]: [paid] as Block } : paid
  const node = await startFakeNode((method, [hash]) => {
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_blockNumber') return '0x90'
    if (method === 'eth_getBlockByNumber') return { number: '0x70' }
    const [payee, blockNumber = '0x64'] = all[String(hash)] ?? []
    if (payee === undefined) return null
    const topics = [TOKEN_EVENTS.transfer.topic, word('0x1'), word(payee)]
    const logs = [{ address: USDC.address, topics, data: word((99_500_000).toString(16)) }]
    return { transactionHash: hash, blockHash: '0xcc', blockNumber, status: '0x1', gasUsed: '0x1', logs }
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
      arrival = await findArrival(session, api ?? undefined, transaction, expected)
    },
    { settings: { 'rpc.ethereum': node.url } },
  )
  expect(error).toBeUndefined()
  return { arrival, calls: node.calls.length }
}

const SEEN = { by: 'chain', amount: '99.5', asset: 'USDC on ethereum', isFinal: true }
const NOTHING = { ...SEEN, amount: '0' }

test('a success over a server is held against the chain', async () => {
  const { arrival } = await shown(ALICE)
  expect(arrival).toEqual(SEEN)
})

test('a payment on one chain whose own receipt brought nothing is no success, whatever hash the server names', async () => {
  for (const outboundHash of [HASH, OTHER, null]) {
    const { arrival } = await shown(THIEF, { outboundHash }, { expected: ONE_CHAIN })
    expect(arrival).toEqual(NOTHING)
  }
})

test('a deposit on one chain is paid out by another transaction, and not before it', async () => {
  const paidIn = (block: string) =>
    shown({ [HASH]: [THIEF], [OTHER]: [ALICE, block] }, { outboundHash: OTHER }, { expected: ONE_CHAIN })
  expect((await paidIn('0x65')).arrival).toEqual(SEEN)
  expect((await paidIn('0x63')).arrival).toEqual(NOTHING)
})

test.each(['FAILED', 'REFUND'] as const)(
  'a payment on one chain that paid is seen, though the server says %s',
  async (status) => {
    const said = { status, outboundHash: null, refundHash: OTHER }
    expect((await shown({ [HASH]: [ALICE], [OTHER]: [ALICE] }, said, { expected: ONE_CHAIN })).arrival).toEqual(SEEN)
  },
)

test('a refund is read on its chain', async () => {
  const said = { status: 'REFUND', outboundHash: null, refundHash: OTHER } as const
  const refunded = async (payee?: string) => {
    const paid = payee === undefined ? {} : { [OTHER]: [payee] as Block }
    return (await shown(paid, said, { expected: BRIDGE })).arrival
  }
  expect(await refunded(ALICE)).toEqual({ ...SEEN, isRefund: true })
  expect(await refunded(THIEF)).toEqual({ ...NOTHING, isRefund: true })
  expect(await refunded()).toEqual({ by: 'server' })
})

test('the server is named where nothing can be looked at: a coin, an unknown token, no hash', async () => {
  const asset = { id: 1, symbol: 'X', contract: null, image: null, chain: 'ethereum' }
  for (const changes of [{ dstAsset: asset }, { dstAsset: { ...asset, contract: ALICE } }, { outboundHash: null }]) {
    expect(await shown(ALICE, { ...changes, inboundHash: '', hash: '' })).toMatchObject({
      arrival: { by: 'server' },
      calls: 0,
    })
  }
})

test('of a swap of this machine only that nothing arrived is told, and one under way is not looked for', async () => {
  expect((await shown(ALICE, {}, { api: null })).arrival).toBeUndefined()
  expect((await shown(THIEF, {}, { api: null })).arrival).toEqual({ ...NOTHING, isOwn: true })
  expect(await shown(THIEF, { status: 'FAILED' }, { api: null })).toEqual({ arrival: undefined, calls: 0 })
  expect(await shown(ALICE, { status: 'PENDING' })).toMatchObject({ arrival: undefined, calls: 0 })
})
