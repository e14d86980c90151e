import { Agent, request } from 'undici'
import { asObject } from '../support/contract-fields.ts'
import { PATIENCE_MS } from '../support/patience.ts'

/** What a server answered. */
export interface Answer {
  readonly status: number
  /** The `data` of a success, or all of it where that is a list; the `error` of a failure. */
  readonly content: Readonly<Record<string, unknown>>
  /** Milliseconds that it asks to wait for, where it does. */
  readonly retryAfterMs: number | undefined
  readonly isReplay: boolean
}

/** No answer: the connection was refused, or it ended, or nothing came in time. */
export interface Lost {
  readonly lost: string
}

/** Calls servers over HTTP, on connections that are used again. */
export interface Caller {
  post(origin: string, path: string, body: unknown, key?: string): Promise<Answer | Lost>
  get(origin: string, path: string): Promise<Answer | Lost>
  /** The status of a path beside the API and its text; undefined where nobody answers. */
  look(origin: string, path: string): Promise<{ readonly status: number; readonly text: string } | undefined>
  close(): Promise<void>
}

const API = '/api/v1'

/** Most connections to one server. */
const CONNECTIONS = 64

/** @param longestMs longest time of a call, which gets no answer then. @default no call takes so long */
export function openCaller(longestMs = PATIENCE_MS): Caller {
  const agent = new Agent({ connections: CONNECTIONS, headersTimeout: longestMs, bodyTimeout: longestMs })
  const send = async (url: string, options: Parameters<typeof request>[1]): Promise<Answer | Lost> => {
    try {
      const { statusCode, headers, body } = await request(url, { ...options, dispatcher: agent })
      const answer = asObject(await body.json())
      const wait = headers['retry-after']
      return {
        status: statusCode,
        content: Array.isArray(answer['data']) ? answer : asObject(answer['error'] ?? answer['data']),
        retryAfterMs: wait === undefined ? undefined : Number(wait) * 1000,
        isReplay: headers['idempotent-replayed'] === 'true',
      }
    } catch (error) {
      const code = lossOf(error)
      if (code === undefined) throw error
      return { lost: code }
    }
  }
  return {
    post: (origin, path, body, key) =>
      send(`${origin}${API}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
        body: JSON.stringify(body),
      }),
    get: (origin, path) => send(`${origin}${API}${path}`, { method: 'GET' }),
    look: async (origin, path) => {
      try {
        const { statusCode, body } = await request(`${origin}${path}`, { dispatcher: agent })
        return { status: statusCode, text: await body.text() }
      } catch (error) {
        if (lossOf(error) === undefined) throw error
        return undefined
      }
    },
    close: () => agent.destroy(),
  }
}

/** The code where a connection was refused, or ended, or brought nothing in time; undefined for another failure. */
function lossOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/.test(code)
    ? code
    : undefined
}

/** An answer that has come. @throws Error where none has */
export function cameBack(answer: Answer | Lost): Answer {
  if ('lost' in answer) throw new Error(`no answer: ${answer.lost}`)
  return answer
}
