import { expect, test } from 'vitest'
import { encodeCall } from '../../../src/core/evm/abi.ts'
import { ERC20 } from '../../../src/core/evm/functions.ts'
import type { UnsignedTransaction } from '../../../src/wallet/evm/keys/signer.ts'
import type { ChainEvent, FateOfTakenBack, SimulatedChainOptions, SimulatedNode } from './interface.ts'
import { createSimulatedAccounts } from './signer.ts'
import { createSimulatedChain } from './simulated-chain.ts'
import { tokensOf } from './swap-world.ts'

const GWEI = 1_000_000_000n
const COIN = 10n ** 18n
const BLOCK_MS = 12_000
const PAYEE = '0x00000000000000000000000000000000000000bb'
/** A token like Tether's. */
const TETHER = '0x00000000000000000000000000000000000000aa'
const { usdc } = tokensOf('ethereum')

type Part = Partial<Omit<UnsignedTransaction, 'type'>> & { readonly tip?: bigint; readonly cap?: bigint }

/** A chain with three nodes and one account of 1 coin and 500 USDC. */
function openChain(options: Partial<SimulatedChainOptions> = {}) {
  let nowMs = Date.UTC(2026, 0, 15, 12)
  const accounts = createSimulatedAccounts()
  const { address, signer } = accounts.account(1)
  const events: ChainEvent[] = []
  const chain = createSimulatedChain({
    ...{
      chainId: 1,
      nodes: ['alpha', 'beta', 'gamma'],
      tokens: [usdc, { ...usdc, address: TETHER, wantsReset: true }],
    },
    ...{ random: () => 0, now: () => nowMs, senderOf: (hash) => accounts.senderOf(hash) },
    tell: (event) => events.push(event),
    ...options,
  })
  chain.grant(address, COIN)
  chain.grant(address, 500_000_000n, usdc.address)
  const ask = (node: string, method: string, ...params: readonly unknown[]): unknown => {
    try {
      return chain.node(node).answer({ method, params })
    } catch (error) {
      return error instanceof Error ? `${'code' in error ? String(error.code) : error.name} ${error.message}` : error
    }
  }
  const sign = async ({ cap = 20n * GWEI, tip = GWEI, ...part }: Part = {}) => {
    const fields = { chainId: 1, nonce: 0, to: PAYEE, data: '0x', value: 1n, gas: 100_000n, ...part }
    return signer.sign({ ...fields, type: 'eip1559', maxFeePerGas: cap, maxPriorityFeePerGas: tip })
  }
  return {
    ...{ chain, address, ask, sign, events },
    send: async (node: string, part: Part = {}) => String(ask(node, 'eth_sendRawTransaction', await sign(part))),
    wait: (ms: number) => chain.advanceTo((nowMs += ms)),
    /** Lets so many blocks be made. */
    mine: (blocks = 1) => chain.advanceTo((nowMs += blocks * BLOCK_MS)),
    nonces: (node: string) => ['latest', 'pending'].map((tag) => ask(node, 'eth_getTransactionCount', address, tag)),
    blockOf: (node: string, hash: string) => {
      const receipt = ask(node, 'eth_getTransactionReceipt', hash)
      return receipt === null ? null : Number((receipt as { readonly blockNumber: string }).blockNumber) - 20_000_000
    },
  }
}

const transferOf = (to: string, units: bigint) => encodeCall(ERC20.transfer.selector, [BigInt(to), units])

test('what waits is passed on, is mined by the next block, and is shown by every node', async () => {
  const { chain, ask, send, wait, mine, nonces, blockOf, address } = openChain()
  const hash = await send('alpha', { to: usdc.address, value: 0n, data: transferOf(PAYEE, 7n) })
  expect([nonces('alpha'), nonces('beta')]).toEqual([
    ['0x0', '0x1'],
    ['0x0', '0x0'],
  ])
  wait(200)
  expect(nonces('beta')).toEqual(['0x0', '0x1'])
  expect(ask('beta', 'eth_getTransactionByHash', hash)).toMatchObject({ hash, blockHash: null, nonce: '0x0' })
  mine()
  expect([nonces('gamma'), blockOf('gamma', hash)]).toEqual([['0x1', '0x1'], 1])
  expect(chain.balanceOf(PAYEE, usdc.address)).toBe(7n)
  expect(chain.ledger()).toMatchObject([
    {
      ...{ hash, from: address.toLowerCase(), nonce: 0, selector: ERC20.transfer.selector, ok: true, depth: 1 },
      movements: [{ token: usdc.address.toLowerCase(), from: address.toLowerCase(), to: PAYEE, units: 7n }],
    },
  ])
})

