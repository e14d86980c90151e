import { CHAINS_QUERY } from '../../core/api/requests.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { readQuery } from '../http/query.ts'
import { catalogAnswer } from './catalog-answer.ts'

/** Lists active chains. */
export const chainsRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/swap/chains`,
  run: (call, server) => catalogAnswer(call, server, () => server.service.chains(readQuery(call.search, CHAINS_QUERY))),
}
