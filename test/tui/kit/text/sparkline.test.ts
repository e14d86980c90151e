import { expect, test } from 'vitest'
import { rateSeries } from '../../../../src/core/rates/series.ts'
import { sparkline } from '../../../../src/tui/kit/text/sparkline.ts'

const NOW = Date.UTC(2026, 0, 15, 12)

/** @param rates by how many minutes ago */
const seriesOf = (rates: Readonly<Record<number, number>>) =>
  rateSeries(
    Object.entries(rates).map(([minutes, rate]) => ({
      ...{ atMs: NOW - Number(minutes) * 60_000, rate: BigInt(rate), provider: 'A' },
    })),
    { range: '1h', nowMs: NOW },
  )

test('bars stand for equal times between the first point and the last, from the lowest rate to the highest', () => {
  expect(sparkline(seriesOf({ 8: 1, 7: 2, 6: 3, 5: 4, 4: 5, 3: 6, 2: 7, 1: 8, 0: 8 }), 8)).toBe('▂▃▄▅▆▇██')
  expect(sparkline(seriesOf({ 10: 1, 9: 1, 5: 8, 0: 8 }), 10)).toBe('▁▁▁▁██████')
})

test('there is nothing where nothing was quoted for longer than the gap', () => {
  expect(sparkline(seriesOf({ 40: 1, 36: 1, 2: 8, 0: 8 }), 10)).toBe('▁▁       █')
})

test('a rate that does not move stands in the middle, and one point is no line', () => {
  expect(sparkline(seriesOf({ 4: 5, 0: 5 }), 4)).toBe('▄▄▄▄')
  expect([
    sparkline(seriesOf({ 4: 5 }), 4),
    sparkline(seriesOf({}), 4),
    sparkline(seriesOf({ 4: 1, 0: 2 }), 1),
  ]).toEqual(['', '', ''])
})

test('less than a thousandth is noise about the middle', () => {
  expect(sparkline(seriesOf({ 4: 1_000_000, 0: 1_000_010 }), 4)).toBe('▄▄▄▄')
  expect(sparkline(seriesOf({ 4: 1_000_000, 0: 1_001_500 }), 4)).toBe('▁▁▁█')
})
