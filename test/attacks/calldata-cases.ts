import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  parseUnits,
  toHex,
  zeroAddress,
} from 'viem'
import { erc20Abi } from '../devnet/abi.ts'
import { tokens } from '../devnet/addresses.ts'
import { asked, refused, SIGNED } from './case.ts'
import {
  type BridgeDeposit,
  DAI,
  deposit,
  inSeconds,
  ITSELF,
  LEAST,
  many,
  manyAfter,
  manyForever,
  pairs,
  parts,
  path,
  pathOut,
  PERMIT2,
  ROUTER,
  single,
  singleOut,
  SPOKE_POOL,
  UNITS,
  USDC,
  v2,
  V2_ROUTER,
  wayOf,
  WETH,
} from './calls.ts'
import { type Call, calling, coinOf } from './execution.ts'
import { approveFor, payingContract, TAKER, takingContract } from './hostile-contracts.ts'
import { type AttackCase, type Payment, type Scene, THIEF } from './range.ts'
import { PAYS } from './server-cases.ts'

/*
 * Calldata of which each role is altered: who is paid, how much is taken, of which token, what must arrive, until when; calls
 * within calls; functions that give power; contracts that only claim a name. Fields and steps of the payload always fit it.
 */

type Make = (scene: Scene) => Hex | Call

const callOf = (made: Hex | Call, to: Address): Call => (typeof made === 'string' ? { to, data: made } : made)

/** A call of a router instead of the honest one. */
function attack(name: string, ending: AttackCase['ending'], make: Make, more: Partial<Payment> = {}): AttackCase {
  const lies = (scene: Scene) => ({ execute: (told: object) => calling({ ...told }, callOf(make(scene), ROUTER)) })
  return { name, who: 'calldata', ending, swap: PAYS, lies, ...more }
}

const allUsdc = parseUnits('1000', 6)
/** An allowance of long ago: the router may take everything of a token. */
const standing = (token: Address, spender = ROUTER) => ({
  before: ({ src, payer }: Scene) => approveFor(src.chain, payer, token, spender, 2n ** 255n),
})
const dirty = (address: Address): Hex => `0x${'ff'.repeat(12)}${address.slice(2)}`
/** Calldata with a word in the place of another. @throws Error where it has none */
function reworded(data: Hex, from: Hex, to: Hex): Hex {
  const [word, other] = [from.slice(2).toLowerCase(), to.slice(2).toLowerCase()]
  if (!data.includes(word)) throw new Error(`nothing to change: ${word}`)
  return data.replace(word, other) as Hex
}

