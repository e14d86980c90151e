import { thorchain } from '../../../src/providers/thorchain/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import {
  neededBy,
  sharedPrepares,
  sharedQuotes,
  sharedStatuses,
  toleratedBy,
} from '../thorchain-family/shared-cases.ts'
import { DISCOVERIES } from './discovery-cases.ts'
import { FACTS, NOW_MS } from './exchanges.ts'
import { PREPARES } from './prepare-cases.ts'
import { QUOTES } from './quote-cases.ts'
import { STATUSES } from './status-cases.ts'

/** THORChain as it comes, without settings. */
export const THORCHAIN_CASES: ProviderCases = {
  provider: thorchain,
  url: import.meta.url,
  nowMs: NOW_MS,
  quotes: [...QUOTES, ...sharedQuotes(FACTS)],
  prepares: [...PREPARES, ...sharedPrepares(FACTS)],
  statuses: [...STATUSES, ...sharedStatuses(FACTS)],
  discoveries: DISCOVERIES,
  tolerates: toleratedBy(FACTS),
  needs: [
    ...neededBy(FACTS),
    {
      of: ['status'],
      path: '/v2/actions',
      fields: ['actions.*.metadata.refund.memo'],
      changes: true,
      why: 'the memo tells whose deposit was refunded',
    },
  ],
  readsStrictly:
    'its replies are short, and were demanded as documented before anybody asked which fields a swap needs',
}
