import type { SqlValue } from '../connection.ts'
import type { TransactionFilter } from '../../port.ts'
import { STATUS_CODES } from './entry.ts'

/** A piece of SQL and its parameters. */
export interface Sql {
  readonly text: string
  readonly params: readonly SqlValue[]
}

/** How the rows of a filter are found. */
export interface Selection {
  /** Gives `FROM … WHERE …` over transaction_facts; a text is looked for meanwhile. */
  readonly facts: () => Sql
  /** `FROM … WHERE …` over rows with n, created_ms, tie and status, which an index gives in the order of lists; where one does. */
  readonly ordered: Sql | undefined
  /** `WHERE …` over transaction_totals, when the filter has statuses only. */
  readonly totals: Sql | undefined
  /** The wallet whose transactions these are, as far as they have one of these statuses, when the filter has nothing else. */
  readonly wallet: { readonly addressKey: string; readonly statuses: readonly number[] } | undefined
}

/**
 * Builds the SQL of a filter; all of its values are bound parameters.
 * @param findText gives the condition of a query that is not empty
 */
export function selectTransactions(filter: TransactionFilter, findText: (query: string) => Sql): Selection {
  const addressKeys = [...new Set(filter.addressKeys)]
  const codes = [...new Set(filter.statuses)].map((status) => STATUS_CODES[status])
  const statuses = inList('status', codes)
  const { query = '' } = filter
  const others = otherConditions(filter)
  const facts = () =>
    from('transaction_facts', [
      ...ofWallets(addressKeys),
      ...statuses,
      ...others,
      ...(query === '' ? [] : [findText(query)]),
    ])
  const whole: Selection = { facts, ordered: undefined, totals: undefined, wallet: undefined }
  if (query !== '') return whole
  const [addressKey] = addressKeys
  if (addressKey === undefined) {
    return { ...whole, ordered: facts(), totals: others.length === 0 ? where(statuses) : undefined }
  }
  if (addressKeys.length > 1 || others.length > 0) return whole
  const ofWallet: Sql = { text: 'a = (SELECT a FROM transaction_wallets WHERE address_key = ?)', params: [addressKey] }
  return {
    ...whole,
    ordered: from('transaction_addresses', [ofWallet, ...statuses]),
    wallet: { addressKey, statuses: codes.length === 0 ? Object.values(STATUS_CODES) : codes },
  }
}

function ofWallets(addressKeys: readonly string[]): Sql[] {
  if (addressKeys.length === 0) return []
  const wallets = 'SELECT a FROM transaction_wallets WHERE address_key IN (SELECT value FROM json_each(?))'
  return [
    {
      text: `n IN (SELECT n FROM transaction_addresses WHERE a IN (${wallets}))`,
      params: [JSON.stringify(addressKeys)],
    },
  ]
}

function otherConditions(filter: TransactionFilter): Sql[] {
  const conditions: Sql[] = []
  if (filter.referralCode !== undefined) conditions.push({ text: 'referral_code = ?', params: [filter.referralCode] })
  if (filter.transactionId !== undefined) {
    conditions.push({ text: 'n = (SELECT n FROM transactions WHERE id = ?)', params: [filter.transactionId] })
  }
  return conditions
}

/** A single value is compared so that an ordered index applies; with several, `+` keeps the index out. */
function inList(column: string, values: readonly number[]): Sql[] {
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
