import { expect, test } from 'vitest'
import { toTermsDocument } from '../../../src/core/api/terms-document.ts'
import { sampleTerms } from '../../support/store.ts'

test('the sum of fees of a document is written without separators, as programs have always found it', () => {
  const formatted = (feesUsd: bigint) => toTermsDocument({ ...sampleTerms(), fees: [], feesUsd }).fees.total.formatted
  expect([0n, 4_512n, 371_249n, 1_498_630_000n, -5_000_000n].map(formatted)).toEqual([
    '$0.00',
    '$0.004512',
    '$0.37',
    '$1498.63',
    '-$5.00',
  ])
})
