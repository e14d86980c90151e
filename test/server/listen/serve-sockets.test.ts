import { createConnection, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { SwapService } from '../../../src/core/api/service.ts'
import { type RunningServer, serve, type ServeOptions } from '../../../src/server/serve.ts'
import { createFakeService } from '../fake-service.ts'
import { createTestJournal } from '../journal.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'

/*
 * What a listening server does with its sockets: who may hold one, for how long, and whose request it is.
 */

const open: RunningServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function start(options: ServeOptions = {}, overrides: Partial<SwapService> = {}): Promise<RunningServer> {
  const server = await serve(createFakeService(overrides), { drainMs: 50, ...options })
  open.push(server)
  return server
}

/** An open socket, all that it has read, and its end. */
function connect(port: number) {
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('end', () => resolve()))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, text: () => text, connected: once(socket, 'connect'), ended, closed }
}

const head = (server: RunningServer, target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${headers}`

/** The answer to one request on a connection of its own. */
async function ask(server: RunningServer, target: string, headers = '', lines = ''): Promise<string> {
  const { socket, text, closed } = connect(server.port)
  socket.write(lines === '' ? `${head(server, target, headers)}Connection: close\r\n\r\n` : lines)
  socket.once('end', () => socket.end())
  await closed
  return text()
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/**
 * Holds the loop while `meanwhile` happens, as work of another part of the program does: behind the reading of sockets, so
 * that timeouts which are over then come first.
 */
function holdLoop(ms: number, meanwhile: () => void): Promise<void> {
  return new Promise((resolve) =>
    setImmediate(() => {
      meanwhile()
      const untilMs = performance.now() + ms
      while (performance.now() < untilMs);
      resolve()
    }),
  )
}

/** Waits until a number stays what it is while many answers come and go. */
async function untilSame(read: () => number): Promise<void> {
  for (let [seen, turns] = [read(), 0]; turns < 200; turns = read() === seen ? turns + 1 : 0) {
    seen = read()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets time pass until something has happened. */
async function passUntil<T>(clock: FakeClock, happened: Promise<T>): Promise<T> {
  let isOver = false
  const over = happened.finally(() => (isOver = true))
  over.catch(() => undefined)
  while (!isOver) await clock.advance(100)
  return over
}

const LARGE = { chains: async () => ({ data: [{ text: 'x'.repeat(8_000_000) }] }) as never }

describe('a loop that was late', () => {
  const LATE: ServeOptions = { headersTimeoutMs: 500, requestTimeoutMs: 500, checkIntervalMs: 20 }

  test.each([
    ['head', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-Sl', 'ow: a\r\n\r\n'],
    [
      'body',
      'POST /api/v1/quote HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
      '}',
    ],
  ])('answers a request whose %s came meanwhile: it was 408', async (_part, first, rest) => {
    const server = await start(LATE)
    const { socket, text, connected } = connect(server.port)
    await connected
    socket.write(first.replace('PORT', String(server.port)))
    // The server has read the first part before the second one comes.
    await fetch(`http://127.0.0.1:${server.port}/healthz`)
    const answered = once(socket, 'data')
    await holdLoop(700, () => socket.write(rest))
    await answered
    await fetch(`http://127.0.0.1:${server.port}/healthz`)
    expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })

  test('answers a request on an idle connection whose time was over meanwhile', async () => {
    const server = await start({ keepAliveTimeoutMs: 60 })
    const { socket, text, closed } = connect(server.port)
    socket.write(`${head(server, '/healthz')}\r\n`)
    await once(socket, 'data')
    await holdLoop(1300, () => socket.write(`${head(server, '/healthz')}\r\n`))
    await once(socket, 'data')
    socket.write(`${head(server, '/healthz')}\r\n`)
    await Promise.race([once(socket, 'data'), closed])
    expect(text().match(/HTTP\/1\.1 200/g)?.length).toBe(3)
  })
})

