import { keyFor } from '../../bindings.ts'
import { countText } from '../../../core/text/count-text.ts'
import { type Row, textRow } from '../../kit/text/rows.ts'
import type { ScreenProps } from '../../screen.ts'
import { missingText } from './quote.ts'
import { rankedRoutes } from './routes.ts'
import type { SwapState } from './state.ts'

/** Where the quote stands, and when it is asked for again. */
export function quoteRow({ state, app, width }: ScreenProps<SwapState>): Row {
  const { quote } = state
  const text = quoteText(state, app)
  return textRow(text, width, quote?.status === 'failed' ? 'bad' : 'accent')
}

function quoteText(state: SwapState, app: ScreenProps<SwapState>['app']): string {
  const { quote, refreshAt, refreshesLeft, paused } = state
  if (quote === undefined) {
    const missing = missingText(state)
    return missing === undefined ? 'Routes load automatically.' : `To load routes, ${missing}.`
  }
  if (quote.status === 'failed') {
    const again =
      refreshAt === undefined
        ? `${keyFor(app, 'refresh', 'r')} retries`
        : `retrying in ${secondsTo(refreshAt, app.now)} s`
    return `! the quote failed · ${again}`
  }
  const routes = rankedRoutes(state, app).length
  const found = countText(routes, 'route')
  const answered = new Set(quote.verdicts.map(({ provider }) => provider)).size
  if (quote.status === 'asking') return `asking … ${answered} answered, ${found}`
  const next = paused
    ? `paused: ${keyFor(app, 'pause', 'p')} resumes`
    : refreshAt !== undefined
      ? `refresh in ${secondsTo(refreshAt, app.now)} s`
      : refreshesLeft === 0
        ? `idle: ${keyFor(app, 'refresh', 'r')} to refresh`
        : ''
  const order = state.sifting.sortedBy === undefined ? '' : `${keyFor(app, 'sort-reverse', 'S')} reverses the order`
  return [found, countText(answered, 'provider'), next, order].filter((part) => part !== '').join(' · ')
}

function secondsTo(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000))
}
