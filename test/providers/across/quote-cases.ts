import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY } from '../../support/case-makers.ts'
import type { ExpectedRoute, QuoteCase } from '../../support/provider-suite.ts'
import { ALICE, BOB, SOLANA_BOB, USDC, wallets, word } from '../../support/case-assets.ts'
import {
  altered,
  APPROVAL_NEEDED,
  APPROVE_UNLIMITED,
  ask,
  bridging,
  bridgingCase,
  bridgingLockCase,
  bridgingQuery,
  calldata,
  CROSS_CHAIN,
  native,
  NATIVE_QUOTE,
  nativeLockCase,
  nativeQuery,
  nobody,
  OFT,
  priceCase,
  soon,
  SPOKE_POOL,
  swapping,
  swappingCase,
  swappingLockCase,
  swappingQuery,
} from './exchanges.ts'

const swappingRoute: ExpectedRoute = {
  routeId: 'across-247cc4ecd15cc157',
  amountOut: '0.000467917612181896',
  minimumOut: '0.000464434354522974',
  srcUsd: '0.999805',
  dstUsd: '0.993107',
  fees: [
    'source_gas 0.0000006260376625 ETH 0.001328 on top',
    'liquidity_fee 0.000000022509171302 WETH 0.000047',
    'bridge_fee 0.000000046867294561 WETH 0.000099',
    'destination_gas 0.000004260773033213 ETH 0.009042',
    'swap_impact -0.00249 USDC -0.00249',
  ],
  steps: ['swap 0x', 'bridge Across'],
  estimatedTimeSec: 2,
  expiresAt: '2026-02-09T23:17:23.000Z',
}
const bridgingRoute: ExpectedRoute = {
  routeId: 'across-87a0026dcf15a735',
  amountOut: '0.996821',
  minimumOut: '0.996821',
  fees: ['bridge_fee 0.0001 USDC ?', 'destination_gas 0.003079 USDC ?'],
  steps: ['bridge Across'],
  estimatedTimeSec: 2,
  expiresAt: '2026-05-15T09:18:23.000Z',
}
const { expiresAt: _, ...unexplainedRoute }: ExpectedRoute = {
  ...bridgingRoute,
  fees: ['bridge_fee 0.003179 USDC ?'],
}
const nativeRoute: ExpectedRoute = {
  routeId: 'across-4c643a65ceb48d23',
  amountOut: '0.09997',
  minimumOut: '0.09997',
  fees: ['bridge_fee 0.00001 WETH ?', 'destination_gas 0.00002 WETH ?'],
  steps: ['bridge Across'],
  estimatedTimeSec: 2,
  expiresAt: '2026-05-15T09:18:23.000Z',
}

const oftRoute: ExpectedRoute = {
  routeId: 'across-dfd30d30eed65362',
  amountOut: '0.996821',
  minimumOut: '0.996821',
  srcUsd: '1.00',
  dstUsd: '0.9968',
  fees: ['messaging_fee 0.00007 ETH 0.21 on top'],
  steps: ['bridge OFT'],
  estimatedTimeSec: 2,
}

