import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from 'node:http'
import { openSwapService } from '../../src/open.ts'
import { createServerHandler } from '../../src/server/app.ts'
import { embeddedOptions } from '../../src/server/embedded-options.ts'
import { type RunningServer, serve } from '../../src/server/serve.ts'
import type { EmbeddedSwapService } from '../../src/service/service.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { tempStorePath } from '../support/store.ts'

/*
 * A listener answers catalog pages that are in memory without making a Request. Nobody may be able to tell.
 */

let service: EmbeddedSwapService
let server: RunningServer
const { path, remove } = tempStorePath()
const clock = createFakeClock()

beforeAll(async () => {
  service = await openSwapService({ home: path.slice(0, path.lastIndexOf('/')), clock })
  server = await serve(service, { ...embeddedOptions(service), clock })
})
afterAll(async () => {
  await server.close()
  remove()
})

interface Seen {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** What a client sees, less what differs from call to call. */
function ask(target: string, headers: Record<string, string> = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.url}${target}`, { headers }, (reply) => {
      let body = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => (body += part))
      reply.on('end', () => {
        const { date: _date, 'x-request-id': id, ...rest } = reply.headers
        expect(id).toMatch(/^req_[0-9a-z]{26}$/)
        resolve({ status: reply.statusCode, headers: rest, body })
      })
    })
    call.on('error', reject)
    call.end()
  })
}

describe('a catalog page from memory', () => {
  it.each(['/swap/chains', '/swap/chains?type=UTXO&perPage=3', '/swap/assets?chain=base&query=usdc', '/swap/sources'])(
    'is answered like the first time: %s',
    async (target) => {
      const first = await ask(target)
      expect(first.status).toBe(200)
      expect(await ask(target)).toEqual(first)
    },
  )

  it('is given only to a plain call by a Host that is ours', async () => {
    const { handle, fromMemory } = createServerHandler(service, {
      ...embeddedOptions(service),
      clock,
      allowedHosts: ['127.0.0.1:80'],
    })
    const url = '/api/v1/swap/sources'
    const info = { host: '127.0.0.1:80' }
    expect(fromMemory({ method: 'GET', url, headers: {} }, info)).toBeUndefined()
    await handle(new Request(`http://127.0.0.1:80${url}`), info)
    expect(fromMemory({ method: 'GET', url, headers: {} }, info)?.headers).toMatchObject({ 'X-API-Version': '1' })
    expect(fromMemory({ method: 'HEAD', url, headers: {} }, info)).toBeUndefined()
    expect(fromMemory({ method: 'GET', url: `${url}/`, headers: {} }, info)).toBeUndefined()
    expect(fromMemory({ method: 'GET', url, headers: { origin: 'https://evil.example' } }, info)).toBeUndefined()
    expect(fromMemory({ method: 'GET', url, headers: { 'sec-fetch-site': 'cross-site' } }, info)).toBeUndefined()
    expect(fromMemory({ method: 'GET', url, headers: { 'if-none-match': '"x"' } }, info)).toBeUndefined()
    expect(fromMemory({ method: 'GET', url, headers: {} }, { host: 'evil.example' })).toBeUndefined()
    expect(fromMemory({ method: 'GET', url, headers: {} }, {})).toBeUndefined()
    const wrong = { ...info, hostProblem: 'two Hosts' }
    expect(fromMemory({ method: 'GET', url, headers: {} }, wrong)).toBeUndefined()
    await clock.advance(60_000)
    expect(fromMemory({ method: 'GET', url, headers: {} }, info)).toBeUndefined()
  })

  it('never skips the rate limit, and counts in the metrics', async () => {
    const limited = createServerHandler(service, { ...embeddedOptions(service), clock, rateLimitPerMinute: 10 })
    const url = '/api/v1/swap/sources'
    await limited.handle(new Request(`http://localhost${url}`))
    expect(limited.fromMemory({ method: 'GET', url, headers: {} }, { host: 'localhost' })).toBeUndefined()
    const open = createServerHandler(service, { ...embeddedOptions(service), clock })
    await open.handle(new Request(`http://localhost${url}`))
    open.fromMemory({ method: 'GET', url, headers: {} }, { host: 'localhost' })
    const metrics = await (await open.handle(new Request('http://localhost/metrics'), { local: true })).text()
    expect(metrics).toContain(`swapcli_http_requests_total{route="${url}",method="GET",code="200"} 2`)
  })
})
