import { expect, test } from 'vitest'
import { historyCsv } from '../../../src/core/swap/history-csv.ts'
import { past } from '../../tui/screens/activity/sample-activity.ts'

test('what was delivered has a column of its own, empty where nobody knows it', () => {
  const lines = historyCsv([past('tx_1', { dstDelivered: '99.7' }), past('tx_2')])
    .trimEnd()
    .split('\r\n')
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['dstDelivered', '99.7', ''])
})
