import type { TransactionFilter } from '../../port.ts'
import { type Connection, numberOf } from '../connection.ts'
import { ofCode, type Selection, selectTransactions } from './filter.ts'
import { keepRecentAnswers } from './recent-answers.ts'
import { BLOCK_ROWS, createRowSet, intersect, numbersOf, type RowSet } from './row-set.ts'
import { findText, hasText, type ReadEntries, type TextSearch } from './search.ts'
import { findRowsOfWallets, readNewest } from './slices.ts'
import { newestRow } from './stats.ts'

/** Bytes of what texts have found that are kept: a million transactions take one megabyte. */
const MOST_BYTES = 2 ** 25
/** Of so many rows each is looked at for a text: that takes less than to look for it everywhere. */
const FEW_ROWS = 1_000

/** Builds selections of the transactions of one file. What a text finds is kept while the file is as it was. */
export function createMatching(connection: Connection, file: string, readEntries: ReadEntries) {
  const found = keepRecentAnswers<RowSet>(connection, file, MOST_BYTES, (rows) => rows.blocks().length * BLOCK_ROWS + 1)
  const findRows = (query: string, how: TextSearch) =>
    found.get(`${how} ${query}`, () => findText(connection, readEntries, query, how))

  /** Rows that conditions but for statuses leave; undefined where they leave all. */
  function matchingRows({ query = '', ...others }: TransactionFilter, how: TextSearch): RowSet | undefined {
    const sets = findOthers(connection, others)
    const [first, ...more] = sets
    if (first === undefined) return query === '' ? undefined : findRows(query, how)
    const rows = more.reduce(intersect, first)
    if (query === '') return rows
    return (rows.size > FEW_ROWS ? undefined : lookThrough(rows, query)) ?? intersect(rows, findRows(query, how))
  }

  /** Those of some rows that have a text; undefined where one is damaged: what is known of its texts is in their index. */
  function lookThrough(rows: RowSet, query: string): RowSet | undefined {
    const entries = [...readEntries(numbersOf(rows))]
    if (entries.some(([, entry]) => entry === undefined)) return undefined
    return createRowSet(entries.filter(([, entry]) => entry !== undefined && hasText(entry, query)).map(([n]) => n))
  }

  return (filter: TransactionFilter, how: TextSearch = 'index'): Selection => {
    const { query = '', ...others } = filter
    const isAlone =
      filter.transactionId === undefined && filter.referralCode === undefined && !filter.addressKeys?.length
    // What every transaction has, such as the name of all sandbox providers, is no condition.
    const isInAll = query !== '' && isAlone && findRows(query, how).size === newestRow(connection)
    const left = isInAll ? others : filter
    return selectTransactions(left, () => matchingRows(left, how))
  }
}

/** The rows of each condition but for the text and the statuses. */
function findOthers(connection: Connection, { addressKeys = [], referralCode, transactionId }: TransactionFilter) {
  const sets: RowSet[] = []
  if (transactionId !== undefined) {
    const rows = connection.all('SELECT n FROM transactions WHERE id = ?', [transactionId])
    sets.push(createRowSet(rows.map((row) => numberOf(row, 'n'))))
  }
  if (addressKeys.length > 0) {
    const wallets = connection.all(
      'SELECT a FROM transaction_wallets WHERE address_key IN (SELECT value FROM json_each(?))',
      [JSON.stringify(addressKeys)],
    )
    const numbers = wallets.map((row) => numberOf(row, 'a'))
    sets.push(findRowsOfWallets(connection, numbers))
  }
  if (referralCode !== undefined) {
    const { text, params } = ofCode(referralCode)
    const rows = createRowSet()
    for (const newest of readNewest(connection, { text: `FROM transaction_facts WHERE ${text}`, params })) {
      rows.add(newest)
    }
    sets.push(rows)
  }
  return sets
}
