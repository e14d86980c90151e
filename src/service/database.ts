import type { Verdict } from '../core/api/documents.ts'
import { hasShape, list } from '../core/api/shape.ts'
import type { PostgresStore, SharedCount, SharedTables } from '../store/index.ts'

/** The database that keeps the store of a service, open. */
export interface StoreDatabase extends PostgresStore {
  /** By how many milliseconds the clock of this machine is ahead of the database's; behind where negative. */
  aheadMs(): number
}

/**
 * What the servers of one database count and keep together. Each call may fail, or take long while the database is away: a
 * server then goes by what it knows itself.
 */
export interface SharedState {
  /** Counts a request of a client in a window of a minute that slides, unless `limit` of them are in it already. */
  countRequest(client: string, limit: number): Promise<SharedCount>
  /** Keeps the verdicts of a quote for a minute. */
  keepVerdicts(requestId: string, verdicts: readonly Verdict[]): Promise<void>
  verdictsOf(requestId: string): Promise<readonly Verdict[] | undefined>
}

/** The tables of a database as its servers share them. */
export function sharedState(tables: SharedTables): SharedState {
  return {
    countRequest: (client, limit) => tables.countRequest(client, limit),
    // JSON, as every document.
    keepVerdicts: (requestId, verdicts) =>
      tables.keepVerdicts(
        requestId,
        verdicts.map((verdict) => ({ ...verdict })),
      ),
    verdictsOf: async (requestId) => {
      // A server of another version may have kept something else, and whoever writes to the database anything.
      const [found, { readVerdict, verdictDocumentShape }] = await Promise.all([
        tables.verdictsOf(requestId),
        import('../core/api/documents.ts'),
      ])
      if (!Array.isArray(found) || found.length === 0) return undefined
      return hasShape(list(verdictDocumentShape), found) ? found.map(readVerdict) : undefined
    },
  }
}
