import type { Execution } from '../../core/api/documents.ts'
import { readExecution, readLock, type StatedLock, writtenDecimals } from '../../core/api/answers.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { warningsBeside } from '../../core/swap/acceptances.ts'
import { codedWarning } from '../../core/swap/coded-warnings.ts'
import { isKnownLoss, lossText } from '../../core/money/loss.ts'
import { loadLossValues } from './runs.ts'
import { floorOf } from '../../core/swap/floor.ts'
import { sideText } from '../../core/swap/terms.ts'
import { defined } from '../../core/defined.ts'
import type { LockRequest } from '../../core/api/service.ts'
import {
  checkExec,
  depositOf,
  isFamilyKey,
  loadFamily,
  newRun,
  type RunBounds,
  payTerms,
  readDepositMessage,
  type RunSide,
  type SwapRun,
  verifyExecution,
  verifyFloor,
  verifyLock,
  walletCall,
} from '../../wallet/index.ts'
import type { PipedLock } from '../quote/document-input.ts'
import { readMinReceive } from './pay-options.ts'
import { findAsset, type NamedAsset, runSideOf } from '../quote/find-asset.ts'
import { verifyDecimals } from '../../payments/index.ts'
import type { OpenedService, Session } from '../session.ts'

const WITHOUT_REQUEST = 'The lock came without its request, so recipient and payload could not be held against it'

/** What a lock is executed within. */
export type LockBounds = Pick<RunBounds, 'mostLossBps' | 'accept'> & {
  /** As `--min-receive` gives it. */
  readonly minReceive: string | undefined
}

/** A lock that keeps what was agreed to. */
export interface VerifiedLock {
  /** What is to be looked at twice, as sentences. */
  readonly doubts: readonly string[]
  /**
   * Holds what the service executed against the lock, as a wallet would: amounts, and where the request came along, the
   * payload or deposit with its recipient.
   * @returns what is to be looked at twice, as sentences
   * @throws WALLET_REFUSED
   */
  verify(answer: Execution): Promise<readonly string[]>
}

/**
 * Holds a lock that was piped in against its request and the bounds, before the service is asked to execute it: executing
 * may bind. Nothing is paid here, so that a value that nobody knows is only said.
 * @throws WALLET_REFUSED
 */
export async function verifyPipedLock(
  session: Session,
  opened: OpenedService,
  { request, data }: Pick<PipedLock, 'request' | 'data'>,
  { minReceive, ...bounds }: LockBounds,
): Promise<VerifiedLock> {
  const assets = request === undefined ? undefined : await assetsOf(opened, request)
  const verified = assets === undefined ? undefined : await verifyDecimals(session, assets, true)
  const sides = verified && ([runSideOf(verified.assets[0]), runSideOf(verified.assets[1])] as const)
  // Where the asset is not known, amounts are compared as they are written.
  const written = [data.dst.formatted, data.minimumReceived ?? '', minReceive ?? '']
  const decimals = { src: sides?.[0].decimals, dst: sides?.[1].decimals ?? writtenDecimals(written) }
  const lock = readLock(data, decimals)
  const { dst, minimumOut } = lock.terms
  const doubts = [...(verified?.unread ?? [])]
  if (!(Date.parse(lock.expiresAt) > session.clock.now())) doubts.push(`The lock ran out at ${lock.expiresAt}`)
  if (request !== undefined)
    verifyLock(lock, { ...request, ...defined({ src: sides?.[0].symbol, dst: sides?.[1].symbol }) })
  const parts = {
    ...{ shown: dst.amount, slippageBps: request?.slippage },
    ...defined({ minReceive: readMinReceive(minReceive, dst.decimals) }),
  }
  verifyFloor(lock.terms, parts)
  const floor = floorOf({ ...parts, stated: minimumOut, decimals: dst.decimals })
  const verify = (answer: Execution) => verifyExecution(readExecution(answer, decimals), lock, floor)
  if (request === undefined) return { doubts: [...doubts, WITHOUT_REQUEST], verify: async (answer) => verify(answer) }
  if (sides === undefined) {
    const unknown = 'What is to be paid could not be held against the lock: its assets are not known here'
    return { doubts: [...doubts, unknown], verify: async (answer) => verify(answer) }
  }
  const run = { ...runOf(session, sides, request, lock), ...bounds, ...defined({ minReceive: parts.minReceive }) }
  return {
    doubts: [...doubts, ...(await verifyLoss(session, run, lock))],
    verify: async (answer) => {
      const execution = readExecution(answer, decimals)
      return [...verify(answer), ...(await verifyPayment(session, { ...run, execution }))]
    },
  }
}

