import { concatHex, encodeAbiParameters, encodePacked, type Hex, parseAbi, parseAbiParameters, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { type Attack, attackIn, attacksOn, coinExec, testAttacks, tokenExec, WHY } from './attacks.ts'
import { TOKENS } from '../../../../src/core/evm/tokens.ts'
import { BASE_USDC, DAI, DEPOSITORY, DIAMOND, SPOKE_POOL, THOR_ROUTER, USDC, WETH, ZERO } from './contracts.ts'
import { relayDeposit, spokeDeposit, thorDeposit } from './bridge-calls.ts'
import { encode } from './encode.ts'
import { ALICE, BOB, BTC_BOB, MALLORY, NOW_MS, NOW_SEC } from './parties.ts'
import { BRIDGE_TERMS, BTC_TERMS, COIN_TERMS, WETH_TERMS } from './terms.ts'
import { transfer } from './token-calls.ts'

/* Bridges of LI.FI, CCTP, the Universal Router, 1inch and 0x: each attack with its honest neighbour. */

const MESSENGER = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d'
const UNIVERSAL_2 = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const ONE_INCH = '0x111111125421cA6dc452d289314280a0f8842A65'
const HOLDER = '0x0000000000001fF3684f28c67538d4D072C22734'
const { USDT } = TOKENS.ethereum
const AMOUNT = 100_000_000n
const HALF = 50_000_000_000_000_000n
const HERE = '0x0000000000000000000000000000000000000002'
const ID: Hex = `0x${'00'.repeat(32)}`
const wide = (address: Hex): Hex => concatHex([toHex(0n, { size: 12 }), address])

const abi = parseAbi([
  'struct Bridge { bytes32 id; string bridge; string integrator; address referrer; address token; address receiver; uint256 amount; uint256 chain; bool hasSwaps; bool hasCall; }',
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct Across { bytes32 receiver; bytes32 refund; bytes32 sending; bytes32 receiving; uint256 outputAmount; uint128 multiplier; bytes32 relayer; uint32 quoted; uint32 fillDeadline; uint32 exclusivity; bytes message; }',
  'struct Send { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct Fee { uint256 nativeFee; uint256 lzTokenFee; }',
  'struct Stargate { uint16 assetId; Send sendParams; Fee fee; address refundAddress; }',
  'struct Celer { uint256 maxFee; uint32 minFinality; }',
  'struct Relay { bytes32 orderId; address depositor; }',
  'function startBridgeTokensViaAcrossV4(Bridge bridge, Across data) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(Bridge bridge, Swap[] swaps, Across data) payable',
  'function startBridgeTokensViaStargate(Bridge bridge, Stargate data) payable',
  'function startBridgeTokensViaCelerCircleBridge(Bridge bridge, Celer data) payable',
  'struct Optimism { address assetIdOnL2; uint32 l2Gas; bool isSynthetix; }',
  'struct Arbitrum { uint256 maxSubmissionCost; uint256 maxGas; uint256 maxGasPrice; }',
  'function startBridgeTokensViaOptimismBridge(Bridge bridge, Optimism data) payable',
  'function startBridgeTokensViaArbitrumBridge(Bridge bridge, Arbitrum data) payable',
  'function startBridgeTokensViaPolygonBridge(Bridge bridge) payable',
  'function startBridgeTokensViaRelayDepository(Bridge bridge, Relay data) payable',
  'function depositForBurn(uint256 amount, uint32 domain, bytes32 recipient, address token, bytes32 caller, uint256 maxFee, uint32 finality)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data) payable',
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
])
const settle = parseAbi([
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 tag) payable',
])

type Changes = Readonly<Record<string, unknown>>
const bridge = (changes: Changes = {}) => ({
  ...{ id: ID, bridge: 'a', integrator: 'b', referrer: ZERO, token: USDC, receiver: BOB, amount: AMOUNT },
  ...{ chain: 8453n, hasSwaps: false, hasCall: false, ...changes },
})
const across = (changes: Changes = {}) => ({
  ...{ receiver: wide(BOB), refund: wide(ALICE), sending: wide(USDC), receiving: wide(BASE_USDC) },
  ...{ outputAmount: 99_500_000n, multiplier: 995_000_000_000_000_000n, relayer: ID, quoted: Number(NOW_SEC) },
  ...{ fillDeadline: Number(NOW_SEC) + 3600, exclusivity: 0, message: '0x', ...changes },
})
const viaAcross = (data: Changes = {}, common: Changes = {}) =>
  encode(abi, 'startBridgeTokensViaAcrossV4', [bridge(common), across(data)])
