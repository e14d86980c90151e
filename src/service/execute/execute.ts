import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { addressKey } from '../../core/assets/address.ts'
import type { Versioned } from '../../core/ports.ts'
import { type CheckedFields, checkRequest } from '../../core/api/request-check.ts'
import { EXECUTE_REQUEST } from '../../core/api/requests.ts'
import type { Execution, TransactionAsset } from '../../core/api/documents.ts'
import type { ActionOptions } from '../../core/api/service.ts'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import { toExecutionQuote } from '../../core/api/terms-document.ts'
import { defined } from '../../core/defined.ts'
import { wholeBps } from '../../core/money/basis-points.ts'
import { type Prepared, ProviderError, type ProviderLock } from '../../providers/index.ts'
import { providerFailed } from '../providers/provider-set.ts'
import type { ServiceContext } from '../context.ts'
import { claimLock, claimLost, releaseLock } from './claim.ts'
import { verifyPrepared } from './verify-prepared.ts'

/** An execute request that passed every check. */
export type CheckedExecute = CheckedFields<typeof EXECUTE_REQUEST>

/** Checks an execute request. @throws MISSING_LOCK_ID VALIDATION_ERROR */
export function checkExecuteRequest(request: unknown): CheckedExecute {
  return checkRequest(EXECUTE_REQUEST, request)
}

/**
 * Executes a lock. Of any number of callers, in any number of processes, exactly one wins. The transaction is on disk
 * before any payment data is returned.
 * @param options with a key, repeating the winning call returns the same answer
 * @throws QUOTE_EXPIRED PROVIDER_UNAVAILABLE BAD_GATEWAY IDEMPOTENCY_IN_PROGRESS
 */
export async function executeLock(
  context: ServiceContext,
  request: CheckedExecute,
  { idempotencyKey, signal, onReplay }: ActionOptions,
): Promise<Execution> {
  const found = await claimLock(context, request.lockId, idempotencyKey)
  if ('transaction' in found) {
    onReplay?.()
    return toExecution(found.transaction)
  }
  const { claim: claimed } = found
  try {
    const prepared = await prepare(context, claimed, signal)
    return await commit(context, claimed, request.referralCode, prepared)
  } catch (error) {
    // That the swap may be stored outweighs that its lock cannot be released.
    await releaseLock(context, claimed).catch((failure: unknown) => {
      if (!isUnknown(error)) throw failure
    })
    throw error
  } finally {
    context.ownClaims.end(claimed.doc.id)
  }
}

