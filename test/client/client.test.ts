import { describe, expect, test } from 'vitest'
import type { Chain, QuoteEvent, StatusResult } from '../../src/core/api/documents.ts'
import { SwapError } from '../../src/core/api/errors.ts'
import type { QuoteRequest, SwapService } from '../../src/core/api/service.ts'
import type { SwapClientOptions } from '../../src/client/client.ts'
import { createSwapClient } from '../../src/client/pooled-client.ts'
import type { HttpFetch } from '../../src/core/ports.ts'
import { createHandler } from '../../src/server/app.ts'
import { createCountingIds, createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { swapErrorOf } from '../support/swap-error.ts'
import {
  ANSWERS,
  createFailingService,
  createFakeService,
  QUOTE_EVENTS,
  QUOTE_RESULT,
  streamOf,
} from '../server/fake-service.ts'

const API = 'http://127.0.0.1:8787/api/v1'
const { id: ID, inboundHash: HASH } = ANSWERS.status.data.transaction
const TRACKED = ANSWERS.track.data.transaction.id
const REQUEST: QuoteRequest = { srcChain: 'a', srcAddress: 'b', dstChain: 'c', dstAddress: 'd', amount: '1' }

interface Connected {
  readonly client: SwapService
  readonly clock: FakeClock
  /** Method and URL of everything that was sent. */
  readonly sent: string[]
}

/** A client whose requests go straight into the handler of `service`, or of what `answer` says first. */
function connect(
  service: SwapService,
  options: SwapClientOptions & { answer?: (url: string, nth: number) => Response | undefined; base?: string } = {},
): Connected {
  const clock = createFakeClock()
  const handler = createHandler(service, { clock, ids: createCountingIds() })
  const sent: string[] = []
  const fetch: HttpFetch = async (url, init) => {
    sent.push(`${init.method} ${url}`)
    return options.answer?.(url, sent.length) ?? handler(new Request(url, init))
  }
  const { answer: _answer, base, ...rest } = options
  return { client: createSwapClient(base ?? API, { fetch, clock, ...rest }), clock, sent }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('calls give over HTTP what they give in process', () => {
  const query = { page: 1, perPage: 2, query: 'a b&c=d', type: 'EVM' } as const
  const filter = { addresses: ['a', 'b'], statuses: 'PENDING', finalizedOnly: true, page: 3 } as const
  const lock = { ...REQUEST, provider: 'X', depositor: 'e', recipient: 'f' }

  test('results', async () => {
    const { client } = connect(createFakeService())
    expect(await client.chains(query)).toEqual(ANSWERS.chains)
    expect(await client.assets()).toEqual(ANSWERS.assets)
    expect(await client.sources()).toEqual(ANSWERS.sources)
    expect(await client.quote(REQUEST)).toEqual(QUOTE_RESULT)
    expect(await client.quote(REQUEST, { signal: new AbortController().signal })).toEqual(QUOTE_RESULT)
    expect(await collect(client.quoteStream(REQUEST))).toEqual(QUOTE_EVENTS)
    expect(await client.lock(lock)).toEqual(ANSWERS.lock.data)
    expect(await client.execute({ lockId: 'l' })).toEqual(ANSWERS.execute.data)
    expect(await client.track({ transactionId: TRACKED })).toEqual(ANSWERS.track.data)
    expect(await client.status({ transactionId: ID })).toEqual(ANSWERS.status.data)
    expect(await client.history(filter)).toEqual(ANSWERS.history)
    expect(await client.stats(filter)).toEqual(ANSWERS.stats.data)
  })

  test('requests', async () => {
    const service = createFakeService()
    const { client } = connect(service)
    const onReplay: unknown = expect.any(Function)
    const keyed = { idempotencyKey: 'k', onReplay }
    await client.chains(query)
    await client.history(filter)
    await client.history({ addresses: [] })
    await client.lock(lock, { idempotencyKey: 'k' })
    await client.execute({ lockId: 'l' }, { idempotencyKey: 'k' })
    await client.track({ transactionId: TRACKED, txHash: '0x' })
    await client.status({ hash: HASH })
    expect(service.calls).toEqual([
      ['chains', query],
      ['history', { ...filter, statuses: ['PENDING'] }],
      ['history', { addresses: [''] }],
      ['lock', lock, keyed],
      ['execute', { lockId: 'l' }, keyed],
      ['track', { transactionId: TRACKED, txHash: '0x' }],
      ['status', { hash: HASH }],
    ])
  })

  test('a number that JSON does not have reaches the server, which refuses it, and is no default', async () => {
    const service = createFakeService()
    const { client } = connect(service)
    for (const slippage of [NaN, Infinity]) await client.lock({ ...lock, slippage })
    expect(service.calls).toEqual([
      ['lock', { ...lock, slippage: 'NaN' }, {}],
      ['lock', { ...lock, slippage: 'Infinity' }, {}],
    ])
  })

  test('fields and values that are not known here survive', async () => {
    const page = {
      ...ANSWERS.chains,
      data: ANSWERS.chains.data.map((chain) => ({ ...chain, type: 'QUANTUM' as Chain['type'], extra: { a: [1] } })),
      more: 1,
    }
    const { client } = connect(createFakeService({ chains: async () => page }))
    expect(await client.chains()).toEqual(page)
  })

  test.each([
    new SwapError('INVALID_AMOUNT', 'no', {
      field: 'amount',
      errors: [{ code: 'INVALID_AMOUNT', field: 'amount', message: 'no' }],
      hint: 'Use 1',
    }),
    new SwapError('PROVIDER_UNAVAILABLE', 'gone', { httpStatus: 409 }),
    new SwapError('PROVIDER_UNAVAILABLE', 'away', { retryAfterSec: 30 }),
    new SwapError('QUOTE_EXPIRED', 'late', { hint: 'Lock again' }),
    new SwapError('RATE_LIMITED', 'slow', { retryAfterSec: 7 }),
    new SwapError('BAD_GATEWAY', 'junk'),
    new SwapError('IDEMPOTENCY_CONFLICT', 'other'),
    new SwapError('IDEMPOTENCY_IN_PROGRESS', 'wait', { retryAfterSec: 1 }),
  ])('the failure $code', async (thrown) => {
    const { client } = connect(createFailingService(thrown))
    const error = await swapErrorOf(client.lock(lock))
    // What a server suggests is kept apart: it is no step of this program.
    const asServers = { hint: undefined, server: { hint: thrown.hint } }
    expect({ ...error }).toEqual({ ...thrown, ...asServers, requestId: 'req_00000000000000000000000001' })
    expect(error.message).toBe(thrown.message)
  })

  test.each([
    ['id', { transactionId: 'tx_of_mine' }],
    ['hash', { hash: `0x${'7'.repeat(64)}` }],
  ])('no status of another %s', async (_name, query) => {
    const { client } = connect(createFakeService())
    const message = 'The server answered about another transaction than the one asked for'
    const watching = async () => {
      for await (const status of client.watch(query)) expect(status).toBeUndefined()
    }
    const failures = [client.status(query), client.track({ transactionId: 'tx_of_mine' }), watching()]
    for (const failed of failures) {
      const error = await swapErrorOf(failed)
      expect([error.code, error.message]).toEqual(['BAD_GATEWAY', message])
    }
  })

  test('the failure of a stream before and after its first line', async () => {
    const thrown = new SwapError('INVALID_AMOUNT', 'no')
    expect((await swapErrorOf(collect(connect(createFailingService(thrown)).client.quoteStream(REQUEST)))).code).toBe(
      'INVALID_AMOUNT',
    )
    const broken = createFakeService({
      quoteStream: async function* () {
        yield* QUOTE_EVENTS.slice(0, 1)
        throw new SwapError('BAD_GATEWAY', 'junk')
      },
    })
    const seen: QuoteEvent[] = []
    const { client } = connect(broken)
    const reading = async () => {
      for await (const event of client.quoteStream(REQUEST)) seen.push(event)
    }
    expect((await swapErrorOf(reading())).message).toBe('junk')
    expect(seen).toEqual(QUOTE_EVENTS.slice(0, 1))
  })
})

describe('what cannot be sent is refused as the service would', () => {
  test.each(['', 'a b', 'ä', 'x'.repeat(201), 'a\n'])('the key "%s"', async (idempotencyKey) => {
    const { client, sent } = connect(createFakeService())
    const error = await swapErrorOf(client.execute({ lockId: 'l' }, { idempotencyKey }))
    expect([error.code, error.field, error.errors.length, sent]).toEqual(['VALIDATION_ERROR', 'Idempotency-Key', 1, []])
  })

  test('a number that JSON does not have', async () => {
    const bad = { ...REQUEST, slippage: 1n } as unknown as QuoteRequest
    expect((await swapErrorOf(connect(createFakeService()).client.quote(bad))).code).toBe('VALIDATION_ERROR')
  })
})

describe('the base URL', () => {
  test.each([
    ['http://127.0.0.1:8787/api/v1', API],
    ['http://127.0.0.1:8787/api/v1/', API],
    ['http://127.0.0.1:8787', API],
    ['HTTP://127.0.0.1:8787/', API],
    ['https://swap.example/prefix/api/v1//', 'https://swap.example/prefix/api/v1'],
    ['https://swap.example/other', 'https://swap.example/other'],
  ])('%s means %s', async (base, expected) => {
    const { client, sent } = connect(createFakeService(), { base, answer: () => Response.json(ANSWERS.chains) })
    await client.chains()
    expect(sent).toEqual([`GET ${expected}/swap/chains`])
  })

  test.each([
    '',
    'swap.example',
    'ftp://swap.example',
    'file:///etc/passwd',
    'http://user:pass@swap.example',
    'http://swap.example?a=1',
    'http://swap.example#a',
  ])('"%s" is refused', (base) => {
    expect(() => createSwapClient(base)).toThrow('The URL of the API must be an http or https URL')
  })
})

describe('a second try', () => {
  const away = () => new Response('', { status: 503 })

  test('is made twice for a GET that met 503 or no server, after a pause', async () => {
    for (const answer of [
      away,
      () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
      },
    ]) {
      const { client, clock, sent } = connect(createFakeService(), {
        answer: (_url, nth) => (nth <= 2 ? answer() : undefined),
      })
      const chains = client.chains()
      await clock.advance(249)
      expect(sent.length).toBe(1)
      await clock.advance(1)
      expect(sent.length).toBe(2)
      await clock.advance(1000)
      expect(await chains).toEqual(ANSWERS.chains)
    }
  })

  test('is the last after the third', async () => {
    const { client, clock, sent } = connect(createFakeService(), {
      answer: () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
      },
    })
    const failed = swapErrorOf(client.chains())
    await clock.advance(10_000)
    const error = await failed
    expect([error.code, error.message, sent.length]).toEqual([
      'SERVICE_UNAVAILABLE',
      'The server at 127.0.0.1:8787 cannot be reached (ECONNREFUSED)',
      3,
    ])
  })

  test('waits as long as the server says, unless that is long', async () => {
    const wait = (seconds: string) => (_url: string, nth: number) =>
      nth === 1 ? new Response('', { status: 503, headers: { 'Retry-After': seconds } }) : undefined
    const { client, clock, sent } = connect(createFakeService(), { answer: wait('5') })
    const chains = client.chains()
    await clock.advance(4_999)
    expect(sent.length).toBe(1)
    await clock.advance(1)
    expect(await chains).toEqual(ANSWERS.chains)
    expect(
      (await swapErrorOf(connect(createFakeService(), { answer: wait('60') }).client.chains())).retryAfterSec,
    ).toBe(60)
  })

  test.each([400, 404, 429, 500, 502])('is not made after status %i', async (status) => {
    const { client, sent } = connect(createFakeService(), { answer: () => new Response('', { status }) })
    await swapErrorOf(client.chains())
    expect(sent.length).toBe(1)
  })

  test('is never made for a POST', async () => {
    const { client, sent } = connect(createFakeService(), { answer: away })
    await swapErrorOf(client.execute({ lockId: 'l' }))
    await swapErrorOf(client.quote(REQUEST))
    await swapErrorOf(client.track({ transactionId: TRACKED }))
    expect(sent.length).toBe(3)
  })
})

