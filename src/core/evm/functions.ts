/*
 * Functions of contracts as calldata names them, by contract. Providers encode calls by them and the wallet verifies calls by them;
 * which arguments they write or read stays theirs. A test derives every selector from its signature. Parameters are named by
 * their role in a swap (wallet/evm/calldata/signature.ts) where the wallet reads them; functions that only the wallet reads
 * stand in its own table (wallet/evm/calldata/known-calls.ts).
 */

/** A function of a contract. */
export interface ContractFunction {
  /** The first four bytes of the hash of the signature: 0x and 8 small hex digits. */
  readonly selector: string
  /** `transfer(address,uint256)`, or with roles: `withdraw(uint256 amountIn)` */
  readonly signature: string
}

/** A function by its selector and its signature. */
export function fn(selector: string, signature: string): ContractFunction {
  return { selector, signature }
}

/** The name of a function without its parameters. */
export function nameOf({ signature }: ContractFunction): string {
  return signature.slice(0, signature.indexOf('('))
}

/** The first four bytes of 0x-hex calldata in small letters; `0x` when there are none. */
export function selectorOf(data: string): string {
  return data.slice(0, 10).toLowerCase()
}

/** https://eips.ethereum.org/EIPS/eip-20 */
export const ERC20 = {
  name: fn('0x06fdde03', 'name()'),
  symbol: fn('0x95d89b41', 'symbol()'),
  decimals: fn('0x313ce567', 'decimals()'),
  totalSupply: fn('0x18160ddd', 'totalSupply()'),
  balanceOf: fn('0x70a08231', 'balanceOf(address)'),
  allowance: fn('0xdd62ed3e', 'allowance(address,address)'),
  approve: fn('0x095ea7b3', 'approve(address,uint256)'),
  transfer: fn('0xa9059cbb', 'transfer(address,uint256)'),
  transferFrom: fn('0x23b872dd', 'transferFrom(address,address,uint256)'),
  increaseAllowance: fn('0x39509351', 'increaseAllowance(address,uint256)'),
} as const

/** Collectibles: https://eips.ethereum.org/EIPS/eip-721, https://eips.ethereum.org/EIPS/eip-1155 */
export const COLLECTIBLE = {
  setApprovalForAll: fn('0xa22cb465', 'setApprovalForAll(address,bool)'),
  safeTransferFrom: fn('0x42842e0e', 'safeTransferFrom(address,address,uint256)'),
} as const

/** Wrapped coins: https://github.com/gnosis/canonical-weth */
export const WRAPPED_COIN = {
  deposit: fn('0xd0e30db0', 'deposit()'),
  withdraw: fn('0x2e1a7d4d', 'withdraw(uint256 amountIn)'),
} as const

/** https://docs.uniswap.org/contracts/permit2 */
export const PERMIT2_FUNCTIONS = {
  /** token, spender, amount, expiration in epoch seconds */
  approve: fn('0x87517c45', 'approve(address,address,uint160,uint48)'),
  /** owner, token, spender; returns amount, expiration, nonce */
  allowance: fn('0x927da105', 'allowance(address,address,address)'),
} as const

/** https://www.multicall3.com */
export const MULTICALL3_FUNCTIONS = {
  aggregate3: fn('0x82ad56cb', 'aggregate3((address,bool,bytes)[])'),
  getCurrentBlockTimestamp: fn('0x0f28c97d', 'getCurrentBlockTimestamp()'),
} as const

/** Of 0x's registry, by the number of a feature: https://github.com/0xProject/0x-settler */
export const SETTLER_REGISTRY_FUNCTIONS = {
  ownerOf: fn('0x6352211e', 'ownerOf(uint256)'),
  /** The contract before the one in use, which is valid for a while. */
  prev: fn('0xe2603dc2', 'prev(uint128)'),
} as const

/** Across's SpokePool: https://github.com/across-protocol/contracts */
export const ACROSS_SPOKE_POOL_READS = {
  /** By the hash of a deposit: 0 for not filled, 1 where Across itself was asked to fill it, 2 for filled. */
  fillStatuses: fn('0xc35c83fc', 'fillStatuses(bytes32)'),
} as const

