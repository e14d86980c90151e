import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { SwapService } from '../../src/core/api/service.ts'
import { createSwapClient } from '../../src/client/pooled-client.ts'
import { serve } from '../../src/server/serve.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { swapErrorOf } from '../support/swap-error.ts'
import { ANSWERS, createFakeService, QUOTE_EVENTS, QUOTE_RESULT } from '../server/fake-service.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** A client of a real server that answers every request as `answer` does. */
async function clientOf(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<SwapService> {
  const server = createServer((request, response) => answer(response, request))
  return clientAt(
    await portOf(server),
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
}

async function portOf(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return address.port
}

function clientAt(port: number, close: () => Promise<void>): SwapService {
  const client = createSwapClient(`http://127.0.0.1:${port}/api/v1`, { clock: createFakeClock() })
  open.push(close, () => client.close())
  return client
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const CHAIN = ANSWERS.chains.data[0]

describe('answers that are not those of the API are BAD_GATEWAY', () => {
  const json = (body = '', status = 200) => [status, body, JSON_TYPE] as const
  const html = (body: string, status = 200) => [status, body, { 'Content-Type': 'text/html' }] as const
  const page = (changes: object) => JSON.stringify({ ...ANSWERS.chains, data: [{ ...CHAIN, ...changes }] })

  test.each<readonly [string, readonly [status: number, body?: string, headers?: Record<string, string>]]>([
    ['a page', html('<!doctype html><title>Welcome</title>')],
    ['nothing', json()],
    ['half of it', json(page({}).slice(0, 50))],
    ['another document', json('{"ok":true}')],
    ['a list', json('[]')],
    ['null', json('null')],
    ['no pagination', json('{"data":[]}')],
    ['a number for a text', json(page({ key: 1 }))],
    ['a text for a number', json(page({ chainId: '1' }))],
    ['nesting without end', json('['.repeat(1_000_000))],
    ['a redirect', [302, '', { Location: 'http://127.0.0.1:1/' }]],
    ['a redirect that keeps the method', [308, '', { Location: '/elsewhere' }]],
    ['201', json(page({}), 201)],
    ['204', [204]],
    ['502 with a page', html('<h1>Bad Gateway</h1>', 502)],
    ['504', [504]],
  ])('%s', async (_name, [status, body = '', headers = {}]) => {
    const client = await clientOf((response) => response.writeHead(status, headers).end(body))
    const error = await swapErrorOf(client.chains())
    expect(error.code).toBe('BAD_GATEWAY')
    expect(error.message).not.toMatch(/[<>]/)
  })

  test('an end that is not final is pending, and says so, as is a pending swap that is called final', async () => {
    const { transaction } = ANSWERS.status.data
    const told = async (changes: object, final: boolean) => {
      const data = { transaction: { ...transaction, ...changes }, final }
      const client = await clientOf((response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify({ data })))
      const { transaction: taken, final: isFinal } = await client.status({ transactionId: transaction.id })
      return [taken.status, taken.stage, taken.progress?.note, isFinal]
    }
    expect([
      await told({ status: 'SUCCESS', stage: 'paying_out' }, false),
      await told({ status: 'REFUND', stage: 'done' }, false),
      await told({ status: 'PENDING', stage: 'awaiting_deposit' }, true),
      await told({ status: 'SUCCESS', stage: 'done', progress: { note: 'Well' } }, true),
    ]).toEqual([
      ['PENDING', 'paying_out', 'the server says SUCCESS, and that it is not final', false],
      ['PENDING', 'confirming', 'the server says REFUND, and that it is not final', false],
      ['PENDING', 'awaiting_deposit', 'the server says PENDING, and that it is final', false],
      ['SUCCESS', 'done', 'Well', true],
    ])
  })

  test('a lock ends with its lifetime, where a server states a later time by a clock of its own', async () => {
    const now = createFakeClock().now()
    const { data } = ANSWERS.lock
    const endOf = async (endsInMs: number, ttlMs: number) => {
      const stated = { ...data, expiresAt: new Date(now + endsInMs).toISOString(), ttlMs }
      const client = await clientOf((response) =>
        response.writeHead(200, JSON_TYPE).end(JSON.stringify({ data: stated })),
      )
      const wanted = { srcChain: 'a', srcAddress: 'b', dstChain: 'c', dstAddress: 'd', amount: '1' }
      const lock = await client.lock({ ...wanted, provider: 'X', depositor: 'e', recipient: 'f' })
      return Date.parse(lock.expiresAt) - now
    }
    expect([await endOf(3_600_000, 59_996), await endOf(61_000, 60_000), await endOf(5_000, 60_000)]).toEqual([
      59_996, 61_000, 5_000,
    ])
  })

  test('a past swap that does not fit is named, and hides no other', async () => {
    const [good] = ANSWERS.history.data
    const { hash: _hash, ...hashless } = { ...good, id: 'tx_hashless' }
    const data = [
      { ...good, fee: 7 },
      good,
      hashless,
      { ...good, id: 7 },
      null,
      { ...good, id: '\u001Btx_red', status: {} },
      { ...good, id: 'tx_much', srcAmount: '1e400' },
      { ...good, id: 'tx_less', dstAmount: '-5' },
      { ...good, id: 'tx_none', dstDelivered: '' },
    ]
    const client = await clientOf((response) =>
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ ...ANSWERS.history, data })),
    )
    expect(await client.history()).toEqual({
      ...ANSWERS.history,
      data: [good],
      unreadable: [good?.id, 'tx_hashless', 'item 4', 'item 5', '\\u{1b}tx_red', 'tx_much', 'tx_less', 'tx_none'],
    })
    expect((await swapErrorOf(client.chains())).code).toBe('BAD_GATEWAY')
  })

  test('50 MB, however they come', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 32)
    let written = 0
    const flood = (response: ServerResponse): void => {
      while (written < 50 && !response.destroyed) {
        written += 1
        if (!response.write(chunk)) {
          response.once('drain', () => flood(response))
          return
        }
      }
      response.end()
    }
    const client = await clientOf((response) => {
      response.writeHead(200, JSON_TYPE)
      flood(response)
    })
    const error = await swapErrorOf(client.chains())
    expect([error.code, error.message]).toEqual(['BAD_GATEWAY', 'The response of the server is too large'])
  })

  test('few compressed bytes that become 50 MB', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 32))
    const client = await clientOf((response) =>
      response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }).end(bomb),
    )
    expect((await swapErrorOf(client.chains())).message).toBe('The response of the server is too large')
  })

  test('lists within lists within lists', async () => {
    const answer = (levels: number) =>
      clientOf((response) => {
        const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(ANSWERS.status).replace('{', `{"meta":${deep},`))
      })
    const error = await swapErrorOf(
      (await answer(200_000)).status({ transactionId: ANSWERS.status.data.transaction.id }),
    )
    expect([error.code, error.message]).toEqual([
      'BAD_GATEWAY',
      'The response of the server is not JSON, or nested too deeply',
    ])
    expect((await (await answer(60)).status({ transactionId: ANSWERS.status.data.transaction.id })).final).toBe(
      ANSWERS.status.data.final,
    )
  })

  test('a redirect is not followed', async () => {
    const paths: string[] = []
    const client = await clientOf((response, request) => {
      paths.push(request.url ?? '')
      response.writeHead(307, { Location: '/elsewhere' }).end()
    })
    await swapErrorOf(client.chains())
    await swapErrorOf(client.execute({ lockId: 'l' }))
    expect(paths).toEqual(['/api/v1/swap/chains', '/api/v1/quote/execute'])
  })

  test.each<[string, string]>([
    ['junk', 'junk\n'],
    ['a wrong type', '{"type":"routes","provider":1,"routes":[]}\n'],
    ['no end', `${JSON.stringify(QUOTE_EVENTS[0])}\n`],
    ['an error of another shape', '{"type":"error","error":7}\n'],
  ])('a stream with %s', async (_name, text) => {
    const client = await clientOf((response) =>
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end(text),
    )
    const request = { srcChain: 'a', srcAddress: 'b', dstChain: 'c', dstAddress: 'd', amount: '1' }
    const read = async () => {
      for await (const event of client.quoteStream(request)) expect(event).toEqual(QUOTE_EVENTS[0])
    }
    expect((await swapErrorOf(read())).code).toBe('BAD_GATEWAY')
  })
})

