import { concat, maxUint256, pad, toHex } from 'viem'
import { contracts, tokens } from '../devnet/addresses.ts'
import type { RpcFaults } from '../devnet/rpc-proxy.ts'
import { asObject } from '../support/contract-fields.ts'
import { failed, refused, SIGNED } from './case.ts'
import { member, type NodeAttack, type NodeNeighbour, readsAs } from './lying-nodes.ts'
import { type Scene, THIEF } from './range.ts'

/*
 * Nodes lie: about prices of gas, gas, heads, balances, allowances, contracts, simulations, nonces and receipts. The first
 * tables are of one node that the user set, whose word counts; the others are of public nodes, of which one lies or all
 * but one.
 */

const PAYS = ['100', 'base:USDC', 'base:DAI'] as const
const COIN = ['0.05', 'base:ETH', 'base:USDC'] as const
const BRIDGES = ['100', 'base:USDC', 'ethereum:USDC'] as const
const GWEI = 10n ** 9n
const { usdc, dai } = tokens.base
const { swapRouter02 } = contracts.base
const DECIMALS = '0x313ce567'
const ALLOWANCE = '0xdd62ed3e'
const BALANCE = '0x70a08231'
const HONEST: RpcFaults = {}
const DEAD: RpcFaults = { responses: ANY_METHOD(503) }
const LIMITED: RpcFaults = { responses: ANY_METHOD(429) }

/** Every method answered by a status of HTTP. */
function ANY_METHOD(status: number): NonNullable<RpcFaults['responses']> {
  return new Proxy({}, { get: () => ({ status, body: '' }) })
}

const history = (change: (fees: Readonly<Record<string, unknown>>) => object): RpcFaults => ({
  changes: { eth_feeHistory: (result) => ({ ...asObject(result), ...change(asObject(result)) }) },
})
const baseFees = (wei: bigint): RpcFaults => ({
  changes: {
    ...history(({ baseFeePerGas }) => ({
      baseFeePerGas: (Array.isArray(baseFeePerGas) ? baseFeePerGas : []).map(() => toHex(wei)),
    })).changes,
    ...member('eth_getBlockByNumber', 'baseFeePerGas', toHex(wei)),
  },
})
const tips = (wei: bigint): RpcFaults => {
  const { changes } = history(({ reward }) => ({
    gasUsedRatio: (Array.isArray(reward) ? reward : []).map(() => 0.5),
    reward: (Array.isArray(reward) ? reward : []).map((row) => (Array.isArray(row) ? row : []).map(() => toHex(wei))),
  }))
  return { changes: changes ?? {}, results: { eth_maxPriorityFeePerGas: toHex(wei), eth_gasPrice: toHex(wei) } }
}
const simulated = (
  change: (call: Readonly<Record<string, unknown>>, index: number, all: number) => object,
): RpcFaults => ({
  changes: {
    eth_simulateV1: (result) =>
      (Array.isArray(result) ? result : []).map((block) => {
        const { calls } = asObject(block)
        const list: readonly unknown[] = Array.isArray(calls) ? calls : []
        return { ...asObject(block), calls: list.map((call, index) => change(asObject(call), index, list.length)) }
      }),
  },
})
const receipt = (members: Readonly<Record<string, unknown>>): RpcFaults => ({
  changes: {
    eth_getTransactionReceipt: (result) => (result === null ? null : { ...asObject(result), ...members }),
  },
})
const head = (ahead: bigint): RpcFaults => ({
  changes: {
    eth_blockNumber: (result) => toHex(BigInt(String(result)) + ahead),
    eth_getBlockByNumber: (result, [tag]) =>
      result === null || tag !== 'latest'
        ? result
        : { ...asObject(result), number: toHex(BigInt(String(asObject(result)['number'])) + ahead) },
  },
})

const WITHOUT_TOKEN = ({ payer }: Scene): RpcFaults => ({
  changes: readsAs(usdc, concat([BALANCE, pad(payer)]), 0n),
})
const WITHOUT_CODE: RpcFaults = {
  changes: {
    eth_getCode: (result, [address]) => (String(address).toLowerCase() === swapRouter02.toLowerCase() ? '0x' : result),
  },
}
const NONCE_AHEAD: RpcFaults = {
  changes: { eth_getTransactionCount: (result) => toHex(BigInt(String(result)) + 1_000n) },
}

