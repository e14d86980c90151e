import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { newHome } from '../../support/new-home.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { STORE_TEST_START_MS } from '../../support/store.ts'
import { fillStore, newDatabase } from '../../store/copy/stores.ts'
import { flipStoredBit } from '../../store/raw.ts'
import { cli, json } from '../run-here.ts'

test('store check looks through the files of a home, and ends with 3 where one is damaged', async () => {
  const home = await newHome()
  expect((await cli(['store', 'check'], { home })).stdout).toBe('store    not there yet\nwallet   not there yet\n')
  const path = join(home, 'sandbox.db')
  const store = await openStore({ path, now: () => STORE_TEST_START_MS })
  await fillStore(store)
  await store.close()
  const whole = await cli(['store', 'check', '--json'], { home })
  expect([whole.code, json(whole.stdout)]).toEqual([
    0,
    { data: { store: { place: path, findings: [], repaired: [] }, wallet: null } },
  ])
  expect(await cli(['store', 'check', '--repair'], { home })).toMatchObject({ code: 2 })
  flipStoredBit(path, 'transactions', `id = 'tx_1'`, 'tx_1')
  const damaged = await cli(['store', 'check'], { home })
  expect([damaged.code, damaged.stdout]).toEqual([3, expect.stringContaining('store    transactions tx_1\n')])
  expect(damaged.stderr).toContain(`${path} is damaged: transactions tx_1`)
})

describeOnPostgres('store check of a database', () => {
  test('names what is damaged, and repairs what is made of documents', async () => {
    const home = await newHome()
    const database = await newDatabase()
    try {
      const env = { SWAPCLI_STORE: database.place.url }
      await database.use(fillStore)
      const name = expect.stringContaining('postgres://swapcli@') as string
      const check = (...words: string[]) => cli(['store', 'check', '--json', ...words], { home, env })
      const whole = await check()
      expect([whole.code, json(whole.stdout)]).toEqual([
        0,
        { data: { store: { place: name, findings: [], repaired: [] }, wallet: null } },
      ])
      await database.sql(`delete from swapcli_sandbox.transaction_facts where id = 'tx_1'`)
      const damaged = await check()
      expect(damaged.code).toBe(3)
      expect(json(damaged.stdout)).toMatchObject({
        data: {
          store: { findings: expect.arrayContaining(['the index of transactions is not what tx_1 holds']) as object },
        },
      })
      expect(damaged.stderr).toContain('swapcli store check --repair')
      const repaired = await check('--repair')
      expect([repaired.code, json(repaired.stdout)]).toEqual([
        0,
        {
          data: {
            store: {
              ...{ place: name, findings: [] },
              repaired: ['the index of transactions is what tx_1 holds', 'the totals are added up anew'],
            },
            wallet: null,
          },
        },
      ])
      await database.sql(`update swapcli_sandbox.locks set doc = '{}' where id = 'lock_unused'`)
      expect(await check('--repair')).toMatchObject({ code: 3 })
    } finally {
      await database.remove()
    }
  })

  test('store compact makes the space of a database free for new rows', async () => {
    const home = await newHome()
    const database = await newDatabase()
    try {
      const env = { SWAPCLI_STORE: database.place.url }
      await database.use(fillStore)
      const { code, stdout } = await cli(['store', 'compact'], { home, env })
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/^store {4}\d+ rows? removed, \d+ KiB with the space that is free for new rows\n/),
      ])
    } finally {
      await database.remove()
    }
  })
})
