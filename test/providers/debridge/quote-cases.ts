import type { ExpectedRoute, QuoteCase } from '../../support/provider-suite.ts'
import { ALICE, BOB, SOLANA_BOB, USDC, wallets } from '../../support/case-assets.ts'
import {
  altered,
  ARB,
  ask,
  BRIDGED,
  bridging,
  bridgingLockCase,
  bridgingQuery,
  calldata,
  ESTIMATE,
  FORWARDER,
  native,
  NATIVE_QUOTE,
  nativeLockCase,
  nativeQuery,
  priceCase,
  SOLANA_BOB_BYTES,
  swapping,
  swappingLockCase,
  swappingQuery,
  walletQuery,
  WITH_SWAPS,
} from './exchanges.ts'

const bridgingRoute: ExpectedRoute = {
  routeId: 'debridge-d52a867b05ca222f',
  amountOut: '9.775827',
  srcUsd: '10.00',
  fees: ['source_gas 0.0000041600064 ETH ? on top', 'protocol_fee 0.001 ETH ? on top', 'protocol_fee 0.004 USDC 0.004'],
  steps: ['bridge deBridge'],
  estimatedTimeSec: 1,
}
const estimatedRoute: ExpectedRoute = {
  ...bridgingRoute,
  dstUsd: '9.775827',
  fees: ['protocol_fee 0.001 ETH ? on top', 'protocol_fee 0.004 USDC 0.004'],
}
const nativeRoute: ExpectedRoute = {
  routeId: 'debridge-bb2c2f58842c5fee',
  amountOut: '26.85',
  srcUsd: '27.00',
  dstUsd: '26.85',
  fees: [
    'source_gas 0.0000041600064 ETH 0.011232 on top',
    'protocol_fee 0.001 ETH 2.70 on top',
    'swap_impact 0.05 USDC 0.05',
    'protocol_fee 0.01078 USDC 0.01078',
    'bridge_fee 0.010776 USDC 0.010776',
    'destination_gas 0.078444 USDC 0.078444',
  ],
  steps: ['swap deBridge swap', 'bridge deBridge'],
  estimatedTimeSec: 1,
}
const swappingRoute: ExpectedRoute = {
  routeId: 'debridge-e8e6e660f0fac0cd',
  amountOut: '1414.379129275580318365',
  srcUsd: '337.491122',
  dstUsd: '334.305267',
  fees: [
    'protocol_fee 0.001 ETH ? on top',
    'swap_impact 1.182866 USDC 1.182866',
    'protocol_fee 0.134711 USDC 0.134711',
    'bridge_fee 0.134657 USDC 0.134657',
    'destination_gas 0.032862 USDC 0.032862',
    'swap_impact 7.822106798406929865 POL 1.848847',
  ],
  steps: ['swap deBridge swap', 'bridge deBridge', 'swap deBridge swap'],
  estimatedTimeSec: 3,
}

const protocolFee = {
  chain: '8453',
  tokenIn: USDC.base,
  tokenOut: USDC.base,
  amountIn: '10000000',
  amountOut: '9996000',
  type: 'DlnProtocolFee',
  payload: { feeAmount: '4000' },
}
/** In a token that no part of the order describes. */
const margin = {
  chain: '42161',
  tokenIn: ARB,
  tokenOut: ARB,
  amountIn: '9996000',
  amountOut: '9992100',
  type: 'TakerMargin',
  payload: { feeAmount: '3900' },
}

