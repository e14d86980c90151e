import { type Address, encodeFunctionData, parseUnits } from 'viem'
import { erc20Abi } from '../devnet/abi.ts'
import { tokens } from '../devnet/addresses.ts'
import { asObject } from '../support/contract-fields.ts'
import { failed, refused, SIGNED } from './case.ts'

import { deposit, ROUTER, single, UNITS, USDC, WETH } from './calls.ts'
import { type Call, coinOf } from './execution.ts'
import { approveFor } from './hostile-contracts.ts'
import { type Change, type Json, put } from './hostile-server.ts'
import { type AttackCase, type Payment, type Scene, THIEF } from './range.ts'

/*
 * A provider lies to the service of this machine: Across, over its HTTP API. Nobody stands between that could be blamed, and
 * a simulation settles some doubts; so what is left is what calldata and the chain say.
 */

const BRIDGE = { swap: ['100', 'base:USDC', 'ethereum:USDC'], provider: 'ACROSS', through: 'service' } as const

function attack(
  name: string,
  ending: AttackCase['ending'],
  change: (scene: Scene) => Change,
  more: Partial<Payment> = {},
): AttackCase {
  return { name, who: 'provider', ending, ...BRIDGE, provides: (scene) => ({ quote: change(scene) }), ...more }
}
const told = (members: Json | ((reply: Json) => Json)) => (): Change => (reply) =>
  put(reply, typeof members === 'function' ? members(reply) : members)
const calls =
  (make: (scene: Scene) => Call) =>
  (scene: Scene): Change =>
  (reply) => {
    const { to, data, value = 0n } = make(scene)
    return put(reply, { swapTx: { ...asObject(reply['swapTx']), to, data, value: String(value) } })
  }
const allUsdc = parseUnits('1000', 6)
const approval = (to: Address, spender: Address, units: bigint): Json => ({
  chainId: 8453,
  to,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] }),
})
const out = (units: bigint, least = units) => ({ expectedOutputAmount: String(units), minOutputAmount: String(least) })

const TERMS: readonly AttackCase[] = [
  attack('a least of one unit', refused('below-floor'), told({ minOutputAmount: '1' })),
  attack('a least of nothing', refused('below-floor'), told({ minOutputAmount: '0' })),
  attack(
    'a least just below the slippage',
    refused('below-floor'),
    told({ minOutputAmount: String(parseUnits('98.9', 6)) }),
  ),
  attack(
    'one for a hundred',
    refused('loss'),
    (scene) => (reply) => calls(() => deposit(scene, { outputAmount: 1_000_000n }))(scene)(put(reply, out(1_000_000n))),
  ),
  attack('ten times as much', refused('too-good'), told(out(parseUnits('1000', 6)))),
  attack(
    'a quote of all, and a call of half',
    refused('payload'),
    calls((scene) => deposit(scene, { outputAmount: parseUnits('50', 6) })),
  ),
  attack('an amount below zero', failed('PROVIDER_UNAVAILABLE'), told(out(-1n))),
  attack('an amount with a point', failed('PROVIDER_UNAVAILABLE'), told({ expectedOutputAmount: '99.5' })),
  attack('an amount that is a number', failed('PROVIDER_UNAVAILABLE'), told({ expectedOutputAmount: 99_970_000 })),
  attack('another amount to send', failed('PROVIDER_UNAVAILABLE'), told({ inputAmount: '1000000000' })),
  attack('another token to send', failed('PROVIDER_UNAVAILABLE'), told({ 'inputToken.address': WETH })),
  attack(
    'another token to receive',
    failed('PROVIDER_UNAVAILABLE'),
    told({ 'outputToken.address': tokens.ethereum.weth }),
  ),
  attack('another chain to receive on', failed('PROVIDER_UNAVAILABLE'), told({ 'outputToken.chainId': 10 })),
  attack('other decimals of what arrives', failed('PROVIDER_UNAVAILABLE'), told({ 'outputToken.decimals': 2 })),
  attack('other decimals of what leaves', failed('PROVIDER_UNAVAILABLE'), told({ 'inputToken.decimals': 18 })),
  attack('no reply, but a page', failed('PROVIDER_UNAVAILABLE'), () => () => '<html>'),
  attack('a reply of nothing', failed('PROVIDER_UNAVAILABLE'), () => () => null),
  attack('a quote that has run out', failed('PROVIDER_UNAVAILABLE'), told({ quoteExpiryTimestamp: 1 })),
]

