import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'

/* Honest payloads of the kinds that exist, from which tests make hostile ones by one change. */

export const NOW_MS = Date.parse('2026-01-15T12:00:00Z')
export const NOW_SEC = BigInt(NOW_MS / 1000)

export const ALICE = '0x1111111111111111111111111111111111111111'
export const BOB = '0x2222222222222222222222222222222222222222'
export const MALLORY = '0x6666666666666666666666666666666666666666'
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
export const SPOKE_POOL = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
export const DLN_SOURCE = '0xeF4fB24aD0916217251F553c0596F8Edc630EB66'
export const THOR_ROUTER = '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146'
export const DEPOSITORY = '0x4cD00E387622C35bDDB9b4c962C136462338BC31'
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const ZERO = '0x0000000000000000000000000000000000000000'
export const BTC_BOB = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const native = { chainKey: 'ethereum', address: ZERO, symbol: 'ETH', decimals: 18 }
const usdc = { chainKey: 'ethereum', address: USDC, symbol: 'USDC', decimals: 6 }

/** 100 USDC for ETH on Ethereum, paid to somebody else. */
export const TOKEN_TERMS: PayTerms = {
  provider: 'ANY',
  src: { ...usdc, chainId: 1, isNative: false, units: 100_000_000n },
  dst: { ...native, minimumOut: 50_000_000_000_000_000n },
  depositor: ALICE,
  recipient: BOB,
  nativeOnTop: 0n,
}
/** 100 USDC for WETH on Ethereum. */
export const WETH_TERMS: PayTerms = {
  ...TOKEN_TERMS,
  dst: { ...native, address: WETH, symbol: 'WETH', minimumOut: 50_000_000_000_000_000n },
}
/** 1 ETH for USDC on Ethereum. */
export const COIN_TERMS: PayTerms = {
  ...TOKEN_TERMS,
  src: { ...native, chainId: 1, isNative: true, units: 10n ** 18n },
  dst: { ...usdc, minimumOut: 2_000_000_000n },
}
/** 100 USDC from Ethereum to Base. */
export const BRIDGE_TERMS: PayTerms = {
  ...TOKEN_TERMS,
  dst: { chainKey: 'base', chainId: 8453, address: BASE_USDC, symbol: 'USDC', decimals: 6, minimumOut: 99_000_000n },
}
/** 1 ETH for BTC. */
export const BTC_TERMS: PayTerms = {
  ...COIN_TERMS,
  provider: 'THORCHAIN',
  dst: { chainKey: 'bitcoin', address: 'native', symbol: 'BTC', decimals: 8, minimumOut: 3_000_000n },
  recipient: BTC_BOB,
}

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
  spokePool: parseAbi([
    'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable',
  ]),
  dln: parseAbi([
    'struct Order { address giveTokenAddress; uint256 giveAmount; bytes takeTokenAddress; uint256 takeAmount; uint256 takeChainId; bytes receiverDst; address givePatchAuthoritySrc; bytes orderAuthorityAddressDst; bytes allowedTakerDst; bytes externalCall; bytes allowedCancelBeneficiarySrc; }',
    'function createSaltedOrder(Order order, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable',
  ]),
  thor: parseAbi([
    'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
  ]),
  depository: parseAbi(['function depositErc20(address depositor, address token, uint256 amount, bytes32 id)']),
  permit2: parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)']),
  token: erc20Abi,
}

/** A token payload: an approval of the amount for the contract, then its call. */
export function tokenExec(to: string, data: string, changes: Partial<Exec> = {}): Exec {
  return {
    chainId: 1,
    providerTarget: to,
    providerCalldata: data,
    value: '0',
    srcToken: USDC,
    srcAmount: '100000000',
    approvalTarget: to,
    approvalToken: USDC,
    approvalAmount: '100000000',
    ...changes,
  }
}

/** A payload that sends 1 ETH along. */
export function coinExec(to: string, data: string, changes: Partial<Exec> = {}): Exec {
  return {
    chainId: 1,
    providerTarget: to,
    providerCalldata: data,
    value: '1000000000000000000',
    srcToken: 'native',
    srcAmount: '1000000000000000000',
    ...changes,
  }
}

/** A call of a function that nobody knows. */
export const STRANGE_CALL: Hex = `0xdeadbeef${'0'.repeat(64)}`

export interface Swap {
  readonly tokenIn: Hex
  readonly tokenOut: Hex
  readonly recipient: Hex
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
}

export const honestSwap: Swap = {
  tokenIn: USDC,
  tokenOut: WETH,
  recipient: BOB,
  amountIn: 100_000_000n,
  amountOutMinimum: 50_000_000_000_000_000n,
}

