import { describe, expect, it } from 'vitest'
import type { FeeItem, Route } from '../../../src/core/api/documents.ts'
import {
  explainRoute,
  keptUsd,
  markDuplicates,
  RANK_MODES,
  rankRoutes,
  routeTags,
} from '../../../src/core/swap/ranking.ts'

function fee(type: FeeItem['type'], amountUsd: string | undefined, included?: false): FeeItem {
  return {
    type,
    amount: '1',
    token: { chainId: 1, address: '0x0', symbol: 'ETH', decimals: 18 },
    ...(amountUsd === undefined ? {} : { amountUsd }),
    description: `the ${type}`,
    providerLabel: type,
    chain: { chainId: 1 },
    ...(included === false ? { included } : {}),
  }
}

function route(provider: string, dstUsd: string, seconds: number, total: string, items: FeeItem[] = []): Route {
  return {
    provider,
    routeId: `${provider}-1`,
    src: { formatted: '100', currency: 'USDC', usd: '100.00' },
    dst: { formatted: dstUsd, currency: 'USDC', usd: dstUsd },
    fees: { total: { usd: total, formatted: `$${total}` }, items },
    estimatedTime: seconds,
    steps: [],
  }
}

const rich = route('RICH', '99.50', 300, '3.50', [fee('bridge_fee', '0.50'), fee('source_gas', '3.00', false)])
const fast = route('FAST', '98.00', 10, '2.00', [fee('bridge_fee', '2.00')])
const thrifty = route('THRIFTY', '99.00', 60, '1.00', [fee('bridge_fee', '1.00')])
const all = [rich, fast, thrifty]
const names = (routes: readonly Route[]) => routes.map((item) => item.provider)

describe('rankRoutes', () => {
  it('ranks best by what is kept after what is paid on top', () => {
    expect(names(rankRoutes(all, 'best'))).toEqual(['THRIFTY', 'FAST', 'RICH'])
  })

  it('puts nobody first for stating a higher price of what all pay out', () => {
    const liar = { ...route('LIAR', '98.50', 60, '1.00'), dst: { formatted: '98.50', currency: 'USDC', usd: '150.00' } }
    expect(names(rankRoutes([liar, ...all], 'best'))).toEqual(['THRIFTY', 'LIAR', 'FAST', 'RICH'])
  })

  it.each(['-150.00', '1e309', 'NaN', '0', '9'.repeat(40)])('ranks by no value that is none: %s', (usd) => {
    const liar = { ...route('LIAR', '98.50', 60, '1.00'), dst: { formatted: '98.50', currency: 'USDC', usd } }
    expect(names(rankRoutes([liar, fast, thrifty], 'best'))).toEqual(['THRIFTY', 'LIAR', 'FAST'])
    expect(keptUsd([liar])).toEqual([undefined])
  })

  it('counts nothing that is paid on top as a gain, and puts a least that cannot be last', () => {
    const gift = route('GIFT', '99.90', 60, '1.00', [fee('source_gas', '-50.00', false)])
    expect(names(rankRoutes([gift, ...all], 'best'))).toEqual(['THRIFTY', 'FAST', 'RICH', 'GIFT'])
    expect([keptUsd([gift]), explainRoute(gift).onTop, explainRoute(gift).unpriced]).toEqual([
      [undefined],
      [],
      ['the source_gas'],
    ])
    const wrong = { ...route('WRONG', '99.90', 1, '0.10'), minimumReceived: '148.25' }
    expect(RANK_MODES.map((mode) => names(rankRoutes([wrong, ...all], mode)).at(-1))).toEqual(
      RANK_MODES.map(() => 'WRONG'),
    )
    expect(routeTags([wrong])).toEqual([[]])
  })

  it('ranks by the figure that is shown: what is kept at one price for all, and none where a cost is not valued', () => {
    const liar = { ...route('LIAR', '98.50', 60, '1.00'), dst: { formatted: '98.50', currency: 'USDC', usd: '150.00' } }
    const open = route('OPEN', '99.90', 60, '1.00', [fee('source_gas', undefined, false)])
    expect(keptUsd([...all, liar, open])).toEqual([96_500_000n, 98_000_000n, 99_000_000n, 98_500_000n, undefined])
    const unvalued = { ...rich, dst: { ...rich.dst, usd: '' } }
    expect(keptUsd([unvalued])).toEqual([undefined])
    expect(keptUsd([unvalued, thrifty])).toEqual([96_500_000n, 99_000_000n])
  })

  it('ranks by time, by fees and by the local record', () => {
    expect(names(rankRoutes(all, 'fastest'))).toEqual(['FAST', 'THRIFTY', 'RICH'])
    expect(names(rankRoutes(all, 'cheapest'))).toEqual(['THRIFTY', 'FAST', 'RICH'])
    const records = [
      { provider: 'RICH', finished: 200, success: 199 },
      { provider: 'FAST', finished: 2, success: 2 },
    ]
    expect(names(rankRoutes(all, 'safest', records))).toEqual(['RICH', 'FAST', 'THRIFTY'])
  })

  it('orders equal routes the same way whoever answered first, and leaves its input alone', () => {
    const twins = [route('B', '99.00', 60, '1.00'), route('A', '99.00', 60, '1.00')]
    const before = structuredClone(twins)
    expect(names(rankRoutes(twins, 'best'))).toEqual(['A', 'B'])
    expect(names(rankRoutes([...twins].reverse(), 'best'))).toEqual(['A', 'B'])
    expect(twins).toEqual(before)
  })

  it('puts a route with a cost that nobody values behind the others where costs count, and does not call it so', () => {
    const onTop = route('ONTOP', '99.90', 1, '0.10', [fee('protocol_fee', undefined, false)])
    const included = route('INCLUDED', '99.90', 5, '0.10', [fee('bridge_fee', undefined)])
    expect(names(rankRoutes([onTop, included, ...all], 'best'))).toEqual([
      'INCLUDED',
      'THRIFTY',
      'FAST',
      'RICH',
      'ONTOP',
    ])
    expect(names(rankRoutes([onTop, included, ...all], 'cheapest')).slice(0, 3)).toEqual(['THRIFTY', 'FAST', 'RICH'])
    expect(names(rankRoutes([onTop, ...all], 'fastest'))[0]).toBe('ONTOP')
    expect(routeTags([onTop, included])).toEqual([['fastest'], ['best']])
    const reward = route('REWARD', '99.90', 1, '0.10', [{ ...fee('transfer_reward', undefined, false), amount: '-5' }])
    expect(routeTags([reward])).toEqual([['best', 'fastest', 'cheapest']])
  })

  it('puts a route that a second transaction has to finish behind those that finish by themselves', () => {
    const best = { ...route('BURN', '99.90', 1, '0.10'), warnings: ['needs-claim: nobody pays out by itself'] }
    for (const mode of RANK_MODES) expect(names(rankRoutes([best, ...all], mode)).at(-1)).toBe('BURN')
  })

  it('puts a route that promises next to nothing behind all others, in every mode, and tags it nothing', () => {
    const best = { ...route('EMPTY', '99.90', 1, '0.10'), warnings: ['below-floor: it promises 0.000001 USDC'] }
    for (const mode of RANK_MODES) expect(names(rankRoutes([best, ...all], mode)).at(-1)).toBe('EMPTY')
    expect(routeTags([best, ...all])).toEqual([[], [], ['fastest'], ['best', 'cheapest']])
    expect(routeTags([best])).toEqual([[]])
  })

  it('tags the winner of each mode', () => {
    expect(routeTags(all)).toEqual([[], ['fastest'], ['best', 'cheapest']])
  })
})

