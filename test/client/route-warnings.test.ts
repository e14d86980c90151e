import { expect, test } from 'vitest'
import type { Route } from '../../src/core/api/documents.ts'
import { warnResult } from '../../src/client/route-warnings.ts'

const route = (provider: string, onTopUsd: string | undefined, warnings?: string[]): Route => ({
  provider,
  routeId: provider,
  src: { formatted: '10', currency: 'USDC', usd: '10.00' },
  dst: { formatted: '9.9', currency: 'USDC', usd: '9.90' },
  minimumReceived: '9.9',
  fees: {
    total: { usd: '0.00', formatted: '$0.00' },
    items: [
      {
        ...{ type: 'protocol_fee', amount: '1000', description: 'Flat fee', providerLabel: 'fee', included: false },
        token: { chainId: 1, address: '0x0', symbol: 'ETH', decimals: 18 },
        chain: { chainId: 1 },
        ...(onTopUsd === undefined ? {} : { amountUsd: onTopUsd }),
      },
    ],
  },
  estimatedTime: 10,
  steps: [],
  ...(warnings === undefined ? {} : { warnings }),
})
const WARNING = 'unpriced-cost: what is paid on top is not all counted, since its value is not known: Flat fee'

test('a least that is above what arrives is warned of, and its route comes behind', () => {
  const wrong = { ...route('A', '1.00'), minimumReceived: '148.25' }
  const { data } = warnResult({ data: [wrong, route('B', '1.00')], verdicts: [] }, 50)
  expect(data.map(({ provider, warnings }) => [provider, warnings])).toEqual([
    ['B', undefined],
    ['A', ['it promises at least 148.25 USDC, and 9.9 USDC arrive: it contradicts itself, and its lock is refused']],
  ])
})

test('what a server leaves out about a cost that nobody values is added, and its route comes behind', () => {
  const result = warnResult({ data: [route('A', undefined), route('B', '1.00')], verdicts: [] }, 50)
  expect(result.data.map(({ provider, warnings }) => [provider, warnings])).toEqual([
    ['B', undefined],
    ['A', [WARNING]],
  ])
  const told = route('A', undefined, [WARNING])
  expect(warnResult({ data: [told], verdicts: [] }, 50).data).toEqual([told])
})
