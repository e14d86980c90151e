import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { pad } from 'viem'
import { mayan } from '../../../src/providers/mayan/manifest.ts'
import {
  BAD_REPLY,
  clientPrepared,
  definePrepares,
  defineLists,
  defineQuotes,
  defineStatuses,
  failed,
  paidByWord,
  paidOut,
  pending,
  refunded,
  unaskedCase,
  UNAVAILABLE,
} from '../../support/case-makers.ts'
import { ALICE, BOB, lock, NATIVE, SOLANA_BOB, USDC } from '../../support/case-assets.ts'
import { refusal } from '../../support/recordings.ts'
import type { Reply } from '../../support/provider-lab.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import {
  altered,
  ask,
  askSwap,
  AVALANCHE_USDC,
  DIRECT,
  direct,
  directQuery,
  forwardERC20,
  FORWARDER,
  NOW_MS,
  numberOf,
  ORDER,
  orderV1,
  orderV2,
  payable,
  SWAP,
  swapAndForwardERC20,
  swapAndForwardEth,
  SWIFT_V1,
  SWIFT_V2,
  textAt,
  TO_SOLANA,
  toSolana,
  solanaQuery,
} from './exchanges.ts'

const route = {
  routeId: 'mayan-8df992dc9aefdb58',
  amountOut: '9.981444',
  minimumOut: '9.974999',
  fees: ['protocol_fee 0.002995 USDC ?'],
  steps: ['bridge Mayan Swift'],
  estimatedTimeSec: 10,
  display: { refundFee: '0.004943 USDC' },
}
const solanaRoute = {
  routeId: 'mayan-3917aaacf7c81753',
  amountOut: '1.201839546',
  minimumOut: '1.16578436',
  fees: ['protocol_fee 0.00036066 SOL ?'],
  steps: ['bridge Mayan Swift'],
  estimatedTimeSec: 3,
  display: { refundFee: '0.009858 USDC' },
}

const quote = defineQuotes<Reply>(direct, (reply) => ask(directQuery, reply))
const lockQuote = defineQuotes<Reply>({ ...direct, ...lock }, (reply) =>
  ask({ ...directQuery, destinationAddress: BOB }, reply),
)
const solanaQuote = defineQuotes<Reply>(toSolana, (reply) => ask(solanaQuery, reply))
const solanaWallets = { depositor: ALICE, recipient: SOLANA_BOB, forLock: true } as const

/** The account of SOLANA_BOB, 32 bytes. */
const SOLANA_BOB_BYTES = '40dc05ff2a6613195a981baba0d42d155de5cb33d194cf179e33f44e99b98b3d'

/** The recorded order, for a token that is swapped for USDC first. */
const WETH_BASE = '0x4200000000000000000000000000000000000006'
const swapped = { ...direct, src: `base:${WETH_BASE}`, amount: '0.004', ...lock }
const swappedQuery = { ...directQuery, fromToken: WETH_BASE, amountIn64: '4000000000000000', destinationAddress: BOB }
const ofToken = (contract: string) => ({
  'quotes.0.fromToken.contract': contract,
  'quotes.0.fromToken.decimals': 18,
  'quotes.0.effectiveAmountIn64': '4000000000000000',
  'quotes.0.minMiddleAmount': 9.95,
})
const middle = {
  fromToken: WETH_BASE,
  middleToken: USDC.base.toLowerCase(),
  chainName: 'base',
  amountIn64: '4000000000000000',
}
const swappedQuote = defineQuotes<Reply>(swapped, (reply) => [ask(swappedQuery, reply), askSwap(middle)])
const unswapped = defineQuotes<Reply>({ ...swapped, forLock: false }, (reply) => ask(swappedQuery, reply))
const coin = { ...swapped, src: 'base:native' }
const coinQuote = defineQuotes<Reply>(coin, (reply) => [
  ask({ ...swappedQuery, fromToken: NATIVE }, reply),
  askSwap({ ...middle, fromToken: NATIVE }),
])
const wrapped = {
  ...ofToken(NATIVE),
  'quotes.0.swiftVersion': 'V2',
  'quotes.0.swiftMayanContract': SWIFT_V2,
  'quotes.0.swiftInputContract': WETH_BASE,
  'quotes.0.swiftInputDecimals': 18,
  'quotes.0.minMiddleAmount': 0.004,
  'quotes.0.+swiftWrapAndLock': true,
}
const wrapQuote = defineQuotes<Reply>(coin, (reply) => [
  ask({ ...swappedQuery, fromToken: NATIVE }, reply),
  askSwap({ ...middle, fromToken: NATIVE, middleToken: WETH_BASE }),
])
const badSwap = defineQuotes<Reply>(swapped, (reply) => [
  ask(swappedQuery, altered(DIRECT, ofToken(WETH_BASE))),
  askSwap(middle, reply),
])
const { display: _display, ...undisplayed } = route
const swappedRoute = {
  ...undisplayed,
  routeId: 'mayan-d6839f49652d91fb',
  steps: ['swap Mayan swap', 'bridge Mayan Swift'],
}

