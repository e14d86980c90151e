import { countText } from '../../../core/text/count-text.ts'
import { openRunFile } from '../../pay/runs.ts'
import { findLostTransaction } from '../../pay/lost-transaction.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, ok } from './check.ts'

/** The unfinished runs of the wallet against the transactions of the store; nothing where one of the two cannot be read, which others say. */
export async function checkRuns(session: Session): Promise<readonly Check[]> {
  if (session.api !== undefined) return []
  try {
    const { journal } = await openRunFile(session, true)
    const runs = await journal.listUnfinished(() => undefined)
    const lost = []
    for (const run of runs) {
      const found = await findLostTransaction(session, run)
      if (found !== undefined) lost.push(found)
    }
    const [first] = lost
    if (first === undefined)
      return [ok('runs', `${countText(runs.length, 'unfinished run')} and the transactions of the store agree`)]
    const more = lost.length > 1 ? ` (and ${lost.length - 1} more)` : ''
    return [fail('runs', `${first}${more}`, `Restore a backup of both files of ${session.home}`)]
  } catch {
    return []
  }
}
