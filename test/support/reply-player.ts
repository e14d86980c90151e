import { readFileSync } from 'node:fs'
import { parseExactJson } from '../../src/service/providers/http.ts'
import { ProviderError, type ProviderHttp, type ProviderReply } from '../../src/providers/contract.ts'
import { type Exchange, toFullReply } from './provider-lab.ts'

/** A reply as an adapter gets it, and what a request must look like to get it. */
export interface PlayedReply extends Pick<Exchange, 'method' | 'path' | 'query'> {
  readonly status: number
  readonly body: unknown
}

/** What exchanges reply, read as the service reads it. @param recordings folder of the provider's recordings */
export function readReplies(exchanges: readonly Exchange[], recordings: URL): readonly PlayedReply[] {
  return exchanges.map(({ method, path, query, reply }) => {
    const { status = 200, file, text = '' } = toFullReply(reply)
    const body = file === undefined ? text : readFileSync(new URL(file, recordings), 'utf8')
    return { method, path, ...(query === undefined ? {} : { query }), status, body: parseExactJson(body) }
  })
}

/**
 * HTTP without a server, for the many replies that one test tries out: each is given as often as it is asked for, by method
 * and path, and by query where one fits.
 */
export function playReplies(replies: readonly PlayedReply[]): ProviderHttp {
  return {
    request: async ({ method, path, query = {}, acceptStatuses = [] }) => {
      const fitting = replies.filter((reply) => reply.method === method && reply.path === path)
      const reply = fitting.find((one) => fits(one.query ?? {}, query)) ?? fitting[0]
      if (reply === undefined) throw new ProviderError('unreachable', `nothing is played for ${method} ${path}`)
      const { status, body } = reply
      if (status >= 500 && !acceptStatuses.includes(status)) throw new ProviderError('unreachable', `${status}`)
      if ((status === 401 || status === 403) && !acceptStatuses.includes(status)) {
        throw new ProviderError('unavailable', `${status}`)
      }
      return Promise.resolve(toReply(status, body))
    },
  }
}

function toReply(status: number, body: unknown): ProviderReply {
  return {
    status,
    body,
    get text() {
      return JSON.stringify(body)
    },
  }
}

function fits(wanted: Readonly<Record<string, string>>, asked: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([name, value]) => String(asked[name]) === value)
}
