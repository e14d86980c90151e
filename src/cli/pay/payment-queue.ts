import { join } from 'node:path'
import { type AccountId, accountIdParts } from '../../core/assets/account-id.ts'
import { addressKey } from '../../core/assets/address-key.ts'
import { loadFileLock } from '../../store/index.ts'
import type { PaymentQueue } from '../../wallet/index.ts'

/**
 * Payments of one account of a home queue behind its lock file, which ends with the process.
 * @param tell told that a payment waits for another one
 */
export function openPaymentQueue(home: string, tell: (text: string) => void): PaymentQueue {
  return {
    enter: async (account) => {
      const { tryFileLock } = await loadFileLock()
      return tryFileLock(join(home, queueFileName(account)))
    },
    onWait: tell,
  }
}

/**
 * Name of the lock file of an account, the same in every version that may run at the same time: before there were other
 * families, those of EVM accounts had the chain id and the address only.
 */
export function queueFileName(account: AccountId): string {
  const { namespace, reference, address } = accountIdParts(account)
  const chain = namespace === 'eip155' ? reference : `${namespace}-${reference}`
  return `paying-${chain}-${addressKey(address)}.lock`
}
