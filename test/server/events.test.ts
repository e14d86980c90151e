import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../../src/server/options.ts'
import type { EventJournal } from '../../src/service/index.ts'
import { many, serverOf } from './event-stream.ts'
import { createFakeService } from './fake-service.ts'
import { createTestJournal, eventId, journalEvent } from './journal.ts'
import { errorCode, get, handlerOf } from './requests.ts'

/** The first frame of a stream behind the event of a test journal. */
function openingOf(seq: number): string {
  return `retry: 3000\nid: ${eventId(journalEvent(seq))}`
}

const UPDATED = 'transaction.updated'

describe('a stream', () => {
  test('that ends since the journal cannot be read is told by the id of its answer, each one: it was told as /events', async () => {
    const told: LogEntry[] = []
    const journal = createTestJournal({}, {})
    let isGone = false
    const since: EventJournal['since'] = (...asked) =>
      isGone ? Promise.reject(new Error('the store is gone')) : journal.since(...asked)
    const failing = { ...journal, since }
    const { handle, clock } = handlerOf(createFakeService(), { journal: failing, log: (entry) => told.push(entry) })
    const answers = [await handle(get('/events')), await handle(get('/events'))]
    isGone = true
    await clock.advance(500)
    await Promise.all(answers.map((answer) => answer.text()))
    const errors = told.filter(({ kind }) => kind === 'error').map(({ requestId }) => requestId)
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect(errors).toEqual(answers.map((answer) => answer.headers.get('x-request-id')))
  })

  test('starts now: what is past is not sent, what is new is', async () => {
    const journal = createTestJournal({}, {})
    const { open, clock } = serverOf(journal)
    const reader = await open()
    expect(await reader.frames(1)).toEqual([openingOf(2)])
    journal.add({ type: 'lock.created' })
    const frames = reader.frames(2)
    await clock.advance(500)
    expect((await frames)[1]).toBe('3 lock.created')
    expect(reader.text().split('\n\n')[1]).toBe(
      `id: ${eventId(journalEvent(3, { type: 'lock.created' }))}\nevent: lock.created\ndata: ${JSON.stringify({ ...journalEvent(3), type: 'lock.created' })}`,
    )
    await reader.leave()
  })

  test('starts with the past where it is asked: after Last-Event-ID, or else after ?after=', async () => {
    const { open } = serverOf(createTestJournal({}, {}, {}))
    const starts: (readonly string[])[] = []
    for (const [path, id] of [['/events?after=0'], ['/events?after=2'], ['/events?after=0', '1']] as const) {
      const reader = await open(path, id === undefined ? {} : { 'Last-Event-ID': id })
      starts.push((await reader.frames(2)).slice(0, 2))
      await reader.leave()
    }
    expect(starts).toEqual([
      ['retry: 3000\nid: 0', `1 ${UPDATED}`],
      [openingOf(2), `3 ${UPDATED}`],
      [openingOf(1), `2 ${UPDATED}`],
    ])
  })

  test('goes on from the id of an event as it was sent', async () => {
    const { open } = serverOf(createTestJournal({}, {}))
    const id = eventId(journalEvent(1))
    const reader = await open('/events', { 'Last-Event-ID': id })
    expect(await reader.frames(2)).toEqual([`retry: 3000\nid: ${id}`, `2 ${UPDATED}`])
    await reader.leave()
  })

  test.each(['after[]=1', 'after[0]=1', 'after=%31'])('reads %s as ?after=1', async (query) => {
    const { open } = serverOf(createTestJournal({}, {}))
    const reader = await open(`/events?${query}`)
    expect(await reader.frames(2)).toEqual([openingOf(1), `2 ${UPDATED}`])
    await reader.leave()
  })

  test.each(['After=1', 'after[x]=1', 'after=1&after=2', 'after=', 'after[]='])(
    'refuses ?%s: it began with what is new, and whoever asked missed the rest',
    async (query) => {
      const { handle } = serverOf(createTestJournal({}, {}))
      const answer = await handle(get(`/events?${query}`))
      expect([answer.status, await errorCode(answer)]).toEqual([400, 'VALIDATION_ERROR'])
    },
  )

  test('tells what a hash replaced, or that it was dropped', async () => {
    const type = 'transaction.hash'
    const { open } = serverOf(
      createTestJournal(
        { type, data: { hash: '0x2', replaced: '0x1' } },
        { type, data: { dropped: '0x2', note: 'x' } },
      ),
    )
    const reader = await open('/events?after=0')
    await reader.frames(3)
    expect(reader.text().match(/"data":\{[^}]*\}/g)).toEqual([
      '"data":{"hash":"0x2","replaced":"0x1"}',
      '"data":{"dropped":"0x2"}',
    ])
    await reader.leave()
  })

  test.each(['abc', '-1', '1.5', '1 OR 1', '1-', '1-xyz', '1-0123456789'])('refuses "%s" as an id', async (id) => {
    const { handle } = serverOf(createTestJournal())
    for (const request of [get('/events', { 'Last-Event-ID': id }), get(`/events?after=${encodeURIComponent(id)}`)]) {
      const answer = await handle(request)
      expect([answer.status, await errorCode(answer)]).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  test('never shows what a provider keeps for itself, nor the id of a lock that may still be executed', async () => {
    const { transactionId: _, ...lock } = journalEvent(1)
    const { open } = serverOf(
      createTestJournal(
        {
          ...lock,
          transactionId: undefined as never,
          type: 'lock.created',
          lockId: 'lock_secret',
          data: { provider: 'X', state: { key: 'opaque' } },
        },
        {
          lockId: 'lock_used',
          data: { status: 'SUCCESS', tracking: 'opaque', hash: '0xab', reason: { nested: 'opaque' } },
        },
        { data: ['opaque'] },
        { data: 'opaque' },
      ),
    )
    const reader = await open('/events?after=0')
    await reader.frames(5)
    const data = [...reader.text().matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as unknown)
    const { at } = journalEvent(1)
    expect(data).toEqual([
      { seq: 1, at, type: 'lock.created', data: { provider: 'X' } },
      {
        seq: 2,
        at,
        type: UPDATED,
        transactionId: 'tx_1',
        lockId: 'lock_used',
        data: { status: 'SUCCESS', hash: '0xab' },
      },
      { seq: 3, at, type: UPDATED, transactionId: 'tx_1' },
      { seq: 4, at, type: UPDATED, transactionId: 'tx_1' },
    ])
    await reader.leave()
  })

  test('shows that it lives while nothing happens, and ends when the server stops', async () => {
    const stopping = new AbortController()
    const { handle, clock } = serverOf(createTestJournal(), stopping.signal)
    const text = (await handle(get('/events'))).text()
    await clock.advance(31_000)
    stopping.abort()
    expect(await text).toBe('retry: 3000\nid: 0\n\n: still here\n\n: still here\n\n')
    expect(clock.sleepers()).toBe(0)
  })

  test('is for this machine, unless it is exposed; is not there without a journal; HEAD opens none', async () => {
    const journal = createTestJournal()
    const { handle, clock } = serverOf(journal)
    const refusal = await handle(get('/events'), { local: false })
    expect([refusal.status, await errorCode(refusal)]).toEqual([403, 'FORBIDDEN'])
    const exposed = handlerOf(createFakeService(), { journal, expose: ['events'] })
    const shown = await exposed.handle(get('/events'), { local: false })
    expect([shown.status, (await exposed.handle(get('/metrics'), { local: false })).status]).toEqual([200, 403])
    await shown.body?.cancel()
    expect((await handle(get('/events', {}, 'HEAD'))).status).toBe(200)
    expect(clock.sleepers()).toBe(0)
    expect((await handlerOf().handle(get('/events'))).status).toBe(404)
  })
})

describe('many streams', () => {
  test('share one read of what is new, and nobody reads once all have left', async () => {
    const journal = createTestJournal(...many(10))
    const { open, clock } = serverOf(journal)
    const readers = await Promise.all(Array.from({ length: 50 }, () => open()))
    await clock.advance(500)
    const idle = journal.reads.length
    journal.add({}, {})
    await clock.advance(500)
    const frames = await Promise.all(readers.map((reader) => reader.frames(3)))
    expect(new Set(frames.map((own) => own.slice(1).join()))).toEqual(new Set([`11 ${UPDATED},12 ${UPDATED}`]))
    expect(journal.reads.slice(idle)).toEqual([10])
    await Promise.all(readers.map((reader) => reader.leave()))
    const before = journal.reads.length
    await clock.advance(60_000)
    expect([journal.reads.length, clock.sleepers()]).toEqual([before, 0])
  })

  test('that come from the past read it in slices, one in a turn of the loop: they held all else for a minute', async () => {
    const journal = createTestJournal(...many(2_000))
    const { open } = serverOf(journal)
    const readers = await Promise.all(Array.from({ length: 20 }, () => open('/events?after=0')))
    const turns: number[] = []
    let done = false
    const watch = (async () => {
      while (!done) {
        const before = journal.reads.length
        await new Promise((resolve) => setImmediate(resolve))
        turns.push(journal.reads.length - before)
      }
    })()
    const all = await Promise.all(readers.map((reader) => reader.frames(2_001)))
    done = true
    await watch
    expect(all.map((frames) => frames.length)).toEqual(Array.from({ length: 20 }, () => 2_001))
    expect(Math.max(...turns)).toBeLessThanOrEqual(2)
    expect(journal.reads.length).toBeLessThan(20 * 10)
    await Promise.all(readers.map((reader) => reader.leave()))
  })

  test('are bounded: one more is told when to come back, and finds a place once one has left', async () => {
    const { handle, open } = serverOf(createTestJournal())
    const readers = await Promise.all(Array.from({ length: 256 }, () => open()))
    const refused = await handle(get('/events'))
    expect([refused.status, refused.headers.get('retry-after'), await errorCode(refused)]).toEqual([
      503,
      '5',
      'SERVICE_UNAVAILABLE',
    ])
    await readers[0]?.leave()
    const next = await open()
    await Promise.all([next, ...readers].map((reader) => reader.leave()))
  })

  test('do not wait for one that is slow: it is dropped with the id to go on from', async () => {
    const journal = createTestJournal()
    const { open, clock } = serverOf(journal)
    const [slow, quick] = [await open(), await open()]
    await Promise.all([slow.frames(1), quick.frames(1)])
    for (let count = 1; count <= 40; count += 1) {
      journal.add(...many(200))
      const frames = quick.frames(1 + 200 * count)
      await clock.advance(500)
      expect((await frames).length).toBe(1 + 200 * count)
    }
    const frames = await slow.frames(Infinity)
    const last = '200'
    expect(frames.slice(-2)).toEqual([`${last} ${UPDATED}`, `${last} stream.dropped`])
    const resumed = await open('/events', { 'Last-Event-ID': last })
    expect((await resumed.frames(2))[1]).toBe(`${Number(last) + 1} ${UPDATED}`)
    await Promise.all([quick, resumed].map((reader) => reader.leave()))
  })

  test('of one that falls a megabyte behind what is new end at once', async () => {
    const journal = createTestJournal()
    const { open, clock } = serverOf(journal)
    const [slow, quick] = [await open(), await open()]
    await Promise.all([slow.frames(1), quick.frames(1)])
    const large = many(150).map(() => ({ data: { reason: 'x'.repeat(8_000) } }))
    for (let count = 1; count <= 3; count += 1) {
      journal.add(...large)
      const frames = quick.frames(1 + 150 * count)
      await clock.advance(500)
      expect((await frames).length).toBe(1 + 150 * count)
    }
    const frames = await slow.frames(Infinity)
    expect(frames.slice(-2)).toEqual([`150 ${UPDATED}`, '150 stream.dropped'])
    await quick.leave()
  })
})

describe('a stream whose reader takes nothing for five seconds', () => {
  test('is ended between two events with the id to go on from, also where nothing is new; one that takes goes on', async () => {
    const { open, clock } = serverOf(createTestJournal(...many(1_000)))
    const [still, taking] = [await open('/events?after=0'), await open('/events?after=0')]
    await Promise.all([still.frames(1), taking.frames(1)])
    await clock.advance(4_000)
    await taking.frames(202)
    await clock.advance(1_500)
    const frames = await still.frames(Infinity)
    expect([frames.length, ...frames.slice(-2)]).toEqual([202, `200 ${UPDATED}`, '200 stream.dropped'])
    expect((await taking.frames(1_001)).at(-1)).toBe(`1000 ${UPDATED}`)
    await taking.leave()
  })

  test('gives its place to another', async () => {
    const { handle, open, clock } = serverOf(createTestJournal({}))
    await Promise.all(Array.from({ length: 256 }, () => handle(get('/events?after=0'))))
    expect((await handle(get('/events'))).status).toBe(503)
    await clock.advance(5_500)
    const next = await open('/events?after=0')
    expect((await next.frames(2))[1]).toBe(`1 ${UPDATED}`)
    await next.leave()
    expect(clock.sleepers()).toBe(0)
  })
})

describe('a reader is told what it misses', () => {
  test('a cursor beyond the newest event is of another journal: it goes on with all there is', async () => {
    const journal = createTestJournal({}, {}, {})
    journal.remove(({ seq }) => seq === 1)
    const { open } = serverOf(journal)
    const reader = await open('/events', { 'Last-Event-ID': '99' })
    expect(await reader.frames(4)).toEqual(['retry: 3000\nid: 1', '1 stream.reset', `2 ${UPDATED}`, `3 ${UPDATED}`])
    await reader.leave()
  })

  test('a cursor whose number another event has is of another journal too', async () => {
    const { open } = serverOf(createTestJournal({}, {}, {}))
    const elsewhere = eventId(journalEvent(2, { transactionId: 'tx_of_another_store' }))
    const reader = await open('/events', { 'Last-Event-ID': elsewhere })
    expect((await reader.frames(3)).slice(1)).toEqual([
      '0 stream.reset',
      `1 ${UPDATED}`,
      `2 ${UPDATED}`,
      `3 ${UPDATED}`,
    ])
    await reader.leave()
  })

  test('a stream that was cut off before any event knows its journal too: another one is a reset', async () => {
    const before = await serverOf(createTestJournal({ transactionId: 'tx_of_another_store' })).open()
    const [opening = ''] = await before.frames(1)
    await before.leave()
    const { open } = serverOf(createTestJournal({}, {}))
    const reader = await open('/events', { 'Last-Event-ID': opening.replace(/^.*id: /s, '') })
    expect((await reader.frames(4)).slice(1)).toEqual(['0 stream.reset', `1 ${UPDATED}`, `2 ${UPDATED}`])
    await reader.leave()
  })

  test('events that were past their time are told as missing, from which to which', async () => {
    const journal = createTestJournal(...many(9))
    journal.remove(({ seq }) => seq <= 3 || seq === 6 || seq === 7)
    const { open } = serverOf(journal)
    const reader = await open('/events?after=1')
    expect(await reader.frames(7)).toEqual([
      'retry: 3000\nid: 1',
      '3 stream.missing',
      `4 ${UPDATED}`,
      `5 ${UPDATED}`,
      '7 stream.missing',
      `8 ${UPDATED}`,
      `9 ${UPDATED}`,
    ])
    expect(reader.text()).toContain('data: {"fromSeq":2,"toSeq":3,"type":"stream.missing"}')
    await reader.leave()
  })
})