describe('explainRoute', () => {
  it('lists the sum behind the rank, and what no price is known for', () => {
    const priced = route('RICH', '99.50', 300, '3.50', [...rich.fees.items, fee('other', undefined)])
    expect(explainRoute(priced)).toEqual({
      srcUsd: '100.00',
      included: [{ type: 'bridge_fee', description: 'the bridge_fee', usd: '0.50' }],
      dstUsd: '99.50',
      onTop: [{ type: 'source_gas', description: 'the source_gas', usd: '3.00' }],
      netUsd: '96.50',
      unpriced: ['the other'],
    })
  })
})

describe('routes without a stated value', () => {
  it('are ranked at the price that another route of the quote implies', () => {
    const unpriced = { ...route('SILENT', '', 30, '0.00'), dst: { formatted: '100', currency: 'USDC', usd: '' } }
    expect(names(rankRoutes([thrifty, unpriced, fast], 'best'))).toEqual(['SILENT', 'THRIFTY', 'FAST'])
    const less = { ...unpriced, dst: { formatted: '98.5', currency: 'USDC', usd: '' } }
    expect(names(rankRoutes([thrifty, less, fast], 'best'))).toEqual(['THRIFTY', 'SILENT', 'FAST'])
  })
})

describe('markDuplicates', () => {
  it('marks all but the first route over the same bridges, and leaves none out', () => {
    const over = (provider: string, ...bridges: string[]): Route => ({
      ...route(provider, '99.00', 60, '1.00'),
      steps: [
        { type: 'swap', name: 'Uniswap', image: '' },
        ...bridges.map((name) => ({ type: 'bridge', name, image: '' })),
      ],
    })
    const marked = markDuplicates([
      over('LIFI', 'Across V4'),
      over('ACROSS', 'across-v4'),
      over('RELAY', 'Relay'),
      over('KYBERSWAP'),
      over('VELORA'),
    ])
    expect(marked.map((item) => [item.provider, item.duplicateOf])).toEqual([
      ['LIFI', undefined],
      ['ACROSS', 'LIFI'],
      ['RELAY', undefined],
      ['KYBERSWAP', undefined],
      ['VELORA', undefined],
    ])
  })
})
