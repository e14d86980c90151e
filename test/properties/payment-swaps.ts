import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits, zeroAddress } from 'viem'
import type { Execution, Fees, Lock } from '../../src/core/api/documents.ts'
import type { AcceptCode } from '../../src/core/swap/acceptances.ts'
import { formatAmount } from '../../src/core/money/amount.ts'
import type { NewRun } from '../../src/wallet/run/journal.ts'
import { spokePoolAbi, v2Abi, v3Abi } from '../devnet/abi.ts'
import { contracts, decimals, NATIVE, tokens } from '../devnet/addresses.ts'
import { payer } from '../wallet/evm/pay-world.ts'

/*
 * Honest swaps of the local Ethereum, as a server hands them out, and what their user agreed to.
 */

type Asset = keyof typeof decimals | 'eth'

/** What the user agreed to, in base units: the only thing that the chain is held against. */
export interface Agreed {
  /** Token that may leave; undefined for the coin. */
  readonly token: Address | undefined
  readonly units: bigint
  /** Most of the coin on top of the amount, network cost left out. */
  readonly onTop: bigint
  readonly recipient: Address
  /** Token that must arrive; undefined for the coin. */
  readonly arrives: Address | undefined
  /** Where it arrives: in the transaction itself, as an order of Across, or by a promise only. */
  readonly by: 'call' | 'across' | 'promise'
  readonly least: bigint
}

/** One honest swap. */
export interface HonestSwap {
  readonly name: string
  readonly run: Omit<NewRun, 'api' | 'accept'>
  readonly lock: Lock
  readonly execution: Execution
  /** Without these, `--yes` does not agree to it. */
  readonly accept: readonly AcceptCode[]
  readonly agreed: Agreed
}

/** A party that nobody agreed to. */
export const MALLORY: Address = '0x6666666666666666666666666666666666666666'
/** Does whatever calls it is given, as routers of aggregators do, and holds what it pays out. */
export const EXECUTOR: Address = '0x00000000000000000000000000000000E0EC0702'
/** Another address of the user. */
const BOB = '0x00000000000000000000000000000000000b0b0b'
const DEPOSIT = '0x00000000000000000000000000000000000de905'
const ROUTER_ITSELF = '0x0000000000000000000000000000000000000002'

export const executorAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3(Call3[] calls) payable returns (bytes[])',
  'function aggregate3Value(Call3Value[] calls) payable returns (bytes[])',
])
export const movesAbi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])

const { weth, usdc, dai, usdt } = tokens.ethereum
const { swapRouter02, v2Router, spokePool } = contracts.ethereum

interface Plan {
  readonly name: string
  readonly from: Asset
  readonly to: Asset
  /** Whole tokens. */
  readonly amount: string
  /** What the quote shows, and what it promises at least: whole tokens. */
  readonly shown: string
  readonly least: string
  readonly recipient?: Address
  readonly target: Address
  readonly data: (units: bigint, least: bigint) => Hex
  /** Coin on top, which the quote showed as a fee. */
  readonly onTop?: bigint
  readonly on?: 'ethereum' | 'base'
  readonly by?: Agreed['by']
  readonly accept?: readonly AcceptCode[]
  /** States its calls in steps too. */
  readonly inSteps?: true
  /** `--min-receive`. */
  readonly minReceive?: string
  readonly slippageBps?: number
}

