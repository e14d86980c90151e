import { JSON_TYPE, SHORT_CACHE, textAnswer } from '../http/answer.ts'
import { API_BASE, type Route } from '../route.ts'

/** What there is on this server. */
export const homeRoute: Route = {
  method: 'GET',
  path: '/',
  run: (call, { options }) => {
    const index = {
      name: 'swapcli',
      version: options.version ?? 'unknown',
      api: API_BASE,
      ...(options.openapi === undefined ? {} : { docs: '/docs', openapi: '/openapi.json' }),
      ...(options.events === undefined ? {} : { events: '/events' }),
      health: '/healthz',
      readiness: '/readyz',
      metrics: '/metrics',
    }
    return textAnswer(call, 200, JSON_TYPE, SHORT_CACHE, `${JSON.stringify(index, undefined, 2)}\n`)
  },
}
