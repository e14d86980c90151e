import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../src/store/port.ts'
import { moneyContract } from './contract-money.ts'
import { collectionsContract } from './contract-collections.ts'

/** What every implementation of `Store` must do. `open` gives a new, empty one. */
export function storeContract(
  name: string,
  open: () => Promise<{ readonly store: Store; readonly cleanup: () => Promise<void> }>,
): void {
  describe(`${name} keeps the contract of a store:`, () => {
    let store: Store
    let cleanup: () => Promise<void>
    beforeEach(async () => {
      const opened = await open()
      store = opened.store
      cleanup = opened.cleanup
    })
    afterEach(async () => cleanup())

    moneyContract(() => store)
    collectionsContract(() => store)

    test('check reports the schema and a size, and a closed store refuses everything', async () => {
      const { schemaVersion, sizeBytes } = await store.check()
      expect(schemaVersion).toBeGreaterThan(0)
      expect(sizeBytes).toBeGreaterThan(0)
      await store.close()
      await store.close()
      await expect(store.check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      await expect(store.locks.get('lock_1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      await expect(store.routes.get('a', 'b')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    })
  })
}
