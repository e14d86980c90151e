import type { HistoryQuery } from '../../core/api/service.ts'
import { jsonAnswer } from '../http/answer.ts'
import { API_BASE, type Route } from '../call.ts'
import { type QueryTypes, readQuery, unchecked } from '../http/query.ts'

/** Parameters that history and stats share. */
export const FILTER_TYPES = {
  addresses: 'list',
  query: 'text',
  referralCode: 'text',
  transactionId: 'text',
  statuses: 'list',
  finalizedOnly: 'boolean',
} as const satisfies QueryTypes

const HISTORY_TYPES: QueryTypes = { ...FILTER_TYPES, page: 'number', perPage: 'number' }

/** Past transactions, newest first. */
export const historyRoute: Route = {
  method: 'GET',
  path: `${API_BASE}/transaction/history`,
  run: async (call, server) => {
    const query = readQuery(call.search, HISTORY_TYPES)
    return jsonAnswer(call, JSON.stringify(await server.service.history(unchecked<HistoryQuery>(query))))
  },
}