const swapped = (data: Changes = {}, least = AMOUNT) => {
  const swap = { callTo: MALLORY, approveTo: MALLORY, callData: '0x01', fromAmount: AMOUNT, requiresDeposit: true }
  const swaps = [{ ...swap, sendingAssetId: USDC, receivingAssetId: USDC }]
  const common = bridge({ hasSwaps: true, amount: least })
  return encode(abi, 'swapAndStartBridgeTokensViaAcrossV4', [common, swaps, across(data)])
}
const viaStargate = (endpoint: number, to: Hex = BOB, least = 99_500_000n, assetId = 1) => {
  const sendParams = { dstEid: endpoint, to: wide(to), amountLD: AMOUNT, minAmountLD: least }
  const data = { assetId, sendParams: { ...sendParams, extraOptions: '0x', composeMsg: '0x', oftCmd: '0x' } }
  const paid = { ...data, fee: { nativeFee: 0n, lzTokenFee: 0n }, refundAddress: ALICE }
  return encode(abi, 'startBridgeTokensViaStargate', [bridge(), paid])
}
const viaCircle = (maxFee: bigint, common: Changes = {}) =>
  encode(abi, 'startBridgeTokensViaCelerCircleBridge', [bridge(common), { maxFee, minFinality: 2000 }])
const viaOptimism = (assetIdOnL2: string, common: Changes = {}) =>
  encode(abi, 'startBridgeTokensViaOptimismBridge', [
    bridge({ chain: 10n, ...common }),
    { assetIdOnL2, l2Gas: 200_000, isSynthetix: false },
  ])
const viaArbitrum = (common: Changes = {}, gas: Changes = {}) =>
  encode(abi, 'startBridgeTokensViaArbitrumBridge', [
    bridge({ chain: 42161n, ...common }),
    { maxSubmissionCost: 0n, maxGas: 100_000n, maxGasPrice: 100_000_000n, ...gas },
  ])
const viaPolygon = (common: Changes = {}) =>
  encode(abi, 'startBridgeTokensViaPolygonBridge', [bridge({ chain: 137n, ...common })])
const burn = (changes: Changes = {}) => {
  const honest = { amount: AMOUNT, domain: 6, to: wide(BOB), token: USDC, caller: ID, fee: 500_000n, finality: 1000 }
  return encode(abi, 'depositForBurn', Object.values({ ...honest, ...changes }))
}

const onDiamond = attackIn(DIAMOND, BRIDGE_TERMS, viaAcross())
const onMessenger = attackIn(MESSENGER, BRIDGE_TERMS, burn())
const TO_DAI: PayTerms = { ...BRIDGE_TERMS, dst: { ...BRIDGE_TERMS.dst, address: DAI, symbol: 'DAI' } }

/** 100 USDC from Ethereum to a token of another chain. */
const toToken = (chainKey: string, chainId: number, address: string, symbol: string): PayTerms => ({
  ...BRIDGE_TERMS,
  dst: { ...BRIDGE_TERMS.dst, chainKey, chainId, address, symbol },
})
const { arbitrum, optimism, polygon } = TOKENS
const TO_OPTIMISM = toToken('optimism', 10, optimism['USDC.e'], 'USDC.e')
const TO_ARBITRUM = toToken('arbitrum', 42161, arbitrum['USDC.e'], 'USDC.e')
/** 1 ETH from Ethereum to the coin of another chain. */
const COIN_TO = (chainKey: string, chainId: number): PayTerms => ({
  ...COIN_TERMS,
  dst: { chainKey, chainId, address: ZERO, symbol: 'ETH', decimals: 18, minimumOut: 10n ** 18n },
})
const COIN_AMOUNT = { token: ZERO, amount: 10n ** 18n }
const NOT_ITS_CHAIN = 'it names a chain that its bridge does not go to'

