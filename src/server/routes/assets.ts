import { ASSETS_QUERY } from '../../core/api/requests.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { catalogAnswer } from './catalog-answer.ts'

/** Lists supported assets. */
export const assetsRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/swap/assets`,
  run: (call, server) => catalogAnswer(call, server, ASSETS_QUERY, (query) => server.service.assets(query)),
}
