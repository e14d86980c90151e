import type { QuoteCase } from '../../support/provider-suite.ts'
import {
  ARB,
  ask,
  BOB,
  bridging,
  bridgingLock,
  bridgingQuery,
  calldata,
  ESTIMATE,
  lock,
  MALLORY,
  native,
  nativeLock,
  swapping,
  swappingQuery,
  USDC,
  walletQuery,
  wallets,
  WITH_SWAPS,
} from './exchanges.ts'
import { altered } from './replies.ts'

const BAD = { error: 'bad_response' } as const

/** What deBridge refuses, and what we refuse of deBridge. */
export const refusals: readonly QuoteCase[] = [
  {
    name: 'refuses to lock calldata that pays somebody else',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ tx: { data: calldata('0xb9303701', MALLORY) } })],
    expected: BAD,
  },
  {
    name: 'refuses to lock an estimate without a transaction',
    request: { ...bridging, ...lock },
    exchanges: [ask({ ...bridgingQuery, ...walletQuery }, { file: ESTIMATE })],
    expected: BAD,
  },
  {
    name: 'refuses to lock an order without its id',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ orderId: null })],
    expected: BAD,
  },
  {
    name: 'refuses to lock a value above the flat fee',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ tx: { data: calldata('0xb9303701', BOB), value: '1000000000000001' } })],
    expected: BAD,
  },
  {
    name: 'refuses to lock a native value above the amount and the flat fee',
    request: { ...native, ...lock },
    exchanges: [nativeLock({ tx: { data: calldata('0x4d8160ba', BOB), value: '11000000000000001' } })],
    expected: BAD,
  },
  {
    name: 'refuses to lock an approval for another contract than the one that is called',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ tx: { data: calldata('0xb9303701', BOB), allowanceTarget: MALLORY } })],
    expected: BAD,
  },
  {
    name: 'refuses an order for more than was asked, with expenses put on top',
    request: { ...swapping, amount: '1000', ...wallets },
    exchanges: [
      ask({ ...swappingQuery, srcChainTokenInAmount: '1000000000000000000000', ...walletQuery }, { file: WITH_SWAPS }),
    ],
    expected: BAD,
  },
  {
    name: 'refuses an order for another destination asset',
    request: bridging,
    exchanges: [
      ask(bridgingQuery, { text: altered(ESTIMATE, { estimation: { dstChainTokenOut: { address: ARB } } }) }),
    ],
    expected: BAD,
  },
  {
    name: 'refuses an order on another source chain',
    request: bridging,
    exchanges: [ask(bridgingQuery, { text: altered(ESTIMATE, { estimation: { srcChainTokenIn: { chainId: 10 } } }) })],
    expected: BAD,
  },
  {
    name: 'tells that the amount is too low',
    request: bridging,
    exchanges: [ask(bridgingQuery, { file: 'no-route-low-give-amount.json', status: 400 })],
    expected: { noRoute: 'below_minimum' },
  },
  {
    name: 'tells that the amount does not cover the network cost',
    request: bridging,
    exchanges: [ask(bridgingQuery, { file: 'no-route-included-gas-fee-not-covered.synthetic.json', status: 400 })],
    expected: { noRoute: 'below_minimum' },
  },
  {
    name: 'tells that it has no way',
    request: bridging,
    exchanges: [ask(bridgingQuery, { file: 'no-route-impossible-route.synthetic.json', status: 400 })],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'tells that its exchange has no price',
    request: bridging,
    exchanges: [
      ask(bridgingQuery, {
        text: altered('no-route-impossible-route.synthetic.json', { errorId: 'CONNECTOR_1INCH_RETURNED_ERROR' }),
        status: 400,
      }),
    ],
    expected: { noRoute: 'no_liquidity' },
  },
  {
    name: 'tells that it has dropped a chain',
    request: bridging,
    exchanges: [ask(bridgingQuery, { file: 'error-invalid-dst-chain.json', status: 400 })],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'takes a complaint about another parameter for a fault',
    request: bridging,
    exchanges: [
      ask(bridgingQuery, {
        text: altered('error-invalid-dst-chain.json', { errorMessage: 'slippage must not be less than 0' }),
        status: 400,
      }),
    ],
    expected: BAD,
  },
  {
    name: 'is unavailable to a wallet that it does not serve',
    request: { ...bridging, ...wallets },
    exchanges: [
      ask(
        { ...bridgingQuery, ...walletQuery },
        {
          text: altered('no-route-impossible-route.synthetic.json', { errorId: 'COMPLIANCE_ADDRESS_BLOCKED' }),
          status: 403,
        },
      ),
    ],
    expected: { error: 'unavailable' },
  },
  {
    name: 'does not start on Solana',
    request: { src: 'solana:native', dst: `base:${USDC.base}`, amount: '1' },
    exchanges: [],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'does not swap within one chain',
    request: { src: 'base:native', dst: `base:${USDC.base}`, amount: '1' },
    exchanges: [],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'does not pay out on chains that it does not serve',
    request: { ...bridging, dst: 'bitcoin:native' },
    exchanges: [],
    expected: { noRoute: 'pair_unsupported' },
  },
]
