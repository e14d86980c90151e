import { expect, test } from 'vitest'
import { rankRoutes } from '../../../src/core/swap/ranking.ts'
import { providerRecords, SAFETY_UNKNOWN, safetyOf } from '../../../src/core/delivery/safety.ts'

const safety = (success: number, finished: number, shortfallBps = 0) => safetyOf({ success, finished, shortfallBps })

test('many good swaps come before few, few before none, and none before mostly bad ones', () => {
  const order = [
    safety(199, 200),
    safety(30, 30),
    safety(3, 3),
    safety(1, 1),
    SAFETY_UNKNOWN,
    safety(1, 10),
    safety(0, 5),
  ]
  expect(order).toEqual([...order].sort((a, b) => b - a))
  expect(new Set(order).size).toBe(order.length)
  expect(order.map((value) => Math.round(value * 100) / 100)).toEqual([0.96, 0.84, 0.38, 0.21, 0.09, 0.05, 0.03])
})

test('of providers whose swaps ended equally well, the one that delivers what it promises comes first', () => {
  expect(safety(30, 30, 0)).toBeGreaterThan(safety(30, 30, 1))
  // But that is a small thing beside a swap that did not end well.
  expect(safety(30, 30, 50)).toBeGreaterThan(safety(29, 30, 0))
})

const DELIVERY = {
  ...{ provider: 'A', finished: 10, success: 9, refunded: 1, belowLeast: 2, measured: 9, pairs: [] },
  differenceBps: { median: -3.5, worst: -200 },
}

test('a swap that brought less than the promised least did not end well; more than was promised is no merit', () => {
  const more = { ...DELIVERY, provider: 'B', belowLeast: 0, differenceBps: { median: 12, worst: 0 } }
  const { differenceBps: _unknown, ...unmeasured } = { ...DELIVERY, provider: 'C', measured: 0 }
  expect(providerRecords({ byProvider: [], deliveries: [DELIVERY, more, unmeasured] })).toEqual([
    { provider: 'A', finished: 10, success: 7, shortfallBps: 3.5 },
    { provider: 'B', finished: 10, success: 9, shortfallBps: 0 },
    { provider: 'C', finished: 10, success: 7 },
  ])
})

test('a server that tells no deliveries is known by how many of its swaps succeeded', () => {
  const byProvider = [{ provider: 'A', total: 4, success: 3, volumeUsd: '1.00' }]
  expect(providerRecords({ byProvider })).toEqual([{ provider: 'A', finished: 4, success: 3 }])
})

test('safest puts a provider without any swap before one whose swaps failed, and ties fall to what is kept', () => {
  const route = (provider: string, usd: string) => ({
    ...{ provider, routeId: '1', estimatedTime: 60, steps: [] },
    src: { formatted: '100', currency: 'USDC', usd: '100.00' },
    dst: { formatted: usd, currency: 'USDC', usd },
    fees: { total: { usd: '1.00', formatted: '$1.00' }, items: [] },
  })
  const routes = [route('FAILING', '99.90'), route('NEW', '98.00'), route('NEWER', '99.00'), route('GOOD', '97.00')]
  const records = [
    { provider: 'FAILING', finished: 10, success: 1 },
    { provider: 'GOOD', finished: 3, success: 3 },
  ]
  expect(rankRoutes(routes, 'safest', records).map(({ provider }) => provider)).toEqual([
    ...['GOOD', 'NEWER', 'NEW', 'FAILING'],
  ])
})