const coinRoute = { ...swappedRoute, routeId: 'mayan-26e5ff59d948f2c9' }

const LOCK_V1 = 'an order of the first version'
const LOCK_V2 = 'an order of the second version, to Solana'
const LOCK_SWAP = 'an order after a swap of a token'
const LOCK_COIN = 'an order after a swap of the coin'
const LOCK_WRAP = 'an order of the coin, which is wrapped first'

const quotes = [
  quote('a price without wallets', DIRECT, [route]),
  quote('the best of the orders, of those that can be built', 'quote-evm-two-options.synthetic.json', [route]),
  lockQuote(LOCK_V1, DIRECT, [route]),
  {
    ...solanaQuote(LOCK_V2, altered(TO_SOLANA, payable), [solanaRoute]),
    request: { ...toSolana, ...solanaWallets },
    exchanges: [ask({ ...solanaQuery, destinationAddress: SOLANA_BOB }, altered(TO_SOLANA, payable))],
  },
  swappedQuote(LOCK_SWAP, altered(DIRECT, ofToken(WETH_BASE)), [swappedRoute]),
  coinQuote(LOCK_COIN, altered(DIRECT, ofToken(NATIVE)), [coinRoute]),
  wrapQuote(LOCK_WRAP, altered(DIRECT, wrapped), [coinRoute]),
  quote('the least by the slippage, where the quote states less', altered(DIRECT, { 'quotes.0.minAmountOut': 5 }), [
    { ...route, minimumOut: '9.931536' },
  ]),
  quote('an output in whole tokens alone', altered(DIRECT, { 'quotes.0.expectedAmountOutBaseUnits': undefined }), [
    route,
  ]),
  quote(
    'an output that contradicts itself',
    altered(DIRECT, { 'quotes.0.expectedAmountOutBaseUnits': '9981444000' }),
    BAD_REPLY,
  ),
  quote('a quote for another asset', altered(DIRECT, { 'quotes.0.toToken.contract': USDC.base }), BAD_REPLY),
  quote('a quote from another asset', altered(DIRECT, { 'quotes.0.fromToken.wChainId': 23 }), BAD_REPLY),
  quote('a quote in other decimals', altered(DIRECT, { 'quotes.0.toToken.decimals': 18 }), BAD_REPLY),
  quote('a quote for another amount', altered(DIRECT, { 'quotes.0.effectiveAmountIn64': '9999999' }), BAD_REPLY),
  quote('a quote that has expired', altered(DIRECT, { 'quotes.0.deadline64': String(NOW_MS / 1000) }), BAD_REPLY),
  quote(
    'an order that would keep the money for more than a day',
    altered(DIRECT, { 'quotes.0.deadline64': String(NOW_MS / 1000 + 86_401) }),
    BAD_REPLY,
  ),
  quote(
    'a refund that would take more than 3 % of the amount',
    altered(DIRECT, { 'quotes.0.refundRelayerFee64': '300001', 'quotes.0.cancelRelayerFee64': '0' }),
    { noRoute: 'below_minimum', minimum: '10.000034' },
  ),
  quote(
    'an order whose contract is not known',
    altered(DIRECT, { 'quotes.0.swiftMayanContract': ALICE }),
    'pair_unsupported',
  ),
  quote(
    'an order of another version than its contract',
    altered(DIRECT, { 'quotes.0.swiftVersion': 'V2' }),
    'pair_unsupported',
  ),
  quote('an order of a version to come', altered(DIRECT, { 'quotes.0.swiftVersion': 'V3' }), 'pair_unsupported'),
  quote(
    'an order of which somebody else gets a share',
    altered(DIRECT, { 'quotes.0.referrerBps': 5 }),
    'pair_unsupported',
  ),
  quote('an order with a fee for a bridge', altered(DIRECT, { 'quotes.0.bridgeFee': 0.1 }), 'pair_unsupported'),
  quote('a gasless order', altered(DIRECT, { 'quotes.0.gasless': true }), 'pair_unsupported'),
  quote(
    'an order of the coin for a token',
    altered(DIRECT, { 'quotes.0.+swiftWrapAndLock': true }),
    'pair_unsupported',
  ),
  quote('ways that only its own library builds', altered(DIRECT, { 'quotes.0.type': 'MCTP' }), 'pair_unsupported'),
  solanaQuote('a quote that leaves out what its order takes', TO_SOLANA, 'pair_unsupported'),
  quote('no ways', altered(DIRECT, { quotes: [] }), 'no_liquidity'),
  quote('orders of a newer kind', altered(DIRECT, { minimumSdkVersion: [13, 2, 0] }), UNAVAILABLE),
  quote('orders of an older kind', altered(DIRECT, { minimumSdkVersion: [13, 0, 9] }), [route]),
  badSwap('a swap that is gone', { status: 400, text: '{"code":"X"}' }, UNAVAILABLE),
  badSwap('a swap that is no call', altered('get-swap-evm.synthetic.json', { swapRouterCalldata: 'soon' }), BAD_REPLY),
  unswapped(
    'a swap without a least',
    altered(DIRECT, { ...ofToken(WETH_BASE), 'quotes.0.minMiddleAmount': 0 }),
    BAD_REPLY,
  ),
  quote('an amount that is too small', refusal('error-amount-too-small.json'), {
    noRoute: 'below_minimum',
    minimum: '0.00055',
  }),
  quote(
    'a least amount of more decimals than the asset has is rounded up',
    { status: 406, text: '{"code":"AMOUNT_TOO_SMALL","data":{"minAmountIn":2.0000001}}' },
    { noRoute: 'below_minimum', minimum: '2.000001' },
  ),
  quote(
    'a least amount of as many decimals stays what it is',
    { status: 406, text: '{"code":"AMOUNT_TOO_SMALL","data":{"minAmountIn":"2.000001"}}' },
    { noRoute: 'below_minimum', minimum: '2.000001' },
  ),
  ...['{}', ''].map((text) =>
    quote(`a refusal without content is a pair without a way: "${text}"`, { status: 400, text }, 'no_liquidity'),
  ),
  quote('a page that is not there', { status: 404, text: '<html>Not Found</html>' }, BAD_REPLY),
  quote('a refusal in words that nobody knows', { status: 400, text: '{"code":"NEW"}' }, BAD_REPLY),
  quote('a limit that was reached', refusal('error-rate-limit.synthetic.json'), { error: 'rate_limited' }),
  quote('a pair without a way', refusal('no-route.synthetic.json'), 'no_liquidity'),
  quote(
    'an amount that is too large',
    { status: 406, text: '{"code":0,"message":"Amount too large"}' },
    'above_maximum',
  ),
  quote(
    'a token that it does not take',
    { status: 406, text: '{"code":1,"msg":"Token not supported"}' },
    'pair_unsupported',
  ),
  unaskedCase('within one chain', { ...direct, dst: 'base:native' }),
  unaskedCase('from Solana', { ...direct, src: `solana:${USDC.solana}` }),
  unaskedCase('from a chain without a known contract', { ...direct, src: 'linea:native' }),
  unaskedCase('to a chain that it does not serve', { ...direct, dst: 'bitcoin:native' }),
]

