import { toTermsDocument } from '../../core/api/terms-document.ts'
import { defined } from '../../core/defined.ts'
import { formatAmountForPeople, lessBps } from '../../core/money/amount.ts'
import type { Lock } from '../../core/api/documents.ts'
import { validationFailed } from '../../core/api/errors.ts'
import { NO_MEMO } from '../../core/assets/recipient-memo.ts'
import { figuresOfTerms, rankBy } from '../../core/swap/ranking.ts'
import { type LockRecord, type QuotedRoute, quotedRouteKey } from '../../core/swap/records.ts'
import { ProviderError, type RouteDraft } from '../../providers/index.ts'
import { providerFailed, providerGone } from '../providers/provider-set.ts'
import { toProviderRequest } from '../quote/fan-out.ts'
import { createRouteValues, unitOfCoin } from '../quote/route-values.ts'
import type { Terms } from '../../core/swap/terms.ts'
import { payeeRefusal } from '../quote/payee.ts'
import { type CheckedLock, pairOf } from '../quote/requests.ts'
import { type BuiltRoute, buildRoute } from '../quote/routes.ts'
import type { ServiceContext } from '../context.ts'
import { endLocksAhead } from './clock-ahead.ts'
import { dropPayloads, pruneStore } from '../retention.ts'

/**
 * Locks one route: quotes again with the provider and the real wallets, and stores the terms that it now promises.
 * @throws PROVIDER_UNAVAILABLE BAD_GATEWAY VALIDATION_ERROR
 */
export async function lockRoute(
  context: ServiceContext,
  request: CheckedLock,
  signal: AbortSignal | undefined,
): Promise<Lock> {
  const manifest = context.providers.active.find(({ key }) => key === request.provider)
  if (manifest === undefined || request.exclude.has(request.provider)) {
    throw providerGone('The chosen provider is unknown, paused or excluded', 'provider')
  }
  const unpaid = payeeRefusal(manifest, request)
  if (unpaid !== undefined) throw providerFailed(manifest.name, new ProviderError('unavailable', unpaid))
  const quoted = request.routeId === undefined ? undefined : await findQuoted(context, request, request.routeId)
  if (quoted !== undefined) checkAgainstQuoted(request, quoted)
  const chosen = chooseRoute(request, manifest.name, await refresh(context, request, manifest.name, signal))
  if (quoted !== undefined) checkSlippage(request, quoted, chosen, manifest.name)
  const record = toLockRecord(context, request, chosen.draft, lockedTerms(request, quoted, chosen))
  await context.store.locks.insert(record, [
    { at: record.createdAt, type: 'lock.created', lockId: record.id, data: { provider: record.provider } },
  ])
  context.newLocks.add(record)
  // The lock stands, whatever becomes of the rest.
  if (context.isTidyingDue()) {
    await Promise.all([pruneStore(context), dropPayloads(context), endLocksAhead(context)]).catch((error: unknown) =>
      context.onError(error),
    )
  }
  return toLock(record, context.clock.now())
}

/** The lock document of the API. @param nowMs epoch milliseconds */
function toLock(record: LockRecord, nowMs: number): Lock {
  return {
    provider: record.provider,
    routeId: record.routeId,
    lockId: record.id,
    expiresAt: new Date(record.expiresAtMs).toISOString(),
    ttlMs: Math.max(0, record.expiresAtMs - nowMs),
    ...toTermsDocument(record.terms),
  }
}

/** The quoted route, with the request's confidentiality or else with the other one, which is then refused. */
async function findQuoted(
  context: ServiceContext,
  request: CheckedLock,
  routeId: string,
): Promise<QuotedRoute | undefined> {
  const other = request.confidentiality === 'public' ? 'basic' : 'public'
  return (
    (await context.keptRoutes.get(request.provider, quotedRouteKey(routeId, request.confidentiality))) ??
    (await context.keptRoutes.get(request.provider, quotedRouteKey(routeId, other)))
  )
}