async function prepare(
  context: ServiceContext,
  claimed: Versioned<LockRecord>,
  signal: AbortSignal | undefined,
): Promise<Prepared> {
  const lock = claimed.doc
  const { terms } = lock
  const input: ProviderLock = {
    lockId: lock.id,
    routeId: lock.routeId,
    src: await context.readStoredAsset(lock.srcChain, lock.srcAddress, lock.terms.src),
    dst: await context.readStoredAsset(lock.dstChain, lock.dstAddress, lock.terms.dst),
    amountIn: terms.src.amount,
    amountText: lock.amountText,
    amountOut: terms.dst.amount,
    minimumOut: terms.minimumOut,
    slippageBps: wholeBps(lock.slippageBps),
    exactSlippageBps: lock.slippageBps,
    confidentiality: lock.confidentiality,
    depositor: lock.depositor,
    recipient: lock.recipient,
    ...defined({ recipientMemo: terms.recipientMemo }),
    estimatedTimeSec: terms.estimatedTimeSec,
    state: lock.providerState,
  }
  try {
    return await context.providers.run(
      lock.provider,
      context.limits.actionDeadlineMs,
      signal,
      async (adapter, providerContext) => verifyPrepared(await adapter.prepare(input, providerContext)),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw providerFailed(context.providers.manifest(lock.provider)?.name ?? lock.provider, error)
  }
}

async function commit(
  context: ServiceContext,
  claimed: Versioned<LockRecord>,
  referralCode: string | undefined,
  prepared: Prepared,
): Promise<Execution> {
  const lock = claimed.doc
  const transaction = await toTransaction(context, lock, referralCode ?? lock.referralCode, prepared)
  const written = await context.store
    .commitExecution({ ...lock, state: 'used', transactionId: transaction.id }, claimed.version, transaction, [
      {
        at: transaction.createdAt,
        type: 'transaction.created',
        lockId: lock.id,
        transactionId: transaction.id,
        data: { provider: lock.provider, status: transaction.status },
      },
    ])
    .catch((error: unknown) => {
      if (isUnknown(error)) return findOutcome(context, claimed, transaction.id, error)
      throw error
    })
  if (!written) throw await claimLost(context, lock.id)
  return toExecution(transaction)
}

/** True for the failure of a write that may have been made. */
function isUnknown(error: unknown): boolean {
  return isSwapError(error) && error.funds === 'unknown'
}

/**
 * Whether a swap of which the store did not say so is stored: by the version of its lock, that is either used or released.
 * @throws SERVICE_UNAVAILABLE where it is not, and `error` where nobody knows yet
 */
async function findOutcome(
  context: ServiceContext,
  claimed: Versioned<LockRecord>,
  transactionId: string,
  error: unknown,
): Promise<boolean> {
  const isReleased = await releaseLock(context, claimed).catch(() => undefined)
  if (isReleased === undefined) throw error
  if (isReleased) {
    throw new SwapError('SERVICE_UNAVAILABLE', 'The store did not take the swap; the lock can be executed again.', {
      retryAfterSec: 1,
      cause: error,
    })
  }
  const found = await context.store.locks.get(claimed.doc.id).catch(() => undefined)
  if (found === undefined) throw error
  return found.doc.transactionId === transactionId
}

async function toTransaction(
  context: ServiceContext,
  lock: LockRecord,
  referralCode: string | undefined,
  prepared: Prepared,
): Promise<TransactionRecord> {
  const nowMs = context.clock.now()
  const createdAt = new Date(nowMs).toISOString()
  return {
    id: context.ids.create('tx_'),
    lockId: lock.id,
    provider: lock.provider,
    status: 'PENDING',
    stage: 'awaiting_deposit',
    hash: '',
    inboundHash: '',
    outboundHash: null,
    srcChain: lock.srcChain,
    srcAddress: lock.srcAddress,
    dstChain: lock.dstChain,
    dstAddress: lock.dstAddress,
    terms: lock.terms,
    depositor: lock.depositor,
    recipient: lock.recipient,
    addressKeys: [...new Set([addressKey(lock.depositor), addressKey(lock.recipient)])],
    srcAsset: snapshot(await context.readStoredAsset(lock.srcChain, lock.srcAddress, lock.terms.src)),
    dstAsset: snapshot(await context.readStoredAsset(lock.dstChain, lock.dstAddress, lock.terms.dst)),
    ...defined({ referralCode, exec: prepared.exec }),
    createdAt,
    updatedAt: createdAt,
    nextPollAtMs: prepared.needsHash ? null : nowMs,
    polls: 0,
    needsHash: prepared.needsHash,
    tracking: prepared.tracking,
    providerResult: prepared.providerResult,
  }
}

function snapshot(side: PricedAsset): TransactionAsset {
  return {
    id: null,
    symbol: side.asset.symbol,
    contract: side.asset.isNative ? null : side.asset.address,
    image: side.asset.image === '' ? null : side.asset.image,
    chain: side.chain.key,
    ...defined({ unlisted: side.asset.unlisted }),
  }
}

function toExecution(transaction: TransactionRecord): Execution {
  return {
    provider: transaction.provider,
    lockId: transaction.lockId,
    providerResult: transaction.providerResult,
    quote: toExecutionQuote(transaction.terms),
    ...defined({ exec: transaction.exec }),
    transaction: { id: transaction.id, status: transaction.status },
  }
}
