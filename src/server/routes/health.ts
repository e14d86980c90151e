import { NO_STORE, textAnswer } from '../http/answer.ts'
import type { RequestFields } from '../../core/api/request-fields.ts'
import { readQuery } from '../http/query.ts'
import type { ServerRoute } from '../route.ts'
import type { ReadinessCheck } from '../options.ts'

const TEXT = 'text/plain; charset=utf-8'

/** 200 while the server responds. */
export const healthzRoute: ServerRoute = {
  method: 'GET',
  path: '/healthz',
  run: (call) => textAnswer(call, 200, TEXT, NO_STORE, 'ok\n'),
}

/** `verbose` counts with any value, and without one. */
const READYZ_QUERY = {
  verbose: { kind: 'text', maxLength: 100, description: 'Lists the checks' },
} as const satisfies RequestFields

/** 200 when the server is ready for swaps, else 503 with what is missing; `?verbose` lists all checks. */
export const readyzRoute: ServerRoute = {
  method: 'GET',
  path: '/readyz',
  run: async (call, { options }) => {
    const isVerbose = readQuery(call.search, READYZ_QUERY).verbose !== undefined
    const stopping: ReadinessCheck = {
      name: 'accepting',
      ok: options.stopping?.aborted !== true,
      detail: 'the server is stopping',
    }
    const checks = [stopping, ...((await options.readiness?.()) ?? [])]
    const ready = checks.every((check) => check.ok)
    const list = checks
      .filter((check) => isVerbose || !check.ok)
      .map(checkLine)
      .join('')
    if (ready) return textAnswer(call, 200, TEXT, NO_STORE, `${list}ready\n`)
    const answer = textAnswer(call, 503, TEXT, NO_STORE, `${list}not ready\n`)
    answer.headers.set('Retry-After', '2')
    return answer
  },
}

function checkLine(check: ReadinessCheck): string {
  if (check.ok) return `[+] ${check.name} ok\n`
  return `[-] ${check.name} failed${check.detail === undefined ? '' : `: ${check.detail}`}\n`
}
