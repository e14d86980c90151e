import { nearIntents } from '../../../src/providers/near-intents/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { NOW_MS } from './exchanges.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { TEST_KEY } from './signing.ts'
import { statuses } from './status-cases.ts'

/** NEAR Intents without a partner token. */
export const cases: ProviderCases = {
  provider: nearIntents,
  url: import.meta.url,
  nowMs: NOW_MS,
  settings: { QUOTE_KEY: TEST_KEY },
  quotes,
  prepares,
  statuses,
  discoveries,
  tolerates: [
    // A deposit address that it does not know yet is answered so.
    { of: 'status', path: '/v0/status', faults: ['404'], gives: 'the same' },
    // Its list is short, and the usual limit of size is kept.
    { of: 'assets', path: '/v0/tokens', faults: ['some megabytes'], gives: 'bad_response' },
  ],
  needs: [
    {
      of: ['prepare'],
      path: '/v0/quote',
      fields: ['quote.depositMemo'],
      changes: true,
      why: 'most deposit addresses have none',
    },
  ],
  readsStrictly:
    'its replies are short, and were demanded as documented before anybody asked which fields a swap needs',
}
