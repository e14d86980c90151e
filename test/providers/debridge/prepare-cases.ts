import { type ClientCall, clientPrepared } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { BOB, USDC } from '../../support/case-assets.ts'
import { ARB, calldata, DLN_SOURCE, FORWARDER } from './exchanges.ts'

/** The execution of an order by this call. */
function prepared(orderId: string, call: ClientCall) {
  const tracking = { orderId, recipient: BOB, found: false }
  const withId = { ...call, meta: { providerQuoteId: orderId } }
  return clientPrepared(withId, { requestId: orderId, tracking, needsHash: false })
}

/** What is handed to the wallet. */
export const prepares: readonly PrepareCase[] = [
  {
    name: 'a token is approved by exactly the amount, and the flat fee goes along as value',
    quote: 'locks a token',
    exchanges: [],
    expected: prepared('0x268798c90c925354e603c26e202df577b499f9347253c2c413d151c0581449a0', {
      chainId: 8453,
      to: DLN_SOURCE,
      data: calldata('0xb9303701', BOB),
      value: '1000000000000000',
      token: USDC.base,
      amount: '10000000',
      approvals: ['10000000'],
      symbol: 'USDC',
      description: 'Send USDC to deBridge, whose solver pays USDC on Arbitrum',
    }),
  },
  {
    name: 'a token is approved for the spender that is named',
    quote: 'locks a token whose spender is named',
    exchanges: [],
    expected: prepared('0x19499ede9b21fa5cc0ce5f74a155482576ff7d85b51863fb5231dbf648300b6a', {
      chainId: 42161,
      to: FORWARDER,
      data: calldata('0x4d8160ba', BOB),
      value: '1000000000000000',
      token: ARB,
      amount: '1000097362178910640486',
      approvals: ['1000097362178910640486'],
      symbol: 'ARB',
      description: 'Send ARB to deBridge, whose solver pays POL on Polygon',
    }),
  },
  {
    name: 'a native coin goes along with the flat fee',
    quote: 'locks a native coin',
    exchanges: [],
    expected: prepared(`0x${'1'.padStart(64, '0')}`, {
      chainId: 42161,
      to: FORWARDER,
      data: calldata('0x4d8160ba', BOB),
      value: '11000000000000000',
      amount: '10000000000000000',
      description: 'Send ETH to deBridge, whose solver pays USDC on Base',
    }),
  },
]
