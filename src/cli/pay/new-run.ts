import { readTerms } from '../../core/api/answers.ts'
import type { Route } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import type { FloorParts } from '../../core/swap/floor.ts'
import type { LockRequest, QuoteRequest } from '../../core/api/service.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import { newRun, type NewRun, type RunBounds, verifyFloor } from '../../wallet/index.ts'
import { runSideOf } from '../quote/find-asset.ts'
import type { QuoteInput } from '../quote/quote-request.ts'
import type { Session } from '../session.ts'

/** The terms of a route. @throws WALLET_REFUSED for an amount that cannot be read */
export function termsOf({ from, to }: QuoteInput, route: Route): StatedTerms {
  return readTerms('route', route, { src: from.asset.decimals, dst: to.asset.decimals })
}

/** What the quote of a route is held against: by itself where nobody looks at the lock, and by what the user takes. */
export function floorOfQuote(
  { dst }: StatedTerms,
  { slippage }: QuoteRequest,
  bounds: RunBounds,
  yes: boolean,
): FloorParts {
  return { ...defined({ minReceive: bounds.minReceive }), ...(yes ? { shown: dst.amount, slippageBps: slippage } : {}) }
}

/** What a run of this route starts from. @throws WALLET_REFUSED when the quote is already outside the bounds */
export function runOf(
  session: Session,
  { request, from, to, recipientName }: QuoteInput,
  terms: StatedTerms,
  lock: LockRequest,
  bounds: RunBounds,
  { yes, unattended }: { readonly yes: boolean; readonly unattended: boolean },
): NewRun {
  verifyFloor(terms, floorOfQuote(terms, request, bounds, yes))
  const run = newRun({
    api: session.api,
    from: runSideOf(from),
    to: runSideOf(to),
    terms,
    lock,
    unattended,
    bounds,
  })
  return { ...run, ...defined({ recipientName }) }
}