const ROLES: readonly AttackCase[] = [
  attack('single: pays a thief', refused('payload'), () => single(THIEF)),
  attack('single: pays the router, which anybody may empty', refused('payload'), () => single(ITSELF)),
  attack('single: pays nobody', refused('payload'), () => single(zeroAddress)),
  attack('single: pays the token itself', refused('payload'), () => single(DAI)),
  attack('single: pays the pool it came from', refused('payload'), () => single(USDC)),
  attack('single: names the payer with dirty bits', refused('simulation'), ({ payer }) =>
    reworded(single(payer), pad(payer), dirty(payer)),
  ),
  attack('single: names a thief with dirty bits', refused('simulation'), ({ payer }) =>
    reworded(single(payer), pad(payer), dirty(THIEF)),
  ),
  attack(
    'single: takes ten times the amount',
    refused('payload'),
    ({ payer }) => single(payer, { amountIn: allUsdc }),
    standing(USDC),
  ),
  attack('single: takes one unit more', refused('payload'), ({ payer }) => single(payer, { amountIn: UNITS + 1n })),
  attack('single: takes what the router holds', refused('payload'), ({ payer }) => single(payer, { amountIn: 0n })),
  attack('single: takes a hundredth for the whole least', refused('simulation'), ({ payer }) =>
    single(payer, { amountIn: UNITS / 100n }),
  ),
  attack(
    'single: takes another token',
    refused('payload'),
    ({ payer }) => single(payer, { tokenIn: WETH, fee: 500 }),
    standing(WETH),
  ),
  attack('single: pays in another token', refused('payload'), ({ payer }) =>
    single(payer, { tokenOut: WETH, fee: 500 }),
  ),
  attack('single: the least is one unit', refused('payload'), ({ payer }) => single(payer, { amountOutMinimum: 1n })),
  attack('single: the least is nothing', refused('payload'), ({ payer }) => single(payer, { amountOutMinimum: 0n })),
  attack('single: the least is three units below the floor', refused('payload'), ({ payer, server }) =>
    single(payer, { amountOutMinimum: floorTold(server) - 3n }),
  ),
  attack('single: the least is that of another number of decimals', refused('payload'), ({ payer }) =>
    single(payer, { amountOutMinimum: LEAST / 10n ** 12n }),
  ),
  attack('single: stops at a price before all is swapped', refused('simulation'), ({ payer }) =>
    single(payer, { sqrtPriceLimitX96: (2n ** 96n * 100_001n) / 10n ** 11n }),
  ),
  attack('single: a pool that does not exist', refused('simulation'), ({ payer }) => single(payer, { fee: 3_000 })),
  attack(
    'single: out, with all at most',
    refused('payload'),
    ({ payer }) => singleOut(payer, LEAST, allUsdc),
    standing(USDC),
  ),
  attack('single: out, one unit for the whole amount', refused('payload'), ({ payer }) => singleOut(payer, 1n, UNITS)),
  attack('single: out, to a thief', refused('payload'), () => singleOut(THIEF, LEAST, UNITS)),
  attack('path: pays a thief', refused('payload'), () => path(THIEF, wayOf(USDC, 100, DAI))),
  attack('path: ends in another token', refused('payload'), ({ payer }) => path(payer, wayOf(USDC, 500, WETH))),
  attack('path: goes on to another token', refused('payload'), ({ payer }) =>
    path(payer, wayOf(USDC, 100, DAI, 100, USDC, 500, WETH)),
  ),
  attack(
    'path: begins with another token',
    refused('payload'),
    ({ payer }) => path(payer, wayOf(WETH, 500, USDC, 100, DAI)),
    standing(WETH),
  ),
  attack('path: is cut off', refused('simulation'), ({ payer }) =>
    path(payer, wayOf(USDC, 100, DAI).slice(0, -6) as Hex),
  ),
  attack('path: has bytes to spare', asked('opaque-call'), ({ payer }) => path(payer, `${wayOf(USDC, 100, DAI)}00`)),
  attack('path: is empty', refused('simulation'), ({ payer }) => path(payer, '0x')),
  attack(
    'path: takes ten times the amount',
    refused('payload'),
    ({ payer }) => path(payer, wayOf(USDC, 100, DAI), allUsdc),
    standing(USDC),
  ),
  attack('path: the least is nothing', refused('payload'), ({ payer }) =>
    path(payer, wayOf(USDC, 100, DAI), UNITS, 0n),
  ),
  attack('path: out, to a thief', refused('payload'), () => pathOut(THIEF, wayOf(DAI, 100, USDC), LEAST, UNITS)),
  attack('path: out, with the way turned round', refused('payload'), ({ payer }) =>
    pathOut(payer, wayOf(USDC, 100, DAI), LEAST, UNITS),
  ),
  attack(
    'path: out, with all at most',
    refused('payload'),
    ({ payer }) => pathOut(payer, wayOf(DAI, 100, USDC), LEAST, allUsdc),
    standing(USDC),
  ),
  attack('pair: pays a thief', refused('payload'), () => pairs.exactIn(THIEF, [USDC, DAI])),
  attack('pair: ends in another token', refused('payload'), ({ payer }) => pairs.exactIn(payer, [USDC, WETH])),
  attack(
    'pair: takes ten times the amount',
    refused('payload'),
    ({ payer }) => pairs.exactIn(payer, [USDC, DAI], allUsdc),
    standing(USDC),
  ),
  attack(
    'pair: out, with all at most',
    refused('payload'),
    ({ payer }) => pairs.exactOut(payer, [USDC, DAI], LEAST, allUsdc),
    standing(USDC),
  ),
  attack('pair: a way of one token', refused('simulation'), ({ payer }) => pairs.exactIn(payer, [USDC])),
]