test.each<[string, Part, string]>([
  ['a used nonce', { nonce: 0 }, '-32000 nonce too low: next nonce 1, tx nonce 0'],
  ['too little gas', { nonce: 1, gas: 20_999n }, '-32000 intrinsic gas too low: gas 20999, minimum needed 21000'],
  ['more gas than a block', { nonce: 1, gas: 40_000_000n }, '-32000 exceeds block gas limit'],
  ['another chain', { nonce: 1, chainId: 10 }, '-32000 invalid chain id for signer: have 10 want 1'],
  [
    'a replacement that pays 9 % more',
    { nonce: 2, cap: 22n * GWEI, tip: (GWEI * 109n) / 100n },
    '-32000 replacement transaction underpriced',
  ],
])('nodes refuse %s as real ones do', async (_, part, refusal) => {
  const { send, mine } = openChain()
  await send('alpha')
  await send('alpha', { nonce: 2 })
  mine()
  expect(await send('alpha', part)).toBe(refusal)
})

test('nodes refuse what the coin does not cover, bytes that they have, and, where they do not wait, a low cap', async () => {
  const { chain, send } = openChain()
  expect(await send('alpha', { value: COIN })).toMatch(
    /^-32000 insufficient funds for gas \* price \+ value: balance 1000000000000000000, tx cost 1002/,
  )
  const low = { cap: GWEI / 2n, tip: 1n }
  chain.node('beta').turn({ lowFeeCap: 'refuses' })
  expect(await send('beta', low)).toMatch(/^-32000 max fee per gas less than block base fee: address 0x/)
  expect(await send('alpha', low)).toMatch(/^0x/)
  expect(await send('alpha', low)).toBe('-32000 already known')
})

test('a cap below the base fee waits until that falls; a gap of nonces until it is filled', async () => {
  const { chain, send, mine, nonces, blockOf } = openChain({ baseFee: 10n * GWEI })
  const low = await send('alpha', { cap: 5n * GWEI })
  const behind = await send('alpha', { nonce: 2 })
  mine(3)
  expect([blockOf('alpha', low), nonces('alpha')]).toEqual([null, ['0x0', '0x1']])
  chain.setBaseFee(GWEI)
  mine(30)
  expect([blockOf('alpha', behind), nonces('alpha')]).toEqual([null, ['0x1', '0x1']])
  const between = await send('alpha', { nonce: 1 })
  mine()
  expect([blockOf('alpha', between), blockOf('alpha', behind), nonces('alpha')]).toEqual([34, 34, ['0x3', '0x3']])
})

test('what pays a tenth more takes the place of what waits, of which only one is mined', async () => {
  const { chain, ask, send, mine, blockOf } = openChain()
  const first = await send('alpha')
  const second = await send('beta', { cap: 22n * GWEI, tip: (GWEI * 11n) / 10n, value: 2n })
  mine()
  expect([blockOf('gamma', first), blockOf('gamma', second)]).toEqual([null, 1])
  expect(ask('alpha', 'eth_getTransactionByHash', first)).toBeNull()
  expect(chain.ledger().map(({ value }) => value)).toEqual([2n])
})

