import { createHandler } from '../../src/server/index.ts'
import type { EmbeddedSwapService } from '../../src/index.ts'
import { bodyOf, localServer } from '../support/local-server.ts'
import { asObject } from '../support/contract-fields.ts'
import { keepTold } from '../support/told-execution.ts'

/*
 * A server that speaks the API over an honest service, and changes what that answers as a case says. A payment that is
 * reported it compares with what it told itself.
 */

/** A JSON object of the API. */
export type Json = Readonly<Record<string, unknown>>

/** Changes a document that an honest server would answer; a promise is waited for. */
export type Change = (document: Json) => unknown

/** What a server makes of the answers; honest where empty. */
export interface Lies {
  /** Of each route of a quote. */
  readonly quote?: Change
  readonly lock?: Change
  readonly execute?: Change
  /** Of what becomes of a transaction: track and status. */
  readonly track?: Change
  /** Of whole answers by the end of their path: a status and a body, sent as they are. */
  readonly answers?: Readonly<Record<string, (text: string, times: number) => { status?: number; body: string }>>
}

type LiedStep = Exclude<keyof Lies, 'answers'>

/** The server, and what it told last. */
export interface HostileServer {
  /** Base URL of the API. */
  readonly url: string
  /** Begins another case. */
  lie(lies: Lies): void
  /** The routes of the last quote as they were told, the lock, and the execution. */
  told(): { readonly routes: readonly Json[]; readonly lock: Json | undefined; readonly execution: Json | undefined }
  /** True when an answer of this case was changed. */
  hasLied(): boolean
  close(): Promise<void>
}

const PATHS = { '/quote': 'quote', '/quote/lock': 'lock', '/quote/execute': 'execute' } as const
const TRACKS = ['/transaction/track', '/transaction/status']

/** Serves a service; it streams no quotes. */
export async function openHostileServer(service: EmbeddedSwapService): Promise<HostileServer> {
  const handle = createHandler(service)
  let lies: Lies = {}
  let told: ReturnType<HostileServer['told']> = { routes: [], lock: undefined, execution: undefined }
  const times = new Map<string, number>()
  /** Executions that were told otherwise than the service has them, by the id of their transaction. */
  const executions = new Map<string, Json>()
  let hasLied = false
  const lieAbout = async (step: LiedStep, honest: Json): Promise<Json> => {
    const changed = (await (lies[step] ?? ((document: Json) => document))(honest)) as Json
    if (JSON.stringify(changed) !== JSON.stringify(honest)) hasLied = true
    return changed
  }

  const change = async (path: string, text: string): Promise<string> => {
    const step = PATHS[path as keyof typeof PATHS] ?? (TRACKS.includes(path) ? 'track' : undefined)
    if (step === undefined) return text
    const { data, ...rest } = asObject(JSON.parse(text))
    if (step === 'quote') {
      const honest: readonly unknown[] = Array.isArray(data) ? data : []
      const routes = await Promise.all(honest.map((route) => lieAbout(step, asObject(route))))
      told = { ...told, routes }
      return JSON.stringify({ ...rest, data: routes })
    }
    const honest = asObject(data)
    const changed = await lieAbout(step, honest)
    if (step === 'lock') told = { ...told, lock: changed }
    if (step === 'execute') {
      told = { ...told, execution: changed }
      executions.set(String(asObject(honest['transaction'])['id']), changed)
    }
    return JSON.stringify({ ...rest, data: changed })
  }

  /** Not before a payment is reported: until then the service answers for itself. */
  const keepOwnWord = async (body: string): Promise<void> => {
    const transactionId = String(asObject(JSON.parse(body))['transactionId'])
    const execution = executions.get(transactionId)
    if (execution === undefined) return
    executions.delete(transactionId)
    await keepTold(service, transactionId, execution)
  }

  const server = await localServer((request, response) => {
    const pass = async () => {
      const { method = 'GET', url = '/', headers } = request
      const { pathname } = new URL(url, 'http://server')
      const path = pathname.replace('/api/v1', '')
      if (path.endsWith('/stream')) return void response.writeHead(404).end()
      const body = method === 'POST' ? await bodyOf(request) : undefined
      if (path === '/transaction/track' && body !== undefined) await keepOwnWord(body)
      const sent = Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      )
      const asked = new Request(`http://server${url}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body }),
      })
      const answer = await handle(asked)
      const text = await answer.text()
      const count = (times.get(path) ?? 0) + 1
      times.set(path, count)
      const other = lies.answers?.[path]?.(text, count)
      if (other !== undefined && (other.body !== text || other.status !== undefined)) hasLied = true
      response.writeHead(other?.status ?? answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
        'x-api-version': answer.headers.get('x-api-version') ?? '1',
      })
      response.end(other?.body ?? (answer.ok ? await change(path, text) : text))
    }
    pass().catch(() => response.destroy())
  })
  return {
    url: `${server.url}/api/v1`,
    lie: (next) => {
      lies = next
      told = { routes: [], lock: undefined, execution: undefined }
      times.clear()
      executions.clear()
      hasLied = false
    },
    told: () => told,
    hasLied: () => hasLied,
    close: () => server.close(),
  }
}

/**
 * A document with members replaced, by path: `{ 'exec.value': '1' }`; undefined takes a member away.
 * @throws Error for a path into nothing: then nothing would be tested
 */
export function put(document: Json, members: Json): Json {
  return Object.entries(members).reduce((changed, [path, value]) => putOne(changed, path.split('.'), value), document)
}

function putOne(document: unknown, [name = '', ...rest]: readonly string[], value: unknown): Json {
  if (Array.isArray(document)) {
    const list: readonly unknown[] = document
    const changed = list.map((item, at) =>
      String(at) !== name ? item : rest.length === 0 ? value : putOne(item, rest, value),
    )
    return changed as unknown as Json
  }
  const whole = asObject(document)
  return { ...whole, [name]: rest.length === 0 ? value : putOne(whole[name], rest, value) }
}
