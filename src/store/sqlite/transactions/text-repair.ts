import { defined } from '../../../core/defined.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import { type Connection, numberOf, textOf } from '../connection.ts'
import { DOCUMENT_COLUMNS, type DocumentTable, shownId } from '../document-table.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { entryOf } from './entry.ts'
import { rowIdOfParty, rowIdOfText } from './index-rows.ts'
import { expressionsOf } from './search.ts'
import { newestRow } from './stats.ts'
import { transactionTable } from './table.ts'
import {
  indexedTriples,
  indexText,
  noteDamagedTexts,
  noteRebuiltTexts,
  type RebuiltTexts,
  rebuiltTexts,
  TEXT_INDEX,
  unlessTextsFail,
} from './text-index.ts'

/*
 * The index of texts is made of what the transactions and wallets hold: where it is damaged, it is built anew from them, a
 * part at a time. What is written meanwhile is indexed where the new one has come to it, and else waits for it.
 */

/** Rows that are written at a time: some milliseconds. */
const ROWS_AT_ONCE = 100

/** Builds the next part of the index of texts anew, where it is damaged. @returns true while more is to be built */
export function rebuildTexts(connection: Connection, table: DocumentTable<TransactionRecord>): boolean {
  if (rebuiltTexts(connection) === undefined) return false
  return connection.write(() => {
    const rebuilt = rebuiltTexts(connection)
    if (rebuilt === undefined) return false
    const next = indexNext(connection, table, rebuilt.rows < 0 ? replaceIndex(connection) : rebuilt)
    noteRebuiltTexts(connection, next)
    return next !== undefined
  })
}

/** Most transactions whose texts are indexed while the file is opened: that takes about a second. */
const MOST_AT_OPEN = 10_000

/**
 * Builds the damaged index of texts of a file anew while that is opened, or leaves it to who has the time.
 * @param isFound true where it was found damaged just now
 * @returns whether it is whole
 */
export function mendTextsAtOpen(
  connection: Connection,
  path: string,
  isFound: boolean,
  tell: (text: string) => void,
): boolean {
  if (isFound) startRebuild(connection)
  const last = connection.one('SELECT CAST(coalesce(max(n), 0) AS INTEGER) AS n FROM transactions')
  if (numberOf(last, 'n') > MOST_AT_OPEN) {
    tell(`${damagedTexts(path)}: a server builds it anew by and by, and swapcli doctor at once`)
    return false
  }
  tell(`${damagedTexts(path)}: it is built anew`)
  return rebuildAllTexts(connection, transactionTable(connection, path))
}

/** Builds the index of texts of a file anew. @returns whether it is whole */
export function mendTextsOf(connection: Connection, path: string): boolean {
  startRebuild(connection)
  return rebuildAllTexts(connection, transactionTable(connection, path))
}

function damagedTexts(path: string): string {
  return `the index of texts of ${path}, which only serves search, was damaged`
}

/** Notes that it is to be built anew, unless it is. */
export function startRebuild(connection: Connection): void {
  connection.write(() => {
    if (rebuiltTexts(connection) === undefined) noteDamagedTexts(connection)
  })
}

/** Builds all of it. @returns false where it cannot be written */
export function rebuildAllTexts(connection: Connection, table: DocumentTable<TransactionRecord>): boolean {
  while (rebuildTexts(connection, table)) if ((rebuiltTexts(connection)?.rows ?? 0) < 0) return false
  return true
}

/**
 * Puts an empty index in the place of the damaged one, of which nothing is read, and no page is given free: what its pages
 * point to may be a page of something else. They are lost until the file is written anew.
 */
function replaceIndex(connection: Connection): RebuiltTexts {
  try {
    connection.exec('PRAGMA writable_schema = ON')
    connection.run(
      `DELETE FROM sqlite_schema WHERE name IN ('transaction_search', 'transaction_triples') OR name GLOB 'transaction_search_*'`,
    )
  } finally {
    connection.exec('PRAGMA writable_schema = RESET')
  }
  connection.exec(TEXT_INDEX)
  connection.run(`INSERT OR IGNORE INTO counters (name, value) VALUES ('lost_pages', 1)`)
  return { rows: 0, parties: 0 }
}

/** True where pages of the file belong to nothing, since an index was replaced. */
export function hasLostPages(connection: Connection): boolean {
  return connection.get(`SELECT 1 AS found FROM counters WHERE name = 'lost_pages'`) !== undefined
}

