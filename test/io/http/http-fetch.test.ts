import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { openBreakableHttp, openPooledHttp } from '../../../src/io/http/http-fetch.ts'

const NAMES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'] as const
const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]))

afterEach(() => {
  for (const name of NAMES) {
    const value = before[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

/** A proxy that opens no tunnel and notes which ones were asked for, and a plain server. */
async function openProxy() {
  const tunnels: string[] = []
  let direct = 0
  const server = createServer((_request, response) => {
    direct += 1
    response.end('{}')
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    tunnels.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    tunnels,
    direct: () => direct,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function ask(url: string): Promise<number | 'failed'> {
  const http = await openPooledHttp()
  try {
    const reply = await http.fetch(url, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: new AbortController().signal,
    })
    for await (const _part of reply.body ?? []) continue
    return reply.status
  } catch {
    return 'failed'
  } finally {
    await http.close()
  }
}

describe('the connection pool', () => {
  it('goes through the proxy of the environment, but never for this machine', async () => {
    const proxy = await openProxy()
    for (const name of NAMES) delete process.env[name]
    process.env['HTTP_PROXY'] = process.env['HTTPS_PROXY'] = `http://127.0.0.1:${proxy.port}`
    expect(await ask('https://api.provider.example/quote')).toBe('failed')
    expect(proxy.tunnels).toEqual(['api.provider.example:443'])
    expect(await ask(`http://127.0.0.1:${proxy.port}/quote`)).toBe(200)
    expect([proxy.tunnels.length, proxy.direct()]).toEqual([1, 1])
    await proxy.close()
  })
})

describe('closing with a request in progress', () => {
  const begin = async (open: typeof openPooledHttp, isSentWhole = false) => {
    let answer = () => undefined as void
    let begun = () => undefined as void
    const asked = new Promise<void>((resolve) => {
      begun = resolve
    })
    const server = createServer((_request, response) => {
      answer = () => void response.end('{}')
      begun()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const http = await open()
    const { port } = server.address() as AddressInfo
    const outcome = http
      .fetch(`http://127.0.0.1:${port}/`, {
        method: 'GET',
        headers: {},
        redirect: 'manual',
        signal: new AbortController().signal,
        isSentWhole,
      })
      .then(
        async (reply) => {
          for await (const _part of reply.body ?? []) continue
          return reply.status
        },
        () => 'broken off',
      )
    await asked
    return { http, outcome, answer: () => answer() }
  }

  it('lets it finish', async () => {
    const { http, outcome, answer } = await begin(openPooledHttp)
    const closed = http.close()
    answer()
    await closed
    expect(await outcome).toBe(200)
  })

  it('breaks it off where it was opened so, though nobody answers', async () => {
    const { http, outcome } = await begin(openBreakableHttp)
    await http.close()
    expect(await outcome).toBe('broken off')
  })

  it('lets what is sent whole finish, also where it was opened to break off', async () => {
    const { http, outcome, answer } = await begin(openBreakableHttp, true)
    const closed = http.close()
    answer()
    await closed
    expect(await outcome).toBe(200)
  })
})
