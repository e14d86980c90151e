import { describe, expect, test } from 'vitest'
import { SwapError } from '../../src/core/api/errors.ts'
import type { EventJournal } from '../../src/service/index.ts'
import { many, readerOf, serverOf } from './event-stream.ts'
import { createFakeService } from './fake-service.ts'
import { createOpaqueJournal, createTestJournal, eventId, journalEvent, opaqueCursor } from './journal.ts'
import { get, handlerOf } from './requests.ts'

const UPDATED = 'transaction.updated'

describe('a stream of a journal whose places tell nothing of their order', () => {
  const idOf = (seq: number) => eventId(journalEvent(seq), opaqueCursor)
  const head = (seq: number) => `${opaqueCursor(seq)} ${UPDATED}`
  const heads = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => head(from + at))

  test('starts now, with the whole journal, or with what came after an id, and goes on with what is new', async () => {
    const journal = createOpaqueJournal({}, {}, {})
    const { open, clock } = serverOf(journal)
    const readers = [
      await open(),
      await open('/events?after=0'),
      await open(`/events?after=${opaqueCursor(2)}`),
      await open('/events', { 'Last-Event-ID': idOf(1) }),
    ]
    journal.add({}, {})
    await clock.advance(500)
    const frames = await Promise.all(readers.map((reader, at) => reader.frames(1 + ([2, 5, 3, 4][at] ?? 0))))
    expect(frames).toEqual([
      [`retry: 3000\nid: ${idOf(3)}`, ...heads(4, 5)],
      ['retry: 3000\nid: 0', ...heads(1, 5)],
      [`retry: 3000\nid: ${idOf(2)}`, ...heads(3, 5)],
      [`retry: 3000\nid: ${idOf(1)}`, ...heads(2, 5)],
    ])
    expect(readers[0]?.text().match(/"seq":\d+/g)).toEqual(['"seq":4', '"seq":5'])
    await Promise.all(readers.map((reader) => reader.leave()))
  })

  test('gives each event once to readers that began at any time, of one read of what is new', async () => {
    const journal = createOpaqueJournal(...many(50))
    const { open, clock } = serverOf(journal)
    const readers = [await open()]
    for (let round = 0; round < 5; round += 1) {
      // It begins ahead of what is read for all.
      journal.add({}, {})
      readers.push(await open())
      journal.add({})
      await clock.advance(500)
    }
    const idle = journal.reads.length
    journal.add({})
    await clock.advance(500)
    expect(journal.reads.slice(idle)).toEqual([65])
    const frames = await Promise.all(readers.map((reader, at) => reader.frames(1 + (at === 0 ? 16 : 17 - 3 * at))))
    expect(frames.map((own) => own.slice(1))).toEqual(readers.map((_, at) => heads(at === 0 ? 51 : 50 + 3 * at, 66)))
    await Promise.all(readers.map((reader) => reader.leave()))
  })

  test('of another journal, or of one whose places are numbers, begins anew', async () => {
    const { open } = serverOf(createOpaqueJournal({}, {}))
    const elsewhere = eventId(journalEvent(2, { transactionId: 'tx_of_another_store' }), opaqueCursor)
    for (const id of [elsewhere, '2', eventId(journalEvent(1)), '18446744073709551615_9223372036854775807']) {
      const reader = await open('/events', { 'Last-Event-ID': id })
      expect(await reader.frames(4)).toEqual(['retry: 3000\nid: 0', '0 stream.reset', ...heads(1, 2)])
      await reader.leave()
    }
  })

  test('tells what is missing, and who was too slow, by places alone', async () => {
    const journal = createOpaqueJournal(...many(5))
    journal.remove(({ seq }) => seq <= 3)
    const { open, clock } = serverOf(journal)
    const reader = await open(`/events?after=${opaqueCursor(1)}`)
    const slow = await open(`/events?after=${opaqueCursor(3)}`)
    expect(await reader.frames(4)).toEqual([
      `retry: 3000\nid: ${opaqueCursor(1)}`,
      `${opaqueCursor(3)} stream.missing`,
      ...heads(4, 5),
    ])
    expect(reader.text()).toContain('data: {"type":"stream.missing"}')
    await clock.advance(5_500)
    expect((await slow.frames(Infinity)).at(-1)).toBe(`${opaqueCursor(3)} stream.dropped`)
    await reader.leave()
  })
})

describe('a reader whose place is behind the last event', () => {
  test('waits for what is new without reading the past again and again, and goes on behind what is gone', async () => {
    const journal = createTestJournal(...many(5))
    journal.remove(({ seq }) => seq > 2)
    const { open, clock } = serverOf(journal)
    const reader = await open('/events?after=2')
    const frames = reader.frames(3)
    await clock.advance(5_000)
    expect(journal.reads.filter((seq) => seq === 2)).toHaveLength(1)
    journal.add({})
    await clock.advance(500)
    expect((await frames).slice(1)).toEqual(['5 stream.missing', `6 ${UPDATED}`])
    await reader.leave()
  })

  test('misses nothing that comes while it reads that there is nothing behind its place', async () => {
    const journal = createTestJournal(...many(5))
    journal.remove(({ seq }) => seq > 2)
    let goOn = () => undefined as void
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const since: EventJournal['since'] = async (after, limit) => {
      const found = await journal.since(after, limit)
      if (after === '2') await held
      return found
    }
    const { open, clock } = serverOf({ ...journal, since })
    const reader = await open('/events?after=2')
    const frames = reader.frames(3)
    await clock.advance(0)
    journal.add({})
    await clock.advance(500)
    goOn()
    await clock.advance(0)
    expect((await frames).slice(1)).toEqual(['5 stream.missing', `6 ${UPDATED}`])
    await reader.leave()
  })

  test('reads the past again where the store was busy', async () => {
    const journal = createTestJournal(...many(3))
    let refusals = 2
    const since: EventJournal['since'] = (...asked) =>
      refusals-- > 0
        ? Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'The store is busy'))
        : journal.since(...asked)
    const { handle, clock } = handlerOf(createFakeService(), { journal: { ...journal, since } })
    const answer = await handle(get('/events?after=1'))
    if (answer.body === null) throw new Error('it has one')
    const reader = readerOf(answer.body)
    const frames = reader.frames(3)
    await clock.advance(1_500)
    expect((await frames).slice(1)).toEqual([`2 ${UPDATED}`, `3 ${UPDATED}`])
    await reader.leave()
  })
})
