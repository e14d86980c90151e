import { STATUS_CODES } from '../../sqlite/transactions/entry.ts'
import type { TransactionFilter } from '../../port.ts'
import { keyText, plainText } from '../stored-text.ts'

/** How the transactions of a filter are found. */
export interface Selection {
  /** `undefined` where any will do. */
  readonly statuses: readonly number[] | undefined
  /**
   * Set where an index gives them in the order of lists: those of these wallets, of this referral code, or all.
   * @default each condition is looked at
   */
  readonly ordered: { readonly wallets?: readonly string[]; readonly referral?: string } | undefined
  /** The pattern of a text that they have; undefined where none is asked for. */
  readonly pattern: string | undefined
  /** True where the texts of no transaction can be what is asked for. */
  readonly isNone: boolean
  /**
   * All of its conditions on `facts`, as SQL.
   * @param bind gives the parameter of a value
   */
  conditions(bind: (value: unknown) => string): string
}

/** @param schema in quotes */
export function selectTransactions(schema: string, filter: TransactionFilter): Selection {
  const { query = '', referralCode, transactionId } = filter
  const wallets = [...new Set((filter.addressKeys ?? []).map(keyText))]
  const codes = [...new Set(filter.statuses)].map((status) => STATUS_CODES[status])
  const statuses = codes.length === 0 ? undefined : codes
  const term = query.toLowerCase()
  const pattern = query === '' ? undefined : `%${plainText(term).replace(/[\\%_]/g, '\\$&')}%`
  const isOrdered = pattern === undefined && transactionId === undefined
  const ordered =
    wallets.length === 0
      ? { ...(referralCode === undefined ? {} : { referral: keyText(referralCode) }) }
      : referralCode === undefined
        ? { wallets }
        : undefined
  return {
    statuses,
    ordered: isOrdered ? ordered : undefined,
    pattern,
    // Line ends are between the texts of one transaction, and none has a NUL.
    isNone: /[\n\0]/.test(term),
    conditions: (bind) =>
      [
        'true',
        ...(statuses === undefined ? [] : [`facts.status = any(${bind(statuses)}::smallint[])`]),
        ...(transactionId === undefined
          ? []
          : [`facts.n = (select n from ${schema}.transactions where id = ${bind(keyText(transactionId))})`]),
        ...(referralCode === undefined ? [] : [`facts.referral = ${bind(keyText(referralCode))}`]),
        ...(wallets.length === 0
          ? []
          : [
              `facts.n in (select n from ${schema}.transaction_wallets where address_key = any(${bind(wallets)}::text[]))`,
            ]),
        ...(pattern === undefined ? [] : [`facts.search like ${bind(pattern)}`]),
      ].join(' and '),
  }
}
