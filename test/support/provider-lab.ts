import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { localServer } from './local-server.ts'

/** One request that a provider must make, and the reply that it gets. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  /** Path without query. */
  readonly path: string
  /** The whole query: nothing may be missing and nothing more may be sent. @default none */
  readonly query?: Readonly<Record<string, string>>
  /** The whole JSON body. A function gets the body and throws when it does not fit, for bodies that hold a time. */
  readonly body?: unknown
  /** Headers that must be there with exactly this value; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly reply: Reply
}

/** A reply, or the name of the recording that is sent. */
export type Reply = string | FullReply

export function toFullReply(reply: Reply): FullReply {
  return typeof reply === 'string' ? { file: reply } : reply
}

export interface FullReply {
  /** @default 200 */
  readonly status?: number
  /** Name of a recording in the provider's test folder, sent byte by byte. */
  readonly file?: string
  /** Text to send instead of a recording. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Spaces that follow the recording or the text. @default 0 */
  readonly padding?: number
  /** Never answer. */
  readonly silent?: boolean
  /** Send this many bytes of JSON instead of anything else. */
  readonly bytes?: number
}

/** A real HTTP server on loopback that plays recordings and notes what it was asked. */
export interface ProviderLab {
  readonly url: string
  /** Sets what comes next; requests are matched by method and path, and by query where one fits, in any order, each exchange once. */
  play(exchanges: readonly Exchange[]): void
  /** The same, but each exchange as often as it is asked for, whatever is asked there: only method and path decide. */
  replay(exchanges: readonly Exchange[]): void
  /** Every reply from now on is this one, whatever is asked. */
  always(reply: Reply): void
  /** Everything that did not fit, and exchanges that were not asked for. */
  problems(): string[]
  /** How many requests came since `play` or `always`. */
  requests(): number
  /** Names of the recordings that were sent so far. */
  used(): ReadonlySet<string>
  close(): Promise<void>
}

/** @param recordings folder of the provider's recordings */
export async function openProviderLab(recordings: URL): Promise<ProviderLab> {
  let pending: Exchange[] = []
  let fixed: Reply | undefined
  let problems: string[] = []
  let count = 0
  let isReplay = false
  const used = new Set<string>()

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    count += 1
    const text = await readAll(request)
    if (fixed !== undefined) return send(response, fixed)
    const url = new URL(request.url ?? '/', 'http://lab')
    const fitting = pending.filter((item) => item.method === request.method && item.path === url.pathname)
    const query = Object.fromEntries(url.searchParams)
    const exchange = fitting.find((item) => sameJson(query, item.query ?? {})) ?? fitting[0]
    if (exchange === undefined) {
      problems.push(`unexpected ${request.method} ${request.url}`)
      return send(response, { status: 599, text: 'unexpected request' })
    }
    if (isReplay) return send(response, exchange.reply)
    pending = pending.filter((item) => item !== exchange)
    problems.push(...differences(exchange, request, url, text))
    send(response, exchange.reply)
  }

  const send = (response: ServerResponse, stated: Reply) => {
    const reply = toFullReply(stated)
    if (reply.silent === true) return
    response.statusCode = reply.status ?? 200
    response.setHeader('content-type', 'application/json')
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
    if (reply.file !== undefined) {
      used.add(reply.file)
      response.end(readFileSync(new URL(reply.file, recordings), 'utf8') + ' '.repeat(reply.padding ?? 0))
    } else if (reply.bytes !== undefined) {
      response.on('error', () => undefined)
      const chunk = Buffer.alloc(64 * 1024, '[')
      let left = reply.bytes
      const pump = () => {
        while (left > 0) {
          left -= chunk.length
          if (!response.write(chunk)) {
            response.once('drain', pump)
            return
          }
        }
        response.end()
      }
      pump()
    } else response.end((reply.text ?? '') + ' '.repeat(reply.padding ?? 0))
  }

  const server = await localServer((request, response) => {
    answer(request, response).catch((error: unknown) => problems.push(`the lab failed: ${String(error)}`))
  })
  const reset = () => {
    problems = []
    pending = []
    fixed = undefined
    count = 0
    isReplay = false
  }
  return {
    url: server.url,
    play: (exchanges) => {
      reset()
      pending = [...exchanges]
    },
    replay: (exchanges) => {
      reset()
      pending = [...exchanges]
      isReplay = true
    },
    always: (reply) => {
      reset()
      fixed = reply
    },
    problems: () => [...problems, ...pending.map((item) => `never asked for ${item.method} ${item.path}`)],
    requests: () => count,
    used: () => used,
    close: server.close,
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

function differences(exchange: Exchange, request: IncomingMessage, url: URL, text: string): string[] {
  const found: string[] = []
  const where = `${exchange.method} ${exchange.path}`
  const query = Object.fromEntries(url.searchParams)
  if (!sameJson(query, exchange.query ?? {})) {
    found.push(`${where}: query ${JSON.stringify(query)} instead of ${JSON.stringify(exchange.query ?? {})}`)
  }
  for (const [name, value] of Object.entries(exchange.headers ?? {})) {
    if (request.headers[name] !== value) found.push(`${where}: header ${name} is ${String(request.headers[name])}`)
  }
  if (!/^swapcli\//.test(request.headers['user-agent'] ?? '')) found.push(`${where}: no user-agent of ours`)
  if (typeof exchange.body === 'function') {
    try {
      ;(exchange.body as (body: unknown) => void)(JSON.parse(text))
    } catch (error) {
      found.push(`${where}: body ${text}: ${String(error)}`)
    }
  } else if (
    exchange.body === undefined ? text !== '' : !sameJson(JSON.parse(text === '' ? 'null' : text), exchange.body)
  ) {
    found.push(`${where}: body ${text} instead of ${JSON.stringify(exchange.body)}`)
  }
  return found
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  )
}
