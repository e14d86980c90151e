import type { QuoteCase } from '../../support/provider-suite.ts'
import {
  APPROVE_UNLIMITED,
  ask,
  BOB,
  bridging,
  bridgingLock,
  calldata,
  CROSS_CHAIN,
  lock,
  native,
  nativeLock,
  nativeQuery,
  NOBODY,
  nobody,
  swapping,
  swappingLock,
  swappingQuery,
  USDC,
  wallets,
  WETH_ARBITRUM,
} from './exchanges.ts'
import { altered } from './replies.ts'

/** What Across refuses, and what we refuse of Across. */
export const refusals: readonly QuoteCase[] = [
  {
    name: 'refuses to lock calldata that pays somebody else',
    request: { ...swapping, ...lock },
    exchanges: [swappingLock({ swapTx: { data: calldata(NOBODY) } })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses to lock a transaction for another chain',
    request: { ...swapping, ...lock },
    exchanges: [swappingLock({ swapTx: { data: calldata(BOB), chainId: 1 } })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses to lock a native value above the amount',
    request: { ...native, ...lock },
    exchanges: [nativeLock({ swapTx: { data: calldata(BOB), value: '100000000000000001' } })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses to lock a native value for a token without a fee that explains it',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ swapTx: { data: calldata(BOB), value: '1' } })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses to lock an approval for somebody other than the contract that is called',
    request: { ...bridging, ...lock },
    exchanges: [
      bridgingLock({
        approvalTxns: [{ chainId: 1, to: USDC.ethereum, data: APPROVE_UNLIMITED.replace('5c7b', '5c7c') }],
      }),
    ],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses to lock an approval of another token',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ approvalTxns: [{ chainId: 1, to: WETH_ARBITRUM, data: APPROVE_UNLIMITED }] })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses to lock where the allowance it needs is not the amount',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ checks: { allowance: { expected: '1000001' } } })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses to lock a transaction of another kind of chain',
    request: { ...bridging, ...lock },
    exchanges: [bridgingLock({ swapTx: { data: calldata(BOB), ecosystem: 'svm' } })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses a quote for another amount',
    request: { ...swapping, ...wallets },
    exchanges: [ask({ ...swappingQuery, ...wallets }, { text: altered(CROSS_CHAIN, { inputAmount: '1000001' }) })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses a quote for another destination asset',
    request: { ...swapping, ...wallets },
    exchanges: [
      ask(
        { ...swappingQuery, ...wallets },
        { text: altered(CROSS_CHAIN, { outputToken: { address: USDC.optimism } }) },
      ),
    ],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses a quote that counts the source asset in other decimals',
    request: { ...swapping, ...wallets },
    exchanges: [
      ask({ ...swappingQuery, ...wallets }, { text: altered(CROSS_CHAIN, { inputToken: { decimals: 18 } }) }),
    ],
    expected: { error: 'bad_response' },
  },
  {
    name: 'refuses a quote without its tokens and steps',
    request: { ...swapping, ...wallets },
    exchanges: [ask({ ...swappingQuery, ...wallets }, { file: 'quote-partial-approval-txns-null.json' })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'tells that the amount is below the minimum',
    request: swapping,
    exchanges: [ask({ ...swappingQuery, ...nobody }, { file: 'no-route-amount-too-low.synthetic.json', status: 400 })],
    expected: { noRoute: 'below_minimum' },
  },
  {
    name: 'tells that the amount is above a maximum of some other token',
    request: swapping,
    exchanges: [ask({ ...swappingQuery, ...nobody }, { file: 'no-route-amount-too-high.json', status: 400 })],
    expected: { noRoute: 'above_maximum' },
  },
  {
    name: 'tells the maximum where it is one of the source asset',
    request: swapping,
    exchanges: [
      ask(
        { ...swappingQuery, ...nobody },
        {
          text: altered('no-route-amount-too-high.json', {
            message: 'Amount exceeds max. deposit limit: 20003.800721 USDC',
          }),
          status: 400,
        },
      ),
    ],
    expected: { noRoute: 'above_maximum', maximum: '20003.800721' },
  },
  {
    name: 'tells the maximum of a native coin, which it calls by its wrapped name',
    request: native,
    exchanges: [
      ask(
        { ...nativeQuery, ...nobody },
        {
          text: altered('no-route-amount-too-high.json', {
            message: 'Amount exceeds max. deposit limit: 0.0875 WETH',
          }),
          status: 400,
        },
      ),
    ],
    expected: { noRoute: 'above_maximum', maximum: '0.0875' },
  },
  {
    name: 'tells that it no longer serves the chain',
    request: swapping,
    exchanges: [
      ask(
        { ...swappingQuery, ...nobody },
        {
          text: altered('error-400-approval-invalid-param.json', {
            message: 'Unsupported chain id: 10',
            param: 'originChainId',
          }),
          status: 400,
        },
      ),
    ],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'tells that the relayers hold too little',
    request: swapping,
    exchanges: [ask({ ...swappingQuery, ...nobody }, { file: 'no-route-relayer-funds.json', status: 400 })],
    expected: { noRoute: 'no_liquidity' },
  },
  {
    name: 'tells that there is no swap to the bridge now',
    request: swapping,
    exchanges: [
      ask({ ...swappingQuery, ...nobody }, { file: 'no-route-swap-quote-unavailable.synthetic.json', status: 400 }),
    ],
    expected: { noRoute: 'no_liquidity' },
  },
  {
    name: 'tells that the slippage is too small for the swap',
    request: swapping,
    exchanges: [
      ask(
        { ...swappingQuery, ...nobody },
        {
          text: altered('no-route-swap-quote-unavailable.synthetic.json', { code: 'SWAP_SLIPPAGE_INSUFFICIENT' }),
          status: 400,
        },
      ),
    ],
    expected: { noRoute: 'price_impact' },
  },
  {
    name: 'tells that it does not know the token',
    request: swapping,
    exchanges: [
      ask({ ...swappingQuery, ...nobody }, { file: 'no-route-token-not-found-404.synthetic.json', status: 404 }),
    ],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'takes a complaint about our own request for a fault',
    request: swapping,
    exchanges: [ask({ ...swappingQuery, ...nobody }, { file: 'error-400-approval-invalid-param.json', status: 400 })],
    expected: { error: 'bad_response' },
  },
  {
    name: 'is unavailable where the transaction fails in simulation',
    request: { ...swapping, ...wallets },
    exchanges: [
      ask(
        { ...swappingQuery, ...wallets },
        {
          text: altered('error-400-approval-invalid-param.json', { code: 'SIMULATION_ERROR', transaction: {} }),
          status: 400,
        },
      ),
    ],
    expected: { error: 'unavailable' },
  },
  {
    name: 'does not start on Solana',
    request: { src: `solana:${USDC.solana}`, dst: `base:${USDC.base}`, amount: '1' },
    exchanges: [],
    expected: { noRoute: 'pair_unsupported' },
  },
  {
    name: 'does not swap within one chain',
    request: { src: 'ethereum:native', dst: `ethereum:${USDC.ethereum}`, amount: '1' },
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
