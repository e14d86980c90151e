import { nearIntents } from '../../../src/providers/near-intents/manifest.ts'
import type { ProviderCases } from '../../support/provider-suite.ts'
import { discoveries } from './discovery-cases.ts'
import { NOW_MS } from './exchanges.ts'
import { prepares } from './prepare-cases.ts'
import { quotes } from './quote-cases.ts'
import { TEST_KEY } from './signing.ts'
import { statuses } from './status-cases.ts'

const echoed = (field: string) => `quoteRequest.${field}`
const quoted = (field: string) => `quote.${field}`

/** NEAR Intents without a partner token. */
export const cases: ProviderCases = {
  provider: nearIntents,
  url: import.meta.url,
  nowMs: NOW_MS,
  settings: { QUOTE_KEY: TEST_KEY },
  quotes,
  prepares,
  statuses,
  discoveries,
  tolerates: [
    // A deposit address that it does not know yet is answered so.
    { of: 'status', path: '/v0/status', faults: ['404'], gives: 'the same' },
    // Its list is short, and the usual limit of size is kept.
    { of: 'assets', path: '/v0/tokens', faults: ['some megabytes'], gives: 'bad_response' },
  ],
  needs: [
    {
      of: ['quote', 'prepare'],
      path: '/v0/quote',
      fields: [
        ...['swapType', 'slippageTolerance', 'originAsset', 'destinationAsset', 'amount', 'depositType'].map(echoed),
        ...['refundTo', 'refundType', 'recipient', 'recipientType', 'confidentiality'].map(echoed),
      ],
      why: 'the terms that it repeats are compared with ours',
    },
    {
      of: ['quote', 'prepare'],
      path: '/v0/quote',
      fields: ['quote.amountIn', 'quote.amountOut', 'quote.minAmountOut'],
      why: 'what is sent, and what it gives',
    },
    {
      of: ['prepare'],
      path: '/v0/quote',
      fields: [
        ...['amountInFormatted', 'amountInUsd', 'minAmountIn', 'amountOutFormatted', 'amountOutUsd'].map(quoted),
        ...['timeEstimate', 'refundFee', 'withdrawFee', 'deadline', 'timeWhenInactive', 'depositAddress'].map(quoted),
        ...['dry', 'deadline', 'referral', 'quoteWaitingTimeMs'].map(echoed),
        ...['signature', 'timestamp'],
      ],
      why: 'the signature of a firm quote covers them: without one of them it is not what was signed',
    },
    {
      of: ['prepare'],
      path: '/v0/quote',
      fields: ['quoteRequest.appFees.*.recipient', 'quoteRequest.appFees.*.fee'],
      why: 'no more is taken of the amount than was quoted',
    },
    {
      of: ['prepare'],
      path: '/v0/quote',
      fields: ['quoteRequest.depositMode'],
      why: 'whether the deposit needs a memo',
    },
    {
      of: ['prepare'],
      path: '/v0/quote',
      fields: ['quote.depositMemo'],
      changes: true,
      why: 'most deposit addresses have none; chains whose deposits need one refuse a quote without it',
    },
    {
      of: ['status'],
      path: '/v0/status',
      fields: ['status', 'swapDetails'],
      why: 'it is the status, and the proof of a payout',
    },
  ],
}
