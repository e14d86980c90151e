import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { createRunJournal } from '../../../src/wallet/run/journal.ts'
import { createCountingIds, createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'
import { sampleEvent, sampleLock, sampleRoute, STORE_TEST_START_MS } from '../../support/store.ts'
import { cli, json } from '../run-here.ts'

interface Compacted {
  readonly removed: number
  readonly beforeBytes: number
  readonly afterBytes: number
}

test('store compact removes what is past its time, and keeps every transaction and run that was paid', async () => {
  const home = await newHome()
  const env = { SWAPCLI_SANDBOX_SPEED: '100000' }
  const compact = async () => {
    const { stdout } = await cli(['store', 'compact', '--json'], { home, env })
    return (json(stdout) as { data: { store: Compacted; wallet: Compacted | null } }).data
  }
  const store = await openStore({ path: join(home, 'sandbox.db'), now: () => STORE_TEST_START_MS })
  await store.locks.insert(sampleLock('lock_old', { expiresAtMs: STORE_TEST_START_MS }), [])
  await store.events.append([sampleEvent('old', { at: '2020-01-01T00:00:00.000Z' })])
  const old = Array.from({ length: 500 }, (_, at) => sampleRoute(`old_${at}`, { keepUntilMs: STORE_TEST_START_MS }))
  await store.routes.putMany(old)
  await store.close()
  expect((await cli(['swap', '100', 'ethereum:USDC', 'base:USDC', '--yes'], { home, env })).code).toBe(0)
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  const journal = createRunJournal(documents, createFakeClock(STORE_TEST_START_MS), createCountingIds())
  const [paid] = await journal.all()
  if (paid === undefined) throw new Error('no run was kept')
  const { from, to, request, source } = paid
  const declined = await journal.create({ from, to, request, source, agreed: false })
  await journal.save(declined, { step: 'closed', closedAs: 'declined' })
  const unfinished = await journal.create({ from, to, request, source, agreed: false })
  await documents.close()

  const history = await cli(['history', '--json'], { home, env })
  const shown = json((await cli(['store', '--json'], { home, env })).stdout) as {
    data: { store: { removable: Record<string, { rows: number }> }; wallet: { freeBytes: number } }
  }
  expect([shown.data.store.removable['routes']?.rows, shown.data.wallet.freeBytes]).toEqual([300, 0])
  const after = await compact()
  // The quote and the lock of the swap have removed some of each kind.
  expect([after.store.removed, after.wallet?.removed]).toEqual([300, 1])
  expect(after.store.afterBytes).toBeLessThan(after.store.beforeBytes)
  expect((await cli(['history', '--json'], { home, env })).stdout).toBe(history.stdout)
  const exported = await cli(['export', '--jsonl'], { home, env })
  const runs = exported.stdout.split('\n').filter((line) => line.includes('"type":"run"'))
  expect(runs.map((line) => (json(line) as { data: { id: string } }).data.id)).toEqual([paid.id, unfinished.id])
})

test('store alone shows the sizes of the files and changes nothing', async () => {
  const home = await newHome()
  expect((await cli(['store'], { home })).stdout).toBe('store    not there yet\nwallet   not there yet\n')
  const path = join(home, 'sandbox.db')
  const store = await openStore({ path, now: () => STORE_TEST_START_MS })
  await store.routes.putMany([sampleRoute('old', { keepUntilMs: 0 })])
  await store.close()
  const { stdout } = await cli(['store', '--json'], { home })
  const nothing = { rows: 0, bytes: 0, counted: 'exactly' }
  const routes = { rows: 1, bytes: expect.any(Number) as number, counted: 'exactly' }
  const removable = {
    routes,
    locks: nothing,
    events: nothing,
    payloads: nothing,
    freeBytes: expect.any(Number) as number,
  }
  expect(json(stdout)).toEqual({ data: { store: { path, sizeBytes: sizeOf(path), removable }, wallet: null } })
  expect((await cli(['store'], { home })).stdout.split('\n').at(-2)).toMatch(
    /^compact {2}frees about \d+ KiB: 1 quoted route, space that nothing uses$/,
  )
  const again = await openStore({ path, now: () => STORE_TEST_START_MS })
  expect(await again.routes.prune(9)).toBe(1)
  await again.close()
})

test('store shows the sizes of files that cannot be used too', async () => {
  const home = await newHome()
  const path = join(home, 'sandbox.db')
  writeFileSync(path, 'no database, but as long as a page of one'.repeat(200), { mode: 0o600 })
  const { code, stdout, stderr } = await cli(['store'], { home })
  expect([code, stdout]).toEqual([0, `store    9 KiB  ${path}\nwallet   not there yet\n`])
  expect(stderr).toContain(`what compact would remove is not known: The store ${path} is not a database.`)
})

test('doctor --quick looks for no damage', async () => {
  const home = await newHome()
  expect((await cli(['quote', '100', 'ethereum:USDC', 'base:USDC'], { home })).code).toBe(0)
  const names = async (...words: string[]) => {
    const { data } = json((await cli(['doctor', ...words, '--json'], { home })).stdout) as {
      data: readonly { name: string }[]
    }
    return data.map(({ name }) => name)
  }
  const whole = await names()
  expect(whole).toContain('damage')
  expect(await names('--quick')).toEqual(whole.filter((name) => name !== 'damage'))
})

/** Bytes of a file of SQLite with its log. */
function sizeOf(path: string): number {
  return statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0)
}
