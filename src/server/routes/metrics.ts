import { SwapError } from '../../core/api/errors.ts'
import { NO_STORE, textAnswer } from '../http/answer.ts'
import type { ServerRoute } from '../route.ts'
import type { MetricFamily } from '../options.ts'

/** Metrics in the Prometheus text format; for this machine, and whom `expose` lets in. */
export const metricsRoute: ServerRoute = {
  method: 'GET',
  path: '/metrics',
  run: async (call, server) => {
    if (call.info.local === false && server.options.expose?.includes('metrics') !== true) {
      throw new SwapError('FORBIDDEN', 'Metrics are available on this machine only', {
        hint: 'Let others read them: swapcli serve --expose metrics',
      })
    }
    const build: MetricFamily = {
      name: 'swapcli_build_info',
      help: 'Version of the program.',
      type: 'gauge',
      samples: [{ labels: { version: server.options.version ?? 'unknown' }, value: 1 }],
    }
    const extra = (await server.options.metrics?.()) ?? []
    const text = server.metrics.render([build, ...extra])
    return textAnswer(call, 200, 'text/plain; version=0.0.4; charset=utf-8', NO_STORE, text)
  },
}