/** Refuses a lock that loses too much. @throws WALLET_REFUSED */
async function verifyLoss(session: Session, run: SwapRun, { terms }: StatedLock): Promise<readonly string[]> {
  const values = await loadLossValues(session)
  const loss = await values.assess(run, terms)
  values.check({ ...run, minReceive: run.minReceive ?? 0n }, terms, loss)
  return isKnownLoss(loss) ? [] : [codedWarning('value-unknown', `what the swap loses is ${lossText(loss)}`)]
}

async function verifyPayment(session: Session, run: SwapRun): Promise<readonly string[]> {
  const deposit = depositOf(run)
  const said = [...(deposit?.doubts ?? []), ...(readDepositMessage(run)?.doubts ?? [])]
  const exec = run.execution === undefined ? undefined : walletCall(run.execution)
  if (exec === undefined) return said
  const { family: key } = run.source
  if (!isFamilyKey(key)) return said
  if (session.network === 'sandbox') {
    checkExec(exec, run)
    checkPaperRecipient(exec, run)
    return said
  }
  const family = await loadFamily(key)
  const { doubts, warnings, minimumReceived } = await family.verifyPayload(exec, payTerms(run), session.clock.now())
  const coded = doubts.map(({ code, text }) =>
    codedWarning(code, run.accept?.includes(code) === true ? `${text} (accepted)` : text),
  )
  const promised = minimumReceived === undefined ? promisedBy(run.lock) : []
  return [...said, ...warningsBeside(doubts, warnings), ...coded, ...promised]
}

/** A least that only the provider states. */
function promisedBy(lock: StatedLock | undefined): readonly string[] {
  const { dst, minimumOut } = lock?.terms ?? {}
  if (lock === undefined || dst === undefined || minimumOut === undefined) return []
  return [codedWarning('promised', `${sideText({ ...dst, amount: minimumOut })} by ${lock.provider}, not enforced`)]
}

/** The calls of the paper contracts name whom they pay; no family reads them. @throws WALLET_REFUSED */
function checkPaperRecipient(exec: object, { request }: SwapRun): void {
  const digits = request.recipient.replace(/^0x/, '').toLowerCase()
  if (JSON.stringify(exec).toLowerCase().includes(digits)) return
  throw new SwapError(
    'WALLET_REFUSED',
    "The provider's payload is not what was agreed: its calldata pays another recipient",
    { reason: 'payload' },
  )
}

function runOf(
  session: Session,
  [from, to]: readonly [RunSide, RunSide],
  request: LockRequest,
  lock: StatedLock,
): SwapRun {
  const at = new Date(session.clock.now()).toISOString()
  return {
    ...newRun({ api: session.api, from, to, terms: lock.terms, lock: request, unattended: true }),
    ...{ id: lock.lockId, version: 0, step: 'executed', createdAt: at, updatedAt: at, lockKey: '', executeKey: '' },
    lock,
  }
}

/** Both ends as the catalog or the server has them; undefined where one is not known. */
async function assetsOf(
  opened: OpenedService,
  request: LockRequest,
): Promise<readonly [NamedAsset, NamedAsset] | undefined> {
  const { srcChain, srcAddress, dstChain, dstAddress } = request
  try {
    return [
      await findAsset(opened, `${srcChain}:${srcAddress}`, { field: 'from' }),
      await findAsset(opened, `${dstChain}:${dstAddress}`, { field: 'to' }),
    ]
  } catch (error) {
    if (isSwapError(error) && error.code === 'VALIDATION_ERROR') return undefined
    throw error
  }
}
