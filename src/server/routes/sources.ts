import { SOURCES_QUERY } from '../../core/api/requests.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { catalogAnswer } from './catalog-answer.ts'

/** Lists active routing providers. */
export const sourcesRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/swap/sources`,
  run: (call, server) => catalogAnswer(call, server, SOURCES_QUERY, (query) => server.service.sources(query)),
}