/** Bridges of chains of their own: each has its one chain, and one token for each that it takes. */
const nativeBridges: readonly Attack[] = [
  attackIn(DIAMOND, TO_OPTIMISM, viaOptimism(optimism['USDC.e']))(
    'a bridge that names a token of the issuer, which it cannot pay',
    viaOptimism(optimism.USDC),
    'it names a token that its bridge does not pay',
  ),
  attackIn(DIAMOND, TO_OPTIMISM, viaOptimism(optimism['USDC.e']))(
    'less through it than must arrive',
    viaOptimism(optimism['USDC.e'], { amount: 1_000_000n }),
    'its calldata accepts less than must arrive, 99 USDC.e',
  ),
  attackIn(DIAMOND, TO_ARBITRUM, viaArbitrum())(
    'the bridge of Arbitrum to Base',
    viaArbitrum({ chain: 8453n }),
    NOT_ITS_CHAIN,
  ),
  attacksOn(COIN_TO('arbitrum', 42161))(
    'the coin through it to Base',
    coinExec(DIAMOND, viaArbitrum({ ...COIN_AMOUNT, chain: 8453n })),
    NOT_ITS_CHAIN,
    coinExec(DIAMOND, viaArbitrum(COIN_AMOUNT)),
  ),
]

const bridges: readonly Attack[] = [
  onDiamond('a bridge whose own data pays another', viaAcross({ receiver: wide(MALLORY) }), WHY.RECIPIENT),
  onDiamond('a bridge whose common data pays another', viaAcross({}, { receiver: MALLORY }), WHY.RECIPIENT),
  onDiamond('a bridge that refunds another', viaAcross({ refund: wide(MALLORY) }), WHY.KEEPER),
  onDiamond('a bridge that refunds nobody', viaAcross({ refund: ID }), WHY.KEEPER),
  onDiamond('a bridge that pays too little', viaAcross({ outputAmount: 1n }), WHY.LESS_USDC),
  onDiamond('a bridge of another token', viaAcross({ sending: wide(DAI) }, { token: DAI }), WHY.TOKEN),
  onDiamond('a bridge of more', viaAcross({}, { amount: AMOUNT * 2n }), WHY.MORE),
  onDiamond('a bridge of nothing', viaAcross({}, { amount: 0n }), 'its call takes nothing of the amount'),
  onDiamond('a bridge into another token', viaAcross({ receiving: wide(DAI) }), WHY.NOT_USDC),
  onDiamond('a bridge to another chain', viaAcross({}, { chain: 10n }), 'its calldata pays out on chain 10, not 8453'),
  onDiamond(
    'a swap before a bridge that then pays half',
    swapped({ multiplier: 500_000_000_000_000_000n }),
    WHY.LESS_USDC,
    swapped(),
  ),
  onDiamond(
    "a bridge by LayerZero's number of another chain",
    viaStargate(30110),
    'its calldata pays out on chain 42161, not 8453',
    viaStargate(30184),
  ),
  onDiamond(
    'a number that LayerZero does not have, instead of that of the chain',
    viaStargate(30999),
    'its calldata pays out on chain 30999, not 8453',
    viaStargate(30184),
  ),
  attacksOn(BRIDGE_TERMS, tokenExec(SPOKE_POOL, spokeDeposit()))(
    'a number of a chain that no bridge has, with that of the chain at its end',
    tokenExec(SPOKE_POOL, spokeDeposit({ destinationChainId: (1n << 200n) + 8453n })),
    `its calldata pays out on chain ${(1n << 200n) + 8453n}, not 8453`,
  ),
  onDiamond('the same to another', viaStargate(30184, MALLORY), WHY.RECIPIENT, viaStargate(30184)),
  onDiamond(
    'a pool of another asset, of which the Diamond has been sent some',
    viaStargate(30184, BOB, 99_500_000n, 17),
    'it gives the money to the pool of another asset',
    viaStargate(30184),
  ),
  onDiamond(
    'a bridge that is given another token than the Diamond takes',
    viaAcross({ sending: wide(DAI) }),
    'it gives its bridge another token than it takes',
  ),
  onDiamond('the same for too little', viaStargate(30184, BOB, 1n), WHY.LESS_USDC, viaStargate(30184)),
  onDiamond('a burn whose fee may be half', viaCircle(50_000_000n), WHY.LESS_USDC, viaCircle(500_000n)),
  onMessenger('a burn for another', burn({ to: wide(MALLORY) }), WHY.RECIPIENT),
  onMessenger('a burn on another chain', burn({ domain: 0 }), 'its calldata pays out on chain 1, not 8453'),
  onMessenger('a burn on a chain without number', burn({ domain: 99 }), 'its calldata pays out on chain 99, not 8453'),
  onMessenger('a burn of another token', burn({ token: DAI }), WHY.TOKEN),
  onMessenger('a burn of more', burn({ amount: AMOUNT * 2n }), WHY.MORE),
  onMessenger('a burn whose fee may be half', burn({ fee: 50_000_000n }), WHY.LESS_USDC),
  onMessenger(
    'a burn that one party alone can finish',
    burn({ caller: wide(MALLORY) }),
    'it lets one party alone finish the transfer',
  ),
  attacksOn(TO_DAI)(
    'a burn of dollars of one kind for those of another',
    tokenExec(MESSENGER, burn()),
    'its calldata pays out an asset other than DAI',
    tokenExec(MALLORY, '0xdeadbeef'),
  ),
]