describe('a refused client', () => {
  test.each([
    ['a parser error', 'hello\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nA: ${'b'.repeat(40_000)}`, 431],
    ['a Host of others', 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n', 403],
    [
      'a body that is too large',
      `POST /api/v1/quote HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n${'x'.repeat(1000)}`,
      413,
    ],
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: a', 408],
  ])('that sends %s reads why, and its socket is destroyed, whatever it keeps open', async (_name, text, status) => {
    const clock = createFakeClock()
    const server = await start({ headersTimeoutMs: 100, checkIntervalMs: 20, clock })
    const client = connect(server.port)
    client.socket.write(text.replace('PORT', String(server.port)))
    await client.ended
    expect(statusOf(client.text())).toBe(status)
    // The client never ends its own side: writing on finds out that nobody is there.
    while (!client.socket.destroyed) {
      client.socket.write('x')
      await clock.advance(100)
    }
    await client.closed
  })
})

describe('connections', () => {
  test('that take nothing of their answer are closed, so that they hold no place for good', async () => {
    const server = await start({ stallTimeoutMs: 100 }, LARGE)
    const client = connect(server.port)
    client.socket.pause()
    client.socket.write(`${head(server, '/api/v1/swap/chains')}\r\n`.repeat(4))
    client.socket.removeAllListeners('data')
    // Writing on finds out that nobody is there.
    while (!client.socket.destroyed) {
      await fetch(`http://127.0.0.1:${server.port}/healthz`)
      client.socket.write('x')
    }
  })

  describe('that read the journal and take nothing for a while', () => {
    /** A server of a long journal, one who reads it and takes nothing more, and what the server tells of answers that have ended. */
    const startSlow = async () => {
      const clock = createFakeClock()
      const data = { hash: 'x'.repeat(2_000) }
      const journal = createTestJournal(...Array.from({ length: 10_000 }, () => ({ data })))
      let tell: (route: string) => void = () => undefined
      const server = await start({ stallTimeoutMs: 100, clock, journal, onAccess: ({ route }) => tell(route) }, LARGE)
      const toldOf = (wanted: string) =>
        new Promise<void>((resolve) => (tell = (route) => (route === wanted ? resolve() : undefined)))
      const slow = connect(server.port)
      slow.socket.pause()
      slow.socket.write(`${head(server, '/events?after=0', 'Connection: close\r\n')}\r\n`)
      await untilSame(() => journal.reads.length)
      return { clock, server, slow, toldOf }
    }

    test('get its end with where to go on: they were cut off in the midst of an event', async () => {
      const { clock, server, slow, toldOf } = await startSlow()
      // Another one is cut off when its time is over: that of the first is, too.
      const told = toldOf('/api/v1/swap/chains')
      const other = connect(server.port)
      other.socket.pause()
      other.socket.write(`${head(server, '/api/v1/swap/chains')}\r\n`)
      await told
      await clock.advance(6_000)
      slow.socket.resume()
      await slow.ended
      const [last = '', marker = ''] =
        slow
          .text()
          .match(/^id: .*\nevent: .*\ndata: .*\n\n/gm)
          ?.slice(-2) ?? []
      const [, id = '', seq = ''] = /^id: (.*)\n.*\ndata: {"seq":(\d+),/.exec(last) ?? []
      expect([Number(seq) < 10_000, marker]).toEqual([
        true,
        `id: ${id}\nevent: stream.dropped\ndata: {"seq":${seq},"type":"stream.dropped"}\n\n`,
      ])
      expect(slow.text().endsWith('\n\n\r\n0\r\n\r\n')).toBe(true)
    })

    test('hold no connection for good', async () => {
      const { clock, toldOf } = await startSlow()
      const told = toldOf('/events')
      await clock.advance(200_000)
      await told
    })
  })

  test('make room for another when all are taken and they do nothing: nobody is locked out', async () => {
    const clock = createFakeClock()
    const server = await start({ maxConnections: 5, clock }, LARGE)
    const idle = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const client = connect(server.port)
        client.socket.write(`${head(server, '/healthz')}\r\n`)
        await once(client.socket, 'data')
        return client
      }),
    )
    expect(statusOf(await ask(server, '/healthz'))).toBe(503)
    let status = 503
    while (status === 503) status = statusOf(await passUntil(clock, ask(server, '/healthz')))
    expect(status).toBe(200)
    expect(idle.filter(({ socket }) => socket.readableEnded || socket.destroyed).length).toBe(1)
  })

  test('make room too when each has sent half of a body: they locked everybody out for ten seconds', async () => {
    const clock = createFakeClock()
    const server = await start({ maxConnections: 5, clock })
    const half = `POST /api/v1/quote HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n{"a":`
    const held = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const client = connect(server.port)
        client.socket.write(half)
        await once(client.socket, 'data')
        return client
      }),
    )
    let status = 503
    while (status === 503) status = statusOf(await passUntil(clock, ask(server, '/healthz')))
    expect(status).toBe(200)
    expect(held.map(({ text }) => text())).toEqual(Array(5).fill('HTTP/1.1 100 Continue\r\n\r\n'))
    expect(held.filter(({ socket }) => socket.readableEnded || socket.destroyed).length).toBe(1)
  })

  test('beyond the most are told so, with when to come back', async () => {
    const server = await start({ maxConnections: 1 })
    const { socket } = connect(server.port)
    socket.write(`${head(server, '/healthz')}\r\n`)
    await once(socket, 'data')
    const answer = await ask(server, '/healthz')
    expect(statusOf(answer)).toBe(503)
    expect(answer).toContain('\r\nRetry-After: 1\r\n')
    expect(answer).toContain('"code":"SERVICE_UNAVAILABLE"')
  })

  test('far beyond the most are told so each, when they have asked: hundreds were closed without a word', async () => {
    const told: string[] = []
    const server = await start({
      maxConnections: 1,
      clock: createFakeClock(),
      onAccess: ({ requestId, ms: _, ...entry }) => told.push(`${requestId} ${JSON.stringify(entry)}`),
    })
    const { socket } = connect(server.port)
    socket.write(`${head(server, '/healthz')}\r\n`)
    await once(socket, 'data')
    told.length = 0
    const clients = Array.from({ length: 400 }, () => connect(server.port))
    await Promise.all(clients.map(({ connected }) => connected))
    const json = 'Content-Type: application/json\r\nContent-Length: 100000\r\n'
    const request = `${head(server, '/api/v1/quote', json).replace('GET', 'POST')}\r\n${'x'.repeat(100_000)}`
    for (const client of clients) {
      expect(client.text()).toBe('')
      client.socket.end(request)
    }
    await Promise.all(clients.map(({ closed }) => closed))
    const answers = clients.map(({ text }) => text())
    expect(answers.filter((answer) => !/^HTTP\/1.1 503 .*\r\nRetry-After: 1\r\n/s.test(answer))).toEqual([])
    expect(told.sort()).toEqual(
      answers
        .map((answer) => {
          const [, id = '', body = ''] = /\r\nX-Request-Id: (\w+)\r\n.*\r\n\r\n(.*)$/s.exec(answer) ?? []
          return `${id} ${JSON.stringify({ method: '-', route: 'refused', status: 503, bytes: body.length })}`
        })
        .sort(),
    )
  })

  test('beyond the most that say nothing, or no HTTP, or ask for a tunnel are told so too', async () => {
    const clock = createFakeClock()
    const server = await start({ maxConnections: 1, clock })
    const { socket } = connect(server.port)
    socket.write(`${head(server, '/healthz')}\r\n`)
    await once(socket, 'data')
    const sent = ['', 'hello\r\n\r\n', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n']
    const clients = sent.map((text) => {
      const client = connect(server.port)
      if (text !== '') client.socket.write(text)
      return client
    })
    await passUntil(clock, Promise.all(clients.map(({ ended }) => ended)))
    expect(clients.map(({ text }) => text().match(/HTTP\/1\.1 \d+/g))).toEqual(Array(3).fill(['HTTP/1.1 503']))
  })

  test('whose requests lie unread since the loop was late make no room for another: they were reset', async () => {
    const server = await start({ maxConnections: 1 })
    const first = connect(server.port)
    await first.connected
    // The server has let the first one in.
    expect(statusOf(await ask(server, '/healthz'))).toBe(503)
    const second = connect(server.port)
    second.socket.write(`${head(server, '/healthz')}\r\n`)
    // The second one is at the door before the first one sends its request.
    await new Promise((resolve) => process.nextTick(resolve))
    first.socket.write(`${head(server, '/healthz')}Connection: close\r\n\r\n`)
    const untilMs = performance.now() + 1300
    while (performance.now() < untilMs);
    await Promise.all([first, second].map(({ ended, closed }) => Promise.race([ended, closed])))
    expect([statusOf(first.text()), statusOf(second.text())]).toEqual([200, 503])
  })

  test('have two requests worked on at a time: 20 at once of each of 1,100 took four gigabytes', async () => {
    let [running, most] = [0, 0]
    const server = await start(
      {},
      {
        stats: async () => {
          running += 1
          most = Math.max(most, running)
          await new Promise((resolve) => setImmediate(resolve))
          running -= 1
          return {} as never
        },
      },
    )
    const { socket, text, closed } = connect(server.port)
    const targets = Array.from({ length: 20 }, (_, index) => `/api/v1/transaction/stats?query=${index}`)
    socket.write(targets.map((target) => `${head(server, target)}\r\n`).join(''))
    while ((text().match(/HTTP\/1\.1 200/g)?.length ?? 0) < 20) await once(socket, 'data')
    expect(most).toBe(2)
    socket.once('end', () => socket.destroy())
    socket.write(`${head(server, '/healthz')}\r\n`.repeat(5_000))
    await closed
    expect(text().match(/HTTP\/1\.1 200/g)?.length).toBeLessThan(5_000)
  })

  test('behind a proxy are counted by the client: one cannot take all', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let running = 0
    const server = await start(
      { trustedProxies: 1, maxConnectionsOfAddress: 2 },
      {
        stats: async () => {
          running += 1
          await held
          return {} as never
        },
      },
    )
    const by = (client: string) => ask(server, '/api/v1/transaction/stats', `X-Forwarded-For: ${client}\r\n`)
    const first = [by('192.0.2.1'), by('192.0.2.1')]
    while (running < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(statusOf(await by('192.0.2.1'))).toBe(503)
    const other = by('192.0.2.2')
    while (running < 3) await new Promise((resolve) => setImmediate(resolve))
    release()
    expect((await Promise.all([...first, other])).map(statusOf)).toEqual([200, 200, 200])
    expect(statusOf(await by('192.0.2.1'))).toBe(200)
  })
})

