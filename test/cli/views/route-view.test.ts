import { expect, test } from 'vitest'
import type { FeeItem, Route } from '../../../src/core/api/documents.ts'
import { routeTable } from '../../../src/cli/views/route-view.ts'

const route = (provider: string, warnings?: string[]): Route => ({
  ...{ provider, routeId: provider, estimatedTime: 10, steps: [] },
  src: { formatted: '10', currency: 'USDC', usd: '10.00' },
  dst: { formatted: '9.9', currency: 'USDC', usd: '9.90' },
  fees: { total: { usd: '0.00', formatted: '$0.00' }, items: [] },
  ...(warnings === undefined ? {} : { warnings }),
})

test('a route says in its tags why it comes behind', () => {
  const cost: FeeItem = {
    ...{ type: 'protocol_fee', amount: '1', description: 'Flat fee', providerLabel: 'fee', included: false },
    ...{ token: { chainId: 1, address: '0x0', symbol: 'ETH', decimals: 18 }, chain: { chainId: 1 } },
  }
  const warned = route('A', ['unpriced-cost: what is paid on top is not all counted'])
  const unpriced = { ...warned, fees: { ...warned.fees, items: [cost] } }
  const empty = route('B', ['below-floor: the provider promises at least 0.000001 USDC'])
  const tags = routeTable([unpriced, empty, route('C')]).rows.map((row) => row.at(-1))
  expect(tags).toEqual(['fastest, unpriced cost, see warning', 'below floor, see warning', 'best, cheapest'])
})