type Case = Omit<NodeAttack, 'who' | 'swap'> & Partial<Pick<NodeAttack, 'swap'>>
const attacks = (cases: readonly Case[]): readonly NodeAttack[] =>
  cases.map((one) => ({ who: 'node', swap: PAYS, ...one }))
type Honest = Omit<NodeNeighbour, 'who' | 'swap'> & Partial<Pick<NodeNeighbour, 'swap'>>
const neighbours = (cases: readonly Honest[]): readonly NodeNeighbour[] =>
  cases.map((one) => ({ who: 'node', swap: PAYS, ...one }))

/** The user's own node lies: what it says counts, within the bounds of the chain and of the cost. */
const OWN_ATTACKS = attacks([
  { name: 'the own node belongs to another chain', own: { chainId: 1 }, ending: refused('nodes') },
  { name: 'a base fee that no chain asks', own: baseFees(10n ** 6n * GWEI), ending: refused('fee') },
  { name: 'a base fee that makes the swap dear', own: baseFees(20n * GWEI), ending: refused('cost') },
  { name: 'a tip far above what the chain takes', own: tips(200n * GWEI), ending: SIGNED },
  { name: 'a base fee of 240 bits', own: baseFees(1n << 240n), ending: refused('fee') },
  {
    name: 'a gas limit of a whole block',
    own: { results: { eth_estimateGas: toHex(29_000_000n) } },
    ending: refused('cost'),
  },
  {
    name: 'a gas limit above a block',
    own: { results: { eth_estimateGas: toHex(10n ** 12n) } },
    ending: refused('simulation'),
  },
  {
    name: 'a gas limit twelve times what the call uses',
    own: { results: { eth_estimateGas: toHex(1_200_000n) } },
    ending: refused('cost'),
  },
  {
    name: 'a fee for data of a whole coin',
    own: { changes: readsAs('0x420000000000000000000000000000000000000F', '0xf1c7a58b', 10n ** 17n) },
    ending: refused('cost'),
  },
  {
    name: 'six decimals for a token of eighteen',
    own: { changes: readsAs(dai, DECIMALS, 6n) },
    ending: refused('decimals'),
  },
  {
    name: 'no decimals of a token that the catalog knows',
    own: { changes: readsAs(usdc, DECIMALS, '0x') },
    ending: SIGNED,
  },
  {
    name: 'a balance that covers nothing',
    own: WITHOUT_TOKEN,
    ending: refused('balance'),
  },
  {
    name: 'pools that hold nothing',
    own: { changes: readsAs(usdc, BALANCE, 0n) },
    ending: refused('no-price'),
  },
  { name: 'no coin for the network', own: { results: { eth_getBalance: '0x0' } }, ending: refused('balance') },
  {
    name: 'an allowance that does not stand',
    own: { changes: readsAs(usdc, ALLOWANCE, maxUint256) },
    ending: refused('simulation'),
  },
  {
    name: 'a simulation in which everything fails',
    own: simulated((call) => ({ ...call, status: '0x0' })),
    ending: refused('simulation'),
  },
  {
    name: 'a simulation in which nothing leaves',
    own: simulated((call, index, all) => (index < all / 2 ? call : { ...call, returnData: `0x${'00'.repeat(32)}` })),
    ending: refused('simulation'),
  },
  {
    name: 'a simulation in which a collectible leaves',
    own: (scene) =>
      simulated((call) => ({
        ...call,
        logs: [
          {
            address: THIEF,
            data: '0x',
            topics: [
              '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
              `0x${scene.payer.slice(2).toLowerCase().padStart(64, '0')}`,
              `0x${THIEF.slice(2).toLowerCase().padStart(64, '0')}`,
              toHex(7n, { size: 32 }),
            ],
          },
        ],
      })),
    ending: refused('simulation'),
  },
  {
    name: 'no code at the contract that is called',
    own: WITHOUT_CODE,
    ending: refused('payload'),
  },
  {
    name: 'a nonce far ahead, so that nothing is ever mined',
    own: NONCE_AHEAD,
    options: { timeout: '2' },
    mayNotKnow: true,
    ending: failed('OUTCOME_UNKNOWN'),
  },
  {
    name: 'answers that are no JSON',
    own: { responses: { eth_getBlockByNumber: { body: '<html>' } } },
    ending: failed('SERVICE_UNAVAILABLE'),
  },
  {
    name: 'a redirect to another host',
    own: { responses: { eth_getBlockByNumber: { status: 307, headers: { location: 'http://127.0.0.1:9/' } } } },
    ending: failed('SERVICE_UNAVAILABLE'),
  },
  {
    name: 'an answer of ten megabytes',
    own: {
      responses: { eth_feeHistory: { body: `{"jsonrpc":"2.0","id":1,"result":"${'0'.repeat(10 * 1024 * 1024)}"}` } },
    },
    ending: SIGNED,
  },
  {
    name: 'numbers that are none',
    own: { results: { eth_getTransactionCount: '0xzz' } },
    ending: failed('SERVICE_UNAVAILABLE'),
  },
  {
    name: 'a revert with control codes for the terminal as its reason',
    own: { failing: { eth_estimateGas: { code: 3, message: 'execution reverted: \u001b]52;c;cm0gLXJm\u0007\u202e' } } },
    ending: refused('simulation'),
  },
  {
    name: 'that it knows a transaction already, which it never passes on',
    own: { failing: { eth_sendRawTransaction: { code: -32000, message: 'already known' } } },
    options: { timeout: '1' },
    mayNotKnow: true,
    ending: failed('OUTCOME_UNKNOWN'),
  },
  {
    name: 'a price feed of nothing for the coin, so that the cost is worth nothing',
    own: { changes: readsAs('0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', '0xfeaf968c', 0n) },
    swap: COIN,
    ending: SIGNED,
  },
])

