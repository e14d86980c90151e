import { type ClientRequest, request } from 'node:http'
import { createConnection } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { SwapService } from '../../src/core/api/service.ts'
import { isSwapError } from '../../src/core/api/errors.ts'
import { type RunningServer, serve, type ServeOptions } from '../../src/server/serve.ts'
import { ANSWERS, createFakeService, type FakeService } from './fake-service.ts'
import { createTestJournal } from './journal.ts'
import { createFakeClock } from '../support/fake-clock.ts'

const open: RunningServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function start(
  overrides: Partial<SwapService> = {},
  options: ServeOptions = {},
): Promise<{ server: RunningServer; service: FakeService }> {
  const service = createFakeService(overrides)
  const server = await serve(service, options)
  open.push(server)
  return { server, service }
}

/** Sends bytes and gives all that comes back until the connection ends. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

/** The envelope at the end of a raw answer. */
function envelopeOf(answer: string): { error: { code: string; requestId: string } } {
  return JSON.parse(/\{.*\}/s.exec(answer.slice(answer.indexOf('\r\n\r\n')))?.[0] ?? '') as {
    error: { code: string; requestId: string }
  }
}

test('listens on loopback and answers the same as the handler without a port', async () => {
  const { server } = await start()
  expect(server.url).toBe(`http://127.0.0.1:${server.port}/api/v1`)
  const answer = await fetch(`${server.url}/swap/chains`)
  expect(await answer.json()).toEqual(ANSWERS.chains)
  expect(answer.headers.get('x-api-version')).toBe('1')
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
  expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
})

test('HEAD has the length of the body and no body', async () => {
  const { server } = await start()
  const answer = await exchange(
    server.port,
    `HEAD /api/v1/swap/chains HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: close\r\n\r\n`,
  )
  expect(statusOf(answer)).toBe(200)
  expect(answer.toLowerCase()).toContain(`content-length: ${JSON.stringify(ANSWERS.chains).length}\r\n`)
  expect(answer.endsWith('\r\n\r\n')).toBe(true)
})

