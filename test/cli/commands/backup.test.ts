import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { watch } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { packTar, type TarEntry, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDraft } from '../../../src/cli/backup/backup-target.ts'
import { unpackBackup } from '../../../src/cli/backup/restore-home.ts'
import { tryFileLock } from '../../../src/store/sqlite/file-lock.ts'
import { account } from '../../devnet/addresses.ts'
import { addAccount, runInSession } from '../../support/command-session.ts'
import { copyHome } from '../../support/copy-home.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'
import { stopSwapAt } from '../../support/stopped-swap.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

const SECRET = 'https://key-of-mine.example/rpc'

/** A home with a swap, an account with a key, one that is watched, and settings, one of them secret. */
let used = ''
beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-backup-'))
  expect((await cli(['demo', '--json'], { home, env: FAST })).code).toBe(0)
  await addAccount(home, 'main', account(0).address, account(0).getHdKey().privateKey ?? new Uint8Array())
  expect((await cli(['wallet', 'import', 'cold', '--address', account(1).address], { home })).code).toBe(0)
  await writeFile(join(home, 'config.json'), JSON.stringify({ slippage: '1', 'rpc.ethereum': SECRET }), { mode: 0o600 })
  used = home
})
afterAll(async () => {
  for (const folder of [used, stateOf(used)]) await rm(folder, { recursive: true, force: true })
})

/** A copy of it, on a machine that has seen it. */
async function usedHome(): Promise<string> {
  const home = await newHome()
  await copyHome(used, home)
  await cp(stateOf(used), stateOf(home), { recursive: true })
  return home
}

/** Writes a backup of a home. */
async function backupOf(home: string, ...flags: readonly string[]): Promise<string> {
  const file = join(await newHome(), 'backup.tar')
  const { code, stderr } = await cli(['backup', file, '--json', ...flags], { home })
  expect([code, stderr]).toEqual([0, ''])
  return file
}

const restore = (file: string, home: string, env = {}) => cli(['restore', file, '--json'], { home, env })

async function membersOf(file: string): Promise<TarEntry[]> {
  const found = await unpackTar(new Uint8Array(await readFile(file)))
  return found.map(({ header, data }) => ({ header, body: data ?? new Uint8Array() }))
}

async function manifestOf(file: string) {
  const [first] = await membersOf(file)
  const text = Buffer.from((first?.body ?? new Uint8Array()) as Uint8Array).toString('utf8')
  return json(text) as Record<string, unknown> & { files: { path: string; bytes: number; sha256: string }[] }
}

async function listOf(home: string, command: string): Promise<unknown> {
  return json((await cli([...command.split(' '), '--json'], { home })).stdout)
}

const REFUSED = { reason: 'backup' }

