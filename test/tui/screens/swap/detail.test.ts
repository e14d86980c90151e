import { describe, expect, test } from 'vitest'
import type { FeeItem } from '../../../../src/core/api/documents.ts'
import { detailRows } from '../../../../src/tui/screens/swap/detail-rows.ts'
import { lineOf, linesOf } from '../../frame-lines.ts'
import { keys, play, quoted, route } from '../../sample-swap.ts'

const item = (type: FeeItem['type'], amountUsd: string | undefined, change: Partial<FeeItem> = {}): FeeItem => ({
  type,
  amount: '1',
  token: { chainId: 1, address: '0x1', symbol: 'USDC', decimals: 6 },
  ...(amountUsd === undefined ? {} : { amountUsd }),
  description: `the ${type}`,
  providerLabel: '',
  chain: { chainId: 1 },
  ...change,
})
const FEES = {
  total: { usd: '1.15', formatted: '$1.15' },
  items: [
    item('bridge_fee', '2.25'),
    item('transfer_reward', '-1.25'),
    item('source_gas', '0.15', { included: false }),
  ],
}
const WARNING = 'something that takes more than one line of a narrow terminal, and must be read to its end'
const linesIn = (change: Parameters<typeof route>[1], width: number, height: number, past = '') =>
  detailRows(route('A', { fees: FEES, ...change }), past, 'i', width, height).map(lineOf)

