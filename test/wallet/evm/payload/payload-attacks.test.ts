import { concatHex, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { HOLDINGS_FUNCTIONS } from '../../../../src/core/evm/holdings-functions.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import {
  abi,
  ALICE,
  approve,
  BASE_USDC,
  BOB,
  BRIDGE_TERMS,
  BTC_BOB,
  BTC_TERMS,
  COIN_TERMS,
  coinExec,
  DAI,
  DLN_SOURCE,
  dlnOrder,
  MALLORY,
  multicall,
  NOW_MS,
  NOW_SEC,
  permit2,
  PERMIT2,
  ROUTER,
  single,
  SPOKE_POOL,
  spokeDeposit,
  STRANGE_CALL,
  THOR_ROUTER,
  thorDeposit,
  TOKEN_TERMS,
  tokenExec,
  unwrap,
  USDC,
  WETH,
  WETH_TERMS,
  words,
  ZERO,
  reasonOf,
  refused,
} from './payload-cases.ts'

/*
 * Attacks that use what real contracts do: code that is known, arguments that look honest, and the money somewhere else.
 * Every one has a neighbour, the same call as an honest sender makes it, which must be signed.
 */

const KYBER = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const AUGUSTUS = '0x6A000F20005980200259B80c5102003040001068'
const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const PERIPHERY = '0x10D8b8DaA26d307489803e10477De69C0492B610'
const FORWARDER = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const HERE = '0x0000000000000000000000000000000000000002'
const HALF = 50_000_000_000_000_000n
const AMOUNT = 100_000_000n
const ETHER = 10n ** 18n

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

const refundEth = encodeFunctionData({ abi: more, functionName: 'refundETH' })
const wrapEth = (value: bigint) => encodeFunctionData({ abi: more, functionName: 'wrapETH', args: [value] })
const pull = (token: Hex, value: bigint) =>
  encodeFunctionData({ abi: abi.router, functionName: 'pull', args: [token, value] })
const sweep = (token: Hex, least: bigint, to: Hex = BOB) =>
  encodeFunctionData({ abi: abi.router, functionName: 'sweepToken', args: [token, least, to] })

interface Kyber {
  readonly srcToken: Hex
  readonly dstToken: Hex
  readonly feeReceivers: readonly Hex[]
  readonly feeAmounts: readonly bigint[]
  readonly dstReceiver: Hex
  readonly amount: bigint
  readonly minReturnAmount: bigint
  readonly flags: bigint
}

const description = (changes: Partial<Kyber> = {}) => ({
  srcToken: USDC as Hex,
  dstToken: WETH as Hex,
  srcReceivers: [MALLORY] as const,
  srcAmounts: [AMOUNT],
  feeReceivers: [] as readonly Hex[],
  feeAmounts: [] as readonly bigint[],
  dstReceiver: BOB as Hex,
  amount: AMOUNT,
  minReturnAmount: HALF,
  flags: 0x200n,
  permit: '0x' as Hex,
  ...changes,
})
const kyber = (changes: Partial<Kyber> = {}) =>
  encodeFunctionData({
    abi: more,
    functionName: 'swap',
    args: [
      { callTarget: MALLORY, approveTarget: ZERO, targetData: '0x01', desc: description(changes), clientData: '0x' },
    ],
  })
const kyberSimple = (changes: Partial<Kyber> = {}) =>
  encodeFunctionData({
    abi: more,
    functionName: 'swapSimpleMode',
    args: [MALLORY, description(changes), '0x01', '0x'],
  })

interface Velora {
  readonly srcToken: Hex
  readonly destToken: Hex
  readonly fromAmount: bigint
  readonly toAmount: bigint
  readonly quotedAmount: bigint
  readonly beneficiary: Hex
}