/** The order's number behind that of its quote, by the lock's own. */
const OWN = bytesToHex(sha256(utf8ToBytes('lock_1')))
const order = { ...ORDER, random: numberOf('0x50c39faf07ae69dd2ec1ffb050153edd', OWN.slice(0, 32)) }
const facts = { tracking: { depositor: ALICE, recipient: BOB }, needsHash: true }
const toArbitrum = "Order USDC on Arbitrum for USDC; a driver of Mayan's fills it"
const SOLANA_ORDER = orderV2({
  ...order,
  tokenIn: AVALANCHE_USDC,
  amountIn: 100_000_000n,
  tokenOut: pad('0x'),
  minAmountOut: 116_578_436n,
  cancelFee: 9147n,
  refundFee: 711n,
  destAddr: `0x${SOLANA_BOB_BYTES}`,
  destChainId: 1,
  random: `0x${OWN}`,
})

const directCall = {
  chainId: 8453,
  to: FORWARDER,
  token: USDC.base,
  amount: '10000000',
  approvals: ['10000000'],
  symbol: 'USDC',
  data: forwardERC20(USDC.base, 10_000_000n, SWIFT_V1, orderV1(order)),
  description: toArbitrum,
}
const swap = { ...SWAP, token: USDC.base, least: 9_950_000n } as const
const swapOrder = { ...order, amountIn: 4n * 10n ** 15n }
const swapCall = {
  ...directCall,
  token: WETH_BASE,
  amount: '4000000000000000',
  approvals: ['4000000000000000'],
  symbol: 'WETH',
  data: swapAndForwardERC20(WETH_BASE, 4n * 10n ** 15n, swap, SWIFT_V1, orderV1(swapOrder)),
  description: "Order USDC on Arbitrum for WETH; a driver of Mayan's fills it",
}
const { token: _token, ...coinFields } = { ...swapCall, approvals: [], value: swapCall.amount }
const coinDescription = "Order USDC on Arbitrum for ETH; a driver of Mayan's fills it"
const coinCall = {
  ...coinFields,
  data: swapAndForwardEth(4n * 10n ** 15n, swap, SWIFT_V1, orderV1(swapOrder)),
  description: coinDescription,
}
const wrapCall = {
  ...coinFields,
  data: swapAndForwardEth(
    4n * 10n ** 15n,
    { ...SWAP, token: WETH_BASE, least: 4n * 10n ** 15n },
    SWIFT_V2,
    orderV2({ ...swapOrder, tokenIn: NATIVE }),
  ),
  description: coinDescription,
}