const path = encodePacked(['address', 'uint24', 'address'], [USDC, 500, WETH])
const inputs = (types: string, values: readonly unknown[]) =>
  encodeAbiParameters(parseAbiParameters(types), values as never)
const v3 = (to: Hex, least = HALF, payerIsUser = true) =>
  inputs('address, uint256, uint256, bytes, bool', [to, AMOUNT, least, path, payerIsUser])
const sweep = (to: Hex, least = HALF) => inputs('address, address, uint256', [WETH, to, least])
const universal = (commands: Hex, ...steps: readonly Hex[]) => encode(abi, 'execute', [commands, steps, NOW_SEC + 600n])
const onUniversal = attackIn(UNIVERSAL_2, WETH_TERMS, universal('0x0004', v3(HERE, 0n), sweep(BOB)))

const POOL_KEY = '((address, address, uint24, int24, address), bool, uint128, uint128, bytes)'
/** A swap in a pool of V4, settled, and then these actions, which take what it gave. */
const v4 = (actions: string, ...takes: readonly Hex[]) => {
  const swap = inputs(POOL_KEY, [[[USDC, WETH, 500, 10, ZERO], true, AMOUNT, HALF, '0x']])
  const settled = inputs('address, uint256', [USDC, AMOUNT])
  return universal('0x10', inputs('bytes, bytes[]', [`0x060c${actions}`, [swap, settled, ...takes]]))
}
/** A pool of V4 that is told what to pay exactly, and pays less where it has less. */
const exactV4 = (amount: bigint) => {
  const swap = inputs(POOL_KEY, [[[USDC, WETH, 500, 10, ZERO], true, HALF, AMOUNT, '0x']])
  const settled = inputs('address, uint256', [USDC, AMOUNT])
  return universal('0x10', inputs('bytes, bytes[]', ['0x080c0e', [swap, settled, take(BOB, amount)]]))
}
const take = (to: Hex, amount: bigint) => inputs('address, address, uint256', [WETH, to, amount])
const onPools = attackIn(UNIVERSAL_2, WETH_TERMS, v4('0e', take(BOB, 0n)))

const inchSwap = (changes: Changes = {}) => {
  const desc = { srcToken: USDC, dstToken: WETH, srcReceiver: MALLORY, dstReceiver: BOB }
  const sums = { amount: AMOUNT, minReturnAmount: HALF, flags: 4n }
  return encode(abi, 'swap', [MALLORY, { ...desc, ...sums, ...changes }, '0x01'])
}
const onInch = attackIn(ONE_INCH, WETH_TERMS, inchSwap())
const zeroEx = (told: Changes = {}, taken: Changes = {}) => {
  const slippage = { recipient: BOB, buyToken: WETH, minAmountOut: HALF, ...told }
  const data = encode(settle, 'execute', [slippage, ['0x01'], ID])
  const honest = { operator: MALLORY, token: USDC, amount: AMOUNT, target: MALLORY, data, ...taken }
  return encode(abi, 'exec', Object.values(honest))
}