function floorTold(server: Scene['server']): bigint {
  const least = server.told().lock?.['minimumReceived']
  if (typeof least !== 'string') throw new Error('a lock without a least')
  return parseUnits(least, 18)
}

const NESTED: readonly AttackCase[] = [
  attack('many: a thief within', refused('payload'), () => many([single(THIEF)])),
  attack('many: a thief two within', refused('payload'), () => many([manyForever([single(THIEF)])])),
  attack('many: an honest swap five within', refused('payload'), ({ payer }) =>
    many([manyForever([manyForever([manyForever([manyForever([single(payer)])])])])]),
  ),
  attack('many: after its end', refused('payload'), ({ payer }) => many([single(payer)], inSeconds(-60))),
  attack('many: an end in a thousand years', SIGNED, ({ payer }) => many([single(payer)], inSeconds(31_536_000_000))),
  attack('many: an end beyond all numbers', SIGNED, ({ payer }) => many([single(payer)], 2n ** 255n)),
  attack('many: after a block that never was', refused('simulation'), ({ payer }) =>
    manyAfter(`0x${'ab'.repeat(32)}`, [single(payer)]),
  ),
  attack('many: nothing', refused('payload'), () => many([])),
  attack(
    'many: the same swap twice',
    refused('payload'),
    ({ payer }) => many([single(payer), single(payer)]),
    standing(USDC),
  ),
  attack('many: half for a thief', refused('payload'), ({ payer }) =>
    many([single(payer, { amountIn: UNITS / 2n }), single(THIEF, { amountIn: UNITS / 2n, amountOutMinimum: 0n })]),
  ),
  attack('many: a hundredth for a thief, beside the whole least', refused('payload'), ({ payer }) =>
    many([
      single(payer, { amountIn: UNITS - 1_000_000n }),
      single(THIEF, { amountIn: 1_000_000n, amountOutMinimum: 0n }),
    ]),
  ),
  attack(
    'many: pulls the rest of the token',
    refused('payload'),
    ({ payer }) => many([single(payer), parts.pull(USDC, parseUnits('900', 6))]),
    standing(USDC),
  ),
  attack(
    'many: pulls another token',
    refused('payload'),
    ({ payer }) => many([single(payer), parts.pull(WETH, coinOf('2')), parts.sweep(WETH, 0n, THIEF)]),
    standing(WETH),
  ),
  attack('many: pulls the amount, and swaps nothing', refused('payload'), () => many([parts.pull(USDC, UNITS)])),
  attack('many: pulls the amount for a thief', refused('payload'), () =>
    many([parts.pull(USDC, UNITS), parts.sweep(USDC, 0n, THIEF)]),
  ),
  attack('many: swaps to the router, and leaves it there', refused('payload'), () => many([single(ITSELF)])),
  attack('many: sweeps what was swapped to a thief', refused('payload'), () =>
    many([single(ITSELF), parts.sweep(DAI, LEAST, THIEF)]),
  ),
  attack('many: sweeps with a fee of all', refused('payload'), ({ payer }) =>
    many([single(ITSELF), parts.sweepWithFee(DAI, LEAST, payer, 10_000n, THIEF)]),
  ),
  attack('many: sweeps with a fee of a hundredth more than is left', refused('payload'), ({ payer }) =>
    many([single(ITSELF), parts.sweepWithFee(DAI, LEAST, payer, 100n, THIEF)]),
  ),
  attack('many: sweeps before it swaps', refused('payload'), ({ payer }) =>
    many([parts.sweep(DAI, 0n, payer), single(ITSELF)]),
  ),
  attack('many: sweeps another token', refused('payload'), ({ payer }) =>
    many([single(ITSELF), parts.sweep(WETH, 0n, payer)]),
  ),
  attack('many: sweeps at least nothing', refused('payload'), ({ payer }) =>
    many([single(ITSELF, { amountOutMinimum: 0n }), parts.sweep(DAI, 0n, payer)]),
  ),
  attack(
    'many: unwraps for a thief',
    refused('payload'),
    () => many([single(ITSELF, COIN_OUT), parts.unwrap(0n, THIEF)]),
    { swap: ['100', 'base:USDC', 'base:ETH'] },
  ),
  attack(
    'many: unwraps at least nothing',
    refused('payload'),
    ({ payer }) => many([single(ITSELF, { ...COIN_OUT, amountOutMinimum: 0n }), parts.unwrap(0n, payer)]),
    { swap: ['100', 'base:USDC', 'base:ETH'] },
  ),
  attack(
    'many: unwraps with a fee of all',
    refused('payload'),
    ({ payer }) => many([single(ITSELF, COIN_OUT), parts.unwrapWithFee(coinOf('0.0495'), payer, 10_000n, THIEF)]),
    { swap: ['100', 'base:USDC', 'base:ETH'] },
  ),
  attack(
    'many: pays the wrapped coin for the coin',
    refused('payload'),
    ({ payer }) => many([single(payer, COIN_OUT)]),
    { swap: ['100', 'base:USDC', 'base:ETH'] },
  ),
  attack('many: wraps a coin that was not sent', refused('simulation'), ({ payer }) =>
    many([parts.wrap(coinOf('1')), single(payer)]),
  ),
  attack('many: lets the positions take the router’s tokens', refused('payload'), ({ payer }) =>
    many([single(payer), parts.approveMax(USDC)]),
  ),
  attack('many: lets the positions take them from zero', refused('payload'), ({ payer }) =>
    many([single(payer), parts.approveZeroThenMax(USDC)]),
  ),
  attack('many: uses a signature of the payer', refused('payload'), ({ payer }) =>
    many([parts.selfPermit(USDC, allUsdc), single(payer)]),
  ),
  attack('many: uses a signature for all of a token', refused('payload'), ({ payer }) =>
    many([parts.selfPermitAllowed(DAI), single(payer)]),
  ),
  attack('many: calls the positions', refused('payload'), ({ payer }) =>
    many([single(payer), parts.positions('0x42966c68')]),
  ),
  attack('many: a function that nobody knows', refused('payload'), ({ payer }) => many([single(payer), '0xdeadbeef'])),
  attack('many: a call of no function', refused('payload'), ({ payer }) => many([single(payer), '0x'])),
]
const COIN_OUT = { tokenOut: WETH, fee: 500, amountOutMinimum: coinOf('0.0495') }

