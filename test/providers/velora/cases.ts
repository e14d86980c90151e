import { velora } from '../../../src/providers/velora/manifest.ts'
import type { Need } from '../../support/reply-mutations.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { receiptCases } from '../../support/receipt-cases.ts'
import { discoveryCases } from './discovery-cases.ts'
import { prepareCases } from './prepare-cases.ts'
import { quoteCases } from './quote-cases.ts'

export const veloraCases: ProviderCases = {
  provider: velora,
  url: import.meta.url,
  quotes: quoteCases,
  prepares: prepareCases,
  statuses: receiptCases,
  discoveries: discoveryCases,
  needs: [
    ...['/prices', '/swap'].map((path): Need => ({
      of: ['quote', 'prepare'],
      path,
      fields: [
        'network',
        'srcToken',
        'srcDecimals',
        'srcAmount',
        'destToken',
        'destDecimals',
        'destAmount',
        'side',
        'version',
        'contractAddress',
        'tokenTransferProxy',
        'partnerFee',
      ].map((name) => `priceRoute.${name}`),
      why: 'the amounts and assets, the version whose contracts are known, and what Velora takes of the output',
    })),
    {
      of: ['quote', 'prepare'],
      path: '/swap',
      fields: ['from', 'to', 'value', 'data', 'chainId'].map((name) => `txParams.${name}`),
      why: 'the call',
    },
  ],
}
