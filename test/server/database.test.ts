import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Json } from '../../src/core/ports.ts'
import { openSwapService } from '../../src/open.ts'
import { createHandler } from '../../src/server/app.ts'
import { embeddedOptions } from '../../src/server/embedded-options.ts'
import type { LogEntry } from '../../src/server/options.ts'
import type { EmbeddedSwapService } from '../../src/service/index.ts'
import { describeOnPostgres, type PostgresServer, startPostgres, type TestDatabase } from '../support/postgres.ts'
import { PATIENT } from '../support/patience.ts'
import { get, post } from './requests.ts'

const QUOTE = {
  ...{ srcChain: 'ethereum', srcAsset: 'USDC', dstChain: 'base', dstAsset: 'USDC', amount: '100' },
  ...{
    srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
}

describeOnPostgres('servers of one database', () => {
  let server: PostgresServer
  let database: TestDatabase
  const opened: EmbeddedSwapService[] = []
  beforeAll(async () => {
    server = await startPostgres()
    database = await server.createDatabase()
  })
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close()
  })
  afterAll(async () => server.close())

  const startServer = async (url = database.url, rateLimitPerMinute?: number) => {
    const service = await openSwapService({ store: url })
    opened.push(service)
    const logged: LogEntry[] = []
    const options = { ...embeddedOptions(service), log: (entry: LogEntry) => void logged.push(entry) }
    const handler = createHandler(service, {
      ...options,
      ...(rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute }),
    })
    const text = async (path: string) => {
      const answer = await handler(get(path))
      return [answer.status, await answer.text()] as const
    }
    return {
      service,
      logged,
      handle: (request: Request) => Promise.resolve(handler(request, { client: '10.0.0.7' })),
      text,
    }
  }

  test('count a client together', async () => {
    const [one, other] = [await startServer(database.url, 2), await startServer(database.url, 2)]
    const chains = get('/api/v1/swap/chains')
    const answers = [await one.handle(chains), await other.handle(chains), await one.handle(chains)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  })

  test('give the verdicts of what another one quoted', async () => {
    const [one, other] = [await startServer(), await startServer()]
    const quoted = await one.handle(post('/api/v1/quote', QUOTE))
    expect(quoted.status).toBe(200)
    const link = /<([^>]*)>/.exec(quoted.headers.get('link') ?? '')?.[1] ?? ''
    // A quote waits for a quarter of a second until they are shared.
    const data = await vi.waitFor(async () => {
      const verdicts = await other.handle(get(link))
      expect(verdicts.status).toBe(200)
      return ((await verdicts.json()) as { data: readonly { provider: string }[] }).data
    }, PATIENT)
    expect(data.length).toBe(one.service.providers.length)
  })

  test('that another one has locked, execute once, by the clock of the database', async () => {
    const [one, other] = [await startServer(), await startServer()]
    const { data } = await one.service.quote(QUOTE)
    const route = data.find(({ provider }) => provider === 'SANDBOX_DEPOSIT')
    if (route === undefined) throw new Error('the sandbox quotes this pair')
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const lock = { ...QUOTE, provider: route.provider, routeId: route.routeId, depositor: address, recipient: address }
    const { lockId } = await other.service.lock(lock)
    const answers = await Promise.allSettled([one, other].map(({ service }) => service.execute({ lockId })))
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  })

  test('say at /readyz what is missing of it, go on answering, and are ready again by themselves', async () => {
    const { text, handle, logged } = await startServer()
    expect(await text('/readyz')).toEqual([200, 'ready\n'])
    expect((await text('/metrics'))[1]).toMatch(/swapcli_store_up 1\n/)
    await server.query('update swapcli_sandbox.store set oldest_version = 1000', database.name)
    expect(await text('/readyz')).toEqual([
      503,
      '[-] store failed: a newer version of swapcli has changed the database\nnot ready\n',
    ])
    await server.query('update swapcli_sandbox.store set oldest_version = 1', database.name)
    await server.query(`alter database ${database.name} set default_transaction_read_only = on`)
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`)
    const becomes = (detail: string) =>
      vi.waitFor(
        async () => expect(await text('/readyz')).toEqual([503, `[-] store failed: ${detail}\nnot ready\n`]),
        PATIENT,
      )
    // A server that has just been moved is waited for.
    await becomes('the database takes no writes')
    await server.query(`alter database ${database.name} reset default_transaction_read_only`)
    await server.stop('fast')
    expect(await text('/readyz')).toEqual([503, expect.stringMatching(/the database (does|did) not answer/)])
    expect(await text('/healthz')).toEqual([200, 'ok\n'])
    expect((await text('/metrics'))[1]).toMatch(/swapcli_store_up 0\n/)
    // It was tried for some seconds by then.
    const history = await handle(get('/api/v1/transaction/history'))
    expect([history.status, history.headers.get('retry-after'), await history.json()]).toEqual([
      503,
      '1',
      {
        error: expect.objectContaining({
          code: 'SERVICE_UNAVAILABLE',
          message: 'The database of the server did not answer in time',
        }) as Json,
      },
    ])
    expect(logged.map((entry) => (entry.kind === 'error' ? entry.message : '')).join()).toContain('does not answer')
    await server.start()
    await vi.waitFor(async () => expect(await text('/readyz')).toEqual([200, 'ready\n']), PATIENT)
  })

  test('that it lets do nothing any more answer 503, and name neither it nor its user', async () => {
    await server.query('create role guest login; grant create on database ' + database.name + ' to guest')
    const { url } = await server.createDatabase()
    const name = new URL(url).pathname.slice(1)
    await server.query(`grant create on database ${name} to guest`)
    const { handle, logged } = await startServer(url.replace('swapcli@', 'guest@'))
    expect((await handle(get('/api/v1/transaction/history'))).status).toBe(200)
    await server.query('reassign owned by guest to swapcli', name)
    const refused = await handle(get('/api/v1/transaction/history'))
    const body = await refused.text()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(body).toContain('The database of the server cannot be used')
    expect(body).not.toMatch(/guest|postgres/)
    expect(logged.map((entry) => (entry.kind === 'error' ? entry.message : '')).join()).toContain('guest@')
  })
})