/** Quotes of deBridge. */
export const quotes: readonly QuoteCase[] = [
  {
    name: 'bridges a token; the flat fee is paid on top in the native coin',
    request: { ...bridging, ...wallets },
    exchanges: [ask({ ...bridgingQuery, ...walletQuery }, BRIDGED)],
    expected: { routes: [bridgingRoute] },
  },
  priceCase('estimates without wallets', ESTIMATE, [estimatedRoute]),
  {
    name: 'quotes without a key',
    request: bridging,
    settings: { API_KEY: '' },
    exchanges: [{ method: 'GET', path: '/dln/order/create-tx', query: bridgingQuery, reply: ESTIMATE }],
    expected: { routes: [estimatedRoute] },
  },
  {
    name: 'estimates while the recipient is not known',
    request: { ...bridging, depositor: ALICE },
    exchanges: [ask(bridgingQuery, ESTIMATE)],
    expected: { routes: [estimatedRoute] },
  },
  {
    name: 'swaps a native coin first, and values what is paid on top by its price',
    request: { ...native, ...wallets },
    exchanges: [ask({ ...nativeQuery, ...walletQuery }, NATIVE_QUOTE)],
    expected: { routes: [nativeRoute] },
  },
  {
    name: 'swaps before and after the bridge, with each cost counted once',
    request: { ...swapping, ...wallets },
    exchanges: [ask({ ...swappingQuery, ...walletQuery }, WITH_SWAPS)],
    expected: { routes: [swappingRoute] },
  },
  priceCase(
    'leaves out costs in a token of the other chain that nothing describes',
    altered(ESTIMATE, {
      'estimation.costsDetails': [
        protocolFee,
        // The reserve asset in other decimals: the amount that arrives is not the amount that left.
        { ...margin, amountIn: '9996000000000000000', amountOut: '9992000000000000000' },
      ],
    }),
    [estimatedRoute],
  ),
  priceCase(
    'reads costs in the reserve asset of the other chain where the amount crosses unchanged',
    altered(ESTIMATE, { 'estimation.costsDetails': [protocolFee, margin] }),
    [{ ...estimatedRoute, fees: [...estimatedRoute.fees, 'bridge_fee 0.0039 USDC 0.0039'] }],
  ),
  priceCase(
    'shows a cost of a new kind',
    altered(ESTIMATE, { 'estimation.costsDetails': [{ ...protocolFee, type: 'Something' }] }),
    [{ ...estimatedRoute, fees: ['protocol_fee 0.001 ETH ? on top', 'other 0.004 USDC 0.004'] }],
  ),
  priceCase(
    'shows the lesser of two amounts that an order states',
    altered(ESTIMATE, { 'estimation.dstChainTokenOut.amount': '9775826' }),
    [{ ...estimatedRoute, amountOut: '9.775826' }],
  ),
  {
    name: 'pays out on Solana, where only the recipient can cancel',
    request: { ...bridging, dst: `solana:${USDC.solana}`, depositor: ALICE, recipient: SOLANA_BOB },
    exchanges: [toSolana({})],
    expected: { routes: [{ ...bridgingRoute, routeId: 'debridge-3310f8ff31335e54' }] },
  },
  {
    name: 'pays out the coin of Solana under the name deBridge has for it',
    request: { ...bridging, dst: 'solana:native' },
    exchanges: [
      ask(
        { ...bridgingQuery, dstChainId: '7565164', dstChainTokenOut: '11111111111111111111111111111111' },
        altered(ESTIMATE, {
          'estimation.dstChainTokenOut.chainId': 7565164,
          'estimation.dstChainTokenOut.address': '11111111111111111111111111111111',
          'estimation.dstChainTokenOut.decimals': 9,
        }),
      ),
    ],
    expected: { routes: [{ ...estimatedRoute, routeId: 'debridge-94ace44a792d4045', amountOut: '0.009775827' }] },
  },
  priceCase(
    'takes chain ids as text, and no delay for the usual one',
    altered(ESTIMATE, {
      'estimation.srcChainTokenIn.chainId': '8453',
      'estimation.dstChainTokenOut.chainId': '42161',
      order: undefined,
    }),
    [{ ...estimatedRoute, estimatedTimeSec: 10 }],
  ),
  bridgingLockCase('locks a token', {}, [bridgingRoute]),
  swappingLockCase('locks a token whose spender is named', { 'tx.+allowanceTarget': FORWARDER }, [swappingRoute]),
  nativeLockCase(
    'locks calldata that is too long to keep',
    { 'tx.data': calldata('0x4d8160ba', BOB) + '00'.repeat(33_000) },
    [nativeRoute],
  ),
  nativeLockCase('locks a native coin', {}, [nativeRoute]),
  {
    name: 'locks a payout on Solana',
    request: { ...bridging, dst: `solana:${USDC.solana}`, depositor: ALICE, recipient: SOLANA_BOB, forLock: true },
    exchanges: [toSolana({ 'tx.data': `0xb9303701${SOLANA_BOB_BYTES}` })],
    expected: { routes: [{ ...bridgingRoute, routeId: 'debridge-3310f8ff31335e54' }] },
  },
]

function toSolana(changes: Record<string, unknown>) {
  return ask(
    {
      ...bridgingQuery,
      ...walletQuery,
      dstChainId: '7565164',
      dstChainTokenOut: USDC.solana,
      dstChainTokenOutRecipient: SOLANA_BOB,
      dstChainOrderAuthorityAddress: SOLANA_BOB,
    },
    altered(BRIDGED, {
      'estimation.dstChainTokenOut.chainId': 7565164,
      'estimation.dstChainTokenOut.address': USDC.solana,
      ...changes,
    }),
  )
}
