import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/text/duration.ts'
import type { NewEvent } from '../../../src/store/port.ts'
import { EVENTS_SINCE } from '../../../src/store/sqlite/events.ts'
import { openTempStore, readEvents, sampleEvent, STORE_TEST_START_MS, type TempStore } from '../../support/store.ts'
import { rawSql } from '../raw.ts'

describe('the journal of a file', () => {
  let temp: TempStore
  let nowMs: number
  beforeEach(async () => {
    nowMs = STORE_TEST_START_MS
    temp = await openTempStore(() => nowMs)
  })
  afterEach(() => temp.cleanup())
  const event = (type: string): NewEvent => sampleEvent(type, { at: new Date(nowMs).toISOString() })
  const append = (...types: readonly string[]) => temp.store.events.append(types.map(event))
  const later = (count: number) => append(...Array.from({ length: count }, () => 'later'))

  test('numbers its events from 1 without a gap, and their places by their numbers', async () => {
    await append('a', 'b')
    await append('c')
    expect(await temp.store.events.since('0', 2)).toEqual([
      { cursor: '1', seq: 1, event: { seq: 1, ...event('a') } },
      { cursor: '2', seq: 2, event: { seq: 2, ...event('b') } },
    ])
    expect(await temp.store.events.since('2', 9)).toEqual([{ cursor: '3', seq: 3, event: { seq: 3, ...event('c') } }])
    expect(await temp.store.events.bounds()).toEqual({ first: '0', newest: '3' })
  })

  test('has no place that is no number, or above the newest', async () => {
    await append('a')
    const places = ['0', '1', '2', '01', '1_1', '-1', '1.0', '1e0', '', 'x', '9'.repeat(16)]
    expect(await Promise.all(places.map((cursor) => temp.store.events.find(cursor)))).toEqual([
      undefined,
      { seq: 1, ...event('a') },
      ...['elsewhere', { seq: 1, ...event('a') }],
      ...Array.from({ length: 7 }, () => 'elsewhere'),
    ])
    expect(await temp.store.events.since('1_0', 9)).toEqual([])
  })

  test('tells the numbers of what is gone, before the first and in between; no number is given twice', async () => {
    await append('a', 'b', 'c')
    nowMs += 2 * DAY_MS
    await later(EVENTS_SINCE + 1)
    expect(await temp.store.events.prune(DAY_MS, 9)).toBe(3)
    rawSql(temp.path, 'DELETE FROM events WHERE seq IN (6, 7)')
    const missing = async (after: string) =>
      (await temp.store.events.since(after, 3)).map((entry) => [entry.cursor, entry.missing])
    expect(await missing('0')).toEqual([
      ['4', { cursor: '3', fromSeq: 1, toSeq: 3 }],
      ['5', undefined],
      ['8', { cursor: '7', fromSeq: 6, toSeq: 7 }],
    ])
    expect((await missing('2'))[0]).toEqual(['4', { cursor: '3', fromSeq: 3, toSeq: 3 }])
    expect((await missing('3'))[0]).toEqual(['4', undefined])
    expect([await temp.store.events.find('2'), await temp.store.events.bounds()]).toEqual([
      undefined,
      { first: '3', newest: String(EVENTS_SINCE + 4) },
    ])
    rawSql(temp.path, 'DELETE FROM events')
    const newest = String(EVENTS_SINCE + 4)
    expect(await temp.store.events.bounds()).toEqual({ first: newest, newest })
    await append('d')
    expect((await readEvents(temp.store)).map(({ seq }) => seq)).toEqual([EVENTS_SINCE + 5])
  })

  test('gives a damaged event as its number and place, and finds none there', async () => {
    await append('a', 'b', 'c')
    rawSql(temp.path, `UPDATE events SET sum = 'flipped' WHERE seq = 2`)
    const entries = await temp.store.events.since('0', 9)
    expect(entries.map(({ cursor, event: read }) => [cursor, read?.type])).toEqual([
      ['1', 'a'],
      ['2', undefined],
      ['3', 'c'],
    ])
    expect(await temp.store.events.find('2')).toBeUndefined()
  })

  test('removes nothing of which fewer than 500 events say that its time has passed, however late the clock says it is', async () => {
    await append('old')
    nowMs += 3_000 * DAY_MS
    await later(EVENTS_SINCE)
    expect(await temp.store.events.prune(DAY_MS, 9)).toBe(0)
    expect(
      (await temp.store.countRemovable({ keepLocksMs: 0, keepEventsMs: DAY_MS, keepPayloadsMs: 0 })).events,
    ).toEqual({ rows: 0, bytes: 0, counted: 'exactly' })
    await later(1)
    expect(await temp.store.events.prune(DAY_MS, 9)).toBe(1)
  })
})
