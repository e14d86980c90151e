import { expect, test } from 'vitest'
import { leastNamed } from '../../../src/providers/kit/named-least.ts'
import { refuseInWords } from '../../../src/providers/kit/refuse.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import { USDC } from '../../support/case-assets.ts'

const src = await bundledAsset(`base:${USDC.base}`)

test.each([
  ['Amount must be at least 12.5 USDC', 12_500_000n],
  ['The minimum amount is 1,250 USDC for this route', 1_250_000_000n],
  ['minimum deposit: 3 usdc.', 3_000_000n],
  ['must be greater than 0.000001 USDC', 1n],
  ['at least 5 USDC, so at least 5 USDC', 5_000_000n],
])('the least amount is read where words name it plainly: %s', (text, units) => {
  expect(leastNamed(text, src)).toBe(units)
})

test.each([
  'Amount is too low',
  'at least 12.5 USDT',
  'at least 12.5',
  'at least $12.5',
  'at least 12,5 USDC',
  'at least 0.0000001 USDC',
  'at least 0 USDC',
  'at most 12.5 USDC',
  'you sent 12.5 USDC',
  'at least 5 USDC here, at least 10 USDC there',
  'at least 5 USDC.e',
])('nothing is read from words that leave it open: %s', (text) => {
  expect(leastNamed(text, src)).toBeUndefined()
})

test('the words of a provider stand behind what the user can cure, without what a terminal obeys', () => {
  expect(refuseInWords('halted', 'It is closed', { reason: 'Back at \u001b[31m10:00 UTC.', src })).toEqual({
    status: 'no_route',
    code: 'halted',
    message: 'It is closed (it says: Back at \\u{1b}[31m10:00 UTC)',
  })
  expect(refuseInWords('pair_unsupported', 'No such pair', { reason: 'nope', src }).message).toBe('No such pair')
})
