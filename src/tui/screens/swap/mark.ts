import type { Route } from '../../../core/api/documents.ts'
import type { AppFacts } from '../../events.ts'
import { isOldRoute } from './quote.ts'
import { markedRoute, routeNames } from './routes.ts'
import type { SwapState } from './state.ts'

/** How long a route that came under the mark by itself is shown before Enter takes it, in milliseconds: nobody has read it sooner. */
const READ_MS = 1_000

/** The state with the time at which an answer put another route under the mark. @param before the state without that answer */
export function noteMark(before: SwapState, after: SwapState, app: AppFacts): SwapState {
  const [was, is] = [readMark(before, app), readMark(after, app)]
  if (was === undefined || is === undefined || isSame(was, is)) return after
  return { ...after, markChangedAt: app.now }
}

/** True where the marked route came under the mark so lately that whoever presses Enter means the one before. */
export function isUnread({ markChangedAt }: SwapState, { now }: AppFacts): boolean {
  return markChangedAt !== undefined && now - markChangedAt < READ_MS
}

interface MarkedRoute {
  readonly name: string | undefined
  readonly route: Route
  /** It is an old one, whose place a new one of the same name takes. */
  readonly isOld: boolean
}

function readMark(state: SwapState, app: AppFacts): MarkedRoute | undefined {
  const { quote } = state
  const route = markedRoute(state, app)
  if (route === undefined) return undefined
  return { name: routeNames(quote, [route])[0], route, isOld: quote !== undefined && isOldRoute(route, quote, app.now) }
}

function isSame(was: MarkedRoute, is: MarkedRoute): boolean {
  return was.name === is.name && (was.isOld || was.route.routeId === is.route.routeId)
}
