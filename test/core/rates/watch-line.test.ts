import { expect, test } from 'vitest'
import { readWatchLine } from '../../../src/core/rates/watch-line.ts'
import { RATE_DECIMALS } from '../../../src/core/rates/point.ts'

const ONE = 10n ** BigInt(RATE_DECIMALS)

test('a pair to watch is read as swapcli watch add takes it', () => {
  const pair = { from: 'ethereum:ETH', to: 'base:USDC' }
  expect(readWatchLine(' ethereum:ETH  base:USDC ')).toEqual({ ...pair, amount: '1' })
  expect(readWatchLine('ethereum:ETH base:USDC 0.5 --above 3200 --below 2800.5')).toEqual({
    ...{ ...pair, amount: '0.5', above: 3_200n * ONE, below: (28_005n * ONE) / 10n },
  })
  expect(readWatchLine('--below 2 ethereum:ETH base:USDC')).toEqual({ ...pair, amount: '1', below: 2n * ONE })
})

test.each([
  ['', 'Two assets are needed'],
  ['eth', 'Two assets are needed'],
  ['eth usdc 1 2', '2 is too much'],
  ['eth usdc one', 'The amount: '],
  ['eth usdc --above', '--above: amount is empty'],
  ['eth usdc --above 0', '--above: '],
  ['eth usdc --above 1 --above 2', '--above stands twice'],
  ['eth usdc --under 1', 'There is no --under'],
  ['eth usdc --above 1 --below 2', '--above must be higher than --below'],
])('%j is none', (text, message) => {
  expect(() => readWatchLine(text)).toThrow(message)
})
