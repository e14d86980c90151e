import { addressKey } from '../../core/assets/address.ts'
import type { Catalog } from '../../core/assets/catalog.ts'
import { CHAIN_TYPES, SOURCE_TYPES, TRANSACTION_STATUSES, type TransactionStatus } from '../../core/api/enums.ts'
import type { TransactionFilter } from '../../store/index.ts'
import type { PageQuery } from './paging.ts'
import {
  createProblems,
  fieldsOf,
  isMissing,
  oneOf,
  optionalText,
  type Problems,
  textList,
  wholeNumber,
} from '../problems.ts'

/** Which chains are asked for. @throws VALIDATION_ERROR */
export function checkChainsQuery(query: unknown): PageQuery & { query?: string; type?: string } {
  const fields = fieldsOf(query)
  const problems = createProblems(['page', 'perPage', 'query', 'type'])
  const result = {
    ...checkPage(problems, fields, { fallback: 100, most: 1000 }),
    ...optional('query', searchText(problems, fields['query'])),
    ...optional('type', oneOf(problems, 'type', fields['type'], CHAIN_TYPES)),
  }
  problems.throwIfAny()
  return result
}

/** Which assets are asked for. @throws VALIDATION_ERROR, also for a chain that is not listed */
export async function checkAssetsQuery(
  catalog: Catalog,
  query: unknown,
): Promise<PageQuery & { query?: string; chain?: string }> {
  const fields = fieldsOf(query)
  const problems = createProblems(['page', 'perPage', 'query', 'chain'])
  const chain = optionalText(problems, 'chain', fields['chain'], 100)
  if (chain !== undefined && (await catalog.chain(chain)) === undefined) {
    problems.add('chain', 'chain is not the key of a listed chain')
  }
  const result = {
    ...checkPage(problems, fields, { fallback: 100, most: 1000 }),
    ...optional('query', searchText(problems, fields['query'])),
    ...optional('chain', chain),
  }
  problems.throwIfAny()
  return result
}

/** Which sources are asked for. @throws VALIDATION_ERROR */
export function checkSourcesQuery(query: unknown): PageQuery & { type?: string } {
  const fields = fieldsOf(query)
  const problems = createProblems(['page', 'perPage', 'type'])
  const result = {
    ...checkPage(problems, fields, { fallback: 20, most: 300 }),
    ...optional('type', oneOf(problems, 'type', fields['type'], SOURCE_TYPES)),
  }
  problems.throwIfAny()
  return result
}

const HISTORY_FIELDS = [
  'addresses',
  'page',
  'perPage',
  'query',
  'referralCode',
  'transactionId',
  'statuses',
  'finalizedOnly',
]

/** A history filter; `nothing` when its conditions exclude each other. */
export interface CheckedHistory extends PageQuery {
  readonly filter: TransactionFilter | 'nothing'
}

/** Which page of which transactions is asked for. @throws VALIDATION_ERROR */
export function checkHistoryQuery(query: unknown): CheckedHistory {
  const fields = fieldsOf(query)
  const problems = createProblems(HISTORY_FIELDS)
  const page = checkPage(problems, fields, { fallback: 20, most: 50 })
  const filter = checkFilter(problems, fields)
  problems.throwIfAny()
  return { ...page, filter }
}

/** Which transactions to aggregate. @throws VALIDATION_ERROR */
export function checkStatsQuery(query: unknown): TransactionFilter | 'nothing' {
  const problems = createProblems(HISTORY_FIELDS)
  const filter = checkFilter(problems, fieldsOf(query))
  problems.throwIfAny()
  return filter
}

function checkFilter(problems: Problems, fields: Readonly<Record<string, unknown>>): TransactionFilter | 'nothing' {
  const addresses = textList(problems, 'addresses', fields['addresses'], 100)
  const statuses = checkStatuses(problems, fields['statuses'])
  const finalizedOnly = fields['finalizedOnly']
  if (!isMissing(finalizedOnly) && typeof finalizedOnly !== 'boolean') {
    problems.add('finalizedOnly', 'finalizedOnly must be true or false')
  }
  const wanted =
    finalizedOnly === true ? (statuses ?? TRANSACTION_STATUSES).filter((status) => status !== 'PENDING') : statuses
  const filter: TransactionFilter = {
    ...optional(
      'addressKeys',
      addresses?.map((address) => addressKey(address)),
    ),
    ...optional('statuses', wanted),
    ...optional('referralCode', optionalText(problems, 'referralCode', fields['referralCode'], 100)),
    ...optional('transactionId', optionalText(problems, 'transactionId', fields['transactionId'], 200)),
    ...optional('query', searchText(problems, fields['query'])),
  }
  return wanted?.length === 0 ? 'nothing' : filter
}

function checkStatuses(problems: Problems, value: unknown): TransactionStatus[] | undefined {
  const items = textList(problems, 'statuses', value, 100)
  if (items === undefined) return undefined
  const statuses: TransactionStatus[] = []
  for (const item of items) {
    const status = oneOf(problems, 'statuses', item, TRANSACTION_STATUSES)
    if (status === undefined) return undefined
    statuses.push(status)
  }
  return [...new Set(statuses)]
}

function checkPage(
  problems: Problems,
  fields: Readonly<Record<string, unknown>>,
  perPage: { fallback: number; most: number },
): PageQuery {
  return {
    page: wholeNumber(problems, 'page', fields['page'], { least: 1, most: 1_000_000_000, fallback: 1 }),
    perPage: wholeNumber(problems, 'perPage', fields['perPage'], { least: 1, ...perPage }),
  }
}

function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  // The computed key keeps its type only through this cast.
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: T }
}

/** Search text without surrounding spaces; undefined when there is none. */
function searchText(problems: Problems, value: unknown): string | undefined {
  if (isMissing(value)) return undefined
  if (typeof value !== 'string' || value.length > 200) {
    return problems.add('query', 'query must be a text of at most 200 characters')
  }
  return value.trim() === '' ? undefined : value.trim()
}
