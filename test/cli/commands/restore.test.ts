import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeUnused } from '../../../src/store/unused.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { noteInMarker, signatureOf } from '../../../src/store/sqlite/store-file.ts'
import { account } from '../../devnet/addresses.ts'
import { rawSql } from '../../store/raw.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { addTransaction, sampleLock, sampleTransaction, STORE_TEST_START_MS } from '../../support/store.ts'
import { swapErrorOf } from '../../support/swap-error.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

/* Whoever looks around with a new swapcli, and restores then, was told to restore elsewhere: the stores that looking makes were in the way. */

const now = () => STORE_TEST_START_MS

/** A home with a swap, settings and a contact. */
let used = ''
let backup = ''
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swapcli-restore-'))
  used = join(folder, 'home')
  backup = join(folder, 'backup.tar')
  expect((await cli(['demo', '--json'], { home: used, env: FAST })).code).toBe(0)
  for (const [key, value] of [
    ['slippage', '1'],
    ['contact.bob', account(1).address],
  ] as const) {
    expect((await cli(['config', 'set', key, value], { home: used })).code).toBe(0)
  }
  expect((await cli(['backup', backup, '--json'], { home: used })).code).toBe(0)
})
afterAll(async () => {
  for (const path of [join(used, '..'), stateOf(used)]) await rm(path, { recursive: true, force: true })
})

const restore = (home: string) => cli(['restore', backup, '--json'], { home })

async function restored(home: string) {
  const { code, stdout, stderr } = await restore(home)
  expect([code, stderr]).toEqual([0, ''])
  return (json(stdout) as { data: { removed: readonly string[]; settings: string; settingsNotPut: readonly string[] } })
    .data
}

const historyOf = async (home: string) => (await cli(['history', '--json'], { home })).stdout

describe('a home that was only looked at', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['history', ['history'], ['sandbox.db']],
    ['resume --list', ['resume --list'], ['wallet-sandbox.db']],
    ['a quote', ['quote 100 ethereum:USDC base:USDC'], ['sandbox.db']],
    ['store compact', ['store compact'], ['sandbox.db']],
    ['doctor', ['doctor', 'history', 'wallet list'], ['wallet-sandbox.db', 'sandbox.db']],
    [
      'looks at both networks',
      ['doctor', 'doctor --network live --quick'],
      ['wallet-sandbox.db', 'sandbox.db', 'wallet-live.db', 'live.db'],
    ],
  ])('is filled after %s', async (_what, commands, removed) => {
    const home = await newHome()
    for (const command of commands) await cli(command.split(' '), { home })
    expect(await restored(home)).toMatchObject({ removed, settings: 'restored' })
    expect(await historyOf(home)).toBe(await historyOf(used))
    expect((await readdir(home)).filter((name) => name.startsWith('live') || name.startsWith('restoring'))).toEqual([])
    expect((await cli(['doctor', '--quick'], { home })).code).toBe(0)
  })

  test('keeps its settings, and is told which of the backup were not put', async () => {
    const home = await newHome()
    expect((await cli(['config', 'set', 'slippage', '2'], { home })).code).toBe(0)
    const { settings, settingsNotPut } = await restored(home)
    expect([settings, settingsNotPut]).toEqual(['kept', ['slippage', 'contact.bob']])
    expect(json(await readFile(join(home, 'config.json'), 'utf8'))).toEqual({ slippage: '2' })
  })

  test('gets those of the backup where all of its own were unset', async () => {
    const home = await newHome()
    for (const words of ['set slippage 2', 'unset slippage']) await cli(['config', ...words.split(' ')], { home })
    expect(await restored(home)).toMatchObject({ settings: 'restored', settingsNotPut: [] })
    expect(json(await readFile(join(home, 'config.json'), 'utf8'))).toEqual({
      slippage: '1',
      'contact.bob': account(1).address,
    })
  })
})

describe('a home in which anything was done', () => {
  const inStore = async (home: string, put: (store: Awaited<ReturnType<typeof openStore>>) => Promise<unknown>) => {
    const store = await openStore({ path: join(home, 'sandbox.db'), now })
    await put(store)
    await store.close()
  }
  const inWallet = async (home: string, key: string) => {
    const documents = await openDocuments({ path: join(home, 'wallet-live.db') })
    await documents.put(key, {}, 0)
    await documents.close()
  }
  test.each<[string, string, (home: string) => Promise<unknown>]>([
    ['a lock', 'sandbox.db', (home) => inStore(home, (store) => store.locks.insert(sampleLock('lock_1'), []))],
    [
      'a transaction whose rows were lost',
      'sandbox.db',
      async (home) => {
        await inStore(home, (store) => addTransaction(store, sampleTransaction('tx_1')))
        const path = join(home, 'sandbox.db')
        rawSql(
          path,
          'PRAGMA foreign_keys = OFF',
          'DELETE FROM transactions',
          'DELETE FROM locks',
          'DELETE FROM idempotency',
          'PRAGMA wal_checkpoint(TRUNCATE)',
        )
        // A disk that forgets leaves the time of the file as it was.
        noteInMarker(path, { closed: signatureOf(path) })
      },
    ],
    [
      'a store that lacks writes',
      'sandbox.db',
      async (home) => {
        await inStore(home, () => Promise.resolve())
        await cp(join(home, 'sandbox.db'), join(home, 'early'))
        await inStore(home, (store) => store.locks.insert(sampleLock('lock_1'), []))
        await cp(join(home, 'early'), join(home, 'sandbox.db'))
      },
    ],
    ['a run', 'wallet-live.db', (home) => inWallet(home, 'run:run_1')],
    ['a payment outside of swaps', 'wallet-live.db', (home) => inWallet(home, 'send:0x01')],
    ['what a name stood for', 'wallet-live.db', (home) => inWallet(home, 'name:ethereum:alice.eth')],
    ['a kept older store', 'sandbox.db.backup-v3', (home) => writeFile(join(home, 'sandbox.db.backup-v3'), '')],
    [
      'a contact to watch',
      'wallets/cold.account.json',
      (home) => cli(['wallet', 'import', 'cold', '--address', account(1).address], { home }),
    ],
  ])('such as %s is not filled', async (_what, named, act) => {
    const home = await newHome()
    await act(home)
    const files = async () => (await readdir(home)).filter((name) => !/-(?:shm|wal)$/.test(name)).sort()
    const before = await files()
    const refused = await restore(home)
    expect([refused.code, failure(refused)['details'], failure(refused)['message']]).toEqual([
      ...[2, { reason: 'backup' }],
      expect.stringContaining(named),
    ])
    expect(await files()).toEqual(before)
  })

  test('is left alone where that happened after it was looked at', async () => {
    const home = await newHome()
    const path = join(home, 'sandbox.db')
    await inStore(home, (store) => store.locks.insert(sampleLock('lock_1'), []))
    expect(await removeUnused('store', path)).toBe(false)
    const store = await openStore({ path, now })
    expect(await store.locks.get('lock_1')).toBeDefined()
    await store.close()
  })
})

test('a process that has an empty store open when a backup takes its place writes nothing more', async () => {
  const home = await newHome()
  const store = await openStore({ path: join(home, 'sandbox.db'), now })
  await restored(home)
  const { code, message } = await swapErrorOf(store.locks.insert(sampleLock('lock_1'), []))
  expect([code, message]).toEqual(['STORE_UNUSABLE', expect.stringContaining('while it was in use')])
  await store.close()
  expect(await historyOf(home)).toBe(await historyOf(used))
})
