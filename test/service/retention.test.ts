import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Execution } from '../../src/core/api/documents.ts'
import { DAY_MS } from '../../src/core/text/duration.ts'
import { MOST_KEPT_DAYS } from '../../src/core/swap/defaults.ts'
import { openSwapService } from '../../src/open.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { createRunJournal } from '../../src/wallet/run/journal.ts'
import { evmHash, LOCKABLE } from '../support/contract-world.ts'
import { createCountingIds, createFakeClock } from '../support/fake-clock.ts'
import { newHome } from '../support/new-home.ts'
import { rotBlocks } from '../store/raw.ts'
import {
  addTransaction,
  readEvents,
  sampleEvent,
  sampleLock,
  sampleRoute,
  sampleTransaction,
} from '../support/store.ts'

const PROVIDER = 'SANDBOX_BRIDGE'

async function openHome(keptMs: number, clock = createFakeClock()) {
  const home = await newHome()
  const limits = { keepLocksMs: keptMs, keepEventsMs: keptMs }
  const open = () => openSwapService({ home, clock, ids: createCountingIds(), sandbox: { speed: 1000 }, ...limits })
  const service = await open()
  onTestFinished(() => service.close())
  const store = await openStore({ path: join(home, 'sandbox.db'), now: () => clock.now() })
  onTestFinished(() => store.close())
  const lock = async (idempotencyKey: string) => {
    const request = { ...LOCKABLE, provider: PROVIDER }
    return { request, answer: await service.lock(request, { idempotencyKey }) }
  }
  return { home, clock, service, store, lock, open }
}

/** As many as must come after an event before it can go. */
const laterEvents = (atMs: number) =>
  Array.from({ length: 500 }, () => sampleEvent('later', { at: new Date(atMs).toISOString() }))

test('where nothing is to be kept, what is open, tracked or may be asked for again stays', async () => {
  const { clock, service, store, lock } = await openHome(0)
  const past = clock.now() - 9 * DAY_MS
  await store.locks.insert(sampleLock('lock_unused', { expiresAtMs: past }), [])
  await store.locks.insert(sampleLock('lock_open', { expiresAtMs: clock.now() + DAY_MS }), [])
  await store.locks.insert(sampleLock('lock_claimed', { state: 'executing', expiresAtMs: past, claimedAtMs: past }), [])
  await addTransaction(store, sampleTransaction('tx_followed', { nextPollAtMs: past }))
  const ended = sampleTransaction('tx_ended', { status: 'SUCCESS', stage: 'done', hash: '0x1', inboundHash: '0x1' })
  await addTransaction(store, ended)
  const at = new Date(past).toISOString()
  await store.events.append(
    ['tx_followed', 'tx_ended'].map((transactionId) => sampleEvent('old', { at, transactionId })),
  )
  await store.events.append(laterEvents(clock.now()))
  await store.routes.putMany([sampleRoute('route_old', { keepUntilMs: past })])
  const { request, answer: locked } = await lock('lock-1')
  const execute = (): Promise<Execution> => service.execute({ lockId: locked.lockId }, { idempotencyKey: 'execute-1' })
  const executed = await execute()

  await clock.advance(DAY_MS - 60_000)
  await (await service.admin()).compactStore()
  const isThere = async (id: string) => (await store.locks.get(id)) !== undefined
  const locks = ['lock_unused', 'lock_open', 'lock_claimed', 'lock_of_tx_followed', 'lock_of_tx_ended']
  expect(await Promise.all(locks.map(isThere))).toEqual([false, true, true, true, true])
  expect((await store.transactions.get('tx_ended'))?.doc).toEqual(ended)
  expect((await store.events.ofTransaction('tx_followed')).length).toBe(1)
  expect(await store.events.ofTransaction('tx_ended')).toEqual([])
  expect(await store.routes.get(PROVIDER, 'route_old')).toBeUndefined()
  expect(await execute()).toEqual(executed)
  // The lock has expired: its key is free.
  expect((await service.lock(request, { idempotencyKey: 'lock-1' })).lockId).not.toBe(locked.lockId)

  // Nobody can pay it any more, or ask for it by its key.
  await service.track({ transactionId: executed.transaction?.id ?? '', txHash: evmHash(7) })
  await service.status({ transactionId: executed.transaction?.id ?? '' })
  const record = async () => (await store.transactions.get(executed.transaction?.id ?? ''))?.doc
  await clock.advance(60_000)
  await service.status({ transactionId: executed.transaction?.id ?? '' })
  expect((await record())?.status).toBe('SUCCESS')
  expect((await record())?.exec).toBeDefined()
  await clock.advance(120_000)
  await lock('lock-2')
  const { exec: _payload, ...others } = { ...(await record()) }
  expect(await record()).toEqual(others)
})

