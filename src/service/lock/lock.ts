import { formatAmount, lessBps } from '../../core/money/amount.ts'
import type { Clock, Ids } from '../../core/ports.ts'
import type { Lock } from '../../core/api/documents.ts'
import { validationFailed } from '../../core/api/errors.ts'
import { rankRoutes } from '../../core/swap/ranking.ts'
import { type LockRecord, type QuotedRoute, quotedRouteKey } from '../../core/swap/records.ts'
import { ProviderError, type RouteDraft } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { providerFailed, providerGone, type ProviderSet } from '../providers/set.ts'
import { toProviderRequest } from '../quote/fan-out.ts'
import type { CheckedLock } from '../quote/requests.ts'
import { type BuiltRoute, buildRoute } from '../quote/routes.ts'

export interface LockContext {
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Pick<Store, 'locks' | 'routes'>
  readonly providers: ProviderSet
  /** Lifetime of a lock in milliseconds, at most the provider's own. */
  readonly lockTtlMs: number
  /** Longest wait for the provider, in milliseconds. */
  readonly providerDeadlineMs: number
}

/**
 * Locks one route: asks the provider again, with the real wallets, and keeps what it now promises.
 * @throws PROVIDER_UNAVAILABLE BAD_GATEWAY VALIDATION_ERROR
 */
export async function lockRoute(
  context: LockContext,
  request: CheckedLock,
  signal: AbortSignal | undefined,
): Promise<Lock> {
  const manifest = context.providers.active.find(({ key }) => key === request.provider)
  if (manifest === undefined || request.exclude.has(request.provider)) {
    throw providerGone('The chosen provider is unknown, paused or excluded', 'provider')
  }
  const quoted = request.routeId === undefined ? undefined : await findQuoted(context, request, request.routeId)
  if (quoted !== undefined) checkAgainstQuoted(request, quoted)
  const chosen = chooseRoute(request, manifest.name, await refresh(context, request, manifest.name, signal))
  if (quoted !== undefined) checkNotWorse(request, quoted, chosen, manifest.name)
  const record = toLockRecord(context, request, withQuotedMinimum(request, quoted, chosen))
  await context.store.locks.insert(record, [
    { at: record.createdAt, type: 'lock.created', lockId: record.id, data: { provider: record.provider } },
  ])
  return toLock(record, context.clock.now())
}

/** The API's view of a lock. @param nowMs epoch milliseconds */
function toLock(record: LockRecord, nowMs: number): Lock {
  return {
    provider: record.provider,
    routeId: record.routeId,
    lockId: record.id,
    expiresAt: new Date(record.expiresAtMs).toISOString(),
    ttlMs: Math.max(0, record.expiresAtMs - nowMs),
    src: record.src,
    dst: record.dst,
    fees: record.fees,
    estimatedTime: record.estimatedTime,
    steps: [...record.steps],
    minimumReceived: record.minimumReceived,
    ...(record.priceImpactBps === undefined ? {} : { priceImpactBps: record.priceImpactBps }),
    ...(record.warnings === undefined ? {} : { warnings: [...record.warnings] }),
  }
}

/** The route as it was quoted with this confidentiality, or else with the other one, which is then refused. */
async function findQuoted(
  context: LockContext,
  request: CheckedLock,
  routeId: string,
): Promise<QuotedRoute | undefined> {
  const other = request.confidentiality === 'public' ? 'basic' : 'public'
  return (
    (await context.store.routes.get(request.provider, quotedRouteKey(routeId, request.confidentiality))) ??
    (await context.store.routes.get(request.provider, quotedRouteKey(routeId, other)))
  )
}

function checkAgainstQuoted(request: CheckedLock, quoted: QuotedRoute): void {
  const same =
    quoted.srcChain === request.src.chain.key &&
    quoted.srcAddress === request.src.asset.address &&
    quoted.dstChain === request.dst.chain.key &&
    quoted.dstAddress === request.dst.asset.address &&
    quoted.amount === request.amountText
  if (!same) throw invalid('routeId', 'routeId belongs to a quote for another pair or amount')
  if (quoted.confidentiality !== request.confidentiality) {
    throw invalid(
      'confidentiality',
      `confidentiality must equal the one of the quote, which is ${quoted.confidentiality}`,
    )
  }
}

