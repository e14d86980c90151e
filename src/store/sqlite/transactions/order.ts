import { bytesOf, type Connection, numberOf } from '../connection.ts'

/*
 * Lists are in the order of time, and of ids where several were made in the same millisecond. An index of ids would take a
 * third of all bytes of the index: such rows get a number that orders them instead. It is 0 where a time has one row.
 */

/** Room between two rows of the same time, for 36 that come between them one by one; 131,000 rows fit into a number. */
const GAP = 2 ** 36

/** A row of one time. */
interface Placed {
  readonly n: number
  readonly tie: number
}

/** The place of row `n`, whose document is there, among those of its time: found by as many steps as its places have bits. */
export function placeOf(connection: Connection, n: number, createdMs: number, id: string): number {
  const isAlone =
    connection.get('SELECT 1 AS found FROM transaction_facts WHERE created_ms = ? AND n <> ?', [createdMs, n]) ===
    undefined
  if (isAlone) return 0
  const found = between(connection, n, createdMs, id)
  if (found !== undefined) return found
  spread(connection, createdMs)
  return between(connection, n, createdMs, id) ?? 0
}

/** A place between the rows next to an id; undefined where there is no room. */
function between(connection: Connection, n: number, createdMs: number, id: string): number | undefined {
  const wanted = Buffer.from(id)
  const first = (from: number, to: number, order: 'ASC' | 'DESC'): Placed | undefined => {
    const row = connection.get(
      `SELECT n, CAST(tie AS INTEGER) AS at_tie FROM transaction_facts
       WHERE created_ms = ? AND tie BETWEEN ? AND ? AND n <> ? ORDER BY tie ${order} LIMIT 1`,
      [createdMs, from, to, n],
    )
    return row === undefined ? undefined : { n: numberOf(row, 'n'), tie: numberOf(row, 'at_tie') }
  }
  const isBefore = (one: Placed) => {
    const row = connection.one('SELECT CAST(id AS BLOB) AS id FROM transactions WHERE n = ?', [one.n])
    return Buffer.compare(bytesOf(row, 'id'), wanted) < 0
  }
  const [lowest, highest] = [
    first(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'ASC'),
    first(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'DESC'),
  ]
  if (lowest === undefined || highest === undefined) return 0
  if (!isBefore(lowest)) return room(lowest.tie - GAP)
  if (isBefore(highest)) return room(highest.tie + GAP)
  // The row before it is at `low` or above it, and the one after it at `high`.
  let [low, high] = [lowest.tie, highest.tie]
  for (let end = high; end - low > 1;) {
    const middle = low + Math.floor((end - low) / 2)
    const one = first(middle, end - 1, 'ASC')
    if (one !== undefined && isBefore(one)) low = one.tie
    else {
      if (one !== undefined) high = one.tie
      end = middle
    }
  }
  const middle = low + Math.floor((high - low) / 2)
  return middle > low && middle < high ? middle : undefined
}

function room(tie: number): number | undefined {
  return Number.isSafeInteger(tie) ? tie : undefined
}

/** Makes room between all rows of a time, by one look at the rows of wallets, which are in another order. */
function spread(connection: Connection, createdMs: number): void {
  const rows = connection.all('SELECT n FROM transaction_facts WHERE created_ms = ? ORDER BY tie', [createdMs])
  const places = new Map(rows.map((row, index) => [numberOf(row, 'n'), (index - rows.length / 2) * GAP]))
  const wallets = connection
    .all(
      'SELECT a, CAST(n AS INTEGER) AS n, CAST(status AS INTEGER) AS status FROM transaction_addresses WHERE created_ms = ?',
      [createdMs],
    )
    .map((row) => ({ a: numberOf(row, 'a'), n: numberOf(row, 'n'), status: numberOf(row, 'status') }))
  for (const [n, tie] of places) connection.run('UPDATE transaction_facts SET tie = ? WHERE n = ?', [tie, n])
  // No two rows of a wallet have one place at any time.
  for (const { a } of wallets) {
    connection.run('DELETE FROM transaction_addresses WHERE a = ? AND created_ms = ?', [a, createdMs])
  }
  for (const { a, n, status } of wallets) {
    const tie = places.get(n)
    if (tie === undefined) continue
    connection.run('INSERT INTO transaction_addresses (a, created_ms, tie, status, n) VALUES (?, ?, ?, ?, ?)', [
      ...[a, createdMs, tie, status, n],
    ])
  }
}