const CALLS: readonly AttackCase[] = [
  attack(
    'pays a thief',
    refused('payload'),
    calls((scene) => deposit(scene, { recipient: THIEF })),
  ),
  attack(
    'refunds a thief',
    refused('payload'),
    calls((scene) => deposit(scene, { depositor: THIEF })),
  ),
  attack(
    'pays in another token',
    refused('payload'),
    calls((scene) => deposit(scene, { outputToken: tokens.ethereum.weth })),
  ),
  attack(
    'pays on another chain',
    refused('payload'),
    calls((scene) => deposit(scene, { destination: 137n })),
  ),
  attack(
    'takes ten times the amount',
    refused('payload'),
    calls((scene) => deposit(scene, { inputAmount: allUsdc })),
    {
      before: ({ src, payer }) => approveFor(src.chain, payer, USDC, src.chain.contracts.spokePool, 2n ** 255n),
    },
  ),
  attack(
    'has one relayer for a day',
    refused('payload'),
    calls((scene) => deposit(scene, { relayer: THIEF, exclusiveSec: 86_400 })),
  ),
  attack(
    'may be filled until yesterday',
    refused('payload'),
    calls((scene) => deposit(scene, { fillSec: 1_700_000_000 })),
  ),
  attack(
    'takes the coin too',
    failed('BAD_GATEWAY'),
    calls((scene) => ({ ...deposit(scene), value: coinOf('1') })),
  ),
  attack(
    'calls another contract',
    failed('BAD_GATEWAY'),
    calls((scene) => ({ ...deposit(scene), to: THIEF })),
  ),
  attack(
    'sends the token to a thief',
    failed('BAD_GATEWAY'),
    calls(() => ({
      to: USDC,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THIEF, UNITS] }),
    })),
  ),
  attack(
    'lets a thief take the token',
    failed('BAD_GATEWAY'),
    calls(() => ({
      to: USDC,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [THIEF, UNITS] }),
    })),
  ),
  attack(
    'swaps on one chain instead',
    failed('BAD_GATEWAY'),
    calls(({ payer }) => ({ to: ROUTER, data: single(payer) })),
  ),
  attack(
    'calls without a function',
    failed('BAD_GATEWAY'),
    calls(() => ({ to: ROUTER, data: '0x' })),
  ),
  attack('approves a thief', failed('BAD_GATEWAY'), told({ approvalTxns: [approval(USDC, THIEF, UNITS)] })),
  attack(
    'approves a thief for ever',
    failed('BAD_GATEWAY'),
    told({ approvalTxns: [approval(USDC, THIEF, 2n ** 256n - 1n)] }),
  ),
  attack('approves another token', failed('BAD_GATEWAY'), told({ approvalTxns: [approval(WETH, THIEF, coinOf('2'))] })),
  attack('names another spender', failed('BAD_GATEWAY'), told({ 'checks.allowance.spender': THIEF })),
  attack(
    'names another spender, and approves it',
    failed('BAD_GATEWAY'),
    told({ 'checks.allowance.spender': THIEF, approvalTxns: [approval(USDC, THIEF, UNITS)] }),
  ),
  attack(
    'says that nothing need be approved',
    refused('simulation'),
    told({ approvalTxns: undefined, 'checks.allowance.actual': '999999999999' }),
  ),
  attack('a call for another chain', failed('BAD_GATEWAY'), told({ 'swapTx.chainId': 1 })),
  attack('a call that is no hex', failed('BAD_GATEWAY'), told({ 'swapTx.data': 'transfer' })),
  attack('a value in exponents', failed('BAD_GATEWAY'), told({ 'swapTx.value': '1e18' })),
]

const COSTS: readonly AttackCase[] = [
  attack(
    'a fee that is the whole amount',
    SIGNED,
    told((reply) => ({ 'fees.total.amount': '100000000', 'fees.total.amountUsd': '100', id: String(reply['id']) })),
  ),
  attack(
    'a name with a text for the clipboard',
    SIGNED,
    told({ 'inputToken.symbol': 'USDC\u001b]52;c;eA==\u0007', 'steps.bridge.provider': 'across\u001b[2J' }),
  ),
  attack('an id of another quote at each read', SIGNED, () => (reply) => put(reply, { id: `other-${Math.random()}` })),
  attack('a fill that takes a year', SIGNED, told({ expectedFillTime: 31_536_000 })),
]

const CHANGES: readonly AttackCase[] = [
  attack('an honest quote, and then a thief', refused('payload'), (scene) => {
    let reads = 0
    return (reply) => {
      reads += 1
      return reads === 1 ? reply : calls(() => deposit(scene, { recipient: THIEF }))(scene)(reply)
    }
  }),
  attack('an honest quote, and then half', failed('PROVIDER_UNAVAILABLE'), () => {
    let reads = 0
    return (reply) => {
      reads += 1
      return reads === 1 ? reply : put(reply, out(parseUnits('50', 6)))
    }
  }),
]

export const PROVIDER_ATTACKS: readonly AttackCase[] = [...TERMS, ...CALLS, ...COSTS, ...CHANGES]