const prepares = [
  definePrepares<Reply>(LOCK_V1, () => [])(
    'hands the token on to the first version',
    DIRECT,
    clientPrepared(directCall, facts),
  ),
  definePrepares<Reply>(LOCK_V2, () => [])(
    'hands the token on to the second version, for an account of Solana',
    DIRECT,
    clientPrepared(
      {
        chainId: 43114,
        to: FORWARDER,
        token: AVALANCHE_USDC,
        amount: '100000000',
        approvals: ['100000000'],
        symbol: 'USDC',
        data: forwardERC20(AVALANCHE_USDC, 100_000_000n, SWIFT_V2, SOLANA_ORDER),
        description: "Order SOL on Solana for USDC; a driver of Mayan's fills it",
      },
      { ...facts, tracking: { depositor: ALICE, recipient: SOLANA_BOB } },
    ),
  ),
  definePrepares<Reply>(LOCK_SWAP, () => [])('swaps a token first', DIRECT, clientPrepared(swapCall, facts)),
  definePrepares<Reply>(LOCK_COIN, () => [])('swaps the coin first', DIRECT, clientPrepared(coinCall, facts)),
  definePrepares<Reply>(LOCK_WRAP, () => [])('wraps the coin first', DIRECT, clientPrepared(wrapCall, facts)),
]

const trackingOf = (file: string, recipient = textAt(file, 'destAddress')) => ({
  depositor: textAt(file, 'trader'),
  recipient,
})
const statusOf = (file: string, src: string, dst: string, recipient = textAt(file, 'destAddress')) =>
  defineStatuses<Reply>(
    {
      src,
      dst,
      hash: textAt(file, 'sourceTxHash'),
      tracking: trackingOf(file, recipient),
    },
    (reply) => ({
      method: 'GET',
      path: `/swap/trx/${textAt(file, 'sourceTxHash')}`,
      reply,
    }),
  )
const PENDING = 'status-pending.json'
const REFUND = 'status-refund.json'
const PAID = 'status-success-pol-to-bnb.json'
const LEGACY = 'status-success-legacy-wh.json'
const waits = statusOf(PENDING, `base:${USDC.base}`, `arbitrum:${USDC.arbitrum}`)
const refunds = statusOf(REFUND, 'ethereum:native', 'solana:native')
const pays = statusOf(PAID, 'polygon:native', 'bsc:native')
const legacy = statusOf(LEGACY, 'polygon:native', 'solana:mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So')
const inbound = (file: string) => ({ inboundHash: textAt(file, 'sourceTxHash') })
const paidBnb = paidOut({
  ...inbound(PAID),
  outboundHash: textAt(PAID, 'fulfillTxHash'),
  deliveredOut: 33_060_513_057_817_862n,
})
const returned = refunded({
  ...inbound(REFUND),
  refundHash: textAt(REFUND, 'refundTxHash'),
  reason: 'No driver filled the order in time, and its money was returned: 0.00334223 ETH',
})
const returnedUntold = refunded({
  ...inbound(REFUND),
  reason:
    'No driver filled the order in time, and its money was returned: 0.00334223 ETH; Mayan does not tell by which transaction',
})
const returning = pending('paying_out', {
  ...inbound(REFUND),
  progress: { note: 'No driver filled the order in time; its money is on its way back' },
  pollAfterMs: 60_000,
})