test('a call that fails is mined, pays for gas and moves nothing; nodes say why', async () => {
  const { chain, ask, send, mine, address } = openChain()
  const data = transferOf(PAYEE, 501_000_000n)
  const hash = await send('alpha', { to: usdc.address, value: 0n, data })
  mine()
  expect(ask('alpha', 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0', logs: [] })
  expect(chain.ledger()).toMatchObject([{ ok: false, movements: [] }])
  expect(chain.balanceOf(address)).toBe(COIN - (chain.ledger()[0]?.gasCost ?? 0n))
  expect(ask('alpha', 'eth_call', { from: address, to: usdc.address, data }, 'latest')).toBe(
    '3 execution reverted: ERC20: transfer amount exceeds balance',
  )
})

test('a token that wants its allowance set to zero first refuses another one', async () => {
  const { chain, send, mine } = openChain()
  const approve = (units: bigint) => encodeCall(ERC20.approve.selector, [1n, units])
  for (const [nonce, units] of [5n, 6n, 0n, 6n].entries()) {
    await send('alpha', { nonce, to: TETHER, value: 0n, data: approve(units) })
  }
  mine()
  expect(chain.ledger().map(({ ok }) => ok)).toEqual([true, false, true, true])
})

test('a dropped transaction is gone until somebody sends it again; a delayed one waits', async () => {
  const { chain, send, mine, nonces, blockOf } = openChain()
  const hash = await send('alpha')
  chain.drop(hash)
  mine(2)
  expect([nonces('alpha'), chain.ledger()]).toEqual([['0x0', '0x0'], []])
  await send('beta')
  chain.delay(hash, chain.nextBlockAtMs() + BLOCK_MS)
  mine()
  expect([blockOf('alpha', hash), chain.waiting()]).toMatchObject([null, [{ hash, isWithBuilder: true }]])
  mine()
  expect(blockOf('alpha', hash)).toBe(4)
})

test.each([
  ['passes on again', (node: SimulatedNode) => node.turn({ sending: 'gossips' })],
  ['is well again', (node: SimulatedNode) => node.mend()],
])('a node that loses or keeps what it takes says yes to it, until it %s', async (_way, end) => {
  const { chain, send, mine, nonces, blockOf } = openChain()
  chain.node('alpha').turn({ sending: 'loses' })
  chain.node('beta').turn({ sending: 'keeps' })
  const hash = await send('alpha')
  expect([nonces('alpha'), await send('beta')]).toEqual([['0x0', '0x0'], hash])
  mine(2)
  expect([nonces('alpha'), nonces('beta'), blockOf('beta', hash)]).toEqual([['0x0', '0x0'], ['0x0', '0x1'], null])
  end(chain.node('beta'))
  mine()
  expect(blockOf('alpha', hash)).toBe(3)
})

test('no block is made while the chain stalls', async () => {
  const { chain, send, mine, blockOf } = openChain()
  const before = chain.nextBlockAtMs()
  chain.stall(before + 5 * BLOCK_MS - 1)
  const hash = await send('alpha')
  mine(5)
  expect(blockOf('alpha', hash)).toBeNull()
  mine()
  expect([blockOf('alpha', hash), chain.head().atMs]).toEqual([1, before + 5 * BLOCK_MS])
})

test.each<[FateOfTakenBack, readonly unknown[]]>([
  ['mined-again', [2, 2, [1n, 5n]]],
  ['wait', [null, 3, [1n, 5n]]],
  ['forgotten', [null, null, [1n]]],
  ['rival-mined', [null, null, [1n, 9n]]],
])('a reorganisation takes back blocks and what they changed: %s', async (fate, expected) => {
  const { chain, send, mine, blockOf, ask } = openChain()
  await send('alpha')
  mine()
  chain.node('gamma').turn({ sending: 'keeps', isDeaf: true })
  await send('gamma', { nonce: 1, value: 9n })
  const taken = await send('alpha', { nonce: 1, value: 5n })
  mine()
  const block = ask('alpha', 'eth_getBlockByNumber', 'latest', true)
  expect([blockOf('alpha', taken), chain.balanceOf(PAYEE), chain.reorganise(1, fate)]).toEqual([2, 6n, [taken]])
  expect(ask('alpha', 'eth_getBlockByNumber', 'latest', true)).not.toEqual(block)
  const atOnce = blockOf('alpha', taken)
  mine()
  const values = chain.ledger().map(({ value }) => value)
  expect([atOnce, blockOf('alpha', taken), values]).toEqual(expected)
  expect(chain.balanceOf(PAYEE)).toBe(values.reduce((sum, value) => sum + value, 0n))
})

test('a node may go on showing what was taken back', async () => {
  const { chain, send, mine, blockOf } = openChain()
  chain.node('beta').turn({ showsTakenBack: true })
  const hash = await send('alpha')
  mine()
  chain.reorganise(1, 'forgotten')
  expect([blockOf('alpha', hash), blockOf('beta', hash)]).toEqual([null, 1])
})

test('what is final is not taken back', async () => {
  const { chain, send, mine, blockOf } = openChain({ finalDepth: 4, safeDepth: 2 })
  const hash = await send('alpha')
  mine(5)
  expect(chain.ledger()).toMatchObject([{ depth: 5, isFinal: true }])
  expect([chain.reorganise(100, 'forgotten'), blockOf('alpha', hash)]).toEqual([[], 1])
})

test('a node that lags shows the state of its block, and what is mined since as waiting', async () => {
  const { chain, ask, send, mine, nonces, blockOf } = openChain()
  chain.node('beta').turn({ lagBlocks: 2 })
  const hash = await send('alpha')
  mine()
  expect([nonces('alpha'), nonces('beta'), blockOf('beta', hash)]).toEqual([['0x1', '0x1'], ['0x0', '0x1'], null])
  expect(ask('beta', 'eth_getBlockByNumber', '0x1312d01', false)).toBeNull()
  mine(2)
  expect([nonces('beta'), blockOf('beta', hash)]).toEqual([['0x1', '0x1'], 1])
})

test('public nodes forget the state of old blocks', async () => {
  const { chain, ask, send, mine, address } = openChain()
  await send('alpha')
  mine(130)
  const at = (block: number) =>
    ask('alpha', 'eth_getTransactionCount', address, `0x${(20_000_000 + block).toString(16)}`)
  expect([at(130), at(3)]).toEqual(['0x1', '0x1'])
  expect(at(2)).toMatch(
    /^-32000 missing trie node [0-9a-f]{64} \(path \) state 0x[0-9a-f]{64} is not available, not found$/,
  )
  expect(at(131)).toBe('-32000 header not found')
  chain.node('alpha').turn({ stateBlocks: undefined })
  expect([at(0), at(1)]).toEqual(['0x0', '0x1'])
})

test('a node lies about what it is told to lie about, and about nothing else', async () => {
  const { chain, ask, send, mine, nonces, address, blockOf } = openChain()
  const hash = await send('alpha')
  mine()
  const liar = chain.node('alpha')
  liar.turn({ lies: { balanceBps: 5_000, nonceShift: 2, receipts: 'hidden', headShift: 3 } })
  const balance = { to: usdc.address, data: encodeCall(ERC20.balanceOf.selector, [BigInt(address)]) }
  expect([ask('alpha', 'eth_call', balance, 'latest'), ask('beta', 'eth_call', balance, 'latest')].map(Number)).toEqual(
    [250_000_000, 500_000_000],
  )
  expect([nonces('alpha'), blockOf('alpha', hash), Number(ask('alpha', 'eth_blockNumber')) - 20_000_000]).toEqual([
    ['0x3', '0x3'],
    null,
    4,
  ])
  liar.turn({ lies: { receipts: 'reversed' } })
  expect(ask('alpha', 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0', logs: [] })
  liar.turn({ lies: { receipts: 'invented' } })
  const waiting = await send('alpha', { nonce: 1 })
  expect(ask('alpha', 'eth_getTransactionReceipt', waiting)).toMatchObject({ status: '0x1', blockNumber: '0x1312d01' })
  liar.mend()
  expect([nonces('alpha'), blockOf('alpha', hash), blockOf('alpha', waiting)]).toEqual([['0x1', '0x2'], 1, null])
})

test('a node that fails gives no answer, another one, or loses it', async () => {
  const { chain, ask, send, mine, sign, blockOf } = openChain()
  const node = chain.node('alpha')
  const call = '{"jsonrpc":"2.0","id":7,"method":"eth_blockNumber","params":[]}'
  node.turn({ failing: { how: { kind: 'http', status: 429, retryAfterSec: 3 }, methods: ['eth_blockNumber'] } })
  expect(node.exchange(call)).toEqual({ status: 429, body: '', headers: { 'retry-after': '3' } })
  expect(ask('alpha', 'eth_chainId')).toBe('0x1')
  node.turn({ failing: { how: { kind: 'rpc', code: -32000, message: 'header not found' } } })
  expect(node.exchange(call)?.body).toBe(
    '{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"header not found"}}',
  )
  node.turn({ failing: { how: { kind: 'answer-lost' } } })
  const params = [await sign()]
  expect(node.exchange(JSON.stringify({ id: 1, method: 'eth_sendRawTransaction', params }))).toBeUndefined()
  node.turn({ failing: undefined, lacks: ['eth_feeHistory'] })
  expect(ask('alpha', 'eth_feeHistory', '0x1', 'latest', [])).toMatch(/^-32601 /)
  const hash = await send('beta')
  mine()
  expect(blockOf('alpha', hash)).toBe(1)
})

test('days without a transaction pass at once, and the chain stays what it was', async () => {
  const { chain, ask, send, mine, blockOf } = openChain()
  mine(50_000)
  const hash = await send('alpha')
  mine()
  expect([blockOf('alpha', hash), chain.head().number]).toEqual([50_001, 20_050_001])
  const history = ask('alpha', 'eth_feeHistory', '0x3', 'latest', [50, 90])
  expect(history).toEqual(ask('beta', 'eth_feeHistory', '0x3', 'latest', [50, 90]))
  expect(history).toMatchObject({ oldestBlock: '0x131f04f', baseFeePerGas: { length: 4 }, reward: { length: 3 } })
})

test('signatures that share their secret number recover to their account', async () => {
  const known = openChain()
  const unknown = openChain({ senderOf: () => undefined })
  expect(await unknown.send('alpha')).toBe(await known.send('alpha'))
  unknown.mine()
  expect(unknown.chain.ledger()).toMatchObject([{ from: unknown.address.toLowerCase() }])
})
