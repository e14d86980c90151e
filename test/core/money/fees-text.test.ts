import { expect, test } from 'vitest'
import { feesText } from '../../../src/core/money/fees.ts'

test('fees without a value in USD are never shown as nothing', () => {
  const known = { amount: '150000', amountUsd: '0.15' }
  const unknown = { amount: '500000' }
  const none = { amount: '0' }
  expect([
    feesText('$0.15', [known]),
    feesText('$0.15', [known, none]),
    feesText('$0.15', [known, unknown]),
    feesText('$0.00', [unknown]),
    feesText('$0.00', []),
  ]).toEqual(['$0.15', '$0.15', '$0.15+', 'unknown', '$0.00'])
})
