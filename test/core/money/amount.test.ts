import { expect, test } from 'vitest'
import { formatAmountForPeople, groupThousands } from '../../../src/core/money/amount.ts'

test('an amount for a person has commas between its thousands, and no other text does', () => {
  const amounts = ['0', '999.123456', '1000', '1234567.891234', '-12345.6', '0.123456789']
  expect(amounts.map(groupThousands)).toEqual([
    '0',
    '999.123456',
    '1,000',
    '1,234,567.891234',
    '-12,345.6',
    '0.123456789',
  ])
  expect(['', 'unknown', '1234 USDC', '1e5000', '1,234'].map(groupThousands)).toEqual([
    '',
    'unknown',
    '1234 USDC',
    '1e5000',
    '1,234',
  ])
  expect(formatAmountForPeople(1_481_440_000n, 6)).toBe('1,481.44')
})
