import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHandler } from '../../../src/server/app.ts'
import { followEvents, journalOf } from '../../../src/service/track/events.ts'
import { createFakeService } from '../../server/fake-service.ts'
import { get } from '../../server/requests.ts'
import { rawSql } from '../../store/raw.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { openTempStore, sampleEvent, type TempStore } from '../../support/store.ts'

let temp: TempStore

beforeEach(async () => {
  temp = await openTempStore()
  await temp.store.events.append(
    ['a', 'b', 'c', 'd'].map((type) => sampleEvent(type, type === 'c' ? {} : { transactionId: 'tx_1' })),
  )
  rawSql(temp.path, `UPDATE events SET sum = 'flipped' WHERE seq IN (2, 4)`)
})

afterEach(() => temp.cleanup())

test('a damaged event is told in its turn, and the others are read: it held up the journal for ever', async () => {
  const leaving = new AbortController()
  const found: (number | string)[] = []
  const tell = (seq: number) => {
    found.push(seq)
    if (seq === 4) leaving.abort()
  }
  for await (const { type } of followEvents(temp.store, createFakeClock(), '0', leaving.signal, tell)) found.push(type)
  expect(found).toEqual(['a', 2, 'c', 4])
})

test('the journal over HTTP goes on after a damaged event, which a reader passes by its number', async () => {
  const clock = createFakeClock()
  const stopping = new AbortController()
  const handle = createHandler(createFakeService(), {
    clock,
    stopping: stopping.signal,
    journal: journalOf(temp.store),
  })
  const answer = await handle(get('/events?after=0'))
  const text = answer.text()
  await clock.advance(16_000)
  stopping.abort()
  const heads = (await text)
    .replaceAll(/-[0-9a-f]{8}\n/g, '-STAMP\n')
    .split('\n\n')
    .map((frame) => frame.split('\ndata: {"seq"')[0])
  const damaged = (seq: number) => `id: ${seq}\nevent: event.damaged`
  expect(heads).toEqual([
    'retry: 3000\nid: 0',
    'id: 1-STAMP\nevent: a',
    damaged(2),
    'id: 3-STAMP\nevent: c',
    damaged(4),
    ': still here',
    '',
  ])
})

test('what happened to a transaction is read around a damaged event', async () => {
  const damaged: number[] = []
  const events = await temp.store.events.ofTransaction('tx_1', (seq) => damaged.push(seq))
  expect([events.map(({ type }) => type), damaged]).toEqual([['a'], [2, 4]])
  await expect(temp.store.events.ofTransaction('tx_1')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
})
