import { debridge } from '../../../src/providers/debridge/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { refusals } from './refusal-cases.ts'
import { statuses } from './status-cases.ts'

/** deBridge with a key. */
export const cases: ProviderCases = {
  provider: debridge,
  url: import.meta.url,
  settings: { API_KEY: 'key-of-the-test' },
  quotes: [...quotes, ...refusals],
  prepares,
  statuses,
  discoveries,
  // An order that nobody made yet is answered so.
  tolerates: [{ of: 'status', path: '/dln/order/', faults: ['404'], gives: 'the same' }],
}
