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
  ['eth to usdc base above 3300 below 2800', '1', 'usdc@base'],
  ['0.5 eth to usdc base above 3300 below 2800', '0.5', 'usdc@base'],
  ['eth to usdc base 0.5 above 3300 below 2800', '0.5', 'usdc@base'],
  ['--above 3300 --below 2800 eth>base:USDC', '1', 'base:USDC'],
  ['eth > usdc BELOW 2800 Above 3300', '1', 'usdc'],
])('%j is read as a swap on one line is', (text, amount, to) => {
  expect(readWatchLine(text)).toEqual({ from: 'eth', to, amount, above: 3_300n * ONE, below: 2_800n * ONE })
})

test('a token that is called as a limit is one where an asset stands', () => {
  expect(readWatchLine('above to below')).toEqual({ from: 'above', to: 'below', amount: '1' })
})

test.each([
  ['', 'Two assets are needed'],
  ['eth', 'Two assets are needed'],
  ['eth usdc 1 2', '2 is too much'],
  ['eth usdc one', 'The amount: '],
  ['0.5 eth', 'The asset to get is missing'],
  ['0.5 eth to usdc 0.5', '"0.5" is no asset and no chain'],
  ['eth to usdc above', 'above: amount is empty'],
  ['eth to usdc slip 50bps', '"slip" does not apply here'],
  ['eth usdc --above', '--above: amount is empty'],
  ['eth usdc --above 0', '--above: '],
  ['eth usdc --above 1 --above 2', '--above stands twice'],
  ['eth usdc --under 1', 'There is no --under'],
  ['eth usdc --above 1 --below 2', '--above must be higher than --below'],
])('%j is none', (text, message) => {
  expect(() => readWatchLine(text)).toThrow(message)
})
