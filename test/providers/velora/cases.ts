import { velora } from '../../../src/providers/velora/manifest.ts'
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
}
