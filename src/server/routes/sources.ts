import type { SourcesQuery } from '../../core/api/service.ts'
import { API_BASE, type Route } from '../call.ts'
import { readQuery, unchecked } from '../http/query.ts'
import { catalogAnswer } from './catalog-answer.ts'

/** Lists active routing providers. */
export const sourcesRoute: Route = {
  method: 'GET',
  path: `${API_BASE}/swap/sources`,
  run: (call, server) =>
    catalogAnswer(call, server, () =>
      server.service.sources(
        unchecked<SourcesQuery>(readQuery(call.search, { page: 'number', perPage: 'number', type: 'text' })),
      ),
    ),
}
