import { type Connection, LateFailure, numberOf } from '../connection.ts'
import { isIndexFailure } from '../failures.ts'

/** Ends an indexed text, so that its last two characters begin triples as well. */
const END = '\n\n'

/*
 * Triples of characters by the texts that hold them: a full-text index without its texts. Which document has a text, and
 * that the triples of a longer one stand in this order, is looked up where they are. The second table gives single triples.
 */
export const TEXT_INDEX = `
CREATE VIRTUAL TABLE transaction_search
  USING fts5(text, tokenize = 'trigram case_sensitive 1', detail = none, content = '', columnsize = 0);
CREATE VIRTUAL TABLE transaction_triples USING fts5vocab(transaction_search, instance);
INSERT INTO transaction_search (transaction_search, rank) VALUES ('automerge', 8);
`

/** How far the index of texts is built anew, since it was found damaged. Until it is whole, nobody searches it. */
export interface RebuiltTexts {
  /** Texts of transactions up to this row number are in it; -1 before it is emptied. */
  readonly rows: number
  /** Those of wallets up to this number. */
  readonly parties: number
}

const REBUILT = `SELECT (SELECT value FROM counters WHERE name = 'text_rows') AS row_end,
  (SELECT value FROM counters WHERE name = 'text_parties') AS party_end`

/** How far the index of texts is built anew; undefined where it is whole, as far as anybody knows. */
export function rebuiltTexts(connection: Connection): RebuiltTexts | undefined {
  const row = connection.one(REBUILT)
  if (row.columns['row_end'] === null) return undefined
  return { rows: numberOf(row, 'row_end'), parties: row.columns['party_end'] === null ? 0 : numberOf(row, 'party_end') }
}

/** Notes how far it is. @param rebuilt undefined where it is whole */
export function noteRebuiltTexts(connection: Connection, rebuilt: RebuiltTexts | undefined): void {
  if (rebuilt === undefined) {
    connection.run(`DELETE FROM counters WHERE name IN ('text_rows', 'text_parties')`)
    return
  }
  connection.run(
    `INSERT INTO counters (name, value) VALUES ('text_rows', ?), ('text_parties', ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
    [rebuilt.rows, rebuilt.parties],
  )
}

/** Notes that the index of texts is damaged: it is to be built anew. */
export function noteDamagedTexts(connection: Connection): void {
  noteRebuiltTexts(connection, { rows: -1, parties: -1 })
}

/** A text that is added to the index, or removed as it was added. */
interface TextChange {
  readonly kind: 'add' | 'remove'
  readonly rowId: number
  readonly text: string
}

const ADD = 'INSERT INTO transaction_search (rowid, text) VALUES (?, ?)'
const REMOVE = `INSERT INTO transaction_search (transaction_search, rowid, text) VALUES ('delete', ?, ?)`
/** The index holds back what it writes until a commit, which would then fail. */
const FLUSH = `INSERT INTO transaction_search (transaction_search) VALUES ('flush')`

/**
 * Writes changes by one segment of the index. Where that is damaged, it is noted, and they are left out: it only serves
 * search, and no swap waits for it.
 */
function writeChanges(connection: Connection, changes: readonly TextChange[]): void {
  try {
    connection.write(() => {
      for (const { kind, rowId, text } of changes) connection.run(kind === 'add' ? ADD : REMOVE, [rowId, text + END])
      connection.run(FLUSH)
    })
  } catch (error) {
    throw isIndexFailure(error) ? new LateFailure(noteDamagedTexts, error) : error
  }
}

/** What `read` gives, undefined where the index of texts is so damaged that it cannot be read. */
export function unlessTextsFail<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isIndexFailure(error)) return undefined
    throw error
  }
}

/** Adds a text in lower case, by the end of the transaction; nothing where it is empty. */
export function indexText(connection: Connection, rowId: number, text: string): void {
  if (text !== '') connection.leave(writeChanges, { kind: 'add', rowId, text })
}

/** Removes a text as it was added, by the end of the transaction. */
export function unindexText(connection: Connection, rowId: number, text: string): void {
  if (text !== '') connection.leave(writeChanges, { kind: 'remove', rowId, text })
}

/** The triples that are indexed of a text. */
export function indexedTriples(text: string): Set<string> {
  return triplesOf(text === '' ? '' : text + END)
}

/** The triples of a text, by characters. */
export function triplesOf(text: string): Set<string> {
  const letters = [...text]
  return new Set(letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`))
}