/** Quotes of Across. */
export const quotes: readonly QuoteCase[] = [
  swappingCase('swaps, then bridges a token, with every fee in dollars', CROSS_CHAIN, [swappingRoute]),
  bridgingCase('bridges a token; without prices no value is made up', APPROVAL_NEEDED, [bridgingRoute]),
  {
    name: 'bridges a native coin',
    request: { ...native, ...wallets },
    exchanges: [ask({ ...nativeQuery, ...wallets }, NATIVE_QUOTE)],
    expected: { routes: [nativeRoute] },
  },
  priceCase('quotes without a wallet, for a placeholder and without simulation', CROSS_CHAIN, [swappingRoute]),
  {
    name: 'quotes without a key',
    request: swapping,
    settings: { API_KEY: '', INTEGRATOR_ID: '' },
    exchanges: [{ method: 'GET', path: '/swap/approval', query: { ...swappingQuery, ...nobody }, reply: CROSS_CHAIN }],
    expected: { routes: [swappingRoute] },
  },
  {
    name: 'pays the depositor where no recipient is named',
    request: { ...bridging, depositor: ALICE },
    exchanges: [ask({ ...bridgingQuery, depositor: ALICE }, APPROVAL_NEEDED)],
    expected: { routes: [bridgingRoute] },
  },
  {
    name: 'bridges to Solana, under the number Across has for it',
    request: { ...bridging, dst: `solana:${USDC.solana}`, depositor: ALICE, recipient: SOLANA_BOB },
    exchanges: [
      ask(
        {
          ...bridgingQuery,
          outputToken: USDC.solana,
          destinationChainId: '34268394551451',
          depositor: ALICE,
          recipient: SOLANA_BOB,
        },
        altered(APPROVAL_NEEDED, {
          'outputToken.chainId': 34268394551451,
          'outputToken.address': USDC.solana,
          'steps.bridge.provider': 'cctp',
          'steps.bridge.fees.details': undefined,
        }),
      ),
    ],
    expected: {
      routes: [
        {
          ...bridgingRoute,
          routeId: 'across-bc6c390478c5dc79',
          fees: ['cctp_fee 0.003179 USDC ?'],
          steps: ['bridge CCTP'],
        },
      ],
    },
  },
  {
    name: 'quotes Solana without wallets',
    request: { ...bridging, dst: `solana:${USDC.solana}` },
    exchanges: [
      ask(
        {
          ...bridgingQuery,
          outputToken: USDC.solana,
          destinationChainId: '34268394551451',
          ...nobody,
          recipient: 'CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr',
        },
        refusal('no-route-route-not-enabled.synthetic.json'),
      ),
    ],
    expected: { noRoute: 'pair_unsupported' },
  },
  bridgingCase(
    'counts the native message fee of an OFT on top, and not the impact that gives it back',
    altered(APPROVAL_NEEDED, OFT),
    [oftRoute],
  ),
  bridgingCase(
    'takes what the transaction pays for the message of an OFT, which was priced a moment later',
    altered(APPROVAL_NEEDED, { ...OFT, 'swapTx.value': '70000000000007' }),
    [{ ...oftRoute, fees: oftRoute.fees.map((fee) => fee.replace('0.00007 ', '0.000070000000000007 ')) }],
  ),
  bridgingCase(
    'gives a route without an id, with an expiry of null and with fees that cannot be read',
    altered(APPROVAL_NEEDED, {
      id: undefined,
      quoteExpiryTimestamp: null,
      '+fees': { total: { amount: 7 } },
      'steps.bridge.fees.details': { lp: 'free' },
    }),
    [unexplainedRoute],
  ),
  bridgingCase(
    'tells a fee of the bridge that it can read nowhere as unknown, and a usual time for one that is not stated',
    altered(APPROVAL_NEEDED, {
      'steps.bridge.fees': { amount: 3_179 },
      'steps.bridge.tokenOut': null,
      expectedFillTime: 'soon',
      checks: undefined,
    }),
    [
      {
        ...bridgingRoute,
        fees: [],
        estimatedTimeSec: 300,
        display: {
          warnings: ['Across states a fee that cannot be read, so the fees of this route are incomplete'],
        },
      },
    ],
  ),
  bridgingLockCase('locks no token whose spender it does not name', { checks: undefined }, BAD_REPLY),
  {
    name: 'asks for at most half of the amount as slippage',
    request: { ...swapping, slippageBps: 10_000, ...wallets },
    exchanges: [ask({ ...swappingQuery, slippage: '0.5', ...wallets }, CROSS_CHAIN)],
    expected: { routes: [swappingRoute] },
  },
  swappingLockCase('locks a swap with an allowance that is large enough', {}, [swappingRoute]),
  bridgingLockCase('locks a token that must be approved', {}, [bridgingRoute]),
  bridgingLockCase(
    'locks a token that is short of allowance although no approval is listed',
    { approvalTxns: null, 'checks.allowance.actual': '999999' },
    [bridgingRoute],
  ),
  bridgingLockCase(
    'locks a token whose allowance must be taken back first',
    {
      approvalTxns: [
        { chainId: 1, to: USDC.ethereum, data: `0x095ea7b3${word(SPOKE_POOL)}${'0'.repeat(64)}` },
        { chainId: 1, to: USDC.ethereum, data: APPROVE_UNLIMITED },
      ],
    },
    [bridgingRoute],
  ),
  nativeLockCase('locks a native coin', {}, [nativeRoute]),
  swappingLockCase('locks a price that soon runs out', soon, [
    { ...swappingRoute, expiresAt: '2026-02-09T22:21:00.000Z' },
  ]),
  bridgingLockCase('locks an OFT with the native fee of its message', OFT, [oftRoute]),
  swappingLockCase('locks calldata that is too long to keep', { 'swapTx.data': calldata(BOB) + '00'.repeat(32_000) }, [
    swappingRoute,
  ]),
]
