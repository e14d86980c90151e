import type { PricedAsset } from '../../core/assets/catalog.ts'
import { addressKey } from '../../core/assets/address.ts'
import type { Versioned } from '../../core/ports.ts'
import { type CheckedFields, checkRequest } from '../../core/api/request-check.ts'
import { EXECUTE_REQUEST } from '../../core/api/requests.ts'
import type { Execution, TransactionAsset } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { ActionOptions } from '../../core/api/service.ts'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import { isWithin } from '../../core/stored-time.ts'
import { toExecutionQuote } from '../../core/api/terms-document.ts'
import { defined } from '../../core/defined.ts'
import { wholeBps } from '../../core/money/basis-points.ts'
import { type Prepared, ProviderError, type ProviderLock } from '../../providers/index.ts'
import { endLockAhead, isOfClockAhead } from '../lock/clock-ahead.ts'
import { requestRunning } from '../lock/idempotency.ts'
import { providerFailed } from '../providers/provider-set.ts'
import type { ServiceContext } from '../context.ts'
import { verifyPrepared } from './verify-prepared.ts'

/** How long a claim is valid, in milliseconds: longer than any call to a provider. */
const CLAIM_MS = 30_000

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
  const claimed =
    (await claimNew(context, request.lockId, idempotencyKey)) ??
    (await claimOrAnswer(context, request.lockId, idempotencyKey))
  if ('answer' in claimed) {
    onReplay?.()
    return claimed.answer
  }
  try {
    const prepared = await prepare(context, claimed, signal)
    return await commit(context, claimed, request.referralCode, prepared)
  } catch (error) {
    await release(context, claimed)
    throw error
  } finally {
    context.ownClaims.end(claimed.doc.id)
  }
}

/** Claims a lock that this process has just made and that nothing has changed since, without reading it. */
async function claimNew(
  context: ServiceContext,
  lockId: string,
  idempotencyKey: string | undefined,
): Promise<Versioned<LockRecord> | undefined> {
  const made = context.newLocks.take(lockId)
  const nowMs = context.clock.now()
  if (made === undefined || nowMs >= made.doc.expiresAtMs || isOfClockAhead(made.doc, nowMs)) return undefined
  return claim(context, made, idempotencyKey)
}

/** Claims the lock; a caller who repeats the winning call with the same key gets its answer instead. */
async function claimOrAnswer(
  context: ServiceContext,
  lockId: string,
  idempotencyKey: string | undefined,
): Promise<Versioned<LockRecord> | { readonly answer: Execution }> {
  const found = await context.store.locks.get(lockId)
  if (found === undefined) throw quoteExpired('There is no such lock')
  const repeated = await repeatedAnswer(context, found.doc, idempotencyKey)
  if (repeated !== undefined) return { answer: repeated }
  const claimed = await claim(context, found, idempotencyKey)
  if (claimed !== undefined) return claimed
  const now = await context.store.locks.get(found.doc.id)
  const late = now === undefined ? undefined : await repeatedAnswer(context, now.doc, idempotencyKey)
  if (late === undefined) throw quoteExpired('The lock is already being executed')
  return { answer: late }
}

/** @throws IDEMPOTENCY_IN_PROGRESS while the call that holds the lock under the same key is still running */
async function repeatedAnswer(
  context: ServiceContext,
  lock: LockRecord,
  idempotencyKey: string | undefined,
): Promise<Execution | undefined> {
  if (idempotencyKey === undefined || lock.idempotencyKey !== idempotencyKey) return undefined
  // A call that was killed never ends: once its claim has run out, the client must lock again.
  const [nowMs, { claimedAtMs = 0 }] = [context.clock.now(), lock]
  if (lock.state === 'executing' && isWithin(claimedAtMs, nowMs, CLAIM_MS)) {
    throw requestRunning(context.ownClaims.has(lock.id) ? undefined : claimedAtMs + CLAIM_MS - nowMs)
  }
  if (lock.state !== 'used') return undefined
  const transaction =
    lock.transactionId === undefined ? undefined : await context.store.transactions.get(lock.transactionId)
  return transaction === undefined ? undefined : toExecution(transaction.doc)
}

