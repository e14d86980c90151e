import { chainflip } from '../../../src/providers/chainflip/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { NOW_MS } from './exchanges.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { statuses } from './status-cases.ts'

/** Chainflip by deposit channels. */
export const cases: ProviderCases = {
  provider: chainflip,
  url: import.meta.url,
  nowMs: NOW_MS,
  quotes,
  prepares,
  statuses,
  discoveries,
}