export function single(changes: Partial<Swap> = {}): Hex {
  const params = { ...honestSwap, fee: 500, sqrtPriceLimitX96: 0n, ...changes }
  return encodeFunctionData({ abi: abi.router, functionName: 'exactInputSingle', args: [params] })
}

export function unwrap(recipient: Hex = BOB, minimum = 50_000_000_000_000_000n): Hex {
  return encodeFunctionData({ abi: abi.router, functionName: 'unwrapWETH9', args: [minimum, recipient] })
}

export function multicall(calls: readonly Hex[], deadline = NOW_SEC + 600n): Hex {
  return encodeFunctionData({ abi: abi.router, functionName: 'multicall', args: [deadline, calls] })
}

/** A swap into the router's own hands and the payout of the coin. */
export function unwrappingSwap(changes: Partial<Swap> = {}, ...then: readonly Hex[]): Hex {
  const to = '0x0000000000000000000000000000000000000002'
  return multicall([single({ recipient: to, ...changes }), ...(then.length === 0 ? [unwrap()] : then)])
}

interface Deposit {
  readonly depositor: Hex
  readonly recipient: Hex
  readonly outputToken: Hex
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly fillDeadline: bigint
  readonly message: Hex
  readonly destinationChainId: bigint
}

export function spokeDeposit(changes: Partial<Deposit> = {}): Hex {
  const deposit: Deposit = {
    depositor: ALICE,
    recipient: BOB,
    outputToken: BASE_USDC,
    inputAmount: 100_000_000n,
    outputAmount: 99_500_000n,
    fillDeadline: NOW_SEC + 3600n,
    message: '0x',
    destinationChainId: 8453n,
    ...changes,
  }
  return encodeFunctionData({
    abi: abi.spokePool,
    functionName: 'depositV3',
    args: [
      deposit.depositor,
      deposit.recipient,
      USDC,
      deposit.outputToken,
      deposit.inputAmount,
      deposit.outputAmount,
      deposit.destinationChainId,
      ZERO,
      Number(NOW_SEC),
      Number(deposit.fillDeadline),
      0,
      deposit.message,
    ],
  })
}

interface Order {
  readonly takeChainId: bigint
  readonly takeTokenAddress: Hex
  readonly takeAmount: bigint
  readonly receiverDst: Hex
  readonly givePatchAuthoritySrc: Hex
  readonly orderAuthorityAddressDst: Hex
  readonly externalCall: Hex
  readonly allowedCancelBeneficiarySrc: Hex
}

export function dlnOrder(changes: Partial<Order> = {}): Hex {
  const order = {
    giveTokenAddress: USDC,
    giveAmount: 100_000_000n,
    takeTokenAddress: BASE_USDC,
    takeAmount: 99_500_000n,
    takeChainId: 8453n,
    receiverDst: BOB,
    givePatchAuthoritySrc: ALICE,
    orderAuthorityAddressDst: ALICE,
    allowedTakerDst: '0x',
    externalCall: '0x',
    allowedCancelBeneficiarySrc: '0x',
    ...changes,
  } as const
  return encodeFunctionData({
    abi: abi.dln,
    functionName: 'createSaltedOrder',
    args: [order, 7n, '0x', 0, '0x', '0x'],
  })
}

export function thorDeposit(memo: string, changes: { amount?: bigint; expiration?: bigint } = {}): Hex {
  const { amount = 10n ** 18n, expiration = NOW_SEC + 900n } = changes
  return encodeFunctionData({
    abi: abi.thor,
    functionName: 'depositWithExpiry',
    args: [DAI, ZERO, amount, memo, expiration],
  })
}

export function approve(spender: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: abi.token, functionName: 'approve', args: [spender, amount] })
}

export function transfer(to: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: abi.token, functionName: 'transfer', args: [to, amount] })
}

/** Permit2's approve with its four arguments. */
export function permit2(token: Hex, spender: Hex, amount: bigint, expiration: bigint): Hex {
  return encodeFunctionData({
    abi: abi.permit2,
    functionName: 'approve',
    args: [token, spender, amount, Number(expiration)],
  })
}

/** Words of 32 bytes behind a selector. */
export function words(selector: Hex, ...values: readonly bigint[]): Hex {
  const types = values.map(() => ({ type: 'uint256' }))
  return `${selector}${encodeAbiParameters(types, values).slice(2)}`
}

/** The message of a payload that is refused for this reason. */
export function refused(why: string): string {
  return `The provider's payload is not what was agreed: ${why}`
}

/** What becomes of a payload: `accepted`, or the message of its refusal. */
export function reasonOf(exec: Exec, terms: PayTerms): string {
  try {
    readPayload(exec, terms, NOW_MS)
    return 'accepted'
  } catch (error) {
    if (isSwapError(error) && error.code === 'WALLET_REFUSED') return error.message
    throw error
  }
}
