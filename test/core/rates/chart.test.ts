import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChartGlyphs, rateChart } from '../../../src/core/rates/chart.ts'
import type { RateMark } from '../../../src/core/rates/marks.ts'
import { rateTexts } from '../../../src/core/rates/rate-text.ts'
import { rateSeries } from '../../../src/core/rates/series.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const ONE = 10n ** 36n
const timeText = (atMs: number) => new Date(atMs).toISOString().slice(11, 16)

/** @param rates by how many minutes ago */
const seriesOf = (rates: Readonly<Record<number, number>>) =>
  rateSeries(
    Object.entries(rates).map(([minutes, rate]) => ({
      ...{ atMs: NOW - Number(minutes) * 60_000, rate: BigInt(rate) * ONE, provider: 'A' },
    })),
    { range: '1h', nowMs: NOW },
  )
const mark = (minutes: number, rate?: number): RateMark => ({
  ...{ atMs: NOW - minutes * 60_000, transactionId: 'tx_1', status: 'SUCCESS' },
  ...(rate === undefined ? {} : { rate: BigInt(rate) * ONE }),
})
const draw = (rates: Readonly<Record<number, number>>, marks: readonly RateMark[], glyphs: ChartGlyphs, width = 34) =>
  rateChart(seriesOf(rates), marks, { width, height: 5, glyphs, timeText }).map((line) =>
    line.map(({ text }) => text).join(''),
  )

describe('a chart', () => {
  const rates = { 60: 100, 56: 110, 30: 120, 26: 140, 5: 100, 0: 100 }

  test('shows the rate over its whole time, and nothing where nothing was quoted for a while', () => {
    expect(draw(rates, [], 'ascii')).toEqual([
      '140                 *             ',
      '                   *              ',
      '      *                           ',
      '100 **                         ***',
      '    11:00   11:20     11:40  12:00',
    ])
  })

  test('draws what is known of its time where that is less, with its own times; of one point a minute', () => {
    expect(
      draw({ 20: 100, 17: 140, 16: 140, 12: 100, 10: 100, 6: 120, 2: 110, 0: 100 }, [], 'ascii').slice(-2),
    ).toEqual(['100 *          ******           **', '    11:40   11:46     11:53  12:00'])
    expect(draw({ 0: 100 }, [mark(8, 120)], 'ascii').at(-1)).toMatch(/^ {4}11:52 .* 12:00$/)
    expect(draw({ 0: 100 }, [], 'ascii').at(-1)).toMatch(/^ {4}11:59 .* 12:00$/)
  })

  test('has dots of braille, and blocks that are filled below the rate', () => {
    expect(draw(rates, [], 'braille').slice(0, 4)).toEqual([
      '140                 ⡜             ',
      '                   ⡰⠁             ',
      '      ⡀                           ',
      '100 ⡠⠊                         ⣀⣀⣀',
    ])
    expect(draw(rates, [], 'blocks').slice(0, 4)).toEqual([
      '140                 █             ',
      '                   ▁█             ',
      '      ▁            ██             ',
      '100 ▁▅█            ██          ▁▁▁',
    ])
  })

  test('marks swaps where they were, points to those whose rate lies far outside, and has none whose rate is not known', () => {
    const lines = draw(rates, [mark(30, 120), mark(45, 999), mark(15, 1), mark(10)], 'ascii')
    expect(lines.map((line) => [...line.matchAll(/[o^v]/g)].map(({ index, 0: mark }) => [mark, index]))).toEqual([
      ...[[['^', 11]], [['o', 19]], [], [['v', 26]], []],
    ])
    const parts = rateChart(seriesOf(rates), [mark(30, 120)], { width: 34, height: 5, glyphs: 'ascii', timeText })
    expect(parts.flat().filter(({ kind }) => kind === 'mark')).toEqual([{ kind: 'mark', text: 'o' }])
  })

  test('of a rate that does not move is a line in the middle, beside which that rate stands once', () => {
    expect(draw({ 62: 9, 59: 7, 55: 7 }, [], 'ascii', 20).slice(0, 4)).toEqual([
      ...[' '.repeat(20), `7 **${' '.repeat(16)}`, ' '.repeat(20), ' '.repeat(20)],
    ])
  })

  test('has a scale that holds swaps near the rate, and tells its ends apart', () => {
    const lines = draw({ 60: 1_000_000, 55: 1_000_001 }, [mark(30, 1_005_000)], 'ascii', 40)
    expect([lines[0]?.slice(0, 10), lines[0]?.includes('o'), lines[3]?.slice(0, 10)]).toEqual([
      ...['1,005,000 ', true, '1,000,000 '],
    ])
    expect(rateTexts({ low: 2_989_791n * 10n ** 33n, high: 2_989_792n * 10n ** 33n })).toEqual({
      ...{ low: '2,989.791', high: '2,989.792' },
    })
    const same = 1_234_567n * ONE
    expect(rateTexts({ low: same, high: same })).toEqual({ low: '1,234,560', high: '1,234,560' })
  })

  test('names as many times as stand clear of each other', () => {
    const times = (width: number) => draw(rates, [], 'ascii', width).at(-1)
    expect(times(50)).toBe('    11:00    11:15       11:30      11:45    12:00')
    expect(times(16)).toBe('    11:00  12:00')
    expect(times(15)).toBe('          12:00')
  })

  test('is nothing without a point, and without room', () => {
    expect(draw({}, [], 'braille')).toEqual([])
    expect(draw(rates, [], 'braille', 11)).toEqual([])
  })

  test('has as many lines and columns as it may, whatever it shows', () => {
    const minutes = fc.integer({ min: 0, max: 60 })
    const rate = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(
        fc.dictionary(minutes.map(String), rate, { minKeys: 1 }),
        fc.array(fc.tuple(minutes, rate)),
        fc.constantFrom<ChartGlyphs>('braille', 'blocks', 'ascii'),
        fc.integer({ min: 40, max: 120 }),
        (points, marks, glyphs, width) => {
          const lines = draw(
            points,
            marks.map(([at, of]) => mark(at, of)),
            glyphs,
            width,
          )
          expect(lines).toHaveLength(5)
          expect(lines.map((line) => line.length)).toEqual(lines.map(() => width))
        },
      ),
    )
  })
})
