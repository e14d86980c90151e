import { join } from 'node:path'
import type { PayTurns } from '../wallet/turn.ts'
import type { SigningAsks } from './current-account.ts'
import type { Session } from './session.ts'

/**
 * Turns of the accounts of this session's home, kept by a lock file for each account and chain; they end with the process.
 * @param asks how a person is told that a payment waits for another one; on stderr without it
 */
export function payTurns({ home, output }: Session, asks?: SigningAsks): PayTurns {
  return {
    take: async (chainId, address) => {
      const { tryFileLock } = await import('../store/file-lock.ts')
      return tryFileLock(join(home, `paying-${chainId}-${address.toLowerCase()}.lock`))
    },
    onWait: (text) => (asks === undefined ? output.note(text) : asks.device(text)),
  }
}
