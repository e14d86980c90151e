import type { ChainsQuery } from '../../core/api/service.ts'
import { API_BASE, type Route } from '../call.ts'
import { readQuery, unchecked } from '../http/query.ts'
import { catalogAnswer } from './catalog-answer.ts'

/** Lists active chains. */
export const chainsRoute: Route = {
  method: 'GET',
  path: `${API_BASE}/swap/chains`,
  run: (call, server) =>
    catalogAnswer(call, server, () =>
      server.service.chains(
        unchecked<ChainsQuery>(
          readQuery(call.search, { page: 'number', perPage: 'number', query: 'text', type: 'text' }),
        ),
      ),
    ),
}