describe('Host, raw', () => {
  const send = (port: number, head: string) => exchange(port, `${head}\r\nConnection: close\r\n\r\n`)

  test.each([
    ['a foreign name', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: evil.example'],
    ['a foreign name with our port', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: evil.example:PORT'],
    ['no port', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: 127.0.0.1'],
    ['another port', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: 127.0.0.1:1'],
    ['two, the first ours', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example'],
    ['two, the second ours', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1:PORT'],
    ['none, HTTP/1.1', 'GET /api/v1/swap/chains HTTP/1.1'],
    ['none, HTTP/1.0', 'GET /api/v1/swap/chains HTTP/1.0'],
    ['empty', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost:'],
    ['a foreign absolute target', 'GET http://evil.example/api/v1/swap/chains HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
    [
      'our absolute target under a foreign name',
      'GET http://127.0.0.1:PORT/api/v1/swap/chains HTTP/1.1\r\nHost: evil.example',
    ],
    ['a user before it', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: a@127.0.0.1:PORT'],
    ['junk', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: <>^'],
    ['a list', 'GET /api/v1/swap/chains HTTP/1.1\r\nHost: 127.0.0.1:PORT, evil.example'],
    ['one behind 64 other headers', `GET /api/v1/swap/chains HTTP/1.1\r\n${'A: b\r\n'.repeat(70)}Host: 127.0.0.1:PORT`],
    [
      'ours, and an Origin behind 64 other headers',
      `GET /api/v1/swap/chains HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n${'A: b\r\n'.repeat(70)}Origin: https://evil.example`,
    ],
    ['a backslash in the path', 'GET /\\evil.example HTTP/1.1\r\nHost: 127.0.0.1:PORT'],
  ])('%s reaches no service', async (_name, head) => {
    const { server, service } = await start()
    const answer = await send(server.port, head.replaceAll('PORT', String(server.port)))
    expect([400, 403]).toContain(statusOf(answer))
    expect(service.calls).toEqual([])
  })

  test.each(['127.0.0.1', 'localhost', '[::1]', 'LocalHost'])('%s with our port is answered', async (name) => {
    const { server } = await start()
    expect(statusOf(await send(server.port, `GET /api/v1/swap/chains HTTP/1.1\r\nHost: ${name}:${server.port}`))).toBe(
      200,
    )
  })

  test('a server on every address answers to the address that was connected to, and to names that it was given', async () => {
    const { server } = await start({}, { host: '0.0.0.0', allowedHosts: ['swap.example'] })
    expect(statusOf(await send(server.port, `GET /api/v1/swap/chains HTTP/1.1\r\nHost: swap.example`))).toBe(200)
    expect(
      statusOf(await send(server.port, `GET /api/v1/swap/chains HTTP/1.1\r\nHost: 127.0.0.1:${server.port}`)),
    ).toBe(200)
    expect(statusOf(await send(server.port, `GET /api/v1/swap/chains HTTP/1.1\r\nHost: 0.0.0.0:${server.port}`))).toBe(
      403,
    )
  })
})

/** What a proxy adds. */
const PROXIED = { 'X-Forwarded-For': '192.0.2.7' }

describe('pages of the server, behind a proxy that speaks https', () => {
  const [ours, https] = ['https://swap.example', { 'X-Forwarded-Proto': 'https' }]
  const quote = (origin: string, headers: Readonly<Record<string, string>>, host = 'swap.example') =>
    ['POST /api/v1/quote HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, 'Content-Type: application/json']
      .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
      .concat('Content-Length: 2', 'Connection: close', '', '{}')
      .join('\r\n')
  const statusesOf = async (options: ServeOptions, requests: readonly string[]) => {
    const { server } = await start({}, { allowedHosts: ['swap.example', 'swap.example:443'], ...options })
    return Promise.all(requests.map(async (text) => statusOf(await exchange(server.port, text))))
  }

  test('are its own where a trusted proxy says so: they were 403 without --cors-origin', async () => {
    const requests = [
      quote(ours, { ...PROXIED, ...https }),
      quote(ours, { ...PROXIED, ...https }, 'swap.example:443'),
      quote(ours, { Forwarded: 'for=192.0.2.7;proto=https' }),
      // What a client said before the proxy did.
      quote(ours, { ...PROXIED, 'X-Forwarded-Proto': 'http, https' }),
    ]
    expect(await statusesOf({ trustedProxies: 1 }, requests)).toEqual([200, 200, 200, 200])
    const oneSays = [quote(ours, { ...PROXIED, ...https }), quote(ours, { 'X-Forwarded-Proto': 'https, http' })]
    expect(await statusesOf({ trustedProxies: 2 }, oneSays)).toEqual([200, 200])
  })

  test('are those of its allowed names alone, over what the proxy was called by', async () => {
    const requests = [
      quote('https://evil.example', { ...PROXIED, ...https }),
      quote('https://evil.example', { ...PROXIED, ...https }, 'evil.example'),
      quote('https://swap.example:8443', { ...PROXIED, ...https }),
      quote('http://swap.example', { ...PROXIED, ...https }),
      quote(ours, PROXIED),
      quote(ours, { ...PROXIED, 'X-Forwarded-Proto': 'http' }),
      quote(ours, { ...PROXIED, 'X-Forwarded-Proto': 'https, http' }),
      quote(ours, { ...PROXIED, 'X-Forwarded-Proto': 'wss' }),
    ]
    expect(await statusesOf({ trustedProxies: 1 }, requests)).toEqual(requests.map(() => 403))
  })

  test('are not believed of whoever says so to a server that trusts no proxy', async () => {
    const requests = [
      quote(ours, https),
      quote(ours, { ...PROXIED, ...https }),
      quote(ours, { Forwarded: 'proto=https' }),
      quote('http://swap.example', { ...PROXIED, ...https }),
    ]
    expect(await statusesOf({}, requests)).toEqual([403, 403, 403, 200])
  })
})

describe('the rate limit', () => {
  test('is off on loopback and 120 a minute elsewhere, unless told otherwise', async () => {
    const limitOf = async (options: ServeOptions, headers: Readonly<Record<string, string>> = PROXIED) => {
      const { server } = await start({}, options)
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/swap/chains`, { headers })
      return answer.headers.get('x-ratelimit-limit')
    }
    expect(await limitOf({})).toBeNull()
    expect(await limitOf({ host: 'localhost' })).toBeNull()
    expect(await limitOf({ host: '0.0.0.0' })).toBe('120')
    expect(await limitOf({ host: '0.0.0.0', rateLimitPerMinute: 0 })).toBeNull()
    expect(await limitOf({ rateLimitPerMinute: 7 })).toBe('7')
    expect(await limitOf({ allowedHosts: ['swap.example'] })).toBe('120')
    expect(await limitOf({ trustedProxies: 1 })).toBe('120')
    // What calls from this machine itself is left out where others call too.
    expect(await limitOf({ host: '0.0.0.0' }, {})).toBeNull()
    expect(await limitOf({ host: '0.0.0.0', rateLimitPerMinute: 7 }, {})).toBeNull()
    expect(await limitOf({ rateLimitPerMinute: 7 }, {})).toBe('7')
  })
})

describe('requests that HTTP itself refuses are answered in the envelope', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['an unknown method', 'BREW / HTTP/1.1\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      '24 kB of headers',
      `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'b'.repeat(24_000)}\r\n\r\n`,
      431,
      'PAYLOAD_TOO_LARGE',
    ],
    ['a 24 kB path', `GET /${'b'.repeat(24_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, 'PAYLOAD_TOO_LARGE'],
    [
      'two lengths',
      'POST /api/v1/quote HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
    [
      'a length and chunks',
      'POST /api/v1/quote HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
  ])('%s', async (_name, text, status, code) => {
    const { server } = await start()
    const answer = await exchange(server.port, text)
    const { error } = envelopeOf(answer)
    expect([statusOf(answer), error.code]).toEqual([status, code])
    expect(answer).toContain(`X-Request-Id: ${error.requestId}\r\n`)
    expect(answer).toContain('X-API-Version: 1\r\n')
  })

  test.each([
    [
      'a head',
      'GET /api/v1/swap/chains HTTP/1.1\r\nHost: a\r\nX-Slow: ',
      { headersTimeoutMs: 60, requestTimeoutMs: 120 },
    ],
    [
      'a body',
      'POST /api/v1/quote HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
      { requestTimeoutMs: 60, headersTimeoutMs: 60 },
    ],
  ])('%s that never ends is closed with 408', async (_name, text, timeouts) => {
    const { server, service } = await start({}, { ...timeouts, checkIntervalMs: 20 })
    const answer = await exchange(server.port, text.replaceAll('PORT', String(server.port)))
    expect([statusOf(answer), envelopeOf(answer).error.code]).toEqual([408, 'VALIDATION_ERROR'])
    expect(service.calls).toEqual([])
  })

  test('an idle connection is closed', async () => {
    const { server } = await start({}, { keepAliveTimeoutMs: 30 })
    const answer = await exchange(server.port, `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
    expect(statusOf(answer)).toBe(200)
  })
})

test('a body in chunks is cut off at 64 KiB', async () => {
  const { server, service } = await start()
  const chunk = `1000\r\n${' '.repeat(4096)}\r\n`
  const head = `POST /api/v1/quote HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
  const answer = await exchange(server.port, `${head}${chunk.repeat(17)}0\r\n\r\n`)
  expect([statusOf(answer), envelopeOf(answer).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect(service.calls).toEqual([])
})

/** A promise that the test settles. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

describe('close()', () => {
  test('lets every request in progress finish, refuses new ones, and closes the service last', async () => {
    const started = gate()
    const released = gate()
    let running = 0
    const order: string[] = []
    const { server } = await start({
      lock: async () => {
        running += 1
        if (running === 20) started.open()
        await released.passed
        order.push('answered')
        return ANSWERS.lock.data
      },
      close: async () => {
        order.push('closed')
      },
    })
    const answers = Array.from({ length: 20 }, () =>
      fetch(`${server.url}/quote/lock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      }),
    )
    await started.passed
    const closing = server.close()
    await expect(fetch(`${server.url}/swap/chains`)).rejects.toThrow()
    released.open()
    const finished = await Promise.all(answers.map(async (answer) => (await answer).json()))
    expect(finished).toEqual(Array.from({ length: 20 }, () => ({ data: ANSWERS.lock.data })))
    await closing
    expect(order).toEqual([...Array.from({ length: 20 }, () => 'answered'), 'closed'])
    expect(server.close()).toBe(server.close())
  })

  test('answers what comes on an open connection meanwhile: not ready, and the last answer here', async () => {
    const started = gate()
    const released = gate()
    const asked = gate()
    const { server } = await start(
      {
        stats: async () => {
          started.open()
          await released.passed
          return ANSWERS.stats.data
        },
      },
      {
        log: (entry) => {
          if (entry.kind === 'request' && entry.route === '/readyz') asked.open()
        },
      },
    )
    const host = `Host: 127.0.0.1:${server.port}\r\n`
    const socket = createConnection(server.port, '127.0.0.1', () =>
      socket.write(`GET /api/v1/transaction/stats HTTP/1.1\r\n${host}\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    await started.passed
    const closing = server.close()
    socket.write(`GET /readyz HTTP/1.1\r\n${host}\r\n`)
    await asked.passed
    released.open()
    await ended
    await closing
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['200', '503'])
    expect(text).toMatch(/HTTP\/1\.1 503[^{]*connection: close/i)
  })

  test('goes on to answer for as long as it is told to, not ready, and each time for the last time here', async () => {
    const clock = createFakeClock()
    const { server } = await start({}, { clock, shutdownDelayMs: 5_000 })
    const closing = server.close()
    const ready = await fetch(new URL('/readyz', server.url))
    const answer = await fetch(`${server.url}/swap/chains`)
    expect([ready.status, answer.status, answer.headers.get('connection')]).toEqual([503, 200, 'close'])
    await clock.advance(5_000)
    await closing
    await expect(fetch(`${server.url}/swap/chains`)).rejects.toThrow()
  })

  test('ends event streams', async () => {
    const { server } = await start({}, { journal: createTestJournal() })
    const answer = await fetch(new URL('/events', server.url))
    const text = answer.text()
    await server.close()
    expect(await text).toBe('retry: 3000\nid: 0\n\n')
  })

  test('cuts off what takes longer than it waits', async () => {
    const started = gate()
    const { server, service } = await start(
      {
        stats: () => {
          started.open()
          return new Promise(() => undefined)
        },
      },
      { drainMs: 50 },
    )
    const answer = fetch(`${server.url}/transaction/stats`)
    const failed = expect(answer).rejects.toThrow()
    await started.passed
    await server.close()
    await failed
    expect(service.calls.at(-1)).toEqual(['close'])
  })
})

test('a client that leaves aborts its quote, but not its execute', async () => {
  const left = gate()
  const executed = gate()
  const reached = { quote: gate(), execute: gate() }
  const { server } = await start({
    quote: async (_request, options) => {
      options?.signal?.addEventListener('abort', () => left.open())
      reached.quote.open()
      await left.passed
      return { data: [], verdicts: [] }
    },
    execute: async (_request, options) => {
      expect(options).toEqual({})
      reached.execute.open()
      await left.passed
      executed.open()
      return ANSWERS.execute.data
    },
  })
  const send = (path: string): ClientRequest => {
    const sent = request(`${server.url}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' } })
    sent.on('error', () => undefined)
    sent.end('{}')
    return sent
  }
  const execute = send('/quote/execute')
  await reached.execute.passed
  execute.destroy()
  const quote = send('/quote')
  await reached.quote.passed
  quote.destroy()
  await left.passed
  await executed.passed
})

describe('addresses that cannot be used', () => {
  test('a port that is taken', async () => {
    const { server } = await start()
    const error: unknown = await serve(createFakeService(), { port: server.port }).catch((cause: unknown) => cause)
    expect(isSwapError(error) ? [error.code, error.message, error.hint] : error).toEqual([
      'CONFIG_INVALID',
      `Cannot listen on 127.0.0.1 port ${server.port}: the port is in use`,
      'Choose another port; port 0 takes a free one: swapcli serve --port 0',
    ])
  })

  test('an address of another machine, which no port makes ours', async () => {
    const error: unknown = await serve(createFakeService(), { host: '192.0.2.1' }).catch((cause: unknown) => cause)
    expect(isSwapError(error) ? [error.code, error.message, error.hint] : error).toEqual([
      'CONFIG_INVALID',
      'Cannot listen on 192.0.2.1 port 0: this machine has no such address',
      'Choose an address of this machine; 127.0.0.1 is this machine only: swapcli serve --host 127.0.0.1',
    ])
  })

  test('an option that is wrong leaves nothing listening', async () => {
    const wrong = serve(createFakeService(), { allowedOrigins: ['*'] })
    await expect(wrong).rejects.toThrow('An allowed origin must be exact')
  })

  test.each<readonly [string, ServeOptions]>([
    ['address', { host: '192.0.2.1' }],
    ['option', { allowedOrigins: ['*'] }],
  ])('a wrong %s leaves nothing waiting either: the process never ended', async (_what, options) => {
    const clock = createFakeClock()
    await expect(serve(createFakeService(), { clock, ...options })).rejects.toThrow()
    expect(clock.sleepers()).toBe(0)
  })
})
