import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createTestJournal } from './journal.ts'
import { SwapError } from '../../src/core/api/errors.ts'
import { readDocsFiles, readOpenapiFile } from '../../src/io/openapi-file.ts'
import { createFailingService, createFakeService, QUOTE_EVENTS, QUOTE_RESULT, refusal } from './fake-service.ts'
import { errorCode, get, handlerOf, post, read } from './requests.ts'

const DOCS = await readDocsFiles()
const OPENAPI = readFileSync(new URL('../../src/data/openapi.json', import.meta.url), 'utf8')

describe('/quote/stream', () => {
  test('gives the events of a quote, one JSON document a line', async () => {
    const { handle, service } = handlerOf()
    const answer = await handle(post('/quote/stream', { amount: '1' }))
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = (await answer.text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(QUOTE_EVENTS)
    expect(service.calls).toEqual([['quoteStream', { amount: '1' }, {}]])
  })

  test('answers what fails before the first line as an error', async () => {
    const answer = await handlerOf(createFailingService(refusal())).handle(post('/quote/stream', {}))
    expect([answer.status, await errorCode(answer)]).toEqual([400, 'INVALID_AMOUNT'])
  })

  test('ends with an error line when it breaks off, without the words of a bug', async () => {
    const service = createFakeService({
      quoteStream: async function* () {
        yield* QUOTE_EVENTS.slice(0, 1)
        throw new Error('secret')
      },
    })
    const answer = await handlerOf(service).handle(post('/quote/stream', {}))
    const lines = (await answer.text()).trimEnd().split('\n')
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      type: 'error',
      error: {
        code: 'INTERNAL_ERROR',
        message: 'The server failed; see its log for this request id',
        requestId: 'req_00000000000000000000000001',
        details: { errors: [] },
      },
    })
  })

  test('sends a space every 5 s while it waits, which changes no line', async () => {
    const { handle, clock } = handlerOf(
      createFakeService({
        quoteStream: async function* () {
          await clock.sleep(12_000)
          yield* QUOTE_EVENTS.slice(0, 1)
          await clock.sleep(6_000)
          throw refusal()
        },
      }),
    )
    const answering = handle(post('/quote/stream', {}))
    await clock.advance(5_000)
    const answer = await answering
    expect(answer.status).toBe(200)
    const text = answer.text()
    await clock.advance(13_000)
    const [first = '', second = ''] = (await text).split('\n')
    expect([first, second.slice(0, 2)]).toEqual([` ${JSON.stringify(QUOTE_EVENTS[0])}`, ' {'])
    expect(JSON.parse(second)).toMatchObject({ type: 'error', error: { code: 'INVALID_AMOUNT' } })
  })

  test('tells the service when the reader leaves', async () => {
    let signal: AbortSignal | undefined
    const service = createFakeService({
      quoteStream: async function* (_request, options) {
        signal = options?.signal
        yield* QUOTE_EVENTS.slice(0, 1)
        await new Promise(() => undefined)
      },
    })
    const answer = await handlerOf(service).handle(post('/quote/stream', {}))
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(signal?.aborted).toBe(true)
  })

  test('takes JSON by POST only', async () => {
    const { handle } = handlerOf()
    expect((await handle(get('/quote/stream'))).status).toBe(405)
    expect((await handle(post('/quote/stream', '{}', { 'Content-Type': 'text/plain' }))).status).toBe(415)
  })
})

describe('/quote/verdicts', () => {
  test('tells for a minute how the providers of a quote ended', async () => {
    const { handle, clock } = handlerOf()
    const link = (await handle(post('/api/v1/quote', {}))).headers.get('link') ?? ''
    const path = /^<([^>]+)>/.exec(link)?.[1] ?? ''
    expect(path).toBe('/quote/verdicts/req_00000000000000000000000001')
    await clock.advance(59_999)
    expect((await read(await handle(get(path)))).body).toEqual({ data: QUOTE_RESULT.verdicts })
    await clock.advance(1)
    expect((await handle(get(path))).status).toBe(404)
  })

  test('are those of the 1,000 newest quotes', async () => {
    const { handle } = handlerOf()
    for (let count = 0; count < 1001; count += 1) await handle(post('/api/v1/quote', {}))
    expect((await handle(get(`/quote/verdicts/req_${'1'.padStart(26, '0')}`))).status).toBe(404)
    expect((await handle(get(`/quote/verdicts/req_${'2'.padStart(26, '0')}`))).status).toBe(200)
  })
})

