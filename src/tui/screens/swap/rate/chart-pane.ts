import { rangeRow, rateChartRows } from '../../../kit/layout/rate-chart-rows.ts'
import { textRows } from '../../../kit/text/rows.ts'
import type { Pane } from '../../../screen.ts'
import type { SwapState } from '../state.ts'
import { ratesOfPair } from './pair-rates.ts'

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
    return [rangeRow(rates.range), ...rateChartRows(rates, app, { width, height: height - 1, spoken })]
  },
  hasKeys: () => false,
}
