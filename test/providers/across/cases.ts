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
  needs: [
    {
      of: ['quote', 'prepare'],
      path: '/swap/approval',
      fields: [
        ...['inputAmount', 'expectedOutputAmount', 'minOutputAmount', 'steps.bridge.provider', 'quoteExpiryTimestamp'],
        ...['chainId', 'address', 'decimals'].flatMap((field) => [`inputToken.${field}`, `outputToken.${field}`]),
      ],
      why: 'what is sent, what it gives, by which bridge and until when',
    },
    {
      of: ['quote', 'prepare'],
      path: '/swap/approval',
      fields: [
        ...['swapTx.chainId', 'swapTx.to', 'swapTx.data', 'checks.allowance.token', 'checks.allowance.spender'],
        ...['checks.allowance.expected'],
      ],
      why: 'the call, and what it may take of a token',
    },
    {
      of: ['quote'],
      path: '/swap/approval',
      fields: [
        ...['approvalTxns.*.chainId', 'approvalTxns.*.to', 'approvalTxns.*.data', 'swapTx.ecosystem', 'swapTx.value'],
      ],
      why: 'the call, and what it may take of a token',
    },
    {
      of: ['quote', 'prepare'],
      path: '/swap/approval',
      fields: ['checks.allowance.actual'],
      changes: true,
      why: 'where it does not say what is allowed already, the amount is approved',
    },
    {
      of: ['status'],
      path: '/deposit/status',
      fields: ['status', 'originChainId', 'destinationChainId', 'fillTxnRef'],
      why: 'it is the status, of which deposit, and the proof of a payout',
    },
  ],
}
