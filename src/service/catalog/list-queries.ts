import { ASSETS_QUERY, HISTORY_QUERY, STATS_QUERY } from '../../core/api/requests.ts'
import { type CheckedFields, checkRequest, startCheck } from '../../core/api/request-check.ts'
import { TRANSACTION_STATUSES } from '../../core/api/enums.ts'
import { addressKey } from '../../core/assets/address.ts'
import type { Catalog } from '../../core/assets/catalog.ts'
import { type Defined, defined } from '../../core/defined.ts'
import type { TransactionFilter } from '../../store/index.ts'
import type { PageQuery } from './paging.ts'

/** Checks a query of assets. @throws VALIDATION_ERROR, also for an unknown chain */
export async function checkAssetsQuery(
  catalog: Catalog,
  query: unknown,
): Promise<Defined<CheckedFields<typeof ASSETS_QUERY>>> {
  const check = startCheck(ASSETS_QUERY, query)
  const { chain } = check.fields
  if (chain !== undefined && (await catalog.chain(chain)) === undefined) {
    check.problems.add('chain', 'chain is not the key of a listed chain')
  }
  return defined(check.finish())
}

/** A history filter; `nothing` when its conditions exclude each other. */
export interface CheckedHistory extends PageQuery {
  readonly filter: TransactionFilter | 'nothing'
}

/** Checks a query of past transactions. @throws VALIDATION_ERROR */
export function checkHistoryQuery(query: unknown): CheckedHistory {
  const { page, perPage, ...filters } = checkRequest(HISTORY_QUERY, query)
  return { page, perPage, filter: toFilter(filters) }
}

/** Checks a query of statistics. @throws VALIDATION_ERROR */
export function checkStatsQuery(query: unknown): TransactionFilter | 'nothing' {
  return toFilter(checkRequest(STATS_QUERY, query))
}

function toFilter(fields: CheckedFields<typeof STATS_QUERY>): TransactionFilter | 'nothing' {
  // A new field that the filter lacks does not compile.
  const { addresses, statuses, finalizedOnly, ...rest } = fields
  const wanted =
    finalizedOnly === true ? (statuses ?? TRANSACTION_STATUSES).filter((status) => status !== 'PENDING') : statuses
  if (wanted?.length === 0) return 'nothing'
  const plain: { [K in keyof typeof rest]: K extends keyof TransactionFilter ? (typeof rest)[K] : never } = rest
  return defined({ ...plain, addressKeys: addresses?.map((address) => addressKey(address)), statuses: wanted })
}