describe('a backup', () => {
  test('holds what the home held, and no secret; restore says what is missing', async () => {
    const home = await usedHome()
    const file = await backupOf(home)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const bytes = await readFile(file)
    expect(bytes.includes(SECRET)).toBe(false)
    expect(bytes.includes('ciphertext')).toBe(false)
    expect(await manifestOf(file)).toMatchObject({
      ...{ format: 1, withKeys: false },
      homes: [{ network: 'sandbox', homeId: expect.stringMatching(/^home_/) as string }],
      leftOut: { keys: ['main'], settings: ['rpc.ethereum'] },
    })
    const copy = await newHome()
    const { code, stdout } = await restore(file, copy)
    expect([code, json(stdout)]).toMatchObject([
      0,
      { data: { settings: 'restored', leftOut: { keys: ['main'], settings: ['rpc.ethereum'] } } },
    ])
    for (const command of ['history', 'stats', 'resume --list']) {
      expect(await listOf(copy, command)).toEqual(await listOf(home, command))
    }
    expect(await readdir(join(copy, 'wallets'))).toEqual(['cold.account.json', 'main.account.json'])
    expect(json(await readFile(join(copy, 'config.json'), 'utf8'))).toEqual({ slippage: '1' })
    expect((await readdir(copy)).filter((name) => name.startsWith('restoring'))).toEqual([])
  })

  test('with keys holds them encrypted as they are, and secret settings', async () => {
    const home = await usedHome()
    const copy = await newHome()
    expect((await restore(await backupOf(home, '--with-keys'), copy)).code).toBe(0)
    const names = await readdir(join(home, 'wallets'))
    expect(await readdir(join(copy, 'wallets'))).toEqual(names)
    for (const name of names) {
      const texts = await Promise.all([home, copy].map((place) => readFile(join(place, 'wallets', name), 'utf8')))
      expect(texts[1]).toBe(texts[0])
      expect((await stat(join(copy, 'wallets', name))).mode & 0o777).toBe(0o600)
    }
    expect(json(await readFile(join(copy, 'config.json'), 'utf8'))).toMatchObject({ 'rpc.ethereum': SECRET })
  })

  test('replaces a file only with --force, and leaves no draft', async () => {
    const home = await usedHome()
    const file = await backupOf(home)
    const before = await readFile(file)
    const refused = await cli(['backup', file, '--json'], { home })
    expect([refused.code, failure(refused)['details'], failure(refused)['hint']]).toEqual([
      ...[2, REFUSED],
      `Name another file, or replace it: swapcli backup ${file} --force`,
    ])
    expect((await readFile(file)).equals(before)).toBe(true)
    expect((await cli(['backup', file, '--force', '--json'], { home })).code).toBe(0)
    expect(await readdir(join(file, '..'))).toEqual(['backup.tar'])
  })

  test('is written over nothing but an earlier backup: no link, device, folder, key or store is replaced, with --force or without', async () => {
    const home = await usedHome()
    const place = await newHome()
    const at = (name: string) => join(place, name)
    const key = (await readdir(join(home, 'wallets'))).find((name) => !name.endsWith('.account.json')) ?? ''
    await writeFile(at('notes.txt'), 'mine')
    await symlink(at('notes.txt'), at('link'))
    await symlink(home, at('home'))
    await mkdir(at('folder'))
    execFileSync('mkfifo', [at('pipe')])
    const refusedPlaces = [
      ...[at('notes.txt'), at('link'), at('folder'), at('pipe'), '-', at('missing/backup.tar')],
      ...[join(home, 'wallets', key), join(home, 'sandbox.db'), join(home, 'new.tar'), at('home/new.tar')],
    ]
    const look = async () => {
      const names = [...(await readdir(place)), ...(await readdir(home)), ...(await readdir(join(home, 'wallets')))]
      const kinds = await Promise.all(['link', 'pipe'].map(async (name) => (await lstat(at(name))).mode))
      return [
        names.filter((name) => !/-(shm|wal)$/.test(name)),
        kinds,
        await readFile(join(home, 'wallets', key), 'utf8'),
      ]
    }
    const before = await look()
    for (const path of refusedPlaces) {
      for (const flags of [[], ['--force']]) {
        const refused = await cli(['backup', path, '--json', ...flags], { home })
        const isMissing = path.includes('missing')
        expect([path, refused.code, failure(refused)['details']]).toEqual([
          path,
          isMissing ? 3 : 2,
          isMissing ? undefined : REFUSED,
        ])
        expect(String(failure(refused)['hint'])).toMatch(/Name (another|a) file/)
      }
    }
    expect(await look()).toEqual(before)
  })

  test('of nothing, or of another home, replaces no backup', async () => {
    const home = await usedHome()
    const file = await backupOf(home)
    const before = await readFile(file)
    const other = await newHome()
    const force = () => cli(['backup', file, '--force', '--json'], { home: other })
    // `history` makes an empty store.
    for (const command of [undefined, 'history']) {
      if (command !== undefined) expect((await cli([command, '--json'], { home: other })).code).toBe(0)
      const refused = await force()
      expect([refused.code, failure(refused)['message']]).toEqual([2, expect.stringContaining('nothing to back up')])
    }
    expect((await cli(['demo', '--json'], { home: other, env: FAST })).code).toBe(0)
    const refused = await force()
    expect([refused.code, failure(refused)['message']]).toEqual([2, expect.stringContaining('of another home')])
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  test('of a damaged home names what is damaged, and is written only where that is accepted, and over no whole one', async () => {
    const home = await usedHome()
    const file = await backupOf(home)
    const store = join(home, 'sandbox.db')
    await rm(store)
    const refused = await cli(['backup', `${file}-2`, '--json'], { home })
    expect([refused.code, failure(refused)['details'], failure(refused)['message']]).toEqual([
      ...[3, REFUSED],
      expect.stringContaining(`${store} is missing, but it has held data`),
    ])
    expect((await cli(['backup', file, '--force', '--damaged', '--json'], { home })).code).toBe(2)
    const taken = await cli(['backup', `${file}-2`, '--damaged', '--json'], { home })
    expect([taken.code, json(taken.stdout)]).toMatchObject([0, { data: { damaged: [expect.stringContaining(store)] } }])
    const into = await newHome()
    const notRestored = await restore(`${file}-2`, into)
    expect([notRestored.code, failure(notRestored)['details'], failure(notRestored)['hint']]).toEqual([
      ...[3, REFUSED],
      `Nothing was restored. Restore an earlier backup, or what is left in this one: swapcli restore ${file}-2 --damaged`,
    ])
    const restored = await cli(['restore', `${file}-2`, '--damaged'], { home: into })
    expect([restored.code, restored.stderr]).toEqual([
      0,
      expect.stringContaining(`damaged     The store ${store} is missing`),
    ])
  })

  test.each([
    ['store', 'sandbox.db', 'history', 'wallet file'],
    ['wallet file', 'wallet-sandbox.db', 'resume --list', 'store'],
  ])(
    'of a home that lost its %s replaces no whole one, also where a look has made a new one',
    async (lost, name, look, other) => {
      const home = await usedHome()
      expect(
        (await cli(['swap', '51', 'ethereum:USDC', 'base:USDC', '--yes', '--json'], { home, env: FAST })).code,
      ).toBe(0)
      const file = await backupOf(home)
      const before = await readFile(file)
      for (const end of ['', '.exists', '-wal', '-shm']) await rm(join(home, name + end), { force: true })
      await cli(look.split(' '), { home })
      const text = `The ${lost} of this home is older than its ${other}`
      for (const [target, flags] of [
        [`${file}-2`, []],
        [file, ['--force']],
      ] as const) {
        const refused = await cli(['backup', target, ...flags, '--json'], { home })
        expect([refused.code, failure(refused)['message']]).toEqual([3, expect.stringContaining(text)])
      }
      expect((await readFile(file)).equals(before)).toBe(true)
    },
  )

  test('of a home whose lost store was accepted replaces none that knows more, and is none while a run lacks its transaction', async () => {
    const home = await usedHome()
    const run = await stopSwapAt(home, 'sent')
    const file = await backupOf(home)
    const before = await readFile(file)
    for (const end of ['', '.exists', '-wal', '-shm']) await rm(join(home, `sandbox.db${end}`), { force: true })
    await cli(['doctor', '--accept', 'lost-writes,older-home', '--json'], { home })
    const write = async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await cli(['backup', ...words, '--json'], { home })
      return [code, code === 0 ? stdout : failure({ stderr })['message']]
    }
    const lacks: unknown = expect.stringMatching(new RegExp(`the store lacks tx_.*, which run ${run} has executed`))
    expect([await write(file, '--force'), await write(`${file}-2`)]).toEqual([
      [3, lacks],
      [3, lacks],
    ])
    expect((await write(`${file}-2`, '--damaged'))[0]).toBe(0)
    const check = await cli(['restore', `${file}-2`, '--check', '--json'], { home })
    expect([check.code, failure(check)['message']]).toEqual([3, lacks])
    expect((await cli(['resume', run, '--forget', '--accept', 'lost-record'], { home })).code).toBe(0)
    expect(await write(file, '--force')).toEqual([2, expect.stringContaining('it knows what this home lost')])
    expect((await readFile(file)).equals(before)).toBe(true)
    expect((await write(`${file}-3`))[0]).toBe(0)
  })

  test('with keys is replaced by none that lacks one of them', async () => {
    const home = await usedHome()
    const file = await backupOf(home, '--with-keys')
    const before = await readFile(file)
    const replace = async (...flags: readonly string[]) => {
      const { code, stderr } = await cli(['backup', file, '--force', ...flags, '--json'], { home })
      return code === 0 ? code : [code, failure({ stderr })['message'], failure({ stderr })['hint']]
    }
    expect(await replace()).toEqual([
      2,
      expect.stringContaining('was written with keys'),
      expect.stringMatching(/: swapcli backup .* --force --with-keys$/),
    ])
    expect(await replace('--with-keys')).toBe(0)
    const [key = ''] = (await readdir(join(home, 'wallets'))).filter((name) => !name.endsWith('.account.json'))
    await writeFile(join(home, 'wallets', key), 'garbled')
    const lacks = [2, expect.stringContaining(`holds wallets/${key}`), expect.any(String)]
    expect(await replace('--with-keys')).toEqual(lacks)
    await rm(join(home, 'wallets', key))
    expect(await replace('--with-keys')).toEqual(lacks)
    expect((await readFile(file)).length).toBe(before.length)
  })

  test('removes what one left in the same folder that was killed, and nothing that looks like it', async () => {
    const home = await usedHome()
    const file = await backupOf(home)
    const draft = (name: string) => `${file}.${name}.tmp`
    for (const name of ['0123456789ab', 'ba9876543210', 'mine']) await mkdir(draft(name), { mode: 0o700 })
    for (const name of ['0123456789ab', 'mine']) await writeFile(join(draft(name), 'lock'), '')
    const held = draft('aaaaaaaaaaaa')
    await mkdir(held)
    const release = await tryFileLock(join(held, 'lock'))
    const { code, stderr } = await cli(['backup', file, '--force'], { home })
    release?.()
    expect([code, stderr]).toEqual([0, expect.stringContaining(`removed ${draft('0123456789ab')}`)])
    expect((await readdir(join(file, '..'))).sort()).toEqual(
      [file, held, draft('ba9876543210'), draft('mine')].map((path) => basename(path)).sort(),
    )
  })

  test('leaves the lock of its draft for last, by which one that is killed now is known for what it is', async () => {
    const draft = join(await newHome(), 'a.tar.0123456789ab.tmp')
    const remove = await makeDraft(draft)
    for (const name of ['zz', 'aa', 'keys', 'more']) await writeFile(join(draft, name), '')
    const gone: (string | null)[] = []
    // What is made or removed in a folder is a "rename" there.
    const watcher = watch(draft, (kind, name) => (kind === 'rename' ? gone.push(name) : 0))
    await remove()
    await expect.poll(() => gone.includes('lock')).toBe(true)
    watcher.close()
    const names = gone.filter((name) => name !== basename(draft))
    expect([names.includes('keys'), names.at(-1)]).toEqual([true, 'lock'])
  })

  test('that is restored makes the home older that it was taken from; what it has open is looked up first', async () => {
    const home = await usedHome()
    const file = await backupOf(home)
    const copy = await newHome()
    const env = { ...FAST, SWAPCLI_STATE: stateOf(home) }
    const mark = async (place: string) => {
      const { stdout } = await cli(['doctor', '--json'], { home: place, env })
      const { data } = json(stdout) as { data: { name: string; result: string; detail: string }[] }
      const { result, detail } = data.find(({ name }) => name === 'mark') ?? {}
      return `${result ?? ''}: ${detail ?? ''}`
    }
    // Cut off before anything is in its place, it changes nothing.
    const cut = { home: await newHome(), stateHome: stateOf(home) }
    expect((await runInSession(async (session) => void (await unpackBackup(session, file)), cut)).error).toBeUndefined()
    expect(await mark(home)).toMatch(/^ok: this home is the one that paid last/)
    expect((await restore(file, copy, env)).code).toBe(0)
    expect(await mark(home)).toMatch(/^fail: This machine has seen this home further on/)
    expect(await mark(copy)).toMatch(
      /^ok: this home has paid nothing on this machine since it came here or was restored/,
    )
    expect((await cli(['demo', '--json'], { home: copy, env })).code).toBe(0)
    expect(await mark(copy)).toMatch(/^ok: this home is the one that paid last/)
    const pay = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']
    const again = await cli(pay, { home, env })
    expect([again.code, failure(again)['details']]).toMatchObject([6, { reason: 'older-home' }])
  })
})

describe('a restore', () => {
  test('needs an empty home, and says what to do', async () => {
    const file = await hostile(() => undefined)
    const [withStore, withAccount] = [await newHome(), await newHome()]
    await writeFile(join(withStore, 'wallet-live.db.exists'), '')
    expect((await cli(['wallet', 'import', 'cold', '--address', account(1).address], { home: withAccount })).code).toBe(
      0,
    )
    for (const place of [withStore, withAccount]) {
      const refused = await restore(file, place)
      expect([refused.code, failure(refused)['details'], failure(refused)['hint']]).toEqual([
        ...[2, REFUSED],
        `Nothing was restored. Restore it beside: swapcli restore ${file} --home ${place}-restored`,
      ])
    }
  })

  test('that was cut off before all was unpacked keeps every command from the home, until it is done again or given up', async () => {
    const home = await newHome()
    const begin = () => mkdir(join(home, 'restoring'))
    await begin()
    for (const words of [['history'], ['config', 'set', 'slippage', '2'], ['wallet', 'list']]) {
      const refused = await cli([...words, '--json'], { home })
      expect([words, refused.code, failure(refused)['details']]).toEqual([words, 3, REFUSED])
    }
    const giveUp = async () => (await cli(['restore', '--give-up', '--json'], { home })).stdout
    expect(json(await giveUp())).toEqual({ data: { home, gaveUp: true } })
    expect(await readdir(home)).toEqual([])
    expect(json(await giveUp())).toEqual({ data: { home, gaveUp: false } })
    const { code, stderr } = await cli(['restore', '--give-up'], { home })
    expect([code, stderr]).toEqual([0, `nothing     no restore was cut off in ${home}: nothing to give up\n`])
    await begin()
    expect((await restore(await hostile(() => undefined), home)).code).toBe(0)
    expect((await cli(['config', 'list', '--json'], { home })).code).toBe(0)
  })

  test('into a file, of nothing, or of no backup is refused in words', async () => {
    const folder = await newHome()
    const file = join(folder, 'file')
    await writeFile(file, 'text')
    const whole = await hostile(() => undefined)
    const empty = await hostile(({ manifest, members }) => {
      manifest['files'] = []
      members.splice(0)
    })
    const said = async (from: string, home: string) => {
      const refused = await restore(from, home)
      return [refused.code, failure(refused)['message']]
    }
    expect(await said(whole, file)).toEqual([2, `${file} is a file, and no folder`])
    const home = await newHome()
    expect(await said(empty, home)).toEqual([3, `${empty} holds nothing`])
    expect(await said(file, home)).toEqual([3, `${file} is no backup of swapcli, or is damaged or cut off`])
    expect(await said(folder, home)).toEqual([3, `${folder} is no file, so no backup`])
    const missing = join(folder, 'missing')
    expect(await said(missing, home)).toEqual([3, `${missing} cannot be restored: there is no such file or folder`])
    expect(await readdir(home)).toEqual([])
  })

  test('leaves settings that are there', async () => {
    const copy = await newHome()
    await writeFile(join(copy, 'config.json'), '{"slippage":"2"}', { mode: 0o600 })
    expect(json((await restore(await hostile(() => undefined), copy)).stdout)).toMatchObject({
      data: { settings: 'kept' },
    })
    expect(await readFile(join(copy, 'config.json'), 'utf8')).toBe('{"slippage":"2"}')
  })

  test('that was cut off is finished by the next one, of the same backup only, and nothing uses the home before', async () => {
    const home = await usedHome()
    const [file, other] = [await backupOf(home), await backupOf(home, '--with-keys')]
    const copy = await newHome()
    const unpack = () => runInSession(async (session) => void (await unpackBackup(session, file)), { home: copy })
    expect((await unpack()).error).toBeUndefined()
    // Cut off before all was unpacked, it starts anew.
    await rm(join(copy, 'restoring', 'verified.json'))
    expect((await unpack()).error).toBeUndefined()
    const used = await cli(['history', '--json'], { home: copy })
    expect([used.code, failure(used)]).toMatchObject([3, { code: 'STORE_UNUSABLE', details: REFUSED }])
    const refused = await restore(other, copy)
    expect([refused.code, failure(refused)['details']]).toEqual([2, REFUSED])
    // Cut off once more, between two files.
    await writeFile(join(copy, 'sandbox.db'), await readFile(join(copy, 'restoring', 'sandbox.db')))
    const inTheWay = await restore(file, copy)
    expect([inTheWay.code, failure(inTheWay)['message']]).toEqual([3, expect.stringContaining('sandbox.db came there')])
    await rm(join(copy, 'sandbox.db'))
    expect((await restore(file, copy)).code).toBe(0)
    expect(await listOf(copy, 'history')).toEqual(await listOf(home, 'history'))
    expect((await readdir(copy)).filter((name) => name.startsWith('restoring'))).toEqual([])
  })
})

/** A backup of one small file, with what makes it another one. */
async function hostile(
  change: (parts: { manifest: Record<string, unknown>; members: TarEntry[] }) => void | Promise<void>,
): Promise<string> {
  const text = '{}'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const manifest: Record<string, unknown> = {
    ...{ format: 1, version: '0.2.0', createdAt: '2026-01-15T12:00:00.000Z', homes: [], withKeys: false },
    leftOut: { keys: [], settings: [] },
    files: [{ path: 'config.json', bytes: 2, sha256 }],
  }
  const members: TarEntry[] = [{ header: { name: 'config.json', size: 2, type: 'file' }, body: text }]
  await change({ manifest, members })
  const stated = JSON.stringify(manifest)
  const all = [
    { header: { name: 'manifest.json', size: stated.length, type: 'file' as const }, body: stated },
    ...members,
  ]
  const file = join(await newHome(), 'hostile.tar')
  await writeFile(file, await packTar(all))
  return file
}

const member = (name: string, rest: Partial<TarEntry['header']> = {}): TarEntry => ({
  header: { name, size: 2, type: 'file', ...rest },
  body: rest.size === 0 ? undefined : '{}',
})

describe('a hostile backup', () => {
  test('is the neighbour of an honest one that goes through', async () => {
    const home = await newHome()
    expect((await restore(await hostile(() => undefined), home)).code).toBe(0)
    expect(await readFile(join(home, 'config.json'), 'utf8')).toBe('{}')
  })

  test.each<[string, Parameters<typeof hostile>[0]]>([
    ['leads out of the home', ({ members }) => void members.push(member('../evil.json'))],
    [
      'leads out of the home by its manifest',
      ({ manifest, members }) => {
        const [file] = manifest['files'] as object[]
        manifest['files'] = [{ ...file, path: 'wallets/../../evil.json' }]
        members.splice(0, 1, member('wallets/../../evil.json'))
      },
    ],
    ['names an absolute path', ({ members }) => void members.push(member('/tmp/evil.json'))],
    [
      'holds a symbolic link',
      ({ members }) =>
        void members.splice(0, 1, member('config.json', { type: 'symlink', linkname: '/etc/passwd', size: 0 })),
    ],
    [
      'holds a hard link',
      ({ members }) =>
        void members.splice(0, 1, member('config.json', { type: 'link', linkname: '/etc/passwd', size: 0 })),
    ],
    ['holds a folder', ({ members }) => void members.push(member('wallets/', { type: 'directory', size: 0 }))],
    ['holds a file twice', ({ members }) => void members.push(member('config.json'))],
    ['holds what it does not name', ({ members }) => void members.push(member('wallets/a.account.json'))],
    ['lacks what it names', ({ members }) => void members.splice(0, 1)],
    ['has other bytes', ({ members }) => void members.splice(0, 1, { ...member('config.json'), body: '[]' })],
    [
      'has more bytes',
      ({ members }) => void members.splice(0, 1, { ...member('config.json', { size: 3 }), body: '{ }' }),
    ],
    [
      'states a text too large',
      ({ manifest }) => {
        const [file] = manifest['files'] as object[]
        manifest['files'] = [{ ...file, bytes: 2 ** 21 }]
      },
    ],
    ['is of another version', ({ manifest }) => void (manifest['format'] = 3)],
    ['states more than a manifest does', ({ manifest }) => void (manifest['more'] = 1)],
    [
      'holds a store that is none',
      ({ manifest, members }) => {
        const sha256 = createHash('sha256').update('{}').digest('hex')
        manifest['files'] = [{ path: 'wallet-live.db', bytes: 2, sha256 }]
        members.splice(0, 1, member('wallet-live.db'))
      },
    ],
  ])('that %s is refused, and the home is as it was', async (_what, change) => {
    const home = await newHome()
    const refused = await restore(await hostile(change), home)
    expect(refused.code).toBe(3)
    const left = await readdir(home)
    expect(left).toEqual([])
    expect((await cli(['history', '--json'], { home })).code).toBe(0)
  })

  test('that is cut off, or has a flipped bit, is refused', async () => {
    const home = await usedHome()
    const file = await backupOf(home)
    const { size } = await stat(file)
    for (const length of [0, 1000, size - 1500]) {
      const cut = join(await newHome(), 'cut.tar')
      await writeFile(cut, await readFile(file))
      await truncate(cut, length)
      const refused = await restore(cut, await newHome())
      expect([length, refused.code, failure(refused)['details']]).toEqual([length, 3, REFUSED])
    }
    const bytes = await readFile(file)
    for (let at = 300; at < size - 2048; at += Math.ceil(size / 5)) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      const other = join(await newHome(), 'flipped.tar')
      await writeFile(other, flipped)
      const refused = await restore(other, await newHome())
      expect([at, refused.code, failure(refused)['details']]).toEqual([at, 3, REFUSED])
    }
  })
})