/** A token that was launched a moment ago: only its chain knows how many decimals it has. */
const LAUNCHED: Pick<NodeAttack, 'swap' | 'launched' | 'options'> = {
  swap: ['0.1', 'base:ETH', 'base:LAUNCHED'],
  ...{ launched: 18, options: { minReceive: '95', slippage: '300' } },
}
const decimalsOfLaunched = ({ dst }: Scene): RpcFaults =>
  dst.token === 'eth' ? {} : { changes: readsAs(dst.token, DECIMALS, 6n) }

/** Public nodes of which some lie. */
const OPERATOR_ATTACKS = attacks([
  {
    name: 'one of three says that the base fee is dear',
    operators: [baseFees(100n * GWEI), HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three advises a tip of all the cost',
    operators: [tips(500n * GWEI), HONEST, HONEST],
    ending: SIGNED,
  },
  { name: 'two of two differ on the base fee', operators: [baseFees(100n * GWEI), HONEST], ending: refused('nodes') },
  {
    name: 'one of three estimates ten times the gas',
    operators: [{ results: { eth_estimateGas: toHex(2_000_000n) } }, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three simulates with next to no gas',
    operators: [simulated((call) => ({ ...call, gasUsed: toHex(21_000n) })), HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three names a fee for data of a whole coin',
    operators: [
      { changes: readsAs('0x420000000000000000000000000000000000000F', '0xf1c7a58b', 10n ** 17n) },
      HONEST,
      HONEST,
    ],
    ending: SIGNED,
  },
  {
    name: 'two of two differ on the gas',
    operators: [{ results: { eth_estimateGas: toHex(2_000_000n) } }, HONEST],
    ending: refused('nodes'),
  },
  { name: 'one of three belongs to another chain', operators: [{ chainId: 1 }, HONEST, HONEST], ending: SIGNED },
  { name: 'one of three is a thousand blocks ahead', operators: [head(1_000n), HONEST, HONEST], ending: SIGNED },
  { name: 'one of three is five blocks ahead', operators: [head(5n), HONEST, HONEST], ending: SIGNED },
  { name: 'one of three is forty blocks behind', operators: [head(-40n), HONEST, HONEST], ending: SIGNED },
  {
    name: 'one of three says that all fails',
    operators: [simulated((call) => ({ ...call, status: '0x0' })), HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'two of two differ on what the payment does',
    operators: [simulated((call) => ({ ...call, status: '0x0' })), HONEST],
    ending: refused('nodes'),
  },
  {
    name: 'one of three has other logs in its simulation',
    operators: [simulated((call) => ({ ...call, logs: [] })), HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three names other decimals',
    operators: [{ changes: readsAs(dai, DECIMALS, 6n) }, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'two of two differ on decimals',
    operators: [{ changes: readsAs(dai, DECIMALS, 6n) }, HONEST],
    ending: refused('nodes'),
  },
  {
    name: 'two of three name other decimals',
    operators: [{ changes: readsAs(dai, DECIMALS, 6n) }, { changes: readsAs(dai, DECIMALS, 6n) }, HONEST],
    ending: refused('decimals'),
  },
  {
    name: 'one of three names other decimals of a token that nobody lists',
    operators: [decimalsOfLaunched, HONEST, HONEST],
    ...LAUNCHED,
    ending: SIGNED,
  },
  {
    name: 'one of two names other decimals of a token that nobody lists',
    operators: [decimalsOfLaunched, HONEST],
    ...LAUNCHED,
    ending: refused('decimals'),
  },
  {
    name: 'one of three says that the payment was reverted',
    operators: [receipt({ status: '0x0' }), HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three puts the payment into a block that is to come',
    operators: [receipt({ blockNumber: toHex(10n ** 9n) }), HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three gives the receipt of another transaction',
    operators: [receipt({ transactionHash: `0x${'ab'.repeat(32)}` }), HONEST, HONEST],
    ending: SIGNED,
  },
  { name: 'the first of three swallows what is sent', operators: [{ onSend: 'drop' }, HONEST, HONEST], ending: SIGNED },
  {
    name: 'the first of three claims to know what is sent',
    operators: [{ failing: { eth_sendRawTransaction: { code: -32000, message: 'already known' } } }, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three says that the nonce is used',
    operators: [{ failing: { eth_sendRawTransaction: { code: -32000, message: 'nonce too low' } } }, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three has an allowance that does not stand',
    operators: [{ changes: readsAs(usdc, ALLOWANCE, maxUint256) }, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'two of three have an allowance that does not stand',
    operators: [
      { changes: readsAs(usdc, ALLOWANCE, maxUint256) },
      { changes: readsAs(usdc, ALLOWANCE, maxUint256) },
      HONEST,
    ],
    ending: refused('simulation'),
  },
  {
    name: 'one of three says that the wallet holds none of the token',
    operators: [WITHOUT_TOKEN, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'two of two differ on the coin that the wallet holds',
    operators: [{ results: { eth_getBalance: '0x0' } }, HONEST],
    ending: refused('balance'),
  },
  {
    name: 'one of three says that the wallet holds no coin',
    operators: [{ results: { eth_getBalance: '0x0' } }, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three has a nonce far ahead, so that nothing is ever mined',
    operators: [NONCE_AHEAD, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of two has a nonce far ahead',
    operators: [NONCE_AHEAD, HONEST],
    ending: SIGNED,
  },
  {
    name: 'one of three has no code at the contract that is called',
    operators: [WITHOUT_CODE, HONEST, HONEST],
    ending: SIGNED,
  },
  {
    name: 'two gateways of one voice against one honest node, on decimals',
    operators: [{ changes: readsAs(dai, DECIMALS, 6n) }, { changes: readsAs(dai, DECIMALS, 6n) }, HONEST],
    names: ['drpc', '1rpc', 'beta'],
    ending: refused('nodes'),
  },
  {
    name: 'the only operator cannot name the price that another chain knows',
    operators: [{ changes: readsAs('0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', '0xfeaf968c', roundOf(10n ** 6n)) }],
    swap: COIN,
    ending: SIGNED,
  },
  {
    name: 'one of three names a coin of a million dollars',
    operators: [
      { changes: readsAs('0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', '0xfeaf968c', roundOf(10n ** 14n)) },
      HONEST,
      HONEST,
    ],
    swap: COIN,
    ending: SIGNED,
  },
  { name: 'all operators but one are dead', operators: [DEAD, DEAD, HONEST], ending: refused('no-price') },
  { name: 'every operator is dead', operators: [DEAD, DEAD, DEAD], ending: refused('no-price') },
])

/** What latestRoundData returns. */
function roundOf(answer: bigint): `0x${string}` {
  const now = BigInt(Math.floor(Date.now() / 1000))
  return `0x${[1n, answer, now, now, 1n].map((word) => word.toString(16).padStart(64, '0')).join('')}`
}

export const NODE_ATTACKS: readonly NodeAttack[] = [...OWN_ATTACKS, ...OPERATOR_ATTACKS]

const WITHOUT_SIMULATION: RpcFaults = { failing: { eth_simulateV1: 'missing' } }

export const NODE_NEIGHBOURS: readonly NodeNeighbour[] = neighbours([
  { name: 'one own node', own: HONEST },
  { name: 'one own node, for the coin', own: HONEST, swap: COIN },
  { name: 'one own node, over a bridge', own: HONEST, swap: BRIDGES, provider: 'ACROSS' },
  { name: 'one own node that cannot run series', own: WITHOUT_SIMULATION },
  {
    name: 'one own node without overrides of state',
    own: { ...WITHOUT_SIMULATION, withoutOverrides: true },
    swap: COIN,
  },
  { name: 'one own node without a history of fees', own: { failing: { eth_feeHistory: 'missing' } } },
  {
    name: 'one own node without advice on tips',
    own: { failing: { eth_maxPriorityFeePerGas: 'missing' } },
  },
  { name: 'one own node that loses the answer to what is sent', own: { onSend: 'lose_answer' } },
  { name: 'one own node of a busy chain, within the bound', own: baseFees(2n * GWEI) },
  { name: 'a dear network that the user accepts', own: baseFees(12n * GWEI), options: { maxCost: '40usd' } },
  { name: 'one own node that says what it sent is known', own: { onSend: 'know' } },
  { name: 'three operators', operators: [HONEST, HONEST, HONEST] },
  { name: 'three operators, for the coin', operators: [HONEST, HONEST, HONEST], swap: COIN },
  { name: 'three operators, over a bridge', operators: [HONEST, HONEST, HONEST], swap: BRIDGES, provider: 'ACROSS' },
  { name: 'two operators', operators: [HONEST, HONEST] },
  { name: 'four operators', operators: [HONEST, HONEST, HONEST, HONEST] },
  { name: 'three operators of which the first is dead', operators: [DEAD, HONEST, HONEST] },
  { name: 'three operators of which the last is dead', operators: [HONEST, HONEST, DEAD] },
  { name: 'three operators of which one is limited', operators: [LIMITED, HONEST, HONEST] },
  {
    name: 'three operators of which one wants a key',
    operators: [{ responses: ANY_METHOD(401) }, HONEST, HONEST],
  },
  {
    name: 'three operators of which one is forbidden',
    operators: [{ responses: ANY_METHOD(403) }, HONEST, HONEST],
  },
  {
    name: 'three operators of which one crashes on a simulation',
    operators: [{ failing: { eth_simulateV1: { code: -32603, message: 'method handler crashed' } } }, HONEST, HONEST],
  },
  {
    name: 'three operators of which one lacks the header',
    operators: [{ failing: { eth_call: { code: -32000, message: 'header not found' } } }, HONEST, HONEST],
  },
  {
    name: 'three operators of which one refuses batches and calls',
    operators: [{ failing: { eth_estimateGas: { code: -32600, message: 'Invalid Request' } } }, HONEST, HONEST],
  },
  { name: 'three operators of which one is a block behind', operators: [head(-1n), HONEST, HONEST] },
  { name: 'three operators of which only two simulate', operators: [WITHOUT_SIMULATION, HONEST, HONEST] },
  {
    name: 'three operators that cannot run series',
    operators: [WITHOUT_SIMULATION, WITHOUT_SIMULATION, WITHOUT_SIMULATION],
  },
  {
    name: 'three operators of which one answers HTML',
    operators: [{ responses: { eth_chainId: { body: '<html>' } } }, HONEST, HONEST],
  },
  {
    name: 'three operators whose advice differs a little',
    operators: [tips(GWEI / 1_000n), tips(GWEI / 500n), HONEST],
  },
  {
    name: 'three operators whose gas differs a little',
    operators: [{ changes: { eth_estimateGas: (gas) => toHex((BigInt(String(gas)) * 11n) / 10n) } }, HONEST, HONEST],
  },
  {
    name: 'three operators of which one hangs up on what is sent',
    operators: [{ onSend: 'lose_request' }, HONEST, HONEST],
  },
  {
    name: 'one operator, whose word is accepted by name',
    operators: [HONEST],
    options: { accept: 'single-node', minReceive: '98.9' },
  },
  {
    name: 'one operator, over a bridge, accepted by name',
    operators: [HONEST],
    swap: BRIDGES,
    provider: 'ACROSS',
    options: { accept: 'single-node' },
  },
  { name: 'an own node behind dead ones', own: [DEAD, DEAD, HONEST] },
])