/** https://specs.optimism.io/protocol/exec-engine.html */
export const OP_GAS_PRICE_ORACLE_FUNCTIONS = {
  getL1Fee: fn('0x49948e0e', 'getL1Fee(bytes)'),
  getL1FeeUpperBound: fn('0xf1c7a58b', 'getL1FeeUpperBound(uint256)'),
  /** Since Isthmus: what the operator takes for a transaction's gas. */
  getOperatorFee: fn('0x275aedd2', 'getOperatorFee(uint256)'),
} as const

/** https://docs.ens.domains/resolvers/universal, https://docs.ens.domains/resolvers/interfaces */
export const ENS_FUNCTIONS = {
  /** The Universal Resolver's: name, query; returns result, resolver. */
  resolve: fn('0x9061b923', 'resolve(bytes,bytes)'),
  /** Ethereum's address, which every resolver has. */
  addr: fn('0x3b3b57de', 'addr(bytes32)'),
  /** The address for a coin type. */
  addrOfCoin: fn('0xf1cb7e06', 'addr(bytes32,uint256)'),
} as const

/** Factories and quoters of Uniswap: https://docs.uniswap.org/contracts/v3/reference/periphery/lens/QuoterV2 */
export const UNISWAP_READS = {
  /** The amount stands before the fee, unlike in the router's struct. */
  quoteExactInputSingle: fn('0xc6a5026a', 'quoteExactInputSingle((address,address,uint256,uint24,uint160))'),
  quoteExactInput: fn('0xcdca1753', 'quoteExactInput(bytes,uint256)'),
  getAmountsOut: fn('0xd06ca61f', 'getAmountsOut(uint256,address[])'),
  getPool: fn('0x1698ee82', 'getPool(address,address,uint24)'),
  getPair: fn('0xe6a43905', 'getPair(address,address)'),
  /** SwapRouter02's: the V2 whose pairs it swaps with, which on some chains is none. */
  factoryV2: fn('0x68e0d4e1', 'factoryV2()'),
} as const

/** V4's quoter: https://docs.uniswap.org/contracts/v4/reference/periphery/lens/V4Quoter */
export const UNISWAP_V4_QUOTER = {
  /** The contract whose pools it quotes. */
  poolManager: fn('0xdc4c90d3', 'poolManager()'),
  quoteExactInputSingle: fn(
    '0xaa9d21cb',
    'quoteExactInputSingle(((address,address,uint24,int24,address),bool,uint128,bytes))',
  ),
  quoteExactInput: fn('0xca253dc9', 'quoteExactInput((address,(address,uint24,int24,address,bytes)[],uint128))'),
} as const

/** The Universal Router: https://docs.uniswap.org/contracts/universal-router/technical-reference */
export const UNIVERSAL_ROUTER = {
  execute: fn('0x3593564c', 'execute(bytes route, bytes[] nestedCalls, uint256 deadline)'),
} as const

/** Pools of Uniswap V3: https://docs.uniswap.org/contracts/v3/reference/core/interfaces/IUniswapV3Pool */
export const UNISWAP_V3_POOL = {
  /** Of V2 too. */
  token0: fn('0x0dfe1681', 'token0()'),
  token1: fn('0xd21220a7', 'token1()'),
  fee: fn('0xddca3f43', 'fee()'),
  slot0: fn('0x3850c7bd', 'slot0()'),
  /** Seconds ago; returns tick cumulatives, and seconds per liquidity in 128 fraction bits. */
  observe: fn('0x883bdbfd', 'observe(uint32[])'),
} as const

/** Price feeds, sequencer feeds and the registry of feeds: https://docs.chain.link/data-feeds/api-reference */
export const CHAINLINK = {
  /** Returns round, answer, started at, updated at, answered in round. */
  latestRoundData: fn('0xfeaf968c', 'latestRoundData()'),
  description: fn('0x7284e416', 'description()'),
  getFlag: fn('0x357e47fe', 'getFlag(address)'),
} as const