describe('who counts as this machine', () => {
  const statuses = async (server: RunningServer, headers: string, host?: string) => {
    const paths = ['/metrics', '/events']
    const answers = await Promise.all(
      paths.map((path) => {
        const lines = `HEAD ${path} HTTP/1.1\r\nHost: ${host ?? `127.0.0.1:${server.port}`}\r\n${headers}Connection: close\r\n\r\n`
        const get = path === '/metrics' ? lines.replace('HEAD', 'GET') : lines
        return ask(server, path, '', get)
      }),
    )
    return answers.map(statusOf)
  }
  const OPTIONS: ServeOptions = { allowedHosts: ['swap.example'], journal: createTestJournal() }

  test('a call of this machine by an address of it does', async () => {
    expect(await statuses(await start(OPTIONS), '')).toEqual([200, 200])
  })

  test.each([
    ['events', [403, 200]],
    ['metrics', [200, 403]],
  ] as const)(
    'a call by a name that was allowed reads %s alone where only that is exposed',
    async (resource, shown) => {
      expect(await statuses(await start({ ...OPTIONS, expose: [resource] }), '', 'swap.example')).toEqual(shown)
    },
  )

  test.each([
    ['by a name that was allowed', '', 'swap.example'],
    ['by that in capitals', '', 'SWAP.Example'],
    ['through a proxy', 'X-Forwarded-For: 127.0.0.1\r\n', undefined],
    ['through a proxy that says only how', 'x-forwarded-proto: https\r\n', undefined],
    ['through a proxy of RFC 7239', 'Forwarded: for=127.0.0.1\r\n', undefined],
  ])('a call %s does not, unless both are exposed', async (_name, headers, host) => {
    expect(await statuses(await start(OPTIONS), headers, host)).toEqual([403, 403])
    const exposed = await start({ ...OPTIONS, expose: ['events', 'metrics'] })
    expect(await statuses(exposed, headers, host)).toEqual([200, 200])
  })
})