const velora = (changes: Partial<Velora> = {}, partnerAndFee = 0n) =>
  encodeFunctionData({
    abi: more,
    functionName: 'swapExactAmountIn',
    args: [
      MALLORY,
      {
        srcToken: USDC,
        destToken: WETH,
        fromAmount: AMOUNT,
        toAmount: HALF,
        quotedAmount: HALF + 1n,
        metadata: `0x${'00'.repeat(32)}`,
        beneficiary: BOB,
        ...changes,
      },
      partnerAndFee,
      '0x',
      '0x',
    ],
  })
/** A partner who takes what arrives above the quoted amount: bit 95. */
const TAKES_SURPLUS = (BigInt(MALLORY) << 96n) | (1n << 95n)

const ID: Hex = `0x${'00'.repeat(32)}`
const swapData = (sendingAssetId: Hex, receivingAssetId: Hex, fromAmount: bigint) => ({
  callTo: MALLORY as Hex,
  approveTo: MALLORY as Hex,
  sendingAssetId,
  receivingAssetId,
  fromAmount,
  callData: '0x01' as Hex,
  requiresDeposit: true,
})
const lifi = (toNative: boolean, least: bigint, receivingAssetId: Hex, receiver: Hex = BOB) =>
  encodeFunctionData({
    abi: more,
    functionName: toNative ? 'swapTokensSingleV3ERC20ToNative' : 'swapTokensSingleV3ERC20ToERC20',
    args: [ID, 'any', '', receiver, least, swapData(USDC, receivingAssetId, AMOUNT)],
  })
const lifiCoin = (sendingAssetId: Hex) =>
  encodeFunctionData({
    abi: more,
    functionName: 'swapTokensMultipleV3NativeToERC20',
    args: [ID, 'any', '', BOB, 2_000_000_000n, [swapData(sendingAssetId, USDC, ETHER)]],
  })

const forwarded = (changes: { target?: Hex; refund?: Hex; amount?: bigint } = {}) =>
  encodeFunctionData({
    abi: more,
    functionName: 'strictlySwapAndCall',
    args: [
      USDC,
      changes.amount ?? AMOUNT,
      '0x',
      MALLORY,
      '0x01',
      USDC,
      1n,
      changes.refund ?? ALICE,
      changes.target ?? DLN_SOURCE,
      dlnOrder(),
    ],
  })

const padded = (address: Hex): Hex => concatHex([toHex(0n, { size: 12 }), address])
const swapAndBridge = (changes: { spokePool?: Hex; depositor?: Hex; amount?: bigint; outputToken?: Hex } = {}) =>
  encodeFunctionData({
    abi: more,
    functionName: 'swapAndBridge',
    args: [
      {
        submissionFees: { amount: 0n, recipient: ZERO },
        depositData: {
          inputToken: WETH,
          outputToken: changes.outputToken ?? padded(BASE_USDC),
          outputAmount: 99_500_000n,
          depositor: changes.depositor ?? ALICE,
          recipient: padded(BOB),
          destinationChainId: 8453n,
          exclusiveRelayer: ID,
          quoteTimestamp: Number(NOW_SEC),
          fillDeadline: Number(NOW_SEC) + 3600,
          exclusivityParameter: 0,
          message: '0x',
        },
        swapToken: USDC,
        exchange: MALLORY,
        transferType: 0,
        swapTokenAmount: changes.amount ?? AMOUNT,
        minExpectedInputTokenAmount: 1n,
        routerCalldata: '0x',
        enableProportionalAdjustment: false,
        spokePool: changes.spokePool ?? SPOKE_POOL,
        nonce: 0n,
      },
    ],
  })

/** Across' deposit with 32-byte accounts: depositor, recipient, tokens and the rest as words. */
const wideDeposit = (changes: { recipient?: Hex; outputToken?: Hex; inputToken?: Hex } = {}): Hex =>
  concatHex([
    '0xad5425c6',
    encodeAbiParameters(
      [
        ...['depositor', 'recipient', 'inputToken', 'outputToken'].map(() => ({ type: 'bytes32' })),
        ...['inputAmount', 'outputAmount', 'chain'].map(() => ({ type: 'uint256' })),
        { type: 'bytes32' },
        ...['quoted', 'fill', 'exclusive'].map(() => ({ type: 'uint32' })),
        { type: 'bytes' },
      ],
      [
        padded(ALICE),
        changes.recipient ?? padded(BOB),
        changes.inputToken ?? padded(USDC),
        changes.outputToken ?? padded(BASE_USDC),
        AMOUNT,
        99_500_000n,
        8453n,
        ID,
        Number(NOW_SEC),
        Number(NOW_SEC) + 3600,
        0,
        '0x',
      ],
    ),
  ])

