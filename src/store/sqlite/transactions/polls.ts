import { latestStoredMs } from '../../../core/stored-time.ts'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../../core/swap/poll-times.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import type { ClaimSteps, RowsClaimed } from '../../claim-in-steps.ts'
import type { DuePlaces, Store } from '../../port.ts'
import { type Connection, numberOf, textOf } from '../connection.ts'
import { DOCUMENT_COLUMNS, type DocumentTable, shownId } from '../document-table.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { isBusyFailure } from '../failures.ts'

/** Due transactions that are looked at in one statement. */
const LOOKED_AT = 256

const IS_FREE = '(lease_until <= ? OR lease_until > ?)'

const DUE = `SELECT t.n AS n, CAST(t.next_poll_at AS INTEGER) AS at, CAST(coalesce(g.provider, '') AS BLOB) AS provider
  FROM transactions AS t LEFT JOIN transaction_facts AS f ON f.n = t.n LEFT JOIN transaction_groups AS g ON g.g = f.g
  WHERE next_poll_at IS NOT NULL AND next_poll_at BETWEEN ? AND ? AND (next_poll_at > ? OR t.n > ?) AND ${IS_FREE}
    AND t.n NOT IN (SELECT value FROM json_each(?))
    AND coalesce(g.provider, '') NOT IN (SELECT value FROM json_each(?))
  ORDER BY next_poll_at, t.n LIMIT ${LOOKED_AT}`

const CLAIM = `UPDATE transactions SET lease_holder = ?, lease_until = ?
  WHERE n = ? AND next_poll_at IS NOT NULL AND (next_poll_at <= ? OR next_poll_at > ?) AND ${IS_FREE}`
const LEASE = `UPDATE transactions SET lease_holder = ?, lease_until = ? WHERE id = ? AND (${IS_FREE} OR lease_holder = ?)`
const RELEASE = 'UPDATE transactions SET lease_holder = NULL, lease_until = 0 WHERE id = ? AND lease_holder = ?'

