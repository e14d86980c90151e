import { countText } from '../../../core/text/count-text.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { besideRows, fitRow, type Row, textRow } from '../../kit/text/rows.ts'
import { sparkline } from '../../kit/text/sparkline.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import type { ScreenProps } from '../../screen.ts'
import { detailRows } from './detail-rows.ts'
import { formRows } from './form-rows.ts'
import { isSideBySide, panelColumns, panelRows } from './panel-rows.ts'
import { pickerRows } from './picker-rows.ts'
import { markedIndex, missingText, pastText, shownRoutes } from './quote.ts'
import { routeListRows } from './route-rows.ts'
import { pairKey, type SwapState } from './state.ts'

/** Widest list next to a panel, so that the two stay close together. */
const MOST_LIST_COLUMNS = 110
/** Columns between a list and the panel. */
const GAP = 2
/** Widest line of how the pair moved. */
const MOST_SPARK_COLUMNS = 40

/** The lines of the Swap screen. */
export function viewSwap(props: ScreenProps<SwapState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const { picker, balances } = state
  if (picker !== undefined) return pickerRows({ picker, balances, width, height, spoken })
  const form = formRows({ state, app, width, height })
  const lower = lowerRows({ ...props, height: Math.max(0, height - form.length - 1) })
  return [...form, quoteRow(props), ...lower]
}

/** The routes, and the panel next to them; where the terminal is narrow the marked route under them, or a panel in their place. */
function lowerRows(props: ScreenProps<SwapState>): readonly Row[] {
  const { state, app, width, height, spoken } = props
  const isBeside = isSideBySide(width)
  if (state.panel === undefined && (spoken || !isBeside)) return spoken ? routeListRows(props) : listAndDetail(props)
  const columns = panelColumns(width)
  const panel = scrolledRows(panelRows(state, app, columns), { scroll: state.scroll, width: columns, height, spoken })
  if (!isBeside) return panel
  const room = Math.min(MOST_LIST_COLUMNS, width - columns - GAP)
  return besideRows(routeListRows({ ...props, width: room }), room + GAP, panel)
}

/** The routes, and the marked one under them; what is left over is the list's. */
function listAndDetail(props: ScreenProps<SwapState>): readonly Row[] {
  const { state, app, width, height } = props
  const routes = shownRoutes(state, app)
  const route = routes[markedIndex(state, routes)]
  if (route === undefined || state.quote?.problem !== undefined) return routeListRows(props)
  const past = pastText(route, state)
  const most = detailRows(route, past, width, Math.floor(height / 2))
  const list = routeListRows({ ...props, height: height - most.length })
  return [...list, ...detailRows(route, past, width, height - list.length)]
}

/** Where the quote stands, when it is asked for again, and how the pair moved. */
function quoteRow({ state, app, width, spoken }: ScreenProps<SwapState>): Row {
  const { quote } = state
  const text = quoteText(state, app)
  const row = textRow(text, width, quote?.status === 'failed' ? 'bad' : 'accent')
  const rates = quote === undefined ? [] : (state.rates[pairKey(quote.asked.from, quote.asked.to)] ?? [])
  const line = sparkline(rates, Math.min(MOST_SPARK_COLUMNS, width - textWidth(text) - 3))
  if (line === '') return row
  if (spoken) return [...row, { text: ` ${rates.length} quotes of this pair` }]
  return [...fitRow(row, width - textWidth(line)), { text: line, role: 'accent' }]
}

function quoteText(state: SwapState, app: ScreenProps<SwapState>['app']): string {
  const { quote, refreshAt, refreshesLeft, paused } = state
  if (quote === undefined) {
    const missing = missingText(state)
    return missing === undefined ? 'Routes load automatically.' : `To load routes, ${missing}.`
  }
  if (quote.status === 'failed') {
    const again = refreshAt === undefined ? 'g retries' : `retrying in ${secondsTo(refreshAt, app.now)} s`
    return `! the quote failed · ${again}`
  }
  const routes = shownRoutes(state, app).length
  const found = countText(routes, 'route')
  const answered = new Set(quote.verdicts.map(({ provider }) => provider)).size
  if (quote.status === 'asking') return `asking … ${answered} answered, ${found}`
  const next = paused
    ? 'paused: p resumes'
    : refreshAt !== undefined
      ? `refresh in ${secondsTo(refreshAt, app.now)} s`
      : refreshesLeft === 0
        ? 'idle: g to refresh'
        : ''
  return [found, countText(answered, 'provider'), ...(next === '' ? [] : [next])].join(' · ')
}

function secondsTo(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000))
}
