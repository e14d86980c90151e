import { expect, test } from 'vitest'
import {
  deliveredText,
  differencesText,
  differenceText,
  medianCell,
  routeDeliveredText,
  timesText,
} from '../../../src/core/delivery/delivered-text.ts'

const FIGURES = {
  ...{ finished: 30, success: 30, refunded: 0, belowLeast: 0, measured: 30 },
  ...{ differenceBps: { median: 0.9, worst: -30.1 }, tookSec: { median: 44, worst: 200 }, estimatedSec: 45 },
}

test('one line says how many ended well, how fast, and what they brought', () => {
  expect(deliveredText(FIGURES)).toBe('last 30 here: 30 of 30 ended well, median 44s, delivered +0.00 %')
  expect(deliveredText({ ...FIGURES, success: 29, belowLeast: 2 }, 'ETH→USDC')).toBe(
    'last 30 ETH→USDC here: 27 of 30 ended well, median 44s, delivered +0.00 %',
  )
})

test('no percentage is made of fewer than five amounts, and nothing of none', () => {
  expect(deliveredText({ ...FIGURES, finished: 3, success: 3, measured: 3 })).toBe(
    'last 3 here: 3 of 3 ended well, median 44s',
  )
  const none = { finished: 2, success: 0, refunded: 2, belowLeast: 0, measured: 0 }
  expect([deliveredText(none), differencesText(none), timesText(none)]).toEqual([
    ...['last 2 here: 0 of 2 ended well', '', ''],
  ])
})

test('a cell says of how many it is known where these are too few, and nothing of none', () => {
  const cells = [5, 4, 1, 0].map((measured) => medianCell({ ...FIGURES, measured }))
  expect(cells).toEqual(['+0.00 %', '4 so far', '1 so far', ''])
})

test('details say the worst too', () => {
  expect(differencesText(FIGURES)).toBe('median +0.00 %, worst -0.31 %, of 30')
  expect(differencesText({ ...FIGURES, measured: 4 })).toBe('known of 4 so far: a figure is made of 5 or more')
  expect(timesText(FIGURES)).toBe('median 44s, worst 3m, estimated 45s')
})

test('a difference is rounded down: the smallest lack shows', () => {
  expect([-0.1, 0, 0.9, 1, -123.4, 123_456.7].map(differenceText)).toEqual([
    ...['-0.01 %', '+0.00 %', '+0.00 %', '+0.01 %', '-1.24 %', '+1234.56 %'],
  ])
})

test('of a route it is said how swaps of its pair ended, where there are enough, else how those of its provider did', () => {
  const pair = { src: 'ethereum:ETH', dst: 'base:USDC' }
  const deliveries = [{ ...FIGURES, provider: 'INTENTS', pairs: [{ ...FIGURES, ...pair, finished: 12, success: 11 }] }]
  const other = { ...pair, dst: 'base:ETH' }
  expect([
    routeDeliveredText(deliveries, 'INTENTS', pair),
    routeDeliveredText(deliveries, 'INTENTS', other),
    routeDeliveredText(deliveries, 'OTHER', pair),
  ]).toEqual([
    'last 12 of this pair here: 11 of 12 ended well, median 44s, delivered +0.00 %',
    'last 30 here: 30 of 30 ended well, median 44s, delivered +0.00 %',
    '',
  ])
})
