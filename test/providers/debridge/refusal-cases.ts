import type { NoRouteCode } from '../../../src/core/api/documents.ts'
import { BAD_REPLY, unaskedCase } from '../../support/case-makers.ts'
import type { QuoteCase } from '../../support/provider-suite.ts'
import { lock, MALLORY, USDC, wallets } from '../../support/case-assets.ts'
import {
  altered,
  ARB,
  ask,
  bridging,
  bridgingLockCase,
  bridgingQuery,
  calldata,
  ESTIMATE,
  nativeLockCase,
  priceCase,
  swapping,
  swappingQuery,
  walletQuery,
  WITH_SWAPS,
} from './exchanges.ts'

/** A price that is refused with a recording. */
const refusedCase = (name: string, file: string, noRoute: NoRouteCode) =>
  priceCase(name, { file, status: 400 }, { noRoute })

/** The same with a recording that is changed. */
const refusedAs = (name: string, file: string, noRoute: NoRouteCode, changes: Readonly<Record<string, unknown>>) =>
  priceCase(name, { ...altered(file, changes), status: 400 }, { noRoute })

/** What deBridge refuses, and what we refuse of deBridge. */
export const refusals: readonly QuoteCase[] = [
  bridgingLockCase(
    'refuses to lock calldata that pays somebody else',
    { 'tx.data': calldata('0xb9303701', MALLORY) },
    BAD_REPLY,
  ),
  {
    name: 'refuses to lock an estimate without a transaction',
    request: { ...bridging, ...lock },
    exchanges: [ask({ ...bridgingQuery, ...walletQuery }, ESTIMATE)],
    expected: BAD_REPLY,
  },
  bridgingLockCase('refuses to lock an order without its id', { orderId: null }, BAD_REPLY),
  bridgingLockCase('refuses to lock a value above the flat fee', { 'tx.value': '1000000000000001' }, BAD_REPLY),
  nativeLockCase(
    'refuses to lock a native value above the amount and the flat fee',
    { 'tx.value': '11000000000000001' },
    BAD_REPLY,
  ),
  bridgingLockCase(
    'refuses to lock an approval for another contract than the one that is called',
    { 'tx.+allowanceTarget': MALLORY },
    BAD_REPLY,
  ),
  {
    name: 'refuses an order for more than was asked, with expenses put on top',
    request: { ...swapping, amount: '1000', ...wallets },
    exchanges: [ask({ ...swappingQuery, srcChainTokenInAmount: '1000000000000000000000', ...walletQuery }, WITH_SWAPS)],
    expected: BAD_REPLY,
  },
  priceCase(
    'refuses an order for another destination asset',
    altered(ESTIMATE, { 'estimation.dstChainTokenOut.address': ARB }),
    BAD_REPLY,
  ),
  priceCase(
    'refuses an order on another source chain',
    altered(ESTIMATE, { 'estimation.srcChainTokenIn.chainId': 10 }),
    BAD_REPLY,
  ),
  refusedCase('tells that the amount is too low', 'no-route-low-give-amount.json', 'below_minimum'),
  refusedCase(
    'tells that the amount does not cover the network cost',
    'no-route-included-gas-fee-not-covered.synthetic.json',
    'below_minimum',
  ),
  refusedCase('tells that it has no way', 'no-route-impossible-route.synthetic.json', 'pair_unsupported'),
  refusedAs('tells that its exchange has no price', 'no-route-impossible-route.synthetic.json', 'no_liquidity', {
    errorId: 'CONNECTOR_1INCH_RETURNED_ERROR',
  }),
  refusedCase('tells that it has dropped a chain', 'error-invalid-dst-chain.json', 'pair_unsupported'),
  priceCase(
    'takes a complaint about another parameter for a fault',
    { ...altered('error-invalid-dst-chain.json', { errorMessage: 'slippage must not be less than 0' }), status: 400 },
    BAD_REPLY,
  ),
  {
    name: 'asks for other wallets than one that it does not serve',
    request: { ...bridging, ...wallets },
    exchanges: [
      ask(
        { ...bridgingQuery, ...walletQuery },
        {
          ...altered('no-route-impossible-route.synthetic.json', { errorId: 'COMPLIANCE_ADDRESS_BLOCKED' }),
          status: 403,
        },
      ),
    ],
    expected: { noRoute: 'needs_change' },
  },
  priceCase(
    'reads a refusal without errorId by its words',
    { status: 400, text: '{"statusCode":400,"message":"dstChainId must be one of the following values: 1, 10"}' },
    'pair_unsupported',
  ),
  priceCase(
    'asks for other wallets where a refusal without errorId names one',
    { status: 400, text: '{"statusCode":400,"message":"dstChainTokenOutRecipient must be a valid address"}' },
    'needs_change',
  ),
  priceCase(
    'asks for other wallets where a refusal of the framework lists its reasons',
    {
      status: 400,
      text: '{"statusCode":400,"message":["dstChainTokenOutRecipient must be valid","slippage must be a number"]}',
    },
    'needs_change',
  ),
  priceCase(
    'reads each reason of a list',
    { status: 400, text: '{"statusCode":400,"message":["srcChainId is odd","dstChainId must be one of: 1, 10"]}' },
    'pair_unsupported',
  ),
  priceCase(
    'takes a refusal of other words and no errorId for a fault',
    { status: 400, text: '{"statusCode":400,"message":"Bad Request"}' },
    BAD_REPLY,
  ),
  unaskedCase('does not start on Solana', { src: 'solana:native', dst: `base:${USDC.base}`, amount: '1' }),
  unaskedCase('does not swap within one chain', { src: 'base:native', dst: `base:${USDC.base}`, amount: '1' }),
  unaskedCase('does not pay out on chains that it does not serve', { ...bridging, dst: 'bitcoin:native' }),
]