describe('errors of other servers', () => {
  const answering = (status: number, error: unknown, headers: Record<string, string> = {}) =>
    clientOf((response) => response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify({ error })))

  test.each([
    [400, 'VALIDATION_ERROR'],
    [401, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
    [409, 'QUOTE_EXPIRED'],
    [410, 'VALIDATION_ERROR'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
    [418, 'VALIDATION_ERROR'],
    [429, 'RATE_LIMITED'],
    [500, 'BAD_GATEWAY'],
    [502, 'BAD_GATEWAY'],
    [503, 'SERVICE_UNAVAILABLE'],
    [504, 'BAD_GATEWAY'],
    [599, 'BAD_GATEWAY'],
  ])('an unknown code with status %i becomes %s and keeps its name in the message', async (status, code) => {
    const client = await answering(status, { code: 'LIQUIDITY_ON_HOLIDAY', message: 'Come back later' })
    const error = await swapErrorOf(client.execute({ lockId: 'l' }))
    expect([error.code, error.httpStatus, error.message]).toEqual([
      code,
      status,
      'Come back later (LIQUIDITY_ON_HOLIDAY)',
    ])
  })

  test.each(['SWAP_FAILED', 'OUTCOME_UNKNOWN', 'USAGE', 'WALLET_REFUSED', 'INTERRUPTED', 'toString', '__proto__'])(
    'the code %s, which no server may use, is one that is not known',
    async (code) => {
      const error = await swapErrorOf((await answering(409, { code, message: 'x' })).execute({ lockId: 'l' }))
      expect([error.code, error.message]).toEqual(['QUOTE_EXPIRED', `x (${code})`])
    },
  )

  test('a bug of the server is not reported as one of this program', async () => {
    const error = await swapErrorOf((await answering(500, { code: 'INTERNAL_ERROR', message: 'x' })).chains())
    expect([error.code, error.exitCode, error.message]).toEqual(['BAD_GATEWAY', 5, 'x (INTERNAL_ERROR)'])
  })

  test('cannot bring control characters to a terminal, nor a book', async () => {
    const evil = '\u001b]52;c;aGk=\u0007a\r\nb\u202e\u200b\u009b31mc'
    const client = await answering(400, {
      code: 'VALIDATION_ERROR',
      message: `${evil}${'x'.repeat(5_000)}`,
      field: evil,
      requestId: evil,
      hint: evil,
      details: { errors: [{ code: evil, field: evil, message: evil }] },
    })
    const error = await swapErrorOf(client.execute({ lockId: 'l' }))
    const texts = [error.message, error.field, error.server?.hint, error.requestId, JSON.stringify(error.errors)]
    for (const text of texts) {
      expect(text).toMatch(/^[\x20-\x7e]+$/)
      expect(text?.length).toBeLessThanOrEqual(1000)
    }
    expect(error.field).toBe(']52;c;aGk= a b 31mc')
  })

  test('may have parts of the wrong type', async () => {
    const client = await answering(409, {
      code: 'QUOTE_EXPIRED',
      message: 7,
      field: [],
      requestId: {},
      details: 'x',
      hint: 1,
      // A server signs nothing: what became of the money is known to the run, not to it.
      funds: 'moved',
    })
    const error = await swapErrorOf(client.execute({ lockId: 'l' }))
    expect([error.code, error.message, error.field, error.requestId, error.errors, error.server, error.funds]).toEqual([
      'QUOTE_EXPIRED',
      '',
      undefined,
      undefined,
      [],
      { hint: undefined },
      'untouched',
    ])
  })

  test.each([
    ['30', 30],
    ['0', 1],
    ['99999999', 86_400],
    ['Thu, 15 Jan 2026 12:00:10 GMT', 10],
    ['Thu, 15 Jan 2026 11:00:00 GMT', 1],
    ['soon', undefined],
    ['-5', undefined],
  ])('Retry-After: %s means %s s', async (header, seconds) => {
    const client = await answering(429, { code: 'RATE_LIMITED', message: 'x' }, { 'Retry-After': header })
    expect((await swapErrorOf(client.execute({ lockId: 'l' }))).retryAfterSec).toBe(seconds)
  })
})

describe('a server that breaks the connection', () => {
  test.each([
    ['at once', ''],
    ['in the middle of an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"data":'],
    ['after something that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('%s is unreachable', async (_name, bytes) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(bytes))
    })
    const client = clientAt(
      await portOf(server as unknown as Server),
      () => new Promise((resolve) => server.close(() => resolve())),
    )
    const error = await swapErrorOf(client.execute({ lockId: 'l' }))
    expect([error.code, error.httpStatus]).toEqual(['SERVICE_UNAVAILABLE', 503])
  })
})

test('the client and the listener speak with each other over real connections', async () => {
  const service = createFakeService()
  const server = await serve(service)
  const client = createSwapClient(server.url)
  const request = { srcChain: 'a', srcAddress: 'b', dstChain: 'c', dstAddress: 'd', amount: '1' }
  expect(await client.chains()).toEqual(ANSWERS.chains)
  expect(await client.quote(request)).toEqual(QUOTE_RESULT)
  const events = []
  for await (const event of client.quoteStream(request)) events.push(event)
  expect(events).toEqual(QUOTE_EVENTS)
  const all = await Promise.all(
    Array.from({ length: 50 }, () => client.lock({ ...request, provider: 'X', depositor: 'e', recipient: 'f' })),
  )
  expect(all).toEqual(Array.from({ length: 50 }, () => ANSWERS.lock.data))
  await client.close()
  await server.close()
})
