import type { ServerResponse } from 'node:http'
import { isHex, keccak256 } from 'viem'
import { bodyOf, localServer } from '../support/local-server.ts'
import { postJson } from '../support/post-json.ts'
import { onTestFinished } from 'vitest'

/** What happens to a signed transaction. */
export type SendFault =
  /** Sent on, and its answer is lost with the connection. */
  | 'lose_answer'
  /** Lost with the connection: the node never sees it. */
  | 'lose_request'
  /** Answered with its hash, but the node never sees it. */
  | 'drop'
  /** Sent on, and answered as if it had been known before. */
  | 'know'

/** What a node refuses a method with. */
export type RpcFailure = { readonly code: number; readonly message: string; readonly data?: string }

/** A response that is no answer of JSON-RPC. */
export type HttpAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What is wrong with the node; nothing when empty. */
export type RpcFaults = {
  /** Answers `eth_chainId` and `net_version` with this id. */
  readonly chainId?: number
  readonly onSend?: SendFault
  /** Methods that fail, and how; `missing` is the usual answer to an unknown method. */
  readonly failing?: Readonly<Record<string, RpcFailure | 'missing'>>
  /** Refuses calls whose state is overridden. */
  readonly withoutOverrides?: true
  /** Methods that are never answered; the connection stays open. */
  readonly hanging?: readonly string[]
  /** Methods whose result is replaced, by JSON. */
  readonly results?: Readonly<Record<string, unknown>>
  /** Methods whose result is changed from what the node answers; a promise is waited for. */
  readonly changes?: Readonly<Record<string, (result: unknown, params: readonly unknown[]) => unknown>>
  /** Methods that are answered by a response of HTTP. */
  readonly responses?: Readonly<Record<string, HttpAnswer>>
}

/** A node with faults that can be changed while it runs. */
export type RpcProxy = {
  readonly url: string
  /** Methods asked for so far, in order. */
  readonly asked: readonly string[]
  /** True when it has answered otherwise than the node since its faults were replaced. */
  hasLied(): boolean
  /** Replaces the faults; without an argument it is sound again. */
  fail(faults?: RpcFaults): void
  /** Refuses connections. */
  refuse(): Promise<void>
  /** Takes connections again, on the same port. */
  accept(): Promise<void>
  close(): Promise<void>
}

type Call = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] }
/** A reply, or the order to end the connection or to leave it without an answer. */
type Answer = { readonly reply: unknown; readonly isHonest?: true } | { readonly http: HttpAnswer } | 'hang_up' | 'hang'

/** A proxy before a node for one test: it closes when that ends. */
export async function proxyOf({ url }: { readonly url: string }, faults?: RpcFaults): Promise<RpcProxy> {
  const proxy = await rpcProxy(url, faults)
  onTestFinished(() => proxy.close())
  return proxy
}

/** Puts a proxy before a node's JSON-RPC endpoint. */
export async function rpcProxy(target: string, initial: RpcFaults = {}): Promise<RpcProxy> {
  let faults = initial
  let hasLied = false
  const asked: string[] = []
  const server = await localServer((request, response) => {
    const handle = async () => {
      const body: unknown = JSON.parse(await bodyOf(request))
      const batch = Array.isArray(body)
      const calls = (batch ? body : [body]).map(readCall)
      asked.push(...calls.map(({ method }) => method))
      const answers: Answer[] = []
      for (const call of calls) answers.push(await answer(call, target, faults))
      if (answers.some((each) => typeof each !== 'object' || !('isHonest' in each))) hasLied = true
      respond(response, answers, batch)
    }
    handle().catch(() => response.destroy())
  })
  return {
    url: server.url,
    asked,
    hasLied: () => hasLied,
    fail: (next = {}) => {
      faults = next
      hasLied = false
    },
    refuse: () => server.close(),
    accept: () => server.open(),
    close: () => server.close(),
  }
}

async function answer(call: Call, target: string, faults: RpcFaults): Promise<Answer> {
  const { method, id } = call
  const result = (value: unknown): Answer => ({ reply: { jsonrpc: '2.0', id, result: value } })
  if (faults.hanging?.includes(method) === true) return 'hang'
  const http = faults.responses?.[method]
  if (http !== undefined) return { http }
  const failure = faults.failing?.[method]
  if (failure !== undefined) {
    const missing = { code: -32601, message: `the method ${method} does not exist/is not available` }
    return { reply: { jsonrpc: '2.0', id, error: failure === 'missing' ? missing : failure } }
  }
  if (faults.withoutOverrides === true && method === 'eth_call' && call.params.length > 2) {
    return { reply: { jsonrpc: '2.0', id, error: { code: -32602, message: 'too many arguments, want at most 2' } } }
  }
  const { results = {}, chainId } = faults
  if (Object.hasOwn(results, method)) return result(results[method])
  if (chainId !== undefined && method === 'eth_chainId') return result(`0x${chainId.toString(16)}`)
  if (chainId !== undefined && method === 'net_version') return result(String(chainId))
  if (method === 'eth_sendRawTransaction' && faults.onSend !== undefined) {
    if (faults.onSend === 'lose_answer' || faults.onSend === 'know') await forward(call, target)
    if (faults.onSend === 'know')
      return { reply: { jsonrpc: '2.0', id, error: { code: -32000, message: 'already known' } } }
    const raw = call.params[0]
    return faults.onSend === 'drop' && isHex(raw) ? result(keccak256(raw)) : 'hang_up'
  }
  const reply = await forward(call, target)
  const change = faults.changes?.[method]
  if (change === undefined || typeof reply !== 'object' || reply === null || !('result' in reply))
    return { reply, isHonest: true }
  const changed = await change(reply.result, call.params)
  return JSON.stringify(changed) === JSON.stringify(reply.result)
    ? { reply, isHonest: true }
    : { reply: { ...reply, result: changed } }
}

function forward({ id, method, params }: Call, target: string): Promise<unknown> {
  return postJson(target, { jsonrpc: '2.0', id, method, params })
}

function respond(response: ServerResponse, answers: readonly Answer[], batch: boolean): void {
  if (answers.includes('hang')) return
  const http = answers.flatMap((each) => (typeof each === 'object' && 'http' in each ? [each.http] : []))[0]
  if (http !== undefined) {
    response.writeHead(http.status ?? 200, { 'content-type': 'application/json', ...http.headers }).end(http.body ?? '')
    return
  }
  const replies = answers.flatMap((each) => (typeof each === 'object' && 'reply' in each ? [each.reply] : []))
  if (replies.length < answers.length) {
    response.destroy()
    return
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(batch ? replies : replies[0]))
}

function readCall(value: unknown): Call {
  const record = typeof value === 'object' && value !== null ? value : {}
  const method = 'method' in record && typeof record.method === 'string' ? record.method : ''
  const params: unknown[] = 'params' in record && Array.isArray(record.params) ? record.params : []
  return { id: 'id' in record ? record.id : null, method, params }
}
