import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { cow } from '../../../src/providers/cow/manifest.ts'
import {
  BAD_REPLY,
  clientExec,
  definePrepares,
  defineQuotes,
  defineStatuses,
  failed,
  paidOut,
  pending,
  unaskedCase,
  UNAVAILABLE,
} from '../../support/case-makers.ts'
import { ALICE, BOB, lock, MALLORY, NATIVE, word } from '../../support/case-assets.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { openRecordings, refusal } from '../../support/recordings.ts'
import { APP_DATA, APP_DATA_HASH, presignCall, RELAYER, SETTLEMENT, type StatedOrder, uidByViem } from './orders.ts'

const { altered, textAt } = openRecordings(import.meta.url)

/** A minute and a half before the recorded quote expires. */
const NOW_MS = Date.UTC(2026, 1, 16, 13, 16)
const VALID_TO = NOW_MS / 1000 + 1800
const QUOTE = 'quote-mainnet-dai-eth.json'
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const AMOUNT = '317204930000000000000000'
const selling = { src: `ethereum:${DAI}`, dst: 'ethereum:native', amount: '317204.93' }

const asksQuote =
  (from: string, receiver: string) =>
  (reply: Reply): Exchange => ({
    method: 'POST',
    path: '/mainnet/api/v1/quote',
    body: {
      sellToken: DAI,
      buyToken: COIN,
      from,
      receiver,
      kind: 'sell',
      sellAmountBeforeFee: AMOUNT,
      validFor: 1800,
      appData: APP_DATA,
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      signingScheme: 'presign',
      onchainOrder: false,
      priceQuality: 'optimal',
    },
    reply,
  })
const quote = defineQuotes<Reply>({ ...selling, ...lock }, asksQuote(ALICE, BOB))
const quoteForNobody = defineQuotes<Reply>(selling, asksQuote(NATIVE, NATIVE))

/** 0.02 % for the protocol, which the price holds already: 157.8169 ETH are 9998 parts. */
const route = {
  routeId: 'cow-ca40ce1e25363fb7',
  amountOut: '157.816891535942031188',
  fees: [
    'source_gas 0.11599951753561672 DAI ?',
    'protocol_fee 0.031569692245637533 ETH ?',
    'source_gas 0.000055 ETH ? on top',
  ],
  steps: ['swap CoW Protocol'],
  estimatedTimeSec: 75,
  expiresAt: '2026-02-16T13:17:38.649Z',
}
const SOLD = 'tokens for the coin, with the settlement and the protocol paid out of them'
const UNVERIFIED = 'CoW Protocol could not confirm this price by a simulation: the order may stay unfilled'

const quotes = [
  quote(SOLD, QUOTE, [route]),
  quoteForNobody('a price without wallets', QUOTE, [route]),
  quoteForNobody('nobody holds the tokens, so no simulation confirms that', altered(QUOTE, { verified: false }), [
    route,
  ]),
  quote('a price that no simulation confirms', altered(QUOTE, { verified: false }), [
    { ...route, display: { warnings: [UNVERIFIED] } },
  ]),
  quote('a share of a fraction of a basis point', altered(QUOTE, { protocolFeeBps: '0.5' }), [
    { ...route, fees: [route.fees[0] ?? '', 'protocol_fee 0.007891239138754039 ETH ?', route.fees[2] ?? ''] },
  ]),
  quote('no share at all', altered(QUOTE, { protocolFeeBps: undefined }), [
    { ...route, fees: [route.fees[0] ?? '', route.fees[2] ?? ''] },
  ]),
  quote('a quote of less than the amount', altered(QUOTE, { 'quote.feeAmount': '0' }), BAD_REPLY),
  quote('a quote that pays nothing', altered(QUOTE, { 'quote.buyAmount': '0' }), BAD_REPLY),
  quote('a quote for another source', altered(QUOTE, { 'quote.sellToken': MALLORY }), BAD_REPLY),
  quote('a quote for another destination', altered(QUOTE, { 'quote.buyToken': MALLORY }), BAD_REPLY),
  quote('a quote to buy an exact amount', altered(QUOTE, { 'quote.kind': 'buy' }), BAD_REPLY),
  quote('no liquidity', refusal('no-route-no-liquidity-404.json', 404), 'no_liquidity'),
  quote('no quote that a simulation confirms', refusal('error-quote-not-verified.json'), 'no_liquidity'),
  quote('the same token', refusal('error-same-token.json'), 'pair_unsupported'),
  quote('the coin as a token', refusal('error-invalid-native-sell-token.json'), 'pair_unsupported'),
  quote('an amount below the network cost', refusal('error-sell-amount-does-not-cover-fee.synthetic.json'), {
    noRoute: 'below_minimum',
    minimum: '0.003855544038281083',
  }),
  quote('a token that it has suspended', failure('TokenTemporarilySuspended'), 'halted'),
  quote('a wallet that it does not serve', failure('Forbidden', 403), 'needs_change'),
  quote('a fault of ours', failure('InvalidAppData'), BAD_REPLY),
  quote('a guard that says no', { status: 403, text: '<html>blocked</html>' }, UNAVAILABLE),
  unaskedCase('the coin', { src: 'ethereum:native', dst: `ethereum:${DAI}`, amount: '1' }),
  unaskedCase('another chain', { ...selling, dst: 'base:native' }),
  unaskedCase('a chain that it does not serve', {
    src: 'optimism:0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    dst: 'optimism:native',
    amount: '1',
  }),
  unaskedCase('a lock without wallets', { ...selling, forLock: true }, { noRoute: 'needs_wallet' }),
]