describe('deadlines and signals', () => {
  const never = () => new Promise<Response>(() => undefined)
  const hanging: HttpFetch = never
  const stuckBody: HttpFetch = async () => new Response(new ReadableStream({ pull: never as () => Promise<never> }))

  test.each([
    ['no answer', hanging],
    ['an answer that never ends', stuckBody],
  ])('%s is given up after the deadline, and not tried again', async (_name, fetch) => {
    const { client, clock } = connect(createFakeService(), { fetch, timeoutMs: 1000 })
    const failed = swapErrorOf(client.chains())
    await clock.advance(1000)
    const error = await failed
    expect([error.code, error.message]).toEqual(['SERVICE_UNAVAILABLE', 'The server did not answer in time'])
    expect(clock.sleepers()).toBe(0)
  })

  test.each([
    ['a quote', (client: SwapService) => client.quote(REQUEST), 150_000],
    [
      'a lock',
      (client: SwapService) => client.lock({ ...REQUEST, provider: 'X', depositor: 'e', recipient: 'f' }),
      60_000,
    ],
    ['a stream of one', (client: SwapService) => collect(client.quoteStream(REQUEST)), 20_000],
    ['a list', (client: SwapService) => client.chains(), 30_000],
  ])('%s is waited for as long as a server may take for it', async (_name, ask, longestMs) => {
    const { client, clock } = connect(createFakeService(), { fetch: hanging })
    let isOver = false
    const failed = swapErrorOf(ask(client)).finally(() => (isOver = true))
    await clock.advance(longestMs - 1)
    expect(isOver).toBe(false)
    await clock.advance(1)
    expect((await failed).message).toBe('The server did not answer in time')
  })

  test('a stream that stops in the middle is given up after the deadline', async () => {
    const service = createFakeService({
      quoteStream: async function* () {
        yield* QUOTE_EVENTS.slice(0, 1)
        await never()
      },
    })
    const { client, clock } = connect(service, { timeoutMs: 1000 })
    const failed = swapErrorOf(collect(client.quoteStream(REQUEST)))
    await clock.advance(1000)
    expect((await failed).message).toBe('The server did not answer in time')
  })

  test('a stream that falls silent in the middle is given up 20 s later, which may be tried again', async () => {
    const first = new TextEncoder().encode(`${JSON.stringify(QUOTE_EVENTS[0])}\n`)
    const body = new ReadableStream({ start: (out) => out.enqueue(first) })
    const headers = { 'Content-Type': 'application/x-ndjson' }
    const { client, clock } = connect(createFakeService(), { fetch: async () => new Response(body, { headers }) })
    const seen: QuoteEvent[] = []
    const failed = swapErrorOf(
      (async () => {
        for await (const event of client.quoteStream(REQUEST)) seen.push(event)
      })(),
    )
    await clock.advance(19_999)
    expect(seen).toEqual(QUOTE_EVENTS.slice(0, 1))
    await clock.advance(1)
    const { code, retryable, message } = await failed
    expect([code, retryable, message]).toEqual(['SERVICE_UNAVAILABLE', true, 'The server did not answer in time'])
    expect(clock.sleepers()).toBe(0)
  })

  test('a server whose providers take two minutes is waited for, since it is never silent for long', async () => {
    const service = createFakeService({
      quoteStream: async function* () {
        await clock.sleep(59_000)
        yield* QUOTE_EVENTS.slice(0, 1)
        await clock.sleep(60_000)
        yield* QUOTE_EVENTS.slice(1)
      },
    })
    const { client, clock } = connect(service)
    const quoted = collect(client.quoteStream(REQUEST))
    await clock.advance(119_000)
    expect(await quoted).toEqual(QUOTE_EVENTS)
  })

  test('a caller who leaves is told so, also while waiting for a second try', async () => {
    const leaving = new AbortController()
    const { client } = connect(createFakeService(), { fetch: hanging })
    const failed = swapErrorOf(client.status({ hash: HASH }, { signal: leaving.signal }))
    leaving.abort()
    expect((await failed).code).toBe('INTERRUPTED')
    const waiting = new AbortController()
    const second = connect(createFakeService(), { answer: () => new Response('', { status: 503 }) })
    const failedToo = swapErrorOf(second.client.status({ hash: HASH }, { signal: waiting.signal }))
    await second.clock.advance(100)
    waiting.abort()
    expect([(await failedToo).code, second.sent.length]).toEqual(['INTERRUPTED', 1])
  })

  test('a caller who leaves a quote gets what has arrived', async () => {
    const leaving = new AbortController()
    const service = createFakeService({
      quoteStream: async function* () {
        yield* QUOTE_EVENTS.slice(0, 2)
        await never()
      },
    })
    const { client } = connect(service)
    const arrived = { data: QUOTE_RESULT.data, verdicts: QUOTE_RESULT.verdicts.slice(0, 1) }
    const seen: QuoteEvent[] = []
    for await (const event of client.quoteStream(REQUEST, { signal: leaving.signal })) {
      seen.push(event)
      if (seen.length === 2) leaving.abort()
    }
    expect(seen).toEqual([...QUOTE_EVENTS.slice(0, 2), { type: 'done', result: arrived }])
  })

  test('after close() nothing is sent', async () => {
    const { client, sent } = connect(createFakeService())
    await client.close()
    expect((await swapErrorOf(client.chains())).code).toBe('SERVICE_UNAVAILABLE')
    expect((await swapErrorOf(client.quote(REQUEST))).code).toBe('SERVICE_UNAVAILABLE')
    expect((await swapErrorOf(collect(client.quoteStream(REQUEST)))).code).toBe('SERVICE_UNAVAILABLE')
    expect(sent).toEqual([])
  })
})

