import { type Connection, numberOf } from '../connection.ts'

/*
 * Lists are in the order of time, and of ids where several were made in the same millisecond. An index of ids would take a
 * third of all bytes of the index: such rows get a number that orders them instead. It is 0 where a time has one row.
 */

/** Room between two rows of the same time, for twenty that come between them one by one. */
const GAP = 2 ** 20

const OF_TIME = 'FROM transaction_facts AS f JOIN transactions AS t ON t.n = f.n WHERE f.created_ms = ? AND f.n <> ?'

/** The place of row `n`, whose document is there, among those of its time. */
export function placeOf(connection: Connection, n: number, createdMs: number, id: string): number {
  const others = [createdMs, n]
  if (connection.get('SELECT 1 AS found FROM transaction_facts WHERE created_ms = ? AND n <> ?', others) === undefined)
    return 0
  const found = between(connection, [...others, id])
  if (found !== undefined) return found
  spread(connection, others)
  return between(connection, [...others, id]) ?? 0
}

/** A place between the rows next to an id; undefined where there is no room. */
function between(connection: Connection, params: readonly [...(string | number)[]]): number | undefined {
  const end = (sql: string) => {
    const row = connection.get(sql, params)
    return row === undefined ? undefined : numberOf(row, 'tie')
  }
  const low = end(`SELECT f.tie AS tie ${OF_TIME} AND t.id < ? ORDER BY f.tie DESC LIMIT 1`)
  const high = end(`SELECT f.tie AS tie ${OF_TIME} AND t.id > ? ORDER BY f.tie LIMIT 1`)
  if (low === undefined) return (high ?? 0) - GAP
  if (high === undefined) return low + GAP
  const middle = Math.floor((low + high) / 2)
  return middle > low && middle < high ? middle : undefined
}

/** Makes room between all rows of a time. */
function spread(connection: Connection, others: readonly number[]): void {
  const rows = connection.all(`SELECT f.n AS n, f.tie AS tie ${OF_TIME} ORDER BY f.tie`, others)
  const moves = rows.map((row, index) => ({ n: numberOf(row, 'n'), before: numberOf(row, 'tie'), tie: index * GAP }))
  const [createdMs = 0] = others
  // Above all that is there first: no two rows have one place.
  const above = Math.max(0, ...moves.map(({ before }) => before)) + moves.length * GAP
  for (const away of [above, 0]) {
    for (const { n, before, tie } of moves) {
      const from = away === 0 ? tie + above : before
      connection.run('UPDATE transaction_facts SET tie = ? WHERE n = ?', [tie + away, n])
      connection.run('UPDATE transaction_addresses SET tie = ? WHERE created_ms = ? AND tie = ? AND n = ?', [
        ...[tie + away, createdMs, from, n],
      ])
    }
  }
}