describe('the client behind trusted proxies', () => {
  /** Whether a second call is refused by a limit of one a minute, for the addresses that proxies name. */
  const isSame = async (trustedProxies: number, first: string, second: string) => {
    const server = await start({ trustedProxies, rateLimitPerMinute: 1 })
    expect(statusOf(await ask(server, '/api/v1/swap/chains', first))).toBe(200)
    return statusOf(await ask(server, '/api/v1/swap/chains', second)) === 429
  }
  const by = (list: string) => `X-Forwarded-For: ${list}\r\n`

  test.each([
    ['the one that the proxy saw, whatever it was told', 1, by('10.0.0.9, 192.0.2.1'), by('10.0.0.8, 192.0.2.1'), true],
    ['another one', 1, by('192.0.2.1'), by('192.0.2.2'), false],
    ['counted from the right', 2, by('192.0.2.1, 10.0.0.1'), by('192.0.2.2, 10.0.0.1'), false],
    ['with a port, or in brackets', 1, by('192.0.2.1:1234'), by('192.0.2.1:99'), true],
    ['of a Forwarded header', 1, 'Forwarded: for="[2001:db8::1]:80";proto=https\r\n', by('2001:db8::2'), true],
    ['the same in another spelling', 1, by('2001:db8::1'), by('2001:0DB8:0000::3'), true],
    ['the same as IPv6', 1, by('192.0.2.1'), by('::ffff:c000:201'), true],
    ['the peer where it is malformed', 1, by('unknown'), by('<script>'), true],
    ['the peer where proxies are missing', 3, by('192.0.2.1'), by('192.0.2.2'), true],
    ['the peer where no proxy is trusted', 0, by('192.0.2.1'), by('192.0.2.2'), true],
  ])('is %s', async (_name, proxies, first, second, same) => {
    expect(await isSame(proxies, first, second)).toBe(same)
  })
})

