import { CHAINS_QUERY } from '../../core/api/requests.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { catalogAnswer } from './catalog-answer.ts'

/** Lists active chains. */
export const chainsRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/swap/chains`,
  run: (call, server) => catalogAnswer(call, server, CHAINS_QUERY, (query) => server.service.chains(query)),
}
