import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import type { Store } from '../../../../src/store/port.ts'
import { storeOver } from '../../../../src/store/postgres/open.ts'
import { insertTransactions } from '../../../../src/store/postgres/transactions/changes.ts'
import { describeOnPostgres, sharedPostgres } from '../../../support/postgres.ts'
import { addTransaction, sampleEvent, sampleLock, sampleTransaction } from '../../../support/store.ts'
import { createStoreTables, type StoreTables } from '../test-database.ts'

describeOnPostgres('Writes to transactions of a database', () => {
  let tables: StoreTables
  /** Each with connections of its own, as of as many servers. */
  let servers: readonly Store[]
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    servers = [storeOver(await tables.connect(), systemClock), storeOver(await tables.connect(), systemClock)]
  })
  beforeEach(() => tables.empty())
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()))
    await tables.close()
  })
  const serverOf = (at: number): Store => {
    const server = servers[at % servers.length]
    if (server === undefined) throw new Error('there are servers')
    return server
  }
  const count = async (table: string) =>
    Number((await tables.sql(`select count(*) as rows from ${table}`))[0]?.['rows'])

  test('of 20 executions of one lock at once, by two servers, one wins: 200 times', async () => {
    const winners: number[] = []
    for (let round = 0; round < 200; round += 1) {
      const id = `lock_${round}`
      await serverOf(round).locks.insert(sampleLock(id), [])
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, racer) =>
          serverOf(racer).commitExecution(
            sampleLock(id, { state: 'used', transactionId: `tx_${round}_${racer}` }),
            1,
            sampleTransaction(`tx_${round}_${racer}`, { lockId: id, hash: `0x${round}f${racer}` }),
            [sampleEvent('transaction.created', { lockId: id })],
          ),
        ),
      )
      winners.push(outcomes.filter(Boolean).length)
    }
    expect(winners).toEqual(winners.map(() => 1))
    const rows = ['transactions', 'transaction_facts', 'transaction_hashes', 'transaction_polls', 'events']
    for (const table of rows) expect([table, await count(table)]).toEqual([table, 200])
  })

  test('a hash that many claim at once belongs to one, by executions and by reports alike', async () => {
    for (let round = 0; round < 20; round += 1) {
      const claim = { hash: `0xab${round}` }
      const ids = Array.from({ length: 8 }, (_, at) => `${round}_${at}`)
      for (const [at, id] of ids.entries()) {
        if (at % 2 === 0) await serverOf(at).locks.insert(sampleLock(`lock_${id}`), [])
        else await addTransaction(serverOf(at), sampleTransaction(`tx_${id}`))
      }
      const outcomes = await Promise.all(
        ids.map(async (id, at) => {
          const record = sampleTransaction(`tx_${id}`, claim)
          if (at % 2 === 1) return (await serverOf(at).transactions.replace(record, 1, [])) === 'ok'
          const used = sampleLock(`lock_${id}`, { state: 'used' })
          return serverOf(at)
            .commitExecution(used, 1, record, [])
            .catch((error: unknown) => {
              expect(error).toMatchObject({ code: 'BAD_GATEWAY' })
              return false
            })
        }),
      )
      expect(outcomes.filter(Boolean)).toHaveLength(1)
      const owner = await serverOf(round).transactions.findByHash(claim.hash)
      expect(owner?.doc.id).toBe(`tx_${ids[outcomes.indexOf(true)] ?? ''}`)
    }
  })

  test('several that swap their hashes among them, or claim one twice, are each written as by itself', async () => {
    const store = serverOf(0)
    await addTransaction(store, sampleTransaction('tx_1', { hash: '0xa1' }))
    await addTransaction(store, sampleTransaction('tx_2', { hash: '0xa2' }))
    await addTransaction(store, sampleTransaction('tx_3'))
    const change = (id: string, hash: string, expectedVersion = 1) => ({
      ...{
        record: sampleTransaction(id, { hash }),
        expectedVersion,
        events: [sampleEvent('x', { transactionId: id })],
      },
    })
    // What tx_1 gives up, tx_2 takes; tx_3 comes too late for what tx_1 took, and its second write is of a version that it has not.
    const changes = [change('tx_1', '0xa3'), change('tx_2', '0xa1'), change('tx_3', '0xa3'), change('tx_3', '0xa4', 2)]
    expect(await store.transactions.storeMany(changes, 'holder')).toEqual(['ok', 'ok', 'hash_taken', 'conflict'])
    const owners = await Promise.all(['0xa1', '0xa2', '0xa3', '0xa4'].map((key) => store.transactions.findByHash(key)))
    expect(owners.map((found) => found?.doc.id)).toEqual(['tx_2', undefined, 'tx_1', undefined])
    expect(await count('events')).toBe(2)
  })

  test('what is found beside a transaction follows each change of it, and nothing of the one before stays', async () => {
    const store = serverOf(0)
    await addTransaction(
      store,
      sampleTransaction('tx_1', { hash: '0xa1', referralCode: 'friend', exec: { chainId: 1 } }),
    )
    const changed = sampleTransaction('tx_1', {
      ...{ hash: '', outboundHash: '0xb1', status: 'REFUND', provider: 'OTHER', nextPollAtMs: null },
      ...{ addressKeys: ['0xnew', '0xother'], depositor: '0xNEW', recipient: '0xOther' },
    })
    expect(await store.transactions.replace(changed, 1, [])).toBe('ok')
    const read = async (columns: string, table: string) => tables.sql(`select ${columns} from ${table} order by 1`)
    expect(await read('hash_key', 'transaction_hashes')).toEqual([{ hash_key: '0xb1' }])
    expect(await read('address_key, status', 'transaction_wallets')).toEqual([
      { address_key: '0xnew', status: 3 },
      { address_key: '0xother', status: 3 },
    ])
    expect(await read('status, provider, referral, has_payload', 'transaction_facts')).toEqual([
      { status: 3, provider: 'OTHER', referral: null, has_payload: false },
    ])
    expect(await read('next_ms, holder', 'transaction_polls')).toEqual([{ next_ms: null, holder: null }])
  })

  test('transactions that are copied keep their versions, and those that are there already are left as they are', async () => {
    const [one, two] = await Promise.all([tables.connect(), tables.connect()])
    await addTransaction(serverOf(0), sampleTransaction('tx_1', { polls: 4 }))
    const copies = [
      { record: sampleTransaction('tx_1'), version: 7 },
      { record: sampleTransaction('tx_2'), version: 9 },
    ]
    expect(await insertTransactions(one, copies)).toBe(1)
    expect(await insertTransactions(two, copies)).toBe(0)
    expect(await serverOf(0).transactions.get('tx_1')).toEqual({
      doc: sampleTransaction('tx_1', { polls: 4 }),
      version: 1,
    })
    expect(await serverOf(0).transactions.get('tx_2')).toEqual({ doc: sampleTransaction('tx_2'), version: 9 })
    expect(await serverOf(1).transactions.countByStatus()).toMatchObject({ PENDING: 2 })
  })

  test('a hash and an id as long as a message of TON are found like short ones', async () => {
    const long = (name: string) => `${name}${'x'.repeat(60_000)}`
    const record = sampleTransaction('tx_1', { hash: long('h'), addressKeys: [long('wallet')] })
    await addTransaction(serverOf(0), record)
    expect((await serverOf(1).transactions.findByHash(long('h')))?.doc).toEqual(record)
    expect(await serverOf(1).transactions.findByHash(long('g'))).toBeUndefined()
    expect((await serverOf(1).transactions.list({ addressKeys: [long('wallet')] }, 1, 20)).total).toBe(1)
    expect((await serverOf(1).transactions.list({ query: 'x'.repeat(50_000) }, 1, 20)).total).toBe(1)
  })
})
