import { countText } from '../../../core/text/count-text.ts'
import { findLostTransaction } from '../../pay/lost-transaction.ts'
import { isKnownElsewhere } from '../../../wallet/index.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, ok, warn } from './check.ts'
import type { ReadWallet } from './wallet.ts'

/** The unfinished runs of the wallet against the transactions of the store; nothing where one of the two cannot be read, which others say. */
export async function checkRuns(session: Session, wallet: ReadWallet): Promise<readonly Check[]> {
  if (session.api !== undefined || 'error' in wallet) return []
  const { unfinished, home } = wallet
  try {
    const lost = []
    for (const run of unfinished) {
      const found = await findLostTransaction(session, run)
      if (found !== undefined) lost.push(found)
    }
    const [first] = lost
    const doubtful = unfinished.filter((run) => isKnownElsewhere(run, home)).length
    if (first === undefined && doubtful > 0) {
      const what = `${countText(doubtful, 'unfinished run')} may be paid by another copy of this home`
      return [warn('runs', what, 'See what is known of them: swapcli resume --list')]
    }
    if (first === undefined)
      return [ok('runs', `${countText(unfinished.length, 'unfinished run')} and the transactions of the store agree`)]
    const more = lost.length > 1 ? ` (and ${lost.length - 1} more)` : ''
    return [fail('runs', `${first}${more}`, `Restore a backup of both files of ${session.home}`)]
  } catch {
    return []
  }
}