/** SwapRouter02: https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter02 */
export const SWAP_ROUTER_02 = {
  exactInputSingle: fn(
    '0x04e45aaf',
    'exactInputSingle((address tokenIn, address tokenOut, uint24 way, address recipient, uint256 amountIn, uint256 leastOut, uint160 way))',
  ),
  exactOutputSingle: fn(
    '0x5023b4df',
    'exactOutputSingle((address tokenIn, address tokenOut, uint24 way, address recipient, uint256 leastOut, uint256 amountIn, uint160 priceLimit))',
  ),
  exactInput: fn('0xb858183f', 'exactInput((bytes route, address recipient, uint256 amountIn, uint256 leastOut))'),
  exactOutput: fn('0x09b81346', 'exactOutput((bytes route, address recipient, uint256 leastOut, uint256 amountIn))'),
  swapExactTokensForTokens: fn(
    '0x472b43f3',
    'swapExactTokensForTokens(uint256 amountIn, uint256 leastOut, address[] route, address recipient)',
  ),
  swapTokensForExactTokens: fn(
    '0x42712a67',
    'swapTokensForExactTokens(uint256 leastOut, uint256 amountIn, address[] route, address recipient)',
  ),
  unwrapToSender: fn('0x49616997', 'unwrapWETH9(uint256 leastOut)'),
  unwrapToSenderWithFee: fn('0xd4ef38de', 'unwrapWETH9WithFee(uint256 leastOut, uint256 feeBps, address feeTo)'),
  sweepToSender: fn('0xe90a182f', 'sweepToken(address tokenOut, uint256 leastOut)'),
  sweepToSenderWithFee: fn(
    '0x3068c554',
    'sweepTokenWithFee(address tokenOut, uint256 leastOut, uint256 feeBps, address feeTo)',
  ),
  wrapETH: fn('0x1c58db4f', 'wrapETH(uint256 way)'),
  pull: fn('0xf2d5d56b', 'pull(address tokenIn, uint256 amountIn)'),
  multicallUntil: fn('0x5ae401dc', 'multicall(uint256 deadline, bytes[] nestedCalls)'),
  multicallAfterBlock: fn('0x1f0464d1', 'multicall(bytes32 condition, bytes[] nestedCalls)'),
} as const

/**
 * The first router of V3, and what SwapRouter02 has of it:
 * https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter
 */
export const SWAP_ROUTER = {
  exactInputSingle: fn(
    '0x414bf389',
    'exactInputSingle((address tokenIn, address tokenOut, uint24 way, address recipient, uint256 deadline, uint256 amountIn, uint256 leastOut, uint160 way))',
  ),
  exactOutputSingle: fn(
    '0xdb3e2198',
    'exactOutputSingle((address tokenIn, address tokenOut, uint24 way, address recipient, uint256 deadline, uint256 leastOut, uint256 amountIn, uint160 priceLimit))',
  ),
  exactInput: fn(
    '0xc04b8d59',
    'exactInput((bytes route, address recipient, uint256 deadline, uint256 amountIn, uint256 leastOut))',
  ),
  exactOutput: fn(
    '0xf28c0498',
    'exactOutput((bytes route, address recipient, uint256 deadline, uint256 leastOut, uint256 amountIn))',
  ),
  unwrap: fn('0x49404b7c', 'unwrapWETH9(uint256 leastOut, address recipient)'),
  unwrapWithFee: fn(
    '0x9b2c0a37',
    'unwrapWETH9WithFee(uint256 leastOut, address recipient, uint256 feeBps, address feeTo)',
  ),
  sweep: fn('0xdf2ab5bb', 'sweepToken(address tokenOut, uint256 leastOut, address recipient)'),
  sweepWithFee: fn(
    '0xe0e189a0',
    'sweepTokenWithFee(address tokenOut, uint256 leastOut, address recipient, uint256 feeBps, address feeTo)',
  ),
  refundETH: fn('0x12210e8a', 'refundETH()'),
  multicall: fn('0xac9650d8', 'multicall(bytes[] nestedCalls)'),
} as const

const KYBER_DESCRIPTION =
  '(address tokenIn, address tokenOut, address[] way, uint256[] parts, address[] feeTo, uint256[] way, address recipient, uint256 amountIn, uint256 leastOut, uint256 flags, bytes signature)'

