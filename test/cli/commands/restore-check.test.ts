import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar, type TarEntry, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBackup } from '../../../src/cli/backup/check-backup.ts'
import { unpackBackup } from '../../../src/cli/backup/restore-home.ts'
import { openStore } from '../../../src/store/index.ts'
import { account } from '../../devnet/addresses.ts'
import { rawSql } from '../../store/raw.ts'
import { addAccount, runInSession } from '../../support/command-session.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

/* `restore FILE --check` says what a backup is worth before it is needed, and changes nothing. */

/** A home with a swap, accounts and settings, and backups of it without keys and with them. */
let used = ''
let plain = ''
let withKeys = ''
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swapcli-check-'))
  used = join(folder, 'home')
  plain = join(folder, 'plain.tar')
  withKeys = join(folder, 'keys.tar')
  expect((await cli(['demo', '--json'], { home: used, env: FAST })).code).toBe(0)
  await addAccount(used, 'main', account(0).address, account(0).getHdKey().privateKey ?? new Uint8Array())
  await cli(['wallet', 'import', 'cold', '--address', account(1).address], { home: used })
  await writeFile(
    join(used, 'config.json'),
    JSON.stringify({ wallet: 'main', 'rpc.ethereum': 'https://key.example/rpc' }),
    { mode: 0o600 },
  )
  expect((await cli(['backup', plain, '--json'], { home: used })).code).toBe(0)
  expect((await cli(['backup', withKeys, '--with-keys', '--json'], { home: used })).code).toBe(0)
})
afterAll(async () => {
  for (const path of [join(used, '..'), stateOf(used)]) await rm(path, { recursive: true, force: true })
})

const check = (file: string, home: string, env = {}) => cli(['restore', file, '--check', '--json'], { home, env })

async function checkedOf(file: string, home: string, env = {}) {
  const { code, stdout, stderr } = await check(file, home, env)
  expect([code, stderr]).toEqual([0, ''])
  return (json(stdout) as { data: Record<string, unknown> }).data
}

/** What there is in a folder and below it, but for what SQLite keeps beside a file that is read. */
async function filesOf(folder: string): Promise<unknown> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => !/-(?:shm|wal)$/.test(name)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1').catch(() => 'a folder')))
  return names.map((name, at) => [name, texts[at]])
}

interface StatedFiles {
  files: { path: string; bytes: number; sha256: string }[]
  homes: { network: string; homeId: string }[]
}

