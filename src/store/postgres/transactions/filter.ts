import { defined } from '../../../core/defined.ts'
import { STATUS_CODES } from '../../sqlite/transactions/entry.ts'
import type { TransactionFilter } from '../../port.ts'
import { keyText } from '../stored-text.ts'

/** How the transactions of a filter are found. */
export interface TransactionSelection {
  /** `undefined` where any will do. */
  readonly statuses: readonly number[] | undefined
  /**
   * Set where an index gives them in the order of lists: those of these wallets, of this referral code, or all.
   * @default each condition is looked at
   */
  readonly ordered: { readonly wallets?: readonly string[]; readonly referral?: string } | undefined
  /** True where they are to have a text. */
  readonly hasText: boolean
  /** True where the texts of no transaction can be what is asked for. */
  readonly isNone: boolean
  /**
   * All of its conditions on `facts`, as SQL.
   * @param bind gives the parameter of a value
   */
  conditions(bind: (value: unknown) => string): string
}

/**
 * Characters of a text that are looked for in the index: the last ones, for many texts begin alike. Each is looked up in a long list,
 * and ten leave next to nothing of random digits.
 */
const INDEXED = 10

/** @param schema in quotes */
export function selectTransactions(schema: string, filter: TransactionFilter): TransactionSelection {
  const { query = '', referralCode, transactionId } = filter
  const wallets = [...new Set((filter.addressKeys ?? []).map(keyText))]
  const codes = [...new Set(filter.statuses)].map((status) => STATUS_CODES[status])
  const statuses = codes.length === 0 ? undefined : codes
  const term = query.toLowerCase()
  const hasText = term !== ''
  const isOrdered = !hasText && transactionId === undefined
  const ordered =
    wallets.length === 0
      ? defined({ referral: referralCode === undefined ? undefined : keyText(referralCode) })
      : referralCode === undefined
        ? { wallets }
        : undefined
  return {
    statuses,
    ordered: isOrdered ? ordered : undefined,
    hasText,
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
        ...(hasText ? [`facts.search like ${bind(patternOf(term))}`] : []),
        ...(term.length > INDEXED ? [`strpos(facts.search, ${bind(term)}) > 0`] : []),
      ].join(' and '),
  }
}

function patternOf(term: string): string {
  return `%${[...term]
    .slice(-INDEXED)
    .join('')
    .replace(/[\\%_]/g, '\\$&')}%`
}