test('what close() breaks off is not sent again', async () => {
  const { client, sent } = connect(createFakeService(), {
    answer: () => {
      void client.close()
      throw new Error('broken off')
    },
  })
  expect((await swapErrorOf(client.chains())).code).toBe('SERVICE_UNAVAILABLE')
  expect(sent).toEqual([`GET ${API}/swap/chains`])
})

describe('verdicts', () => {
  const answering = (link: string, verdicts?: () => Response) => (url: string) =>
    url.endsWith('/quote') ? Response.json({ data: QUOTE_RESULT.data }, { headers: { Link: link } }) : verdicts?.()

  test.each([
    ['no link', ''],
    ['another relation', '</quote/verdicts/1>; rel="next"'],
    ['another origin', '<http://evil.example/verdicts>; rel="describedby"'],
    ['no URL', '<http://>; rel="describedby"'],
  ])('are none with %s, and nothing is fetched', async (_name, link) => {
    const { client, sent } = connect(createFakeService(), { answer: answering(link) })
    expect(await client.quote(REQUEST)).toEqual({ data: QUOTE_RESULT.data, verdicts: [] })
    expect(sent.length).toBe(1)
  })

  test.each([
    ['gone', () => new Response('', { status: 404 })],
    ['away', () => new Response('', { status: 503 })],
    ['junk', () => Response.json({ data: [{ provider: 1 }] })],
  ])('that are %s do not harm the quote', async (_name, verdicts) => {
    const { client, sent } = connect(createFakeService(), { answer: answering('</v>; rel=describedby', verdicts) })
    expect(await client.quote(REQUEST)).toEqual({ data: QUOTE_RESULT.data, verdicts: [] })
    expect(sent).toEqual([`POST ${API}/quote`, 'GET http://127.0.0.1:8787/v'])
  })
})