const BYTES: readonly AttackCase[] = [
  attack('bytes: a word behind the call', asked('opaque-call'), ({ payer }) => `${single(payer)}${'00'.repeat(32)}`),
  attack(
    'bytes: a thief behind the call',
    asked('opaque-call'),
    ({ payer }) => `${single(payer)}${pad(THIEF).slice(2)}`,
  ),
  attack('bytes: the last word is cut off', refused('simulation'), ({ payer }) => single(payer).slice(0, -64) as Hex),
  attack('bytes: a list that lies elsewhere', refused('simulation'), ({ payer }) =>
    reworded(many([single(payer)]), word(0x40n), word(0x60n)),
  ),
  attack('bytes: a list beyond the end', refused('simulation'), ({ payer }) =>
    reworded(many([single(payer)]), word(0x40n), word(0xffffn)),
  ),
  attack('bytes: a list before the beginning', refused('simulation'), ({ payer }) =>
    reworded(many([single(payer)]), word(0x40n), word(2n ** 256n - 32n)),
  ),
  attack('bytes: a call said to be longer than it is', refused('simulation'), ({ payer }) =>
    reworded(many([single(payer)]), word(0xe4n), word(0x1e4n)),
  ),
  attack('bytes: a call said to be shorter than it is', refused('simulation'), ({ payer }) =>
    reworded(many([single(payer)]), word(0xe4n), word(0xc4n)),
  ),
  attack(
    'bytes: padding that is not empty',
    asked('opaque-call'),
    ({ payer }) => `${many([single(payer)]).slice(0, -2)}ff` as Hex,
  ),
  attack('bytes: none', refused('payload'), () => '0x'),
  attack('bytes: half of a function', refused('payload'), () => '0x04e4'),
  attack('bytes: half a digit', refused('payload'), ({ payer }) => `${single(payer)}0` as Hex),
  attack('bytes: no hex', refused('payload'), ({ payer }) => `${single(payer)}zz` as Hex),
  attack('bytes: no sign of hex', refused('payload'), ({ payer }) => single(payer).slice(2) as Hex),
  attack('bytes: the function of another router', refused('payload'), ({ payer }) => v2.exactIn(payer, [USDC, DAI])),
  attack(
    'bytes: a function that the router lacks',
    refused('simulation'),
    ({ payer }) => `0xdeadbeef${single(payer).slice(10)}`,
  ),
]

