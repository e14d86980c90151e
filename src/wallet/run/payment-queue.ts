import type { Clock } from '../../core/ports.ts'

/*
 * Two payments of one account at the same time would sign the same nonce, spend one allowance or one balance twice, and
 * one of them would fail. So they take turns: from the signature of the first transaction until the last one is in a block.
 */

/** Lets one payment at a time have an account of a chain, over all processes of this machine. */
export interface PaymentQueue {
  /**
   * Takes the turn of an account.
   * @param address 0x address
   * @returns what ends the turn; undefined while another payment has it
   * @throws STORE_UNUSABLE
   */
  take(chainId: number, address: string): Promise<(() => void) | undefined>
  /** Told once when a payment begins to wait for another one. */
  onWait(text: string): void
}

/** Milliseconds between two tries. */
const TRY_EVERY_MS = 200

/**
 * Waits for the turn of an account.
 * @returns what ends the turn; undefined when the signal aborts first
 * @throws STORE_UNUSABLE
 */
export async function waitInQueue(
  turns: PaymentQueue,
  clock: Clock,
  chainId: number,
  address: string,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    const end = await turns.take(chainId, address)
    if (end !== undefined) return end
    if (tries === 0) turns.onWait(`waiting: another swapcli is paying from ${address}`)
    await clock.sleep(TRY_EVERY_MS, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return undefined
}
