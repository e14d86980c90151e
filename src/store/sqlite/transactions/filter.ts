import type { TransactionFilter } from '../../port.ts'
import { STATUS_CODES } from './entry.ts'
import type { RowSet } from './row-set.ts'
import type { Sql } from './slices.ts'

/** How the rows of a filter are found. */
export interface Selection {
  /** Finds the rows that its conditions but for the statuses leave; undefined where they leave all. */
  readonly rows: () => RowSet | undefined
  /** Conditions on `status`: none where any is wanted. */
  readonly statuses: readonly Sql[]
  /** `FROM … WHERE …` over rows with n, created_ms, tie and status, which an index gives in the order of lists; where one does. */
  readonly ordered: Sql | undefined
  /** `WHERE …` over transaction_totals, when the filter has statuses only. */
  readonly totals: Sql | undefined
  /** The wallet whose transactions these are, as far as they have one of these statuses, when the filter has nothing else. */
  readonly wallet: { readonly addressKey: string; readonly statuses: readonly number[] } | undefined
}

/**
 * Builds the SQL of a filter; all of its values are bound parameters.
 * @param findRows finds what its conditions but for the statuses leave
 */
export function selectTransactions(filter: TransactionFilter, findRows: () => RowSet | undefined): Selection {
  const { query = '', referralCode, transactionId } = filter
  const addressKeys = [...new Set(filter.addressKeys)]
  const codes = [...new Set(filter.statuses)].map((status) => STATUS_CODES[status])
  const statuses = inList('status', codes)
  const whole: Selection = { rows: findRows, statuses, ordered: undefined, totals: undefined, wallet: undefined }
  if (query !== '' || transactionId !== undefined) return whole
  const [addressKey] = addressKeys
  if (addressKey === undefined) {
    if (referralCode !== undefined)
      return { ...whole, ordered: from('transaction_facts', [ofCode(referralCode), ...statuses]) }
    return { ...whole, rows: () => undefined, ordered: from('transaction_facts', statuses), totals: where(statuses) }
  }
  if (addressKeys.length > 1 || referralCode !== undefined) return whole
  const ofWallet: Sql = { text: 'a = (SELECT a FROM transaction_wallets WHERE address_key = ?)', params: [addressKey] }
  return {
    ...whole,
    ordered: from('transaction_addresses', [ofWallet, ...statuses]),
    wallet: { addressKey, statuses: codes.length === 0 ? Object.values(STATUS_CODES) : codes },
  }
}

/** The condition on transaction_facts that a referral code is this one. */
export function ofCode(referralCode: string): Sql {
  return { text: 'referral_code = ?', params: [referralCode] }
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
