import { across } from '../../../src/providers/across/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { NOW_SEC } from './exchanges.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { refusals } from './refusal-cases.ts'
import { statuses } from './status-cases.ts'

/** Across, at the time of its fullest recording, with both of its settings. */
export const cases: ProviderCases = {
  provider: across,
  url: import.meta.url,
  nowMs: NOW_SEC * 1000,
  settings: { API_KEY: 'key-of-the-test', INTEGRATOR_ID: '0x00ab' },
  quotes: [...quotes, ...refusals],
  prepares,
  statuses,
  discoveries,
  // A deposit that is not indexed yet is answered so.
  tolerates: [
    // Whoever asks without a key that is wanted hears so; what is not found, or elsewhere, is an API that is switched off.
    { of: 'quote', path: '/swap/approval', faults: ['401', '403'], gives: 'an answer' },
    { of: 'quote', path: '/swap/approval', faults: ['404', 'a redirect'], gives: 'unavailable' },
    { of: 'prepare', path: '/swap/approval', faults: ['404', 'a redirect'], gives: 'unavailable' },
    { of: 'status', path: '/deposit/status', faults: ['a redirect'], gives: 'unavailable' },
    { of: 'status', path: '/deposit/status', faults: ['404'], gives: 'the same' },
  ],
  readsStrictly:
    'its replies are short, and were demanded as documented before anybody asked which fields a swap needs',
}
