import { expect, test } from 'vitest'
import { feesText } from '../../../src/core/money/fees.ts'

test('fees without a value in USD are never shown as nothing', () => {
  const known = { amount: 150_000n, usd: 150_000n }
  const unknown = { amount: 500_000n }
  const unreadable = { amount: undefined }
  const none = { amount: 0n }
  expect([
    feesText({ fees: [known] }),
    feesText({ fees: [known, none] }),
    feesText({ fees: [known, unknown] }),
    feesText({ fees: [unknown] }),
    feesText({ fees: [unreadable] }),
    feesText({ fees: [] }),
    feesText({ fees: [], feesUsd: 5_000_000n }),
  ]).toEqual(['$0.15', '$0.15', '$0.15+', 'unknown', 'unknown', '$0.00', '$5.00'])
})
