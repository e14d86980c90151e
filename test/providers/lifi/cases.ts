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
import { lifi } from '../../../src/providers/lifi/manifest.ts'
import type { Json } from '../../../src/core/ports.ts'
import { refusal, json, openRecordings } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { ProviderCases, QuoteCase } from '../../support/provider-suite.ts'
import type { Need } from '../../support/reply-mutations.ts'
import { lifiDiscoveries } from './discovery-cases.ts'

const NATIVE = '0x0000000000000000000000000000000000000000'
const ETHEREUM_USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ARBITRUM_USDC = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'
const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const STRANGER = '0x1111111111111111111111111111111111111111'
const KEY = { API_KEY: 'key-1' }
const KEY_HEADER = { 'x-lifi-api-key': 'key-1' }

const { altered, textAt } = openRecordings(import.meta.url)

/** A pair with its amount as LI.FI is asked for it. */
interface Pair {
  readonly from: readonly [number, string]
  readonly to: readonly [number, string]
  readonly amount: string
  readonly slippage: string
}

/** The one request of a quote with both wallets. */
function asksQuote(
  pair: Pair,
  wallet: string,
  reply: Reply,
  more: { readonly recipient?: string; readonly headers?: Exchange['headers'] } = {},
): Exchange {
  return {
    method: 'GET',
    path: '/quote',
    query: {
      fromChain: String(pair.from[0]),
      toChain: String(pair.to[0]),
      fromToken: pair.from[1],
      toToken: pair.to[1],
      fromAmount: pair.amount,
      fromAddress: wallet,
      toAddress: more.recipient ?? wallet,
      slippage: pair.slippage,
      order: 'CHEAPEST',
      skipSimulation: 'true',
      swapStepTimingStrategies: 'minWaitTime-600-4-300',
      routeTimingStrategies: 'minWaitTime-1500-6-500',
    },
    ...(more.headers === undefined ? {} : { headers: more.headers }),
    reply,
  }
}

/** The one request of a quote without both wallets. */
function asksRoutes(
  pair: Pair,
  reply: Reply,
  wallets: Readonly<Record<string, string>> = {},
  headers?: Exchange['headers'],
): Exchange {
  return {
    method: 'POST',
    path: '/advanced/routes',
    body: {
      fromChainId: pair.from[0],
      toChainId: pair.to[0],
      fromTokenAddress: pair.from[1],
      toTokenAddress: pair.to[1],
      fromAmount: pair.amount,
      ...wallets,
      options: {
        slippage: Number(pair.slippage),
        order: 'CHEAPEST',
        allowSwitchChain: false,
        timing: {
          swapStepTimingStrategies: [
            { strategy: 'minWaitTime', minWaitTimeMs: 600, startingExpectedResults: 4, reduceEveryMs: 300 },
          ],
          routeTimingStrategies: [
            { strategy: 'minWaitTime', minWaitTimeMs: 1500, startingExpectedResults: 6, reduceEveryMs: 500 },
          ],
        },
      },
    },
    headers,
    reply,
  }
}

/** A reply of the routes endpoint with these steps: recorded quotes without their calls, since no recorded routes fit. */
function asRoutes(...routes: readonly (readonly string[])[]): Reply {
  return json({
    routes: routes.map((files, index) => ({
      id: `route-${index}`,
      steps: files.map((file) => withoutCall(file)),
    })),
    unavailableRoutes: { filteredOut: [], failed: [] },
  })
}

function withoutCall(file: string): unknown {
  return JSON.parse(altered(file, { transactionRequest: undefined, transactionId: undefined }).text)
}

const CROSS_TOKEN = 'quote-erc20-cross-chain.synthetic.json'
const crossTokenPair: Pair = {
  from: [1, ETHEREUM_USDC],
  to: [8453, BASE_USDC],
  amount: '1000000',
  slippage: '0.005',
}
const BUYER = '0x552008c0f6870c2f77e5cC1d2eb9bdff03e30Ea0'
const crossToken = { src: `ethereum:${ETHEREUM_USDC}`, dst: `base:${BASE_USDC}`, amount: '1' }
const crossTokenLock = { ...crossToken, depositor: BUYER, recipient: BUYER, forLock: true }
const crossTokenRoute = {
  routeId: 'lifi-87a0026dcf15a735',
  amountOut: '0.994318',
  minimumOut: '0.994318',
  srcUsd: '1.00',
  dstUsd: '0.9943',
  fees: [
    'source_gas 0.000039057833554179 ETH 0.0881 on top',
    'protocol_fee 0.0025 USDC 0.0025',
    'bridge_fee 0.000099 USDC 0.0001',
  ],
  steps: ['bridge AcrossV4'],
  estimatedTimeSec: 3,
}