function word(value: bigint): Hex {
  return toHex(value, { size: 32 })
}

const at = (to: Address, data: Hex, more: Partial<Call> = {}): Call => ({ to, data, ...more })
const encode = (signature: string, args: readonly unknown[]): Hex => {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[])
  return encodeFunctionData({ abi, args } as never)
}
const PAIR_SWAP: Payment['swap'] = ['100', 'base:USDC', 'base:WETH']
const LEAST_WETH = coinOf('0.0493')

const V2: readonly AttackCase[] = [
  attack(
    'v2: pays a thief',
    refused('payload'),
    () => at(V2_ROUTER, v2.exactIn(THIEF, [USDC, WETH], UNITS, LEAST_WETH)),
    { swap: PAIR_SWAP },
  ),
  attack(
    'v2: the least is nothing',
    refused('payload'),
    ({ payer }) => at(V2_ROUTER, v2.exactIn(payer, [USDC, WETH], UNITS, 0n)),
    { swap: PAIR_SWAP },
  ),
  attack(
    'v2: ends in another token',
    refused('payload'),
    ({ payer }) => at(V2_ROUTER, v2.exactIn(payer, [USDC, WETH, DAI], UNITS, LEAST_WETH)),
    { swap: PAIR_SWAP },
  ),
  attack(
    'v2: its deadline has passed',
    refused('payload'),
    ({ payer }) => at(V2_ROUTER, v2.exactIn(payer, [USDC, WETH], UNITS, LEAST_WETH, 1n)),
    { swap: PAIR_SWAP },
  ),
  attack(
    'v2: takes ten times the amount',
    refused('payload'),
    ({ payer }) => at(V2_ROUTER, v2.exactIn(payer, [USDC, WETH], allUsdc, LEAST_WETH)),
    { swap: PAIR_SWAP, ...standing(USDC, V2_ROUTER) },
  ),
  attack(
    'v2: out, with all at most',
    refused('payload'),
    ({ payer }) => at(V2_ROUTER, v2.exactOut(payer, [USDC, WETH], LEAST_WETH, allUsdc)),
    { swap: PAIR_SWAP, ...standing(USDC, V2_ROUTER) },
  ),
  attack(
    'v2: the coin for a token',
    refused('payload'),
    ({ payer }) => at(V2_ROUTER, v2.coinOut(payer, [USDC, WETH], UNITS, LEAST_WETH)),
    { swap: PAIR_SWAP },
  ),
  attack(
    'v2: the function for taxed tokens, to a thief',
    refused('payload'),
    () => at(V2_ROUTER, v2.taxed(THIEF, [USDC, WETH], UNITS, LEAST_WETH)),
    { swap: PAIR_SWAP },
  ),
  attack('v2: takes liquidity out', refused('simulation'), ({ payer }) => at(V2_ROUTER, v2.removeLiquidity(payer)), {
    swap: PAIR_SWAP,
  }),
  attack('v2: the coin instead of the token', refused('payload'), ({ payer }) =>
    at(V2_ROUTER, v2.coinIn(payer, [WETH, DAI], LEAST), { value: coinOf('1') }),
  ),
]