test('a clock that is years ahead removes no event: what came after must say that the time has passed', async () => {
  const { clock, service, store } = await openHome(365 * DAY_MS)
  await store.events.append([sampleEvent('old', { at: new Date(clock.now()).toISOString() })])
  await clock.advance(3 * 365 * DAY_MS)
  const types = async () => (await readEvents(store)).map(({ type }) => type).slice(0, 2)
  await (await service.admin()).compactStore()
  expect(await types()).toEqual(['old'])
  await store.events.append(laterEvents(clock.now()).slice(1))
  await (await service.admin()).compactStore()
  expect(await types()).toEqual(['old', 'later'])
  await store.events.append(laterEvents(clock.now()))
  await (await service.admin()).compactStore()
  expect(await types()).toEqual(['later', 'later'])
})

test('what can go is counted before it goes, and is about as large as what its removal frees', async () => {
  const { clock, service, store } = await openHome(7 * DAY_MS)
  const nowMs = clock.now()
  const past = nowMs - 9 * DAY_MS
  const [text, exec] = ['x'.repeat(3000), { to: '0x1', data: `0x${'ab'.repeat(2000)}`, value: '0', chainId: 1 }]
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
  await store.routes.putMany([
    ...numbers(300).map((at) => sampleRoute(`over_${at}`, { keepUntilMs: past })),
    ...numbers(5).map((at) => sampleRoute(`ahead_${at}`, { keepUntilMs: nowMs + 9 * DAY_MS })),
    sampleRoute('kept', { keepUntilMs: nowMs + 60_000 }),
  ])
  for (const at of numbers(40)) await store.locks.insert(sampleLock(`unused_${at}`, { expiresAtMs: past }), [])
  await store.locks.insert(sampleLock('kept', { expiresAtMs: nowMs }), [])
  const at = new Date(past).toISOString()
  await store.events.append(numbers(200).map(() => sampleEvent('old', { at, data: { text } })))
  await store.events.append([...laterEvents(nowMs), sampleEvent('newest')])
  const ended = { status: 'SUCCESS', stage: 'done', createdAt: at, exec } as const
  for (const n of numbers(30))
    await addTransaction(store, sampleTransaction(`tx_${n}`, { ...ended, hash: evmHash(n + 1) }))

  const admin = await service.admin()
  const { freeBytes, ...kinds } = await admin.removable()
  const rows = Object.entries(kinds).map(([kind, { rows: found, counted }]) => [kind, found, counted])
  expect(rows).toEqual([
    ['routes', 305, 'exactly'],
    ['locks', 40, 'exactly'],
    ['events', 200, 'at-most'],
    ['payloads', 30, 'exactly'],
  ])
  const { removed, beforeBytes, afterBytes } = await admin.compactStore()
  expect(removed).toBe(545)
  const stated = Object.values(kinds).reduce((sum, { bytes }) => sum + bytes, freeBytes)
  expect(stated / (beforeBytes - afterBytes)).toBeGreaterThan(0.7)
  expect(stated / (beforeBytes - afterBytes)).toBeLessThan(1.4)
  const nothing = { rows: 0, bytes: 0, counted: 'exactly' }
  expect(await admin.removable()).toEqual({
    ...{ routes: nothing, locks: nothing, events: nothing, payloads: nothing, freeBytes: 0 },
  })
})

test('where all is to be kept for as long as can be set, only quoted routes go', async () => {
  const { clock, service, store } = await openHome(MOST_KEPT_DAYS * DAY_MS)
  await store.locks.insert(sampleLock('lock_unused', { expiresAtMs: 0 }), [])
  await store.events.append([sampleEvent('old', { at: new Date(0).toISOString() })])
  await store.routes.putMany([sampleRoute('route_old', { keepUntilMs: clock.now() - 1 })])
  expect((await (await service.admin()).compactStore()).removed).toBe(1)
  expect(await store.locks.get('lock_unused')).toBeDefined()
  expect((await readEvents(store)).length).toBe(1)
})