const PROXY = '0xCcC88a9d1B4ED6b0EABA998850414b24f1c315bE'
const RELAY_ROUTER = '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f'
const relayAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function transferAndMulticall(address[] tokens, uint256[] amounts, Call[] calls, address refundTo, address nftRecipient, bytes metadata)',
  'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts, bytes metadata)',
])
const cleanup = (to: Hex) => ({
  target: RELAY_ROUTER,
  callData: encode(relayAbi, 'cleanupErc20s', [[WETH], [to], [0n], '0x']),
})
/** A swap by 1inch to the router, and what hands on all of it. */
const relayed = (calls: readonly Changes[] = [{}, {}], to: Hex = BOB) => {
  const swap = { target: ONE_INCH, callData: inchSwap({ dstReceiver: RELAY_ROUTER }) }
  const honest = [swap, cleanup(to)].map((call) => ({ allowFailure: false, value: 0n, ...call }))
  const list = calls.map((changes, index) => ({ ...honest[index], ...changes }))
  return encode(relayAbi, 'transferAndMulticall', [[USDC], [AMOUNT], list, ALICE, ALICE, '0x'])
}
const onRelay = attackIn(PROXY, WETH_TERMS, relayed())
const onHolder = attackIn(HOLDER, WETH_TERMS, zeroEx())

const swaps: readonly Attack[] = [
  onPools('whatever a pool has of an exact amount', exactV4(0n), WHY.LESS_WETH, exactV4(HALF)),
  onPools('a share of 99 % for another', v4('100e', take(MALLORY, 9_900n), take(BOB, 0n)), WHY.LESS_WETH),
  onPools('a share of the rest', v4('0e10', take(BOB, 1n), take(MALLORY, 10_000n)), WHY.LESS_WETH),
  onPools(
    'a share of what no swap gave',
    v4('0e10', take(BOB, 0n), take(MALLORY, 10_000n)),
    'it takes from a pool what its swap did not give',
  ),
  onUniversal('a swap to another', universal('0x00', v3(MALLORY)), WHY.RECIPIENT),
  onUniversal('a sweep to another', universal('0x0004', v3(HERE), sweep(MALLORY)), WHY.RECIPIENT),
  onUniversal('a sweep of whatever is there', universal('0x0004', v3(HERE), sweep(BOB, 0n)), WHY.LESS_WETH),
  onUniversal('a swap for too little', universal('0x00', v3(BOB, 1n)), WHY.LESS_WETH, universal('0x00', v3(BOB))),
  onUniversal(
    'a swap that stays in the router',
    universal('0x00', v3(HERE)),
    'it leaves what it buys in the router, where anybody can take it',
  ),
  onUniversal('a swap that may fail', universal('0x80', v3(BOB)), 'it goes on when one of its steps fails'),
  onUniversal('a transfer of allowances', universal('0x0002', v3(BOB), ID), WHY.HIDDEN),
  onUniversal('a swap that takes twice', universal('0x0000', v3(BOB), v3(BOB)), WHY.MORE, universal('0x00', v3(BOB))),
  onInch('a swap of 1inch to another', inchSwap({ dstReceiver: MALLORY }), WHY.RECIPIENT),
  onInch('one for too little', inchSwap({ minReturnAmount: 1n }), WHY.LESS_WETH),
  onInch('one that may swap a part', inchSwap({ flags: 5n }), WHY.LESS_WETH),
  onInch('one into another token', inchSwap({ dstToken: DAI }), WHY.NOT_WETH),
  onHolder('a swap of 0x to another', zeroEx({ recipient: MALLORY }), WHY.RECIPIENT),
  onHolder('one for too little', zeroEx({ minAmountOut: 1n }), WHY.LESS_WETH),
  onHolder('one into another token', zeroEx({ buyToken: DAI }), WHY.NOT_WETH),
  onHolder('one that takes more', zeroEx({}, { amount: AMOUNT * 2n }), WHY.MORE),
  onHolder('one that takes another token', zeroEx({}, { token: DAI }), WHY.TOKEN),
  onRelay('a list that hands what it bought to another', relayed([{}, {}], MALLORY), WHY.RECIPIENT),
  onRelay(
    'a list whose swap gives too little',
    relayed([{ callData: inchSwap({ dstReceiver: RELAY_ROUTER, minReturnAmount: 1n }) }, {}]),
    WHY.LESS_WETH,
  ),
  attacksOn(COIN_TERMS)(
    'a swap of the coin for too little',
    coinExec(ONE_INCH, inchSwap({ srcToken: ZERO, dstToken: USDC, amount: 10n ** 18n, minReturnAmount: 1n })),
    WHY.LESS_USDC.replace('99', '2,000'),
    coinExec(
      ONE_INCH,
      inchSwap({ srcToken: ZERO, dstToken: USDC, amount: 10n ** 18n, minReturnAmount: 2_000_000_000n }),
    ),
  ),
]

