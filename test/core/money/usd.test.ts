import { expect, test } from 'vitest'
import { readSignedUsd, readUsd } from '../../../src/core/money/usd.ts'

test.each(['', '-1', '-0.01', '1e309', 'NaN', 'Infinity', '0x10', ' 1', '1,000', '1000000000000001', '9'.repeat(40)])(
  'what an amount is said to be worth is not known where it is %j',
  (text) => {
    expect(readUsd(text)).toBeUndefined()
  },
)

test('what is read is exact, and what may be below zero is bounded as well', () => {
  expect(['0', '1.5', '1000000000000000', '0.0000004'].map(readUsd)).toEqual([0n, 1_500_000n, 10n ** 21n, 0n])
  const signed = ['-1.5', '-1000000000000000', '-1000000000000001', '1000000000000001', '-1e309']
  expect(signed.map(readSignedUsd)).toEqual([-1_500_000n, -(10n ** 21n), undefined, undefined, undefined])
})
