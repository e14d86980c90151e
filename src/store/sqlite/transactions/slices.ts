import { bytesOf, type Connection, decodeText, numberOf, type SqlValue } from '../connection.ts'
import { damagedIndex } from './rows.ts'
import { BLOCK_ROWS, createRowSet, rowsOf, type RowSet } from './row-set.ts'

/*
 * What may be long is read in slices of some milliseconds, each a statement of its own: none can be interrupted, and a reader's
 * time is looked at between two. A list comes as one text of numbers: the driver takes five times as long for as many rows.
 */

/** A piece of SQL and its parameters. */
export interface Sql {
  readonly text: string
  readonly params: readonly SqlValue[]
}

/** Rows of an index that a statement reads. */
const INDEX_ROWS = 20_000
/** Of a block with fewer rows they are listed, with those of others up to so many. */
const LISTED_ROWS = 2_000
/** Texts that a statement finds in the index of texts: it runs over those before them again. */
const TEXT_ROWS = 100_000

/** The numbers that a statement gives as `n`, in its order. */
function readNumbers(connection: Connection, { text, params }: Sql): readonly number[] {
  const sql = `SELECT CAST(json_group_array(CAST(n AS INTEGER)) AS BLOB) AS list FROM (${text})`
  return JSON.parse(decodeText(bytesOf(connection.one(sql, params), 'list'))) as readonly number[]
}

/** Conditions on rows of transaction_facts which are those of a set, each in one of them; of all rows without a set. */
export function* slicesOf(connection: Connection, rows: RowSet | undefined): Generator<Sql> {
  if (rows === undefined) {
    for (const first of blocksOfFacts(connection)) yield ofRange(first)
    return
  }
  let listed: number[] = []
  for (const block of rows.blocks()) {
    if (block.count > LISTED_ROWS) {
      const { text, params } = ofRange(block.first)
      yield { text: `${text} AND substr(?, n - ? + 1, 1) = x'01'`, params: [...params, block.marks, block.first] }
      continue
    }
    listed.push(...rowsOf(block))
    if (listed.length < LISTED_ROWS) continue
    yield ofList(listed)
    listed = []
  }
  if (listed.length > 0) yield ofList(listed)
}

function ofRange(first: number): Sql {
  return { text: 'n >= ? AND n < ?', params: [first, first + BLOCK_ROWS] }
}

/** The condition that `n` is one of these rows. */
export function ofList(rows: readonly number[]): Sql {
  return { text: 'n IN (SELECT value FROM json_each(?))', params: [JSON.stringify(rows)] }
}

/** The first rows of the blocks in which there are facts. */
function* blocksOfFacts(connection: Connection): Generator<number> {
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    const row = connection.get('SELECT n FROM transaction_facts WHERE n >= ? ORDER BY n LIMIT 1', [from])
    if (row === undefined) return
    const first = Math.floor(numberOf(row, 'n') / BLOCK_ROWS) * BLOCK_ROWS
    yield first
    from = first + BLOCK_ROWS
  }
}

/** The rows of transaction_facts for which a condition holds. */
export function* readFacts(connection: Connection, condition: Sql): Generator<readonly number[]> {
  for (const slice of slicesOf(connection, undefined)) {
    const text = `SELECT n FROM transaction_facts WHERE ${slice.text} AND ${condition.text}`
    yield readNumbers(connection, { text, params: [...slice.params, ...condition.params] })
  }
}

/** The rows of an index of created_ms and tie, newest first. @param from `FROM … WHERE …` over it */
export function* readNewest(connection: Connection, from: Sql): Generator<readonly number[]> {
  let before: readonly [number, number] = [Number.MAX_SAFE_INTEGER, 0]
  for (;;) {
    const text = `SELECT n ${from.text} AND (created_ms, tie) < (?, ?) ORDER BY created_ms DESC, tie DESC LIMIT ${INDEX_ROWS}`
    const rows = readNumbers(connection, { text, params: [...from.params, ...before] })
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < INDEX_ROWS) return
    const place = connection.one(
      'SELECT CAST(created_ms AS INTEGER) AS created_ms, CAST(tie AS INTEGER) AS tie FROM transaction_facts WHERE n = ?',
      [last],
    )
    const [createdMs, tie] = [numberOf(place, 'created_ms'), numberOf(place, 'tie')]
    // Or it would be read without end.
    if (createdMs > before[0] || (createdMs === before[0] && tie >= before[1])) throw damagedIndex(place.file)
    before = [createdMs, tie]
  }
}

