import { loadFileLock } from '../../store/index.ts'
import { join } from 'node:path'
import type { PaymentQueue } from '../../wallet/index.ts'

/**
 * Turns of the accounts of a home, kept by a lock file for each account and chain; they end with the process.
 * @param tell told that a payment waits for another one
 */
export function payTurns(home: string, tell: (text: string) => void): PaymentQueue {
  return {
    take: async (chainId, address) => {
      const { tryFileLock } = await loadFileLock()
      return tryFileLock(join(home, `paying-${chainId}-${address.toLowerCase()}.lock`))
    },
    onWait: tell,
  }
}
