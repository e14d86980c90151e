import { countText } from '../../../core/text/count-text.ts'
import { findLostTransaction, ofUncopiedFile } from '../../pay/lost-transaction.ts'
import { isKnownElsewhere, type SwapRun } from '../../../wallet/index.ts'
import type { ReadHome } from '../../pay/home/known-home.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, ok, warn } from './check.ts'
import { lacksRuns, type ReadWallet } from './wallet.ts'

/** The unfinished runs of the wallet against the transactions of the store; nothing where one of the two cannot be read, which others say. */
export async function checkRuns(session: Session, wallet: ReadWallet): Promise<readonly Check[]> {
  if (session.api !== undefined || 'error' in wallet) return []
  const { unfinished, open, home } = wallet
  try {
    const lost = []
    for (const run of unfinished) {
      const found = await findLostTransaction(session, run)
      if (found !== undefined) lost.push({ found, id: run.id })
    }
    const [first] = lost
    const doubtful = unfinished.filter((run) => isKnownElsewhere(run, home)).length
    if (first === undefined && doubtful > 0) {
      const what = `${countText(doubtful, 'unfinished run')} may be paid by another copy of this home`
      return [warn('runs', what, 'See what is known of them: swapcli resume --list')]
    }
    if (first === undefined) return [sayAgreed(open, await countOthers(session, unfinished), home)]
    const giveUp = `give the run up: swapcli resume ${first.id} --forget`
    const next = ofUncopiedFile(session, `Restore a backup of both files of ${session.home}, or ${giveUp}`)
    const more = lost.length > 1 ? ` (and ${lost.length - 1} more)` : ''
    return [fail('runs', `${first.found}${more}`, next)]
  } catch {
    return []
  }
}

/** No unfinished run contradicts the store. @param unfinished how many are left open @param others how many pending transactions of the store are of none of them */
function sayAgreed(unfinished: number, others: number, home: ReadHome): Check {
  const runs = countText(unfinished, 'unfinished run')
  const pending = countText(others, 'pending transaction')
  if (others > 0 && lacksRuns(home)) {
    const text = `the store has ${pending} of no unfinished run: a swap that the wallet file lacks may have made ${others === 1 ? 'it' : 'them'}`
    return warn('runs', text, 'Look at what they became: swapcli history --status PENDING')
  }
  const rest = others === 0 ? '' : `; it has ${pending} of no unfinished run`
  return ok('runs', `${runs} and the transactions of the store agree${rest}`)
}

/** How many pending transactions of the store are of none of these runs: those of other clients, and of swaps that were lost. */
async function countOthers(session: Session, unfinished: readonly SwapRun[]): Promise<number> {
  const { embedded } = await session.open()
  if (embedded === undefined) return 0
  const { transactions } = embedded.store
  const { PENDING } = await transactions.countByStatus()
  let own = 0
  for (const { transactionId, api } of unfinished) {
    if (transactionId === undefined || api !== undefined) continue
    if ((await transactions.get(transactionId))?.doc.status === 'PENDING') own += 1
  }
  return Math.max(0, PENDING - own)
}