/** The transactions of some wallets, which are given by their numbers. */
export function findRowsOfWallets(connection: Connection, wallets: readonly number[]): RowSet {
  const found = createRowSet()
  const addAll = (few: readonly number[]) => {
    const { text, params } = ofList(few)
    found.add(readNumbers(connection, { text: `SELECT n FROM transaction_addresses WHERE a ${text.slice(2)}`, params }))
  }
  let few: number[] = []
  let rows = 0
  for (const [a, count] of countRows(connection, wallets)) {
    if (count > INDEX_ROWS) {
      const own: Sql = { text: 'FROM transaction_addresses WHERE a = ?', params: [a] }
      for (const newest of readNewest(connection, own)) found.add(newest)
      continue
    }
    if (rows + count > INDEX_ROWS || few.length === LISTED_ROWS) {
      addAll(few)
      few = []
      rows = 0
    }
    few.push(a)
    rows += count
  }
  if (few.length > 0) addAll(few)
  return found
}

/** How many transactions each of some wallets has. */
function* countRows(connection: Connection, wallets: readonly number[]): Generator<readonly [number, number]> {
  for (let at = 0; at < wallets.length; at += LISTED_ROWS) {
    const { text, params } = ofList(wallets.slice(at, at + LISTED_ROWS))
    const counts = connection.all(
      `SELECT a, CAST(pending + success + failed + refund AS INTEGER) AS count FROM transaction_wallets WHERE a ${text.slice(2)}`,
      params,
    )
    yield* counts.map((row) => [numberOf(row, 'a'), numberOf(row, 'count')] as const)
  }
}

/**
 * The numbers of indexed texts that match an expression of the index: of transactions from 0 on, of wallets those below.
 */
export function* readTexts(
  connection: Connection,
  expression: string,
  whose: 'transactions' | 'wallets',
): Generator<readonly number[]> {
  let after = whose === 'transactions' ? 0 : Number.MIN_SAFE_INTEGER
  const end = whose === 'transactions' ? Number.MAX_SAFE_INTEGER : 0
  for (;;) {
    const rows = readNumbers(connection, {
      text: `SELECT rowid AS n FROM transaction_search WHERE transaction_search MATCH ? AND rowid > ? AND rowid < ?
        ORDER BY rowid LIMIT ${TEXT_ROWS}`,
      params: [expression, after, end],
    })
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < TEXT_ROWS) return
    after = last
  }
}

/** Ids that a statement looks through. */
const IDS = 50_000

/** The rows of transactions whose id has a text in lower case, by a look at each id. */
export function findIds(connection: Connection, term: string): RowSet {
  const found = createRowSet()
  const ids = 'transactions INDEXED BY sqlite_autoindex_transactions_1'
  let after: Uint8Array = new Uint8Array()
  for (;;) {
    const row = connection.one(
      `SELECT CAST(max(id) AS BLOB) AS last, count(*) AS count
       FROM (SELECT id FROM ${ids} WHERE id > CAST(? AS TEXT) ORDER BY id LIMIT ${IDS})`,
      [after],
    )
    const count = numberOf(row, 'count')
    if (count === 0) return found
    const last = bytesOf(row, 'last')
    const text = `SELECT n FROM ${ids} WHERE id > CAST(? AS TEXT) AND id <= CAST(? AS TEXT) AND instr(lower(id), ?) > 0`
    found.add(readNumbers(connection, { text, params: [after, last, term] }))
    if (count < IDS) return found
    after = last
  }
}
