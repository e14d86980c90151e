import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../src/store/port.ts'
import { STORE_TEST_START_MS } from '../support/store.ts'
import { collectionsContract } from './contract-collections.ts'
import { eventsContract } from './contract-events.ts'
import { moneyContract } from './contract-money.ts'
import { pollsContract } from './contract-polls.ts'
import { ratesContract } from './contract-rates.ts'

/** A new, empty store, and how to close it and remove what it stands in. */
export interface OpenedStore {
  readonly store: Store
  readonly cleanup: () => Promise<void>
}

/** The store of a test, and the clock by which it works. */
export interface ContractWorld {
  readonly store: () => Store
  /** Sets the clock. @param afterMs milliseconds after the start */
  readonly setClock: (afterMs: number) => void
}

/**
 * What every implementation of `Store` must do.
 * @param open gives a new, empty one that works by the clock `now`, in epoch milliseconds
 */
export function storeContract(name: string, open: (now: () => number) => Promise<OpenedStore>): void {
  describe(`${name} keeps the contract of a store:`, () => {
    let store: Store
    let cleanup: () => Promise<void>
    let nowMs: number
    beforeEach(async () => {
      nowMs = STORE_TEST_START_MS
      const opened = await open(() => nowMs)
      store = opened.store
      cleanup = opened.cleanup
    })
    afterEach(async () => cleanup())
    const world: ContractWorld = {
      store: () => store,
      setClock: (afterMs) => (nowMs = STORE_TEST_START_MS + afterMs),
    }

    moneyContract(world)
    pollsContract(world)
    eventsContract(world)
    collectionsContract(world)
    ratesContract(world)

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