/** Notes that it has none any more. */
export function forgetLostPages(connection: Connection): void {
  if (hasLostPages(connection)) connection.write(() => connection.run(`DELETE FROM counters WHERE name = 'lost_pages'`))
}

/** Indexes the texts of the next wallets, then transactions. @returns undefined where that was the last */
function indexNext(
  connection: Connection,
  table: DocumentTable<TransactionRecord>,
  { rows, parties }: RebuiltTexts,
): RebuiltTexts | undefined {
  const nextParties = partiesAfter(connection, parties, ROWS_AT_ONCE)
  for (const { p, text } of nextParties) indexText(connection, rowIdOfParty(p), text)
  const nextRows = transactionsAfter(connection, table, rows, ROWS_AT_ONCE)
  for (const { n, id, texts = [id.toLowerCase()] } of nextRows) {
    texts.forEach((text, place) => indexText(connection, rowIdOfText(n, place), text))
  }
  if (nextRows.length < ROWS_AT_ONCE && nextParties.length < ROWS_AT_ONCE) return undefined
  return { rows: nextRows.at(-1)?.n ?? rows, parties: nextParties.at(-1)?.p ?? parties }
}

function partiesAfter(connection: Connection, after: number, most: number) {
  return connection
    .all(
      `SELECT p.p AS p, CAST(CASE WHEN p.text = '' THEN w.address_key ELSE p.text END AS BLOB) AS text
       FROM transaction_parties AS p JOIN transaction_wallets AS w ON w.a = p.a WHERE p.p > ? ORDER BY p.p LIMIT ?`,
      [after, most],
    )
    .map((row) => ({ p: numberOf(row, 'p'), text: readUnlessDamaged(() => textOf(row, 'text')) ?? '' }))
}

function transactionsAfter(
  connection: Connection,
  table: DocumentTable<TransactionRecord>,
  after: number,
  most: number,
) {
  return connection
    .all(`SELECT n, ${DOCUMENT_COLUMNS} FROM transactions WHERE n > ? ORDER BY n LIMIT ?`, [after, most])
    .map((row) => ({
      n: numberOf(row, 'n'),
      id: shownId(row),
      // Of one that is damaged, its id alone is known.
      ...defined({ texts: readUnlessDamaged(() => entryOf(table.decode(row).doc).ownTexts) }),
    }))
}

/** Rows and wallets that are verified at a time, of a small file and of a large one, where each takes up to a tenth of a second. */
const VERIFIED_AT_ONCE = { small: 20, large: 5 } as const
/** Up to so many transactions a file is small. */
const SMALL = 10_000

/**
 * Verifies that the index has the texts of the transactions and wallets after these, some at a time: bytes that rot in it hide
 * them, and SQLite does not notice. In a large file one triple of each text stands for all of it.
 * @returns up to where it is verified; from the beginning again where that was the end; undefined where a text is missing
 */
export function verifyTexts(
  connection: Connection,
  table: DocumentTable<TransactionRecord>,
  { rows, parties }: RebuiltTexts,
): RebuiltTexts | undefined {
  const isSmall = newestRow(connection) <= SMALL
  const most = isSmall ? VERIFIED_AT_ONCE.small : VERIFIED_AT_ONCE.large
  return unlessTextsFail(() =>
    connection.read(() => {
      const nextParties = partiesAfter(connection, parties, most)
      const nextRows = transactionsAfter(connection, table, rows, most)
      const texts = [
        ...nextParties.map(({ p, text }) => [rowIdOfParty(p), text] as const),
        ...nextRows.flatMap(({ n, texts = [] }) => texts.map((text, place) => [rowIdOfText(n, place), text] as const)),
      ]
      const missing = texts.find(([rowId, text]) => {
        const triples = [...indexedTriples(text)]
        return !hasTriples(connection, rowId, isSmall ? triples : triples.slice(rowId % triples.length).slice(0, 1))
      })
      return missing === undefined ? { rows: nextRows.at(-1)?.n ?? 0, parties: nextParties.at(-1)?.p ?? 0 } : undefined
    }),
  )
}

function hasTriples(connection: Connection, rowId: number, triples: readonly string[]): boolean {
  return expressionsOf(new Set(triples)).every(
    (matching) =>
      connection.get('SELECT 1 AS found FROM transaction_search WHERE transaction_search MATCH ? AND rowid = ?', [
        ...[matching, rowId],
      ]) !== undefined,
  )
}