/** KyberSwap's MetaAggregationRouterV2: https://docs.kyberswap.com */
export const KYBER_ROUTER_FUNCTIONS = {
  /** callTarget, approveTarget, targetData, description, clientData */
  swap: fn('0xe21fd0e9', `swap((address way, address way, bytes way, ${KYBER_DESCRIPTION}, bytes label))`),
  /** caller, description, executorData, clientData */
  swapSimpleMode: fn('0x8af033fb', `swapSimpleMode(address way, ${KYBER_DESCRIPTION}, bytes way, bytes label)`),
} as const

const AUGUSTUS_TERMS =
  'address tokenIn, address tokenOut, uint256 amountIn, uint256 leastOut, uint256 quotedOut, bytes32 label, address recipient'

/** Velora's Augustus 6.2: https://developers.velora.xyz */
export const AUGUSTUS_FUNCTIONS = {
  /** executor, terms, partnerAndFee, permit, executorData */
  swapExactAmountIn: fn(
    '0xe3ead59e',
    `swapExactAmountIn(address way, (${AUGUSTUS_TERMS}), uint256 partnerAndFee, bytes signature, bytes way)`,
  ),
  /** terms with the pools, partnerAndFee, permit */
  swapOnUniswapV2: fn(
    '0xe8bb3b6c',
    `swapExactAmountInOnUniswapV2((${AUGUSTUS_TERMS}, bytes way), uint256 partnerAndFee, bytes signature)`,
  ),
  swapOnUniswapV3: fn(
    '0x876a02f6',
    `swapExactAmountInOnUniswapV3((${AUGUSTUS_TERMS}, bytes way), uint256 partnerAndFee, bytes signature)`,
  ),
} as const

const RELAY_CALLS = '(address callTarget, bool flags, uint256 amountIn, bytes nestedCall)[] calls'

/** Relay's routers and depository: https://docs.relay.link */
export const RELAY_FUNCTIONS = {
  multicall: fn('0xcd6e13f7', `multicall(${RELAY_CALLS}, address refundTo, address refundTo, bytes label)`),
  multicallPlain: fn('0x30be5567', `multicall(${RELAY_CALLS}, address refundTo, address refundTo)`),
  transferAndMulticall: fn(
    '0xf9e4bab4',
    `transferAndMulticall(address[] tokenIn, uint256[] amountIn, ${RELAY_CALLS}, address refundTo, address refundTo, bytes label)`,
  ),
  transferAndMulticallPlain: fn(
    '0x30875056',
    `transferAndMulticall(address[] tokenIn, uint256[] amountIn, ${RELAY_CALLS}, address refundTo, address refundTo)`,
  ),
  /** depositor, token, amount, id */
  depositErc20: fn('0xe8017952', 'depositErc20(address refundTo, address tokenIn, uint256 amountIn, bytes32 orderId)'),
  /** depositor, id */
  depositNative: fn('0x49290c1c', 'depositNative(address refundTo, bytes32 orderId)'),
} as const

/** The router of THORChain and Maya: https://dev.thorchain.org/concepts/sending-transactions.html */
export const THORCHAIN_ROUTER_FUNCTIONS = {
  /** vault, asset, amount, memo, expiration in epoch seconds */
  depositWithExpiry: fn(
    '0x44bc937b',
    'depositWithExpiry(address vault, address tokenIn, uint256 amountIn, string memo, uint256 deadline)',
  ),
  deposit: fn('0x1fece7b4', 'deposit(address vault, address tokenIn, uint256 amountIn, string memo)'),
} as const

