import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../../../src/core/swap/poll-times.ts'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import {
  addFast,
  addTransaction,
  openTempStore,
  sampleTransaction,
  STORE_TEST_START_MS as START,
  type TempStore,
} from '../../../support/store.ts'
import { rawColumn, rawSql } from '../../raw.ts'

const ALL = { total: 999, each: 999, taken: new Map<string, number>() }

describe('what is due in a file', () => {
  let temp: TempStore
  let nowMs: number
  beforeEach(async () => {
    nowMs = START
    temp = await openTempStore(() => nowMs)
  })
  afterEach(() => temp.cleanup())
  const claim = async (places = ALL, holder = 'a') => {
    const { leased, damaged } = await temp.store.transactions.claimDue(holder, LEASE_MS, places)
    return { leased: leased.map(({ doc }) => doc.id), damaged }
  }
  const add = (id: string, provider = 'P') =>
    addTransaction(temp.store, sampleTransaction(id, { provider, nextPollAtMs: START }))

  test('names the damaged ones among what is claimed, which take places and are leased like others', async () => {
    for (const id of ['tx_1', 'tx_2', 'tx_3', 'tx_4']) await add(id)
    rawSql(temp.path, `UPDATE transactions SET sum = 'flipped' WHERE id = 'tx_2'`)
    rawSql(temp.path, `UPDATE transactions SET id = CAST(x'ff33' AS TEXT) WHERE id = 'tx_3'`)
    expect(await claim({ ...ALL, each: 3 })).toEqual({ leased: ['tx_1'], damaged: ['tx_2', '\ufffd3'] })
    expect(await claim()).toEqual({ leased: ['tx_4'], damaged: [] })
    expect(await temp.store.transactions.nextDueInMs()).toBeUndefined()
    nowMs += LEASE_MS
    expect(await claim()).toEqual({ leased: ['tx_1', 'tx_4'], damaged: ['tx_2', '\ufffd3'] })
  })

  test('is claimed around one that cannot be leased, which is named, and left alone for as long as a lease', async () => {
    for (const id of ['tx_1', 'tx_2', 'tx_3']) await add(id)
    rawSql(
      temp.path,
      `CREATE TRIGGER torn BEFORE UPDATE ON transactions WHEN old.id = 'tx_1' BEGIN SELECT RAISE(ABORT, 'torn'); END`,
    )
    expect(await claim({ ...ALL, total: 2 })).toEqual({ leased: ['tx_2'], damaged: ['tx_1'] })
    expect(await claim({ ...ALL, total: 2 })).toEqual({ leased: ['tx_3'], damaged: [] })
    rawSql(temp.path, 'DROP TRIGGER torn')
    nowMs += LEASE_MS - 1
    expect(await claim()).toEqual({ leased: [], damaged: [] })
    nowMs += 1
    expect(await claim()).toEqual({ leased: ['tx_2', 'tx_3', 'tx_1'].sort(), damaged: [] })
  })

  test('is claimed where the index has lost whose a transaction is, or cannot say', async () => {
    for (const id of ['tx_1', 'tx_2', 'tx_3']) await add(id, id === 'tx_3' ? 'Q' : 'P')
    rawSql(temp.path, `DELETE FROM transaction_facts WHERE n = (SELECT n FROM transactions WHERE id = 'tx_2')`)
    rawSql(temp.path, `UPDATE transaction_groups SET provider = CAST(x'ff' AS TEXT) WHERE provider = 'Q'`)
    // Both count as one provider without a name.
    expect(await claim({ ...ALL, each: 1 })).toEqual({ leased: ['tx_1', 'tx_2'], damaged: [] })
    expect(await claim({ ...ALL, each: 1 })).toEqual({ leased: ['tx_3'], damaged: [] })
  })

  test('is found behind thousands of a provider that has no place left', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `tx_${String(at).padStart(4, '0')}`)
    await addFast(
      temp.path,
      many.map((id) => sampleTransaction(id, { provider: 'SLOW', nextPollAtMs: START - 9_000 })),
    )
    await addFast(
      temp.path,
      many
        .slice(0, 600)
        .map((id) => sampleTransaction(`${id}_more`, { provider: 'MORE', nextPollAtMs: START - 9_000 })),
    )
    await add('tx_last', 'LAST')
    const places = { total: 9, each: 4, taken: new Map([['MORE', 2]]) }
    expect(await claim(places)).toEqual({
      leased: [...many.slice(0, 4), ...many.slice(0, 2).map((id) => `${id}_more`), 'tx_last'],
      damaged: [],
    })
    expect(await claim({ ...places, taken: new Map([['SLOW', 4]]), total: 2 })).toEqual({
      leased: many.slice(2, 4).map((id) => `${id}_more`),
      damaged: [],
    })
  })

  test('is given to one of two processes that found the same, and the other goes on with the next', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `tx_${String(at).padStart(2, '0')}`)
    for (const id of ids) await add(id)
    const other = await openStore({ path: temp.path, now: () => nowMs })
    const places = { total: 5, each: 5, taken: new Map<string, number>() }
    const claimed: string[] = []
    for (let round = 0; round < 4; round += 1) {
      const found = await Promise.all(
        [temp.store, other].map((store, at) => store.transactions.claimDue(`holder_${at}`, LEASE_MS, places)),
      )
      expect(found.map(({ leased }) => leased.length)).toEqual([5, 5])
      claimed.push(...found.flatMap(({ leased }) => leased.map(({ doc }) => doc.id)))
    }
    expect(claimed.sort()).toEqual(ids)
    const holders = rawColumn(temp.path, 'SELECT lease_holder FROM transactions') as string[]
    expect(holders.filter((holder) => holder === 'holder_0')).toHaveLength(20)
    await other.close()
  })
})
