import { kyberswap } from '../../../src/providers/kyberswap/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { receiptCases } from '../../support/receipt-cases.ts'
import { discoveryCases } from './discovery-cases.ts'
import { prepareCases } from './prepare-cases.ts'
import { quoteCases } from './quote-cases.ts'

export const kyberswapCases: ProviderCases = {
  provider: kyberswap,
  url: import.meta.url,
  quotes: quoteCases,
  prepares: prepareCases,
  statuses: receiptCases,
  discoveries: discoveryCases,
  tolerates: [
    // So it answers for a chain that it no longer serves.
    { of: 'quote', path: '/base/api/v1/routes', faults: ['404'], gives: 'an answer' },
    { of: 'prepare', path: '/base/api/v1/routes', faults: ['404'], gives: 'unavailable' },
    // Its lists are asked for by the hundred, and the usual limit of size is kept.
    { of: 'assets', path: '/', faults: ['some megabytes'], gives: 'bad_response' },
  ],
}
