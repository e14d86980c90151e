import { expect, test } from 'vitest'
import { formatAmountForPeople, groupThousands } from '../../../src/core/money/amount.ts'

test('an amount for a person has commas between its thousands, alone and before words; no other text does', () => {
  const amounts = ['0', '999.123456', '1000', '1234567.891234', '-12345.6', '0.123456789', '+4498.25 USDC for bob']
  expect(amounts.map(groupThousands)).toEqual([
    '0',
    '999.123456',
    '1,000',
    '1,234,567.891234',
    '-12,345.6',
    '0.123456789',
    '+4,498.25 USDC for bob',
  ])
  expect(['', 'unknown', '1234USDC', '1e5000', '1,234', 'of 1234 USDC'].map(groupThousands)).toEqual([
    '',
    'unknown',
    '1234USDC',
    '1e5000',
    '1,234',
    'of 1234 USDC',
  ])
  expect(formatAmountForPeople(1_481_440_000n, 6)).toBe('1,481.44')
})
