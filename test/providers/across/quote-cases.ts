import { defineQuotes } from '../../support/case-makers.ts'
import type { ExpectedRoute, QuoteCase } from '../../support/provider-suite.ts'
import {
  ALICE,
  APPROVAL_NEEDED,
  APPROVE_UNLIMITED,
  ask,
  BOB,
  bridging,
  bridgingLock,
  bridgingQuery,
  calldata,
  CROSS_CHAIN,
  lock,
  native,
  NATIVE_QUOTE,
  nativeLock,
  nativeQuery,
  nobody,
  OFT,
  SOLANA_BOB,
  soon,
  SPOKE_POOL,
  swapping,
  swappingLock,
  swappingQuery,
  USDC,
  wallets,
} from './exchanges.ts'
import { altered, word } from './replies.ts'

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
  srcUsd: '',
  dstUsd: '',
  fees: ['bridge_fee 0.0001 USDC ?', 'destination_gas 0.003079 USDC ?'],
  steps: ['bridge Across'],
  estimatedTimeSec: 2,
  expiresAt: '2026-05-15T09:18:23.000Z',
}
const nativeRoute: ExpectedRoute = {
  routeId: 'across-4c643a65ceb48d23',
  amountOut: '0.09997',
  minimumOut: '0.09997',
  srcUsd: '',
  dstUsd: '',
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

const lockCase = defineQuotes({ ...bridging, ...lock }, (changes: Record<string, unknown>) => bridgingLock(changes))

/** Quotes of Across. */
export const quotes: readonly QuoteCase[] = [
  {
    name: 'swaps, then bridges a token, with every fee in dollars',
    request: { ...swapping, ...wallets },
    exchanges: [ask({ ...swappingQuery, ...wallets }, { file: CROSS_CHAIN })],
    expected: { routes: [swappingRoute] },
  },
  {
    name: 'bridges a token; without prices no value is made up',
    request: { ...bridging, ...wallets },
    exchanges: [ask({ ...bridgingQuery, ...wallets }, { file: APPROVAL_NEEDED })],
    expected: { routes: [bridgingRoute] },
  },
  {
    name: 'bridges a native coin',
    request: { ...native, ...wallets },
    exchanges: [ask({ ...nativeQuery, ...wallets }, { file: NATIVE_QUOTE })],
    expected: { routes: [nativeRoute] },
  },
  {
    name: 'quotes without a wallet, for a placeholder and without simulation',
    request: swapping,
    exchanges: [ask({ ...swappingQuery, ...nobody }, { file: CROSS_CHAIN })],
    expected: { routes: [swappingRoute] },
  },
  {
    name: 'quotes without a key',
    request: swapping,
    settings: { API_KEY: '', INTEGRATOR_ID: '' },
    exchanges: [
      { method: 'GET', path: '/swap/approval', query: { ...swappingQuery, ...nobody }, reply: { file: CROSS_CHAIN } },
    ],
    expected: { routes: [swappingRoute] },
  },
  {
    name: 'pays the depositor where no recipient is named',
    request: { ...bridging, depositor: ALICE },
    exchanges: [ask({ ...bridgingQuery, depositor: ALICE }, { file: APPROVAL_NEEDED })],
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
        {
          text: altered(APPROVAL_NEEDED, {
            outputToken: { chainId: 34268394551451, address: USDC.solana },
            steps: { bridge: { provider: 'cctp', fees: { details: undefined } } },
          }),
        },
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
        { file: 'no-route-route-not-enabled.synthetic.json', status: 400 },
      ),
    ],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'counts the native message fee of an OFT on top, and not the impact that gives it back',
    request: { ...bridging, ...wallets },
    exchanges: [ask({ ...bridgingQuery, ...wallets }, { text: altered(APPROVAL_NEEDED, OFT) })],
    expected: { routes: [oftRoute] },
  },
  {
    name: 'asks for at most half of the amount as slippage',
    request: { ...swapping, slippageBps: 10_000, ...wallets },
    exchanges: [ask({ ...swappingQuery, slippage: '0.5', ...wallets }, { file: CROSS_CHAIN })],
    expected: { routes: [swappingRoute] },
  },
  {
    name: 'locks a swap with an allowance that is large enough',
    request: { ...swapping, ...lock },
    exchanges: [swappingLock()],
    expected: { routes: [swappingRoute] },
  },
  {
    name: 'locks a token that must be approved',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock()],
    expected: { routes: [bridgingRoute] },
  },
  lockCase(
    'locks a token that is short of allowance although no approval is listed',
    { approvalTxns: null, checks: { allowance: { actual: '999999' } } },
    { routes: [bridgingRoute] },
  ),
  lockCase(
    'locks a token whose allowance must be taken back first',
    {
      approvalTxns: [
        { chainId: 1, to: USDC.ethereum, data: `0x095ea7b3${word(SPOKE_POOL)}${'0'.repeat(64)}` },
        { chainId: 1, to: USDC.ethereum, data: APPROVE_UNLIMITED },
      ],
    },
    { routes: [bridgingRoute] },
  ),
  {
    name: 'locks a native coin',
    request: { ...native, ...lock },
    exchanges: [nativeLock()],
    expected: { routes: [nativeRoute] },
  },
  {
    name: 'locks a price that soon runs out',
    request: { ...swapping, ...lock },
    exchanges: [swappingLock(soon)],
    expected: { routes: [{ ...swappingRoute, expiresAt: '2026-02-09T22:21:00.000Z' }] },
  },
  lockCase('locks an OFT with the native fee of its message', OFT, { routes: [oftRoute] }),
  {
    name: 'locks calldata that is too long to keep',
    request: { ...swapping, ...lock },
    exchanges: [swappingLock({ swapTx: { data: calldata(BOB) + '00'.repeat(32_000) } })],
    expected: { routes: [swappingRoute] },
  },
]
