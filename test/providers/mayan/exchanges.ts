import { encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { CaseRequest } from '../../support/provider-suite.ts'
import { ALICE, BOB, NATIVE, USDC, word } from '../../support/case-assets.ts'
import { openRecordings } from '../../support/recordings.ts'

export const FORWARDER = '0x337685fdaB40D39bd02028545a4FfA7D287cC3E2'
export const SWIFT_V1 = '0xC38e4e6A15593f908255214653d3D947CA1c2338'
export const SWIFT_V2 = '0x40fFE85A28DC9993541449464d7529a922142960'
export const AVALANCHE_USDC = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'

/** Half an hour before the recorded order's deadline. */
export const NOW_MS = (1_766_243_613 - 1800) * 1000

export const DIRECT = 'quote-evm-usdc.synthetic.json'
export const TO_SOLANA = 'quote-evm.json'

export const { altered, textAt } = openRecordings(import.meta.url)

export const direct: CaseRequest = { src: `base:${USDC.base}`, dst: `arbitrum:${USDC.arbitrum}`, amount: '10' }
export const toSolana: CaseRequest = {
  src: `avalanche:${AVALANCHE_USDC}`,
  dst: 'solana:native',
  amount: '100',
  slippageBps: 300,
}

const FLAGS = {
  swift: 'true',
  mctp: 'false',
  fastMctp: 'false',
  wormhole: 'false',
  monoChain: 'false',
  shuttle: 'false',
  gasless: 'false',
  fullList: 'true',
  forwarderAddress: FORWARDER,
  sdkVersion: '13_1_0',
}
export const directQuery = {
  fromChain: 'base',
  fromToken: USDC.base,
  toChain: 'arbitrum',
  toToken: USDC.arbitrum,
  amountIn64: '10000000',
  slippageBps: '50',
  ...FLAGS,
}
export const solanaQuery = {
  ...directQuery,
  fromChain: 'avalanche',
  fromToken: AVALANCHE_USDC,
  toChain: 'solana',
  toToken: NATIVE,
  amountIn64: '100000000',
  slippageBps: '300',
}

export const ask = (query: Record<string, string>, reply: Reply): Exchange => ({
  method: 'GET',
  path: '/quote',
  query,
  reply,
})
export const askSwap = (query: Record<string, string>, reply: Reply = 'get-swap-evm.synthetic.json'): Exchange => ({
  method: 'GET',
  path: '/get-swap/evm',
  query: { forwarderAddress: FORWARDER, slippageBps: '50', sdkVersion: '13_1_0', ...query },
  reply,
})

/** The published reply leaves out what the order takes; its deadline has passed since. */
export const payable = {
  'quotes.0.+swiftInputContract': AVALANCHE_USDC.toLowerCase(),
  'quotes.0.+swiftInputDecimals': 6,
  'quotes.0.deadline64': '1766243613',
}

/* As the ABIs of https://github.com/mayan-finance/swap-sdk have them, and another coder than the adapter's. */
const abi = parseAbi([
  'struct Permit { uint256 value; uint256 deadline; uint8 v; bytes32 r; bytes32 s; }',
  'function forwardERC20(address tokenIn, uint256 amountIn, Permit permit, address mayanProtocol, bytes protocolData)',
  'function swapAndForwardERC20(address tokenIn, uint256 amountIn, Permit permit, address swapProtocol, bytes swapData, address middleToken, uint256 minMiddleAmount, address mayanProtocol, bytes mayanData)',
  'function swapAndForwardEth(uint256 amountIn, address swapProtocol, bytes swapData, address middleToken, uint256 minMiddleAmount, address mayanProtocol, bytes mayanData)',
])
const v1 = parseAbi([
  'struct Order { bytes32 trader; bytes32 tokenOut; uint64 minAmountOut; uint64 gasDrop; uint64 cancelFee; uint64 refundFee; uint64 deadline; bytes32 destAddr; uint16 destChainId; bytes32 referrerAddr; uint8 referrerBps; uint8 auctionMode; bytes32 random; }',
  'function createOrderWithToken(address tokenIn, uint256 amountIn, Order order)',
])
const v2 = parseAbi([
  'struct Order { uint8 payloadType; bytes32 trader; bytes32 destAddr; uint16 destChainId; bytes32 referrerAddr; bytes32 tokenOut; uint64 minAmountOut; uint64 gasDrop; uint64 cancelFee; uint64 refundFee; uint64 deadline; uint8 referrerBps; uint8 auctionMode; bytes32 random; }',
  'function createOrderWithToken(address tokenIn, uint256 amountIn, Order order, bytes customPayload)',
])

const ZERO: Hex = pad('0x')
const account = (address: string): Hex => `0x${word(address)}`
const NO_PERMIT = { value: 0n, deadline: 0n, v: 0, r: ZERO, s: ZERO }

/** What distinguishes one order from another. */
export interface Order {
  readonly tokenIn: Hex
  readonly amountIn: bigint
  readonly tokenOut: Hex
  readonly minAmountOut: bigint
  readonly cancelFee: bigint
  readonly refundFee: bigint
  readonly deadline: bigint
  readonly destAddr: Hex
  readonly destChainId: number
  readonly random: Hex
  readonly trader: Hex
  readonly referrerAddr: Hex
  readonly referrerBps: number
  readonly gasDrop: bigint
  readonly payloadType: number
  readonly customPayload: Hex
}

/** The order of the recorded quote. */
export const ORDER: Order = {
  tokenIn: USDC.base,
  amountIn: 10_000_000n,
  tokenOut: account(USDC.arbitrum),
  minAmountOut: 9_974_999n,
  cancelFee: 3714n,
  refundFee: 1229n,
  deadline: 1_766_243_613n,
  destAddr: account(BOB),
  destChainId: 23,
  random: ZERO,
  trader: account(ALICE),
  referrerAddr: ZERO,
  referrerBps: 0,
  gasDrop: 0n,
  payloadType: 1,
  customPayload: '0x',
}

export function orderV1({ tokenIn, amountIn, ...order }: Order): Hex {
  return encodeFunctionData({ abi: v1, args: [tokenIn, amountIn, { ...order, auctionMode: 2 }] })
}

export function orderV2({ tokenIn, amountIn, customPayload, ...order }: Order): Hex {
  return encodeFunctionData({ abi: v2, args: [tokenIn, amountIn, { ...order, auctionMode: 2 }, customPayload] })
}

export function forwardERC20(tokenIn: Hex, amountIn: bigint, swift: Hex, order: Hex): Hex {
  return encodeFunctionData({ abi, functionName: 'forwardERC20', args: [tokenIn, amountIn, NO_PERMIT, swift, order] })
}

/** A swap before an order, its router and calldata as recorded. */
export interface Swap {
  readonly router: Hex
  readonly data: Hex
  readonly token: Hex
  readonly least: bigint
}
export const SWAP = { router: '0x19cEeAd7105607Cd444F5ad10dd51356436095a1', data: '0x83bd37f9' } as const

export function swapAndForwardERC20(
  tokenIn: Hex,
  amountIn: bigint,
  { router, data, token, least }: Swap,
  swift: Hex,
  order: Hex,
): Hex {
  const args = [tokenIn, amountIn, NO_PERMIT, router, data, token, least, swift, order] as const
  return encodeFunctionData({ abi, functionName: 'swapAndForwardERC20', args })
}

export function swapAndForwardEth(amountIn: bigint, { router, data, token, least }: Swap, swift: Hex, order: Hex): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'swapAndForwardEth',
    args: [amountIn, router, data, token, least, swift, order],
  })
}

/** Half of a hash, as an order's number has it behind the number of its quote. */
export const numberOf = (quoteId: string, own: string): Hex => `0x${word(`${quoteId.slice(2)}${own}`)}`