describe('the marked route under the list', () => {
  test('is its sum on one line where it fits, and cut between its parts where not', () => {
    expect(linesIn({}, 90, 9)).toEqual([
      `─ A ${'─'.repeat(86)}`,
      'send $100.00 │ bridge fee -$2.25 │ transfer reward +$1.25 │ arrives $99.00 = 0.001 BTC',
      'on top -$0.15',
    ])
    expect(linesIn({}, 40, 9).slice(1)).toEqual([
      'send $100.00 │ bridge fee -$2.25',
      'transfer reward +$1.25',
      'arrives $99.00 = 0.001 BTC',
      'on top -$0.15',
    ])
    // What a key shows goes first where lines are few.
    expect(linesIn({}, 40, 4).slice(2)).toEqual(['transfer reward +$1.25 │ arrives $99.00', 'on top -$0.15'])
  })

  test('states amounts whole that the list shortened', () => {
    const [formatted, minimumReceived] = ['3.330100223753494897', '3.296799221515959948']
    const dst = { formatted, currency: 'ETH', usd: '9983.45' }
    const routes = ['SANDBOX_INTENTS', 'SANDBOX_BRIDGE'].map((name) => route(name, { dst, minimumReceived }))
    const text = linesOf(quoted(routes, [], 80, 23)).join('\n')
    expect(text).toMatch(/▸ SANDBOX_\w+ +9,983.45 +3.33010 ETH +3.29679 +60s +! +best fast cheap\n/)
    expect(text).toContain(`= ${formatted} ETH, promised ${minimumReceived}`)
    expect(linesOf(quoted(routes, [], 118, 30)).join('\n')).toMatch(/INTENTS +9,983.45 +3.330100223753494897 ETH/)
  })

  test('has fewer decimals in the list, but never fewer than six digits, before less is said of it', () => {
    const dst = { formatted: '129949.822041', currency: 'USDC', usd: '98.99' }
    const listed = (columns: number, names = ['SANDBOX_INTENTS', 'SANDBOX_BRIDGE']) => {
      const routes = names.map((name) => route(name, { dst, minimumReceived: '128659.999999' }))
      return linesOf(quoted(routes, [], columns, 24)).find((line) => line.startsWith('▸'))
    }
    expect(listed(100)).toMatch(/ 129,949.822041 USDC +128,659.999999 +\$1.00 +60s +best fast cheap$/)
    expect(listed(80)).toMatch(/ 129,949.82 USDC +128,659.99 +60s +best fast cheap$/)
    expect(listed(70)).toMatch(/ 129,949.82 USDC +128,659.99 +60s +best fast$/)
    expect(listed(60)).toMatch(/ 129,949.82 USDC +128,659.99 +60s$/)
    expect(listed(50)).toMatch(/ 98.99 +128,659.99 +60s$/)
    expect(listed(40)).toMatch(/ 98.99 +128,659.99$/)
    expect(listed(40, ['SANDBOX_BRIDGE_OF_MORE'])).toMatch(/ 98.99 +128,659$/)
  })

  test('keeps large amounts apart that differ little, on the desk and beside it', () => {
    const routes = ['2985.918802', '2985.110001', '2984.000001'].map((formatted, at) =>
      route(`ROUTE_${at}`, { dst: { formatted, currency: 'USDC', usd: formatted }, minimumReceived: formatted }),
    )
    for (let columns = 60; columns <= 250; columns += 1) {
      const text = linesOf(quoted(routes, [], columns, 40)).join('\n')
      for (const figures of [/ROUTE_0.* 2,985\.91\d* USDC +2,985\.91/, /ROUTE_1.* 2,985\.11\d* USDC +2,985\.11/])
        expect([columns, figures.test(text)]).toEqual([columns, true])
    }
  })

  test('says of a route what it is worse by and wins only as far as there is room, and its marks before that', () => {
    const routes = [
      route('SANDBOX_INTENTS', { dst: { formatted: '129949.822041', currency: 'USDC', usd: '98.99' } }),
      route('SANDBOX_BRIDGE', {
        dst: { formatted: '129889.722041', currency: 'USDC', usd: '98.95' },
        estimatedTime: 10,
        minimumReceived: undefined,
        duplicateOf: 'X',
      }),
    ]
    const listed = (columns: number) =>
      linesOf(quoted(routes, [], columns, 24)).find((line) => line.includes('SANDBOX_BRIDGE'))
    expect(listed(118)).toMatch(/ 10s +-0\.04578 fast same way as X$/)
    expect(listed(84)).toMatch(/ 10s +-0\.04578 same way as X$/)
    expect(listed(80)).toMatch(/ 10s +same way as X$/)
  })

  test('says what is warned of first and whole, and what has no value apart', () => {
    const fees = { ...FEES, items: [item('source_gas', undefined, { included: false })] }
    const lines = linesIn({ fees, warnings: [WARNING] }, 40, 9)
    expect(lines.slice(1, 4).join(' ')).toBe(`! ${WARNING}`)
    expect(lines.slice(4)).toEqual([
      'send $100.00',
      'arrives $99.00 = 0.001 BTC',
      'on top -unknown',
      'not priced, in no sum: the source_gas',
    ])
  })

  test('says how swaps like it ended here', () => {
    const past = 'last 7 here: 6 of 7 ended well, median 44s'
    expect(linesIn({}, 90, 9, past).at(-1)).toBe(past)
  })

  test('says where the rest is when lines are few, and has no line for its name then', () => {
    expect(linesIn({}, 40, 2)).toEqual(['send $100.00 │ bridge fee -$2.25', '… i shows the rest'])
    expect(linesIn({}, 40, 0)).toEqual([])
  })

  test('stands under the list on a small terminal and in its pane on a wide one, and goes with the mark', () => {
    const routes = [route('A', { fees: FEES }), route('B')]
    const small = quoted(routes, [], 80, 24)
    expect(linesOf(small).find((line) => line.startsWith('─'))).toMatch(/^─ B ─+$/)
    const next = play(small, keys('down')).state
    expect(linesOf(next).find((line) => line.startsWith('─'))).toMatch(/^─ A ─+$/)
    const wide = linesOf(quoted(routes, [], 200, 40)).join('\n')
    expect(wide).toMatch(/ROUTE[^]* B, about 60s/)
    expect(wide).not.toContain('─ B ─')
  })

  test('leaves the list its header and a route on the smallest terminal', () => {
    const lines = linesOf(quoted([route('A', { fees: FEES }), route('B'), route('C')], [], 40, 10))
    expect(lines.slice(1, 8)).toEqual([
      '100 ethereum:USDC → bitcoin:BTC',
      '3 routes · 3 providers · refresh in 20 s',
      '  ROUTE  NET $  AT LEAST  TIME',
      '▸ B      99.00         —   60s',
      '  C      99.00         —   60s',
      'send $100.00 │ arrives $99.00',
      'on top $0.00',
    ])
  })
})