/** Which transactions are due, and who polls them. Leases are relaxed writes: after a power loss their holders are gone anyway. */
export function transactionPolls(
  connection: Connection,
  relaxed: Connection,
  table: DocumentTable<TransactionRecord>,
  now: () => number,
) {
  /** Those that are due and free, in order. */
  function* readDue(leaseMs: number, except: readonly number[], full: ReadonlySet<string>) {
    const nowMs = now()
    const free = [nowMs, latestStoredMs(nowMs, leaseMs)]
    for (const [fromMs, toMs] of [
      // Those set by a clock that was ahead have waited longest.
      [latestStoredMs(nowMs, LONGEST_POLL_AHEAD_MS) + 1, Number.MAX_SAFE_INTEGER],
      [Number.MIN_SAFE_INTEGER, nowMs],
    ] as const) {
      let [atMs, n] = [fromMs, Number.MIN_SAFE_INTEGER]
      for (;;) {
        const params = [atMs, toMs, atMs, n, ...free, JSON.stringify(except), JSON.stringify([...full])]
        const rows = connection.all(DUE, params)
        for (const row of rows) {
          yield { n: numberOf(row, 'n'), provider: readUnlessDamaged(() => textOf(row, 'provider')) ?? '' }
        }
        const last = rows.at(-1)
        if (last === undefined || rows.length < LOOKED_AT) break
        const next = [numberOf(last, 'at'), numberOf(last, 'n')] as const
        // Or a damaged index would be read without end.
        if (next[0] < atMs || (next[0] === atMs && next[1] <= n)) break
        ;[atMs, n] = next
      }
    }
  }

  function findDue(leaseMs: number, { total, each, taken }: DuePlaces, except: readonly number[]): readonly number[] {
    const used = new Map(taken)
    const full = new Set([...taken].filter(([, places]) => places >= each).map(([provider]) => provider))
    const found: number[] = []
    if (total <= 0 || each <= 0) return found
    for (const { n, provider } of readDue(leaseMs, except, full)) {
      const places = (used.get(provider) ?? 0) + 1
      if (places > each) continue
      used.set(provider, places)
      if (places === each) full.add(provider)
      if (found.push(n) >= total) break
    }
    return found
  }

  /** Leases rows in one write, as far as they are still due and free. @returns which, and which cannot be leased */
  function leaseRows(rows: readonly number[], holder: string, leaseMs: number) {
    const nowMs = now()
    const untilMs = nowMs + leaseMs
    const due = [nowMs, latestStoredMs(nowMs, LONGEST_POLL_AHEAD_MS)]
    const free = [nowMs, latestStoredMs(untilMs, 0)]
    const leaseRow = (n: number) => relaxed.run(CLAIM, [holder, untilMs, n, ...due, ...free]) === 1
    try {
      return { leased: relaxed.write(() => rows.filter(leaseRow)), failed: [] }
    } catch (error) {
      if (isBusyFailure(error)) throw error
    }
    // What is wrong with one keeps no other from being leased.
    const failed: number[] = []
    const leased = rows.filter((n) => {
      try {
        return relaxed.write(() => leaseRow(n))
      } catch {
        failed.push(n)
        return false
      }
    })
    return { leased, failed }
  }

  function claimRows(rows: readonly number[], holder: string, leaseMs: number): RowsClaimed {
    const { leased, failed } = leaseRows(rows, holder, leaseMs)
    const readRow = (n: number) => {
      const row = connection.get(`SELECT ${DOCUMENT_COLUMNS} FROM transactions WHERE n = ?`, [n])
      return row === undefined ? '' : (readUnlessDamaged(() => table.decode(row)) ?? shownId(row))
    }
    const idOf = (n: number) => {
      const row = connection.get('SELECT CAST(id AS BLOB) AS id FROM transactions WHERE n = ?', [n])
      return row === undefined ? '' : shownId(row)
    }
    const found = leased.map(readRow)
    return {
      leased: found.filter((one) => typeof one !== 'string'),
      damaged: [...found.filter((one) => typeof one === 'string'), ...failed.map(idOf)],
      failed,
    }
  }

  function releaseAll(ids: readonly string[], holder: string): void {
    relaxed.write(() => release(relaxed, ids, holder))
  }

  return {
    findDue: async (leaseMs, places, except) => findDue(leaseMs, places, except),
    claimRows: async (rows, holder, leaseMs) => claimRows(rows, holder, leaseMs),
    nextDueInMs: async () => {
      const nowMs = now()
      const latestMs = latestStoredMs(nowMs, LONGEST_POLL_AHEAD_MS)
      const read = (from: number) => {
        const row = connection.get(
          `SELECT CAST(next_poll_at AS INTEGER) AS at FROM transactions
           WHERE next_poll_at IS NOT NULL AND next_poll_at > ? AND ${IS_FREE} ORDER BY next_poll_at LIMIT 1`,
          [from, nowMs, latestStoredMs(nowMs, LEASE_MS)],
        )
        return row === undefined ? undefined : numberOf(row, 'at')
      }
      if (read(latestMs) !== undefined) return 0
      const earliest = read(Number.MIN_SAFE_INTEGER)
      return earliest === undefined ? undefined : earliest - nowMs
    },
    lease: async (id, holder, leaseMs) => {
      const nowMs = now()
      const untilMs = nowMs + leaseMs
      const params = [holder, untilMs, id, nowMs, latestStoredMs(untilMs, 0), holder]
      return relaxed.write(() => relaxed.run(LEASE, params)) === 1
    },
    release: async (id, holder) => releaseAll([id], holder),
    releaseMany: async (ids, holder) => releaseAll(ids, holder),
  } satisfies ClaimSteps & Partial<Store['transactions']>
}

/** Ends the leases of `holder`, in the caller's database transaction. */
export function release(connection: Connection, ids: readonly string[], holder: string): void {
  for (const id of ids) connection.run(RELEASE, [id, holder])
}