function failure(errorType: string, status = 400): Reply {
  return { status, text: JSON.stringify({ errorType, description: 'so it is' }) }
}

/** The amount less half a percent is the least that the order takes. */
const ORDER: StatedOrder = {
  sellToken: DAI,
  buyToken: COIN,
  receiver: BOB,
  sellAmount: AMOUNT,
  buyAmount: '157027807078262321032',
  validTo: VALID_TO,
  appData: APP_DATA_HASH,
  feeAmount: '0',
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}
const UID = uidByViem(ORDER, ALICE, 1)
const placing = (reply: Reply): Exchange => ({
  method: 'POST',
  path: '/mainnet/api/v1/orders',
  body: {
    ...ORDER,
    appData: APP_DATA,
    appDataHash: APP_DATA_HASH,
    signingScheme: 'presign',
    signature: '0x',
    from: ALICE,
    quoteId: 1081297372,
  },
  reply,
})
const created = (uid: string): Reply => ({ status: 201, text: JSON.stringify(uid) })
const prepare = definePrepares<Reply>(SOLD, placing)
const call = clientExec({
  chainId: 1,
  to: SETTLEMENT,
  token: DAI,
  amount: AMOUNT,
  symbol: 'DAI',
  type: 'swap',
  data: presignCall(UID),
  description: 'Sign the order to swap DAI for ETH through CoW Protocol',
  meta: { order: { ...ORDER } },
})
const approve = {
  type: 'approve',
  chainId: 1,
  to: DAI,
  data: `0x095ea7b3${word(RELAYER)}${word(BigInt(AMOUNT).toString(16))}`,
  value: '0',
  description: 'Let the contract take DAI: this amount and no more',
}

const prepares = [
  prepare('an order of the agreed terms, which the wallet signs on the chain', created(UID), {
    exec: {
      ...call,
      approvalTarget: RELAYER,
      approvalToken: DAI,
      approvalAmount: AMOUNT,
      allSteps: [approve, ...call.allSteps],
    },
    providerResult: { requestId: UID, execution: 'client', status: 'awaiting_deposit' },
    needsHash: true,
    tracking: { uid: UID, owner: ALICE, sellAmount: AMOUNT, buyAmount: ORDER.buyAmount, validTo: VALID_TO },
  }),
  ...(
    [
      ['recipient', { receiver: MALLORY }],
      ['least', { buyAmount: '1' }],
      ['amount', { sellAmount: '1' }],
      ['asset', { buyToken: DAI }],
      ['end', { validTo: VALID_TO + 1 }],
    ] as const
  ).map(([name, changes]) =>
    prepare(
      `the uid of an order with another ${name}`,
      created(uidByViem({ ...ORDER, ...changes }, ALICE, 1)),
      BAD_REPLY,
    ),
  ),
  prepare("the uid of somebody else's order", created(uidByViem(ORDER, MALLORY, 1)), BAD_REPLY),
  prepare('the uid of an order on another chain', created(uidByViem(ORDER, ALICE, 100)), BAD_REPLY),
  prepare('the uid of an order at another contract', created(uidByViem(ORDER, ALICE, 1, MALLORY)), BAD_REPLY),
  prepare('no uid', created('0x1234'), BAD_REPLY),
  prepare('an order that exists already', refusal('error-order-duplicated.json'), UNAVAILABLE),
  prepare('a wallet that holds too little', refusal('error-order-insufficient-balance.json'), UNAVAILABLE),
  prepare('an allowance that is asked for too early', refusal('error-order-insufficient-allowance.json'), UNAVAILABLE),
  prepare('a wallet that it does not serve', failure('Forbidden', 403), UNAVAILABLE),
  prepare('a document that it cannot read', failure('InvalidAppData'), BAD_REPLY),
]

