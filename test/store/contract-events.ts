import { beforeEach, describe, expect, test } from 'vitest'
import { readPlaceId } from '../../src/server/events/frames.ts'
import type { SwapEvent } from '../../src/core/swap/records.ts'
import { JOURNAL_START, type Store } from '../../src/store/port.ts'
import {
  addTransaction,
  readEvents,
  sampleEvent,
  sampleTransaction,
  STORE_TEST_START_MS as START,
} from '../support/store.ts'
import type { ContractWorld } from './contract.ts'

/** The journal. Its numbers are those of the store: here they are only unique, and places are what a reader goes by. */
export function eventsContract({ store: opened, setClock }: ContractWorld): void {
  let store: Store
  beforeEach(() => {
    store = opened()
  })
  const typesOf = (events: readonly (SwapEvent | undefined)[]) => events.map((event) => event?.type)
  const early = async () =>
    (await readEvents(store, 9_999)).map(({ type }): string => type).filter((type) => type !== 'later')
  /** Notes events at a time after the start, by which the clock is set. */
  const append = async (afterMs: number, ...events: readonly (readonly [type: string, transactionId?: string])[]) => {
    setClock(afterMs)
    const at = new Date(START + afterMs).toISOString()
    await store.events.append(
      events.map(([type, transactionId]) =>
        sampleEvent(type, transactionId === undefined ? { at } : { at, transactionId }),
      ),
    )
  }
  /** As many as must come after an event before it can go, by a clock that says so. */
  const LATER = Array.from({ length: 501 }, () => ['later'] as const)

  describe('events', () => {
    test('are numbered, and read from any place on in the order in which they were noted', async () => {
      await append(0, ['a', 'tx_1'], ['b', 'tx_2'])
      await append(1, ['c', 'tx_1'])
      await store.events.append([])
      const first = await store.events.since(JOURNAL_START, 2)
      expect(typesOf(first.map(({ event }) => event))).toEqual(['a', 'b'])
      const rest = await store.events.since(first.at(-1)?.cursor ?? '', 10)
      expect(typesOf(rest.map(({ event }) => event))).toEqual(['c'])
      const entries = [...first, ...rest]
      expect(entries.map(({ event, missing }) => [event?.seq, missing])).toEqual(
        entries.map(({ seq }) => [seq, undefined]),
      )
      expect(new Set(entries.map(({ seq }) => seq)).size).toBe(3)
      expect(await store.events.since(rest.at(-1)?.cursor ?? '', 10)).toEqual([])
      expect(typesOf(await store.events.ofTransaction('tx_1'))).toEqual(['a', 'c'])
      expect(await store.events.ofTransaction('tx_3')).toEqual([])
    })

    test('stand in places that a reader can name in a request, each a text of its own', async () => {
      await append(0, ['a'], ['b'], ['c'])
      const { first, newest } = await store.events.bounds()
      const cursors = (await store.events.since(JOURNAL_START, 10)).map(({ cursor }) => cursor)
      expect(new Set(cursors).size).toBe(3)
      for (const cursor of [JOURNAL_START, first, newest, ...cursors]) {
        expect(readPlaceId(cursor)).toEqual({ cursor, stamp: undefined })
      }
    })

    test('are found by their place; a place that is none of this journal, or beyond its end, is elsewhere', async () => {
      const empty = await store.events.bounds()
      expect([await store.events.find(JOURNAL_START), await store.events.find(empty.newest)]).toEqual([
        undefined,
        undefined,
      ])
      await append(0, ['a'], ['b'])
      const [one, other] = await store.events.since(JOURNAL_START, 10)
      expect([await store.events.find(one?.cursor ?? ''), await store.events.find(other?.cursor ?? '')]).toEqual([
        one?.event,
        other?.event,
      ])
      const beyond = [`9${other?.cursor}`, '999999999999999', '99999999999999999999_9999999999999999999', 'x', '']
      expect(await Promise.all(beyond.map((cursor) => store.events.find(cursor)))).toEqual(
        beyond.map(() => 'elsewhere'),
      )
      expect(await store.events.find(JOURNAL_START)).toBeUndefined()
    })

    test('have a place before the oldest and one of the newest, also where none is left', async () => {
      const empty = await store.events.bounds()
      expect(empty.first).toBe(empty.newest)
      await append(0, ['a'], ['b'])
      const entries = await store.events.since(JOURNAL_START, 10)
      const bounds = await store.events.bounds()
      expect(bounds.newest).toBe(entries.at(-1)?.cursor)
      expect(await store.events.since(bounds.first, 10)).toEqual(entries)
      await append(10_000, ...LATER)
      expect(await store.events.prune(5_000, 9)).toBe(2)
      const pruned = await store.events.bounds()
      expect(pruned.newest).not.toBe(bounds.newest)
      const left = await store.events.since(pruned.first, 999)
      expect([left.length, left[0]?.missing]).toEqual([501, undefined])
      expect(left.at(-1)?.cursor).toBe(pruned.newest)
    })

    test('that are gone are told to whoever comes from before them, and not again to who goes on behind them', async () => {
      await append(0, ['a'], ['b'], ['c'])
      const [before] = await store.events.since(JOURNAL_START, 1)
      await append(10_000, ...LATER)
      expect(await store.events.prune(5_000, 9)).toBe(3)
      expect(await store.events.find(before?.cursor ?? '')).toBeUndefined()
      const [next, after] = await store.events.since(before?.cursor ?? '', 2)
      expect([next?.event?.type, next?.missing === undefined, after?.missing]).toEqual(['later', false, undefined])
      const [again] = await store.events.since(next?.missing?.cursor ?? '', 1)
      expect(again?.cursor).toBe(next?.cursor)
      expect((await store.events.since(next?.cursor ?? '', 1))[0]?.missing).toBeUndefined()
    })

    test('are pruned oldest first once they are old, but none of a pending transaction; no number comes again', async () => {
      await addTransaction(store, sampleTransaction('tx_1'))
      await addTransaction(store, sampleTransaction('tx_2', { status: 'SUCCESS', hash: '0x2', inboundHash: '0x2' }))
      for (const [at, one] of ([['a', 'tx_1'], ['b', 'tx_2'], ['c'], ['d'], ['e']] as const).entries()) {
        await append(at * 1000, one)
      }
      await append(60_000, ...LATER)
      const seqs = (await readEvents(store)).map(({ seq }) => seq)
      expect(await store.events.prune(60_000, 9)).toBe(0)
      expect(await store.events.prune(56_000, 1)).toBe(1)
      expect(await early()).toEqual(['a', 'c', 'd', 'e'])
      expect(await store.events.prune(56_000, 9)).toBe(2)
      expect(await early()).toEqual(['a', 'e'])
      expect(await store.events.prune(55_999, 9)).toBe(1)
      expect(await early()).toEqual(['a'])
      await append(60_001, ['f'])
      const last = (await readEvents(store)).at(-1)
      expect([last?.type, seqs.includes(last?.seq ?? 0)]).toEqual(['f', false])
    })

    test('of a clock that was ahead are pruned with those around them, and kept while those after them stay', async () => {
      const day = 24 * 3_600_000
      for (const days of [0, 1, 4000, 4001, 2, 3, 9000, 4, 5]) await append(days * day, [`on ${days}`])
      await append(5 * day, ...LATER)
      expect(await store.events.prune(3 * day, 99)).toBe(2)
      expect(await early()).toEqual(['on 4000', 'on 4001', 'on 2', 'on 3', 'on 9000', 'on 4', 'on 5'])
      expect(await store.events.prune(day, 99)).toBe(4)
      expect(await early()).toEqual(['on 9000', 'on 4', 'on 5'])
      expect(await store.events.prune(0, 99)).toBe(2)
      expect(await early()).toEqual(['on 5'])
    })
  })
}
