import { expect, test } from 'vitest'
import { belowFloorWarning, floorOf, holdsFloor, isBelowFloor } from '../../../src/core/swap/floor.ts'
import type { StatedTerms } from '../../../src/core/swap/terms.ts'

test.each([
  ['what was shown less the slippage', { shown: 99_500_000n, slippageBps: 50 }, 99_002_500n],
  ['1 % off what was shown, where no slippage was named', { shown: 99_500_000n }, 98_505_000n],
  ['what was stated, where that is more', { stated: 99_400_000n, shown: 99_500_000n, slippageBps: 50 }, 99_400_000n],
  ['what the user takes, where that is more', { stated: 1n, shown: 100n, minReceive: 120n }, 120n],
  ['nothing, where nothing is known', {}, undefined],
  ['nothing, where all of it may slip', { shown: 100n, slippageBps: 10_000 }, undefined],
])('the floor is %s', (_name, parts, floor) => {
  expect(floorOf(parts)).toBe(floor)
})

test.each([
  ['the floor itself', 98_505_000n, 0n, true],
  ['two units less, as providers round', 98_504_998n, 0n, true],
  ['three units less', 98_504_997n, 0n, false],
  ['a unit less than the user takes', 98_504_999n, 98_505_000n, false],
])('%s is held to a floor of 98.505', (_name, least, minReceive, holds) => {
  expect(holdsFloor(least, 98_505_000n, minReceive)).toBe(holds)
})

test('a floor of a few units allows no rounding: two of them may be all', () => {
  expect([holdsFloor(1n, 2n), holdsFloor(2n, 2n)]).toEqual([false, true])
})

test('what is shown in eight decimals, as THORChain counts, is held to a floor in eight decimals; all else to the last unit', () => {
  const floor = (shown: bigint) => floorOf({ shown, slippageBps: 33, decimals: 18 })
  expect(floor(3_158_123_450_000_000_000n)).toBe(3_147_701_640_000_000_000n)
  expect(floor(3_158_123_450_000_000_001n)).toBe(3_147_701_642_615_000_000n)
  expect(floorOf({ shown: 10n ** 18n, slippageBps: 33, decimals: 18, minReceive: 996_700_000_000_000_001n })).toBe(
    996_700_000_000_000_001n,
  )
  expect(holdsFloor(3_147_701_641_614_999_997n, 3_147_701_641_615_000_000n)).toBe(false)
})

const terms = (minimumOut: bigint | undefined): StatedTerms => ({
  ...{ src: { symbol: 'USDC', decimals: 6, amount: 100_000_000n }, fees: [], steps: [] },
  dst: { symbol: 'DAI', decimals: 6, amount: 99_500_000n },
  ...(minimumOut === undefined ? {} : { minimumOut }),
})

test('a route that promises next to nothing says so, with a code; one that promises its price less the slippage does not', () => {
  const warning = belowFloorWarning(terms(1n), 50)
  expect(warning).toBe(
    'below-floor: the provider promises at least 0.000001 DAI, and 99.5 DAI less the slippage are 99.0025 DAI',
  )
  expect(isBelowFloor({ warnings: ['Slow', warning ?? ''] })).toBe(true)
  expect([belowFloorWarning(terms(99_002_500n), 50), belowFloorWarning(terms(undefined), 50)]).toEqual([
    undefined,
    undefined,
  ])
  expect(isBelowFloor({ warnings: ['Slow', 'It promises nothing below-floor: really'] })).toBe(false)
})
