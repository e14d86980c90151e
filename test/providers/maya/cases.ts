import { maya } from '../../../src/providers/maya/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { neededBy, sharedPrepares, sharedQuotes, sharedStatuses, TOLERATED } from '../thorchain-family/shared-cases.ts'
import { DISCOVERIES } from './discovery-cases.ts'
import { FACTS, NOW_MS } from './exchanges.ts'
import { PREPARES } from './prepare-cases.ts'
import { QUOTES } from './quote-cases.ts'
import { STATUSES } from './status-cases.ts'

/** Maya Protocol as it comes, without settings. */
export const MAYA_CASES: ProviderCases = {
  provider: maya,
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
      of: ['quote', 'prepare'],
      path: '/mayachain/inbound_addresses',
      fields: ['*.chain', '*.halted', '*.global_trading_paused', '*.chain_trading_paused'],
      why: 'whether a chain of the pair is halted',
    },
    {
      of: ['status'],
      path: '/mayachain/tx/status/',
      fields: ['stages'],
      why: 'a reply with neither stages nor outputs is no status',
    },
    {
      of: ['status'],
      path: '/v2/actions',
      fields: ['actions.*.metadata'],
      why: 'it may hold the memo of a refund, which says whose deposit it was',
    },
  ],
}
