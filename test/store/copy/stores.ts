import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/io/clock.ts'
import { copyStore, type CopyOptions, type CopyResult, type StorePlace } from '../../../src/store/copy/copy-store.ts'
import { JOURNAL_START, type Store } from '../../../src/store/port.ts'
import { openPostgresStore } from '../../../src/store/postgres/open.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { collectGarbage } from '../../support/collect-garbage.ts'
import { sharedPostgres } from '../../support/postgres.ts'
import {
  addTransaction,
  sampleEvent,
  sampleLock,
  sampleRate,
  sampleRoute,
  sampleTransaction,
  STORE_TEST_START_MS as START,
} from '../../support/store.ts'

/** A store that can be copied, or made. */
export interface CopiedStore {
  readonly place: StorePlace
  /** Does something with it, as its only user. */
  use<T>(work: (store: Store) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** The place of a file that is not there. */
export function newFile(): CopiedStore & { readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'swapcli-copy-'))
  const path = join(folder, 'sandbox.db')
  return {
    path,
    place: { kind: 'file', path },
    use: (work) => useStore(() => openStore({ path, now: () => START }), work).finally(collectGarbage),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A database that holds nothing. */
export async function newDatabase() {
  const server = await sharedPostgres()
  const database = await server.createDatabase()
  const options = { url: database.url, env: {}, network: 'sandbox', clock: systemClock, random: Math.random }
  return {
    place: { kind: 'database', ...options } as const,
    use: <T>(work: (store: Store) => Promise<T>) =>
      useStore(async () => (await openPostgresStore({ ...options, nowMs: () => START, connections: 3 })).store, work),
    /** Runs a statement behind the store's back. */
    sql: (text: string) => server.query(text, database.name),
    remove: () => database.drop(),
  }
}

async function useStore<T>(open: () => Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  let store: Store | undefined
  try {
    store = await open()
    return await work(store)
  } finally {
    await store?.close()
  }
}

/** Copies a store, and lets go of it. */
export async function copy(
  from: CopiedStore,
  to: CopiedStore,
  options: Partial<Pick<CopyOptions, 'leave' | 'onProgress' | 'signal'>> = {},
): Promise<CopyResult> {
  try {
    return await copyStore({
      ...{ from: from.place, to: to.place, leave: new Set<string>(), onProgress: () => undefined },
      ...{ signal: new AbortController().signal, ...options },
    })
  } finally {
    if ([from, to].some(({ place }) => place.kind === 'file')) await collectGarbage()
  }
}

/** Puts something of each kind into a store. */
export async function fillStore(store: Store): Promise<void> {
  for (const [at, status] of (['PENDING', 'SUCCESS', 'FAILED', 'REFUND'] as const).entries()) {
    const id = `tx_${at}`
    const wallet = `0x${String(at % 2).repeat(40)}`
    await addTransaction(
      store,
      sampleTransaction(id, {
        createdAt: new Date(START - at).toISOString(),
        ...{ depositor: wallet, recipient: wallet, addressKeys: [wallet] },
        ...(at === 1 ? { referralCode: 'friend' } : {}),
        ...(at === 2 ? { exec: { chainId: 1, providerCalldata: '0x12' } } : {}),
      }),
    )
    const found = await store.transactions.get(id)
    if (found === undefined) throw new Error('it was stored')
    const record = {
      ...found.doc,
      status,
      hash: `0x${String(at).repeat(64)}`,
      deliveredOut: 5n,
      progress: { paidOut: 3n },
    }
    const more = { nextPollAtMs: status === 'PENDING' ? START : null, outboundHash: at === 1 ? 'out' : null }
    await store.transactions.replace({ ...record, ...more }, 1, [
      sampleEvent('transaction.updated', { transactionId: id, data: { status, note: 'a "quoted" ✓ \u0000 \ud800' } }),
    ])
  }
  await store.locks.insert(sampleLock('lock_unused'), [sampleEvent('lock.created', { lockId: 'lock_unused' })])
  await store.idempotency.begin({ key: 'execute:runs', digest: 'd1', runningMs: 60_000, keepMs: 600_000 })
  const { begun } = (await store.idempotency.begin({
    ...{ key: 'execute:over', digest: 'd2', runningMs: 60_000, keepMs: 600_000 },
  })) as { readonly begun: { readonly runningUntil: number } }
  await store.idempotency.finish('execute:over', begun.runningUntil, { id: 'tx_1', text: 'é'.repeat(300) })
  await store.documents.put('gate:A', { n: 1 }, 0)
  await store.documents.put('gate:A', { n: 2 }, 1)
  await store.documents.put('unlisted:é', ['x'], 0)
  const chain = { key: 'nova', name: 'Nova' } as never
  await store.catalog.put(
    [chain],
    ['0x2', '0x1'].map((address) => ({ chain: 'nova', address, symbol: `T${address}`, decimals: 6 }) as never),
  )
  await store.routes.putMany([sampleRoute('route')])
  await store.rates.putMany([sampleRate(0)])
}

/** All that whoever uses a store sees of it, but for the places and numbers of its events. */
export async function readAll(store: Store) {
  const filters = [{}, { addressKeys: [`0x${'0'.repeat(40)}`] }, { statuses: ['SUCCESS' as const] }, { query: 'usdc' }]
  const more = [{ query: '1111' }, { referralCode: 'friend' }]
  const ids = (await store.transactions.list({}, 1, 1_000)).items.map(({ id }) => id)
  return {
    lists: await Promise.all([...filters, ...more].map((filter) => store.transactions.list(filter, 1, 1_000))),
    stats: await Promise.all(filters.map((filter) => store.transactions.stats(filter))),
    counts: await store.transactions.countByStatus(),
    transactions: await Promise.all(ids.map((id) => store.transactions.get(id))),
    byHash: await store.transactions.findByHash(`0x${'1'.repeat(64)}`),
    due: await store.transactions.nextDueInMs(),
    locks: await Promise.all(['lock_unused', 'lock_of_tx_0', 'none'].map((id) => store.locks.get(id))),
    latest: await store.locks.latest(0, 9),
    events: (await store.events.since(JOURNAL_START, 10_000)).map(({ event }) => ({ ...event, seq: 0 })),
    ofTransaction: (await store.events.ofTransaction('tx_1')).map((event) => ({ ...event, seq: 0 })),
    requests: await Promise.all(
      ['execute:runs', 'execute:over'].map((key) =>
        store.idempotency.begin({ key, digest: 'another', runningMs: 60_000, keepMs: 600_000 }),
      ),
    ),
    documents: await store.documents.list(''),
    chains: await store.catalog.chains(),
    assets: await store.catalog.assets(),
  }
}