const erc20 = (functionName: 'approve' | 'transfer', to: Address, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, units] })

const TOKENS: readonly AttackCase[] = [
  attack('token: sends the amount to a thief', asked('deposit'), () =>
    at(USDC, erc20('transfer', THIEF, UNITS), { approval: null }),
  ),
  attack('token: sends everything to a thief', refused('payload'), () =>
    at(USDC, erc20('transfer', THIEF, allUsdc), { approval: null }),
  ),
  attack('token: sends another token', refused('payload'), () =>
    at(WETH, erc20('transfer', THIEF, coinOf('2')), { approval: null }),
  ),
  attack('token: lets a thief take it', refused('payload'), () =>
    at(USDC, erc20('approve', THIEF, UNITS), { approval: null }),
  ),
  attack('token: lets a thief take another token', refused('payload'), () =>
    at(WETH, erc20('approve', THIEF, coinOf('2')), { approval: null }),
  ),
  attack('token: lets a thief take more of it', refused('payload'), () =>
    at(USDC, encode('increaseAllowance(address,uint256)', [THIEF, allUsdc]), { approval: null }),
  ),
  attack('token: sends in the name of the payer', refused('payload'), ({ payer }) =>
    at(USDC, encode('transferFrom(address,address,uint256)', [payer, THIEF, allUsdc]), { approval: null }),
  ),
  attack('token: burns it', refused('payload'), () => at(USDC, encode('burn(uint256)', [UNITS]), { approval: null })),
  attack('token: uses a signature', refused('payload'), ({ payer }) =>
    at(
      USDC,
      encode('permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
        payer,
        THIEF,
        allUsdc,
        inSeconds(600),
        27,
        word(1n),
        word(1n),
      ]),
      { approval: null },
    ),
  ),
  attack('token: sends the amount to the token', refused('payload'), () =>
    at(USDC, erc20('transfer', USDC, UNITS), { approval: null }),
  ),
  attack('token: sends the amount to a thief with dirty bits', refused('payload'), () =>
    at(USDC, reworded(erc20('transfer', THIEF, UNITS), pad(THIEF), dirty(THIEF)), { approval: null }),
  ),
  attack('token: all collectibles for a thief', refused('payload'), () =>
    at(DAI, encode('setApprovalForAll(address,bool)', [THIEF, true]), { approval: null }),
  ),
  attack('permit2: may take all', refused('payload'), () =>
    at(PERMIT2, encode('approve(address,address,uint160,uint48)', [USDC, THIEF, allUsdc, Number(inSeconds(600))])),
  ),
  attack('permit2: takes for a thief', refused('payload'), ({ payer }) =>
    at(PERMIT2, encode('transferFrom(address,address,uint160,address)', [payer, THIEF, UNITS, USDC])),
  ),
  attack('permit2: is approved, and another contract called', refused('payload'), ({ payer }) =>
    at(ROUTER, single(payer), { approval: { spender: PERMIT2 } }),
  ),
  attack(
    'wrapper: unwraps more than was agreed',
    refused('payload'),
    () => at(WETH, encode('withdraw(uint256)', [coinOf('2')]), { approval: null }),
    { swap: ['1', 'base:WETH', 'base:ETH'] },
  ),
  attack(
    'wrapper: unwraps for what should be swapped',
    refused('payload'),
    () => at(WETH, encode('withdraw(uint256)', [coinOf('0.05')]), { approval: null }),
    { swap: ['0.05', 'base:WETH', 'base:DAI'] },
  ),
  attack(
    'wrapper: wraps at a contract that is none',
    refused('payload'),
    ({ src }) => at(src.chain.contracts.multicall3, encode('deposit()', []), { value: coinOf('1') }),
    { swap: ['1', 'base:ETH', 'base:WETH'] },
  ),
  attack(
    'wrapper: wraps for another asset',
    refused('payload'),
    () => at(WETH, encode('deposit()', []), { value: coinOf('0.05') }),
    { swap: ['0.05', 'base:ETH', 'base:DAI'] },
  ),
  attack('wrapper: wraps half', refused('payload'), () => at(WETH, encode('deposit()', []), { value: coinOf('0.5') }), {
    swap: ['1', 'base:ETH', 'base:WETH'],
  }),
  attack(
    'wrapper: wraps all that there is',
    refused('payload'),
    () => at(WETH, encode('deposit()', []), { value: coinOf('1.9') }),
    { swap: ['1', 'base:ETH', 'base:WETH'] },
  ),
]

