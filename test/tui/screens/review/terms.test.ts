import { describe, expect, test } from 'vitest'
import type { StatedTerms } from '../../../../src/core/swap/terms.ts'
import { movedRows } from '../../../../src/tui/screens/review/terms.ts'

const TERMS: StatedTerms = {
  src: { symbol: 'USDC', decimals: 6, amount: 100_000_000n, usd: 100_000_000n },
  dst: { symbol: 'USDT', decimals: 6, amount: 99_500_000n, usd: 99_500_000n },
  feesUsd: 500_000n,
  fees: [
    {
      type: 'source_gas',
      amount: 1n,
      token: { chainId: 1, chainName: 'Ethereum', address: '0x', symbol: 'ETH', decimals: 18 },
      usd: 1_200_000n,
      description: '',
      providerLabel: '',
      included: false,
    },
  ],
  steps: [],
  estimatedTimeSec: 60,
  minimumOut: 99_000_000n,
}

describe('what moved', () => {
  test('is shown for every promise, with its sign and whether the user gains', () => {
    const now: StatedTerms = {
      ...TERMS,
      dst: { ...TERMS.dst, amount: 98_505_000n, usd: 98_510_000n },
      ...{ fees: [], feesUsd: 400_000n },
      estimatedTimeSec: 90,
      minimumOut: 99_990_000n,
    }
    expect(movedRows(TERMS, now)).toEqual([
      { name: 'receive', before: '99.5 USDT', now: '98.505 USDT', change: '-0.995 (-1.00 %)', tone: 'worse' },
      { name: 'promised', before: '99 USDT', now: '99.99 USDT', change: '+0.99 (+1.00 %)', tone: 'better' },
      { name: 'worth', before: '$99.50', now: '$98.51', change: '-$0.99', tone: 'worse' },
      { name: 'fees', before: '$0.50', now: '$0.40', change: '-$0.10', tone: 'better' },
      { name: 'on top', before: '$1.20', now: '$0.00', change: '-$1.20', tone: 'better' },
      { name: 'takes', before: '60s', now: '90s', change: '+30s', tone: 'worse' },
    ])
  })

  test.each([
    [66_333_333n, '-33.166667 (-33.34 %)'],
    [98_504_998n, '-0.995002 (-1.00 %)'],
    [98_504_990n, '-0.99501 (-1.01 %)'],
    [132_666_666n, '+33.166666 (+33.33 %)'],
  ])('makes no loss smaller, and no gain larger, by rounding: %s', (amount, change) => {
    expect(movedRows(TERMS, { ...TERMS, dst: { ...TERMS.dst, amount } })[0]?.change).toBe(change)
  })

  test('is told exactly where a number has more digits than a float', () => {
    const big = (amount: bigint): StatedTerms => ({ ...TERMS, dst: { symbol: 'X', decimals: 18, amount } })
    const [receive] = movedRows(
      big(90_071_992_547_409_931_000_000_000_000_000_001n),
      big(90_071_992_547_409_931_000_000_000_000_000_002n),
    )
    expect(receive?.change).toBe('+0.000000000000000001 (+0.00 %)')
  })

  test('is nothing where nothing moved, and unknown where nobody promised or stated it', () => {
    const { minimumOut: _minimum, ...rest } = TERMS
    const { usd: _usd, ...dst } = TERMS.dst
    const silent: StatedTerms = { ...rest, dst }
    expect(movedRows(TERMS, TERMS).map(({ change }) => change)).toEqual(['=', '=', '=', '=', '=', '='])
    expect(movedRows(TERMS, silent).slice(0, 3)).toEqual([
      { name: 'receive', before: '99.5 USDT', now: '99.5 USDT', change: '=', tone: 'same' },
      { name: 'promised', before: '99 USDT', now: 'not promised', change: '', tone: 'worse' },
      { name: 'worth', before: '$99.50', now: 'not stated', change: '', tone: 'same' },
    ])
  })
})
