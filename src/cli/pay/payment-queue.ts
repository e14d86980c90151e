import { loadFileLock } from '../../store/index.ts'
import { join } from 'node:path'
import type { PaymentQueue } from '../../wallet/index.ts'

/**
 * Payments of one account of a home queue behind its lock file, which ends with the process.
 * @param tell told that a payment waits for another one
 */
export function openPaymentQueue(home: string, tell: (text: string) => void): PaymentQueue {
  return {
    enter: async ({ key }) => {
      const { tryFileLock } = await loadFileLock()
      return tryFileLock(join(home, `paying-${key}.lock`))
    },
    onWait: tell,
  }
}