const CROSS_NATIVE = 'quote-native-cross-chain.json'
const crossNativePair: Pair = {
  from: [1, NATIVE],
  to: [42161, ARBITRUM_USDC],
  amount: '1000000000000000000',
  slippage: '0.005',
}
const HOLDER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const crossNative = { src: 'ethereum:native', dst: `arbitrum:${ARBITRUM_USDC}`, amount: '1' }
const crossNativeRoute = {
  routeId: 'lifi-8ce46c20c39bed79',
  amountOut: '2694.021249',
  minimumOut: '2680.551143',
  srcUsd: '2700.87',
  dstUsd: '2695.3447',
  fees: [
    'source_gas 0.000080222328271899 ETH 0.2167 on top',
    'protocol_fee 0.0025 ETH 6.7522',
    'destination_gas 0.1 USDC 0.10',
  ],
  steps: ['swap Bitget', 'bridge CCTP + Celer (Standard)'],
  estimatedTimeSec: 964,
}

const SAME_TOKEN = 'quote-erc20-same-chain.json'
const sameTokenPair: Pair = { from: [8453, BASE_USDC], to: [8453, NATIVE], amount: '500000000', slippage: '0.01' }
const SELLER = '0xEe7aE85f2Fe2239E27D9c1E23fFFe168D63b4055'
const sameTokenLock = {
  src: `base:${BASE_USDC}`,
  dst: 'base:native',
  amount: '500',
  slippageBps: 100,
  depositor: SELLER,
  recipient: SELLER,
  forLock: true,
}
const sameTokenRoute = {
  routeId: 'lifi-422b88f2d00634bf',
  amountOut: '0.244311285211506044',
  minimumOut: '0.241868172359390984',
  srcUsd: '499.9515',
  dstUsd: '496.7508',
  fees: ['source_gas 0.0000098587522 ETH 0.02 on top', 'protocol_fee 1.25 USDC 1.2499'],
  steps: ['swap OKX Dex Aggregator'],
  estimatedTimeSec: 0,
}

/** Solana of a quote whose every tool refuses. */
const solanaPair: Pair = {
  from: [42161, ARBITRUM_USDC],
  to: [1151111081099710, '11111111111111111111111111111111'],
  amount: '10000',
  slippage: '0.005',
}
const SOLANA_WALLET = 'GTtzwxqy67xx9DVESJjx28TgXqpc8xTqtiytgNMaQBTE'
const toSolana = {
  src: `arbitrum:${ARBITRUM_USDC}`,
  dst: 'solana:native',
  amount: '0.01',
  depositor: BUYER,
  recipient: SOLANA_WALLET,
}

/** A no-route body in which every tool gives these reasons. */
function refusals(...codes: readonly string[]): Reply {
  const subpaths = Object.fromEntries(codes.map((code, index) => [`path-${index}`, [{ errorType: 'NO_QUOTE', code }]]))
  return json({ message: 'x', code: 1002, errors: { filteredOut: [], failed: [{ subpaths }] } }, 404)
}

/** A quote that is refused at lock because of a change in a recorded reply. */
function refused(name: string, changes: Readonly<Record<string, unknown>>): QuoteCase {
  return {
    name: `refused at lock: ${name}`,
    request: sameTokenLock,
    exchanges: [asksQuote(sameTokenPair, SELLER, altered(SAME_TOKEN, changes))],
    expected: BAD_REPLY,
  }
}

const SAME_CALL = textAt(SAME_TOKEN, 'transactionRequest.data')

/** A bridge's fee in the coin of the source chain, which the call carries on top. */
const LAYERZERO = {
  name: 'LayerZero native fee',
  description: 'protocol native fee',
  token: { chainId: 1, address: NATIVE, symbol: 'ETH', decimals: 18 },
  amount: '11551536072923',
  amountUSD: '0.0302',
  included: false,
}
const feeNamed = (name: string, rest: Readonly<Record<string, Json>> = {}): Json => ({
  name,
  token: { chainId: 1, address: ETHEREUM_USDC.toLowerCase(), symbol: 'usdc', decimals: 6 },
  amount: '1000',
  amountUSD: '0.001',
  included: true,
  ...rest,
})

const nativeCase = defineQuotes(crossNative, (reply) => asksRoutes(crossNativePair, reply))

const priceCase = defineQuotes(crossToken, (reply) => asksRoutes(crossTokenPair, reply))

const sameLockCase = defineQuotes(sameTokenLock, (reply) => asksQuote(sameTokenPair, SELLER, reply))

const crossLockCase = defineQuotes(crossTokenLock, (reply) => asksQuote(crossTokenPair, BUYER, reply))

