import { formatAmount, lessBps } from '../../core/money/amount.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Route, RouteSide } from '../../core/api/documents.ts'
import { reconcileFees, tokenOfAsset } from '../../core/money/fees.ts'
import { type ValuedTerms, valueWarnings } from '../../core/money/price-loss.ts'
import { formatUsd, type MicroUsd } from '../../core/money/usd.ts'
import { ProviderError, type RouteDraft } from '../../providers/index.ts'
import type { CheckedQuote } from './requests.ts'

/** A draft that passed its checks, as the API's Route and with its exact amounts. */
export interface BuiltRoute {
  readonly route: Route
  readonly draft: RouteDraft
  /** Base units of the destination asset. */
  readonly amountOut: bigint
  /** Base units of the destination asset. */
  readonly minimumOut: bigint
}

/** Most text that an adapter may keep with a route, in characters of JSON. */
const MAX_STATE_LENGTH = 65_536
const ROUTE_ID = /^[A-Za-z0-9_.:~-]{1,200}$/

/**
 * Makes the API's Route of an adapter's draft, after checking that the draft makes sense.
 * @param nowMs epoch milliseconds
 * @throws ProviderError bad_response
 */
export function buildRoute(provider: string, request: CheckedQuote, draft: RouteDraft, nowMs: number): BuiltRoute {
  const { src, dst, amountIn, slippageBps } = request
  const minimumOut = draft.minimumOut ?? lessBps(draft.amountOut, slippageBps)
  if (!ROUTE_ID.test(draft.routeId)) throw nonsense('a route id that is not url-safe')
  if (draft.amountOut <= 0n) throw nonsense('a route that pays out nothing')
  if (minimumOut < 0n || minimumOut > draft.amountOut) throw nonsense('a minimum above the expected amount')
  if (!Number.isFinite(draft.estimatedTimeSec) || draft.estimatedTimeSec < 0) throw nonsense('an impossible duration')
  if ((draft.srcUsd ?? 0n) < 0n || (draft.dstUsd ?? 0n) < 0n) throw nonsense('a negative value')
  if (draft.expiresAt !== undefined && !(draft.expiresAt > nowMs && Number.isSafeInteger(draft.expiresAt))) {
    throw nonsense('a price that has already expired')
  }
  if (JSON.stringify(draft.state).length > MAX_STATE_LENGTH) throw nonsense('more state than can be kept')
  const fees = reconcileFees({
    srcUsd: draft.srcUsd,
    dstUsd: draft.dstUsd,
    items: draft.fees.map((fee) => ({
      ...fee,
      description: cleanText(fee.description),
      providerLabel: cleanText(fee.providerLabel),
    })),
    dstToken: tokenOfAsset(dst),
    dstPriceUsd: dst.priceUsd ?? 0n,
  })
  const valued: ValuedTerms = {
    src: routeSide(src, amountIn, draft.srcUsd),
    dst: routeSide(dst, draft.amountOut, draft.dstUsd),
    ...(draft.priceImpactBps === undefined ? {} : { priceImpactBps: draft.priceImpactBps }),
  }
  return {
    draft,
    amountOut: draft.amountOut,
    minimumOut,
    route: {
      provider,
      routeId: draft.routeId,
      ...valued,
      fees,
      estimatedTime: Math.ceil(draft.estimatedTimeSec),
      steps: draft.steps.map((step) => ({
        type: cleanText(step.type),
        name: cleanText(step.name),
        image: cleanText(step.image, 500),
      })),
      minimumReceived: formatAmount(minimumOut, dst.asset.decimals),
      ...(draft.expiresAt === undefined ? {} : { expiresAt: new Date(draft.expiresAt).toISOString() }),
      ...draft.display,
      ...warningsOf(request, draft, valued),
    },
  }
}

/** What is to be said of both assets, of their values, and what the provider itself warns of. */
function warningsOf({ src, dst }: CheckedQuote, draft: RouteDraft, valued: ValuedTerms): { warnings?: string[] } {
  const stated = draft.display?.['warnings']
  const warnings = [
    ...(src.lookTwice ?? []),
    ...(dst.lookTwice ?? []),
    ...valueWarnings(valued),
    ...(Array.isArray(stated) ? stated.filter((text) => typeof text === 'string') : []),
  ]
  return warnings.length === 0 ? {} : { warnings }
}

function routeSide(side: PricedAsset, units: bigint, usd: MicroUsd | undefined): RouteSide {
  return {
    formatted: formatAmount(units, side.asset.decimals),
    currency: side.asset.symbol,
    usd: usd === undefined ? '' : formatUsd(usd),
  }
}

function nonsense(what: string): ProviderError {
  return new ProviderError('bad_response', `The provider stated ${what}`)
}
