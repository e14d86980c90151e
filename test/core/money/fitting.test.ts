import { expect, test } from 'vitest'
import { fittingLeast, roundUpToTwoDigits } from '../../../src/core/money/fitting.ts'

test.each([
  [98_984_161_465_045_573_525n, 98_885_000_000_000_000_000n],
  [2_968_520_960n, 2_965_500_000n],
  [1_000n, 999n],
  [2n, 1n],
  [1n, 1n],
  [0n, 0n],
])('a least of %s fits as %s: a thousandth less, in five digits', (least, fits) => {
  expect(fittingLeast(least)).toBe(fits)
})

test('rounding up keeps two digits, in whole steps', () => {
  expect([
    roundUpToTwoDigits(0n),
    roundUpToTwoDigits(99n),
    roundUpToTwoDigits(101n),
    roundUpToTwoDigits(3n, 10n),
  ]).toEqual([0n, 99n, 110n, 10n])
})
