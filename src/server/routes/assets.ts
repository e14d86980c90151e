import type { AssetsQuery } from '../../core/api/service.ts'
import { API_BASE, type Route } from '../call.ts'
import { readQuery, unchecked } from '../http/query.ts'
import { catalogAnswer } from './catalog-answer.ts'

/** Lists supported assets. */
export const assetsRoute: Route = {
  method: 'GET',
  path: `${API_BASE}/swap/assets`,
  run: (call, server) =>
    catalogAnswer(call, server, () =>
      server.service.assets(
        unchecked<AssetsQuery>(
          readQuery(call.search, { page: 'number', perPage: 'number', query: 'text', chain: 'text' }),
        ),
      ),
    ),
}