interface Attack {
  readonly name: string
  readonly terms: PayTerms
  readonly attack: Exec
  readonly why: string
  readonly neighbour: Exec
}

const ANOTHER_TOKEN = 'its calldata takes another token'
const LESS_WETH = 'its calldata accepts less than the lock promises, 0.05 WETH'
const KEEPER = 'its calldata lets another wallet take refunds or change the order'
const HIDDEN = 'it hides a call among others that is no part of a swap'
const FROM_COIN: PayTerms = { ...COIN_TERMS, depositor: ALICE, recipient: BOB }
const COIN_SWAP = { tokenIn: WETH, tokenOut: USDC, amountIn: ETHER, amountOutMinimum: 2_000_000_000n } as const
const DAI_TO_USDC: PayTerms = {
  ...TOKEN_TERMS,
  dst: { chainKey: 'ethereum', address: USDC, symbol: 'USDC', decimals: 6, minimumOut: 2_000_000_000n },
  src: { ...TOKEN_TERMS.src, address: DAI, symbol: 'DAI', decimals: 18 },
}
const permitOf = (token: Hex, spender: Hex, amount: bigint, expiration: bigint) =>
  tokenExec(ROUTER, single(), {
    approvalTarget: PERMIT2,
    allSteps: [{ to: PERMIT2, data: permit2(token, spender, amount, expiration) }],
  })
const onRouter = (name: string, data: Hex, why: string, neighbour: Hex): Attack => ({
  name,
  terms: WETH_TERMS,
  attack: tokenExec(ROUTER, data),
  why,
  neighbour: tokenExec(ROUTER, neighbour),
})
const withCoin = (name: string, data: Hex, why: string, neighbour: Hex, to = ROUTER): Attack => ({
  name,
  terms: FROM_COIN,
  attack: coinExec(to, data),
  why,
  neighbour: coinExec(to, neighbour),
})
const on = (to: string, terms: PayTerms) => (name: string, data: Hex, why: string, neighbour: Hex) => ({
  name,
  terms,
  attack: tokenExec(to, data),
  why,
  neighbour: tokenExec(to, neighbour),
})
const onKyber = on(KYBER, WETH_TERMS)
const onVelora = on(AUGUSTUS, WETH_TERMS)
const onSpoke = on(SPOKE_POOL, BRIDGE_TERMS)
const ofMemo = (name: string, memo: string, why: string, honest: string): Attack => ({
  name,
  terms: BTC_TERMS,
  attack: coinExec(THOR_ROUTER, thorDeposit(memo)),
  why,
  neighbour: coinExec(THOR_ROUTER, thorDeposit(honest)),
})
const ORDER = `=:BTC.BTC:${BTC_BOB}:3000000`
const held = single({ recipient: HERE })
const viaMallory = encodeFunctionData({
  abi: abi.router,
  functionName: 'exactInput',
  args: [
    {
      path: concatHex([USDC, '0x0001f4', MALLORY, '0x0001f4', WETH]),
      recipient: HERE,
      amountIn: AMOUNT,
      amountOutMinimum: HALF,
    },
  ],
})

