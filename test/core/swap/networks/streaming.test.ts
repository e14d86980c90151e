import { expect, test } from 'vitest'
import { isSpreadTooLong, streamingSec } from '../../../../src/core/swap/networks/streaming.ts'

test.each([
  [{ count: 0, intervalBlocks: 100 }, false],
  [{ count: 36, intervalBlocks: 100 }, false],
  [{ count: 37, intervalBlocks: 100 }, true],
  [{ count: 3_600, intervalBlocks: 1 }, false],
  [{ count: 3_601, intervalBlocks: 1 }, true],
  [{ count: 1, intervalBlocks: 101 }, true],
])('a swap in %j is spread over too long a time: %s', (parts, expected) => {
  expect(isSpreadTooLong(parts)).toBe(expected)
})

test('parts take their blocks of six seconds, and one part none', () => {
  expect(streamingSec({ count: 6, intervalBlocks: 2 })).toBe(72)
  expect(streamingSec(undefined)).toBe(0)
})