const HASH = `0x${'12'.repeat(32)}`
const SETTLED = `0x${'34'.repeat(32)}`
const OPEN = 'status-order-open.synthetic.json'
const FULFILLED = 'status-order-fulfilled-gnosis.json'
const trackingOf = (file: string) => ({
  uid: textAt(file, 'uid'),
  owner: textAt(file, 'owner'),
  sellAmount: textAt(file, 'sellAmount'),
  buyAmount: textAt(file, 'buyAmount'),
  validTo: 1771249538,
})
const TRACKED = trackingOf(OPEN)
/** Of an order whose last second was long ago, so that the word of the order book counts where no node answers. */
const ENDED = { ...TRACKED, validTo: NOW_MS / 1000 - 901 }
/** Of one whose last second was not long ago. */
const JUST_ENDED = { ...TRACKED, validTo: NOW_MS / 1000 - 900 }
const asksOrder =
  (network: string, uid: string) =>
  (reply: Reply): Exchange => ({ method: 'GET', path: `/${network}/api/v1/orders/${uid}`, reply })
const status = defineStatuses<Reply>(
  { src: selling.src, dst: selling.dst, hash: HASH, tracking: TRACKED, nodesFail: true },
  asksOrder('mainnet', TRACKED.uid),
)
const UID_GNOSIS = textAt(FULFILLED, 'uid')
const statusOfFilled = (file: Reply = FULFILLED) =>
  defineStatuses<Reply>(
    {
      src: 'gnosis:0xaf204776c7245bF4147c2612BF6e5972Ee483701',
      dst: 'gnosis:native',
      hash: HASH,
      tracking: { ...trackingOf(FULFILLED), validTo: 1759074980 },
      nodesFail: true,
    },
    (trades) => [
      asksOrder('xdai', UID_GNOSIS)(file),
      { method: 'GET', path: '/xdai/api/v2/trades', query: { orderUid: UID_GNOSIS }, reply: trades },
    ],
  )
const trades = (...rows: readonly object[]): Reply => ({ text: JSON.stringify(rows) })
const trade = { orderUid: UID_GNOSIS, txHash: SETTLED, blockNumber: 42_000_000, sellAmount: '1', buyAmount: '2' }
const polled = { inboundHash: HASH, pollAfterMs: 5_000 }
/** By the word of the order book alone: the least that the order allows, whatever amount that states. */
const delivered = {
  inboundHash: HASH,
  deliveredOut: BigInt(textAt(FULFILLED, 'buyAmount')),
  reason:
    'Filled by the word of CoW Protocol: it was not seen on Gnosis, whose nodes did not answer. The amount is the least that the order allows',
}
const unconfirmed = pending('paying_out', {
  ...{ inboundHash: HASH, pollAfterMs: 5_000 },
  progress: { note: 'CoW Protocol calls the order filled; no two nodes of Gnosis confirm it yet' },
})
/** How a word that is no end is told where no node answers. */
const untold = (word: string) =>
  pending('swapping', {
    ...{ inboundHash: HASH, pollAfterMs: 5_000 },
    progress: {
      note: `CoW Protocol states "${word}" of the order, which does not tell how it ended; too few nodes of Ethereum say more`,
    },
  })
const BY_ITS_WORD = 'This is the word of CoW Protocol: too few nodes of Ethereum answered to confirm it'
const UNFILLED =
  'The order ended unfilled: nothing was swapped, only network fees were spent, and the allowance for CoW Protocol may still stand'
const note = (word: string) => ({
  progress: {
    note: `CoW Protocol calls the order ${word}; the chain would let it be filled until 2026-02-16T13:45:38.000Z`,
  },
})

