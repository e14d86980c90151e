import { type AccountId, accountIdParts } from '../../core/assets/account-id.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { Clock } from '../../core/ports.ts'
import { isWithin } from '../../core/stored-time.ts'
import type { QueueWait } from '../payment.ts'
import type { RunJournal, SwapRun } from './journal.ts'

/*
 * Two payments of one account at the same time would sign for the same place in the order of its transactions, or spend
 * one balance twice, and one of them would fail. So they queue: each has the account from the signature of its first
 * transaction until its last one is in a block.
 */

/** Lets one payment at a time have an account of a chain, over all processes of this machine. */
export interface PaymentQueue {
  /**
   * Takes an account for a payment.
   * @returns what releases it; undefined while another payment has it
   * @throws STORE_UNUSABLE
   */
  enter(account: AccountId): Promise<(() => void) | undefined>
  /** Called once when a payment begins to wait for another one. */
  onWait(text: string): void
}

/** Milliseconds between two tries. */
const TRY_EVERY_MS = 200
/** After this without a step, nobody can tell from the journal that a run is still being paid, in milliseconds. */
const PAYING_MS = 15 * 60_000

/** What one holder at a time can have. */
interface Turns {
  /** @returns what gives it back; undefined while another holder has it */
  enter(): Promise<(() => void) | undefined>
  /** Called once when the wait begins. */
  onWait(): Promise<void> | void
}

/**
 * Waits until a payment may have an account.
 * @returns what releases it; undefined when the signal aborts first
 * @throws STORE_UNUSABLE
 */
export function waitInQueue(
  queue: PaymentQueue,
  clock: Clock,
  account: AccountId,
  { until, name }: QueueWait,
): Promise<(() => void) | undefined> {
  const { address } = accountIdParts(account)
  const onWait = async () => {
    const other = await name?.()
    const what = other === undefined ? 'another payment' : `the swap of ${other}`
    queue.onWait(`waiting for ${what}, which has the account ${address} until it is in a block`)
  }
  return waitForTurn({ enter: () => queue.enter(account), onWait }, clock, until)
}

/**
 * Waits until one may have what another holder has.
 * @returns what gives it back; undefined when the signal aborts first
 * @throws STORE_UNUSABLE
 */
export async function waitForTurn(turns: Turns, clock: Clock, signal: AbortSignal): Promise<(() => void) | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    const release = await turns.enter()
    if (release !== undefined) return release
    if (tries === 0) await turns.onWait()
    await clock.sleep(TRY_EVERY_MS, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return undefined
}

/**
 * The run that most likely has the account which another one waits for: of those that were agreed to and went a step on a
 * little while ago, the last one that has signed, else the last. Undefined where the journal knows of none, as with
 * a payment that is no swap.
 * @throws STORE_UNUSABLE
 */
export async function findPayingRun(
  journal: Pick<RunJournal, 'listSince'>,
  { id, source, request }: SwapRun,
  nowMs: number,
): Promise<SwapRun | undefined> {
  const since = new Date(nowMs - PAYING_MS).toISOString()
  const others = (await journal.listSince(since, () => undefined)).filter(
    (run) =>
      run.id !== id &&
      run.source.chainId === source.chainId &&
      sameAddress(run.request.depositor, request.depositor) &&
      isWithin(Date.parse(run.updatedAt), nowMs, PAYING_MS),
  )
  return others.findLast(hasSigned) ?? others.findLast(isAgreed)
}

/** True between its first signature and the end of its payment. */
function hasSigned({ step, earlier = [] }: SwapRun): boolean {
  return step === 'signed' || step === 'sent' || (step === 'executed' && earlier.length > 0)
}

function isAgreed({ step, paymentAgreed }: SwapRun): boolean {
  return step === 'executed' && paymentAgreed === true
}
