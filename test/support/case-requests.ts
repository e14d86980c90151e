import type { ReceiptReport } from '../../src/core/evm/receipt.ts'
import { parseAmount } from '../../src/core/money/amount.ts'
import type { ProviderLock, ProviderQuoteRequest, RouteDraft, StatusRequest } from '../../src/providers/contract.ts'
import { buildRoute } from '../../src/service/quote/routes.ts'
import { bundledAsset } from './bundled-catalog.ts'
import type { CaseRequest, StatusCase } from './provider-suite.ts'

/* What an adapter is asked, made of what a case states. */

export async function toQuoteRequest(request: CaseRequest): Promise<ProviderQuoteRequest> {
  const src = await bundledAsset(request.src)
  const parsed = parseAmount(request.amount, src.asset.decimals)
  if (!parsed.ok) throw new Error(`the case's amount ${request.amount} does not fit its asset`)
  return {
    src,
    dst: await bundledAsset(request.dst),
    amountIn: parsed.units,
    amountText: request.amount,
    slippageBps: Math.floor(request.slippageBps ?? 50),
    exactSlippageBps: request.slippageBps ?? 50,
    confidentiality: request.confidentiality ?? 'public',
    depositor: request.depositor,
    recipient: request.recipient,
    forLock: request.forLock ?? false,
  }
}

/** A lock of a route. @param nowMs epoch milliseconds */
export function toLock(
  input: ProviderQuoteRequest & { readonly depositor: string; readonly recipient: string },
  draft: RouteDraft,
  nowMs: number,
  lockId = 'lock_1',
): ProviderLock {
  const { forLock: _, ...swap } = input
  const { terms } = buildRoute({ ...input, exclude: new Set() }, draft, nowMs)
  return {
    ...swap,
    lockId,
    routeId: draft.routeId,
    amountOut: draft.amountOut,
    minimumOut: terms.minimumOut,
    estimatedTimeSec: draft.estimatedTimeSec,
    state: draft.state,
  }
}

/** @param nowMs epoch milliseconds */
export async function toStatusRequest(item: StatusCase, nowMs: number): Promise<StatusRequest> {
  const { hash = '', ageSec = 60, tracking } = item
  const executedAtMs = nowMs - ageSec * 1000
  return {
    transactionId: 'tx_1',
    hash,
    executedAtMs,
    hashKnownAtMs: hash === '' ? undefined : executedAtMs,
    src: await bundledAsset(item.src),
    dst: await bundledAsset(item.dst),
    estimatedTimeSec: 60,
    tracking,
  }
}

/** What the source chain says about the hash of a case. */
export function receiptOf({ receipt = 'pending' }: StatusCase): ReceiptReport {
  return typeof receipt === 'string' ? { state: receipt } : receipt
}
