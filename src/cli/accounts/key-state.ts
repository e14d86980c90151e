import { existsSync } from 'node:fs'
import { isSwapError } from '../../core/api/errors.ts'
import type { Account } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import { accountFiles } from './account-files.ts'

/** Where the key of an account is: `none` for one that only watches, `lost` where its key file is not there. */
export type KeyState = 'file' | 'lost' | 'unreadable' | 'device' | 'none'

export async function readKeyState(session: Session, account: Account): Promise<KeyState> {
  if (account.kind !== 'keystore') return account.kind === 'ledger' ? 'device' : 'none'
  const files = accountFiles(session)
  if (!existsSync(files.keystorePath(account))) return 'lost'
  try {
    await files.keystoreText(account)
    return 'file'
  } catch (error) {
    if (!isSwapError(error)) throw error
    return 'unreadable'
  }
}
