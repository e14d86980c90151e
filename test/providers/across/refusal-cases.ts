import { refusal } from '../../support/recordings.ts'
import type { NoRouteCode } from '../../../src/core/api/documents.ts'
import { BAD_REPLY, unaskedCase, UNAVAILABLE } from '../../support/case-makers.ts'
import type { QuoteCase } from '../../support/provider-suite.ts'
import { MALLORY, USDC } from '../../support/case-assets.ts'
import {
  altered,
  APPROVE_UNLIMITED,
  ask,
  bridging,
  bridgingLockCase,
  calldata,
  CROSS_CHAIN,
  native,
  nativeLockCase,
  nativeQuery,
  nobody,
  priceCase,
  swappingCase,
  swappingLockCase,
  WETH_ARBITRUM,
} from './exchanges.ts'

/** A price that is refused with a recording. */
const refusedCase = (name: string, file: string, noRoute: NoRouteCode) =>
  priceCase(name, { file, status: 400 }, { noRoute })

/** The same with a recording that is changed. */
const refusedAs = (name: string, file: string, noRoute: NoRouteCode, changes: Readonly<Record<string, unknown>>) =>
  priceCase(name, { ...altered(file, changes), status: 400 }, { noRoute })

const above = (maximum: string) => ({
  ...altered('no-route-amount-too-high.json', { message: `Amount exceeds max. deposit limit: ${maximum}` }),
  status: 400,
})

/** What Across refuses, and what we refuse of Across. */
export const refusals: readonly QuoteCase[] = [
  swappingLockCase('refuses to lock calldata that pays somebody else', { 'swapTx.data': calldata(MALLORY) }, BAD_REPLY),
  swappingLockCase('refuses to lock a transaction for another chain', { 'swapTx.chainId': 1 }, BAD_REPLY),
  nativeLockCase(
    'refuses to lock a native value above the amount',
    { 'swapTx.value': '100000000000000001' },
    BAD_REPLY,
  ),
  bridgingLockCase(
    'refuses to lock a native value for a token without a fee that explains it',
    { 'swapTx.value': '1' },
    BAD_REPLY,
  ),
  bridgingLockCase(
    'refuses to lock an approval for somebody other than the contract that is called',
    { approvalTxns: [{ chainId: 1, to: USDC.ethereum, data: APPROVE_UNLIMITED.replace('5c7b', '5c7c') }] },
    BAD_REPLY,
  ),
  bridgingLockCase(
    'refuses to lock an approval of another token',
    { approvalTxns: [{ chainId: 1, to: WETH_ARBITRUM, data: APPROVE_UNLIMITED }] },
    BAD_REPLY,
  ),
  bridgingLockCase(
    'refuses to lock where the allowance it needs is not the amount',
    { 'checks.allowance.expected': '1000001' },
    BAD_REPLY,
  ),
  bridgingLockCase('refuses to lock a transaction of another kind of chain', { 'swapTx.ecosystem': 'svm' }, BAD_REPLY),
  swappingCase('refuses a quote for another amount', altered(CROSS_CHAIN, { inputAmount: '1000001' }), BAD_REPLY),
  swappingCase(
    'refuses a quote for another destination asset',
    altered(CROSS_CHAIN, { 'outputToken.address': USDC.optimism }),
    BAD_REPLY,
  ),
  swappingCase(
    'refuses a quote that counts the source asset in other decimals',
    altered(CROSS_CHAIN, { 'inputToken.decimals': 18 }),
    BAD_REPLY,
  ),
  swappingCase('refuses a quote without its tokens and steps', 'quote-partial-approval-txns-null.json', BAD_REPLY),
  refusedCase('tells that the amount is below the minimum', 'no-route-amount-too-low.synthetic.json', 'below_minimum'),
  refusedCase(
    'tells that the amount is above a maximum of some other token',
    'no-route-amount-too-high.json',
    'above_maximum',
  ),
  priceCase('tells the maximum where it is one of the source asset', above('20003.800721 USDC'), {
    noRoute: 'above_maximum',
    maximum: '20003.800721',
  }),
  {
    name: 'tells the maximum of a native coin, which it calls by its wrapped name',
    request: native,
    exchanges: [ask({ ...nativeQuery, ...nobody }, above('0.0875 WETH'))],
    expected: { noRoute: 'above_maximum', maximum: '0.0875' },
  },
  refusedAs('tells that it no longer serves the chain', 'error-400-approval-invalid-param.json', 'pair_unsupported', {
    message: 'Unsupported chain id: 10',
    '+param': 'originChainId',
  }),
  refusedCase('tells that the relayers hold too little', 'no-route-relayer-funds.json', 'no_liquidity'),
  refusedCase(
    'tells that there is no swap to the bridge now',
    'no-route-swap-quote-unavailable.synthetic.json',
    'no_liquidity',
  ),
  refusedAs(
    'tells that the slippage is too small for the swap',
    'no-route-swap-quote-unavailable.synthetic.json',
    'price_impact',
    { code: 'SWAP_SLIPPAGE_INSUFFICIENT' },
  ),
  priceCase(
    'tells that it does not know the token',
    refusal('no-route-token-not-found-404.synthetic.json', 404),
    'pair_unsupported',
  ),
  priceCase('says that it wants a key', { status: 401, text: '<html>Unauthorized</html>' }, { noRoute: 'needs_key' }),
  priceCase(
    'says that it does not accept the key',
    { status: 403, text: '{"code":"permission.not_entitled"}' },
    { noRoute: 'needs_key' },
  ),
  priceCase('is unavailable once it is switched off', { status: 410, text: 'Gone' }, UNAVAILABLE),
  priceCase('is unavailable where it has moved', { status: 301, text: '' }, UNAVAILABLE),
  priceCase(
    'takes a complaint about our own request for a fault',
    refusal('error-400-approval-invalid-param.json'),
    BAD_REPLY,
  ),
  swappingCase(
    'is unavailable where the transaction fails in simulation',
    {
      ...altered('error-400-approval-invalid-param.json', { code: 'SIMULATION_ERROR', '+transaction': {} }),
      status: 400,
    },
    UNAVAILABLE,
  ),
  unaskedCase('does not start on Solana', { src: `solana:${USDC.solana}`, dst: `base:${USDC.base}`, amount: '1' }),
  unaskedCase('does not swap within one chain', {
    src: 'ethereum:native',
    dst: `ethereum:${USDC.ethereum}`,
    amount: '1',
  }),
  unaskedCase('does not pay out on chains that it does not serve', { ...bridging, dst: 'bitcoin:native' }),
]