const quotes: readonly QuoteCase[] = [
  nativeCase('a coin between chains, without wallets', asRoutes([CROSS_NATIVE]), [crossNativeRoute]),
  {
    name: 'with both wallets: the quote itself',
    request: { ...crossNative, depositor: HOLDER, recipient: HOLDER },
    exchanges: [asksQuote(crossNativePair, HOLDER, CROSS_NATIVE)],
    expected: { routes: [crossNativeRoute] },
  },
  {
    name: 'with the depositor only',
    request: { ...crossNative, depositor: HOLDER },
    exchanges: [asksRoutes(crossNativePair, asRoutes([CROSS_NATIVE]), { fromAddress: HOLDER })],
    expected: { routes: [crossNativeRoute] },
  },
  nativeCase('ways of several transactions are left out', asRoutes([SAME_TOKEN, CROSS_TOKEN], [CROSS_NATIVE]), [
    crossNativeRoute,
  ]),
  nativeCase('only ways of several transactions', asRoutes([SAME_TOKEN, CROSS_TOKEN]), 'pair_unsupported'),
  {
    name: 'a coin between chains, for a lock',
    request: { ...crossNative, depositor: HOLDER, recipient: HOLDER, forLock: true },
    exchanges: [asksQuote(crossNativePair, HOLDER, CROSS_NATIVE)],
    expected: { routes: [crossNativeRoute] },
  },
  crossLockCase('a token between chains, for a lock', CROSS_TOKEN, [crossTokenRoute]),
  {
    name: 'a coin on one chain, for a lock',
    request: {
      src: 'base:native',
      dst: `base:${BASE_USDC}`,
      amount: '1',
      slippageBps: 100,
      depositor: '0xdead00000000000000000000000000000000beef',
      recipient: '0xdead00000000000000000000000000000000beef',
      forLock: true,
    },
    exchanges: [
      asksQuote(
        { from: [8453, NATIVE], to: [8453, BASE_USDC], amount: '1000000000000000000', slippage: '0.01' },
        '0xdead00000000000000000000000000000000beef',
        'quote-native-same-chain.json',
      ),
    ],
    expected: {
      routes: [
        {
          routeId: 'lifi-77543a977c1ab294',
          amountOut: '2036.811821',
          minimumOut: '2016.443703',
          srcUsd: '2033.27',
          dstUsd: '2036.6143',
          fees: ['source_gas 0.000006360047078 ETH 0.0129 on top', 'protocol_fee 0.0025 ETH 5.0832'],
          steps: ['swap Nordstern Finance'],
          estimatedTimeSec: 0,
        },
      ],
    },
  },
  sameLockCase('a token on one chain, for a lock', SAME_TOKEN, [sameTokenRoute]),
  sameLockCase('on one chain another exchange is the same way', altered(SAME_TOKEN, { tool: 'sushiswap' }), [
    sameTokenRoute,
  ]),
  crossLockCase('between chains another bridge is another way', altered(CROSS_TOKEN, { tool: 'stargateV2Bus' }), [
    { ...crossTokenRoute, routeId: 'lifi-a8cd7d13eff9e398' },
  ]),
  crossLockCase(
    'a lock with a fee on top that the call carries',
    altered(CROSS_TOKEN, {
      'estimate.feeCosts.+2': LAYERZERO,
      'transactionRequest.value': `0x${(11551536072923).toString(16)}`,
    }),
    [
      {
        ...crossTokenRoute,
        fees: [...crossTokenRoute.fees, 'messaging_fee 0.000011551536072923 ETH 0.0302 on top'],
      },
    ],
  ),
  crossLockCase(
    'a lock whose call carries more than the amount and the fees on top',
    altered(CROSS_TOKEN, {
      'estimate.feeCosts.+2': LAYERZERO,
      'transactionRequest.value': `0x${(11551536072924).toString(16)}`,
    }),
    BAD_REPLY,
  ),
  ...(
    [
      ['a fee that is taken out of the amount', { ...LAYERZERO, included: true }],
      [
        'a fee on top in another token',
        { ...LAYERZERO, token: { chainId: 1, address: ETHEREUM_USDC, symbol: 'USDC', decimals: 6 } },
      ],
      ['a fee on top on another chain', { ...LAYERZERO, token: { ...LAYERZERO.token, chainId: 8453 } }],
    ] as const
  ).map(([what, fee]) => ({
    name: `refused at lock: coins for ${what}`,
    request: crossTokenLock,
    exchanges: [
      asksQuote(
        crossTokenPair,
        BUYER,
        altered(CROSS_TOKEN, { 'estimate.feeCosts.+2': fee, 'transactionRequest.value': '0x1' }),
      ),
    ],
    expected: BAD_REPLY,
  })),
  crossLockCase(
    'a lock between chains whose calldata is too long to keep',
    altered(CROSS_TOKEN, {
      'transactionRequest.data': `0x1794958f${BUYER.slice(2).toLowerCase()}${'00'.repeat(32_000)}`,
    }),
    [crossTokenRoute],
  ),
  sameLockCase(
    'a lock for a token whose allowance must be taken back first',
    altered(SAME_TOKEN, { 'estimate.+approvalReset': true }),
    [sameTokenRoute],
  ),
  sameLockCase(
    'a lock whose calldata is too long to keep',
    altered(SAME_TOKEN, { 'transactionRequest.data': `${SAME_CALL}${'00'.repeat(32_000)}` }),
    [sameTokenRoute],
  ),
  sameLockCase('a lock whose quote has no id of the transfer', altered(SAME_TOKEN, { transactionId: 'none' }), [
    sameTokenRoute,
  ]),
  {
    name: 'fees by their names, values that nobody states, and a fee that is shared',
    request: crossToken,
    exchanges: [
      asksRoutes(
        crossTokenPair,
        json({
          routes: [
            {
              steps: [
                JSON.parse(
                  altered(CROSS_TOKEN, {
                    'estimate.fromAmountUSD': '0',
                    includedSteps: [],
                    'estimate.gasCosts': [
                      { type: 'FEE', amount: '7', token: { chainId: 1, address: NATIVE, symbol: 'ETH', decimals: 18 } },
                      {
                        type: 'APPROVE',
                        amount: '0',
                        token: { chainId: 1, address: NATIVE, symbol: 'ETH', decimals: 18 },
                      },
                    ],
                    'estimate.feeCosts': [
                      feeNamed('LIFI Fixed Fee', {
                        feeSplit: { lifiFee: '333', integratorFee: '667' },
                        amountUSD: '0.000999',
                      }),
                      feeNamed('Integrator Fee'),
                      feeNamed('Gas Fee', { amountUSD: '0' }),
                      feeNamed('Relay Fee'),
                      feeNamed('Relayer fee'),
                      feeNamed('Bridge Fee'),
                      feeNamed('LP fee'),
                      feeNamed('LayerZero message fee'),
                      feeNamed('LI.Fuel'),
                      feeNamed('Router Fee'),
                      feeNamed('Nothing', { amount: '0' }),
                      feeNamed('Bridge Fee', { token: { chainId: 56, address: NATIVE, symbol: 'BNB', decimals: 18 } }),
                    ],
                  }).text,
                ),
              ],
            },
          ],
        }),
      ),
    ],
    expected: {
      routes: [
        {
          ...crossTokenRoute,
          srcUsd: undefined,
          fees: [
            'other 0.000000000000000007 ETH ? on top',
            'protocol_fee 0.000333 USDC 0.000332',
            'integrator_fee 0.000667 USDC 0.000667',
            'integrator_fee 0.001 USDC 0.001',
            'destination_gas 0.001 USDC ?',
            'destination_gas 0.001 USDC 0.001',
            'bridge_fee 0.001 USDC 0.001',
            'bridge_fee 0.001 USDC 0.001',
            'liquidity_fee 0.001 USDC 0.001',
            'messaging_fee 0.001 USDC 0.001',
            'gas_drop_fee 0.001 USDC 0.001',
            'other 0.001 USDC 0.001',
            'bridge_fee 0.000000000000001 BNB 0.001',
          ],
        },
      ],
    },
  },
  {
    name: 'a fee of a CCTP bridge',
    request: { ...crossNative, depositor: HOLDER, recipient: HOLDER },
    exchanges: [
      asksQuote(crossNativePair, HOLDER, altered(CROSS_NATIVE, { 'estimate.feeCosts.1.name': 'Attestation Fee' })),
    ],
    expected: {
      routes: [{ ...crossNativeRoute, fees: [...crossNativeRoute.fees.slice(0, 2), 'cctp_fee 0.1 USDC 0.10'] }],
    },
  },
  {
    name: 'the key goes along with a quote',
    settings: KEY,
    request: crossTokenLock,
    exchanges: [asksQuote(crossTokenPair, BUYER, CROSS_TOKEN, { headers: KEY_HEADER })],
    expected: { routes: [crossTokenRoute] },
  },
  {
    name: 'the key goes along with routes',
    settings: KEY,
    request: crossNative,
    exchanges: [asksRoutes(crossNativePair, asRoutes([CROSS_NATIVE]), {}, KEY_HEADER)],
    expected: { routes: [crossNativeRoute] },
  },
  {
    name: 'to Solana without wallets: a wallet that nobody has stands in for the recipient',
    request: { src: toSolana.src, dst: toSolana.dst, amount: toSolana.amount },
    exchanges: [
      asksRoutes(solanaPair, { text: '{"routes":[]}' }, { toAddress: 'GikGTZabxQeNBkkUbzaEzABmEQGr2B5B2VTu9cpTBZ6u' }),
    ],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'no route, for different reasons',
    request: toSolana,
    exchanges: [asksQuote(solanaPair, BUYER, refusal('no-route-1002.json', 404), { recipient: SOLANA_WALLET })],
    expected: { noRoute: 'no_liquidity' },
  },
  priceCase('below the minimum of every tool', refusals('AMOUNT_TOO_LOW', 'FEES_HGHER_THAN_AMOUNT'), 'below_minimum'),
  priceCase('above the maximum of every tool', refusals('AMOUNT_TOO_HIGH'), 'above_maximum'),
  priceCase('no liquidity', refusals('INSUFFICIENT_LIQUIDITY', 'NO_POSSIBLE_ROUTE'), 'no_liquidity'),
  priceCase('no tool connects them', refusals('NO_POSSIBLE_ROUTE'), 'pair_unsupported'),
  priceCase(
    'no route without reasons, its code as text',
    { status: 404, text: '{"message":"x","code":"1002"}' },
    'pair_unsupported',
  ),
  priceCase(
    'every way would move the price too far',
    {
      text: '{"routes":[],"unavailableRoutes":{"filteredOut":[{"overallPath":"x","reason":"Price impact of 0.4 is too high"}],"failed":[]}}',
    },
    'price_impact',
  ),
  priceCase('a chain that it does not serve', refusal('error-400-invalid-chain.synthetic.json'), 'pair_unsupported'),
  priceCase('an asset that it does not know', { status: 404, text: '{"message":"x","code":1003}' }, 'pair_unsupported'),
  priceCase('a slippage that is too tight', { status: 409, text: '{"message":"x","code":1007}' }, 'price_impact'),
  priceCase(
    'a third party that failed',
    { status: 424, text: '{"message":"x","code":1008}' },
    { error: 'unreachable' },
  ),
  priceCase('a refusal that is no missing route', refusal('error-default-1000.json'), BAD_REPLY),
  priceCase(
    'a wallet of ours that it calls invalid',
    { status: 400, text: '{"message":"/fromAddress is bad","code":1011}' },
    BAD_REPLY,
  ),
  crossLockCase(
    'a wallet of the user that it calls invalid',
    { status: 400, text: '{"message":"/toAddress is bad","code":1011}' },
    'needs_change',
  ),
  priceCase(
    'a slippage that it does not accept',
    { status: 400, text: '{"message":"/slippage must be less","code":1011}' },
    'needs_change',
  ),
  priceCase(
    'tools that pay only the sender',
    refusals('DIFFERENT_RECIPIENT_NOT_SUPPORTED', 'DIFFERENT_RECIPIENT_NOT_SUPPORTED'),
    'needs_change',
  ),
  crossLockCase(
    'no route, in the words of its OpenAPI document and without a code',
    { status: 404, text: '{"message":"Unable to find a quote for the requested transfer."}' },
    'no_liquidity',
  ),
  crossLockCase('no route without a code and without words', { status: 404, text: '{}' }, 'no_liquidity'),
  ...[1001, 1009, 1012].map((code) =>
    priceCase(
      `a failure of its own (${code})`,
      { status: 400, text: JSON.stringify({ message: 'x', code }) },
      { error: 'unreachable' },
    ),
  ),
  priceCase(
    'a key that it does not know',
    { status: 400, text: '{"message":"Unauthorized","code":1010}' },
    UNAVAILABLE,
  ),
  crossLockCase('lists of fees that are null', altered(CROSS_TOKEN, { 'estimate.feeCosts': null }), [
    { ...crossTokenRoute, fees: crossTokenRoute.fees.slice(0, 1) },
  ]),
  crossLockCase(
    'a fee without an amount is told as unknown, not a reason to lose the route',
    altered(CROSS_TOKEN, { 'estimate.feeCosts.1.amount': undefined }),
    [
      {
        ...crossTokenRoute,
        fees: crossTokenRoute.fees.slice(0, 2),
        display: { warnings: ['LI.FI states a fee without its amount, so the fees of this route are incomplete'] },
      },
    ],
  ),
  crossLockCase('a duration as text', altered(CROSS_TOKEN, { 'estimate.executionDuration': '500.298' }), [
    { ...crossTokenRoute, estimatedTimeSec: 500.298 },
  ]),
  unaskedCase('from a chain that is no EVM chain', { src: 'solana:native', dst: `base:${BASE_USDC}`, amount: '1' }),
  unaskedCase('to a chain that it has no id for', { ...crossToken, dst: 'xrpl:native' }),
  refused('another recipient', { 'action.toAddress': STRANGER }),
  refused('another sender', { 'action.fromAddress': STRANGER }),
  refused('another amount', { 'action.fromAmount': '500000001' }),
  refused('another amount in the estimate', { 'estimate.fromAmount': '500000001' }),
  refused('another source asset', { 'action.fromToken.address': STRANGER }),
  refused('a source on another chain', { 'action.fromChainId': 1 }),
  refused('another destination asset', { 'action.toToken.address': STRANGER }),
  refused('a destination on another chain', { 'action.toChainId': 1 }),
  refused('a destination asset with other decimals', { 'action.toToken.decimals': 6 }),
  sameLockCase(
    'a lock that names its recipient in the call alone',
    altered(SAME_TOKEN, { 'action.fromAddress': undefined, 'action.toAddress': undefined }),
    [sameTokenRoute],
  ),
  crossLockCase(
    'refused at lock: a quote that names the recipient nowhere',
    altered(CROSS_TOKEN, { 'action.toAddress': undefined }),
    BAD_REPLY,
  ),
  refused('a quote without a call', { transactionRequest: {} }),
  refused('a call on another chain', { 'transactionRequest.chainId': 1 }),
  refused('a call of another wallet', { 'transactionRequest.from': STRANGER }),
  refused('a call to no address', { 'transactionRequest.to': '0x1231' }),
  refused('a call that is no hex', { 'transactionRequest.data': `${SAME_CALL}zz` }),
  refused('a call that sends coins along', { 'transactionRequest.value': '0x1' }),
  refused('a value that is no amount', { 'transactionRequest.value': '0x' }),
  refused('a call that does not name the recipient', {
    'transactionRequest.data': SAME_CALL.replaceAll(SELLER.slice(2).toLowerCase(), STRANGER.slice(2)),
  }),
  refused('a call that hands a token to somebody', { 'transactionRequest.data': `0xa9059cbb${SAME_CALL.slice(10)}` }),
  refused('an approval for another contract than the one that is called', { 'estimate.approvalAddress': STRANGER }),
  refused('an approval for no address', { 'estimate.approvalAddress': '' }),
]

