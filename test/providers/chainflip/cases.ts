import { chainflip } from '../../../src/providers/chainflip/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { NOW_MS } from './exchanges.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { statuses } from './status-cases.ts'

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
    // A 503 is read, because it says what is switched off.
    { of: 'quote', path: '/v2/quote', faults: ['503'], gives: 'bad_response' },
    { of: 'prepare', path: '/', faults: ['503'], gives: 'bad_response' },
    // A channel that it does not index yet is answered so.
    { of: 'status', path: '/v2/swaps/', faults: ['404'], gives: 'an answer' },
    // Its list is short and must be whole.
    { of: 'assets', path: '/', faults: ['some megabytes', 'an odd row'], gives: 'bad_response' },
  ],
  needs: [
    {
      of: ['quote'],
      path: '/v2/quote',
      fields: ['*', '*.boostQuote.includedFees.*'],
      changes: true,
      why: 'each quote of the list is a route of its own, and so is its boosted form',
    },
    {
      of: ['status'],
      path: '/v2/swaps/',
      fields: ['swapEgress', 'refundEgress', 'fallbackEgress'],
      changes: true,
      why: 'the payouts decide: what none of them shows was not paid',
    },
  ],
  readsStrictly:
    'its replies are short, and were demanded as documented before anybody asked which fields a swap needs',
}
