import { readAmount, readValues } from '../../../core/api/answers.ts'
import type { Route } from '../../../core/api/documents.ts'
import { feesTotal } from '../../../core/money/fees.ts'
import { keptUsd, rankRoutes } from '../../../core/swap/ranking.ts'
import { statedLeast } from '../../../core/money/stated-least.ts'
import type { AppFacts } from '../../events.ts'
import { rememberLast } from '../../kit/remember-last.ts'
import { filterText, siftedRows, type SiftTable } from '../../kit/find/sift.ts'
import { rankOf } from './quote.ts'
import type { Quoting, SwapState } from './state.ts'

/** The routes of a quote: new ones, and earlier ones of providers that have not answered yet, in rank order. */
export function rankedRoutes(state: SwapState, app: AppFacts): readonly Route[] {
  const { quote } = state
  return quote === undefined ? [] : rankQuote(quote.routes, quote.earlier, rankOf(state, app), state.records)
}

const rankQuote = rememberLast(
  (
    routes: Quoting['routes'],
    earlier: Quoting['earlier'],
    mode: ReturnType<typeof rankOf>,
    records: SwapState['records'],
  ) => rankRoutes([...routes, ...earlier], mode, records),
)

/** Those of them that are shown, in the order of the list. */
export function shownRoutes(state: SwapState, app: AppFacts): readonly Route[] {
  const { sifting } = state
  const ranked = rankedRoutes(state, app)
  if (filterText(sifting) === '' && sifting.sortedBy === undefined) return ranked
  return siftedRows(siftTable(ranked), ranked, sifting, app.now)
}

/** What routes can be filtered and sorted by. @param routes all of a quote: what is kept of one depends on the others */
export function siftTable(routes: readonly Route[]): SiftTable<Route> {
  const figures = keptUsd(routes)
  const kept = new Map(routes.map((route, at) => [route, figures[at]]))
  return {
    fields: {
      provider: { kind: 'text', about: 'key of the provider', read: ({ provider }) => [provider] },
      via: { kind: 'text', about: 'name of a step', read: ({ steps }) => steps.map(({ name }) => name) },
      net: { kind: 'usd', about: 'what is kept', read: (route) => kept.get(route) },
      fees: { kind: 'usd', about: 'all that have a value', read: feesOf },
      time: { kind: 'duration', about: 'how long it takes', read: ({ estimatedTime }) => estimatedTime },
    },
    words: ({ provider, steps, warnings = [] }) => [provider, ...steps.map(({ name }) => name), ...warnings],
    columns: [
      { header: 'ROUTE', value: ({ provider }) => provider },
      { header: 'NET $', value: (route) => kept.get(route), isFallingFirst: true },
      { header: 'RECEIVE', value: ({ dst }) => readAmount(dst.formatted), isFallingFirst: true },
      {
        header: 'AT LEAST',
        value: (route) => readAmount(statedLeast(route) ?? ''),
        isFallingFirst: true,
      },
      { header: 'FEES', value: feesOf },
      { header: 'TIME', value: ({ estimatedTime }) => estimatedTime },
    ],
  }
}

function feesOf(route: Route): bigint | undefined {
  return feesTotal(readValues(route))
}

/**
 * Names of routes that stay the same from one quote to the next, in every order and under every filter: provider, and place among the
 * provider's routes, best first.
 */
export function routeNames(quote: Quoting | undefined, routes: readonly Route[]): readonly string[] {
  const names = quote === undefined ? undefined : nameRoutes(quote.routes, quote.earlier)
  return routes.map((route) => names?.get(route) ?? '')
}

const nameRoutes = rememberLast((routes: Quoting['routes'], earlier: Quoting['earlier']) => {
  const counts = new Map<string, number>()
  return new Map(
    rankRoutes([...routes, ...earlier], 'best').map((route) => {
      const { provider } = route
      const count = (counts.get(provider) ?? 0) + 1
      counts.set(provider, count)
      return [route, `${provider} ${count}`]
    }),
  )
})

/** Index of the marked route: the first where none is marked, or where the marked one is gone. */
export function markedIndex({ marked, quote }: SwapState, routes: readonly Route[]): number {
  return Math.max(0, marked === undefined ? 0 : routeNames(quote, routes).indexOf(marked))
}

/** The marked route; undefined where none is shown. */
export function markedRoute(state: SwapState, app: AppFacts): Route | undefined {
  const routes = shownRoutes(state, app)
  return routes[markedIndex(state, routes)]
}
