import { readTerms } from '../../core/api/answers.ts'
import type { Route } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { LockRequest } from '../../core/api/service.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { checkLoss } from '../../core/money/price-loss.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import { newRun, type NewRun } from '../../wallet/index.ts'
import { runSideOf } from '../quote/find-asset.ts'
import type { QuoteInput } from '../quote/quote-request.ts'
import type { Session } from '../session.ts'

/** The terms of a route. @throws WALLET_REFUSED for an amount that cannot be read */
export function termsOf({ from, to }: QuoteInput, route: Route): StatedTerms {
  return readTerms('route', route, { src: from.asset.decimals, dst: to.asset.decimals })
}

/** What is agreed to without looking at the lock. */
export interface Bounds {
  /** Least destination amount, base units; undefined where the lock is agreed to by itself. */
  readonly leastOut: bigint | undefined
  /** Most of the value that may be lost, basis points; undefined for no bound. */
  readonly mostLossBps: number | undefined
}

/** What a run of this route starts from. @throws WALLET_REFUSED when the quote is already outside the bounds */
export function runOf(
  session: Session,
  { from, to }: QuoteInput,
  terms: StatedTerms,
  lock: LockRequest,
  { leastOut, mostLossBps }: Bounds,
  unattended: boolean,
): NewRun {
  const { dst, minimumOut } = terms
  if (leastOut !== undefined && (minimumOut ?? 0n) < leastOut) {
    const text = (units: bigint) => formatAmount(units, dst.decimals)
    throw new SwapError(
      'WALLET_REFUSED',
      `The route promises at least ${minimumOut === undefined ? '?' : text(minimumOut)} ${dst.symbol}, and ${text(leastOut)} was asked for`,
      { hint: 'Accept less with --min-receive, or wait for a better price' },
    )
  }
  if (mostLossBps !== undefined) checkLoss(terms, mostLossBps)
  return newRun({
    api: session.api,
    from: runSideOf(from),
    to: runSideOf(to),
    terms,
    lock,
    unattended,
    leastOut,
    mostLossBps,
  })
}
