import { countText } from '../../../core/text/count-text.ts'
import { openRunFile } from '../../pay/runs.ts'
import { walletFile } from '../../pay/wallet-file.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, failCheck, ok, warn } from './check.ts'

/** Whether the wallet's file can be used, and what in it is unfinished. */
export async function checkWallet(session: Session): Promise<Check> {
  const path = walletFile(session.home, session.network)
  try {
    const { journal } = await openRunFile(session)
    const damaged: string[] = []
    const open = await journal.listUnfinished((id) => damaged.push(id))
    if (damaged.length > 0) {
      const next = `Copy ${path} to a safe place, then restore a backup`
      return fail('wallet', `damaged: ${damaged.join(', ')} (${path})`, next)
    }
    if (open.length === 0) return ok('wallet', `no unfinished swaps (${path})`)
    return warn('wallet', `${countText(open.length, 'unfinished swap')} (${path})`, 'swapcli resume')
  } catch (error) {
    return failCheck('wallet', error, `Move the file away if it is damaged: ${path}`)
  }
}