describe.each([
  ['bridges', bridges],
  ['bridges of chains of their own', nativeBridges],
  ['swaps', swaps],
])('%s', (_title, attacks) => {
  testAttacks(attacks)
})

it.each([{ maxGas: 0n }, { maxGasPrice: 0n }, { maxGas: 20_999n }, { maxGasPrice: 9_999_999n }])(
  'the bridge of Arbitrum gets the gas to finish the transfer, unlike with %o',
  (gas) => {
    const read = (changes: Changes) => readPayload(tokenExec(DIAMOND, viaArbitrum({}, changes)), TO_ARBITRUM, NOW_MS)
    expect(() => read(gas)).toThrow('gives its bridge no gas')
    expect(read({ maxGas: 21_000n, maxGasPrice: 10_000_000n }).doubts).toEqual([])
  },
)

it('the bridge of Arbitrum pays no token of the issuer', () => {
  const terms = toToken('arbitrum', 42161, arbitrum.USDC, 'USDC')
  expect(() => readPayload(tokenExec(DIAMOND, viaArbitrum()), terms, NOW_MS)).toThrow(WHY.NOT_USDC)
})

it('what such a bridge pays for a token of which no pair is known is in doubt', () => {
  const to = toToken('polygon', 137, polygon.USDT, 'USDT')
  const exec = tokenExec(DIAMOND, viaPolygon({ token: USDT }), { srcToken: USDT, approvalToken: USDT })
  const { doubts } = readPayload(exec, { ...to, src: { ...to.src, address: USDT, symbol: 'USDT' } }, NOW_MS)
  expect(doubts).toEqual([{ code: 'opaque-call', text: 'How much the call pays at least cannot be read' }])
})

const numbered = encode(abi, 'startBridgeTokensViaRelayDepository', [bridge(), { orderId: ID, depositor: ALICE }])
const SOLVER = '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'

it.each<[string, PayTerms['dst'], string, readonly string[]]>([
  ['in units that are known', BTC_TERMS.dst, `=:b:${BTC_BOB}:3e6`, ['vault']],
  [
    'of an asset whose decimals are not',
    { ...BTC_TERMS.dst, decimals: undefined },
    `=:b:${BTC_BOB}:1`,
    ['opaque-call', 'vault'],
  ],
  [
    'in units of the chain of Maya',
    { chainKey: 'mayachain', address: 'native', symbol: 'CACAO', decimals: 10, minimumOut: 10n ** 12n },
    `=:c:${BTC_BOB}:1`,
    ['opaque-call', 'vault'],
  ],
])('a memo whose limit is %s', (_name, dst, memo, expected) => {
  const terms = { ...BTC_TERMS, provider: dst.chainKey === 'mayachain' ? 'MAYA' : 'THORCHAIN', dst }
  const { doubts } = readPayload(coinExec(THOR_ROUTER, thorDeposit(memo)), terms, NOW_MS)
  expect(doubts.map(({ code }) => code)).toEqual(expected)
})

it.each<[string, string, Hex, string, boolean]>([
  ["an order at Relay's depository, of Relay", DEPOSITORY, relayDeposit(ALICE), 'RELAY', true],
  ["an order at Relay's depository, of another provider", DEPOSITORY, relayDeposit(ALICE), 'ACROSS', false],
  ["an order at LI.FI's Diamond, of LI.FI", DIAMOND, numbered, 'LIFI', true],
  ["an order at LI.FI's Diamond, of another provider", DIAMOND, numbered, 'RELAY', false],
  ["a transfer to Relay's solver, of Relay", USDC, transfer(SOLVER, AMOUNT), 'RELAY', true],
  ["a transfer to Relay's solver, of another", USDC, transfer(SOLVER, AMOUNT), 'ACROSS', false],
  ['a transfer to anybody else, of Relay', USDC, transfer(MALLORY, AMOUNT), 'RELAY', false],
])("%s is the provider's promise, or not", (_name, to, data, provider, isPromise) => {
  const exec = { chainId: 1, providerTarget: to, providerCalldata: data, value: '0' }
  const { doubts } = readPayload(exec, { ...BRIDGE_TERMS, provider }, NOW_MS)
  expect(doubts.map((found) => found.isPromise === true)).toEqual([isPromise])
})

