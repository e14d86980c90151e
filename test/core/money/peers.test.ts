import { expect, test } from 'vitest'
import { medianOfPeers, peerAmounts } from '../../../src/core/money/peers.ts'

const route = (provider: string, formatted: string, duplicateOf?: string) => ({
  provider,
  dst: { formatted, currency: 'USDC', usd: '' },
  ...(duplicateOf === undefined ? {} : { duplicateOf }),
})
const amounts = (...routes: readonly ReturnType<typeof route>[]) => peerAmounts(routes, 'LIFI', 2)

test('a route is compared with the best of each other provider', () => {
  expect(amounts(route('LIFI', '500'), route('ACROSS', '1'), route('ACROSS', '3'), route('RELAY', '2'))).toEqual([
    300n,
    200n,
  ])
})

test('providers with one back end are one voice', () => {
  expect(amounts(route('THORCHAIN', '1'), route('MAYA', '2'))).toEqual([200n])
  expect(peerAmounts([route('THORCHAIN', '1'), route('RELAY', '2')], 'MAYA', 2)).toEqual([200n])
  expect(peerAmounts([route('MAYA', '1', 'RELAY')], 'THORCHAIN', 2)).toEqual([])
})

test('routes over one bridge are one voice', () => {
  expect(amounts(route('ACROSS', '1'), route('RELAY', '2', 'ACROSS'))).toEqual([200n])
  expect(amounts(route('ACROSS', '1'), route('LIFI', '2', 'ACROSS'))).toEqual([])
  expect(amounts(route('LIFI', '1'), route('ACROSS', '2', 'LIFI'), route('RELAY', '3'))).toEqual([300n])
})

test('the median takes three voices; of two in the middle it is the higher', () => {
  expect([[], [1n], [1n, 2n], [9n, 1n, 2n], [1n, 2n, 3n, 9n]].map(medianOfPeers)).toEqual([
    undefined,
    undefined,
    undefined,
    2n,
    3n,
  ])
})

test('what cannot be read is no voice', () => {
  expect(amounts(route('ACROSS', 'many'), route('RELAY', '0'))).toEqual([])
})
