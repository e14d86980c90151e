import { concatHex, encodeAbiParameters, type Hex, parseAbi, toHex } from 'viem'
import { encode } from './encode.ts'
import { describe, expect, it } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { HOLDINGS_FUNCTIONS, POWER_FUNCTIONS } from '../../../../src/core/evm/holdings-functions.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { type Attack, attackIn, attacksOn, coinExec, testAttacks, tokenExec, WHY } from './attacks.ts'
import { dlnOrder, spokeDeposit, thorDeposit } from './bridge-calls.ts'
import {
  AUGUSTUS,
  BASE_USDC,
  DAI,
  DIAMOND,
  DLN_SOURCE,
  FORWARDER,
  KYBER,
  PERIPHERY,
  PERMIT2,
  ROUTER,
  SPOKE_POOL,
  THOR_ROUTER,
  USDC,
  V2_ROUTER,
  WETH,
  ZERO,
} from './contracts.ts'
import { ALICE, BOB, BTC_BOB, MALLORY, NOW_MS, NOW_SEC } from './parties.ts'
import { abi, multicall, single, unwrap } from './router-calls.ts'
import { BRIDGE_TERMS, BTC_TERMS, COIN_TERMS, TOKEN_TERMS, WETH_TERMS } from './terms.ts'
import { approve, permit2, STRANGE_CALL, words } from './token-calls.ts'

/*
 * Attacks that use what real contracts do: code that is known, arguments that look honest, and the money somewhere else.
 * Every one has a neighbour, the same call as an honest sender makes it, which must be signed.
 */

const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const HERE = '0x0000000000000000000000000000000000000002'
const HALF = 50_000_000_000_000_000n
const AMOUNT = 100_000_000n
const ETHER = 10n ** 18n
const DOLLARS = 2_000_000_000n
const ID: Hex = `0x${'00'.repeat(32)}`

