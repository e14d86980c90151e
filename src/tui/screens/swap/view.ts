import { keyFor } from '../../bindings.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { LEAST_WITH_HEADER } from '../../kit/layout/table.ts'
import type { Row } from '../../kit/text/rows.ts'
import type { ScreenProps } from '../../screen.ts'
import { detailRows } from './detail-rows.ts'
import { formRows } from './form-rows.ts'
import { inHandRows, lowerHeight, panelColumns, panelRows } from './panel-rows.ts'
import { pairsRows } from './pairs/rows.ts'
import { pickerRows } from './picker-rows.ts'
import { pastText } from './quote.ts'
import { quoteRow } from './quote-row.ts'
import { rateRows } from './rate/rate-row.ts'
import { markedRoute } from './routes.ts'
import { routeListRows } from './route-rows.ts'
import type { SwapState } from './state.ts'

/** The lines of the Swap screen, where it is shown alone. */
export function viewSwap(props: ScreenProps<SwapState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const { picker, balances, unread } = state
  if (state.pairs !== undefined) return pairsRows(props)
  if (picker !== undefined) return pickerRows({ picker, balances, unread, width, height, spoken })
  const lower = lowerRows({ ...props, height: lowerHeight(state, app, { columns: width, rows: height }) })
  const inHand = spoken ? [] : inHandRows(app, { columns: width, rows: height })
  const rate = rateRows(state, app, { columns: width, rows: height }, spoken)
  return [...formRows({ state, app, width, height }), ...rate, quoteRow(props), ...lower, ...inHand]
}

/** The routes and the marked one under them, or a panel in their place. */
function lowerRows(props: ScreenProps<SwapState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  if (state.panel === undefined) return spoken ? routeListRows(props) : listAndDetail(props)
  const columns = panelColumns(width)
  return scrolledRows(panelRows(state, app, columns), { scroll: state.scroll, width: columns, height, spoken })
}

/** Lines of the detail below which it says nothing but where the rest is. */
const LEAST_DETAIL = 2

/** The routes, and the marked one under them; what is left over is the list's. */
function listAndDetail(props: ScreenProps<SwapState>): readonly Row[] {
  const { state, app, width, height } = props
  const route = markedRoute(state, app)
  if (route === undefined || state.quote?.problem !== undefined) return routeListRows(props)
  const past = pastText(route, state, app)
  const key = keyFor(app, 'fees', 'i')
  const room = Math.min(Math.floor(height / 2), height - LEAST_WITH_HEADER)
  const most = room < LEAST_DETAIL ? [] : detailRows(route, past, key, width, room)
  const list = routeListRows({ ...props, height: height - most.length })
  const left = height - list.length
  return left < LEAST_DETAIL ? list : [...list, ...detailRows(route, past, key, width, left)]
}