/** A refund without its transaction, and called in progress all the same. */
const REFUNDED_IN_PROGRESS = altered(REFUND, {
  clientStatus: 'INPROGRESS',
  status: 'ORDER_REFUNDED',
  refundTxHash: undefined,
})
const refundSeen = (refundSeenAtMs: number) => ({ tracking: { ...trackingOf(REFUND), refundSeenAtMs } })
const FILLED_UNTOLD = altered(PAID, { fulfillTxHash: undefined, redeemTxHash: undefined, toAmount: undefined })
const filledSeen = (filledSeenAtMs: number) => ({ tracking: { ...trackingOf(PAID), filledSeenAtMs } })

const statuses = [
  waits('an order that is under way', PENDING, pending('swapping', inbound(PENDING))),
  {
    ...waits('an order that was not sent', PENDING, pending('awaiting_deposit')),
    hash: '',
    exchanges: [],
  },
  waits('an order that the explorer has not seen', { status: 404, text: '{}' }, pending('confirming')),
  ...[
    { status: 404, text: '{}' },
    { status: 404, text: '' },
    { status: 404, text: '<html>' },
    { text: '' },
    { text: 'null' },
    { text: '{}' },
  ].map((reply) =>
    waits(
      `an order whose transaction was reverted, of which it says nothing: ${reply.status ?? 200} ${reply.text}`.trim(),
      reply,
      failed('The call was reverted: only its network fee was spent'),
      { receipt: 'reverted' },
    ),
  ),
  ...['<html>', '[]', '{"order":1}'].map((text) => waits(`an answer that is none: ${text}`, { text }, BAD_REPLY)),
  waits('a refusal to answer', { status: 400, text: '{}' }, BAD_REPLY),
  pays('an order that was filled', PAID, paidBnb),
  pays(
    'a payout in another token than was asked for says no amount',
    altered(PAID, { toTokenAddress: USDC.base }),
    paidOut({ ...inbound(PAID), outboundHash: textAt(PAID, 'fulfillTxHash') }),
  ),
  statusOf('status-success.json', 'polygon:0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'base:native')(
    'an order that was filled for another asset',
    'status-success.json',
    paidOut({ ...inbound('status-success.json'), outboundHash: textAt('status-success.json', 'fulfillTxHash') }),
  ),
  legacy(
    'an old reply without the word for clients and without the hash of the payout shows no payout',
    LEGACY,
    pending('swapping', inbound(LEGACY)),
  ),
  ...(
    ['ORDER_UNFULFILLED', 'REDEEMED_ON_SOLANA', 'SETTLED_ON_SOLANA', 'ORDER_UNLOCKED', 'ORDER_FULFILLED'] as const
  ).flatMap((word) =>
    [undefined, 'WAITING'].map((clientStatus) =>
      waits(
        `a word is no payout, an amount that is stated from the start neither: ${word} ${clientStatus ?? ''}`.trim(),
        altered(PENDING, { clientStatus, status: word }),
        pending('swapping', inbound(PENDING)),
      ),
    ),
  ),
  pays(
    'an order that was filled by the hash of its payout, without a word for clients that is known',
    altered(PAID, { clientStatus: 'WAITING' }),
    paidBnb,
  ),
  refunds('an order that was refunded: what it says of an output is the refund', REFUND, returned),
  refunds('a refund by its hash alone', altered(REFUND, { clientStatus: 'CLOSED' }), returned),
  refunds(
    'an order that expired comes back',
    altered(REFUND, { clientStatus: 'INPROGRESS', status: 'ORDER_EXPIRED', refundTxHash: null }),
    returning,
  ),
  refunds(
    'an order that was cancelled comes back',
    altered(REFUND, { clientStatus: 'INPROGRESS', status: 'ORDER_CANCELED', refundTxHash: null }),
    returning,
  ),
  refunds(
    'an old reply without the word for clients and without the hash of the refund',
    altered(REFUND, { clientStatus: undefined, status: 'ORDER_REFUNDED', refundTxHash: undefined }),
    returnedUntold,
  ),
  refunds('an order that is called refunded and in progress is not believed to be back yet', REFUNDED_IN_PROGRESS, {
    ...returning,
    ...refundSeen(NOW_MS),
  }),
  refunds(
    'an order that is called refunded and in progress for an hour is refunded',
    REFUNDED_IN_PROGRESS,
    returnedUntold,
    refundSeen(NOW_MS - 3_600_000),
  ),
  pays(
    'an order that was filled without a word about the payout is not believed yet',
    FILLED_UNTOLD,
    pending('paying_out', { ...inbound(PAID), ...filledSeen(NOW_MS) }),
  ),
  pays(
    'an order that was filled without a word about the payout ends some minutes later',
    FILLED_UNTOLD,
    paidByWord('Mayan', inbound(PAID)),
    filledSeen(NOW_MS - 180_000),
  ),
  refunds(
    'a word that is not known is not the end',
    altered(REFUND, { clientStatus: 'DREAMING', status: 'ORDER_DREAMT', refundTxHash: null }),
    pending('swapping', inbound(REFUND)),
  ),
  ...(
    [
      ['trader', { trader: ALICE }],
      ['recipient', { destAddress: ALICE }],
      ['chain', { destChain: '30' }],
      ['transaction', { sourceTxHash: textAt(REFUND, 'sourceTxHash') }],
    ] as const
  ).map(([name, changes]) => pays(`the status of an order of another ${name}`, altered(PAID, changes), BAD_REPLY)),
  pays('the status of an order to a chain that is not served', 'status-success-eth-to-sui.json', BAD_REPLY),
]

