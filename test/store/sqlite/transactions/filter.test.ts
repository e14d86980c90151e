import { afterAll } from 'vitest'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import type { Store } from '../../../../src/store/port.ts'
import { STORE_TEST_START_MS } from '../../../support/store.ts'
import { listsContract } from '../../contract-lists.ts'

const opened: Store[] = []
afterAll(async () => {
  for (const store of opened) await store.close()
})

listsContract(
  'a file',
  async () => {
    const store = await openStore({ path: ':memory:', now: () => STORE_TEST_START_MS })
    opened.push(store)
    return store
  },
  60,
)