const statuses = [
  status('a signed order waits for solvers', OPEN, pending('swapping', polled)),
  statusOfFilled()(
    'an order that was filled, by the word of the order book where no node answers',
    trades(trade),
    paidOut({ ...delivered, outboundHash: SETTLED }),
  ),
  statusOfFilled()('it does not know yet by which transaction', trades(), paidOut(delivered)),
  statusOfFilled()('it does not say', { status: 400, text: '{}' }, paidOut(delivered)),
  statusOfFilled()('it says by that of another order', trades({ ...trade, orderUid: TRACKED.uid }), paidOut(delivered)),
  statusOfFilled()('its word is not taken at once', trades(trade), unconfirmed, {
    tracking: { ...trackingOf(FULFILLED), validTo: NOW_MS / 1000 - 900 },
  }),
  statusOfFilled(altered(FULFILLED, { executedBuyAmount: '9'.repeat(70) }))(
    'it states an absurd amount',
    trades(trade),
    paidOut({ ...delivered, outboundHash: SETTLED }),
  ),
  statusOfFilled(altered(FULFILLED, { executedBuyAmount: '55103055357127185' }))(
    'an order that was paid less than it allows',
    trades(),
    unconfirmed,
  ),
  status(
    'an order that is not signed yet, whose signature is on its way',
    'status-order-presignature-pending.synthetic.json',
    pending('confirming', polled),
  ),
  status(
    'an order whose signature stands, and the order book has not seen it',
    'status-order-presignature-pending.synthetic.json',
    pending('confirming', polled),
    { receipt: 'success' },
  ),
  status(
    'an order whose signature was reverted',
    'status-order-presignature-pending.synthetic.json',
    failed('The call was reverted: only its network fee was spent'),
    { receipt: 'reverted' },
  ),
  status(
    'an order that nobody has signed',
    'status-order-presignature-pending.synthetic.json',
    pending('awaiting_deposit', { pollAfterMs: 5_000 }),
    { hash: '' },
  ),
  status(
    'an order that is not known yet',
    { status: 404, text: '{"errorType":"NotFound"}' },
    pending('confirming', polled),
  ),
  status('an order called cancelled that may still be filled', 'status-order-cancelled.synthetic.json', {
    ...pending('swapping', polled),
    ...note('cancelled'),
  }),
  status('an order called expired before its end', 'status-order-expired-unfilled.synthetic.json', {
    ...pending('swapping', polled),
    ...note('expired'),
  }),
  status(
    'an order that expired unfilled',
    'status-order-expired-unfilled.synthetic.json',
    failed(`${UNFILLED}. ${BY_ITS_WORD}`, { inboundHash: HASH }),
    { tracking: ENDED },
  ),
  status(
    'a cancelled order past its end',
    'status-order-cancelled.synthetic.json',
    failed(`${UNFILLED}. ${BY_ITS_WORD}`, { inboundHash: HASH }),
    { tracking: ENDED },
  ),
  status(
    'a cancelled order that has just ended, of which no node says more',
    'status-order-cancelled.synthetic.json',
    pending('swapping', {
      ...polled,
      progress: {
        note: `CoW Protocol calls the order cancelled; the chain would let it be filled until ${new Date(JUST_ENDED.validTo * 1000).toISOString()}`,
      },
    }),
    { tracking: JUST_ENDED },
  ),
  status('an order past its end that the order book still calls open', OPEN, untold('open'), { tracking: ENDED }),
  status(
    'an order filled in part, which no order of ours can be',
    'status-order-expired-half-filled.synthetic.json',
    untold('expired'),
  ),
  status('another order', altered(OPEN, { uid: UID_GNOSIS }), BAD_REPLY),
  status('an order of another contract', altered(OPEN, { '+settlementContract': MALLORY }), BAD_REPLY),
  status('a status that is not documented', altered(OPEN, { status: 'dreaming' }), untold('dreaming')),
]

export const cases: ProviderCases = {
  provider: cow,
  url: import.meta.url,
  nowMs: NOW_MS,
  node: (method) => {
    if (method === 'eth_gasPrice') return '0x3b9aca00'
    throw new RpcError('no such method', -32601)
  },
  quotes,
  prepares,
  statuses,
  tolerates: [{ of: 'status', path: '/mainnet/api/v1/orders', faults: ['404'], gives: 'an answer' }],
  needs: [
    {
      of: ['quote'],
      path: '/mainnet/api/v1/quote',
      fields: ['sellToken', 'buyToken', 'sellAmount', 'buyAmount', 'feeAmount', 'kind'].map((name) => `quote.${name}`),
      why: 'the assets and amounts',
    },
    {
      of: ['status'],
      path: '/',
      fields: ['uid', 'status', 'executedBuyAmount'],
      why: 'which order it is, how far it is, and what it paid',
    },
  ],
}
