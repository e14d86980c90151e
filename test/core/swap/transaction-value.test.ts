import { expect, test } from 'vitest'
import type { HistoryTransaction } from '../../../src/core/api/documents.ts'
import { leftOutText, volumeText } from '../../../src/core/money/fees.ts'
import { historyCsv } from '../../../src/core/swap/history-csv.ts'
import { transactionFeeText, transactionUsdText } from '../../../src/core/swap/transaction-value.ts'
import { past } from '../../tui/screens/activity/sample-activity.ts'

const swap = (change: Partial<HistoryTransaction>) => past('tx_1', change)

test('a value that nobody knows is unknown, never $0.00, also where a server states it as 0 only', () => {
  const texts = [swap({}), swap({ amountUsd: 0, unvalued: true }), swap({ amountUsd: 0 })].map(transactionUsdText)
  expect(texts).toEqual(['$100.00', 'unknown', 'unknown'])
  expect(historyCsv([swap({ amountUsd: 0 })]).split('\r\n')[1]).toMatch(/,,0\.2,/)
})

test.each([-5, Infinity, NaN, 1e21, 1e15 + 1])('a value that is none, such as %s, is unknown', (amountUsd) => {
  expect(transactionUsdText(swap({ amountUsd }))).toBe('unknown')
})

test('fees of which some have no stated value say so', () => {
  const item = (amount: string, amountUsd?: string) => ({ amount, ...(amountUsd === undefined ? {} : { amountUsd }) })
  const text = (amountUsd: number, ...items: readonly object[]) => transactionFeeText({ amountUsd, details: { items } })
  expect([
    text(0, item('5')),
    text(0.2, item('5'), item('7', '0.20')),
    text(0.2, item('0'), item('7', '0.20')),
    text(0),
    transactionFeeText({ amountUsd: null }),
  ]).toEqual(['unknown', '$0.20+', '$0.20', '$0.00', ''])
})

test('sums leave out what has no known value, and say how many', () => {
  const text = (unvalued: number) => `${volumeText(12_000_000n, unvalued, 3)}${leftOutText(unvalued, 3)}`
  expect([text(0), text(1), volumeText(0n, 3, 3), volumeText(0n, 0, 0)]).toEqual([
    '$12.00',
    '$12.00+ (1 of 3 left out: their value is not known)',
    'unknown',
    '$0.00',
  ])
})
