import { thorchain } from '../../../src/providers/thorchain/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { neededBy, sharedPrepares, sharedQuotes, sharedStatuses, TOLERATED } from '../thorchain-family/shared-cases.ts'
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
  tolerates: TOLERATED,
  needs: [
    ...neededBy(FACTS),
    {
      of: ['status'],
      path: '/thorchain/tx/status/',
      fields: [
        ...['stages.inbound_observed.started', 'stages.inbound_observed.completed'],
        ...['stages.inbound_finalised.completed', 'stages.swap_status.pending', 'stages.swap_finalised.completed'],
      ],
      why: 'only they say that a deposit was never seen, or ended without any output: unread, it is waited for',
    },
    {
      of: ['status'],
      path: '/v2/actions',
      fields: ['actions.*.metadata.refund.memo'],
      changes: true,
      why: 'indexers may state no memo of a refund: then only the hash says whose deposit it was',
    },
  ],
}