/** A call whose tool is followed by LI.FI's id of the transfer, or by the hash where that is null. */
function prepared(
  call: ClientCall,
  quoteId: string,
  tracking: { transactionId: string | null; tool: string; depositor: string },
) {
  const { transactionId, tool } = tracking
  return clientPrepared(
    { ...call, meta: { providerQuoteId: quoteId, tool } },
    { ...(transactionId === null ? {} : { requestId: transactionId }), needsHash: transactionId === null, tracking },
  )
}

const SAME_ID = '0x8a7251edd246f852d2c937a49e8090a8cb65081dd596b216dcb87843a73b650f'
/** The token swap on one chain. */
const sameTokenPrepared = (approvals: readonly string[] = ['500000000'], transactionId: string | null = SAME_ID) =>
  prepared(
    {
      chainId: 8453,
      to: DIAMOND,
      data: SAME_CALL,
      token: BASE_USDC,
      amount: '500000000',
      approvals,
      symbol: 'USDC',
      type: 'swap',
      description: 'Swap USDC for ETH',
    },
    '8e4c594c-7fd7-46f2-87ce-5abf4510c595:0',
    { transactionId, tool: 'okx', depositor: SELLER },
  )

const OPTIMISM_USDC = 'optimism:0x7F5c764cBc14f9669B88837ca1490cCa17c31607'
const SWAP_HASH = '0x1263d8b3cb3cf4e3ec0f9df5947e3846e2c6b1fb2bcc3740e36514c2ddd87cbb'
const SWAP_ID = '0x0a0e6ac13786c9a3a68f55bbb5eeb3b31a7a25e7e2aa3641c545fd3869da8016'
const BRIDGE_HASH = '0xe1ffdcf09d5aa92a2d89b1b39db3f8cadf09428a296cce0d5e387595ac83d08f'
const BRIDGE_ID = '0x5e9bd1e1232bcfb28e660ce116fe910aa058345604334e5f560034f51ef5327c'
const BRIDGE_OUT = '0xd3142ffb0abaefd030e9c108d6fedcd9b5bab9099346531b54f370762301bb4e'
const swap = {
  src: OPTIMISM_USDC,
  dst: 'optimism:native',
  hash: SWAP_HASH,
  tracking: { transactionId: SWAP_ID, tool: 'paraswap', depositor: '0xa92d461a9a988a7f11ec285d39783a637fdd6ba4' },
}
const bridge = {
  src: 'arbitrum:0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  dst: 'taiko:native',
  hash: BRIDGE_HASH,
  tracking: {
    transactionId: BRIDGE_ID,
    tool: 'stargateV2Bus',
    depositor: '0x204DEDCf79DBbb02359205f4f64ce2cbdd483906',
  },
}
const tellsSwap = (reply: Reply, txHash = SWAP_HASH, headers?: Exchange['headers']): readonly Exchange[] => [
  {
    method: 'GET',
    path: '/status',
    query: { txHash, fromChain: '10', toChain: '10' },
    headers,
    reply,
  },
]
const tellsBridge = (reply: Reply): readonly Exchange[] => [
  {
    method: 'GET',
    path: '/status',
    query: { txHash: BRIDGE_HASH, fromChain: '42161', toChain: '167000', bridge: 'stargateV2Bus' },
    reply,
  },
]

