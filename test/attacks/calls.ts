import { type Address, encodeFunctionData, encodePacked, type Hex, parseAbi, parseUnits, zeroAddress } from 'viem'
import { spokePoolAbi } from '../devnet/abi.ts'
import { contracts, tokens } from '../devnet/addresses.ts'
import type { Call } from './execution.ts'
import type { Scene } from './range.ts'

/*
 * Calls of the real contracts, each honest but for what a case changes: 100 USDC for DAI on Base.
 */

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct SingleOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
  'struct Path { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct PathOut { bytes path; address recipient; uint256 amountOut; uint256 amountInMaximum; }',
  'function exactInputSingle(Single params) payable',
  'function exactOutputSingle(SingleOut params) payable',
  'function exactInput(Path params) payable',
  'function exactOutput(PathOut params) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function refundETH() payable',
  'function wrapETH(uint256 value) payable',
  'function pull(address token, uint256 value) payable',
  'function approveMax(address token) payable',
  'function approveZeroThenMax(address token) payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s) payable',
  'function callPositionManager(bytes data) payable',
  'function multicall(bytes[] data) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function multicall(bytes32 previousBlockhash, bytes[] data) payable',
])
const v2Abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
])

/** The routers of the chain that most cases are played on. */
export const { swapRouter02: ROUTER, v2Router: V2_ROUTER, permit2: PERMIT2, spokePool: SPOKE_POOL } = contracts.base
export const { usdc: USDC, dai: DAI, weth: WETH } = tokens.base
/** Base units of what leaves, and the least that holds the floor. */
export const UNITS = parseUnits('100', 6)
export const LEAST = parseUnits('98.989', 18)
/** The router's names for the caller and for itself. */
export const ME: Address = '0x0000000000000000000000000000000000000001'
export const ITSELF: Address = '0x0000000000000000000000000000000000000002'

/** Epoch seconds from now. */
export const inSeconds = (seconds: number): bigint => BigInt(Math.floor(Date.now() / 1000) + seconds)

interface Single {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly fee: number
  readonly recipient: Address
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
  readonly sqrtPriceLimitX96: bigint
}

/** `exactInputSingle`, which is honest but for these. */
export function single(recipient: Address, changes: Partial<Single> = {}): Hex {
  const honest = { tokenIn: USDC, tokenOut: DAI, fee: 100, recipient, amountIn: UNITS, amountOutMinimum: LEAST }
  return encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [{ ...honest, sqrtPriceLimitX96: 0n, ...changes }],
  })
}

/** `exactOutputSingle`. */
export function singleOut(recipient: Address, amountOut: bigint, amountInMaximum: bigint): Hex {
  const params = {
    tokenIn: USDC,
    tokenOut: DAI,
    fee: 100,
    recipient,
    amountOut,
    amountInMaximum,
    sqrtPriceLimitX96: 0n,
  }
  return encodeFunctionData({ abi, functionName: 'exactOutputSingle', args: [params] })
}

/** The way of V3: tokens with the fees between them. */
export function wayOf(...stops: readonly (Address | number)[]): Hex {
  return encodePacked(
    stops.map((stop) => (typeof stop === 'number' ? 'uint24' : 'address')),
    stops as never,
  )
}

export function path(recipient: Address, way: Hex, amountIn = UNITS, amountOutMinimum = LEAST): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [{ path: way, recipient, amountIn, amountOutMinimum }],
  })
}

export function pathOut(recipient: Address, way: Hex, amountOut: bigint, amountInMaximum: bigint): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'exactOutput',
    args: [{ path: way, recipient, amountOut, amountInMaximum }],
  })
}

/** The router's own functions of pairs. */
export const pairs = {
  exactIn: (to: Address, way: readonly Address[], amountIn = UNITS, least = LEAST) =>
    encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args: [amountIn, least, way, to] }),
  exactOut: (to: Address, way: readonly Address[], amountOut = LEAST, most = UNITS) =>
    encodeFunctionData({ abi, functionName: 'swapTokensForExactTokens', args: [amountOut, most, way, to] }),
}

