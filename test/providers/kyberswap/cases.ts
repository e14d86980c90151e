import { kyberswap } from '../../../src/providers/kyberswap/manifest.ts'
import type { Need } from '../../support/reply-mutations.ts'
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
  needs: [
    ...['/base/api/v1/routes', '/ethereum/api/v1/routes'].map((path): Need => ({
      of: ['quote', 'prepare'],
      path,
      fields: [
        'code',
        'data.routerAddress',
        ...['tokenIn', 'tokenOut', 'amountIn', 'amountOut'].map((name) => `data.routeSummary.${name}`),
      ],
      why: 'the amounts and assets, and the contract that is called',
    })),
    {
      of: ['prepare'],
      path: '/base/api/v1/route/build',
      fields: ['code', 'data.data', 'data.routerAddress', 'data.transactionValue'],
      why: 'the call; its value may be missing but not be something else',
    },
  ],
}
