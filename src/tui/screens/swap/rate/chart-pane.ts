import { rangeRow, rateChartRows } from '../../../kit/layout/rate-chart-rows.ts'
import { textRows } from '../../../kit/text/rows.ts'
import type { Pane } from '../../../screen.ts'
import type { SwapState } from '../state.ts'
import { ratesOfPair } from './pair-rates.ts'

/** Most lines of a chart: it says no more on more of them. */
const MOST_CHART = 30

/** The rate of the pair over time. */
export const CHART_PANE: Pane<SwapState> = {
  name: 'chart',
  title: 'rate',
  least: { columns: 40, rows: 8 },
  lines: (state) => (ratesOfPair(state) === undefined ? 1 : Infinity),
  shows: ({ from, to, rates, range }) => [from, to, rates, range],
  view: ({ state, app, width, height, spoken }) => {
    const rates = ratesOfPair(state)
    if (rates === undefined) return textRows('No quote of this pair is known yet.', width, 'dim')
    const room = { width, height: Math.min(height, MOST_CHART) - 1, spoken }
    return [rangeRow(rates.range), ...rateChartRows(rates, app, room)]
  },
  hasKeys: () => false,
}