describe('health', () => {
  test('/healthz is ok', async () => {
    const answer = await handlerOf().handle(get('/healthz'))
    expect([answer.status, await answer.text()]).toEqual([200, 'ok\n'])
  })

  test('/readyz is 200 while all checks pass, and lists them when starts', async () => {
    const readiness = async () => [{ name: 'store', ok: true }]
    const { handle } = handlerOf(createFakeService(), { readiness })
    expect(await (await handle(get('/readyz'))).text()).toBe('ready\n')
    expect(await (await handle(get('/readyz?verbose'))).text()).toBe('[+] accepting ok\n[+] store ok\nready\n')
    expect(await (await handle(get('/readyz?verbose[]=1'))).text()).toBe('[+] accepting ok\n[+] store ok\nready\n')
    expect((await handle(get('/readyz?Verbose=1'))).status).toBe(400)
  })

  test('/readyz is 503 when a check fails, or fails to run, or the server stops', async () => {
    const failing = async () => [{ name: 'store', ok: false, detail: 'busy' }]
    const answer = await handlerOf(createFakeService(), { readiness: failing }).handle(get('/readyz?verbose'))
    expect([answer.status, await answer.text()]).toEqual([503, '[+] accepting ok\n[-] store failed: busy\nnot ready\n'])
    const broken = async () => Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'x'))
    expect((await handlerOf(createFakeService(), { readiness: broken }).handle(get('/readyz'))).status).toBe(503)
    const stopped = await handlerOf(createFakeService(), { stopping: AbortSignal.abort() }).handle(
      get('/readyz?verbose'),
    )
    expect([stopped.status, await stopped.text()]).toEqual([
      503,
      '[-] accepting failed: the server is stopping\nnot ready\n',
    ])
  })
})

describe('/metrics', () => {
  test('are lines of the Prometheus text format that add up', async () => {
    const { handle } = handlerOf(createFakeService(), {
      version: '1.2.3',
      metrics: async () => [
        {
          name: 'swapcli_transactions',
          help: 'By\nstatus.',
          type: 'gauge',
          samples: [{ labels: { status: 'a"b\\c\nd' }, value: 3 }],
        },
      ],
    })
    for (const path of [
      '/api/v1/swap/chains',
      '/api/v1/swap/chains?page=2',
      '/nothing/0xsecret',
      '/quote/verdicts/req_x',
    ])
      await handle(get(path))
    const text = await (await handle(get('/metrics'))).text()
    const samples = new Map<string, number>()
    for (const line of text.trimEnd().split('\n')) {
      if (/^# (HELP|TYPE) [a-z_]+ .+$/.test(line)) continue
      const match = /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\d+(?:\.\d+)?)$/.exec(line)
      if (match === null) throw new Error(`not a line of the format: ${line}`)
      samples.set(match[1] ?? '', Number(match[2]))
    }
    const chains = '{route="/api/v1/swap/chains",method="GET",code="200"}'
    expect(samples.get(`swapcli_http_requests_total${chains}`)).toBe(2)
    expect(samples.get(`swapcli_http_request_duration_seconds_count${chains}`)).toBe(2)
    expect(
      samples.get(
        'swapcli_http_request_duration_seconds_bucket{route="/api/v1/swap/chains",method="GET",code="200",le="+Inf"}',
      ),
    ).toBe(2)
    expect(samples.get('swapcli_http_requests_total{route="unmatched",method="any",code="404"}')).toBe(1)
    expect(samples.get('swapcli_http_requests_total{route="/quote/verdicts/:requestId",method="GET",code="404"}')).toBe(
      1,
    )
    expect(samples.get('swapcli_build_info{version="1.2.3"}')).toBe(1)
    expect(samples.get('swapcli_transactions{status="a\\"b\\\\c\\nd"}')).toBe(3)
    expect(text).not.toContain('secret')
  })

  test('put durations into their buckets', async () => {
    const { handle, clock } = handlerOf(
      createFakeService({
        stats: async () => {
          await clock.sleep(300)
          throw refusal()
        },
      }),
    )
    const answer = handle(get('/api/v1/transaction/stats'))
    await clock.advance(300)
    await answer
    const text = await (await handle(get('/metrics'))).text()
    const labels = 'route="/api/v1/transaction/stats",method="GET",code="400"'
    const bucket = (le: string) => `swapcli_http_request_duration_seconds_bucket{${labels},le="${le}"}`
    expect(text).toContain(`${bucket('0.25')} 0\n${bucket('0.5')} 1\n${bucket('1')} 1\n`)
    expect(text).toContain(`swapcli_http_request_duration_seconds_sum{${labels}} 0.3\n`)
  })

  test('are for this machine only', async () => {
    expect((await handlerOf().handle(get('/metrics'), { local: false })).status).toBe(403)
  })
})

describe('/openapi.json and /docs', () => {
  test('the document is served as it is, with a strong tag', async () => {
    const { handle } = handlerOf(createFakeService(), { openapi: await readOpenapiFile() })
    const answer = await handle(get('/openapi.json'))
    expect(await answer.text()).toBe(OPENAPI)
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    expect((await handle(get('/openapi.json', { 'If-None-Match': etag }))).status).toBe(304)
  })

  test('are not there without a document', async () => {
    const { handle } = handlerOf()
    expect([(await handle(get('/openapi.json'))).status, (await handle(get('/docs'))).status]).toEqual([404, 404])
  })
})

test('/ says what there is', async () => {
  const { handle } = handlerOf(createFakeService(), {
    openapi: OPENAPI,
    docs: DOCS,
    version: '1.2.3',
    journal: createTestJournal(),
  })
  expect((await read(await handle(get('/')))).body).toEqual({
    name: 'swapcli',
    version: '1.2.3',
    api: '/api/v1',
    docs: '/docs',
    openapi: '/openapi.json',
    events: '/events',
    health: '/healthz',
    readiness: '/readyz',
    metrics: '/metrics',
  })
})
