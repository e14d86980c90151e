import { toTermsDocument } from '../../core/api/terms-document.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { lessBps } from '../../core/money/amount.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Route } from '../../core/api/documents.ts'
import { reconcileFees, tokenOfAsset } from '../../core/money/fees.ts'
import { type ValuedTerms, valueWarnings } from '../../core/money/price-loss.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { belowFloorWarning, type StatedLeast } from '../../core/swap/floor.ts'
import type { Terms, TermsSide } from '../../core/swap/terms.ts'
import { untriedTransferWarning } from '../../core/swap/untried-transfer.ts'
import { unpricedCostWarning } from '../../core/swap/unpriced-cost.ts'
import { ProviderError, type RouteDraft } from '../../providers/index.ts'
import type { CheckedQuote } from './requests.ts'
import { type RouteValues, STATED_VALUES } from './route-values.ts'

/** A draft that passed every check. */
export interface BuiltRoute {
  readonly draft: RouteDraft
  readonly terms: Terms
}

/** Longest adapter state of a route, in characters of JSON. */
const MAX_STATE_LENGTH = 65_536
const ROUTE_ID = /^[A-Za-z0-9_.:~-]{1,200}$/

/**
 * Checks an adapter's draft and converts it to terms.
 * @param nowMs epoch milliseconds
 * @param known adds what is known of the values of fees and sides. @default they stay as the provider states them
 * @throws ProviderError bad_response
 */
export function buildRoute(
  request: CheckedQuote,
  draft: RouteDraft,
  nowMs: number,
  known: Pick<RouteValues, 'fees' | 'sides'> = STATED_VALUES,
): BuiltRoute {
  const { src, dst, amountIn, slippageBps, recipientMemo } = request
  const minimumOut = draft.minimumOut ?? lessBps(draft.amountOut, slippageBps)
  if (!ROUTE_ID.test(draft.routeId)) throw invalidDraft('a route id that is not URL-safe')
  if (draft.amountOut <= 0n) throw invalidDraft('a route that pays nothing')
  if (minimumOut < 0n || minimumOut > draft.amountOut)
    throw invalidDraft('a minimum that is negative or above the expected amount')
  if (!Number.isFinite(draft.estimatedTimeSec) || draft.estimatedTimeSec < 0) throw invalidDraft('an invalid duration')
  if ((draft.srcUsd ?? 0n) < 0n || (draft.dstUsd ?? 0n) < 0n) throw invalidDraft('a negative USD value')
  if (draft.expiresAt !== undefined && !(draft.expiresAt > nowMs && Number.isSafeInteger(draft.expiresAt))) {
    throw invalidDraft('a price that has already expired')
  }
  if (JSON.stringify(draft.state).length > MAX_STATE_LENGTH) throw invalidDraft('too much route state')
  const { srcUsd, dstUsd } = known.sides({ ...draft, src, dst, amountIn })
  const values = {
    src: termsSide(src, amountIn, srcUsd),
    dst: termsSide(dst, draft.amountOut, dstUsd),
    ...defined({ priceImpactBps: draft.priceImpactBps }),
  }
  const fees = known.fees(draft.fees)
  const warnings = warningsOf(request, draft, { ...values, minimumOut, fees })
  const terms: Terms = {
    ...values,
    minimumOut,
    ...defined({ recipientMemo }),
    fees: reconcileFees({
      srcUsd,
      dstUsd,
      items: fees.map((fee) => ({
        ...fee,
        description: cleanText(fee.description),
        providerLabel: cleanText(fee.providerLabel),
      })),
      src: { token: tokenOfAsset(src), amount: amountIn },
      dst: { token: tokenOfAsset(dst), amount: draft.amountOut },
      dstPriceUsd: dst.priceUsd ?? priceOf(dst, draft.amountOut, dstUsd),
    }),
    steps: draft.steps.map((step) => ({
      type: cleanText(step.type),
      name: cleanText(step.name),
      image: cleanText(step.image, 500),
    })),
    estimatedTimeSec: Math.ceil(draft.estimatedTimeSec),
    ...defined({ warnings: warnings.length > 0 ? warnings : undefined }),
  }
  return { draft, terms }
}

/** The API's Route. */
export function toRoute(provider: string, { draft, terms }: BuiltRoute): Route {
  const { routeId, expiresAt } = draft
  // The terms already contain these, along with the warnings about the assets and values.
  const { warnings: _stated, ...display } = draft.display ?? {}
  return {
    provider,
    routeId,
    ...toTermsDocument(terms),
    ...defined({ expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString() }),
    ...display,
  }
}

/** Warnings about both assets and their values, then those of the provider. */
function warningsOf(
  request: CheckedQuote,
  { display, untriedTransfers = [], unknownCosts = [] }: RouteDraft,
  values: ValuedTerms & StatedLeast & Pick<Terms, 'fees'>,
): readonly string[] {
  const { src, dst, slippageBps } = request
  const stated = display?.['warnings']
  const belowFloor = belowFloorWarning(values, slippageBps)
  // Those of the bundled catalog are taken for plain.
  const untried = untriedTransfers
    .map((side) => request[side].asset)
    .filter(({ unlisted, isAdded }) => unlisted === true || isAdded === true)
  const untriedTransfer = untriedTransferWarning(untried.map(({ symbol }) => symbol))
  return [
    ...[belowFloor, untriedTransfer, unpricedCostWarning(values.fees, unknownCosts)].filter(
      (warning) => warning !== undefined,
    ),
    ...(src.warnings ?? []),
    ...(dst.warnings ?? []),
    ...valueWarnings(values),
    ...(Array.isArray(stated) ? stated.filter((text) => typeof text === 'string') : []),
  ]
}

function termsSide({ asset }: PricedAsset, amount: bigint, usd: MicroUsd | undefined): TermsSide {
  return { symbol: asset.symbol, decimals: asset.decimals, amount, ...defined({ usd }) }
}

/** The price of a whole token that the value of an amount implies; 0 where there is none. */
function priceOf({ asset }: PricedAsset, amount: bigint, usd: MicroUsd = 0n): MicroUsd {
  return (usd * 10n ** BigInt(asset.decimals)) / amount
}

function invalidDraft(what: string): ProviderError {
  return new ProviderError('bad_response', `The provider returned ${what}`)
}
