import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, type ClientCall, clientPrepared, definePrepares, UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { ALICE, BOB, MALLORY, USDC, wallets } from '../../support/case-assets.ts'
import { ask, calldata, later, PERIPHERY, SPOKE_POOL, swappingLock, swappingQuery } from './exchanges.ts'

const lateCase = definePrepares('locks a price that soon runs out', (changes: Record<string, unknown>) =>
  swappingLock(changes),
)

/** What is handed to the wallet. */
export const prepares: readonly PrepareCase[] = [
  {
    name: 'a swap needs no approval while the allowance lasts',
    quote: 'locks a swap with an allowance that is large enough',
    exchanges: [],
    expected: swappingPrepared('vqhfb-1770675636494-01dc8983f2fc'),
  },
  {
    name: 'a token is approved by exactly the amount, not without limit',
    quote: 'locks a token that must be approved',
    exchanges: [],
    expected: bridgingPrepared(['1000000']),
  },
  {
    name: 'a token that is short of allowance is approved without being asked',
    quote: 'locks a token that is short of allowance although no approval is listed',
    exchanges: [],
    expected: bridgingPrepared(['1000000']),
  },
  {
    name: 'an allowance is taken back first where the token wants it so',
    quote: 'locks a token whose allowance must be taken back first',
    exchanges: [],
    expected: bridgingPrepared(['0', '1000000']),
  },
  {
    name: 'the native fee of an OFT goes along as value',
    quote: 'locks an OFT with the native fee of its message',
    exchanges: [],
    expected: bridgingPrepared(['1000000'], '70000000000000'),
  },
  {
    name: 'a native coin goes along as value',
    quote: 'locks a native coin',
    exchanges: [],
    expected: prepared('synth-1778833239607-000000000001', 'WETH', {
      chainId: 1,
      to: SPOKE_POOL,
      data: calldata(BOB),
      value: '100000000000000000',
      amount: '100000000000000000',
      description: 'Send ETH to Across, whose relayer pays ETH on Base',
    }),
  },
  lateCase(
    'a call that soon runs out is replaced by a new one that guarantees as much',
    { ...later, expectedOutputAmount: '467917612181890' },
    swappingPrepared('fresh-quote'),
  ),
  lateCase(
    'a new call that guarantees one base unit less is refused',
    { ...later, minOutputAmount: '464434354522973' },
    UNAVAILABLE,
  ),
  lateCase('a new call that pays somebody else is refused', { ...later, 'swapTx.data': calldata(MALLORY) }, BAD_REPLY),
  {
    name: 'calldata that was too long to keep is asked for again',
    quote: 'locks calldata that is too long to keep',
    exchanges: [swappingLock({ minOutputAmount: '464434354522973' })],
    expected: UNAVAILABLE,
  },
  lateCase('a new call over another bridge is refused', { ...later, 'steps.bridge.provider': 'cctp' }, UNAVAILABLE),
  {
    name: 'a way that is gone by then is unavailable',
    quote: 'locks a price that soon runs out',
    exchanges: [ask({ ...swappingQuery, ...wallets }, refusal('no-route-route-not-enabled.synthetic.json'))],
    expected: UNAVAILABLE,
  },
]

function bridgingPrepared(approvals: readonly string[], value = '0') {
  return prepared('chqpg-1778833239607-ffaac4e43d73', 'USDC', {
    chainId: 1,
    to: SPOKE_POOL,
    data: calldata(BOB),
    value,
    token: USDC.ethereum,
    amount: '1000000',
    approvals,
    symbol: 'USDC',
    description: 'Send USDC to Across, whose relayer pays USDC on Base',
  })
}

function swappingPrepared(quoteId: string) {
  return prepared(quoteId, 'WETH', {
    chainId: 10,
    to: PERIPHERY,
    data: calldata(BOB),
    token: USDC.optimism,
    amount: '1000000',
    description: 'Send USDC to Across, whose relayer pays WETH on Arbitrum',
  })
}

function prepared(quoteId: string, bridged: string, call: ClientCall) {
  const tracking = { bridged, depositor: ALICE, recipient: BOB, amountIn: call.amount }
  const withId = { ...call, meta: { providerQuoteId: quoteId } }
  return clientPrepared(withId, { requestId: quoteId, tracking, needsHash: true })
}