const POWERS: readonly AttackCase[] = (
  [
    ['enableModule(address)', [THIEF]],
    ['addOwnerWithThreshold(address,uint256)', [THIEF, 1n]],
    ['setGuard(address)', [zeroAddress]],
    ['grantRole(bytes32,address)', [word(0n), THIEF]],
    ['transferOwnership(address)', [THIEF]],
    ['upgradeTo(address)', [THIEF]],
    ['approveDelegation(address,uint256)', [THIEF, allUsdc]],
    ['delegate(address)', [THIEF]],
    ['setOperator(address,bool)', [THIEF, true]],
    ['redeem(uint256,address,address)', [allUsdc, THIEF, THIEF]],
  ] as const
).map(([signature, args]) =>
  attack(`power: ${signature}`, refused('payload'), ({ src }) =>
    at(src.chain.contracts.multicall3, encode(signature, args)),
  ),
)

const CONTRACTS: readonly AttackCase[] = [
  attack(
    'foreign: the router’s function at a contract that only takes',
    refused('simulation'),
    ({ payer }) => at(TAKER, single(payer)),
    { before: takingContract() },
  ),
  attack(
    'foreign: a function that nobody knows, at a contract that only takes',
    refused('simulation'),
    () => at(TAKER, '0x12345678'),
    { before: takingContract() },
  ),
  attack('foreign: no contract at all', refused('payload'), ({ payer }) => at(THIEF, single(payer))),
  attack('foreign: the payer itself', refused('payload'), ({ payer }) => at(payer, single(payer))),
  attack('foreign: pays, and is not known', asked('unknown-call'), ({ payer }) => at(TAKER, single(payer)), {
    before: payingContract(),
  }),
  attack('foreign: pays in a simulation by its gas price', refused('simulation'), () => at(TAKER, '0x12345678'), {
    before: payingContract('gas price'),
  }),
  attack('foreign: pays in a simulation by its base fee', refused('simulation'), () => at(TAKER, '0x12345678'), {
    before: payingContract('base fee'),
  }),
  attack('foreign: pays in a simulation by its gas', refused('simulation'), () => at(TAKER, '0x12345678'), {
    before: payingContract('gas'),
  }),
  attack('foreign: pays in a simulation by the miner', refused('simulation'), () => at(TAKER, '0x12345678'), {
    before: payingContract('miner'),
  }),
  attack(
    'foreign: takes another token that was approved long ago',
    refused('simulation'),
    () => at(TAKER, '0x12345678'),
    {
      before: async (scene) => {
        await payingContract('always', WETH)(scene)
        await approveFor(scene.src.chain, scene.payer, WETH, TAKER, 2n ** 255n)
      },
    },
  ),
  attack('foreign: the approval is for another contract', refused('payload'), ({ payer }) =>
    at(ROUTER, single(payer), { approval: { spender: THIEF } }),
  ),
  attack('foreign: the approval is for more', refused('payload'), ({ payer }) =>
    at(ROUTER, single(payer), { approval: { amount: allUsdc } }),
  ),
  attack('foreign: the approval is for ever', refused('payload'), ({ payer }) =>
    at(ROUTER, single(payer), { approval: { amount: 2n ** 256n - 1n } }),
  ),
  attack('foreign: the approval is of another token', refused('payload'), ({ payer }) =>
    at(ROUTER, single(payer), { approval: { token: WETH } }),
  ),
]

