import { JSON_TYPE, SHORT_CACHE, textAnswer } from '../http/answer.ts'
import { API_BASE, type ServerRoute } from '../route.ts'

/** An index of the server's paths. */
export const homeRoute: ServerRoute = {
  method: 'GET',
  path: '/',
  run: (call, { options }) => {
    // JSON omits undefined members.
    const index = {
      name: 'swapcli',
      version: options.version ?? 'unknown',
      api: API_BASE,
      docs: options.openapi === undefined || options.docs === undefined ? undefined : '/docs',
      openapi: options.openapi === undefined ? undefined : '/openapi.json',
      events: options.journal === undefined ? undefined : '/events',
      health: '/healthz',
      readiness: '/readyz',
      metrics: '/metrics',
    }
    return textAnswer(call, 200, JSON_TYPE, SHORT_CACHE, `${JSON.stringify(index, undefined, 2)}\n`)
  },
}
