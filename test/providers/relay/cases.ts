import {
  BAD_REPLY,
  type ClientCall,
  clientPrepared,
  definePrepares,
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
import { relay } from '../../../src/providers/relay/manifest.ts'
import { refusal, json, openRecordings } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { ProviderCases, QuoteCase } from '../../support/provider-suite.ts'
import type { Need } from '../../support/reply-mutations.ts'
import { relayDiscoveries } from './discovery-cases.ts'

const BASE_USDC = 'base:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ARBITRUM_USDT = 'arbitrum:0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'
/** The wallet of Relay's documentation, which is also the one to quote with when there is none. */
const DOCS_WALLET = '0x03508bb71268bba25ecacc8f620e01866650532c'
const NATIVE = '0x0000000000000000000000000000000000000000'

const KEY = { API_KEY: 'key-1' }

interface Asked {
  readonly user?: string
  readonly recipient?: string
  readonly from: readonly [number, string]
  readonly to: readonly [number, string]
  readonly amount: string
  readonly slippage: string
}

/** The one request that a quote makes. */
function asks(asked: Asked, reply: Reply, headers?: Exchange['headers']): Exchange {
  const user = asked.user ?? DOCS_WALLET
  return {
    method: 'POST',
    path: '/quote/v2',
    body: {
      user,
      recipient: asked.recipient ?? user,
      originChainId: asked.from[0],
      destinationChainId: asked.to[0],
      originCurrency: asked.from[1],
      destinationCurrency: asked.to[1],
      amount: asked.amount,
      tradeType: 'EXACT_INPUT',
      slippageTolerance: asked.slippage,
      refundTo: user,
    },
    headers,
    reply,
  }
}

const { altered, textAt, valueAt } = openRecordings(import.meta.url)

const TOKEN_FILE = 'quote-erc20-cross-chain.json'
const tokenAsked: Asked = {
  from: [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  to: [42161, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  amount: '100000000',
  slippage: '200',
}
const tokenRequest = { src: BASE_USDC, dst: ARBITRUM_USDT, amount: '100', slippageBps: 200 }
const tokenLock = { ...tokenRequest, depositor: DOCS_WALLET, recipient: DOCS_WALLET, forLock: true }
const tokenRoute = {
  routeId: 'relay-ea946adffa9a0ecd',
  amountOut: '99.9509',
  minimumOut: '97.951882',
  srcUsd: '99.9832',
  dstUsd: '99.934108',
  fees: [
    'source_gas 0.000000166022510785 ETH 0.000385 on top',
    'destination_gas 0.002941 USDC 0.002941',
    'bridge_fee 0.069504 USDC 0.069492',
    'transfer_reward -0.072445 USDC -0.072433',
  ],
  steps: ['bridge Relay'],
  estimatedTimeSec: 2,
}

const nativeAsked: Asked = { from: [1, NATIVE], to: [8453, NATIVE], amount: '100012440985606146', slippage: '50' }
const nativeLock = {
  src: 'ethereum:native',
  dst: 'base:native',
  amount: '0.100012440985606146',
  depositor: DOCS_WALLET,
  recipient: DOCS_WALLET,
  forLock: true,
}
const NATIVE_FILE = 'quote-native-cross-chain.json'

const SELLER = '0xEe7aE85f2Fe2239E27D9c1E23fFFe168D63b4055'
const BUYER = '0xdead00000000000000000000000000000000beef'
const sameChainAsked: Asked = {
  user: SELLER,
  from: [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  to: [8453, NATIVE],
  amount: '500000000',
  slippage: '1',
}
const sameChainLock = {
  src: BASE_USDC,
  dst: 'base:native',
  amount: '500',
  slippageBps: 1,
  depositor: SELLER,
  recipient: SELLER,
  forLock: true,
}
const SAME_CHAIN_FILE = 'quote-erc20-same-chain.json'
const TOKEN_DEPOSIT =
  '0xe8017952' +
  '00000000000000000000000003508bb71268bba25ecacc8f620e01866650532c' +
  '000000000000000000000000833589fcd6edb6e08f4c7c32d4f71b54bda02913' +
  '0000000000000000000000000000000000000000000000000000000005f5e100' +
  '4c625ab9733d2d5702beed88f4156575e25d599d5145551d5bf2bfc358db234b'
const TOKEN_APPROVAL =
  '0x095ea7b3' +
  '0000000000000000000000004cd00e387622c35bddb9b4c962c136462338bc31' +
  '0000000000000000000000000000000000000000000000000000000005f5e100'
const NATIVE_DEPOSIT =
  '0x49290c1c' +
  '00000000000000000000000003508bb71268bba25ecacc8f620e01866650532c' +
  '0d0f5bc9e030aa965a11905d83e54a407697e6fcdba5c300875db0fbf93e186b'

const TOKEN_TRANSFER =
  '0xa9059cbb' +
  '000000000000000000000000f70da97812cb96acdf810712aa562db8dfa3dbef' +
  '0000000000000000000000000000000000000000000000000000000005f5e100'

/** A deposit whose calldata is too long to be kept with a lock. */
const LONG_DEPOSIT = `${TOKEN_DEPOSIT}${'00'.repeat(32_000)}`

/** A quote that is refused at lock because of a change in a recorded reply. */
function refused(name: string, changes: Readonly<Record<string, unknown>>): QuoteCase {
  return {
    name: `refused at lock: ${name}`,
    request: tokenLock,
    exchanges: [asks(tokenAsked, altered(TOKEN_FILE, changes))],
    expected: BAD_REPLY,
  }
}

const STRANGER = '0x1111111111111111111111111111111111111111'
const TO_STRANGER = { 'details.recipient': STRANGER, 'protocol.v2.orderData.output.payments.0.recipient': STRANGER }
const APPROVAL = 'steps.0.items.0.data'
const CALL = 'steps.1.items.0.data'

const lockCase = defineQuotes(tokenLock, (reply) => asks(tokenAsked, reply))

const priceCase = defineQuotes(tokenRequest, (reply) => asks(tokenAsked, reply))

const WETH = '0x4200000000000000000000000000000000000006'
const ONE = '1000000000000000000'
const WITHDRAWAL = `0x2e1a7d4d${BigInt(ONE).toString(16).padStart(64, '0')}`
const WRAP_FILE = 'quote-native-same-chain.json'
const WRAP_CALL = 'steps.0.items.0.data'
const ETHER = { chainId: 8453, address: NATIVE, symbol: 'ETH', decimals: 18 }
const WRAPPED = { chainId: 8453, address: WETH, symbol: 'WETH', decimals: 18 }

/** A wrap or unwrap of one coin, put together from the recorded swap on one chain, for a lock. */
function wrapCase(
  name: string,
  isWrap: boolean,
  expected: QuoteCase['expected'],
  changes: Readonly<Record<string, unknown>> = {},
  recipient = BUYER,
): QuoteCase {
  const call = isWrap ? { data: '0xd0e30db0', value: ONE } : { data: WITHDRAWAL, value: '0' }
  const [from, to] = isWrap ? [ETHER, WRAPPED] : [WRAPPED, ETHER]
  const amount = (currency: object) => ({ currency, amount: ONE, amountUsd: '2041.93', minimumAmount: ONE })
  const reply = altered(WRAP_FILE, {
    [`${WRAP_CALL}.to`]: WETH,
    [`${WRAP_CALL}.data`]: call.data,
    [`${WRAP_CALL}.value`]: call.value,
    'details.recipient': recipient,
    'details.currencyIn': amount(from),
    'details.currencyOut': amount(to),
    'details.swapImpact': undefined,
    'details.route': undefined,
    fees: undefined,
    ...changes,
  })
  return {
    name,
    request: {
      src: isWrap ? 'base:native' : `base:${WETH}`,
      dst: isWrap ? `base:${WETH}` : 'base:native',
      amount: '1',
      depositor: BUYER,
      recipient,
      forLock: true,
    },
    exchanges: [
      asks(
        { user: BUYER, recipient, from: [8453, from.address], to: [8453, to.address], amount: ONE, slippage: '50' },
        reply,
      ),
    ],
    expected,
  }
}

const WRAP = 'wraps a coin by a call that names no recipient, for a lock'
const UNWRAP = 'unwraps a coin by a call that names no recipient, for a lock'
const wrapRoute = (routeId: string) => ({
  routes: [
    {
      routeId,
      amountOut: '1',
      minimumOut: '1',
      srcUsd: '2041.93',
      dstUsd: '2041.93',
      fees: [],
      steps: ['swap Relay'],
      estimatedTimeSec: 2,
    },
  ],
})
const wrapQuotes: readonly QuoteCase[] = [
  wrapCase(WRAP, true, wrapRoute('relay-b80b9b471582a7ca')),
  wrapCase(UNWRAP, false, wrapRoute('relay-f699e018d7f4fe18')),
  wrapCase('a wrap pays no other wallet', true, { noRoute: 'needs_change' }, {}, STRANGER),
  wrapCase('an unwrap pays no other wallet', false, { noRoute: 'needs_change' }, {}, STRANGER),
  wrapCase('a wrap that promises more than it gives', true, BAD_REPLY, {
    'details.currencyOut.amount': '1000000000000000001',
  }),
  wrapCase('a wrap of less than the amount', true, BAD_REPLY, { [`${WRAP_CALL}.value`]: '999999999999999999' }),
  wrapCase('a wrap with more behind it', true, BAD_REPLY, { [`${WRAP_CALL}.data`]: '0xd0e30db000' }),
  wrapCase('a wrap by another contract', true, BAD_REPLY, { [`${WRAP_CALL}.to`]: STRANGER }),
  wrapCase('an unwrap of another amount', false, BAD_REPLY, {
    [`${WRAP_CALL}.data`]: WITHDRAWAL.replace('de0b6b3a7640000', 'de0b6b3a7640001'),
  }),
  wrapCase('an unwrap that sends coins along', false, BAD_REPLY, { [`${WRAP_CALL}.value`]: '1' }),
]

const quotes: readonly QuoteCase[] = [
  priceCase(
    'a token between chains, without wallets: the documented wallet stands in, sponsored fees are given back',
    TOKEN_FILE,
    [tokenRoute],
  ),
  lockCase('a token between chains, for a lock', TOKEN_FILE, [tokenRoute]),
  {
    name: 'the key goes along with a quote',
    settings: KEY,
    request: tokenRequest,
    exchanges: [asks(tokenAsked, TOKEN_FILE, { 'x-api-key': 'key-1' })],
    expected: { routes: [tokenRoute] },
  },
  {
    name: 'a coin between chains, for a lock; its order passes the payout on through a call',
    request: nativeLock,
    exchanges: [asks(nativeAsked, NATIVE_FILE)],
    expected: {
      routes: [
        {
          routeId: 'relay-477efbf5bfa89101',
          amountOut: '0.1',
          minimumOut: '0.1',
          srcUsd: '224.286014',
          dstUsd: '224.258114',
          fees: [
            'source_gas 0.000008496534904 ETH 0.019054 on top',
            'destination_gas 0.000001293116969649 ETH 0.0029',
            'bridge_fee 0.000011147868636497 ETH 0.025',
          ],
          steps: ['bridge Relay'],
          estimatedTimeSec: 4,
        },
      ],
    },
  },
  {
    name: 'a coin on one chain: a swap that gains on the market',
    request: {
      src: 'base:native',
      dst: BASE_USDC,
      amount: '1',
      slippageBps: 1,
      depositor: BUYER,
      recipient: BUYER,
      forLock: true,
    },
    exchanges: [
      asks(
        {
          user: BUYER,
          from: [8453, NATIVE],
          to: [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
          amount: '1000000000000000000',
          slippage: '1',
        },
        'quote-native-same-chain.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'relay-57a410116111a60b',
          amountOut: '2042.291444',
          minimumOut: '2042.085771',
          srcUsd: '2041.93781',
          dstUsd: '2042.236302',
          fees: ['source_gas 0.000000204876231194 ETH 0.000418 on top', 'swap_impact -0.2985 USDC -0.298492'],
          steps: ['swap 0x'],
          estimatedTimeSec: 2,
        },
      ],
    },
  },
  {
    name: 'a token on one chain, for a lock',
    request: sameChainLock,
    exchanges: [asks(sameChainAsked, SAME_CHAIN_FILE)],
    expected: {
      routes: [
        {
          routeId: 'relay-3eed6a69e1b33b46',
          amountOut: '0.2446150529721346',
          minimumOut: '0.244590591466832787',
          srcUsd: '499.9865',
          dstUsd: '499.488726',
          fees: [
            'source_gas 0.000000207097648567 ETH 0.000423 on top',
            'swap_impact 0.000243775298700438 ETH 0.497774',
          ],
          steps: ['swap 0x'],
          estimatedTimeSec: 2,
        },
      ],
    },
  },
  {
    name: 'to Bitcoin, without wallets',
    request: { src: BASE_USDC, dst: 'bitcoin:native', amount: '10', slippageBps: 200 },
    exchanges: [
      asks(
        {
          recipient: 'bc1q4vxn43l44h30nkluqfxd9eckf45vr2awz38lwa',
          from: [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
          to: [8253038, 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8'],
          amount: '10000000',
          slippage: '200',
        },
        'quote-btc-destination.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'relay-be57c775d7e17c44',
          amountOut: '0.00012759',
          minimumOut: '0.00012504',
          srcUsd: '9.9969',
          dstUsd: '9.305707',
          fees: ['source_gas 0.000000238331268682 ETH 0.00051 on top', 'bridge_fee 0.678569 USDC 0.678359'],
          steps: ['bridge Relay'],
          estimatedTimeSec: 158,
        },
      ],
    },
  },
  {
    name: 'to Solana, with the recipient only',
    request: {
      src: BASE_USDC,
      dst: 'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      amount: '10',
      slippageBps: 200,
      recipient: 'GTtzwxqy67xx9DVESJjx28TgXqpc8xTqtiytgNMaQBTE',
    },
    exchanges: [
      asks(
        {
          recipient: 'GTtzwxqy67xx9DVESJjx28TgXqpc8xTqtiytgNMaQBTE',
          from: [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
          to: [792703809, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
          amount: '10000000',
          slippage: '200',
        },
        'quote-solana-destination.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'relay-3310f8ff31335e54',
          amountOut: '9.738642',
          minimumOut: '9.54387',
          srcUsd: '9.99673',
          dstUsd: '9.735457',
          fees: ['source_gas 0.000000286882212616 ETH 0.000614 on top', 'bridge_fee 0.261358 USDC 0.261273'],
          steps: ['bridge Relay'],
          estimatedTimeSec: 1,
        },
      ],
    },
  },
  priceCase(
    'a solver that adds to the payout, and an application fee of unknown value',
    altered(TOKEN_FILE, {
      'fees.relayerService.amount': '-69504',
      'fees.relayerService.amountUsd': '-0.069492',
      'fees.app.amount': '5000',
    }),
    [
      {
        ...tokenRoute,
        fees: [
          'source_gas 0.000000166022510785 ETH 0.000385 on top',
          'destination_gas 0.002941 USDC 0.002941',
          'transfer_reward -0.069504 USDC -0.069492',
          'integrator_fee 0.005 USDC ?',
          'transfer_reward -0.072445 USDC -0.072433',
        ],
      },
    ],
  ),
  lockCase('a lock whose calldata is too long to keep', altered(TOKEN_FILE, { [`${CALL}.data`]: LONG_DEPOSIT }), [
    tokenRoute,
  ]),
  lockCase(
    'a lock whose approval Relay left out, because the wallet gave one before',
    altered(TOKEN_FILE, { 'steps.0.items': [] }),
    [tokenRoute],
  ),
  lockCase(
    'a lock with an approval without bounds',
    altered(TOKEN_FILE, { [`${APPROVAL}.data`]: `${TOKEN_APPROVAL.slice(0, -64)}${'f'.repeat(64)}` }),
    [tokenRoute],
  ),
  lockCase(
    'a lock for a plain transfer',
    altered(TOKEN_FILE, {
      'steps.0.items': [],
      [`${CALL}.to`]: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      [`${CALL}.data`]: TOKEN_TRANSFER,
    }),
    [tokenRoute],
  ),
  unaskedCase('from Bitcoin it has no way that this program can pay', {
    src: 'bitcoin:native',
    dst: BASE_USDC,
    amount: '0.001',
  }),
  unaskedCase('to a chain that it does not pay out on', { src: BASE_USDC, dst: 'sui:native', amount: '10' }),
  priceCase('steps that ask for a signature', altered(TOKEN_FILE, { 'steps.0.kind': 'signature' }), 'pair_unsupported'),
  priceCase('no route', refusal('no-route-no-swap-routes-found.json'), 'no_liquidity'),
  priceCase(
    'below the minimum, which Relay does not state',
    refusal('no-route-amount-too-low.synthetic.json'),
    'below_minimum',
  ),
  priceCase('an asset that it does not know', refusal('error-invalid-input-currency.json'), 'pair_unsupported'),
  priceCase(
    'a chain that is switched off',
    { status: 400, text: '{"message":"x","errorCode":"CHAIN_DISABLED"}' },
    'halted',
  ),
  priceCase(
    'a refusal that is no missing route',
    { status: 400, text: '{"message":"x","errorCode":"INVALID_REQUEST"}' },
    BAD_REPLY,
  ),
  ...['INVALID_ADDRESS', 'INVALID_RECIPIENT', 'USER_RECIPIENT_MISMATCH', 'INSUFFICIENT_FUNDS'].map((errorCode) =>
    priceCase(
      `${errorCode} is for the user to cure`,
      { status: 400, text: JSON.stringify({ message: 'x', errorCode }) },
      'needs_change',
    ),
  ),
  priceCase(
    'a payout that would fail is for the user to cure, though it is called a server error',
    refusal('error-destination-tx-failed.json', 500),
    'needs_change',
  ),
  priceCase(
    'a way that is too long for a transaction of Solana',
    refusal('error-solana-tx-too-large.json'),
    'no_liquidity',
  ),
  lockCase(
    'a quote without an estimate of its time, as those of its own test data',
    altered(TOKEN_FILE, { 'details.timeEstimate': undefined }),
    [{ ...tokenRoute, estimatedTimeSec: 5 }],
  ),
  lockCase(
    'an order in another form than that of its documentation',
    altered(TOKEN_FILE, {
      'protocol.v2.orderData.inputs.0.payment.chainId': 8453,
      'protocol.v2.orderData.inputs.0.refunds': null,
      'protocol.v2.orderData.output.calls': {},
    }),
    [tokenRoute],
  ),
  lockCase('an order that cannot be read at all', altered(TOKEN_FILE, { 'protocol.v2.orderData': '0x00' }), [
    tokenRoute,
  ]),
  lockCase(
    'steps without kind, wallet and a request id each',
    altered(TOKEN_FILE, {
      'steps.0.kind': undefined,
      'steps.0.id': undefined,
      'steps.0.requestId': undefined,
      'steps.1.kind': undefined,
      'steps.1.id': undefined,
      [`${CALL}.from`]: undefined,
    }),
    [tokenRoute],
  ),
  ...wrapQuotes,
  priceCase(
    'a refusal that passes',
    { status: 400, text: '{"message":"x","errorCode":"RPC_HTTP_ERROR"}' },
    { error: 'unreachable' },
  ),
  refused('another recipient', { 'details.recipient': STRANGER }),
  refused('another sender', { 'details.sender': STRANGER }),
  refused('another amount', { 'details.currencyIn.amount': '100000001' }),
  refused('another source asset', { 'details.currencyIn.currency.address': STRANGER }),
  refused('a source on another chain', { 'details.currencyIn.currency.chainId': 1 }),
  refused('another destination asset', { 'details.currencyOut.currency.address': STRANGER }),
  refused('a destination on another chain', { 'details.currencyOut.currency.chainId': 1 }),
  refused('a destination asset with other decimals', { 'details.currencyOut.currency.decimals': 18 }),
  refused('an order that pays out to another wallet', {
    'protocol.v2.orderData.output.payments.0.recipient': STRANGER,
  }),
  refused('an order that refunds to another wallet', {
    'protocol.v2.orderData.inputs.0.refunds.0.recipient': STRANGER,
  }),
  refused('an order that refunds to another wallet on the destination chain', {
    'protocol.v2.orderData.inputs.0.refunds.1.recipient': STRANGER,
  }),
  refused('a call that sends coins along', { [`${CALL}.value`]: '1' }),
  refused('a value that is no amount', { [`${CALL}.value`]: '0x0' }),
  refused('a call on another chain', { [`${CALL}.chainId`]: 1 }),
  refused('a call of another wallet', { [`${CALL}.from`]: STRANGER }),
  refused('a call to no address', { [`${CALL}.to`]: '0x4cd0' }),
  refused('a call that is no hex', { [`${CALL}.data`]: `${TOKEN_DEPOSIT}zz` }),
  refused('a deposit of more than the amount', {
    [`${CALL}.data`]: TOKEN_DEPOSIT.replace('5f5e100', '5f5e101'),
  }),
  refused('a deposit of another token', {
    [`${CALL}.data`]: TOKEN_DEPOSIT.replace('833589fcd6edb6e08f4c7c32d4f71b54bda02913', STRANGER.slice(2)),
  }),
  refused('a deposit on behalf of another wallet', {
    [`${CALL}.data`]: TOKEN_DEPOSIT.replace(DOCS_WALLET.slice(2), STRANGER.slice(2)),
  }),
  refused('a deposit for another order', { [`${CALL}.data`]: TOKEN_DEPOSIT.replace('58db234b', '58db234c') }),
  refused('an approval for another contract', {
    [`${APPROVAL}.data`]: TOKEN_APPROVAL.replace('4cd00e387622c35bddb9b4c962c136462338bc31', STRANGER.slice(2)),
  }),
  refused('an approval of another token', { [`${APPROVAL}.to`]: STRANGER }),
  refused('an approval that is another call', { [`${APPROVAL}.data`]: `0xa9059cbb${TOKEN_APPROVAL.slice(10)}` }),
  refused('a call that hands a token to somebody', { [`${CALL}.data`]: `0xa9059cbb${TOKEN_DEPOSIT.slice(10)}` }),
  refused('a call of the token that is no transfer', { [`${CALL}.to`]: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' }),
  {
    name: 'refused at lock: a swap on one chain that does not name the recipient',
    request: { ...sameChainLock, recipient: STRANGER },
    exchanges: [
      asks({ ...sameChainAsked, recipient: STRANGER }, altered(SAME_CHAIN_FILE, { 'details.recipient': STRANGER })),
    ],
    expected: BAD_REPLY,
  },
  refused('two calls', {
    'steps.0': valueAt(TOKEN_FILE, 'steps.1'),
  }),
  refused('a plain transfer of another amount', {
    'steps.0.items': [],
    [`${CALL}.to`]: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    [`${CALL}.data`]: TOKEN_TRANSFER.replace('5f5e100', '5f5e0ff'),
  }),
  {
    name: 'refused at lock: a coin deposit of less than the amount',
    request: nativeLock,
    exchanges: [asks(nativeAsked, altered(NATIVE_FILE, { 'steps.0.items.0.data.value': '100012440985606145' }))],
    expected: BAD_REPLY,
  },
  {
    name: 'a recipient of its own: refunds on its chain may go to it',
    request: { ...tokenLock, recipient: STRANGER },
    exchanges: [
      asks(
        { ...tokenAsked, recipient: STRANGER },
        altered(TOKEN_FILE, { ...TO_STRANGER, 'protocol.v2.orderData.inputs.0.refunds.1.recipient': STRANGER }),
      ),
    ],
    expected: { routes: [tokenRoute] },
  },
  {
    name: 'refused at lock: refunds on the source chain that go to the recipient',
    request: { ...tokenLock, recipient: STRANGER },
    exchanges: [
      asks(
        { ...tokenAsked, recipient: STRANGER },
        altered(TOKEN_FILE, { ...TO_STRANGER, 'protocol.v2.orderData.inputs.0.refunds.0.recipient': STRANGER }),
      ),
    ],
    expected: BAD_REPLY,
  },
  refused('a step without a call', { 'steps.1.items.0': { status: 'incomplete' } }),
  refused('no call', { 'steps.1.items': [] }),
  refused('two requests', { 'steps.1.requestId': '0x01' }),
]

const WRAP_REQUEST = '0x8330b2917fa724c5be4f4b39fa898935fb2de243ccc83176d5efba18b2846cc0'
const REQUEST = '0x00180d75faabaabf3dcbbf5341aa6b17d8ce6df9ea71856892f8b2729c32c167'

/** A call that is followed by Relay's id of the request. */
const prepared = (requestId: string, call: ClientCall) =>
  clientPrepared(
    { ...call, meta: { providerQuoteId: requestId } },
    { requestId, tracking: { requestId }, needsHash: false },
  )

const tokenPrepared = prepared(REQUEST, {
  chainId: 8453,
  to: '0x4cd00e387622c35bddb9b4c962c136462338bc31',
  data: TOKEN_DEPOSIT,
  token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '100000000',
  approvals: ['100000000'],
  symbol: 'USDC',
  description: 'Send USDC to Relay, which pays USDT0 on Arbitrum',
})

const DEPOSIT_HASH = '0x9421772820b92c239162341a17994b4ad8706c974af2ebf88084a1b3b614d328'
const tracking = { requestId: REQUEST }
const told = (reply: Reply, headers?: Exchange['headers']): readonly Exchange[] => [
  {
    method: 'GET',
    path: '/intents/status/v3',
    query: { requestId: REQUEST },
    headers,
    reply,
  },
]
/** A failure whose refund has not been tried. */
const freshFailure = altered('status-failure.synthetic.json', { refundFailReason: 'N/A', failReason: 'DOUBLE_SPEND' })
const NOW_MS = Date.UTC(2026, 0, 15, 12)
const toArbitrum = { src: BASE_USDC, dst: ARBITRUM_USDT }

const longLockCase = definePrepares('a lock whose calldata is too long to keep', (reply) => asks(tokenAsked, reply))

const coinStatus = defineStatuses({ src: BASE_USDC, dst: 'optimism:native', tracking }, (reply) => told(reply))

const bridgeStatus = defineStatuses({ ...toArbitrum, tracking }, (reply) => told(reply))

const relayNeeds: readonly Need[] = [
  {
    of: ['quote', 'prepare'],
    path: '/quote/v2',
    fields: [
      'steps.*.requestId',
      ...['to', 'data', 'value', 'chainId'].map((name) => `steps.*.items.*.data.${name}`),
      ...['currencyIn', 'currencyOut'].flatMap((side) => [
        `details.${side}.amount`,
        ...['chainId', 'address', 'decimals'].map((name) => `details.${side}.currency.${name}`),
      ]),
      'details.currencyOut.minimumAmount',
      'details.recipient',
    ],
    why: 'the call, the id by which it is followed, the amounts and assets, what is guaranteed, and who is paid',
  },
  {
    of: ['quote'],
    path: '/quote/v2',
    fields: ['protocol.v2.orderData.output.calls.*'],
    why: 'a payout that no call passes on must go to the recipient',
  },
  { of: ['status'], path: '/intents/status/v3', fields: ['status'], why: 'it is the status' },
  {
    of: ['status'],
    path: '/intents/status/v3',
    fields: ['txHashes.*'],
    why: 'a success waits three minutes for its hash',
  },
  {
    of: ['status'],
    path: '/intents/status/v3',
    fields: ['refundFailReason'],
    why: 'a failure waits five minutes for its refund',
  },
]

/** Relay, mostly without a key. */
export const relayCases: ProviderCases = {
  provider: relay,
  url: import.meta.url,
  nowMs: NOW_MS,
  quotes,
  prepares: [
    {
      name: 'a token: an approval of the amount, then the deposit',
      quote: 'a token between chains, for a lock',
      exchanges: [],
      expected: tokenPrepared,
    },
    {
      name: 'an approval that Relay left out is made for the amount',
      quote: 'a lock whose approval Relay left out, because the wallet gave one before',
      exchanges: [],
      expected: tokenPrepared,
    },
    {
      name: 'a plain transfer needs no approval',
      quote: 'a lock for a plain transfer',
      exchanges: [],
      expected: prepared(REQUEST, {
        chainId: 8453,
        to: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        data: TOKEN_TRANSFER,
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '100000000',
        description: 'Send USDC to Relay, which pays USDT0 on Arbitrum',
      }),
    },
    {
      name: 'an approval without bounds is made for the amount',
      quote: 'a lock with an approval without bounds',
      exchanges: [],
      expected: tokenPrepared,
    },
    {
      name: 'a coin: the deposit carries it',
      quote: 'a coin between chains, for a lock; its order passes the payout on through a call',
      exchanges: [],
      expected: prepared('0xa8de0141e504d2f7ed6b17cfd03455ecc2b17ab4e63120e43c38dce8015c1004', {
        chainId: 1,
        to: '0x4cd00e387622c35bddb9b4c962c136462338bc31',
        data: NATIVE_DEPOSIT,
        value: '100012440985606146',
        amount: '100012440985606146',
        description: 'Send ETH to Relay, which pays ETH on Base',
      }),
    },
    {
      name: 'a swap on one chain: an approval for the proxy that is called',
      quote: 'a token on one chain, for a lock',
      exchanges: [],
      expected: prepared('0x65b967bc493e01ede4170019da852e41aae86acd38ba9d1d49f340a123ea5539', {
        chainId: 8453,
        to: '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be',
        data: textAt(SAME_CHAIN_FILE, 'steps.1.items.0.data.data'),
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '500000000',
        approvals: ['500000000'],
        symbol: 'USDC',
        type: 'swap',
        description: 'Swap USDC for ETH',
      }),
    },
    ...(
      [
        [WRAP, '0xd0e30db0', ONE],
        [UNWRAP, WITHDRAWAL, '0'],
      ] as const
    ).map(([quote, data, value]) => ({
      name: `${quote}: needs no approval, and is followed by its receipt`,
      quote,
      exchanges: [],
      expected: clientPrepared(
        {
          chainId: 8453,
          to: WETH,
          data,
          value,
          amount: ONE,
          ...(quote === WRAP ? {} : { token: WETH }),
          type: 'swap',
          description: quote === WRAP ? 'Swap ETH for WETH' : 'Swap WETH for ETH',
          meta: { providerQuoteId: WRAP_REQUEST },
        },
        {
          requestId: WRAP_REQUEST,
          tracking: { requestId: WRAP_REQUEST, depositor: BUYER, recipient: BUYER },
          needsHash: true,
        },
      ),
    })),
    longLockCase('calldata that was too long to keep is asked for again', TOKEN_FILE, tokenPrepared),
    longLockCase(
      'calldata that is asked for again must guarantee the locked amount',
      altered(TOKEN_FILE, { 'details.currencyOut.minimumAmount': '97951881' }),
      UNAVAILABLE,
    ),
    longLockCase(
      'calldata that is asked for again may be gone',
      refusal('no-route-no-swap-routes-found.json'),
      UNAVAILABLE,
    ),
  ],
  statuses: [
    coinStatus('not seen yet: waits for the deposit', 'status-waiting.synthetic.json', pending('awaiting_deposit')),
    coinStatus(
      'not seen yet, but sent: waits for its confirmation',
      'status-waiting.synthetic.json',
      pending('confirming'),
      { hash: DEPOSIT_HASH },
    ),
    coinStatus(
      'not seen, because its chain reverted it',
      'status-waiting.synthetic.json',
      failed('The deposit was reverted: only its network fee was spent'),
      { hash: DEPOSIT_HASH, receipt: 'reverted' },
    ),
    coinStatus('not seen, though it is on its chain', 'status-waiting.synthetic.json', pending('confirming'), {
      hash: DEPOSIT_HASH,
      receipt: 'success',
    }),
    bridgeStatus(
      'an id that it does not know is pending',
      { status: 404, text: '{"message":"not found"}' },
      pending('awaiting_deposit'),
    ),
    coinStatus('pending; a hash that is cut short is none', 'status-pending.json', pending('swapping')),
    ...(
      [
        ['depositing', 'confirming'],
        ['submitted', 'paying_out'],
        ['delayed', 'swapping'],
        ['a word from the future', 'swapping'],
      ] as const
    ).map(([word, stage]) => ({
      name: `${word} is pending`,
      ...toArbitrum,
      tracking,
      exchanges: told(altered('status-refund.synthetic.json', { status: word })),
      expected: pending(stage, { inboundHash: DEPOSIT_HASH }),
    })),
    {
      name: 'success on an EVM chain',
      src: BASE_USDC,
      dst: 'bsc:native',
      tracking,
      exchanges: told('status-success-evm.json'),
      expected: paidOut({
        inboundHash: DEPOSIT_HASH,
        outboundHash: '0xef2a71eb2ddd952b31f7b552e133d3af048e4be30a568f2bea54a36d8f3b12cd',
      }),
    },
    {
      name: 'the key goes along with a status',
      settings: KEY,
      src: BASE_USDC,
      dst: 'optimism:native',
      tracking,
      exchanges: told('status-waiting.synthetic.json', { 'x-api-key': 'key-1' }),
      expected: pending('awaiting_deposit'),
    },
    {
      name: 'success on Solana',
      src: BASE_USDC,
      dst: 'solana:native',
      tracking,
      exchanges: told('status-success.json'),
      expected: paidOut({
        inboundHash: '0xae0a66324f82bc54299663972b3a48c939af777ff795b13bd72e7755a6a68bb3',
        outboundHash: '3exJVjCEMfqVCBN6FBCXPFp6JUmm91pBp9Mp5XWwkoBVAgcr6fM4kZyzdAhoRWtWAvVESMZPGA7G1CibTF8uxaMk',
      }),
    },
    {
      name: 'success on one chain: the deposit is the payout',
      src: BASE_USDC,
      dst: 'base:native',
      tracking,
      exchanges: told(json({ status: 'success', inTxHashes: [DEPOSIT_HASH], txHashes: [], originChainId: 8453 })),
      expected: paidOut({ inboundHash: DEPOSIT_HASH, outboundHash: DEPOSIT_HASH }),
    },
    bridgeStatus(
      'success without a payout hash is not believed yet',
      json({ status: 'success', inTxHashes: [DEPOSIT_HASH], txHashes: null }),
      pending('paying_out', {
        inboundHash: DEPOSIT_HASH,
        tracking: { requestId: REQUEST, successSeenAt: NOW_MS },
      }),
    ),
    bridgeStatus(
      'success without a payout hash for three minutes is one by the word of Relay',
      json({ status: 'success', inTxHashes: [DEPOSIT_HASH], txHashes: null }),
      paidByWord('Relay', { inboundHash: DEPOSIT_HASH }),
      { tracking: { requestId: REQUEST, successSeenAt: NOW_MS - 180_000 } },
    ),
    {
      name: 'a wrap is followed by the receipt of its call, which Relay does not see',
      src: 'base:native',
      dst: `base:${WETH}`,
      hash: DEPOSIT_HASH,
      tracking: { requestId: WRAP_REQUEST, depositor: BUYER, recipient: BUYER },
      exchanges: [],
      receipt: {
        state: 'success' as const,
        transfers: [],
        wraps: [{ token: WETH, owner: BUYER, amount: 1000000000000000000n }],
      },
      expected: paidOut({
        inboundHash: DEPOSIT_HASH,
        outboundHash: DEPOSIT_HASH,
        deliveredOut: 1000000000000000000n,
      }),
    },
    bridgeStatus(
      'refunded',
      'status-refund.synthetic.json',
      refunded({ inboundHash: DEPOSIT_HASH, reason: 'The swap was refunded: DOUBLE_SPEND' }),
    ),
    bridgeStatus(
      'refunded, in the word of the first version and with the hash of the refund',
      json({
        status: 'fallback',
        txHashes: ['0xef2a71eb2ddd952b31f7b552e133d3af048e4be30a568f2bea54a36d8f3b12cd'],
      }),
      refunded({
        refundHash: '0xef2a71eb2ddd952b31f7b552e133d3af048e4be30a568f2bea54a36d8f3b12cd',
        reason: 'The swap was refunded',
      }),
    ),
    bridgeStatus(
      'failed, and so did the refund',
      'status-failure.synthetic.json',
      failed("The swap failed and its refund too (AMOUNT_TOO_LOW_TO_REFUND): Relay's support can recover the funds", {
        inboundHash: DEPOSIT_HASH,
      }),
    ),
    bridgeStatus(
      'failed just now: a refund may follow',
      freshFailure,
      pending('swapping', {
        inboundHash: DEPOSIT_HASH,
        tracking: { requestId: REQUEST, failureSeenAt: NOW_MS },
        pollAfterMs: 30_000,
      }),
    ),
    bridgeStatus(
      'failed for almost five minutes: a refund may follow',
      freshFailure,
      pending('swapping', {
        inboundHash: DEPOSIT_HASH,
        tracking: { requestId: REQUEST, failureSeenAt: NOW_MS - 299_999 },
        pollAfterMs: 30_000,
      }),
      { tracking: { requestId: REQUEST, failureSeenAt: NOW_MS - 299_999 } },
    ),
    bridgeStatus(
      'failed at a time to come, by a clock that was ahead: the five minutes begin now',
      freshFailure,
      pending('swapping', {
        inboundHash: DEPOSIT_HASH,
        tracking: { requestId: REQUEST, failureSeenAt: NOW_MS },
        pollAfterMs: 30_000,
      }),
      { tracking: { requestId: REQUEST, failureSeenAt: NOW_MS + 864_000_000 } },
    ),
    bridgeStatus(
      'failed for five minutes',
      freshFailure,
      failed('The swap failed: DOUBLE_SPEND', { inboundHash: DEPOSIT_HASH }),
      { tracking: { requestId: REQUEST, failureSeenAt: NOW_MS - 300_000 } },
    ),
    {
      name: 'pending again after a failure: the failure is forgotten',
      src: BASE_USDC,
      dst: 'optimism:native',
      tracking: { requestId: REQUEST, failureSeenAt: NOW_MS - 200_000 },
      exchanges: told('status-pending.json'),
      expected: pending('swapping', { tracking }),
    },
    bridgeStatus('a status of a swap between other chains is refused', 'status-success-evm.json', {
      error: 'bad_response',
    }),
  ],
  discoveries: relayDiscoveries,
  needs: relayNeeds,
  // A request that it does not know yet is answered so.
  tolerates: [{ of: 'status', path: '/intents/status', faults: ['404'], gives: 'the same' }],
}
