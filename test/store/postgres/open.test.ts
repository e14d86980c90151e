import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../../../src/io/clock.ts'
import { storeOver } from '../../../src/store/postgres/open.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import type { Store } from '../../../src/store/port.ts'
import { STORE_TEST_START_MS } from '../../support/store.ts'
import { storeContract } from '../contract.ts'
import { listsContract } from '../contract-lists.ts'
import { createStoreTables, type StoreTables } from './test-database.ts'

describeOnPostgres('a store in a PostgreSQL database', () => {
  let tables: StoreTables
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
  })
  afterAll(async () => tables.close())

  storeContract('PostgreSQL', async (now) => {
    await tables.empty()
    const store = storeOver(await tables.connect(now), systemClock)
    return { store, cleanup: () => store.close() }
  })

  let listed: Promise<Store> | undefined
  listsContract(
    'a PostgreSQL database',
    async () => {
      await tables.empty()
      return (listed ??= tables.connect(() => STORE_TEST_START_MS).then((database) => storeOver(database, systemClock)))
    },
    25,
  )
})
