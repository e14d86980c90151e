import type { Group, PastSwap, Totals } from '../../../../src/tui/screens/stats/state.ts'

export function group(name: string, change: Partial<Group> = {}): Group {
  return { name, total: 1, finished: 1, success: 1, volume: 0n, unvalued: 0, ...change }
}

export function past(day: string, change: Partial<PastSwap> = {}): PastSwap {
  return {
    day,
    provider: 'A',
    pair: 'ethereum:USDC → base:USDC',
    status: 'SUCCESS',
    volume: 0n,
    fee: undefined,
    ...change,
  }
}

export const TOTALS: Totals = {
  overall: group('', { total: 4, finished: 3, success: 2, volume: 1180n }),
  pending: 1,
  failed: 0,
  refunded: 1,
  providers: [
    group('B', { total: 2, finished: 2, success: 1, volume: 1030n }),
    group('A', { total: 2, finished: 1, success: 1, volume: 150n }),
  ],
  pairs: [group('ethereum:USDC → base:USDC', { total: 4, finished: 3, success: 2, volume: 1180n })],
  days: [
    group('2025-12-01', { volume: 1000n }),
    group('2026-01-14', { success: 0, volume: 30n }),
    group('2026-01-15', { total: 2, volume: 150n }),
  ],
}