function checkAgainstQuoted(request: CheckedLock, quoted: QuotedRoute): void {
  const pair = pairOf(request)
  const same =
    quoted.srcChain === pair.srcChain &&
    quoted.srcAddress === pair.srcAddress &&
    quoted.dstChain === pair.dstChain &&
    quoted.dstAddress === pair.dstAddress &&
    quoted.amountText === request.amountText
  if (!same) throw invalid('routeId', 'routeId belongs to a quote for another pair or amount')
  if (quoted.confidentiality !== request.confidentiality) {
    throw invalid('confidentiality', `confidentiality must be the same as in the quote: ${quoted.confidentiality}`)
  }
  const { recipientMemo } = quoted.terms
  if (recipientMemo !== request.recipientMemo) {
    throw invalid('recipientMemo', `recipientMemo must be the same as in the quote: ${recipientMemo ?? NO_MEMO}`)
  }
}

function invalid(field: string, message: string) {
  return validationFailed([{ code: 'VALIDATION_ERROR', field, message }])
}

async function refresh(
  context: ServiceContext,
  request: CheckedLock,
  providerName: string,
  signal: AbortSignal | undefined,
): Promise<BuiltRoute[]> {
  const values = createRouteValues(context.openPrices)
  void values.start([unitOfCoin(request.src.chain)])
  try {
    const answer = await context.providers.run(
      request.provider,
      // Whoever was waited for once is waited for again.
      Math.max(context.limits.actionDeadlineMs, context.limits.quoteDeadlineMs),
      signal,
      (adapter, providerContext) => adapter.quote(toProviderRequest(request, true), providerContext),
    )
    if (answer.status === 'no_route') throw new ProviderError('unavailable', answer.message)
    await Promise.all([
      values.start(answer.routes.flatMap(({ fees }) => fees)),
      ...answer.routes.map((draft) => values.startSides({ ...draft, ...request })),
    ])
    const nowMs = context.clock.now()
    return answer.routes.map((draft: RouteDraft) => buildRoute(request, draft, nowMs, values))
  } catch (error) {
    if (error instanceof ProviderError) throw providerFailed(providerName, error)
    throw error
  }
}

function chooseRoute(request: CheckedLock, providerName: string, built: readonly BuiltRoute[]): BuiltRoute {
  const figuresOf = ({ draft, terms }: BuiltRoute) => figuresOfTerms(request.provider, draft.routeId, terms)
  const wanted = request.routeId ?? rankBy(built, figuresOf, 'best')[0]?.draft.routeId
  const chosen = built.find(({ draft }) => draft.routeId === wanted)
  if (chosen === undefined) throw providerGone(`${providerName} no longer offers this route`, 'routeId')
  return chosen
}

/** Refuses a refreshed amount below the quoted one less the slippage: the user has not accepted such a price. */
function checkSlippage(request: CheckedLock, quoted: QuotedRoute, chosen: BuiltRoute, providerName: string): void {
  const [before, now] = [quoted.terms.dst.amount, chosen.terms.dst.amount]
  if (now >= lessBps(before, request.slippageBps)) return
  const { decimals, symbol } = request.dst.asset
  throw providerGone(
    `${providerName} now pays ${formatAmountForPeople(now, decimals)} ${symbol} instead of ${formatAmountForPeople(before, decimals)} ${symbol}, ` +
      `a loss of more than the slippage of ${request.slippageBps} basis points`,
  )
}

/** Keeps the minimum of the quote when the price has fallen a little, unless the provider sets the minimum itself. */
function lockedTerms(request: CheckedLock, quoted: QuotedRoute | undefined, { draft, terms }: BuiltRoute): Terms {
  if (quoted === undefined || draft.minimumOut !== undefined) return terms
  const promised = lessBps(quoted.terms.dst.amount, request.slippageBps)
  return promised > terms.minimumOut ? { ...terms, minimumOut: promised } : terms
}

function toLockRecord(context: ServiceContext, request: CheckedLock, draft: RouteDraft, terms: Terms): LockRecord {
  const nowMs = context.clock.now()
  return {
    id: context.ids.create('lock_'),
    state: 'locked',
    ...pairOf(request),
    amountText: request.amountText,
    slippageBps: request.slippageBps,
    confidentiality: request.confidentiality,
    provider: request.provider,
    routeId: draft.routeId,
    depositor: request.depositor,
    recipient: request.recipient,
    ...defined({ referralCode: request.referralCode }),
    terms,
    providerState: draft.state,
    createdAt: new Date(nowMs).toISOString(),
    expiresAtMs: Math.min(nowMs + context.limits.lockTtlMs, draft.expiresAt ?? Number.MAX_SAFE_INTEGER),
  }
}