/** Parts of a multicall. */
export const parts = {
  unwrap: (least: bigint, to: Address) => encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [least, to] }),
  unwrapWithFee: (least: bigint, to: Address, feeBps: bigint, third: Address) =>
    encodeFunctionData({ abi, functionName: 'unwrapWETH9WithFee', args: [least, to, feeBps, third] }),
  sweep: (token: Address, least: bigint, to: Address) =>
    encodeFunctionData({ abi, functionName: 'sweepToken', args: [token, least, to] }),
  sweepWithFee: (token: Address, least: bigint, to: Address, feeBps: bigint, third: Address) =>
    encodeFunctionData({ abi, functionName: 'sweepTokenWithFee', args: [token, least, to, feeBps, third] }),
  refund: () => encodeFunctionData({ abi, functionName: 'refundETH' }),
  wrap: (wei: bigint) => encodeFunctionData({ abi, functionName: 'wrapETH', args: [wei] }),
  pull: (token: Address, units: bigint) => encodeFunctionData({ abi, functionName: 'pull', args: [token, units] }),
  approveMax: (token: Address) => encodeFunctionData({ abi, functionName: 'approveMax', args: [token] }),
  approveZeroThenMax: (token: Address) =>
    encodeFunctionData({ abi, functionName: 'approveZeroThenMax', args: [token] }),
  selfPermit: (token: Address, units: bigint) =>
    encodeFunctionData({ abi, functionName: 'selfPermit', args: [token, units, inSeconds(600), 27, ONE, ONE] }),
  selfPermitAllowed: (token: Address) =>
    encodeFunctionData({ abi, functionName: 'selfPermitAllowed', args: [token, 0n, inSeconds(600), 27, ONE, ONE] }),
  positions: (data: Hex) => encodeFunctionData({ abi, functionName: 'callPositionManager', args: [data] }),
}
const ONE: Hex = `0x${'01'.repeat(32)}`

/** A multicall that ends in ten minutes, or as is said. */
export function many(calls: readonly Hex[], deadline = inSeconds(600)): Hex {
  return encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, calls] })
}

/** A multicall without an end. */
export function manyForever(calls: readonly Hex[]): Hex {
  return encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
}

/** A multicall after a block. */
export function manyAfter(block: Hex, calls: readonly Hex[]): Hex {
  return encodeFunctionData({ abi, functionName: 'multicall', args: [block, calls] })
}

/** The functions of the router of V2. */
export const v2 = {
  exactIn: (to: Address, way: readonly Address[], amountIn = UNITS, least = LEAST, until = inSeconds(600)) =>
    encodeFunctionData({
      abi: v2Abi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, least, way, to, until],
    }),
  exactOut: (to: Address, way: readonly Address[], amountOut: bigint, most = UNITS) =>
    encodeFunctionData({
      abi: v2Abi,
      functionName: 'swapTokensForExactTokens',
      args: [amountOut, most, way, to, inSeconds(600)],
    }),
  coinIn: (to: Address, way: readonly Address[], least: bigint) =>
    encodeFunctionData({ abi: v2Abi, functionName: 'swapExactETHForTokens', args: [least, way, to, inSeconds(600)] }),
  coinOut: (to: Address, way: readonly Address[], amountIn: bigint, least: bigint) =>
    encodeFunctionData({
      abi: v2Abi,
      functionName: 'swapExactTokensForETH',
      args: [amountIn, least, way, to, inSeconds(600)],
    }),
  taxed: (to: Address, way: readonly Address[], amountIn: bigint, least: bigint) =>
    encodeFunctionData({
      abi: v2Abi,
      functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
      args: [amountIn, least, way, to, inSeconds(600)],
    }),
  removeLiquidity: (to: Address) =>
    encodeFunctionData({
      abi: v2Abi,
      functionName: 'removeLiquidity',
      args: [USDC, DAI, UNITS, 0n, 0n, to, inSeconds(600)],
    }),
}

/** What a deposit for a bridge says. */
export interface BridgeDeposit {
  readonly depositor: Address
  readonly recipient: Address
  readonly inputToken: Address
  readonly outputToken: Address
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly destination: bigint
  readonly relayer: Address
  readonly quoteSec: number
  readonly fillSec: number
  readonly exclusiveSec: number
  readonly message: Hex
}

/** A deposit of 100 USDC of Base for Ethereum, honest but for these. */
export function deposit({ payer }: Pick<Scene, 'payer'>, changes: Partial<BridgeDeposit> = {}): Call {
  const nowSec = Number(inSeconds(0))
  const made: BridgeDeposit = {
    ...{ depositor: payer, recipient: payer, inputToken: USDC, outputToken: tokens.ethereum.usdc },
    ...{ inputAmount: UNITS, outputAmount: parseUnits('99.97', 6), destination: 1n, relayer: zeroAddress },
    ...{ quoteSec: nowSec - 30, fillSec: nowSec + 1_800, exclusiveSec: 0, message: '0x' },
    ...changes,
  }
  const { depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, destination, relayer } = made
  const args = [
    ...([depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, destination, relayer] as const),
    ...([made.quoteSec, made.fillSec, made.exclusiveSec, made.message] as const),
  ] as const
  return { to: SPOKE_POOL, data: encodeFunctionData({ abi: spokePoolAbi, functionName: 'depositV3', args }) }
}