describe('what these calls leave open', () => {
  const codes = (to: string, data: Hex, terms = BRIDGE_TERMS) =>
    readPayload(tokenExec(to, data), terms, NOW_MS).doubts.map(({ code }) => code)
  it.each<[string, string, Hex, PayTerms, readonly string[]]>([
    ['nothing in a bridge that says all', DIAMOND, viaAcross(), BRIDGE_TERMS, []],
    ['nothing in a swap before it that gives as much', DIAMOND, swapped(), BRIDGE_TERMS, []],
    [
      'a swap before it that may give next to nothing',
      DIAMOND,
      swapped({ multiplier: 10n ** 26n }, 1n),
      BRIDGE_TERMS,
      ['swaps-first'],
    ],
    ['a call on the other chain', DIAMOND, viaAcross({}, { hasCall: true }), BRIDGE_TERMS, ['passed-on']],
    ['a message on the other chain', DIAMOND, viaAcross({ message: '0x01' }), BRIDGE_TERMS, ['passed-on']],
    [
      'a message to a contract that gets another asset',
      DIAMOND,
      viaAcross({ message: '0x01', receiving: wide(MALLORY) }),
      BRIDGE_TERMS,
      ['opaque-call', 'passed-on'],
    ],
    ['an order by its number', DIAMOND, numbered, BRIDGE_TERMS, ['order-by-number']],
    ['nothing in a list that swaps and hands on', PROXY, relayed(), WETH_TERMS, []],
    ['a list that swaps where nobody knows', PROXY, relayed([{ target: MALLORY }, {}]), WETH_TERMS, ['opaque-call']],
    ['a list whose swap may fail', PROXY, relayed([{ allowFailure: true }, {}]), WETH_TERMS, ['opaque-call']],
    ['a list that may not hand on', PROXY, relayed([{}, { allowFailure: true }]), WETH_TERMS, ['opaque-call']],
    ['a list that hands nothing on', PROXY, relayed([{}]), WETH_TERMS, ['opaque-call']],
    ['nothing in a burn', MESSENGER, burn(), BRIDGE_TERMS, []],
    ['nothing in a pool of Stargate', DIAMOND, viaStargate(30184), BRIDGE_TERMS, []],
    ['nothing in the bridge of Optimism', DIAMOND, viaOptimism(optimism['USDC.e']), TO_OPTIMISM, []],
    ['nothing in the bridge of Arbitrum', DIAMOND, viaArbitrum(), TO_ARBITRUM, []],
    [
      'nothing in the bridge of Polygon',
      DIAMOND,
      viaPolygon(),
      toToken('polygon', 137, polygon['USDC.e'], 'USDC.e'),
      [],
    ],
    [
      "a chain that only the bridge's number names",
      MESSENGER,
      burn({ domain: 99 }),
      toToken('scroll', 534_352, '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4', 'USDC'),
      ['opaque-call'],
    ],
    [
      'nothing in a share that leaves as much as must arrive',
      UNIVERSAL_2,
      v4('100e', take(MALLORY, 25n), take(BOB, 0n)),
      { ...WETH_TERMS, dst: { ...WETH_TERMS.dst, minimumOut: (HALF * 9_975n) / 10_000n } },
      [],
    ],
    ['nothing in the Universal Router', UNIVERSAL_2, universal('0x0004', v3(HERE, 0n), sweep(BOB)), WETH_TERMS, []],
    ['nothing in a swap of 1inch, with its tag', ONE_INCH, `${inchSwap()}d1f115cb`, WETH_TERMS, []],
    ['a contract that swaps for 0x', HOLDER, zeroEx(), WETH_TERMS, ['opaque-call']],
  ])('%s', (_name, to, data, terms, expected) => {
    expect(codes(to, data, terms)).toEqual(expected)
  })
})
