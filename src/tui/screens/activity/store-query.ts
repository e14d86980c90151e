import { defined } from '../../../core/defined.ts'
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../../core/api/enums.ts'
import type { HistoryQuery } from '../../../core/api/service.ts'
import { type AskedText, readAskedText, termsOf } from '../../kit/find/filter.ts'

/*
 * A store finds swaps by status, and by one text that stands in any of theirs. What else a filter asks for, the list finds among those
 * that were loaded.
 */

/** What the store is asked for by a filter, and what is left for the list. */
export interface StoreQuery {
  /** Empty for every status. */
  readonly statuses: readonly TransactionStatus[]
  /** '' for none. */
  readonly query: string
  /** The word of the filter that the query is, and the store alone decides; '' where it is none. */
  readonly word: string
  /** True where nothing is left. */
  readonly isWhole: boolean
}

/** The query for everything. */
export const WHOLE_STORE: StoreQuery = { statuses: [], query: '', word: '', isWhole: true }

/** Fields whose texts the store searches. */
const SEARCHED_FIELDS: ReadonlySet<string | undefined> = new Set(['provider', 'chain', 'asset'])

/** What the store is asked for by a filter. */
export function storeQuery(filter: string): StoreQuery {
  const terms = termsOf(filter).map(({ text }) => ({ text, asked: readAskedText(text) }))
  const status = terms.find(({ asked }) => asked?.field === 'status')
  const statuses = status?.asked === undefined ? [] : statusesOf(status.asked)
  const word = terms.find(({ asked }) => asked !== undefined && asked.field === undefined)
  const field = terms.find(({ asked }) => SEARCHED_FIELDS.has(asked?.field) && asked?.values.length === 1)
  const left = terms.filter((term) => term !== word && (term !== status || statuses.length === 0))
  return {
    statuses,
    query: word?.text.replaceAll('"', '') ?? field?.asked?.values[0]?.text ?? '',
    word: word?.text ?? '',
    isWhole: left.length === 0,
  }
}

/** Those that are named, or begun. */
function statusesOf({ values }: AskedText): readonly TransactionStatus[] {
  return TRANSACTION_STATUSES.filter((status) =>
    values.some(({ text, isWhole }) => {
      const name = status.toLowerCase()
      return isWhole ? name === text : name.startsWith(text)
    }),
  )
}

/** True where the store answers both alike. */
export function isSameQuery(a: StoreQuery, b: StoreQuery): boolean {
  return a.query === b.query && a.statuses.join() === b.statuses.join()
}

/** The same for the service. */
export function historyQuery({ statuses, query }: StoreQuery): HistoryQuery {
  return defined({ statuses: statuses.length === 0 ? undefined : statuses, query: query === '' ? undefined : query })
}

/** A filter without the word that the store decides. */
export function withoutWord(filter: string, { word }: StoreQuery): string {
  const terms = termsOf(filter).map(({ text }) => text)
  const at = word === '' ? -1 : terms.indexOf(word)
  return terms.filter((_, index) => index !== at).join(' ')
}
