import type { AppFacts } from '../../events.ts'
import type { Row } from '../../kit/text/rows.ts'
import type { Pane } from '../../screen.ts'
import { LEAST_BESIDE } from './compare-rows.ts'
import { formRows } from './form-rows.ts'
import { panelColumns, panelRows } from './panel-rows.ts'
import { withoutRoute } from './quote.ts'
import { rankedRoutes } from './routes.ts'
import { quoteRow } from './quote-row.ts'
import { rateRows } from './rate/rate-row.ts'
import { CHART_PANE } from './rate/chart-pane.ts'
import { routeListRows } from './route-rows.ts'
import type { SwapState } from './state.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'

/** The form, the rate of its pair, the routes and the marked one of them, apart. */
export const SWAP_PANES: readonly Pane<SwapState>[] = [
  {
    name: 'order',
    title: 'order',
    least: { columns: 40, rows: 6 },
    lines: (state, app, width) => orderRows(state, app, width).length + 1,
    view: (props) => [...orderRows(props.state, props.app, props.width), quoteRow(props)],
    isNeeded: ({ editing }) => editing !== undefined,
    hasKeys: ({ spot, panel }) => panel === undefined && spot !== 'routes',
  },
  CHART_PANE,
  {
    name: 'routes',
    title: 'routes',
    least: { columns: 40, rows: 4 },
    lines: (state, app) => {
      const { quote } = state
      return quote === undefined ? 0 : rankedRoutes(state, app).length + 1 + withoutRoute(quote).length
    },
    view: routeListRows,
    isNeeded: ({ spot, panel, sifting }) => sifting.line !== undefined || (panel === undefined && spot === 'routes'),
    hasKeys: ({ spot, panel }) => panel === undefined && spot === 'routes',
  },
  {
    name: 'route',
    title: 'route',
    least: { columns: 40, rows: 4 },
    lines: (state, app, width) => panelRows(state, app, panelColumns(width)).length,
    view: ({ state, app, width, height, spoken }) => {
      const columns = panelColumns(width)
      return scrolledRows(panelRows(state, app, columns), { scroll: state.scroll, width: columns, height, spoken })
    },
    zooms: ({ panel }, width) => panel === 'compare' && width < LEAST_BESIDE,
    isNeeded: ({ panel }) => panel !== undefined,
    hasKeys: ({ panel }) => panel !== undefined,
  },
]

function orderRows(state: SwapState, app: AppFacts, width: number): readonly Row[] {
  const size = { columns: width, rows: Infinity }
  return [...formRows({ state, app, width, height: size.rows }), ...rateRows(state, app, size)]
}