test.each([
  ['over its stream', undefined],
  ['at once', () => new Response('', { status: 404 })],
])(
  'a server that promises next to nothing does not hide it: the route says so and comes last, %s',
  async (_name, none) => {
    const [first] = QUOTE_RESULT.data
    if (first === undefined) throw new Error('the example has no route')
    const honest = { ...first, dst: { ...first.dst, formatted: '99.5' }, minimumReceived: '98.505' }
    const { warnings: _warnings, ...empty } = { ...honest, provider: 'EMPTY', minimumReceived: '0.000001' }
    const result = { data: [empty, honest], verdicts: [] }
    const service = createFakeService({
      quote: async () => result,
      quoteStream: () =>
        streamOf([
          { type: 'routes', provider: 'EMPTY', routes: [empty] },
          { type: 'done', result },
        ]),
    })
    const { client } = connect(service, { answer: (url) => (url.endsWith('/stream') ? none?.() : undefined) })
    const events = await collect(client.quoteStream(REQUEST))
    const routes = events.flatMap((event) => (event.type === 'done' ? event.result.data : []))
    expect(routes.map(({ provider, warnings = [] }) => [provider, warnings[0]])).toEqual([
      [honest.provider, honest.warnings?.[0]],
      ['EMPTY', expect.stringMatching(/^below-floor: the provider promises at least 0.000001 /)],
    ])
    const told = events.flatMap((event) => (event.type === 'routes' && event.provider === 'EMPTY' ? event.routes : []))
    expect(told.map(({ warnings }) => warnings)).toEqual([[expect.stringMatching(/^below-floor: /)]])
  },
)

