import { asObject } from '../support/contract-fields.ts'
import type { PostgresServer } from '../support/postgres.ts'
import type { Acknowledged } from './swaps.ts'

/* What a database holds, read past the program: rows and documents as they are stored. */

const SCHEMA = 'swapcli_sandbox'

/** What is wrong with a database after swaps; nothing where all is as it was acknowledged. */
export interface Findings {
  /** Ids that were acknowledged, of which there is no transaction, or one of another lock or another hash. */
  readonly lost: readonly string[]
  /** Locks of which there is more than one transaction. */
  readonly doubled: readonly string[]
  /** Transactions that nobody was told of. */
  readonly extra: readonly string[]
  /** Transactions that are not final. */
  readonly open: readonly string[]
  /** Transactions whose journal does not say once that they began, and once that they ended. */
  readonly untold: readonly string[]
  /** Locks that are used without a transaction, or not used with one. */
  readonly unused: readonly string[]
}

export const NOTHING_WRONG: Findings = { lost: [], doubled: [], extra: [], open: [], untold: [], unused: [] }

interface Row {
  readonly id: string
  readonly doc: Readonly<Record<string, unknown>>
}

async function readRows(server: PostgresServer, database: string, table: string): Promise<readonly Row[]> {
  const id = table === 'events' ? 'n::text' : 'id'
  const rows = await server.query(`select ${id} as id, doc from ${SCHEMA}.${table}`, database)
  return rows.map((row) => ({ id: String(row['id']), doc: asObject(JSON.parse(String(row['doc']))) }))
}

/** Ids of the transactions that have not ended. */
export async function openSwaps(server: PostgresServer, database: string): Promise<readonly string[]> {
  const rows = await server.query(`select id from ${SCHEMA}.transaction_facts where status = 0`, database)
  return rows.map((row) => String(row['id']))
}

/** Holds a database against what clients were told. @param acknowledged every swap that there is to be, once all have ended */
export async function judge(
  server: PostgresServer,
  database: string,
  acknowledged: readonly Acknowledged[],
): Promise<Findings> {
  const transactions = await readRows(server, database, 'transactions')
  const events = await readRows(server, database, 'events')
  const locks = await readRows(server, database, 'locks')
  const lockOf = new Map(transactions.map(({ id, doc }) => [id, String(doc['lockId'])]))
  const told = new Map<string, { created: number; final: number }>()
  for (const { doc } of events) {
    const one = told.get(String(doc['transactionId'])) ?? { created: 0, final: 0 }
    if (doc['type'] === 'transaction.created') one.created += 1
    if (doc['type'] === 'transaction.final') one.final += 1
    told.set(String(doc['transactionId']), one)
  }
  const hashOf = new Map(transactions.map(({ id, doc }) => [id, String(doc['hash'])]))
  const isKept = ({ transactionId, lockId, hash }: Acknowledged) =>
    lockOf.get(transactionId) === lockId && (hash === undefined || hashOf.get(transactionId) === hash)
  const known = new Set(acknowledged.map(({ transactionId }) => transactionId))
  const locked = [...lockOf.values()]
  const used = locks.filter(({ doc }) => doc['state'] === 'used').map(({ id }) => id)
  return {
    lost: acknowledged.filter((one) => !isKept(one)).map(({ transactionId }) => transactionId),
    doubled: locked.filter((id, at) => locked.indexOf(id) !== at),
    extra: [...lockOf.keys()].filter((id) => !known.has(id)),
    open: transactions.filter(({ doc }) => doc['status'] === 'PENDING').map(({ id }) => id),
    untold: [...lockOf.keys()].filter((id) => {
      const { created, final } = told.get(id) ?? { created: 0, final: 0 }
      return created !== 1 || final !== 1
    }),
    unused: [...locked.filter((id) => !used.includes(id)), ...used.filter((id) => !locked.includes(id))],
  }
}

/** Number of transactions by status, as the rows themselves say it. */
export async function countStatuses(
  server: PostgresServer,
  database: string,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = { PENDING: 0, SUCCESS: 0, FAILED: 0, REFUND: 0 }
  for (const { doc } of await readRows(server, database, 'transactions')) {
    const status = String(doc['status'])
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}
