import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import { type Connection, numberOf } from '../connection.ts'
import { createRowSet, type RowSet } from './row-set.ts'
import type { ReadEntries } from './search.ts'

/** Transactions that are looked at together. */
const SCANNED = 500

/**
 * Transactions that have a text of their own or of a wallet, by a look at each, and damaged ones.
 * @throws SERVICE_UNAVAILABLE where that takes longer than it may
 */
export function scanTexts(connection: Connection, readEntries: ReadEntries, term: string): RowSet {
  try {
    return lookAtEach(connection, readEntries, term)
  } catch (error) {
    if (!isSwapError(error) || error.code !== 'SERVICE_UNAVAILABLE') throw error
    const text = 'This search takes too long: the index of texts is damaged, so each transaction is looked at.'
    const hint = 'Lists without a text are as they were; to build that index anew: swapcli doctor'
    throw new SwapError('SERVICE_UNAVAILABLE', text, { hint, retryAfterSec: 60, cause: error })
  }
}

function lookAtEach(connection: Connection, readEntries: ReadEntries, term: string): RowSet {
  const found = createRowSet()
  for (let after = 0; ;) {
    const rows = connection
      .all(`SELECT n FROM transactions WHERE n > ? ORDER BY n LIMIT ${SCANNED}`, [after])
      .map((row) => numberOf(row, 'n'))
    for (const [n, entry] of readEntries(rows)) {
      const texts = entry === undefined ? [term] : [...entry.ownTexts, ...[...entry.walletTexts.values()].flat()]
      if (texts.some((text) => text.includes(term))) found.add([n])
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < SCANNED) return found
    after = last
  }
}
