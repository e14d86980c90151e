import { type Hex, parseAbi } from 'viem'
import { USDC, WETH } from './contracts.ts'
import { encode } from './encode.ts'
import { BOB, NOW_SEC } from './parties.ts'

/* Honest calls of the kinds that exist, from which tests make hostile ones by one change. */

export const abi = {
  router: parseAbi([
    'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
    'struct SingleOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
    'struct Along { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
    'struct AlongOut { bytes path; address recipient; uint256 amountOut; uint256 amountInMaximum; }',
    'function exactInputSingle(Single params) payable',
    'function exactOutputSingle(SingleOut params) payable',
    'function exactInput(Along params) payable',
    'function exactOutput(AlongOut params) payable',
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable',
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to) payable',
    'function multicall(uint256 deadline, bytes[] data) payable',
    'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
    'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
    'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
    'function refundETH() payable',
    'function pull(address token, uint256 value) payable',
    'function callPositionManager(bytes data) payable',
  ]),
  plainMulticall: parseAbi(['function multicall(bytes[] data) payable']),
  hashMulticall: parseAbi(['function multicall(bytes32 previousBlockhash, bytes[] data) payable']),
  firstRouter: parseAbi([
    'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
    'function exactInputSingle(Single params) payable',
  ]),
  pairs: parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  ]),
}

interface Swap {
  readonly tokenIn: Hex
  readonly tokenOut: Hex
  readonly recipient: Hex
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
}

const honestSwap: Swap = {
  tokenIn: USDC,
  tokenOut: WETH,
  recipient: BOB,
  amountIn: 100_000_000n,
  amountOutMinimum: 50_000_000_000_000_000n,
}

export function single(changes: Partial<Swap> = {}): Hex {
  const params = { ...honestSwap, fee: 500, sqrtPriceLimitX96: 0n, ...changes }
  return encode(abi.router, 'exactInputSingle', [params])
}

export function unwrap(recipient: Hex = BOB, minimum = 50_000_000_000_000_000n): Hex {
  return encode(abi.router, 'unwrapWETH9', [minimum, recipient])
}

export function multicall(calls: readonly Hex[], deadline = NOW_SEC + 600n): Hex {
  return encode(abi.router, 'multicall', [deadline, calls])
}

/** A swap into the router's own hands and the payout of the coin. */
export function unwrappingSwap(changes: Partial<Swap> = {}, ...then: readonly Hex[]): Hex {
  const to = '0x0000000000000000000000000000000000000002'
  return multicall([single({ recipient: to, ...changes }), ...(then.length === 0 ? [unwrap()] : then)])
}