/** Claims the lock; undefined when another caller was faster. */
async function claim(
  context: ServiceContext,
  found: Versioned<LockRecord>,
  idempotencyKey: string | undefined,
): Promise<Versioned<LockRecord> | undefined> {
  const nowMs = context.clock.now()
  if (found.doc.state === 'used') throw quoteExpired('The lock has already been used')
  if (found.doc.state === 'executing') throw alreadyExecuting(found.doc, nowMs)
  if (nowMs >= found.doc.expiresAtMs) throw quoteExpired('The lock has expired')
  if (isOfClockAhead(found.doc, nowMs)) {
    await endLockAhead(context, found)
    throw quoteExpired('The lock was made while the clock was ahead')
  }
  const doc: LockRecord = {
    ...found.doc,
    state: 'executing',
    claimedAtMs: nowMs,
    ...defined({ idempotencyKey }),
  }
  // Before it is stored: who finds it there asks whether this process is at it.
  context.ownClaims.begin(doc.id)
  let won = false
  try {
    won = await context.store.locks.replace(doc, found.version, [
      { at: new Date(nowMs).toISOString(), type: 'lock.claimed', lockId: doc.id },
    ])
  } finally {
    if (!won) context.ownClaims.end(doc.id)
  }
  return won ? { doc, version: found.version + 1 } : undefined
}

/** The refusal of a lock that is claimed: once the time of the claim is over, its call ended without an answer. */
function alreadyExecuting({ claimedAtMs = 0 }: LockRecord, nowMs: number): SwapError {
  if (nowMs < claimedAtMs + CLAIM_MS) return quoteExpired('The lock is already being executed')
  return quoteExpired(
    'The call that was to execute this lock ended without an answer: no swap of it is stored, so nothing was handed out to be paid and nothing was sent',
  )
}

/** Releases the lock after a failure before any payment data was returned, so that it can be executed until it expires. */
async function release(context: ServiceContext, claimed: Versioned<LockRecord>): Promise<void> {
  const { idempotencyKey: _key, claimedAtMs: _at, ...rest } = claimed.doc
  await context.store.locks.replace({ ...rest, state: 'locked' }, claimed.version, [
    { at: new Date(context.clock.now()).toISOString(), type: 'lock.released', lockId: claimed.doc.id },
  ])
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
    src: await context.readStoredAsset(lock.srcChain, lock.srcAddress),
    dst: await context.readStoredAsset(lock.dstChain, lock.dstAddress),
    amountIn: terms.src.amount,
    amountText: lock.amountText,
    amountOut: terms.dst.amount,
    minimumOut: terms.minimumOut,
    slippageBps: wholeBps(lock.slippageBps),
    exactSlippageBps: lock.slippageBps,
    confidentiality: lock.confidentiality,
    depositor: lock.depositor,
    recipient: lock.recipient,
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
  const written = await context.store.commitExecution(
    { ...lock, state: 'used', transactionId: transaction.id },
    claimed.version,
    transaction,
    [
      {
        at: transaction.createdAt,
        type: 'transaction.created',
        lockId: lock.id,
        transactionId: transaction.id,
        data: { provider: lock.provider, status: transaction.status },
      },
    ],
  )
  if (!written) throw new Error(`lock ${lock.id} changed while its claim was held`)
  return toExecution(transaction)
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
    srcAsset: snapshot(await context.readStoredAsset(lock.srcChain, lock.srcAddress)),
    dstAsset: snapshot(await context.readStoredAsset(lock.dstChain, lock.dstAddress)),
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
    transaction: { id: transaction.id, status: 'PENDING' },
  }
}

function quoteExpired(message: string): SwapError {
  return new SwapError('QUOTE_EXPIRED', message, { hint: 'Lock the route again, then execute the new lock' })
}
