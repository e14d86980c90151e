import { describe, expect, test } from 'vitest'
import { storeContract } from '../store/contract.ts'
import { sampleLock, sampleRoute, STORE_TEST_START_MS } from '../support/store.ts'
import { AT_ONCE, createFile, imageOf, losePower, openSimulatedDocuments, openSimulatedStore, putBack } from './disk.ts'

const now = () => STORE_TEST_START_MS

storeContract('A simulated store', async (clock) => {
  const store = openSimulatedStore(createFile(), AT_ONCE, clock)
  return { store, cleanup: () => store.close() }
})

describe('a simulated file', () => {
  test('loses to a power loss only the end of what is not synced', async () => {
    const file = createFile()
    const store = openSimulatedStore(file, AT_ONCE, now)
    await store.routes.putMany([sampleRoute('early')])
    const synced = openSimulatedStore(file, { call: syncing }, now)
    await synced.locks.insert(sampleLock('lock_1'), [])
    await store.routes.putMany([sampleRoute('late')])
    await store.routes.putMany([sampleRoute('later')])
    expect(losePower(file, () => 1)).toBe(1)
    const found = await Promise.all(['early', 'late', 'later'].map((id) => store.routes.get('SANDBOX_BRIDGE', id)))
    expect(found.map((route) => route?.routeId)).toEqual(['early', 'late', undefined])
    expect((await store.locks.get('lock_1'))?.version).toBe(1)
    expect(losePower(file, () => 0)).toBe(1)
    expect(await store.routes.get('SANDBOX_BRIDGE', 'late')).toBeUndefined()
  })

  test('gives nothing and takes nothing while its disk answers errors, and has lost nothing then', async () => {
    const file = createFile()
    const documents = openSimulatedDocuments(file, { call: syncing })
    await documents.put('run:1', { step: 1 }, 0)
    file.isFailing = true
    const failures = await Promise.allSettled([documents.get('run:1'), documents.put('run:1', { step: 2 }, 1)])
    const unreadable = { code: 'STORE_UNUSABLE', funds: 'unknown' }
    expect(failures).toMatchObject([{ reason: unreadable }, { reason: unreadable }])
    file.isFailing = false
    expect(await documents.get('run:1')).toEqual({ doc: { step: 1 }, version: 1 })
  })

  test('takes nothing while its disk is full, and is read all the same', async () => {
    const file = createFile()
    const documents = openSimulatedDocuments(file, AT_ONCE)
    await documents.put('run:1', { step: 1 }, 0)
    file.isFull = true
    await expect(documents.put('run:1', { step: 2 }, 1)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(await documents.get('run:1')).toEqual({ doc: { step: 1 }, version: 1 })
  })

  test('holds what it held once when its image is put back', async () => {
    const file = createFile()
    const documents = openSimulatedDocuments(file, AT_ONCE)
    await documents.put('run:1', { step: 1 }, 0)
    const image = imageOf(file)
    await documents.put('run:1', { step: 2 }, 1)
    await documents.put('run:2', {}, 0)
    putBack(file, image)
    expect(await documents.list('run:')).toEqual([{ key: 'run:1', doc: { step: 1 }, version: 1 }])
    await documents.put('run:1', { step: 3 }, 1)
    putBack(file, image)
    expect((await documents.get('run:1'))?.doc).toEqual({ step: 1 })
  })
})

/** A disk that syncs at once, as it does once a process is answered. */
async function syncing<T>(
  _what: string,
  act: () => T | Promise<T>,
  _latency?: unknown,
  settled?: () => void,
): Promise<T> {
  const result = await act()
  settled?.()
  return result
}