/** A copy of a backup with one member changed, whose manifest states what it holds. */
async function withMember(
  file: string,
  path: string,
  change: (bytes: Uint8Array) => Promise<Uint8Array>,
  forge: (manifest: StatedFiles) => void = () => undefined,
) {
  const found = await unpackTar(new Uint8Array(await readFile(file)))
  const [first, ...rest] = found
  const manifest = JSON.parse(Buffer.from(first?.data ?? []).toString('utf8')) as StatedFiles
  const members: TarEntry[] = []
  for (const { header, data = new Uint8Array() } of rest) {
    const body = header.name === path ? await change(data) : data
    const stated = manifest.files.find((each) => each.path === header.name)
    Object.assign(stated ?? {}, { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
    members.push({ header: { ...header, size: body.length }, body })
  }
  forge(manifest)
  const text = JSON.stringify(manifest)
  const changed = join(await newHome(), 'changed.tar')
  await writeFile(
    changed,
    await packTar([{ header: { name: 'manifest.json', size: text.length, type: 'file' }, body: text }, ...members]),
  )
  return changed
}

async function changedStore(bytes: Uint8Array, ...sql: readonly string[]): Promise<Uint8Array> {
  const path = join(await newHome(), 'store.db')
  await writeFile(path, bytes)
  rawSql(path, 'PRAGMA foreign_keys = OFF', ...sql, 'PRAGMA wal_checkpoint(TRUNCATE)')
  return new Uint8Array(await readFile(path))
}

/** A store with the mark of another home. */
async function ofAnotherHome(bytes: Uint8Array): Promise<Uint8Array> {
  const path = join(await newHome(), 'store.db')
  await writeFile(path, bytes)
  const store = await openStore({ path, now: () => 0 })
  const mark = await store.documents.get('home')
  await store.documents.put('home', { ...(mark?.doc as object), homeId: 'home_other' }, mark?.version ?? 0)
  await store.close()
  return new Uint8Array(await readFile(path))
}

describe('the check of a backup', () => {
  test('says what it holds, of which home and how far, and what a restore would do', async () => {
    const state = { SWAPCLI_STATE: stateOf(used) }
    const home = await newHome()
    const { manifest, networks, ...rest } = await checkedOf(plain, home, state)
    const { homes } = manifest as { homes: readonly { homeId: string; generation: string; counter: number }[] }
    const { homeId = '', generation = '', counter = 0 } = homes[0] ?? {}
    expect(networks).toEqual([
      {
        network: 'sandbox',
        transactions: { total: 1, pending: 0, newestAt: expect.stringMatching(/^20.*Z$/) as string },
        runs: { total: 1, unfinished: 0 },
        mark: { homeId, generation, counter, isThisHome: false, countedSince: 0 },
      },
    ])
    expect(rest).toEqual({
      file: plain,
      bytes: (await readFile(plain)).length,
      accounts: [
        { name: 'cold', address: account(1).address, kind: 'watch', key: 'none' },
        { name: 'main', address: account(0).address, kind: 'keystore', key: 'left-out' },
      ],
      settings: ['wallet'],
      damage: [],
      plan: { home, outcome: 'fill', removed: [], settings: { outcome: 'restored', notPut: [] } },
    })
    expect(await readdir(home)).toEqual([])
  })

  test('tells keys that are in it, and a home that went on since or was never seen', async () => {
    const { accounts, settings, networks } = await checkedOf(withKeys, await newHome())
    expect(accounts).toMatchObject([{ name: 'cold' }, { name: 'main', key: 'included' }])
    expect([settings, (networks as { mark: object }[])[0]?.mark]).toEqual([
      ['wallet', 'rpc.ethereum'],
      expect.not.objectContaining({ countedSince: expect.anything() as unknown }),
    ])
  })

  test('works over the home that it was taken from, and changes no file of it', async () => {
    const before = await filesOf(used)
    const state = { SWAPCLI_STATE: stateOf(used) }
    const { networks, plan } = await checkedOf(plain, used, state)
    expect([networks, plan]).toMatchObject([
      [{ mark: { isThisHome: true, countedSince: 0 } }],
      { outcome: 'refuse', because: expect.stringContaining('holds sandbox.db, wallet-sandbox.db') as string },
    ])
    expect(await filesOf(used)).toEqual(before)
  })

  test('names what would make room, and settings that would not be put', async () => {
    const home = await newHome()
    await cli(['history'], { home })
    await cli(['config', 'set', 'wallet', 'other'], { home })
    const before = await filesOf(home)
    expect((await checkedOf(plain, home))['plan']).toEqual({
      ...{ home, outcome: 'fill', removed: ['sandbox.db'] },
      settings: { outcome: 'kept', notPut: ['wallet'] },
    })
    expect(await filesOf(home)).toEqual(before)
  })

  test('says that a restore which was cut off would be finished, or stands in the way of another backup', async () => {
    const home = await newHome()
    const { error } = await runInSession(async (session) => void (await unpackBackup(session, plain)), { home })
    expect(error).toBeUndefined()
    expect((await checkedOf(plain, home))['plan']).toMatchObject({ outcome: 'finish' })
    expect((await checkedOf(withKeys, home))['plan']).toMatchObject({
      outcome: 'refuse',
      because: `Another backup is half restored in ${home}`,
    })
  })

  test('prints it for a person', async () => {
    const home = await newHome()
    const { code, stdout } = await cli(['restore', plain, '--check'], { home })
    const lines = stdout.split('\n').map((line) => line.replace(/\s+/g, ' '))
    expect([code, lines]).toEqual([
      0,
      [
        expect.stringMatching(/^file .*plain\.tar \(\d+ bytes\)$/),
        expect.stringMatching(/^taken 20.* \+00:00 by swapcli /),
        'sums right, of 5 files',
        expect.stringMatching(/^sandbox 1 transaction, 0 pending, the newest of 20.*; 1 run, 0 unfinished$/),
        expect.stringMatching(/^home home_\w+, at count \d+; this machine has seen no payment of it$/),
        `account cold ${account(1).address}, watch only`,
        `account main ${account(0).address}, without its key: a backup has it with --with-keys`,
        'settings wallet',
        'left out rpc.ethereum',
        `restore would fill ${home}`,
        '',
      ],
    ])
  })
})

describe('a backup that is no good', () => {
  test.each<[string, string, (bytes: Uint8Array) => Promise<Uint8Array>, string]>([
    [
      'a damaged transaction',
      'sandbox.db',
      (bytes) => changedStore(bytes, `UPDATE transactions SET sum = 'flipped'`),
      'sandbox.db: transactions tx_',
    ],
    [
      'a store without its transactions',
      'sandbox.db',
      (bytes) => changedStore(bytes, 'DELETE FROM transactions'),
      'sandbox.db: the index of transactions has',
    ],
    [
      'a wallet file of another home',
      'wallet-sandbox.db',
      (bytes) => changedStore(bytes, `DELETE FROM meta WHERE id = 'home'`),
      'The manifest names another home than the wallet file of sandbox',
    ],
    ['no store', 'sandbox.db', async () => new Uint8Array(Buffer.from('text')), 'sandbox.db'],
    [
      'a damaged account',
      'wallets/main.account.json',
      async () => new Uint8Array(Buffer.from('{}')),
      'The account file wallets/main.account.json is damaged',
    ],
    ['an empty store', 'sandbox.db', async () => new Uint8Array(), 'sandbox.db: it is empty'],
    ['an empty wallet file', 'wallet-sandbox.db', async () => new Uint8Array(), 'wallet-sandbox.db: it is empty'],
    [
      'settings that are none',
      'config.json',
      async () => new Uint8Array(Buffer.from('{')),
      'config.json holds no settings',
    ],
    ['a store of another home', 'sandbox.db', ofAnotherHome, 'of two homes'],
  ])('for %s is told from one that is, with exit code 3, and not restored', async (_what, path, change, told) => {
    const file = await withMember(plain, path, change)
    const home = await newHome()
    const { code, stdout, stderr } = await check(file, home)
    const restored = await cli(['restore', file, '--json'], { home })
    expect([restored.code, failure(restored), await readdir(home)]).toEqual([
      3,
      expect.objectContaining({ details: { reason: 'backup' }, message: failure({ stderr })['message'] }) as unknown,
      [],
    ])
    const { data } = json(stdout) as { data: { damage: readonly string[] } }
    expect([code, data.damage, failure({ stderr })]).toEqual([
      3,
      expect.arrayContaining([expect.stringContaining(told)]) as unknown,
      expect.objectContaining({ code: 'STORE_UNUSABLE', details: { reason: 'backup' } }) as unknown,
    ])
  })

  test('for what was damaged in the home already is told as that', async () => {
    const home = await newHome()
    expect((await cli(['restore', plain, '--json'], { home })).code).toBe(0)
    rawSql(join(home, 'sandbox.db'), `UPDATE transactions SET sum = 'flipped'`)
    const file = join(await newHome(), 'damaged.tar')
    expect((await cli(['backup', file, '--damaged', '--json'], { home })).code).toBe(0)
    const { code, stdout } = await check(file, await newHome())
    const { data } = json(stdout) as { data: { manifest: { damaged: readonly string[] }; damage: readonly string[] } }
    expect([code, data.damage]).toEqual([
      3,
      [...data.manifest.damaged, expect.stringMatching(/^sandbox.db: transactions tx_/)],
    ])
  })

  test.each<[string, (manifest: StatedFiles) => void, string]>([
    [
      'names another home than its wallet file',
      ({ homes }) => homes.splice(0, 1, { ...homes[0], network: 'sandbox', homeId: 'home_other' }),
      'The manifest names another home than the wallet file of sandbox',
    ],
    [
      'names a home of which it has no wallet file',
      ({ homes }) => homes.push({ ...homes[0], network: 'live', homeId: 'home_other' }),
      'The manifest names a home of live, and the backup has no wallet file of that',
    ],
  ])('for a manifest that %s is restored by no option', async (_what, forge, told) => {
    const file = await withMember(plain, '', async (bytes) => bytes, forge)
    const home = await newHome()
    for (const words of ['--check', '', '--damaged']) {
      const said = await cli(['restore', file, '--json', ...words.split(' ').filter(Boolean)], { home })
      expect([said.code, failure(said)['message']]).toEqual([3, `What the backup holds is damaged: ${told}`])
    }
    expect(await readdir(home)).toEqual([])
  })

  test('for nothing in it is refused in the same words by both', async () => {
    const file = join(await newHome(), 'empty.tar')
    const manifest = { format: 1, version: '0', createdAt: '2026-11-23T00:00:00.000Z', homes: [], files: [] }
    const text = JSON.stringify({ ...manifest, withKeys: false, leftOut: { keys: [], settings: [] } })
    const header = { name: 'manifest.json', size: text.length, type: 'file' } as const
    await writeFile(file, await packTar([{ header, body: text }]))
    for (const words of [[], ['--check'], ['--damaged']]) {
      const said = await cli(['restore', file, '--json', ...words], { home: await newHome() })
      expect([said.code, failure(said)['message']]).toEqual([3, `${file} holds nothing`])
    }
  })

  test('for a key of another account, or a damaged key, is told too', async () => {
    const { files } = (await checkedOf(withKeys, await newHome()))['manifest'] as { files: { path: string }[] }
    const key = files.find(({ path }) => /^wallets\/main(?!\.account)/.test(path))?.path ?? ''
    const file = await withMember(withKeys, key, async () => new Uint8Array(Buffer.from('{}')))
    const { code, stderr } = await check(file, await newHome())
    expect([code, failure({ stderr })['message']]).toEqual([3, expect.stringContaining(key)])
  })

  test('leaves nothing where it was unpacked, also when it was stopped', async () => {
    const folder = await newHome()
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = folder
    try {
      await check(plain, await newHome())
      await check(await withMember(plain, 'sandbox.db', async () => new Uint8Array(5)), await newHome())
      const stopped = new AbortController()
      stopped.abort()
      const { error } = await runInSession(async (session) => void (await checkBackup(session, plain)), {
        home: await newHome(),
        signal: stopped.signal,
      })
      expect(error).toMatchObject({ code: 'INTERRUPTED' })
      expect((await readdir(folder)).filter((name) => name.startsWith('swapcli-check.'))).toEqual([])
    } finally {
      process.env['TMPDIR'] = before
      if (before === undefined) delete process.env['TMPDIR']
    }
  })

  test('is refused with other words of restore', async () => {
    const home = await newHome()
    expect((await cli(['restore', '--check'], { home })).code).toBe(2)
    expect((await cli(['restore', plain, '--check', '--give-up'], { home })).code).toBe(2)
  })
})
