import { readExecution, readLock, type StatedExecution, type StatedLock } from '../../core/api/answers.ts'
import type { Execution, Lock } from '../../core/api/documents.ts'
import type { LockRequest } from '../../core/api/service.ts'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { Doubt } from '../../core/swap/acceptances.ts'
import { hasUntriedTransfer } from '../../core/swap/untried-transfer.ts'
import {
  depositOf,
  floorOfLocked,
  isFamilyKey,
  loadFamily,
  newRun,
  type NewRun,
  payTerms,
  readDepositMessage,
  refusalFor,
  type SwapRun,
  verifyExecution,
  verifyLockedTerms,
  walletCall,
} from '../../wallet/index.ts'
import type { PayPlace } from '../place.ts'
import { findSides, type ReadToken } from './sides.ts'

/** What a service answered to a lock and its execution, with the request for the lock. */
export interface ExecutedSwap {
  readonly request: LockRequest
  readonly lock: Lock
  readonly execution: Execution
}

/** What the transaction of an execution does, as far as it can be read without a node. */
export interface VerifiedPayment {
  /** What cannot be verified. */
  readonly doubts: readonly Doubt[]
  /** What a person should see, as sentences; of a deposit that is all there is. */
  readonly warnings: readonly string[]
  /** Least that the transaction enforces, decimal text of the destination asset; undefined where only the provider promises it. */
  readonly minimumReceived: string | undefined
}

/** A new run that is executed already. */
type ExecutedRun = NewRun & { readonly lock: StatedLock; readonly execution: StatedExecution }

/**
 * A run of what was executed elsewhere, its lock held against the request and its execution against the lock.
 * @throws WALLET_REFUSED
 */
export async function readExecuted(
  place: PayPlace,
  token: ReadToken | undefined,
  { request, lock, execution }: ExecutedSwap,
): Promise<ExecutedRun> {
  const [from, to] = await findSides(place, token, request)
  const decimals = { src: from.decimals, dst: to.decimals }
  const stated = readLock(lock, decimals)
  const answered = readExecution(execution, decimals)
  const start = {
    ...newRun({ api: place.api, from, to, terms: stated.terms, lock: request, unattended: false }),
    ...({ step: 'executed', agreed: true, lock: stated, execution: answered } as const),
    ...defined({ transactionId: answered.transaction?.id }),
  }
  verifyLockedTerms(start)
  verifyExecution(answered, stated, floorOfLocked(start))
  return start
}

/**
 * Holds what is to be paid against what was agreed to: chain, target, function, token, amount, approval and its spender,
 * recipient, least received and deadline. Asks no node and signs nothing.
 * @param nowMs epoch milliseconds
 * @throws WALLET_REFUSED for anything else than what was agreed to
 */
export async function verifyExecuted(place: PayPlace, executed: ExecutedSwap, nowMs: number): Promise<VerifiedPayment> {
  const start = await readExecuted(place, undefined, executed)
  const at = new Date(nowMs).toISOString()
  const run: SwapRun = {
    ...start,
    ...{
      id: executed.lock.lockId,
      version: 0,
      step: 'executed',
      createdAt: at,
      updatedAt: at,
      lockKey: '',
      executeKey: '',
    },
  }
  const deposit = depositOf(run)
  const said = [...(deposit?.doubts ?? []), ...(readDepositMessage(run)?.doubts ?? [])]
  const exec = walletCall(start.execution)
  if (exec === undefined) return { doubts: [], warnings: said, minimumReceived: undefined }
  const { family: key } = start.source
  if (!isFamilyKey(key)) throw refusalFor('payload', `Payments on ${start.request.srcChain} cannot be read here`)
  const family = await loadFamily(key)
  const { doubts, warnings, minimumReceived } = await family.verifyPayload(exec, payTerms(run), nowMs)
  const { dst } = start.lock.terms
  return {
    doubts,
    warnings: [...said, ...warnings],
    minimumReceived:
      minimumReceived === undefined || hasUntriedTransfer(start.lock.terms)
        ? undefined
        : formatAmount(minimumReceived, dst.decimals),
  }
}
