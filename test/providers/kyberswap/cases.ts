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
}