describe('a server without the stream', () => {
  test.each([
    ['404', () => new Response('not here', { status: 404 })],
    ['405', () => new Response('', { status: 405 })],
    ['a page', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
  ])('that answers %s is asked for the whole quote, and not for the stream again', async (_name, none) => {
    const { client, sent } = connect(createFakeService(), {
      answer: (url) => (url.endsWith('/stream') ? none() : undefined),
    })
    expect(await collect(client.quoteStream(REQUEST))).toEqual(QUOTE_EVENTS)
    expect(await collect(client.quoteStream(REQUEST))).toEqual(QUOTE_EVENTS)
    expect(sent.filter((line) => line.endsWith('/stream')).length).toBe(1)
  })

  test('is not even asked where the base URL is of another shape', async () => {
    const { client, sent } = connect(createFakeService(), {
      base: 'http://127.0.0.1:8787/other',
      answer: () => Response.json({ data: [] }),
    })
    expect(await collect(client.quoteStream(REQUEST))).toEqual([{ type: 'done', result: { data: [], verdicts: [] } }])
    expect(sent).toEqual(['POST http://127.0.0.1:8787/other/quote'])
  })
})

describe('watch', () => {
  const at = (stage: StatusResult['transaction']['stage'] & string, final = false): StatusResult => ({
    ...ANSWERS.status.data,
    transaction: { ...ANSWERS.status.data.transaction, stage, status: final ? 'SUCCESS' : 'PENDING' },
    final,
  })

  function answering(statuses: readonly (StatusResult | Error)[]) {
    let next = 0
    return createFakeService({
      status: async () => {
        const status = statuses[Math.min(next, statuses.length - 1)]
        next += 1
        if (status === undefined || status instanceof Error) throw status ?? new Error('no status')
        return status
      },
    })
  }

  test('looks every 3 seconds, gives what changed, and ends when it is final', async () => {
    const service = answering([at('confirming'), at('confirming'), at('swapping'), at('swapping'), at('done', true)])
    const { client, clock } = connect(service)
    const seen: StatusResult[] = []
    const watching = (async () => {
      for await (const status of client.watch({ transactionId: ID })) seen.push(status)
    })()
    await clock.advance(0)
    expect(seen).toEqual([at('confirming')])
    await clock.advance(5_999)
    expect(seen).toEqual([at('confirming')])
    await clock.advance(1)
    expect(seen).toEqual([at('confirming'), at('swapping')])
    await clock.advance(6_000)
    await watching
    expect(seen).toEqual([at('confirming'), at('swapping'), at('done', true)])
    expect(service.calls.length).toBe(5)
  })

  test('tells of each answer, and within 20 s of none', async () => {
    let isSilent = false
    const handler = createHandler(answering([at('confirming')]), { clock: createFakeClock(), ids: createCountingIds() })
    const fetch: HttpFetch = (url, init) =>
      isSilent ? new Promise<Response>(() => undefined) : Promise.resolve(handler(new Request(url, init)))
    const { client, clock } = connect(createFakeService(), { fetch })
    const leaving = new AbortController()
    const polls: boolean[] = []
    const watching = collect(
      client.watch({ transactionId: ID }, { signal: leaving.signal, onPoll: (isAnswered) => polls.push(isAnswered) }),
    )
    await clock.advance(3_000)
    isSilent = true
    await clock.advance(3_000 + 19_999)
    expect(polls).toEqual([true, true])
    await clock.advance(1)
    expect(polls).toEqual([true, true, false])
    isSilent = false
    await clock.advance(3_000)
    expect(polls).toEqual([true, true, false, true])
    leaving.abort()
    expect(await watching).toEqual([at('confirming')])
  })

  test('outlives a server that is away for a moment, but not one that never was there', async () => {
    const limited = new SwapError('RATE_LIMITED', 'x', { retryAfterSec: 20 })
    const { client, clock, sent } = connect(answering([at('confirming'), limited, at('done', true)]))
    const watching = collect(client.watch({ transactionId: ID }))
    await clock.advance(22_999)
    expect(sent.length).toBe(2)
    await clock.advance(1)
    expect(await watching).toEqual([at('confirming'), at('done', true)])
    expect((await swapErrorOf(collect(connect(answering([limited])).client.watch({ hash: HASH })))).code).toBe(
      'RATE_LIMITED',
    )
  })

  test('fails on what waiting does not mend, and gives up after 20 failures in a row', async () => {
    const gone = connect(answering([at('confirming'), new SwapError('NOT_FOUND', 'x')]))
    const failed = swapErrorOf(collect(gone.client.watch({ hash: HASH })))
    await gone.clock.advance(3_000)
    expect((await failed).code).toBe('NOT_FOUND')
    const away = connect(answering([at('confirming'), new SwapError('BAD_GATEWAY', 'x')]))
    const failedToo = swapErrorOf(collect(away.client.watch({ hash: HASH })))
    await away.clock.advance(70_000)
    expect([(await failedToo).code, away.sent.length]).toEqual(['BAD_GATEWAY', 22])
  })

  test('ends when the signal aborts', async () => {
    const leaving = new AbortController()
    const { client, clock } = connect(answering([at('confirming')]))
    const watching = collect(client.watch({ hash: HASH }, { signal: leaving.signal }))
    await clock.advance(1_000)
    leaving.abort()
    expect(await watching).toEqual([at('confirming')])
  })
})

test('a quote that comes byte by byte, with blank lines and news of later versions, is the same quote', async () => {
  const events = JSON.parse(JSON.stringify(QUOTE_EVENTS).replaceAll('USDC', 'ÜSÐC')) as QuoteEvent[]
  const lines = events.map((event) => JSON.stringify(event))
  const bytes = new TextEncoder().encode(['{"type":"news"}', '', ...lines].join('\r\n'))
  const fetch: HttpFetch = async () => ({
    status: 200,
    headers: new Headers({ 'content-type': 'application/x-ndjson' }),
    body: streamOf(Array.from(bytes, (byte) => Uint8Array.of(byte))),
  })
  const client = createSwapClient(API, { fetch, clock: createFakeClock() })
  expect(await collect(client.quoteStream(REQUEST))).toEqual(events)
})
