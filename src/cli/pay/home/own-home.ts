import { existsSync } from 'node:fs'
import { isSwapError } from '../../../core/api/errors.ts'
import { walletFile } from '../../../payments/index.ts'
import type { Session } from '../../session.ts'

/*
 * What commands say that list and find swaps, where this home may be an older copy of one. What reads its files is loaded only
 * where there is a wallet's file: one without is that of a server, or new.
 */

/** Says beside an empty list where it may be that of such a home. */
export async function tellOlderHome(session: Session): Promise<void> {
  if (!hasWallet(session)) return
  const { tellOlderHome } = await import('./known-home.ts')
  await tellOlderHome(session)
}

/** What is not found in the store of this machine: an older copy of a home lacks what the newer one has. @returns what to throw */
export async function ofOwnHome(session: Session, error: unknown): Promise<unknown> {
  if (!isSwapError(error) || error.code !== 'NOT_FOUND' || session.api !== undefined || !hasWallet(session))
    return error
  const { ofReadHome } = await import('./known-home.ts')
  return ofReadHome(session, error)
}

function hasWallet({ home, network }: Session): boolean {
  return existsSync(walletFile(home, network))
}
