import type { Connection } from '../connection.ts'

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

/** Adds a text in lower case; nothing where it is empty. */
export function indexText(connection: Connection, rowId: number, text: string): void {
  if (text === '') return
  connection.run('INSERT INTO transaction_search (rowid, text) VALUES (?, ?)', [rowId, withEnd(text)])
}

/** Removes a text as it was added. */
export function unindexText(connection: Connection, rowId: number, text: string): void {
  if (text === '') return
  connection.run(`INSERT INTO transaction_search (transaction_search, rowid, text) VALUES ('delete', ?, ?)`, [
    rowId,
    withEnd(text),
  ])
}

/** The triples that are indexed of a text. */
export function indexedTriples(text: string): Set<string> {
  return triplesOf(withEnd(text))
}

/** The triples of a text, by characters. */
export function triplesOf(text: string): Set<string> {
  const letters = [...text]
  return new Set(letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`))
}

function withEnd(text: string): string {
  return text === '' ? '' : text + END
}