const routers: readonly Attack[] = [
  onRouter(
    'a payout without minimum behind a token that can call the router itself',
    multicall([viaMallory, sweep(WETH, 0n)]),
    LESS_WETH,
    multicall([viaMallory, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a payout whose minimum is a little short',
    multicall([held, sweep(WETH, HALF - 1n)]),
    LESS_WETH,
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a fee of all out of a payout',
    multicall([
      held,
      encodeFunctionData({
        abi: more,
        functionName: 'sweepTokenWithFee',
        args: [WETH, HALF, BOB, 2n ** 255n, MALLORY],
      }),
    ]),
    LESS_WETH,
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a payout to the constant that means the sender in swaps only',
    multicall([held, sweep(WETH, HALF, '0x0000000000000000000000000000000000000001')]),
    'its calldata pays another recipient',
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'a payout to the router',
    multicall([held, sweep(WETH, HALF, ROUTER)]),
    'its calldata pays another recipient',
    multicall([held, sweep(WETH, HALF)]),
  ),
  onRouter(
    'two payouts, the first for somebody else',
    multicall([held, sweep(WETH, HALF, MALLORY), sweep(WETH, HALF)]),
    'its calldata pays another recipient',
    multicall([held, sweep(WETH, HALF), sweep(WETH, 0n, ALICE)]),
  ),
  onRouter(
    'a signed permit among swaps',
    multicall([
      encodeFunctionData({ abi: more, functionName: 'selfPermit', args: [DAI, 1n, 1n, 27, ID, ID] }),
      single(),
    ]),
    HIDDEN,
    multicall([single()]),
  ),
  onRouter(
    'an approval by the router among swaps',
    multicall([single(), encodeFunctionData({ abi: more, functionName: 'approveMax', args: [WETH] })]),
    HIDDEN,
    multicall([single()]),
  ),
  onRouter(
    'a call hidden four lists deep',
    multicall([multicall([multicall([multicall([single()])])])]),
    HIDDEN,
    multicall([multicall([multicall([single()])])]),
  ),
  onRouter(
    'a deadline that has passed in an inner list',
    multicall([multicall([single()], NOW_SEC)]),
    'its deadline has passed',
    multicall([multicall([single()], NOW_SEC + 1n)]),
  ),
  withCoin(
    'a coin that is turned into its token before the wallet pays that token too',
    multicall([wrapEth(ETHER), single(COIN_SWAP)]),
    ANOTHER_TOKEN,
    multicall([wrapEth(ETHER), single({ ...COIN_SWAP, amountIn: 0n })]),
  ),
  withCoin(
    'a coin that is given back before the wallet pays its token',
    multicall([refundEth, single(COIN_SWAP)]),
    ANOTHER_TOKEN,
    multicall([single(COIN_SWAP), refundEth]),
  ),
  withCoin(
    'a pull of the wrapped coin beside the coin, which stays in the router',
    multicall([pull(WETH, ETHER), single({ ...COIN_SWAP, amountIn: 0n })]),
    ANOTHER_TOKEN,
    multicall([single(COIN_SWAP)]),
  ),
  withCoin(
    'a swap of the wrapped coin by a router that takes no coin along',
    encodeFunctionData({
      abi: abi.pairs,
      functionName: 'swapExactTokensForTokens',
      args: [ETHER, 2_000_000_000n, [WETH, USDC], BOB, NOW_SEC + 60n],
    }),
    ANOTHER_TOKEN,
    encodeFunctionData({
      abi: abi.pairs,
      functionName: 'swapExactETHForTokens',
      args: [2_000_000_000n, [WETH, USDC], BOB, NOW_SEC + 60n],
    }),
  ),
]

const aggregators: readonly Attack[] = [
  onKyber(
    'a fee of everything where the minimum is in proportion to what is left',
    kyber({ feeReceivers: [MALLORY], feeAmounts: [AMOUNT], flags: 0x201n }),
    LESS_WETH,
    kyber({ feeReceivers: [MALLORY], feeAmounts: [AMOUNT], flags: 0x200n }),
  ),
  onKyber('the same in the simple mode', kyberSimple({ flags: 0x1n }), LESS_WETH, kyberSimple({ flags: 0x20n })),
  onKyber(
    'a swap for somebody else',
    kyber({ dstReceiver: MALLORY }),
    'its calldata pays another recipient',
    kyber({ dstReceiver: BOB }),
  ),
  onKyber(
    'a swap into a token of no worth',
    kyber({ dstToken: MALLORY }),
    'its calldata pays out an asset other than WETH',
    kyber(),
  ),
  withCoin(
    'the wrapped coin out of the wallet with the coin as extra',
    kyber({ srcToken: WETH, amount: ETHER, dstToken: USDC, minReturnAmount: 2_000_000_000n, flags: 0x2n }),
    ANOTHER_TOKEN,
    kyber({ srcToken: COIN, amount: ETHER, dstToken: USDC, minReturnAmount: 2_000_000_000n }),
    KYBER,
  ),
  onVelora(
    'a quoted amount of 2 above which all is surplus for a partner',
    velora({ quotedAmount: 2n }, TAKES_SURPLUS),
    LESS_WETH,
    velora({}, TAKES_SURPLUS),
  ),
  onVelora('no quoted amount', velora({ quotedAmount: 0n }), LESS_WETH, velora({ quotedAmount: HALF })),
  onVelora(
    'a fee in the lowest bits',
    velora({}, (BigInt(MALLORY) << 96n) | 1n),
    LESS_WETH,
    velora({}, BigInt(MALLORY) << 96n),
  ),
  onVelora(
    'no beneficiary where the recipient is somebody else',
    velora({ beneficiary: ZERO }),
    'its calldata pays another recipient',
    velora(),
  ),
  {
    name: 'a swap that pays coins and says tokens, of which fewer units are much more',
    terms: DAI_TO_USDC,
    attack: tokenExec(DIAMOND, lifiOf(true), approvalOfDai()),
    why: 'its calldata pays out an asset other than USDC',
    neighbour: tokenExec(DIAMOND, lifiOf(false), approvalOfDai()),
  },
  on(DIAMOND, WETH_TERMS)(
    'a swap for somebody else through a diamond',
    lifi(false, HALF, WETH, MALLORY),
    'its calldata pays another recipient',
    lifi(false, HALF, WETH),
  ),
  withCoin(
    'a swap that takes the wrapped coin beside the coin',
    lifiCoin(WETH),
    ANOTHER_TOKEN,
    lifiCoin(ZERO),
    DIAMOND,
  ),
]

/** 100 DAI into what the call says is USDC. */
function lifiOf(toNative: boolean): Hex {
  return encodeFunctionData({
    abi: more,
    functionName: toNative ? 'swapTokensSingleV3ERC20ToNative' : 'swapTokensSingleV3ERC20ToERC20',
    args: [ID, 'any', '', BOB, 2_000_000_000n, swapData(DAI, USDC, AMOUNT)],
  })
}

function approvalOfDai(): Partial<Exec> {
  return { srcToken: DAI, approvalToken: DAI }
}

const bridges: readonly Attack[] = [
  onSpoke(
    'a bridge that does not name what it pays out',
    spokeDeposit({ outputToken: ZERO }),
    'it does not name the token that it pays out',
    spokeDeposit(),
  ),
  onSpoke(
    'a recipient that is an address in its last bytes only',
    wideDeposit({ recipient: concatHex(['0x666666666666666666666666', BOB]) }),
    'its calldata pays another recipient',
    wideDeposit(),
  ),
  onSpoke(
    'a token that is an address in its last bytes only',
    wideDeposit({ outputToken: concatHex(['0x666666666666666666666666', BASE_USDC]) }),
    'its calldata pays out an asset other than USDC',
    wideDeposit(),
  ),
  onSpoke('another token paid in by 32 bytes', wideDeposit({ inputToken: padded(DAI) }), ANOTHER_TOKEN, wideDeposit()),
  on(PERIPHERY, BRIDGE_TERMS)(
    'a bridge behind a swap that refunds somebody else',
    swapAndBridge({ depositor: MALLORY }),
    KEEPER,
    swapAndBridge(),
  ),
  on(PERIPHERY, BRIDGE_TERMS)(
    'a bridge behind a swap that takes more',
    swapAndBridge({ amount: AMOUNT + 1n }),
    'its calldata takes more than the amount',
    swapAndBridge(),
  ),
  on(PERIPHERY, BRIDGE_TERMS)(
    'a bridge behind a swap that names no token',
    swapAndBridge({ outputToken: ID }),
    'it does not name the token that it pays out',
    swapAndBridge(),
  ),
  on(FORWARDER, BRIDGE_TERMS)(
    'an order behind a swap that refunds somebody else',
    forwarded({ refund: MALLORY }),
    KEEPER,
    forwarded(),
  ),
  on(FORWARDER, BRIDGE_TERMS)(
    'an order behind a swap that takes more',
    forwarded({ amount: AMOUNT + 1n }),
    'its calldata takes more than the amount',
    forwarded(),
  ),
  {
    name: 'an order for a chain of another kind than the recipient',
    terms: solanaTerms(),
    attack: tokenExec(DLN_SOURCE, dlnOrder({ ...solanaOrder(), takeChainId: 8453n })),
    why: 'its calldata pays out on chain 8453, not solana',
    neighbour: tokenExec(DLN_SOURCE, dlnOrder(solanaOrder())),
  },
  ofMemo(
    'a memo that has the outcome swapped once more into a token of no worth',
    `${ORDER}:::${MALLORY}:${MALLORY}:0`,
    'its memo orders more than a swap',
    `${ORDER}:t:10`,
  ),
  ofMemo('a memo that swaps into a share', `=:BTC/BTC:${BTC_BOB}:3e6`, 'its memo is for another asset', ORDER),
  ofMemo('a memo for a name in place of an address', '=:b:mallory:3e6', 'its memo pays another recipient', ORDER),
  ofMemo('a memo that adds liquidity', `+:BTC.BTC:${BTC_BOB}`, 'its memo is not a swap', ORDER),
  ofMemo('a memo that bonds', `BOND:${BTC_BOB}`, 'its memo is not a swap', ORDER),
  ofMemo(
    'a memo with a limit of a thousand digits',
    `=:b:${BTC_BOB}:${'9'.repeat(1000)}`,
    'its memo has a limit that cannot be read',
    ORDER,
  ),
  ofMemo(
    'a memo with a second recipient',
    `=:b:${BTC_BOB}/${ALICE}/${MALLORY}:3e6`,
    'its memo pays another recipient',
    `=:b:${BTC_BOB}/${ALICE}:3e6`,
  ),
]

function solanaTerms(): PayTerms {
  return {
    ...BRIDGE_TERMS,
    dst: {
      chainKey: 'solana',
      address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      symbol: 'USDC',
      decimals: 6,
      minimumOut: 99_000_000n,
    },
    recipient: '5NBgatnfozAUUULsdqNKhTHbqVRmhKR1T6Xz9dL7sM72',
  }
}

function solanaOrder() {
  const bob: Hex = '0x40dc05ff2a6613195a981baba0d42d155de5cb33d194cf179e33f44e99b98b3d'
  return {
    takeChainId: 7_565_164n,
    takeTokenAddress: '0xc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61',
    receiverDst: bob,
    orderAuthorityAddressDst: bob,
  } as const
}

const fields: readonly Attack[] = [
  ...(
    [
      ['in hex', '0x5f5e100', '100000000'],
      ['with a plus', '+100000000', '100000000'],
      ['with a space', '100000000 ', '100000000'],
      ['in Arabic digits', '١٠٠٠٠٠٠٠٠', '100000000'],
      ['in full-width digits', '１００００００００', '100000000'],
      ['with a leading zero', '0100000000', '100000000'],
      ['with separators', '100,000,000', '100000000'],
    ] as const
  ).map(([how, text, honest]) => ({
    name: `an amount ${how}`,
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER, single(), { srcAmount: text }),
    why: 'its source amount is not a whole number of base units',
    neighbour: tokenExec(ROUTER, single(), { srcAmount: honest }),
  })),
  {
    name: 'an amount in 18 decimals of a token with 6',
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER, single(), { srcAmount: '100000000000000000000' }),
    why: 'it spends 100000000000000000000 base units, not 100000000',
    neighbour: tokenExec(ROUTER, single()),
  },
  {
    name: 'a chain id that is not whole',
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER, single(), { chainId: 1.0000001 }),
    why: 'it is for chain 1.0000001, not 1',
    neighbour: tokenExec(ROUTER, single(), { chainId: 1 }),
  },
  {
    name: 'a chain id that is a text',
    terms: WETH_TERMS,
    attack: Object.assign(tokenExec(ROUTER, single()), { chainId: '1' }),
    why: 'one of its fields has a type that the API does not have',
    neighbour: tokenExec(ROUTER, single()),
  },
  {
    name: 'a step for the chain id as a text',
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER, single(), { allSteps: [{ chainId: '1', to: ROUTER, data: single() }] }),
    why: 'a step is for another chain',
    neighbour: tokenExec(ROUTER, single(), { allSteps: [{ chainId: 1, to: ROUTER, data: single() }] }),
  },
  {
    name: 'a target with look-alike letters',
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER.replace('c', 'с'), single()),
    why: 'its target is not an address',
    neighbour: tokenExec(ROUTER, single()),
  },
  {
    name: 'a target with a character that is not seen',
    terms: WETH_TERMS,
    attack: tokenExec(`${ROUTER}\u200b`, single()),
    why: 'its target is not an address',
    neighbour: tokenExec(ROUTER, single()),
  },
  {
    name: 'two steps that spend, one for another token',
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER, single(), {
      allSteps: [
        { to: ROUTER, data: single() },
        { to: DAI, data: words('0xa9059cbb', BigInt(MALLORY), 5n) },
      ],
    }),
    why: 'its steps spend more than once',
    neighbour: tokenExec(ROUTER, single(), { allSteps: [{ to: ROUTER, data: single() }] }),
  },
  {
    name: 'an approval step with bytes behind its end',
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER, single(), { allSteps: [{ to: USDC, data: `${approve(ROUTER, AMOUNT)}00` }] }),
    why: 'the calldata of its approval does not approve anything',
    neighbour: tokenExec(ROUTER, single(), { allSteps: [{ to: USDC, data: approve(ROUTER, AMOUNT) }] }),
  },
  {
    name: 'an approval step for more bytes than an address',
    terms: WETH_TERMS,
    attack: tokenExec(ROUTER, single(), {
      allSteps: [{ to: USDC, data: approve(ROUTER, AMOUNT).replace('0x095ea7b30', '0x095ea7b31') }],
    }),
    why: 'the calldata of its approval does not approve anything',
    neighbour: tokenExec(ROUTER, single(), { allSteps: [{ to: USDC, data: approve(ROUTER, AMOUNT) }] }),
  },
  {
    name: 'Permit2 for a wallet of somebody else',
    terms: WETH_TERMS,
    attack: permitOf(USDC, MALLORY, AMOUNT, NOW_SEC + 60n),
    why: 'it asks Permit2 to approve a contract that it does not call',
    neighbour: permitOf(USDC, ROUTER, AMOUNT, NOW_SEC + 60n),
  },
  {
    name: 'Permit2 for good',
    terms: WETH_TERMS,
    attack: permitOf(USDC, ROUTER, AMOUNT, 2n ** 48n - 1n),
    why: 'it asks Permit2 for longer than a day',
    neighbour: permitOf(USDC, ROUTER, AMOUNT, NOW_SEC + 86_400n),
  },
  {
    name: 'Permit2 for all',
    terms: WETH_TERMS,
    attack: permitOf(USDC, ROUTER, 2n ** 160n - 1n, NOW_SEC + 60n),
    why: 'it asks Permit2 for more than the amount',
    neighbour: permitOf(USDC, ROUTER, AMOUNT, NOW_SEC + 60n),
  },
]