const unsentCase = defineStatuses(swap, (reply) => tellsSwap(reply, SWAP_ID))

const longLockCase = definePrepares('a lock whose calldata is too long to keep', (reply) =>
  asksQuote(sameTokenPair, SELLER, reply),
)

const bridgeCase = defineStatuses(bridge, (reply) => tellsBridge(reply))

const swapCase = defineStatuses(swap, (reply) => tellsSwap(reply))

/** What its OpenAPI document requires of a step. */
const STEP_NEEDS = [
  'id',
  'tool',
  ...['fromChainId', 'toChainId', 'fromAmount'].map((name) => `action.${name}`),
  ...['fromToken', 'toToken'].flatMap((side) =>
    ['address', 'chainId', 'decimals'].map((name) => `action.${side}.${name}`),
  ),
  ...['fromAmount', 'toAmount', 'toAmountMin'].map((name) => `estimate.${name}`),
  'action.toAddress',
]

const lifiNeeds: readonly Need[] = [
  {
    of: ['quote'],
    path: '/advanced/routes',
    fields: STEP_NEEDS.map((field) => `routes.*.steps.*.${field}`),
    why: 'the way and its bridge, the amounts and assets, and who is paid',
  },
  { of: ['quote', 'prepare'], path: '/quote', fields: STEP_NEEDS, why: 'the same' },
  {
    of: ['quote', 'prepare'],
    path: '/quote',
    fields: [...['to', 'data', 'value'].map((name) => `transactionRequest.${name}`), 'estimate.approvalAddress'],
    why: 'the call, and who may take the token',
  },
  { of: ['status'], path: '/status', fields: ['status'], why: 'it is the status' },
  { of: ['status'], path: '/status', fields: ['substatus'], why: 'it tells a refund from a payout' },
  { of: ['status'], path: '/status', fields: ['receiving.txHash'], why: 'a payout waits three minutes to be stated' },
]

