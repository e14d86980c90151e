import { countText } from '../../../core/text/count-text.ts'
import { Box } from 'ink'
import type { ScreenProps } from '../../screen.ts'
import { ScrolledRows } from '../../kit/components/ScrolledRows.tsx'
import { Tone } from '../../kit/components/Tone.tsx'
import { sparkline } from '../../kit/text/sparkline.ts'
import { cutText, textWidth } from '../../kit/text/text-fit.ts'
import { AssetPicker } from './AssetPicker.tsx'
import { missingText, shownRoutes } from './quote.ts'
import { panelRows, panelSize, isSideBySide } from './panel-rows.ts'
import { RouteList } from './RouteList.tsx'
import { FIELDS, pairKey, type SwapState } from './state.ts'
import { SwapForm } from './SwapForm.tsx'

/** Widest list next to a panel, so that the two stay close together. */
const MOST_LIST_COLUMNS = 110

/** One frame of the Swap screen. */
export function Swap(props: ScreenProps<SwapState>) {
  const { state, app, width, height } = props
  if (state.picker !== undefined) {
    return <AssetPicker picker={state.picker} balances={state.balances} width={width} height={height} />
  }
  const lower = { state, app, height: height - FIELDS.length - 1 }
  const panel = panelSize(app.size)
  const rows = state.panel === undefined ? [] : panelRows(state, app, panel.columns)
  return (
    <Box width={width} height={height} flexDirection="column">
      <SwapForm state={state} app={app} width={width} />
      <QuoteLine {...props} />
      {state.panel === undefined ? (
        <RouteList {...lower} width={width} />
      ) : isSideBySide(width) ? (
        <Box>
          <RouteList {...lower} width={Math.min(MOST_LIST_COLUMNS, width - panel.columns - 2)} />
          <Box marginLeft={2}>
            <ScrolledRows rows={rows} scroll={state.scroll} width={panel.columns} height={lower.height} />
          </Box>
        </Box>
      ) : (
        <ScrolledRows rows={rows} scroll={state.scroll} width={panel.columns} height={lower.height} />
      )}
    </Box>
  )
}

/** Where the quote stands, when it is asked for again, and how the pair moved. */
function QuoteLine({ state, app, width }: ScreenProps<SwapState>) {
  const text = quoteText(state, app)
  const { quote } = state
  const rates = quote === undefined ? [] : (state.rates[pairKey(quote.asked.from, quote.asked.to)] ?? [])
  const room = width - textWidth(text) - 3
  const line = sparkline(rates, Math.min(40, room))
  return (
    <Box width={width} height={1} justifyContent="space-between">
      <Tone role={quote?.status === 'failed' ? 'bad' : 'accent'}>{cutText(text, width)}</Tone>
      {line === '' ? null : (
        <Box aria-label={`${rates.length} quotes of this pair`}>
          <Tone role="accent">{line}</Tone>
        </Box>
      )}
    </Box>
  )
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