test('a server removes what is past its time without a lock, a step at a time, until it is closed', async () => {
  const { clock, service, store } = await openHome(DAY_MS)
  const at = new Date(clock.now() - 9 * DAY_MS).toISOString()
  await store.events.append(Array.from({ length: 250 }, () => sampleEvent('old', { at })))
  await store.events.append([sampleEvent('new'), ...laterEvents(clock.now())])
  const stop = service.startRetention()
  const oldest = async () => (await readEvents(store)).at(0)?.seq
  await clock.advance(0)
  expect(await oldest()).toBe(101)
  await clock.advance(10 * 60_000)
  expect(await oldest()).toBe(251)
  await stop()
  expect(clock.sleepers()).toBe(0)
})

test('a server finds an index of texts that has rotted, and builds it anew in steps, while swaps go on', async () => {
  const { home, clock, service, store } = await openHome(0)
  const path = join(home, 'sandbox.db')
  for (const name of ['tx_one', 'tx_two']) await addTransaction(store, sampleTransaction(name))
  const stop = service.startRetention()
  await clock.advance(0)
  rotBlocks(path)
  await clock.advance(10 * 60_000)
  await addTransaction(store, sampleTransaction('tx_three'))
  await clock.advance(10 * 60_000)
  await stop()
  expect((await store.transactions.list({ query: 'tx_' }, 1, 9)).total).toBe(3)
  expect(await store.transactions.verifyTexts({ rows: 0, parties: 0 })).toEqual({ rows: 3, parties: 1 })
})

test('files are compacted while a service and a wallet use them, and nothing of theirs is lost', async () => {
  const { home, clock, service, lock, open } = await openHome(0)
  service.startTracker()
  const other = await open()
  onTestFinished(() => other.close())
  const admin = await other.admin()
  const path = join(home, 'wallet-sandbox.db')
  const [wallet, compacting] = [await openDocuments({ path }), await openDocuments({ path })]
  onTestFinished(() => Promise.all([wallet.close(), compacting.close()]).then(() => undefined))
  const journal = createRunJournal(wallet, clock, createCountingIds())
  const ids: (string | undefined)[] = []
  for (let round = 0; round < 4; round += 1) {
    const { request, answer } = await lock(`lock-${round}`)
    const source = { chainId: 1, isNative: false }
    const run = await journal.create({ from: 'a', to: 'b', request, source, agreed: true })
    const [executed, saved] = await Promise.all([
      service.execute({ lockId: answer.lockId }, { idempotencyKey: `execute-${round}` }),
      journal.save(run, { step: 'locked' }),
      admin.compactStore(),
      compacting.compact(),
    ])
    await journal.save(saved, { step: 'executing' })
    ids.push(executed.transaction?.id)
    await clock.advance(5_000)
  }
  const history = await service.history({ perPage: 9 })
  expect(history.data.map(({ id }) => id).reverse()).toEqual(ids)
  expect((await journal.listUnfinished()).map(({ step }) => step)).toEqual(ids.map(() => 'executing'))
  const { examineFile } = await import('../../src/store/examine-file.ts')
  const undamaged = { structure: [], documents: [] }
  expect(await examineFile('store', join(home, 'sandbox.db'))).toEqual(undamaged)
  expect(await examineFile('wallet', path)).toEqual(undamaged)
})

test('locks of one moment look for what is past its time once, and the next moment’s again', async () => {
  const { clock, store, lock } = await openHome(0)
  const lockPast = async (id: string, key: string) => {
    await store.locks.insert(sampleLock(id, { expiresAtMs: clock.now() - 9 * DAY_MS }), [])
    await lock(key)
    return (await store.locks.get(id)) !== undefined
  }
  expect([await lockPast('lock_1', 'a'), await lockPast('lock_2', 'b')]).toEqual([false, true])
  await clock.advance(100)
  expect(await lockPast('lock_3', 'c')).toBe(false)
  expect(await store.locks.get('lock_2')).toBeUndefined()
})