/** LI.FI, mostly without a key. */
export const lifiCases: ProviderCases = {
  provider: lifi,
  url: import.meta.url,
  quotes,
  prepares: [
    {
      name: 'a token on one chain: an approval of the amount, then the call',
      quote: 'a token on one chain, for a lock',
      exchanges: [],
      expected: sameTokenPrepared(),
    },
    {
      name: 'a token whose allowance must be taken back first',
      quote: 'a lock for a token whose allowance must be taken back first',
      exchanges: [],
      expected: sameTokenPrepared(['0', '500000000']),
    },
    {
      name: 'a coin between chains: the call carries it',
      quote: 'a coin between chains, for a lock',
      exchanges: [],
      expected: prepared(
        {
          chainId: 1,
          to: DIAMOND,
          data: '0x4f3b0759',
          value: '1000000000000000000',
          amount: '1000000000000000000',
          description: 'Send ETH to Arbitrum as USDC',
        },
        'f5f60983-01f7-43af-a37a-52770fb58f8f:0',
        {
          transactionId: '0xf04d08566eb84a038338a9ab11173a46d05a6136b6fd9fa16420737469ee6b8e',
          tool: 'celercircle',
          depositor: HOLDER,
        },
      ),
    },
    {
      name: 'a token between chains with a fee on top',
      quote: 'a lock with a fee on top that the call carries',
      exchanges: [],
      expected: prepared(
        {
          chainId: 1,
          to: DIAMOND,
          data: '0x1794958f',
          value: '11551536072923',
          token: ETHEREUM_USDC,
          amount: '1000000',
          approvals: ['1000000'],
          symbol: 'USDC',
          description: 'Send USDC to Base as USDC',
        },
        '82915fc1-78eb-4256-b6c3-0490ea6f6dee:0',
        {
          transactionId: '0x0000000000000000000000000000000000000000000000000000000000000001',
          tool: 'across',
          depositor: BUYER,
        },
      ),
    },
    {
      name: 'without an id of the transfer the hash is needed',
      quote: 'a lock whose quote has no id of the transfer',
      exchanges: [],
      expected: sameTokenPrepared(undefined, null),
    },
    longLockCase('calldata that was too long to keep is asked for again', SAME_TOKEN, sameTokenPrepared()),
    longLockCase(
      'calldata that is asked for again must guarantee the locked amount',
      altered(SAME_TOKEN, { 'estimate.toAmountMin': '241868172359390983' }),
      UNAVAILABLE,
    ),
    {
      name: 'calldata that is asked for again must be of the same bridge',
      quote: 'a lock between chains whose calldata is too long to keep',
      exchanges: [asksQuote(crossTokenPair, BUYER, altered(CROSS_TOKEN, { tool: 'stargateV2Bus' }))],
      expected: UNAVAILABLE,
    },
    longLockCase('calldata that is asked for again may be gone', refusal('no-route-1002.json', 404), UNAVAILABLE),
  ],
  statuses: [
    unsentCase(
      'not found, and not sent yet: asked for by the id of the transfer',
      'status-not-found.synthetic.json',
      pending('awaiting_deposit'),
      { hash: '' },
    ),
    {
      name: 'nothing to ask for: waits for the hash',
      ...swap,
      hash: '',
      tracking: { ...swap.tracking, transactionId: null },
      exchanges: [],
      expected: pending('awaiting_deposit'),
    },
    swapCase(
      'not found, but sent: waits for its confirmation, however long',
      'status-not-found.synthetic.json',
      pending('confirming'),
      { ageSec: 86_400 },
    ),
    swapCase(
      'not found, because its chain reverted it',
      'status-not-found.synthetic.json',
      failed('The call was reverted: only its network fee was spent'),
      { receipt: 'reverted' },
    ),
    unsentCase(
      'found by the id before anybody told the hash',
      'status-pending.json',
      pending('swapping', { inboundHash: SWAP_HASH, pollAfterMs: 10_000 }),
      { hash: '' },
    ),
    {
      name: 'the key goes along with a status',
      settings: KEY,
      ...swap,
      exchanges: tellsSwap('status-pending.json', SWAP_HASH, KEY_HEADER),
      expected: pending('swapping', { inboundHash: SWAP_HASH, pollAfterMs: 10_000 }),
    },
    ...[400, 404, 422].flatMap((status) =>
      ['{"message":"x","code":1011}', '', '<html>'].map((text) =>
        swapCase(
          `a hash that it does not have yet, as it says by ${status} ${text}: its chain reverted it`,
          { status, text },
          failed('The call was reverted: only its network fee was spent'),
          { receipt: 'reverted' },
        ),
      ),
    ),
    swapCase(
      'a status of 422 for a hash that is on its chain',
      { status: 422, text: '{"message":"x"}' },
      pending('confirming'),
      { receipt: 'success' },
    ),
    swapCase(
      'waiting for the source chain',
      altered('status-pending.json', { substatus: 'WAIT_SOURCE_CONFIRMATIONS' }),
      pending('confirming', { inboundHash: SWAP_HASH, pollAfterMs: 10_000 }),
    ),
    swapCase(
      'a refund on its way is no refund yet',
      altered('status-pending.json', { substatus: 'REFUND_IN_PROGRESS' }),
      pending('swapping', { inboundHash: SWAP_HASH, pollAfterMs: 10_000 }),
    ),
    swapCase('invalid at first is pending', { text: '{"status":"INVALID"}' }, pending('confirming'), { ageSec: 599 }),
    swapCase(
      'invalid for long is failed',
      { text: '{"status":"INVALID"}' },
      failed('LI.FI does not know the transaction as one of its own'),
      { ageSec: 600 },
    ),
    unsentCase(
      'an invalid id of a transfer that was not sent is no failure',
      { text: '{"status":"INVALID"}' },
      pending('awaiting_deposit'),
      { hash: '', ageSec: 86_400 },
    ),
    bridgeCase(
      'done, in another token than was asked for',
      'status-success.json',
      paidOut({ inboundHash: BRIDGE_HASH, outboundHash: BRIDGE_OUT, reason: 'Paid out as 128.671479 USDT(Stargate)' }),
    ),
    bridgeCase(
      'done, in part in another token',
      'status-success-partial.synthetic.json',
      paidOut({ inboundHash: BRIDGE_HASH, outboundHash: BRIDGE_OUT, reason: 'Paid out as 128.671479 USDT(Stargate)' }),
    ),
    bridgeCase(
      'done in the asset that was asked for',
      altered('status-success.json', {
        'receiving.token.address': NATIVE,
        'receiving.token.decimals': 18,
        'receiving.amount': '41000000000000000',
      }),
      paidOut({ inboundHash: BRIDGE_HASH, outboundHash: BRIDGE_OUT, deliveredOut: 41000000000000000n }),
    ),
    bridgeCase(
      'done without a payout is not believed yet',
      altered('status-success.json', { receiving: { chainId: 167000 } }),
      pending('paying_out', {
        inboundHash: BRIDGE_HASH,
        pollAfterMs: 10_000,
        tracking: { ...bridge.tracking, doneSeenAtMs: Date.UTC(2026, 0, 15, 12) },
      }),
    ),
    bridgeCase(
      'done for three minutes without a payout: its hash stays unknown',
      altered('status-success.json', { receiving: undefined }),
      paidByWord('LI.FI', { inboundHash: BRIDGE_HASH }),
      { tracking: { ...bridge.tracking, doneSeenAtMs: Date.UTC(2026, 0, 15, 11, 57) } },
    ),
    swapCase(
      'done without a word about a refund: the asset paid out is not that of the swap',
      altered('status-refund.synthetic.json', { substatus: undefined }),
      pending('paying_out', { inboundHash: SWAP_HASH, pollAfterMs: 10_000 }),
    ),
    swapCase(
      'done with a refund is a refund',
      'status-refund.synthetic.json',
      refunded({
        inboundHash: SWAP_HASH,
        refundHash: '0x00000000000000000000000000000000000000000000000000000000000000aa',
        reason: 'The tokens have been refunded.',
      }),
    ),
    swapCase(
      'failed',
      'status-failed.synthetic.json',
      failed('The swap exceeded the slippage tolerance.', { inboundHash: SWAP_HASH }),
    ),
    bridgeCase('a hash of another transfer ends nothing', 'status-success.json', BAD_REPLY, {
      tracking: { ...bridge.tracking, transactionId: SWAP_ID },
    }),
    bridgeCase("a hash of another wallet's transfer ends nothing", 'status-success.json', BAD_REPLY, {
      tracking: { transactionId: null, tool: 'stargateV2Bus', depositor: STRANGER },
    }),
    swapCase(
      'an id of which the call carried the first eight bytes',
      'status-failed.synthetic.json',
      failed('The swap exceeded the slippage tolerance.', { inboundHash: SWAP_HASH }),
      { tracking: { ...swap.tracking, transactionId: SWAP_ID.slice(0, 18) } },
    ),
  ],
  discoveries: lifiDiscoveries,
  needs: lifiNeeds,
  // The reply has a list for each chain, of which one is spoilt.
  tolerates: [
    { of: 'assets', path: '/tokens', faults: ['no row that can be read'], gives: 'an answer' },
    // Without a code, too, a quote that is not found is no route.
    { of: 'quote', path: '/advanced/routes', faults: ['404'], gives: 'an answer' },
    { of: 'prepare', path: '/quote', faults: ['404'], gives: 'unavailable' },
    // Each is what it says of a hash that it does not have yet: the chain is asked.
    {
      of: 'status',
      path: '/status',
      faults: ['400 without words', '404', 'a refusal around the good reply'],
      gives: 'the same',
    },
  ],
}
