import { defineQuotes, type ReplyOrFile, toReply, unaskedCase } from '../../support/case-makers.ts'
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

const lockCase = defineQuotes({ ...bridging, ...lock }, (changes: Record<string, unknown>) => bridgingLock(changes))

const priceCase = defineQuotes(bridging, (reply: ReplyOrFile) => ask(bridgingQuery, toReply(reply)))

/** What deBridge refuses, and what we refuse of deBridge. */
export const refusals: readonly QuoteCase[] = [
  lockCase('refuses to lock calldata that pays somebody else', { tx: { data: calldata('0xb9303701', MALLORY) } }, BAD),
  {
    name: 'refuses to lock an estimate without a transaction',
    request: { ...bridging, ...lock },
    exchanges: [ask({ ...bridgingQuery, ...walletQuery }, { file: ESTIMATE })],
    expected: BAD,
  },
  lockCase('refuses to lock an order without its id', { orderId: null }, BAD),
  lockCase(
    'refuses to lock a value above the flat fee',
    { tx: { data: calldata('0xb9303701', BOB), value: '1000000000000001' } },
    BAD,
  ),
  {
    name: 'refuses to lock a native value above the amount and the flat fee',
    request: { ...native, ...lock },
    exchanges: [nativeLock({ tx: { data: calldata('0x4d8160ba', BOB), value: '11000000000000001' } })],
    expected: BAD,
  },
  lockCase(
    'refuses to lock an approval for another contract than the one that is called',
    { tx: { data: calldata('0xb9303701', BOB), allowanceTarget: MALLORY } },
    BAD,
  ),
  {
    name: 'refuses an order for more than was asked, with expenses put on top',
    request: { ...swapping, amount: '1000', ...wallets },
    exchanges: [
      ask({ ...swappingQuery, srcChainTokenInAmount: '1000000000000000000000', ...walletQuery }, { file: WITH_SWAPS }),
    ],
    expected: BAD,
  },
  priceCase(
    'refuses an order for another destination asset',
    { text: altered(ESTIMATE, { estimation: { dstChainTokenOut: { address: ARB } } }) },
    BAD,
  ),
  priceCase(
    'refuses an order on another source chain',
    { text: altered(ESTIMATE, { estimation: { srcChainTokenIn: { chainId: 10 } } }) },
    BAD,
  ),
  priceCase(
    'tells that the amount is too low',
    { file: 'no-route-low-give-amount.json', status: 400 },
    { noRoute: 'below_minimum' },
  ),
  priceCase(
    'tells that the amount does not cover the network cost',
    { file: 'no-route-included-gas-fee-not-covered.synthetic.json', status: 400 },
    { noRoute: 'below_minimum' },
  ),
  priceCase(
    'tells that it has no way',
    { file: 'no-route-impossible-route.synthetic.json', status: 400 },
    { noRoute: 'pair_unsupported' },
  ),
  priceCase(
    'tells that its exchange has no price',
    {
      text: altered('no-route-impossible-route.synthetic.json', { errorId: 'CONNECTOR_1INCH_RETURNED_ERROR' }),
      status: 400,
    },
    { noRoute: 'no_liquidity' },
  ),
  priceCase(
    'tells that it has dropped a chain',
    { file: 'error-invalid-dst-chain.json', status: 400 },
    { noRoute: 'pair_unsupported' },
  ),
  priceCase(
    'takes a complaint about another parameter for a fault',
    {
      text: altered('error-invalid-dst-chain.json', { errorMessage: 'slippage must not be less than 0' }),
      status: 400,
    },
    BAD,
  ),
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
  unaskedCase('does not start on Solana', { src: 'solana:native', dst: `base:${USDC.base}`, amount: '1' }),
  unaskedCase('does not swap within one chain', { src: 'base:native', dst: `base:${USDC.base}`, amount: '1' }),
  unaskedCase('does not pay out on chains that it does not serve', { ...bridging, dst: 'bitcoin:native' }),
]