const holdings: readonly Attack[] = HOLDINGS_FUNCTIONS.map(({ selector, signature }) => {
  const name = signature.slice(0, signature.indexOf('('))
  return {
    name: `${signature} of another contract`,
    terms: WETH_TERMS,
    attack: tokenExec(DAI, `${selector}${'0'.repeat(64 * 9)}`, { approvalTarget: DAI }),
    why: `its call is ${name}, which moves or exposes other holdings`,
    neighbour: tokenExec(DAI, STRANGE_CALL, { approvalTarget: DAI }),
  }
})

describe.each([
  ['routers', routers],
  ['aggregators', aggregators],
  ['bridges', bridges],
  ['fields and steps', fields],
  ['what others hold for the wallet', holdings],
])('%s', (_title, attacks) => {
  it.each(attacks)('$name is refused, and its honest neighbour is not', ({ attack, terms, why, neighbour }) => {
    expect(reasonOf(attack, terms)).toBe(refused(why))
    expect(reasonOf(neighbour, terms)).toBe('accepted')
  })
})

describe('what only the sender answers for', () => {
  const doubtsOf = (exec: Exec, terms: PayTerms) => readPayload(exec, terms, NOW_MS).doubts
  const cases: readonly [name: string, exec: Exec, terms: PayTerms, doubts: readonly unknown[]][] = [
    ['nothing in a swap of a known router', tokenExec(ROUTER, single()), WETH_TERMS, []],
    ['nothing in a known bridge', tokenExec(SPOKE_POOL, spokeDeposit()), BRIDGE_TERMS, []],
    [
      'a contract that has the function of a known bridge',
      tokenExec(MALLORY, spokeDeposit()),
      BRIDGE_TERMS,
      [expect.stringMatching(/does not know this contract/)],
    ],
    [
      'a contract of one chain at the address of the token of another',
      tokenExec(BASE_USDC, spokeDeposit()),
      BRIDGE_TERMS,
      [expect.stringMatching(/does not know this contract/)],
    ],
    [
      'the vault of a network',
      coinExec(THOR_ROUTER, thorDeposit(ORDER)),
      BTC_TERMS,
      [`The money goes to the vault ${DAI}; whether it is one of the network cannot be read`],
    ],
    [
      'a swap before a bridge',
      tokenExec(PERIPHERY, swapAndBridge()),
      BRIDGE_TERMS,
      [expect.stringMatching(/^The call swaps first/), expect.stringMatching(/does not know this contract/)],
    ],
    [
      'a swap before an order',
      tokenExec(FORWARDER, forwarded()),
      BRIDGE_TERMS,
      [expect.stringMatching(/^The call swaps/)],
    ],
    [
      'an order handed to a contract that is not known',
      tokenExec(FORWARDER, forwarded({ target: MALLORY })),
      BRIDGE_TERMS,
      [expect.stringMatching(/^The call swaps/), expect.stringMatching(/does not know this contract/)],
    ],
    [
      'a transfer, with the address that gets it',
      { chainId: 1, providerTarget: USDC, providerCalldata: words('0xa9059cbb', BigInt(MALLORY), AMOUNT), value: '0' },
      WETH_TERMS,
      [`The money goes straight to ${MALLORY}; the payload does not show who owns it`],
    ],
    [
      'arguments that two readers may read differently',
      tokenExec(ROUTER, dirty(single())),
      WETH_TERMS,
      ['The arguments of exactInputSingle cannot be read, so neither can who is paid'],
    ],
    [
      'a list whose pointer goes backwards',
      tokenExec(ROUTER, words('0xac9650d8', 2n ** 256n - 32n, 1n)),
      WETH_TERMS,
      ['The arguments of multicall cannot be read, so neither can who is paid'],
    ],
    ['nothing in bytes behind the end', tokenExec(ROUTER, `${single()}${BOB.slice(2)}`), WETH_TERMS, []],
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