/** Circle's CCTP V2: https://developers.circle.com/cctp/evm-smart-contracts */
export const CCTP_FUNCTIONS = {
  /** amount, domain, recipient, token, the only account that may mint, highest fee, finality */
  depositForBurn: fn(
    '0x8e0250ee',
    'depositForBurn(uint256 amountIn, uint32 destination, bytes32 recipient, address tokenIn, bytes32 exclusiveFiller, uint256 fee, uint32 timing)',
  ),
  /** The same with a message for whoever mints. */
  depositForBurnWithHook: fn(
    '0x779b432d',
    'depositForBurnWithHook(uint256 amountIn, uint32 destination, bytes32 recipient, address tokenIn, bytes32 exclusiveFiller, uint256 fee, uint32 timing, bytes message)',
  ),
  /** The least that a burn of an amount must allow as its fee. */
  getMinFeeAmount: fn('0x516990e3', 'getMinFeeAmount(uint256)'),
  /** message, attestation: mints. */
  receiveMessage: fn('0x57ecfd28', 'receiveMessage(bytes,bytes)'),
  /** 1 for the number of a message that has been brought. */
  usedNonces: fn('0xfeb61724', 'usedNonces(bytes32)'),
} as const

/** Chainflip's Vault: https://docs.chainflip.io */
export const CHAINFLIP_VAULT_FUNCTIONS = {
  xSwapNative: fn('0xdd687345', 'xSwapNative(uint32 destination, bytes recipient, uint32 assetId, bytes networkTerms)'),
  xSwapToken: fn(
    '0x04fc7da0',
    'xSwapToken(uint32 destination, bytes recipient, uint32 assetId, address tokenIn, uint256 amountIn, bytes networkTerms)',
  ),
} as const

const FORWARDED = '(uint256 unused, uint256 unused, uint8 signature, bytes32 signature, bytes32 signature)'
const FORWARDED_SWAP =
  'address way, bytes way, address betweenToken, uint256 betweenLeast, address callTarget, bytes nestedCall'

/** Mayan's forwarder, which takes tokens by an allowance or a permit: https://docs.mayan.finance/integration/forwarder-contract */
export const MAYAN_FORWARDER_FUNCTIONS = {
  /** token, amount, permit, Swift, its call */
  forwardERC20: fn(
    '0xe4269fc4',
    `forwardERC20(address tokenIn, uint256 amountIn, ${FORWARDED}, address callTarget, bytes nestedCall)`,
  ),
  /** token, amount, permit, router, its call, what that gives and the least of it, Swift, its call */
  swapAndForwardERC20: fn(
    '0x30dedc57',
    `swapAndForwardERC20(address tokenIn, uint256 amountIn, ${FORWARDED}, ${FORWARDED_SWAP})`,
  ),
  swapAndForwardEth: fn('0xfa74fd43', `swapAndForwardEth(uint256 amountIn, ${FORWARDED_SWAP})`),
} as const

/** Orders of Mayan's Swift: https://docs.mayan.finance/architecture/swift */
export const MAYAN_SWIFT_FUNCTIONS = {
  /** token, amount, order: trader, tokenOut, least, gas, fees to cancel and refund, deadline, recipient, chain, referrer, its share, auction, number */
  V1: fn(
    '0x8e8d142b',
    'createOrderWithToken(address tokenIn, uint256 amountIn, (bytes32 authority, bytes32 tokenOut, uint64 leastOut, uint64 gas, uint64 fee, uint64 fee, uint64 deadline, bytes32 recipient, uint16 destination, bytes32 feeTo, uint8 feeBps, uint8 way, bytes32 label))',
  ),
  /** token, amount, order: kind, trader, recipient, chain, referrer, tokenOut, least, gas, fees, deadline, share, auction, number; message */
  V2: fn(
    '0xa3a30834',
    'createOrderWithToken(address tokenIn, uint256 amountIn, (uint8 flags, bytes32 authority, bytes32 recipient, uint16 destination, bytes32 feeTo, bytes32 tokenOut, uint64 leastOut, uint64 gas, uint64 fee, uint64 fee, uint64 deadline, uint8 feeBps, uint8 way, bytes32 label), bytes message)',
  ),
} as const

/** CoW Protocol's settlement: https://github.com/cowprotocol/contracts */
export const GPV2_FUNCTIONS = {
  /** Signs an order of the caller by its uid, or takes that back. */
  setPreSignature: fn('0xec6cb13f', 'setPreSignature(bytes orderUid, bool flags)'),
  /** What was sold of an order; the largest number for one that its owner has cancelled. */
  filledAmount: fn('0x2479fb6e', 'filledAmount(bytes)'),
} as const
