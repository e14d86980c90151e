import { chmodSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { openTempStore, sampleLock, sampleRoute, STORE_TEST_START_MS, tempStorePath } from '../../support/store.ts'
import { storeContract } from '../contract.ts'

const now = () => STORE_TEST_START_MS

storeContract('A store on disk', (clock) => openTempStore(clock))
storeContract('A store in memory', async (clock) => {
  const store = await openStore({ path: ':memory:', now: clock })
  return { store, cleanup: () => store.close() }
})

describe('openStore', () => {
  test('finds again what was written before it was closed, and leaves no write-ahead log to replay', async () => {
    const { store, path, cleanup } = await openTempStore()
    await store.locks.insert(sampleLock('lock_1'), [])
    await store.routes.putMany([sampleRoute('r1')])
    await store.close()
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    const again = await openStore({ path, now })
    expect(await again.locks.get('lock_1')).toEqual({ doc: sampleLock('lock_1'), version: 1 })
    expect(await again.routes.get('SANDBOX_BRIDGE', 'r1')).toEqual(sampleRoute('r1'))
    await again.close()
    await cleanup()
  })

  test('two open stores on one file see each other’s writes at once', async () => {
    const { store, path, cleanup } = await openTempStore()
    const other = await openStore({ path, now })
    await store.documents.put('key', 'from one', 0)
    expect(await other.documents.put('key', 'from the other', 1)).toBe(true)
    expect(await store.documents.get('key')).toEqual({ doc: 'from the other', version: 2 })
    await other.close()
    await cleanup()
  })

  test.skipIf(process.platform === 'win32')(
    'a file that is not believed is neither read, made private nor migrated',
    async () => {
      const { store, path, cleanup } = await openTempStore()
      await store.close()
      chmodSync(path, 0o666)
      await expect(openStore({ path, now, verify: () => Promise.reject(new Error('foreign')) })).rejects.toThrow(
        'foreign',
      )
      expect(statSync(path).mode & 0o777).toBe(0o666)
      await cleanup()
    },
  )

  test('read-only reads, refuses every write, and creates nothing', async () => {
    const { path, remove } = tempStorePath()
    await expect(openStore({ path, now, readOnly: true })).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
    const store = await openStore({ path, now })
    await store.documents.put('key', 1, 0)
    await store.close()
    const reader = await openStore({ path, now, readOnly: true })
    expect(await reader.documents.get('key')).toEqual({ doc: 1, version: 1 })
    await expect(reader.documents.put('key', 2, 1)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await expect(reader.routes.putMany([sampleRoute('r1')])).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(await reader.documents.get('key')).toEqual({ doc: 1, version: 1 })
    await reader.close()
    remove()
  })
})
