import { keyFor } from '../../bindings.ts'
import { countText } from '../../../core/text/count-text.ts'
import { duration } from '../../../core/text/duration.ts'
import { type Row, textRow } from '../../kit/text/rows.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import type { ScreenProps } from '../../screen.ts'
import { missingText } from './quote.ts'
import { rankedRoutes } from './routes.ts'
import type { Quoting, SwapState } from './state.ts'

/** Where the quote stands, how old prices are that cannot be locked, and when it is asked for again. */
export function quoteRow({ state, app, width }: ScreenProps<SwapState>): Row {
  const { quote } = state
  const texts = quoteTexts(state, app)
  const text = texts.find((each) => textWidth(each) <= width) ?? texts.at(-1) ?? ''
  return textRow(text, width, quote?.status === 'failed' ? 'bad' : 'accent')
}

/** Longest first: the shortest still says that prices are old. */
function quoteTexts(state: SwapState, app: ScreenProps<SwapState>['app']): readonly string[] {
  const { quote, refreshAt, refreshesLeft, paused } = state
  if (quote === undefined) {
    const missing = missingText(state)
    if (missing === undefined) return ['Routes load automatically.']
    return [`To load routes, ${missing}.`, `Routes: ${missing}`, missing]
  }
  const old = oldText(quote, app.now)
  if (quote.status === 'failed') {
    const again =
      refreshAt === undefined
        ? `${keyFor(app, 'refresh', 'r')} retries`
        : `retrying in ${secondsTo(refreshAt, app.now)} s`
    if (old === '') return [`! the quote failed · ${again}`]
    return [`! the quote failed · prices ${old} · ${again}`, `! prices ${old} · ${again}`, `! prices ${old}`]
  }
  const routes = rankedRoutes(state, app).length
  const found = countText(routes, 'route')
  const answered = new Set(quote.verdicts.map(({ provider }) => provider)).size
  if (quote.status === 'asking') {
    const text = `asking … ${answered} answered, ${found}`
    return [old === '' ? text : `${text} (${quote.earlier.length} old)`]
  }
  const next = paused
    ? `paused: ${keyFor(app, 'pause', 'p')} resumes`
    : refreshAt !== undefined
      ? `refresh in ${secondsTo(refreshAt, app.now)} s`
      : refreshesLeft === 0
        ? `idle: ${keyFor(app, 'refresh', 'r')} to refresh`
        : ''
  const order = state.sifting.sortedBy === undefined ? '' : `${keyFor(app, 'sort-reverse', 'S')} reverses the order`
  const join = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')
  const others = join(countText(answered, 'provider'), next, order)
  if (old === '') return [join(found, others)]
  return [`${found}, prices ${old} · ${others}`, join(`prices ${old}`, next), `prices ${old}`]
}

/** What is said of prices of the quote before; '' where none are shown. */
function oldText({ earlier, answeredAt }: Quoting, now: number): string {
  if (earlier.length === 0 || answeredAt === undefined) return ''
  return `${duration((now - answeredAt) / 1000)} old, cannot be locked`
}

function secondsTo(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000))
}