const more = parseAbi([
  'function wrapETH(uint256 value) payable',
  'function refundETH() payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function approveMax(address token) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'struct Description { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct Execution { address callTarget; address approveTarget; bytes targetData; Description desc; bytes clientData; }',
  'function swap(Execution execution) payable',
  'function swapSimpleMode(address caller, Description desc, bytes executorData, bytes clientData)',
  'struct Generic { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }',
  'function swapExactAmountIn(address executor, Generic swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'function swapTokensSingleV3ERC20ToNative(bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData swapData)',
  'function swapTokensSingleV3ERC20ToERC20(bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData swapData)',
  'function swapTokensMultipleV3NativeToERC20(bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData[] swapData) payable',
  'function strictlySwapAndCall(address srcTokenIn, uint256 srcAmountIn, bytes srcTokenInPermitEnvelope, address srcSwapRouter, bytes srcSwapCalldata, address srcTokenOut, uint256 srcTokenExpectedAmountOut, address srcTokenRefundRecipient, address target, bytes targetData) payable',
  'struct Fees { uint256 amount; address recipient; }',
  'struct Deposit { address inputToken; bytes32 outputToken; uint256 outputAmount; address depositor; bytes32 recipient; uint256 destinationChainId; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'struct SwapAndDeposit { Fees submissionFees; Deposit depositData; address swapToken; address exchange; uint8 transferType; uint256 swapTokenAmount; uint256 minExpectedInputTokenAmount; bytes routerCalldata; bool enableProportionalAdjustment; address spokePool; uint256 nonce; }',
  'function swapAndBridge(SwapAndDeposit data) payable',
])

const refundEth = encode(more, 'refundETH')
const wrapEth = (value: bigint) => encode(more, 'wrapETH', [value])
const pull = (token: Hex, value: bigint) => encode(abi.router, 'pull', [token, value])
const sweep = (token: Hex, least: bigint, to: Hex = BOB) => encode(abi.router, 'sweepToken', [token, least, to])

/** Members of an argument that differ from those of an honest call. */
type Changes = Readonly<Record<string, unknown>>

const description = (changes: Changes) => ({
  ...{ srcToken: USDC, dstToken: WETH, srcReceivers: [MALLORY], srcAmounts: [AMOUNT], feeReceivers: [] },
  ...{ feeAmounts: [], dstReceiver: BOB, amount: AMOUNT, minReturnAmount: HALF, flags: 0x200n, permit: '0x' },
  ...changes,
})
/** Stops at a price, where it is not zero. */
const exactOut = (sqrtPriceLimitX96: bigint) => {
  const terms = { tokenIn: USDC, tokenOut: WETH, fee: 500, recipient: BOB, amountOut: HALF, amountInMaximum: AMOUNT }
  return encode(abi.router, 'exactOutputSingle', [{ ...terms, sqrtPriceLimitX96 }])
}
const kyber = (changes: Changes = {}) => {
  const execution = { callTarget: MALLORY, approveTarget: ZERO, targetData: '0x01', clientData: '0x' }
  return encode(more, 'swap', [{ ...execution, desc: description(changes) }])
}
const kyberSimple = (changes: Changes) => encode(more, 'swapSimpleMode', [MALLORY, description(changes), '0x01', '0x'])

const velora = (changes: Changes = {}, partnerAndFee = 0n) => {
  const tokens = { srcToken: USDC, destToken: WETH, metadata: ID, beneficiary: BOB }
  const generic = { ...tokens, fromAmount: AMOUNT, toAmount: HALF, quotedAmount: HALF + 1n, ...changes }
  return encode(more, 'swapExactAmountIn', [MALLORY, generic, partnerAndFee, '0x', '0x'])
}
/** A partner who takes what arrives above the quoted amount: bit 95. */
const TAKES_SURPLUS = (BigInt(MALLORY) << 96n) | (1n << 95n)

const swapData = (sendingAssetId: Hex, receivingAssetId: Hex, fromAmount: bigint) => ({
  ...{ callTo: MALLORY, approveTo: MALLORY, callData: '0x01', requiresDeposit: true },
  ...{ sendingAssetId, receivingAssetId, fromAmount },
})
const lifi = (out: 'ERC20ToNative' | 'ERC20ToERC20', from: Hex, to: Hex, least: bigint, receiver: Hex = BOB) =>
  encode(more, `swapTokensSingleV3${out}`, [ID, 'any', '', receiver, least, swapData(from, to, AMOUNT)])
const lifiCoin = (sendingAssetId: Hex) => {
  const swaps = [swapData(sendingAssetId, USDC, ETHER)]
  return encode(more, 'swapTokensMultipleV3NativeToERC20', [ID, 'any', '', BOB, DOLLARS, swaps])
}

const forwarded = ({ target = DLN_SOURCE, refund = ALICE, amount = AMOUNT, gives = AMOUNT } = {}) => {
  const swap = [USDC, amount, '0x', MALLORY, '0x01', USDC, 1n]
  return encode(more, 'strictlySwapAndCall', [...swap, refund, target, dlnOrder({ giveAmount: gives })])
}

const padded = (address: Hex): Hex => concatHex([toHex(0n, { size: 12 }), address])
const swapAndBridge = (deposit: Changes = {}, swapTokenAmount = AMOUNT) => {
  const depositData = {
    ...{ inputToken: WETH, outputToken: padded(BASE_USDC), outputAmount: 99_500_000n, depositor: ALICE },
    ...{ recipient: padded(BOB), destinationChainId: 8453n, exclusiveRelayer: ID, quoteTimestamp: Number(NOW_SEC) },
    ...{ fillDeadline: Number(NOW_SEC) + 3600, exclusivityParameter: 0, message: '0x', ...deposit },
  }
  const swap = { swapToken: USDC, exchange: MALLORY, transferType: 0, swapTokenAmount, routerCalldata: '0x' }
  const least = { minExpectedInputTokenAmount: 1n, enableProportionalAdjustment: false }
  const submissionFees = { amount: 0n, recipient: ZERO }
  return encode(more, 'swapAndBridge', [
    { submissionFees, depositData, ...swap, ...least, spokePool: SPOKE_POOL, nonce: 0n },
  ])
}

/** Across' deposit with 32-byte accounts: depositor, recipient, tokens and the rest as words. */
const wideDeposit = ({
  recipient = padded(BOB),
  inputToken = padded(USDC),
  outputToken = padded(BASE_USDC),
  exclusivity = 0,
  relayer = ID,
} = {}) => {
  const types = `bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes`
  const times = [Number(NOW_SEC), Number(NOW_SEC) + 3600, exclusivity]
  const values = [
    padded(ALICE),
    recipient,
    inputToken,
    outputToken,
    AMOUNT,
    99_500_000n,
    8453n,
    relayer,
    ...times,
    '0x',
  ]
  const words = types.split(',').map((type) => ({ type }))
  return concatHex(['0xad5425c6', encodeAbiParameters(words, values)])
}

/** An affiliate of an order: who, and how much of what is given. */
const affiliate = (amount: bigint): Hex => concatHex([MALLORY, toHex(amount, { size: 32 })])
/** A deposit that one relayer alone may fill, for seconds or until then. */
const exclusiveDeposit = (exclusivity: number) => wideDeposit({ exclusivity, relayer: padded(MALLORY) })

const COIN_SWAP = { tokenIn: WETH, tokenOut: USDC, amountIn: ETHER, amountOutMinimum: DOLLARS } as const
const DAI_TO_USDC: PayTerms = {
  ...TOKEN_TERMS,
  dst: { chainKey: 'ethereum', address: USDC, symbol: 'USDC', decimals: 6, minimumOut: DOLLARS },
  src: { ...TOKEN_TERMS.src, address: DAI, symbol: 'DAI', decimals: 18 },
}
const swapOf = (changes: Exec = {}) => tokenExec(ROUTER, single(), changes)
const permitOf = (spender: Hex, amount: bigint, expiration: bigint) => {
  const data = permit2(USDC, spender, amount, expiration)
  return swapOf({ approvalTarget: PERMIT2, allSteps: [{ to: PERMIT2, data }] })
}
const onRouter = attackIn(ROUTER, WETH_TERMS)
const withCoin = (name: string, data: Hex, why: string, neighbour: Hex, to = ROUTER) =>
  attacksOn(COIN_TERMS)(name, coinExec(to, data), why, coinExec(to, neighbour))
const onKyber = attackIn(KYBER, WETH_TERMS, kyber())
const onVelora = attackIn(AUGUSTUS, WETH_TERMS, velora())
const onSpoke = attackIn(SPOKE_POOL, BRIDGE_TERMS, wideDeposit())
const onPeriphery = attackIn(PERIPHERY, BRIDGE_TERMS, swapAndBridge())
const onForwarder = attackIn(FORWARDER, BRIDGE_TERMS, forwarded())
const ORDER = `=:BTC.BTC:${BTC_BOB}:3000000`
const ofMemo = (name: string, memo: string, why: string, honest = ORDER) =>
  attacksOn(BTC_TERMS)(name, coinExec(THOR_ROUTER, thorDeposit(memo)), why, coinExec(THOR_ROUTER, thorDeposit(honest)))
const held = single({ recipient: HERE })
const viaMallory = encode(abi.router, 'exactInput', [
  {
    path: concatHex([USDC, '0x0001f4', MALLORY, '0x0001f4', WETH]),
    recipient: HERE,
    amountIn: AMOUNT,
    amountOutMinimum: HALF,
  },
])

const routers: readonly Attack[] = [
  onRouter(
    'a payout without minimum behind a token that can call the router itself',
    multicall([viaMallory, sweep(WETH, 0n)]),
    WHY.LESS_WETH,
    multicall([viaMallory, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a payout whose minimum is a little short',
    multicall([held, sweep(WETH, HALF - 30_000_000_000n)]),
    WHY.LESS_WETH,
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a fee of all out of a payout',
    multicall([held, encode(more, 'sweepTokenWithFee', [WETH, HALF, BOB, 2n ** 255n, MALLORY])]),
    WHY.LESS_WETH,
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a payout to the constant that means the sender in swaps only',
    multicall([held, sweep(WETH, HALF, '0x0000000000000000000000000000000000000001')]),
    WHY.RECIPIENT,
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a payout to the router',
    multicall([held, sweep(WETH, HALF, ROUTER)]),
    WHY.RECIPIENT,
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'two payouts, the first for somebody else',
    multicall([held, sweep(WETH, HALF, MALLORY), sweep(WETH, HALF)]),
    WHY.RECIPIENT,
    multicall([held, sweep(WETH, HALF), sweep(WETH, 0n, ALICE)]),
  ),
  onRouter(
    'a signed permit among swaps',
    multicall([encode(more, 'selfPermit', [DAI, 1n, 1n, 27, ID, ID]), single()]),
    WHY.HIDDEN,
    multicall([single()]),
  ),
  onRouter(
    'an approval by the router among swaps',
    multicall([single(), encode(more, 'approveMax', [WETH])]),
    WHY.HIDDEN,
    multicall([single()]),
  ),
  onRouter(
    'a call hidden four lists deep',
    multicall([multicall([multicall([multicall([single()])])])]),
    WHY.HIDDEN,
    multicall([multicall([multicall([single()])])]),
  ),
  onRouter(
    'a deadline that has passed in an inner list',
    multicall([multicall([single()], NOW_SEC)]),
    WHY.EXPIRED,
    multicall([multicall([single()], NOW_SEC + 1n)]),
  ),
  withCoin(
    'a coin that is turned into its token before the wallet pays that token too',
    multicall([wrapEth(ETHER), single(COIN_SWAP)]),
    WHY.TOKEN,
    multicall([wrapEth(ETHER), single({ ...COIN_SWAP, amountIn: 0n })]),
  ),
  withCoin(
    'a coin that is given back before the wallet pays its token',
    multicall([refundEth, single(COIN_SWAP)]),
    WHY.TOKEN,
    multicall([single(COIN_SWAP), refundEth]),
  ),
  withCoin(
    'a pull of the wrapped coin beside the coin, which stays in the router',
    multicall([pull(WETH, ETHER), single({ ...COIN_SWAP, amountIn: 0n })]),
    WHY.TOKEN,
    multicall([single(COIN_SWAP)]),
  ),
  withCoin(
    'a swap of the wrapped coin by a router that takes no coin along',
    encode(abi.pairs, 'swapExactTokensForTokens', [ETHER, DOLLARS, [WETH, USDC], BOB, NOW_SEC + 60n]),
    WHY.TOKEN,
    encode(abi.pairs, 'swapExactETHForTokens', [DOLLARS, [WETH, USDC], BOB, NOW_SEC + 60n]),
    V2_ROUTER,
  ),
]

const aggregators: readonly Attack[] = [
  onKyber(
    'a fee of everything where the minimum is in proportion to what is left',
    kyber({ feeReceivers: [MALLORY], feeAmounts: [AMOUNT], flags: 0x201n }),
    WHY.LESS_WETH,
    kyber({ feeReceivers: [MALLORY], feeAmounts: [AMOUNT], flags: 0x200n }),
  ),
  onKyber('the same in the simple mode', kyberSimple({ flags: 0x1n }), WHY.LESS_WETH, kyberSimple({ flags: 0x20n })),
  attackIn(ROUTER, WETH_TERMS, exactOut(0n))('an exact amount that a price may cut short', exactOut(1n), WHY.LESS_WETH),
  onKyber(
    'a swap that hands on more than it says to take',
    kyber({ srcReceivers: [MALLORY, MALLORY], srcAmounts: [AMOUNT, AMOUNT] }),
    'it hands on more than it says to take',
  ),
  onKyber('a swap for somebody else', kyber({ dstReceiver: MALLORY }), WHY.RECIPIENT, kyber({ dstReceiver: BOB })),
  onKyber('a swap into a token of no worth', kyber({ dstToken: MALLORY }), WHY.NOT_WETH),
  withCoin(
    'the wrapped coin out of the wallet with the coin as extra',
    kyber({ srcToken: WETH, amount: ETHER, dstToken: USDC, minReturnAmount: DOLLARS, flags: 0x2n }),
    WHY.TOKEN,
    kyber({ srcToken: COIN, amount: ETHER, dstToken: USDC, minReturnAmount: DOLLARS }),
    KYBER,
  ),
  onVelora(
    'a quoted amount of 2 above which all is surplus for a partner',
    velora({ quotedAmount: 2n }, TAKES_SURPLUS),
    WHY.LESS_WETH,
    velora({}, TAKES_SURPLUS),
  ),
  onVelora('no quoted amount', velora({ quotedAmount: 0n }), WHY.LESS_WETH, velora({ quotedAmount: HALF })),
  onVelora(
    'a fee in the lowest bits',
    velora({}, (BigInt(MALLORY) << 96n) | 1n),
    WHY.LESS_WETH,
    velora({}, BigInt(MALLORY) << 96n),
  ),
  onVelora('no beneficiary where the recipient is somebody else', velora({ beneficiary: ZERO }), WHY.RECIPIENT),
  attacksOn(DAI_TO_USDC)(
    'a swap that pays coins and says tokens, of which fewer units are much more',
    tokenExec(DIAMOND, lifi('ERC20ToNative', DAI, USDC, DOLLARS), { srcToken: DAI, approvalToken: DAI }),
    WHY.NOT_USDC,
    tokenExec(DIAMOND, lifi('ERC20ToERC20', DAI, USDC, DOLLARS), { srcToken: DAI, approvalToken: DAI }),
  ),
  attackIn(DIAMOND, WETH_TERMS)(
    'a swap for somebody else through a diamond',
    lifi('ERC20ToERC20', USDC, WETH, HALF, MALLORY),
    WHY.RECIPIENT,
    lifi('ERC20ToERC20', USDC, WETH, HALF),
  ),
  withCoin('a swap that takes the wrapped coin beside the coin', lifiCoin(WETH), WHY.TOKEN, lifiCoin(ZERO), DIAMOND),
]

const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOLANA_TERMS: PayTerms = {
  ...BRIDGE_TERMS,
  dst: { chainKey: 'solana', address: SOLANA_USDC, symbol: 'USDC', decimals: 6, minimumOut: 99_000_000n },
  recipient: '5NBgatnfozAUUULsdqNKhTHbqVRmhKR1T6Xz9dL7sM72',
}
const SOLANA_BOB: Hex = '0x40dc05ff2a6613195a981baba0d42d155de5cb33d194cf179e33f44e99b98b3d'
const SOLANA_ORDER = {
  ...{ takeChainId: 7_565_164n, receiverDst: SOLANA_BOB, orderAuthorityAddressDst: SOLANA_BOB },
  takeTokenAddress: '0xc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61',
} as const

const bridges: readonly Attack[] = [
  onSpoke(
    'a bridge that does not name what it pays out',
    spokeDeposit({ outputToken: ZERO }),
    WHY.UNNAMED,
    spokeDeposit(),
  ),
  onSpoke(
    'a recipient that is an address in its last bytes only',
    wideDeposit({ recipient: concatHex(['0x666666666666666666666666', BOB]) }),
    WHY.RECIPIENT,
  ),
  onSpoke(
    'a token that is an address in its last bytes only',
    wideDeposit({ outputToken: concatHex(['0x666666666666666666666666', BASE_USDC]) }),
    WHY.NOT_USDC,
  ),
  onSpoke('another token paid in by 32 bytes', wideDeposit({ inputToken: padded(DAI) }), WHY.TOKEN),
  onPeriphery('a bridge behind a swap that refunds someone else', swapAndBridge({ depositor: MALLORY }), WHY.KEEPER),
  onPeriphery('a bridge behind a swap that takes more', swapAndBridge({}, AMOUNT + 1n), WHY.MORE),
  onPeriphery('a bridge behind a swap that names no token', swapAndBridge({ outputToken: ID }), WHY.UNNAMED),
  onForwarder('an order behind a swap that refunds someone else', forwarded({ refund: MALLORY }), WHY.KEEPER),
  onForwarder('an order behind a swap that takes more', forwarded({ amount: AMOUNT + 1n }), WHY.MORE),
  attacksOn(SOLANA_TERMS)(
    'an order for a chain of another kind than the recipient',
    tokenExec(DLN_SOURCE, dlnOrder({ ...SOLANA_ORDER, takeChainId: 8453n })),
    'its calldata pays out on chain 8453, not solana',
    tokenExec(DLN_SOURCE, dlnOrder(SOLANA_ORDER)),
  ),
  ofMemo(
    'a memo that has the outcome swapped once more into a token of no worth',
    `${ORDER}:::${MALLORY}:${MALLORY}:0`,
    'its memo orders more than a swap',
    `${ORDER}:t:10`,
  ),
  ofMemo('a memo that swaps into a share', `=:BTC/BTC:${BTC_BOB}:3e6`, WHY.MEMO_ASSET),
  ofMemo('a memo for a name in place of an address', '=:b:mallory:3e6', WHY.MEMO_RECIPIENT),
  ofMemo('a memo that adds liquidity', `+:BTC.BTC:${BTC_BOB}`, WHY.NOT_A_SWAP),
  ofMemo('a memo that bonds', `BOND:${BTC_BOB}`, WHY.NOT_A_SWAP),
  ofMemo(
    'a memo that spreads the swap over days',
    `${ORDER}/10/100000`,
    'its memo spreads the swap over too long a time',
    `${ORDER}/1/300`,
  ),
  ofMemo(
    'a memo that waits long between the parts of the swap',
    `${ORDER}/600/0`,
    'its memo spreads the swap over too long a time',
    `${ORDER}/1/0`,
  ),
  ofMemo('a memo with a limit of a thousand digits', `=:b:${BTC_BOB}:${'9'.repeat(1000)}`, WHY.LIMIT),
  ofMemo(
    'a memo with a second recipient',
    `=:b:${BTC_BOB}/${ALICE}/${MALLORY}:3e6`,
    WHY.MEMO_RECIPIENT,
    `=:b:${BTC_BOB}/${ALICE}:3e6`,
  ),
]

const field = attacksOn(WETH_TERMS, swapOf())
const fields: readonly Attack[] = [
  ...(
    [
      ['in hex', '0x5f5e100'],
      ['with a plus', '+100000000'],
      ['with a space', '100000000 '],
      ['in Arabic digits', '١٠٠٠٠٠٠٠٠'],
      ['in full-width digits', '１００００００００'],
      ['with a leading zero', '0100000000'],
      ['with separators', '100,000,000'],
    ] as const
  ).map(([how, text]) =>
    field(
      `an amount ${how}`,
      swapOf({ srcAmount: text }),
      'its source amount is not a whole number of base units',
      swapOf({ srcAmount: '100000000' }),
    ),
  ),
  field(
    'an amount in 18 decimals of a token with 6',
    swapOf({ srcAmount: '100000000000000000000' }),
    'it spends 100000000000000000000 base units, not 100000000',
  ),
  field(
    'a chain id that is not whole',
    swapOf({ chainId: 1.0000001 }),
    'it is for chain 1.0000001, not 1',
    swapOf({ chainId: 1 }),
  ),
  field('a chain id that is a text', Object.assign(tokenExec(ROUTER, single()), { chainId: '1' }), WHY.TYPE),
  field(
    'a step for the chain id as a text',
    swapOf({ allSteps: [{ chainId: '1', to: ROUTER, data: single() }] }),
    'a step is for another chain',
    swapOf({ allSteps: [{ chainId: 1, to: ROUTER, data: single() }] }),
  ),
  field('a target with look-alike letters', tokenExec(ROUTER.replace('c', 'с'), single()), WHY.TARGET),
  field('a target with a character that is not seen', tokenExec(`${ROUTER}\u200b`, single()), WHY.TARGET),
  field(
    'two steps that spend, one for another token',
    swapOf({
      allSteps: [
        { to: ROUTER, data: single() },
        { to: DAI, data: words('0xa9059cbb', BigInt(MALLORY), 5n) },
      ],
    }),
    WHY.SPENDS_TWICE,
    swapOf({ allSteps: [{ to: ROUTER, data: single() }] }),
  ),
  field(
    'an approval step with bytes behind its end',
    swapOf({ allSteps: [{ to: USDC, data: `${approve(ROUTER, AMOUNT)}00` }] }),
    WHY.APPROVES_NOTHING,
    swapOf({ allSteps: [{ to: USDC, data: approve(ROUTER, AMOUNT) }] }),
  ),
  field(
    'an approval step for more bytes than an address',
    swapOf({
      allSteps: [{ to: USDC, data: approve(ROUTER, AMOUNT).replace('0x095ea7b30', '0x095ea7b31') }],
    }),
    WHY.APPROVES_NOTHING,
    swapOf({ allSteps: [{ to: USDC, data: approve(ROUTER, AMOUNT) }] }),
  ),
  field(
    'Permit2 for a wallet of somebody else',
    permitOf(MALLORY, AMOUNT, NOW_SEC + 60n),
    WHY.PERMIT2_SPENDER,
    permitOf(ROUTER, AMOUNT, NOW_SEC + 60n),
  ),
  field(
    'Permit2 for good',
    permitOf(ROUTER, AMOUNT, 2n ** 48n - 1n),
    WHY.PERMIT2_TIME,
    permitOf(ROUTER, AMOUNT, NOW_SEC + 86_400n),
  ),
  field(
    'Permit2 for all',
    permitOf(ROUTER, 2n ** 160n - 1n, NOW_SEC + 60n),
    WHY.PERMIT2_MORE,
    permitOf(ROUTER, AMOUNT, NOW_SEC + 60n),
  ),
]

const holdings: readonly Attack[] = HOLDINGS_FUNCTIONS.map(({ selector, signature }) =>
  field(
    `${signature} of another contract`,
    tokenExec(DAI, `${selector}${'0'.repeat(64 * 9)}`, { approvalTarget: DAI }),
    `its call is ${signature.slice(0, signature.indexOf('('))}, which moves or exposes other holdings`,
    tokenExec(DAI, STRANGE_CALL, { approvalTarget: DAI }),
  ),
)

const powers: readonly Attack[] = POWER_FUNCTIONS.map(({ selector, signature }) =>
  field(
    `${signature} of a contract that the wallet manages`,
    tokenExec(MALLORY, `${selector}${'0'.repeat(64 * 9)}`),
    `its call is ${signature.slice(0, signature.indexOf('('))}, which takes nothing of the amount and gives power over what is yours`,
    tokenExec(MALLORY, STRANGE_CALL),
  ),
)

/** Orders that only one party may fill, that others get much of, or that never come. */
const orders: readonly Attack[] = [
  attackIn(DLN_SOURCE, BRIDGE_TERMS, dlnOrder())(
    'an order that one taker alone may fill',
    dlnOrder({ allowedTakerDst: MALLORY }),
    'it lets one party alone fill the order, which never ends',
  ),
  attackIn(DLN_SOURCE, BRIDGE_TERMS, dlnOrder({}, affiliate(500_000n)))(
    'an order of which an affiliate gets 4 %',
    dlnOrder({}, affiliate(4_000_000n)),
    'it gives an affiliate more than 3 % of the amount',
  ),
  attackIn(SPOKE_POOL, BRIDGE_TERMS, exclusiveDeposit(12))(
    'a deposit that one relayer alone may fill for hours',
    exclusiveDeposit(3 * 3600),
    'it lets one party alone fill the order for 180 minutes',
  ),
  attackIn(SPOKE_POOL, BRIDGE_TERMS, exclusiveDeposit(Number(NOW_SEC) + 30))(
    'a deposit that one relayer alone may fill until late',
    exclusiveDeposit(Number(NOW_SEC) + 7200),
    'it lets one party alone fill the order for 120 minutes',
  ),
  attackIn(AUGUSTUS, WETH_TERMS, velora())(
    'the function of one router at another',
    single(),
    'it calls a function that this contract does not have',
  ),
  attackIn(FORWARDER, BRIDGE_TERMS, forwarded())(
    'an order handed to a router',
    forwarded({ target: ROUTER }),
    'it hands the money to a contract that has no use for it',
  ),
  attackIn(KYBER, WETH_TERMS, kyber())(
    'a swap of nothing',
    kyber({ amount: 0n, srcReceivers: [], srcAmounts: [] }),
    'its call takes nothing of the amount',
  ),
]

describe.each([
  ['orders', orders],
  ['power over what the wallet manages', powers],
  ['routers', routers],
  ['aggregators', aggregators],
  ['bridges', bridges],
  ['fields and steps', fields],
  ['what others hold for the wallet', holdings],
])('%s', (_title, attacks) => {
  testAttacks(attacks)
})

describe('what only the sender answers for', () => {
  const doubtsOf = (exec: Exec, terms: PayTerms) =>
    readPayload(exec, terms, NOW_MS).doubts.map(({ code, text }) => `${code}: ${text}`)
  const cases: readonly [name: string, exec: Exec, terms: PayTerms, doubts: readonly unknown[]][] = [
    ['nothing in a swap of a known router', tokenExec(ROUTER, single()), WETH_TERMS, []],
    ['nothing in a known bridge', tokenExec(SPOKE_POOL, spokeDeposit()), BRIDGE_TERMS, []],
    [
      'a contract that has the function of a known bridge',
      tokenExec(MALLORY, spokeDeposit()),
      BRIDGE_TERMS,
      [expect.stringMatching(/^unknown-call: .* does not know this contract/)],
    ],
    [
      'a contract of one chain at the address of the token of another',
      tokenExec(BASE_USDC, spokeDeposit()),
      BRIDGE_TERMS,
      [expect.stringMatching(/^unknown-call: .* does not know this contract/)],
    ],
    [
      'the vault of a network',
      coinExec(THOR_ROUTER, thorDeposit(ORDER)),
      BTC_TERMS,
      [`vault: The money goes to the vault ${DAI}; whether it is one of the network cannot be read`],
    ],
    [
      'a swap before a bridge',
      tokenExec(PERIPHERY, swapAndBridge()),
      BRIDGE_TERMS,
      [expect.stringMatching(/^swaps-first: The call swaps first/)],
    ],
    [
      'a swap before an order that takes less than must arrive',
      tokenExec(FORWARDER, forwarded({ gives: 99_499_999n })),
      BRIDGE_TERMS,
      [expect.stringMatching(/^swaps-first: The call swaps/)],
    ],
    ['nothing in a swap before an order that takes as much', tokenExec(FORWARDER, forwarded()), BRIDGE_TERMS, []],
    [
      'an order handed to a contract that is not known',
      tokenExec(FORWARDER, forwarded({ target: MALLORY })),
      BRIDGE_TERMS,
      [expect.stringMatching(/^unknown-call: .* does not know this contract/)],
    ],
    [
      'a transfer, with the address that gets it',
      { chainId: 1, providerTarget: USDC, providerCalldata: words('0xa9059cbb', BigInt(MALLORY), AMOUNT), value: '0' },
      WETH_TERMS,
      [`deposit: The money goes straight to ${MALLORY}; the payload does not show who owns it`],
    ],
    [
      'arguments that two readers may read differently',
      tokenExec(ROUTER, dirty(single())),
      WETH_TERMS,
      ['opaque-call: The arguments of exactInputSingle cannot be read, so neither can who is paid'],
    ],
    [
      'a list whose pointer goes backwards',
      tokenExec(ROUTER, words('0xac9650d8', 2n ** 256n - 32n, 1n)),
      WETH_TERMS,
      ['opaque-call: The arguments of multicall cannot be read, so neither can who is paid'],
    ],
    [
      'bytes behind the end',
      tokenExec(ROUTER, `${single()}${BOB.slice(2)}`),
      WETH_TERMS,
      ['opaque-call: The arguments of exactInputSingle cannot be read, so neither can who is paid'],
    ],
    [
      'nothing in the tag of a front end behind a deposit',
      tokenExec(SPOKE_POOL, `${spokeDeposit()}1dc0de0001`),
      BRIDGE_TERMS,
      [],
    ],
    ['nothing where the coin is unwrapped', tokenExec(ROUTER, multicall([held, unwrap()])), TOKEN_TERMS, []],
  ]
  it.each(cases)('is %s', (_name, exec, terms, doubts) => {
    expect(doubtsOf(exec, terms)).toEqual(doubts)
  })
})

/** The recipient with a bit above its 160. */
function dirty(data: Hex): Hex {
  const at = 10 + 3 * 64
  return `0x${data.slice(2, at)}1${data.slice(at + 1)}`
}
