import type { IncomingMessage, RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { HttpFetch, PooledHttp } from '../../../src/core/ports.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import { ownNodes } from '../../../src/core/evm/nodes.ts'
import { createJsonRpc } from '../../../src/io/rpc/json-rpc.ts'
import { type LocalServer, localServer } from '../../support/local-server.ts'

const CALL = { method: 'eth_blockNumber', params: [] }

type Question = { readonly id: number; readonly method: string; readonly params: unknown; readonly jsonrpc: string }

describe('JSON-RPC', () => {
  let http: PooledHttp
  let servers: LocalServer[]
  beforeEach(async () => {
    http = await openPooledHttp()
    servers = []
  })
  afterEach(async () => {
    for (const server of servers) await server.close()
    await http.close()
  })

  async function serve(listener: RequestListener): Promise<string> {
    const server = await localServer(listener)
    servers.push(server)
    return server.url
  }

  /** A node that answers each question with its id and these fields, and counts the questions. */
  async function node(answer: (question: Question) => object, status = 200) {
    const calls: Question[] = []
    const url = await serve((request, response) => {
      void questionOf(request).then((question) => {
        calls.push(question)
        response.statusCode = status
        response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, ...answer(question) }))
      })
    })
    return { url, calls }
  }

  const rpc = (urls: readonly string[], timeoutMs = 5_000) => createJsonRpc(http.fetch, ownNodes(urls), { timeoutMs })
  const host = (url: string) => new URL(url).host
  const failure = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (error instanceof RpcError) return { rpc: [error.code, error.message, error.data] }
    return error instanceof Error && 'code' in error ? { code: error.code, message: error.message } : { other: error }
  }
  const noAnswer = (why: string) => ({ code: 'SERVICE_UNAVAILABLE', message: `No node of the chain answered: ${why}` })

  it('has signed bytes sent whole, and nothing else', async () => {
    const { url } = await node(() => ({ result: '0x10' }))
    const whole: boolean[] = []
    const watched: HttpFetch = (at, request) => {
      whole.push(request.isSentWhole === true)
      return http.fetch(at, request)
    }
    const chain = createJsonRpc(watched, ownNodes([url]), { timeoutMs: 5_000 })
    await chain.requestAll({ method: 'eth_sendRawTransaction', params: ['0x02'] })
    await chain.request(CALL)
    expect(whole).toEqual([true, false])
  })

  it('asks as the specification says, and gives the result', async () => {
    const { url, calls } = await node(() => ({ result: '0x10' }))
    expect(await rpc([url]).request({ method: 'eth_call', params: [{ to: '0x1' }, 'latest'] })).toBe('0x10')
    expect(calls).toEqual([{ jsonrpc: '2.0', id: calls[0]?.id, method: 'eth_call', params: [{ to: '0x1' }, 'latest'] }])
  })

  it('names the chain in what to do, where it is known', async () => {
    const { url } = await node(() => ({}), 500)
    const chain = { key: 'base', name: 'Base', chainId: 8453 }
    const asked = createJsonRpc(http.fetch, ownNodes([url]), { timeoutMs: 5_000, chain }).request(CALL)
    await expect(asked).rejects.toMatchObject({
      hint: 'Try again, or set another node: swapcli config set rpc.base <url>',
    })
  })

  it('gives null as a result', async () => {
    const { url } = await node(() => ({ result: null }))
    expect(await rpc([url]).request(CALL)).toBe(null)
  })

  it("gives a node's error with its code and revert data, clean, and asks no other node", async () => {
    const second = await node(() => ({ result: '0x1' }))
    const error = { code: 3, message: 'execution reverted\u001b[2J', data: '0x08c379a0' }
    const first = await node(() => ({ error }))
    expect(await failure(rpc([first.url, second.url]).request(CALL))).toEqual({
      rpc: [3, 'execution reverted\\u{1b}[2J', '0x08c379a0'],
    })
    expect(second.calls).toEqual([])
  })

  it('finds revert data one level deeper, takes an error of a 400, and leaves out data that is no hex', async () => {
    const deep = await node(() => ({ error: { code: -32000, message: 'x', data: { data: '0xab' } } }), 400)
    expect(await failure(rpc([deep.url]).request(CALL))).toEqual({ rpc: [-32000, 'x', '0xab'] })
    const text = await node(() => ({ error: { code: -32000, message: 7, data: 'Reverted' } }))
    expect(await failure(rpc([text.url]).request(CALL))).toEqual({
      rpc: [-32000, 'error without a message', undefined],
    })
  })

  it('goes on to the next node where one is busy, limits, fails, redirects, or answers something else', async () => {
    const good = await node(() => ({ result: '0x2' }))
    const bad = [
      await node(() => ({ error: { code: -32005, message: 'limit exceeded' } })),
      await node(() => ({ result: '0x1' }), 429),
      await node(() => ({ result: '0x1' }), 503),
      await node(() => ({ id: 999_999, result: '0x1' })),
      await node(() => ({ error: 'no' })),
      { url: await serve((_request, response) => response.end('<html>')) },
      { url: await serve((_request, response) => response.writeHead(302, { location: good.url }).end()) },
      { url: await serve((request) => request.socket.destroy()) },
    ]
    for (const { url } of bad) expect(await rpc([url, good.url]).request(CALL)).toBe('0x2')
    expect(good.calls.length).toBe(bad.length)
    expect(await Promise.all(bad.map(({ url }) => failure(rpc([url]).request(CALL))))).toEqual(
      [
        'is busy: limit exceeded',
        'limits the rate of requests',
        'answered 503',
        'answered no JSON-RPC',
        'answered no JSON-RPC',
        'answered no JSON-RPC',
        'answered with a redirect',
        'cannot be reached (UND_ERR_SOCKET)',
      ].map((why, index) => noAnswer(`${host(bad[index]?.url ?? '')} ${why}`)),
    )
  })

  it('stays with the node that answered last', async () => {
    const good = await node(() => ({ result: '0x2' }))
    const bad = await node(() => ({ result: '0x1' }), 500)
    const both = rpc([bad.url, good.url])
    for (let count = 0; count < 3; count += 1) await both.request(CALL)
    expect([bad.calls.length, good.calls.length]).toEqual([1, 3])
  })

  it('asks another node for a method that one lacks, and says so when all lack it', async () => {
    const lacking = await node(() => ({ error: { code: -32601, message: 'no such method' } }))
    const good = await node(() => ({ result: '0x2' }))
    expect(await rpc([lacking.url, good.url]).request(CALL)).toBe('0x2')
    expect(await failure(rpc([lacking.url, lacking.url]).request(CALL))).toEqual({
      rpc: [-32601, 'no such method', undefined],
    })
  })

  it('asks another node where one refuses a call that is not reverted, and says what the first one said', async () => {
    const pruned = await node(() => ({ error: { code: -32000, message: 'missing trie node' } }))
    const other = await node(() => ({ error: { code: -32000, message: 'header not found' } }))
    const good = await node(() => ({ result: '0x2' }))
    expect(await rpc([pruned.url, good.url]).request(CALL)).toBe('0x2')
    expect(await failure(rpc([pruned.url, other.url]).request(CALL))).toEqual({
      rpc: [-32000, 'missing trie node', undefined],
    })
  })

  it('takes a refusal of a gas limit for no limit on requests', async () => {
    const { url } = await node(() => ({ error: { code: -32000, message: 'block gas limit exceeded' } }))
    expect(await failure(rpc([url]).request(CALL))).toEqual({ rpc: [-32000, 'block gas limit exceeded', undefined] })
  })

  it('takes no answer that is nested deeper than recursion bears', async () => {
    const url = await serve((request, response) => {
      void questionOf(request).then(({ id }) => {
        response.end(`{"id":${id},"result":${'['.repeat(100)}${']'.repeat(100)}}`)
      })
    })
    expect(await failure(rpc([url]).request(CALL))).toEqual(noAnswer(`${host(url)} answered no JSON-RPC`))
  })

  it('gives up on a node that does not answer in time, or stops in the middle of its answer', async () => {
    const silent = await serve(() => undefined)
    const halting = await serve((_request, response) => response.writeHead(200).write('{"jsonrpc":'))
    for (const url of [silent, halting]) {
      expect(await failure(rpc([url], 100).request(CALL))).toEqual(noAnswer(`${host(url)} did not answer in time`))
    }
  })

  it('reads no more than 8 MiB, however small they were sent', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    const url = await serve((_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb))
    expect(await failure(rpc([url]).request(CALL))).toEqual(noAnswer(`${host(url)} answered more than 8388608 bytes`))
  })

  it('names no key that stands in the path of a URL', async () => {
    const { url } = await node(() => ({ result: '0x1' }), 500)
    expect(await failure(rpc([`${url}/v3/secret`]).request(CALL))).toEqual(noAnswer(`${host(url)} answered 500`))
  })

  it('says that none is set where there is no node', async () => {
    expect(await failure(rpc([]).request(CALL))).toEqual(noAnswer('none is set'))
  })

  it('asks all nodes at once and gives each answer or failure', async () => {
    const good = await node(() => ({ result: '0x2' }))
    const refusing = await node(() => ({ error: { code: -32000, message: 'nonce too low' } }))
    const broken = await node(() => ({}), 500)
    const answers = await rpc([good.url, refusing.url, broken.url]).requestAll(CALL)
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      '0x2',
      'RpcError: nonce too low',
      `SwapError: No node of the chain answered: ${host(broken.url)} answered 500`,
    ])
  })
})

async function questionOf(request: IncomingMessage): Promise<Question> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Question
}