/** @param nowSec of the chain */
export function honestSwaps(nowSec: bigint): readonly HonestSwap[] {
  const until = nowSec + 24n * 3600n
  const single = (tokenIn: Address, tokenOut: Address, fee: number, recipient: Address, units: bigint, least: bigint) =>
    encodeFunctionData({
      abi: v3Abi,
      functionName: 'exactInputSingle',
      args: [{ tokenIn, tokenOut, fee, recipient, amountIn: units, amountOutMinimum: least, sqrtPriceLimitX96: 0n }],
    })
  const multicall = (...calls: Hex[]) =>
    encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [until, calls] })
  const unwrap = (least: bigint, to: Address) =>
    encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [least, to] })
  const across = (from: Address, to: Address, recipient: Address) => (units: bigint, least: bigint) =>
    encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'depositV3',
      args: [
        ...([payer.address, recipient, from, to, units, least, 8453n, zeroAddress] as const),
        ...([Number(nowSec), Number(nowSec) + 6 * 3600, 0, '0x'] as const),
      ],
    })
  const moves = (...calls: readonly (readonly [Address, Hex])[]) =>
    encodeFunctionData({
      abi: executorAbi,
      functionName: 'aggregate3',
      args: [calls.map(([target, callData]) => ({ target, allowFailure: false, callData }))],
    })
  const take = (units: bigint) =>
    encodeFunctionData({ abi: movesAbi, functionName: 'transferFrom', args: [payer.address, EXECUTOR, units] })
  const give = (units: bigint) =>
    encodeFunctionData({ abi: movesAbi, functionName: 'transfer', args: [payer.address, units] })
  const plans: readonly Plan[] = [
    {
      ...{ name: 'a token for a token', from: 'usdc', to: 'dai', amount: '100', shown: '99.98', least: '99.48' },
      target: swapRouter02,
      data: (units, least) => multicall(single(usdc, dai, 100, payer.address, units, least)),
    },
    {
      ...{ name: 'a token for the coin', from: 'usdc', to: 'eth', amount: '100', shown: '0.0499', least: '0.0497' },
      target: swapRouter02,
      inSteps: true,
      data: (units, least) =>
        multicall(single(usdc, weth, 500, ROUTER_ITSELF, units, least), unwrap(least, payer.address)),
    },
    {
      ...{ name: 'the coin for a token', from: 'eth', to: 'usdc', amount: '0.05', shown: '99.9', least: '99.4' },
      ...{ target: swapRouter02, recipient: BOB, minReceive: '99.6', slippageBps: 100 },
      data: (units, least) => multicall(single(weth, usdc, 500, BOB, units, least)),
    },
    {
      ...{ name: 'Tether for the coin', from: 'usdt', to: 'eth', amount: '100', shown: '0.0498', least: '0.0496' },
      ...{ target: swapRouter02, recipient: BOB },
      data: (units, least) => multicall(single(usdt, weth, 3_000, ROUTER_ITSELF, units, least), unwrap(least, BOB)),
    },
    {
      ...{
        name: 'a token for the coin by pairs',
        from: 'usdc',
        to: 'eth',
        amount: '100',
        shown: '0.0498',
        least: '0.0496',
      },
      target: v2Router,
      data: (units, least) =>
        encodeFunctionData({
          abi: v2Abi,
          functionName: 'swapExactTokensForETH',
          args: [units, least, [usdc, weth], payer.address, until],
        }),
    },
    {
      ...{ name: 'a token over a bridge', from: 'usdc', to: 'usdc', amount: '100', shown: '99.9', least: '99.9' },
      ...{ target: spokePool, on: 'base', by: 'across', inSteps: true },
      data: across(usdc, tokens.base.usdc, payer.address),
    },
    {
      ...{ name: 'the coin over a bridge', from: 'eth', to: 'eth', amount: '0.05', shown: '0.0499', least: '0.0499' },
      ...{ target: spokePool, on: 'base', by: 'across', recipient: BOB },
      data: across(weth, tokens.base.weth, BOB),
    },
    {
      ...{ name: 'a token by an unknown router', from: 'usdc', to: 'dai', amount: '100', shown: '99.9', least: '99.5' },
      ...{ target: EXECUTOR, accept: ['unknown-call'] },
      data: (units) => moves([usdc, take(units)], [dai, give(parseUnits('99.9', 18))]),
    },
    {
      ...{
        name: 'a token by a router with a fee',
        from: 'usdc',
        to: 'dai',
        amount: '100',
        shown: '99.9',
        least: '99.5',
      },
      ...{ target: EXECUTOR, accept: ['unknown-call', 'fee-on-top'], onTop: 10n ** 14n },
      data: (units) => moves([usdc, take(units)], [dai, give(parseUnits('99.9', 18))]),
    },
    {
      ...{ name: 'a deposit', from: 'usdc', to: 'usdc', amount: '100', shown: '99.9', least: '99.9' },
      ...{ target: DEPOSIT, on: 'base', by: 'promise', accept: ['deposit'] },
      data: () => '0x',
    },
  ]
  return plans.map(swapOf)
}

