import { thorchain } from '../../../src/providers/thorchain/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { DISCOVERIES } from './discovery-cases.ts'
import { NOW_MS } from './exchanges.ts'
import { PREPARES } from './prepare-cases.ts'
import { QUOTES } from './quote-cases.ts'
import { STATUSES } from './status-cases.ts'

/** THORChain as it comes, without settings. */
export const THORCHAIN_CASES: ProviderCases = {
  provider: thorchain,
  url: import.meta.url,
  nowMs: NOW_MS,
  quotes: QUOTES,
  prepares: PREPARES,
  statuses: STATUSES,
  discoveries: DISCOVERIES,
  tolerates: [
    // A deposit that the node has not seen is answered so.
    { of: 'status', path: '/thorchain/tx/status/', faults: ['404'], gives: 'an answer' },
    // Its lists are short and must be whole.
    { of: 'assets', path: '/', faults: ['some megabytes', 'an odd row'], gives: 'bad_response' },
  ],
}