function invalid(field: string, message: string) {
  return validationFailed([{ code: 'VALIDATION_ERROR', field, message }])
}

async function refresh(
  context: LockContext,
  request: CheckedLock,
  providerName: string,
  signal: AbortSignal | undefined,
): Promise<BuiltRoute[]> {
  try {
    const answer = await context.providers.run(
      request.provider,
      context.providerDeadlineMs,
      signal,
      (adapter, providerContext) => adapter.quote(toProviderRequest(request, true), providerContext),
    )
    if (answer.status === 'no_route') throw new ProviderError('unavailable', answer.noRoute.message)
    const nowMs = context.clock.now()
    return answer.routes.map((draft: RouteDraft) => buildRoute(request.provider, request, draft, nowMs))
  } catch (error) {
    if (error instanceof ProviderError) throw providerFailed(providerName, error)
    throw error
  }
}

function chooseRoute(request: CheckedLock, providerName: string, built: readonly BuiltRoute[]): BuiltRoute {
  const wanted =
    request.routeId ??
    rankRoutes(
      built.map((item) => item.route),
      'best',
    )[0]?.routeId
  const chosen = built.find((item) => item.route.routeId === wanted)
  if (chosen === undefined) throw providerGone(`${providerName} no longer offers this route`, 'routeId')
  return chosen
}

/** Refuses a refreshed amount below what the quote and the slippage allow: nobody is locked into a price they did not accept. */
function checkNotWorse(request: CheckedLock, quoted: QuotedRoute, chosen: BuiltRoute, providerName: string): void {
  const quotedOut = BigInt(quoted.amountOut)
  if (chosen.amountOut >= lessBps(quotedOut, request.slippageBps)) return
  const decimals = request.dst.asset.decimals
  const symbol = request.dst.asset.symbol
  throw providerGone(
    `${providerName} now gives ${formatAmount(chosen.amountOut, decimals)} ${symbol} instead of ${formatAmount(quotedOut, decimals)} ${symbol}, ` +
      `which is worse than the slippage of ${request.slippageBps} basis points allows`,
  )
}

/**
 * What the quote promised at least stays promised when the price has fallen a little, unless the provider sets the minimum
 * itself.
 */
function withQuotedMinimum(request: CheckedLock, quoted: QuotedRoute | undefined, chosen: BuiltRoute): BuiltRoute {
  if (quoted === undefined || chosen.draft.minimumOut !== undefined) return chosen
  const promised = lessBps(BigInt(quoted.amountOut), request.slippageBps)
  return promised > chosen.minimumOut ? { ...chosen, minimumOut: promised } : chosen
}

function toLockRecord(context: LockContext, request: CheckedLock, chosen: BuiltRoute): LockRecord {
  const nowMs = context.clock.now()
  const { route, draft } = chosen
  return {
    id: context.ids.create('lock_'),
    state: 'locked',
    srcChain: request.src.chain.key,
    srcAddress: request.src.asset.address,
    dstChain: request.dst.chain.key,
    dstAddress: request.dst.asset.address,
    amount: request.amountText,
    amountIn: request.amountIn.toString(),
    amountOut: chosen.amountOut.toString(),
    minimumOut: chosen.minimumOut.toString(),
    slippage: request.slippageBps,
    confidentiality: request.confidentiality,
    provider: request.provider,
    routeId: route.routeId,
    depositor: request.depositor,
    recipient: request.recipient,
    ...(request.referralCode === undefined ? {} : { referralCode: request.referralCode }),
    src: route.src,
    dst: route.dst,
    fees: route.fees,
    steps: route.steps,
    estimatedTime: route.estimatedTime,
    minimumReceived: formatAmount(chosen.minimumOut, request.dst.asset.decimals),
    ...(route.priceImpactBps === undefined ? {} : { priceImpactBps: route.priceImpactBps }),
    ...(route.warnings === undefined ? {} : { warnings: route.warnings }),
    providerState: draft.state,
    createdAt: new Date(nowMs).toISOString(),
    expiresAtMs: Math.min(nowMs + context.lockTtlMs, draft.expiresAt ?? Number.MAX_SAFE_INTEGER),
  }
}
