import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PgDatabase } from '../../../src/store/postgres/database.ts'
import { eventValues, noteEvents } from '../../../src/store/postgres/event-rows.ts'
import { eventCollection } from '../../../src/store/postgres/events.ts'
import { placeRestoredEvents } from '../../../src/store/postgres/restored-events.ts'
import { JOURNAL_START, type NewEvent, type Store } from '../../../src/store/port.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { sampleEvent, STORE_TEST_START_MS as START } from '../../support/store.ts'
import { createStoreTables, type StoreTables } from './test-database.ts'

describeOnPostgres('the journal of a PostgreSQL store', () => {
  let tables: StoreTables
  let database: PgDatabase
  let events: Store['events']
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    database = await tables.connect(() => START)
    events = eventCollection(database)
  })
  beforeEach(() => tables.empty())
  afterAll(() => tables.close())

  /** Notes events within an open transaction, as every write of the store does in its statement. */
  const note = (...noted: readonly NewEvent[]) => ({
    text: noteEvents(database.schema, '(select 1) as one', 1),
    values: eventValues(noted),
  })
  const types = async (after = JOURNAL_START) => (await events.since(after, 99)).map(({ event }) => event?.type)

  test('shows none before each writer has ended that may still note an earlier one', async () => {
    const [first] = await Promise.all([
      database.transaction(async (query) => {
        await query(note(sampleEvent('first')))
        // The other one is numbered, and committed, while this one is open.
        await events.append([sampleEvent('second')])
        return types()
      }),
    ])
    expect(first).toEqual([])
    expect(await types()).toEqual(['first', 'second'])
  })

  test('is read by every reader as the same events in one order, none twice and none skipped, while many write', async () => {
    const writers = 8
    const each = 40
    let writing = writers
    const write = async (writer: number) => {
      for (let round = 0; round < each; round += 1) {
        await database.transaction(async (query) => {
          await query(
            note(sampleEvent('a', { data: { writer, round } }), sampleEvent('b', { data: { writer, round } })),
          )
          for (let steps = (writer * 7 + round * 3) % 20; steps > 0; steps -= 1)
            await query({ text: 'select 1', values: [] })
        })
      }
      writing -= 1
    }
    const read = async () => {
      const seen: number[] = []
      for (let cursor = JOURNAL_START; ;) {
        const isLast = writing === 0
        const entries = await events.since(cursor, 7)
        seen.push(...entries.map(({ seq }) => seq))
        cursor = entries.at(-1)?.cursor ?? cursor
        if (isLast && entries.length === 0) return seen
      }
    }
    const reading = [read(), read()]
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    const [one = [], other] = await Promise.all(reading)
    expect(new Set(one).size).toBe(2 * writers * each)
    expect(one).toHaveLength(2 * writers * each)
    expect(other).toEqual(one)
  })

  test('orders the transactions by their numbers, not by the text of these', async () => {
    await events.append([sampleEvent('of 1000'), sampleEvent('of 999')])
    await tables.sql(`update events set xid = '1000' where n = (select min(n) from events)`)
    await tables.sql(`update events set xid = '999' where n = (select max(n) from events)`)
    expect(await types()).toEqual(['of 999', 'of 1000'])
    expect(await types((await events.since(JOURNAL_START, 1))[0]?.cursor)).toEqual(['of 1000'])
  })

  test('tells a reader that some are gone, wherever it was, and leaves those of swaps that go on', async () => {
    await events.append(['a', 'b', 'c', 'd', 'e'].map((type) => sampleEvent(type, { transactionId: `tx_${type}` })))
    await tables.sql(`with t as (insert into transactions (id, version, writes, sum, doc) overriding user value
        values ('tx_c', 1, '{}', '', '') returning n)
      insert into transaction_facts select n, 'tx_c', 0, 0, 'p', 's', 'd', null, 0, false, '' from t`)
    const before = await events.since(JOURNAL_START, 99)
    await tables.sql(`update events set at_ms = ${START - 10} where n < (select max(n) from events)`)
    expect(await events.prune(5, 99)).toBe(3)
    const [a, b, c, d, e] = before
    const missingAfter = async (cursor = '') =>
      (await events.since(cursor, 9)).map(({ event, missing }) => [event?.type, missing?.cursor !== undefined])
    expect(await missingAfter(a?.cursor)).toEqual([
      ['c', true],
      ['e', true],
    ])
    expect(await missingAfter(c?.cursor)).toEqual([['e', true]])
    expect(await missingAfter(d?.cursor)).toEqual([['e', false]])
    expect(await missingAfter((await events.bounds()).first)).toEqual([
      ['c', false],
      ['e', true],
    ])
    for (const { cursor, missing } of await events.since(a?.cursor ?? '', 9)) {
      expect((await events.since(missing?.cursor ?? '', 1))[0]).not.toHaveProperty('missing')
      expect(await events.find(missing?.cursor ?? '')).toBeUndefined()
      expect(await events.find(cursor)).toHaveProperty('type')
    }
    expect(await Promise.all([a, b, d].map((gone) => events.find(gone?.cursor ?? '')))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(e?.event?.type).toBe('e')
  })

  test('is read after its restore into a younger cluster, from the start, and old places are none of it', async () => {
    await events.append([sampleEvent('a'), sampleEvent('b')])
    await events.append([sampleEvent('c')])
    await tables.sql(`update events set xid = '999999999999' where n < (select max(n) from events)`)
    await tables.sql(`update store set pruned_xid = '999999999998', pruned_n = 1`)
    expect(await types()).toEqual(['c'])
    const old = '999999999999_1'
    await placeRestoredEvents(database)
    expect(await types()).toEqual(['a', 'b', 'c'])
    expect(await events.find(old)).toBe('elsewhere')
    await events.append([sampleEvent('d')])
    const cursors = (await events.since(JOURNAL_START, 9)).map(({ cursor }) => cursor)
    await placeRestoredEvents(database)
    expect((await events.since(JOURNAL_START, 9)).map(({ cursor }) => cursor)).toEqual(cursors)
    expect(await types()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('leaves a damaged event its place, and names it where a swap is asked for', async () => {
    await events.append(['a', 'b', 'c'].map((type) => sampleEvent(type, { transactionId: 'tx_1' })))
    const [, second] = await events.since(JOURNAL_START, 9)
    await tables.sql(`update events set doc = replace(doc, '"b"', '"x"') where n = $1`, [second?.seq])
    const skipped: number[] = []
    expect(await types()).toEqual(['a', undefined, 'c'])
    expect(await events.find(second?.cursor ?? '')).toBeUndefined()
    const left = await events.ofTransaction('tx_1', (seq) => skipped.push(seq))
    expect([left.map(({ type }) => type), skipped]).toEqual([['a', 'c'], [second?.seq]])
    await expect(events.ofTransaction('tx_1')).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining(`events ${second?.seq} does not match its checksum or form`) as string,
    })
  })
})
