import type { SqlValue } from './connection.ts'
import type { TransactionFilter } from '../port.ts'

/** A piece of SQL and its parameters. */
export interface Sql {
  readonly text: string
  readonly params: readonly SqlValue[]
}

/** The SQL of a filter. */
interface Selection {
  /** `FROM … WHERE …` over rows with n, created_ms, id and status, with an index in newest-first order where possible. */
  readonly rows: Sql
  /** The same over transaction_facts, with all its columns. */
  readonly facts: Sql
  /** `WHERE …` over transaction_totals, when the filter has statuses only. */
  readonly totals: Sql | undefined
}

/** Builds the SQL of a filter; all of its values are bound parameters. */
export function selectTransactions(filter: TransactionFilter): Selection {
  const addressKeys = [...new Set(filter.addressKeys)]
  const statuses = inList('status', [...new Set(filter.statuses)])
  const others = otherConditions(filter)
  const byAddress: Sql[] = []
  if (addressKeys.length > 0) {
    byAddress.push({
      text: 'n IN (SELECT n FROM transaction_addresses WHERE address_key IN (SELECT value FROM json_each(?)))',
      params: [JSON.stringify(addressKeys)],
    })
  }
  const facts = from('transaction_facts', [...byAddress, ...statuses, ...others])
  return {
    facts,
    rows: addressKeys.length > 0 && others.length === 0 ? ofAddresses(addressKeys, statuses) : facts,
    totals: addressKeys.length === 0 && others.length === 0 ? where(statuses) : undefined,
  }
}

/** Rows of wallets, from one table; a transaction between two of them counts once. */
function ofAddresses(addressKeys: readonly string[], statuses: readonly Sql[]): Sql {
  const only = addressKeys[0]
  if (only !== undefined && addressKeys.length === 1) {
    return from('transaction_addresses', [{ text: 'address_key = ?', params: [only] }, ...statuses])
  }
  const listed: Sql = {
    text: 'address_key IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify(addressKeys)],
  }
  const inner = from('transaction_addresses', [listed, ...statuses])
  return { text: `FROM (SELECT DISTINCT n, created_ms, id, status ${inner.text})`, params: inner.params }
}

function otherConditions(filter: TransactionFilter): Sql[] {
  const conditions: Sql[] = []
  if (filter.referralCode !== undefined) conditions.push({ text: 'referral_code = ?', params: [filter.referralCode] })
  if (filter.transactionId !== undefined) {
    conditions.push({ text: 'n = (SELECT n FROM transactions WHERE id = ?)', params: [filter.transactionId] })
  }
  if (filter.query !== undefined && filter.query !== '') {
    // Line ends separate the fields in the search text; no field contains one.
    if (filter.query.includes('\n')) conditions.push({ text: 'false', params: [] })
    else conditions.push({ text: 'instr(search, ?) > 0', params: [filter.query.toLowerCase()] })
  }
  return conditions
}

/** A single value is compared so that an ordered index applies; with several, `+` keeps the index out. */
function inList(column: string, values: readonly string[]): Sql[] {
  if (values.length === 0) return []
  if (values.length === 1) return [{ text: `${column} = ?`, params: values }]
  return [{ text: `+${column} IN (${values.map(() => '?').join(', ')})`, params: values }]
}

function from(table: string, conditions: readonly Sql[]): Sql {
  const condition = where(conditions)
  return { text: `FROM ${table} ${condition.text}`, params: condition.params }
}

function where(conditions: readonly Sql[]): Sql {
  return {
    text: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ text }) => text).join(' AND ')}`,
    params: conditions.flatMap(({ params }) => params),
  }
}
