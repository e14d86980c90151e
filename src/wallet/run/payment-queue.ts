import { type AccountId, accountIdParts } from '../../core/assets/account-id.ts'
import type { Clock } from '../../core/ports.ts'

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

/** What one holder at a time can have. */
interface Turns {
  /** @returns what gives it back; undefined while another holder has it */
  enter(): Promise<(() => void) | undefined>
  /** Called once when the wait begins. */
  onWait(): void
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
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  const text = `waiting: another swapcli is paying from ${accountIdParts(account).address}`
  return waitForTurn({ enter: () => queue.enter(account), onWait: () => queue.onWait(text) }, clock, signal)
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
    if (tries === 0) turns.onWait()
    await clock.sleep(TRY_EVERY_MS, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return undefined
}
