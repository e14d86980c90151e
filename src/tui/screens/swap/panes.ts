import type { AppFacts } from '../../events.ts'
import type { Row } from '../../kit/text/rows.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import type { Pane, ScreenProps } from '../../screen.ts'
import { LEAST_BESIDE } from './compare-rows.ts'
import { formRows } from './form-rows.ts'
import { panelColumns, panelRows } from './panel-rows.ts'
import { markedRoute } from './routes.ts'
import { quoteRow } from './quote-row.ts'
import { rateRows } from './rate/rate-row.ts'
import { CHART_PANE } from './rate/chart-pane.ts'
import { routeListHeight, routeListRows } from './route-rows.ts'
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
    lines: routeListHeight,
    view: wholeRoutes,
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

/** Lines of the marked route that a list which is alone on the desk leaves it. */
const LEAST_BENEATH = 12

/** The routes; where their pane is alone on the desk the marked one in full beneath them. */
function wholeRoutes(props: ScreenProps<SwapState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const route = markedRoute(state, app)
  const { routes, ...others } = app.panes
  const isAlone = routes !== undefined && Object.keys(others).length === 0
  if (!isAlone || route === undefined || height < 2 * LEAST_BENEATH) return routeListRows(props)
  const list = routeListRows({ ...props, height: height - LEAST_BENEATH })
  const columns = panelColumns(width)
  const room = { scroll: 0, width: columns, height: height - list.length - 1, spoken }
  return [...list, titledRule(route.provider, width), ...scrolledRows(panelRows(state, app, columns), room)]
}

function orderRows(state: SwapState, app: AppFacts, width: number): readonly Row[] {
  const size = { columns: width, rows: Infinity }
  return [...formRows({ state, app, width, height: size.rows }), ...rateRows(state, app, size)]
}