const lists = defineLists<Reply>((reply) => ({
  method: 'GET',
  path: '/tokens',
  query: { standard: 'native,erc20,spl,spl2022' },
  reply,
}))

export const cases: ProviderCases = {
  provider: mayan,
  url: import.meta.url,
  nowMs: NOW_MS,
  quotes,
  prepares,
  statuses,
  discoveries: [
    lists('the tokens of the chains that orders go between', 'tokens.synthetic.json', {
      assets: [
        `base:ETH ${NATIVE} 18`,
        `base:USDC ${USDC.base} 6`,
        `arbitrum:USDC ${USDC.arbitrum} 6`,
        `avalanche:USDC ${AVALANCHE_USDC} 6`,
        'solana:SOL native 9',
      ],
    }),
    lists(
      'without a chain that is not served, and a row that cannot be read',
      altered('tokens.synthetic.json', { '+aptos': [{}], 'base.0.decimals': 'many', solana: [], avalanche: [] }),
      { assets: [`base:USDC ${USDC.base} 6`, `arbitrum:USDC ${USDC.arbitrum} 6`] },
    ),
  ],
  // An order that the explorer has not seen is answered so.
  tolerates: [
    { of: 'quote', path: '/quote', faults: ['400 without words'], gives: 'an answer' },
    { of: 'status', path: '/swap/trx', faults: ['404', 'no body', 'null', 'an empty object'], gives: 'an answer' },
  ],
  needs: [
    {
      of: ['quote'],
      path: '/quote',
      fields: [
        ...['type', 'swiftVersion', 'swiftMayanContract', 'swiftInputContract', 'swiftAuctionMode', 'deadline64'],
        ...['effectiveAmountIn64', 'expectedAmountOut', 'expectedAmountOutBaseUnits', 'minAmountOut'],
        ...['refundRelayerFee64', 'cancelRelayerFee64', 'gasDrop', 'bridgeFee', 'referrerBps'],
        ...['fromToken', 'toToken'].flatMap((side) => [`${side}.contract`, `${side}.wChainId`, `${side}.decimals`]),
      ].map((name) => `quotes.*.${name}`),
      why: 'the order is built of them: its contract, its amounts, its assets, and what others get of it',
    },
    {
      of: ['quote'],
      path: '/quote',
      fields: ['quotes.*.quoteId'],
      changes: true,
      why: "the order's number begins with that of its quote",
    },
    { of: ['quote'], path: '/get-swap', fields: ['swapRouterAddress', 'swapRouterCalldata'], why: 'the swap itself' },
    {
      of: ['status'],
      path: '/swap/trx',
      fields: ['sourceTxHash'],
      why: 'whose order it is',
    },
    {
      of: ['status'],
      path: '/swap/trx',
      fields: ['fulfillTxHash'],
      changes: true,
      why: 'without the hash of the payout an order that has no word for clients is not paid',
    },
  ],
}