test('cookies of other local servers do no harm', async () => {
  const server = await start()
  expect(statusOf(await ask(server, '/healthz', `Cookie: ${'a=b; '.repeat(3_200)}\r\n`))).toBe(200)
})

const BROKEN = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'

test('each request is told with its template, how long it took and how much it was, refusals of the parser too', async () => {
  const told: unknown[] = []
  const server = await start({
    onAccess: ({ requestId, ms, ...entry }) => {
      expect([requestId.slice(0, 4), ms >= 0]).toEqual(['req_', true])
      told.push(entry)
    },
  })
  const lengthOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4).length
  const answers = [
    await ask(server, '/healthz?secret=1'),
    await ask(server, '/nothing/secret'),
    await ask(server, '', '', 'hello\r\n\r\n'),
    await ask(server, '', '', `${head(server, '/\\x')}Connection: close\r\n\r\n`),
    await ask(server, '', '', `${head(server, '/healthz', 'Expect: xx\r\n')}Connection: close\r\n\r\n`),
    await ask(server, '', '', 'GET /healthz HTTP/1.1\r\n\r\n'),
    await ask(server, '', '', head(server, 'a.example:443').replace('GET', 'CONNECT') + '\r\n'),
    await ask(server, '', '', `${head(server, '/api/v1/quote', BROKEN).replace('GET', 'POST')}\r\nzz\r\n`),
    await ask(server, '/healthz'),
  ]
  for (const answer of answers.slice(3, 8)) expect(answer).toMatch(/X-Request-Id: req_.*"requestId":"req_/is)
  expect(told).toEqual(
    [
      { method: 'GET', route: '/healthz', status: 200 },
      { method: 'GET', route: 'unmatched', status: 404 },
      { method: '-', route: 'refused', status: 400 },
      { method: '-', route: 'refused', status: 400 },
      { method: '-', route: 'refused', status: 417 },
      { method: '-', route: 'refused', status: 400 },
      { method: '-', route: 'refused', status: 403 },
      { method: '-', route: 'refused', status: 400 },
      { method: 'GET', route: '/healthz', status: 200 },
    ].map((entry, index) => ({ ...entry, bytes: lengthOf(answers[index] ?? '') })),
  )
})

test('a request without a Host is 400 in the envelope, of HTTP/1.0 where hosts are checked 403', async () => {
  const server = await start()
  const answer = await ask(server, '', '', 'GET /healthz HTTP/1.1\r\n\r\n')
  const [, id = ''] = /\r\nX-Request-Id: (req_\w+)\r\n/.exec(answer) ?? []
  const message = 'An HTTP/1.1 request must have a Host header'
  expect([statusOf(answer), JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))]).toEqual([
    400,
    {
      error: {
        code: 'VALIDATION_ERROR',
        message,
        requestId: id,
        details: { errors: [{ code: 'VALIDATION_ERROR', message }] },
      },
    },
  ])
  expect(statusOf(await ask(server, '', '', 'GET /healthz HTTP/1.0\r\n\r\n'))).toBe(403)
})

test('the question of a browser whether its page may call is told too', async () => {
  const origin = 'https://app.example'
  let tell: (entry: unknown) => void = () => undefined
  const told = new Promise((resolve) => (tell = resolve))
  const server = await start({
    allowedOrigins: [origin],
    onAccess: ({ method, route, status, bytes }) => tell({ method, route, status, bytes }),
  })
  const headers = `Origin: ${origin}\r\nAccess-Control-Request-Method: POST\r\n`
  const lines = `${head(server, '/api/v1/quote', headers).replace('GET', 'OPTIONS')}Connection: close\r\n\r\n`
  expect(statusOf(await ask(server, '', '', lines))).toBe(204)
  expect(await told).toEqual({ method: 'OPTIONS', route: 'preflight', status: 204, bytes: 0 })
})

test('a request whose client leaves is told once', async () => {
  const told: string[] = []
  const server = await start({ journal: createTestJournal(), onAccess: ({ route }) => told.push(route) })
  const { socket } = connect(server.port)
  socket.write(`${head(server, '/events')}\r\n`)
  await once(socket, 'data')
  socket.destroy()
  while (!told.includes('/events'))
    await fetch(`http://127.0.0.1:${server.port}/healthz`).then((answer) => answer.text())
  await ask(server, '/nothing')
  expect(told.filter((route) => route === '/events')).toEqual(['/events'])
})
