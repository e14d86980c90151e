import { defineQuotes, type ReplyOrFile, toReply, unaskedCase } from '../../support/case-makers.ts'
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

const walletCase = defineQuotes({ ...swapping, ...wallets }, (reply: ReplyOrFile) =>
  ask({ ...swappingQuery, ...wallets }, toReply(reply)),
)

const lockCase = defineQuotes({ ...bridging, ...lock }, (changes: Record<string, unknown>) => bridgingLock(changes))

const priceCase = defineQuotes(swapping, (reply: ReplyOrFile) => ask({ ...swappingQuery, ...nobody }, toReply(reply)))

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
  lockCase(
    'refuses to lock a native value for a token without a fee that explains it',
    { swapTx: { data: calldata(BOB), value: '1' } },
    { error: 'bad_response' },
  ),
  lockCase(
    'refuses to lock an approval for somebody other than the contract that is called',
    { approvalTxns: [{ chainId: 1, to: USDC.ethereum, data: APPROVE_UNLIMITED.replace('5c7b', '5c7c') }] },
    { error: 'bad_response' },
  ),
  lockCase(
    'refuses to lock an approval of another token',
    { approvalTxns: [{ chainId: 1, to: WETH_ARBITRUM, data: APPROVE_UNLIMITED }] },
    { error: 'bad_response' },
  ),
  lockCase(
    'refuses to lock where the allowance it needs is not the amount',
    { checks: { allowance: { expected: '1000001' } } },
    { error: 'bad_response' },
  ),
  lockCase(
    'refuses to lock a transaction of another kind of chain',
    { swapTx: { data: calldata(BOB), ecosystem: 'svm' } },
    { error: 'bad_response' },
  ),
  walletCase(
    'refuses a quote for another amount',
    { text: altered(CROSS_CHAIN, { inputAmount: '1000001' }) },
    { error: 'bad_response' },
  ),
  walletCase(
    'refuses a quote for another destination asset',
    { text: altered(CROSS_CHAIN, { outputToken: { address: USDC.optimism } }) },
    { error: 'bad_response' },
  ),
  walletCase(
    'refuses a quote that counts the source asset in other decimals',
    { text: altered(CROSS_CHAIN, { inputToken: { decimals: 18 } }) },
    { error: 'bad_response' },
  ),
  walletCase('refuses a quote without its tokens and steps', 'quote-partial-approval-txns-null.json', {
    error: 'bad_response',
  }),
  priceCase(
    'tells that the amount is below the minimum',
    { file: 'no-route-amount-too-low.synthetic.json', status: 400 },
    { noRoute: 'below_minimum' },
  ),
  priceCase(
    'tells that the amount is above a maximum of some other token',
    { file: 'no-route-amount-too-high.json', status: 400 },
    { noRoute: 'above_maximum' },
  ),
  priceCase(
    'tells the maximum where it is one of the source asset',
    {
      text: altered('no-route-amount-too-high.json', {
        message: 'Amount exceeds max. deposit limit: 20003.800721 USDC',
      }),
      status: 400,
    },
    { noRoute: 'above_maximum', maximum: '20003.800721' },
  ),
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
  priceCase(
    'tells that it no longer serves the chain',
    {
      text: altered('error-400-approval-invalid-param.json', {
        message: 'Unsupported chain id: 10',
        param: 'originChainId',
      }),
      status: 400,
    },
    { noRoute: 'pair_unsupported' },
  ),
  priceCase(
    'tells that the relayers hold too little',
    { file: 'no-route-relayer-funds.json', status: 400 },
    { noRoute: 'no_liquidity' },
  ),
  priceCase(
    'tells that there is no swap to the bridge now',
    { file: 'no-route-swap-quote-unavailable.synthetic.json', status: 400 },
    { noRoute: 'no_liquidity' },
  ),
  priceCase(
    'tells that the slippage is too small for the swap',
    {
      text: altered('no-route-swap-quote-unavailable.synthetic.json', { code: 'SWAP_SLIPPAGE_INSUFFICIENT' }),
      status: 400,
    },
    { noRoute: 'price_impact' },
  ),
  priceCase(
    'tells that it does not know the token',
    { file: 'no-route-token-not-found-404.synthetic.json', status: 404 },
    { noRoute: 'pair_unsupported' },
  ),
  priceCase(
    'takes a complaint about our own request for a fault',
    { file: 'error-400-approval-invalid-param.json', status: 400 },
    { error: 'bad_response' },
  ),
  walletCase(
    'is unavailable where the transaction fails in simulation',
    {
      text: altered('error-400-approval-invalid-param.json', { code: 'SIMULATION_ERROR', transaction: {} }),
      status: 400,
    },
    { error: 'unavailable' },
  ),
  unaskedCase('does not start on Solana', { src: `solana:${USDC.solana}`, dst: `base:${USDC.base}`, amount: '1' }),
  unaskedCase('does not swap within one chain', {
    src: 'ethereum:native',
    dst: `ethereum:${USDC.ethereum}`,
    amount: '1',
  }),
  unaskedCase('does not pay out on chains that it does not serve', { ...bridging, dst: 'bitcoin:native' }),
]
