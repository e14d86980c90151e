import { chainflip } from '../../../src/providers/chainflip/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { NOW_MS } from './exchanges.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { statuses } from './status-cases.ts'

/** What a price cannot be read without: its asset and amounts, and the fees that its least price is computed with. */
const PRICE = [
  ...['type', 'depositAmount', 'egressAmount', 'srcAsset.chain', 'srcAsset.asset', 'destAsset.chain'],
  ...['destAsset.asset', 'includedFees.*.type', 'includedFees.*.chain', 'includedFees.*.asset'],
  ...['includedFees.*.amount', 'dcaParams.numberOfChunks', 'dcaParams.chunkIntervalBlocks', 'estimatedPrice'],
]

/** Chainflip by calls of its Vault and by deposit channels. */
export const cases: ProviderCases = {
  provider: chainflip,
  url: import.meta.url,
  nowMs: NOW_MS,
  quotes,
  prepares,
  statuses,
  discoveries,
  tolerates: [
    // What is switched on is a help only: the quote itself decides.
    { of: 'quote', path: '/api/networkInfo', gives: 'the same' },
    // A channel that it does not index yet is answered so.
    { of: 'status', path: '/v2/swaps/', faults: ['404'], gives: 'an answer' },
    // Its list is short and must be whole.
    { of: 'assets', path: '/', faults: ['some megabytes', 'an odd row'], gives: 'bad_response' },
  ],
  needs: [
    {
      of: ['quote'],
      path: '/v2/quote',
      fields: ['*', ...PRICE.map((field) => `*.${field}`), ...PRICE.map((field) => `*.boostQuote.${field}`)],
      changes: true,
      why: 'each price of the list is a route of its own, and so is its boosted form',
    },
    {
      of: ['quote'],
      path: '/v2/quote',
      fields: ['*.boostQuote.maxBoostFeeBps'],
      changes: true,
      why: 'what boost costs',
    },
    {
      of: ['prepare'],
      path: '/v2/quote',
      fields: ['*', ...PRICE.map((field) => `*.${field}`)],
      why: 'the least price that the call states is computed from amounts and fees',
    },
    {
      of: ['prepare'],
      path: '/api/',
      fields: ['chain', 'to', 'calldata', 'value'],
      why: 'the call of the Vault',
    },
    {
      of: ['status'],
      path: '/v2/swaps/',
      fields: ['srcChain', 'srcAsset', 'destChain', 'destAsset', 'destAddress', 'state'],
      why: 'whose swap it is, and its state',
    },
    {
      of: ['status'],
      path: '/v2/swaps/',
      fields: ['swapEgress.failure.mode', 'refundEgress.failure.mode', 'fallbackEgress.destinationAddress'],
      why: 'what failed, and who gets what was not delivered',
    },
    {
      of: ['status'],
      path: '/v2/swaps/',
      fields: ['swapEgress.txRef', 'swapEgress.witnessedAt', 'refundEgress.amount', 'fallbackEgress.witnessedAt'],
      why: 'the proof of a payment: without it a swap is still being paid out',
    },
    {
      of: ['status'],
      path: '/v2/swaps/',
      fields: ['fallbackEgress'],
      changes: true,
      why: 'a payout that is witnessed and has no fallback is documented as success, also in the state FAILED',
    },
    {
      of: ['status'],
      path: '/v2/swaps/3614786-Bitcoin-875',
      fields: ['refundEgress'],
      changes: true,
      why: 'a rejected deposit that nobody has begun to return in two hours is not returned',
    },
  ],
}