const BRIDGE: Partial<Payment> = { swap: ['100', 'base:USDC', 'ethereum:USDC'], provider: 'ACROSS' }
const bridge = (
  name: string,
  ending: AttackCase['ending'],
  changes: (scene: Scene) => Partial<BridgeDeposit>,
  more: Partial<Payment> = {},
) => attack(`bridge: ${name}`, ending, (scene) => deposit(scene, changes(scene)), { ...BRIDGE, ...more })

const BRIDGES: readonly AttackCase[] = [
  bridge('pays a thief', refused('payload'), () => ({ recipient: THIEF })),
  bridge('refunds a thief', refused('payload'), () => ({ depositor: THIEF })),
  bridge('pays one unit', refused('payload'), () => ({ outputAmount: 1n })),
  bridge('pays nothing', refused('payload'), () => ({ outputAmount: 0n })),
  bridge('pays just below the slippage', refused('payload'), () => ({ outputAmount: parseUnits('98.9', 6) })),
  bridge('pays in another token', refused('payload'), () => ({ outputToken: tokens.ethereum.weth })),
  bridge('pays in a token of the chain it came from', refused('payload'), () => ({ outputToken: USDC })),
  bridge('leaves the token to the relayers', refused('payload'), () => ({ outputToken: zeroAddress })),
  bridge('pays on another chain', refused('payload'), () => ({ destination: 10n })),
  bridge('pays on the chain it came from', refused('payload'), () => ({ destination: 8453n })),
  bridge(
    'takes ten times the amount',
    refused('payload'),
    () => ({ inputAmount: allUsdc }),
    standing(USDC, SPOKE_POOL),
  ),
  bridge('takes a tenth, and pays all', refused('simulation'), () => ({ inputAmount: UNITS / 10n })),
  bridge('takes another token', refused('payload'), () => ({ inputToken: WETH }), standing(WETH, SPOKE_POOL)),
  bridge('has one relayer for a day', refused('payload'), () => ({ relayer: THIEF, exclusiveSec: 86_400 })),
  bridge('has one relayer until tomorrow', refused('payload'), () => ({
    relayer: THIEF,
    exclusiveSec: Number(inSeconds(86_400)),
  })),
  bridge('may be filled until yesterday', refused('payload'), () => ({ fillSec: Number(inSeconds(-86_400)) })),
  bridge('was quoted tomorrow', refused('simulation'), () => ({ quoteSec: Number(inSeconds(86_400)) })),
  bridge('was quoted a week ago', refused('simulation'), () => ({ quoteSec: Number(inSeconds(-604_800)) })),
  bridge('has a message for a contract', asked('passed-on'), () => ({ message: '0xdeadbeef' })),
  attack(
    'bridge: takes the coin too',
    refused('payload'),
    (scene) => ({ ...deposit(scene), value: coinOf('1') }),
    BRIDGE,
  ),
  attack('bridge: of another asset than is sent', refused('payload'), (scene) => deposit(scene), {
    swap: ['0.05', 'base:WETH', 'ethereum:ETH'],
    provider: 'ACROSS',
  }),
  attack('bridge: a swap on one chain instead', refused('payload'), ({ payer }) => single(payer), BRIDGE),
  attack('bridge: instead of a swap on one chain', refused('payload'), (scene) => deposit(scene)),
]

export const CALLDATA_ATTACKS: readonly AttackCase[] = [
  ...ROLES,
  ...NESTED,
  ...BYTES,
  ...V2,
  ...TOKENS,
  ...POWERS,
  ...CONTRACTS,
  ...BRIDGES,
]