function swapOf(plan: Plan): HonestSwap {
  const { name, from, to, amount, recipient = payer.address, target, onTop = 0n, on = 'ethereum', by = 'call' } = plan
  const { minReceive, slippageBps = 50, accept = [] } = plan
  const units = unitsOf(from, amount)
  const [stated, shown] = [unitsOf(to, plan.least), unitsOf(to, plan.shown)]
  const own = minReceive === undefined ? 0n : unitsOf(to, minReceive)
  const least = [stated, (shown * BigInt(10_000 - slippageBps)) / 10_000n, own].reduce((a, b) => (a > b ? a : b))
  const [token, arrives] = [tokenOf(from, 'ethereum'), tokenOf(to, on)]
  const provider = by === 'across' ? 'ACROSS' : 'UNISWAP'
  const fees: Fees = {
    total: { usd: '0', formatted: '$0' },
    items:
      onTop === 0n
        ? []
        : [
            {
              ...{ type: 'protocol_fee', amount: String(onTop), description: 'a fee', providerLabel: 'fee' },
              ...{ token: { chainId: 1, address: NATIVE, symbol: 'ETH', decimals: 18 }, chain: { chainId: 1 } },
              ...{ included: false, amountUsd: '0.2' },
            },
          ],
  }
  const terms = {
    src: { formatted: amount, currency: from.toUpperCase(), usd: '100' },
    dst: { formatted: plan.shown, currency: to.toUpperCase(), usd: '100' },
    ...{ fees, steps: [], estimatedTime: 12 },
  }
  const lockedLeast = formatAmount(least, to === 'eth' ? 18 : decimals[to])
  const data = plan.data(units, least)
  const value = String((from === 'eth' ? units : 0n) + onTop)
  const approve = encodeFunctionData({
    abi: parseAbi(['function approve(address, uint256)']),
    functionName: 'approve',
    args: [target, units],
  })
  const call = { chainId: 1, to: target, data, value }
  const exec = {
    ...{ chainId: 1, providerTarget: target, providerCalldata: data, value },
    ...{ srcToken: token ?? 'native', srcAmount: String(units) },
    ...(token === undefined ? {} : { approvalTarget: target, approvalToken: token, approvalAmount: String(units) }),
    ...(plan.inSteps === true
      ? { allSteps: [{ chainId: 1, to: token, data: approve, value: '0', description: 'approve' }, call] }
      : {}),
  }
  return {
    name,
    accept,
    agreed: { token, units, onTop: (onTop * 5n) / 4n, recipient, arrives, by, least },
    run: {
      ...{ from: `ethereum:${from}`, to: `${on}:${to}`, agreed: true, unattended: true },
      request: {
        ...{ srcChain: 'ethereum', srcAddress: token ?? NATIVE, dstChain: on, dstAddress: arrives ?? NATIVE },
        ...{ amount, depositor: payer.address, recipient, provider, slippage: slippageBps },
      },
      source: {
        ...{ chainId: 1, isNative: token === undefined, family: 'evm', units, symbol: from.toUpperCase() },
        decimals: from === 'eth' ? 18 : decimals[from],
      },
      target: {
        symbol: to.toUpperCase(),
        decimals: to === 'eth' ? 18 : decimals[to],
        chainId: on === 'base' ? 8453 : 1,
      },
      ...{ shown, leastOut: stated, mostOnTop: (onTop * 5n) / 4n },
      ...(minReceive === undefined ? {} : { minReceive: own }),
    },
    lock: {
      ...{ provider, routeId: 'route_1', lockId: 'lock_1', expiresAt: '2100-01-01T00:00:00.000Z', ttlMs: 60_000 },
      ...{ ...terms, minimumReceived: lockedLeast },
    },
    execution: {
      ...{ provider, lockId: 'lock_1', quote: terms, transaction: { id: 'tx_1', status: 'PENDING' } },
      ...(by === 'promise'
        ? { providerResult: { status: 'PENDING', execution: 'server', depositAddress: target } }
        : { providerResult: { status: 'PENDING', execution: 'client' }, exec }),
    },
  }
}

function unitsOf(asset: Asset, amount: string): bigint {
  return parseUnits(amount, asset === 'eth' ? 18 : decimals[asset])
}

function tokenOf(asset: Asset, on: 'ethereum' | 'base'): Address | undefined {
  if (asset === 'eth') return undefined
  const token = tokens[on][asset]
  if (token === undefined) throw new Error(`no ${asset} on ${on}`)
  return token
}
