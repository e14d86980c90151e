import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { swapErrorOf } from '../../support/swap-error.ts'
import type { CatalogChain } from '../../../src/core/assets/catalog.ts'
import type { Store } from '../../../src/store/port.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import {
  holdsNoCatalog,
  markerPath,
  noteInMarker,
  readMarker,
  signatureOf,
} from '../../../src/store/sqlite/store-file.ts'
import {
  addTransaction,
  sampleLock,
  sampleRoute,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../../support/store.ts'
import { openThreads } from '../../support/threaded-store.ts'
import { rawSql } from '../raw.ts'

const open = (path: string) => openStore({ path, now: () => STORE_TEST_START_MS })

describe('the file of a store', () => {
  let path: string
  let remove: () => void
  beforeEach(() => ({ path, remove } = tempStorePath()))
  afterEach(() => remove())

  const expectUnusable = async (work: Promise<unknown>, problem: RegExp): Promise<void> => {
    const error = await swapErrorOf(work)
    expect(error.code).toBe('STORE_UNUSABLE')
    expect(error.message).toContain(path)
    expect(error.message).toMatch(problem)
    expect(error.hint).toBeTruthy()
  }

  test('is private, and so are its companions and the folders made for it', async () => {
    path = join(dirname(path), 'data', 'sandbox', 'store.db')
    const store = await open(path)
    await store.documents.put('key', 1, 0)
    await store.routes.putMany([sampleRoute('r1')])
    for (const file of [path, `${path}-wal`, `${path}-shm`, markerPath(path)]) {
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600])
    }
    for (const folder of [dirname(path), dirname(dirname(path))]) expect(statSync(folder).mode & 0o777).toBe(0o700)
    await store.close()
  })

  test('is left in order by quotes alone: the next start has nothing to look through', async () => {
    const store = await open(path)
    await store.routes.putMany([sampleRoute('r1')])
    await store.close()
    expect(readMarker(path)).toMatchObject({ closed: signatureOf(path), commits: 0 })
  })

  describe('says whether it holds rows of the catalog without being opened', () => {
    const chain: CatalogChain = {
      ...{ key: 'newchain', shortname: 'new', name: 'New', type: 'EVM', chainId: 424242, caip2: null },
      ...{ addressFamily: 'evm', image: '', explorers: [], nativeSymbol: 'NEW', active: true, addedAt: 0 },
    }
    const add = (store: Store) => store.catalog.put([chain], [])
    const withStore = async (work: (store: Store) => unknown) => {
      const store = await open(path)
      await work(store)
      await store.close()
    }

    test('none where there is no store, nor once one was opened, used and closed', async () => {
      expect(holdsNoCatalog(path)).toBe(true)
      await withStore((store) => store.documents.put('key', 1, 0))
      expect(holdsNoCatalog(path)).toBe(true)
      await withStore((store) => store.routes.putMany([sampleRoute('r1')]))
      expect(holdsNoCatalog(path)).toBe(true)
    })

    test('not known while another process writes to it, and some from the moment in which one adds the first', async () => {
      const store = await open(path)
      await store.documents.put('key', 1, 0)
      expect(holdsNoCatalog(path)).toBe(false)
      await add(store)
      expect(readMarker(path)).toMatchObject({ catalog: 'some' })
      expect(holdsNoCatalog(path)).toBe(false)
      await store.close()
      expect(holdsNoCatalog(path)).toBe(false)
      await withStore(() => undefined)
      expect(holdsNoCatalog(path)).toBe(false)
    })

    test('some whatever else is noted at the same time', async () => {
      await withStore(() => undefined)
      const before = readFileSync(markerPath(path), 'latin1')
      await withStore(add)
      // Another process had read the marker before, and notes its own commit now.
      writeFileSync(markerPath(path), before)
      noteInMarker(path, { catalog: 'some' })
      const stale = openSync(markerPath(path), 'r+')
      writeSync(stale, before.slice(0, 243), 0)
      closeSync(stale)
      expect(readMarker(path)).toMatchObject({ catalog: 'some' })
      noteInMarker(path, { commits: 99, verifiedMs: 1_768_478_400_000, closed: `${'9'.repeat(31)}:${'9'.repeat(31)}` })
      expect(readMarker(path)).toMatchObject({ catalog: 'some', commits: 99 })
    })

    test('some where a write of rows fails: they are noted before, so that none can be missed', async () => {
      const store = await open(path)
      rawSql(path, "CREATE TRIGGER refused BEFORE INSERT ON catalog_chains BEGIN SELECT RAISE(ABORT, 'refused'); END")
      await expect(add(store)).rejects.toThrow('refused')
      expect([await store.catalog.version(), holdsNoCatalog(path)]).toEqual([0, false])
      await store.close()
    })

    test('not known of a file that an earlier version wrote to, that was changed, or whose marker is torn or gone', async () => {
      await withStore((store) => store.documents.put('key', 1, 0))
      const marker = readFileSync(markerPath(path), 'latin1')
      expect(marker).toMatch(/catalog none\n$/)
      writeFileSync(markerPath(path), marker.replace('catalog none', '            '))
      expect(holdsNoCatalog(path)).toBe(false)
      writeFileSync(markerPath(path), marker)
      expect(holdsNoCatalog(path)).toBe(true)
      const copy = join(dirname(path), 'copy.db')
      for (const file of ['', '.exists']) copyFileSync(`${path}${file}`, `${copy}${file}`)
      expect(holdsNoCatalog(copy)).toBe(false)
      rawSql(path, "INSERT INTO counters (name, value) VALUES ('catalog', 1)")
      await withStore(() => undefined)
      expect(readMarker(path)).toMatchObject({ catalog: 'some' })
      writeFileSync(markerPath(path), 'torn')
      expect(holdsNoCatalog(path)).toBe(false)
      rmSync(markerPath(path))
      expect(holdsNoCatalog(path)).toBe(false)
    })
  })

  test('is made private again when others may read it', async () => {
    await (await open(path)).close()
    chmodSync(path, 0o644)
    await (await open(path)).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('may be empty when it never held data', async () => {
    writeFileSync(path, '')
    await (await open(path)).close()
  })

  test('is refused when it is empty though it has held data, until file and marker are deleted', async () => {
    await (await open(path)).close()
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
    truncateSync(path)
    await expectUnusable(open(path), /is empty, but it has held data/)
    expect(statSync(path).size).toBe(0)
    rmSync(path)
    rmSync(markerPath(path))
    await (await open(path)).close()
  })

  test('is missed while its marker stands, and starts again once that is deleted too', async () => {
    await (await open(path)).close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    await expectUnusable(open(path), /is missing, but it has held data/)
    expect(existsSync(path)).toBe(false)
    rmSync(markerPath(path))
    const store = await open(path)
    expect(await store.documents.list('')).toEqual([])
    await store.close()
    expect(existsSync(markerPath(path))).toBe(true)
  })

  describe('that was left in use', () => {
    /** What a process leaves that is killed after three writes, its log changed. Another file: this process has the first one open. */
    const leaveInUse = async (change: (wal: Buffer) => Buffer | undefined) => {
      await (await open(path)).close()
      const store = await open(path)
      for (let count = 0; count < 3; count += 1) await store.documents.put(`key ${count}`, count, 0)
      const left = join(dirname(path), 'left.db')
      for (const suffix of ['', '-wal', '.exists']) {
        const bytes = suffix === '-wal' ? change(readFileSync(path + suffix)) : readFileSync(path + suffix)
        if (bytes !== undefined) writeFileSync(left + suffix, bytes)
      }
      await store.close()
      path = left
    }
    const flip = (bytes: Buffer, at: number) => {
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }

    test('goes on with all that was written', async () => {
      await leaveInUse((wal) => wal)
      const store = await open(path)
      expect((await store.documents.list('key')).map(({ doc }) => doc)).toEqual([0, 1, 2])
      await store.close()
    })

    test.each<[string, (wal: Buffer) => Buffer | undefined]>([
      ['missing', () => undefined],
      ['empty', () => Buffer.alloc(0)],
      ['damaged in its header', (wal) => flip(wal, 17)],
      ['damaged in its first frame', (wal) => flip(wal, 100)],
      ['short of its last frame', (wal) => wal.subarray(0, wal.length - 4096)],
    ])('is refused when its write-ahead log is %s, until its marker is deleted', async (_, change) => {
      await leaveInUse(change)
      await expectUnusable(open(path), /lacks the last \d of its \d+ writes/)
      await expectUnusable(open(path), /lacks the last \d of its \d+ writes/)
      rmSync(markerPath(path))
      await (await open(path)).close()
    })

    test('keeps what is left of a damaged log', async () => {
      let left: Buffer = Buffer.alloc(0)
      await leaveInUse((wal) => (left = flip(wal, 100)))
      await expectUnusable(open(path), new RegExp(`what was left of it is ${path}-wal.kept`))
      expect(readFileSync(`${path}-wal.kept`).equals(left)).toBe(true)
    })
  })

  test('is refused when an older copy of it was put in place', async () => {
    await (await open(path)).close()
    const older = readFileSync(path)
    const store = await open(path)
    await store.documents.put('key', 1, 0)
    await store.close()
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
    writeFileSync(path, older)
    await expectUnusable(open(path), /lacks the last 1 of its 1 writes: it is an incomplete or an older copy/)
    expect(readFileSync(path).equals(older)).toBe(true)
  })

  test.each([
    ['a torn marker', 'commits 9'],
    [
      'the marker of an earlier version',
      'The store next to this file has held data: if it is empty, it was damaged.\n',
    ],
  ])('%s says that there was data, and nothing more', async (_, text) => {
    await (await open(path)).close()
    writeFileSync(markerPath(path), text)
    await (await open(path)).close()
    truncateSync(path)
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
    await expectUnusable(open(path), /is empty, but it has held data/)
  })

  test('is refused and left alone when it is no database', async () => {
    writeFileSync(path, 'wallet notes\n'.repeat(1000))
    await expectUnusable(open(path), /is not a database/)
    expect(statSync(path).size).toBe(13_000)
  })

  test('is refused and left alone when it is the database of another program', async () => {
    rawSql(path, 'CREATE TABLE contacts (name TEXT)')
    await expectUnusable(open(path), /another program/)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  test('is refused when it is a folder, or when a file stands where its folder should be', async () => {
    mkdirSync(path)
    await expectUnusable(open(path), /is a folder/)
    rmSync(path, { recursive: true })
    writeFileSync(path, 'x')
    path = join(path, 'store.db')
    await expectUnusable(open(path), /cannot be opened/)
  })

  test('is refused at once below a folder in which no folder can be made', async () => {
    path = '/proc/no/such/folder/store.db'
    await expectUnusable(open(path), /cannot be/)
  })

  test.each([
    ['moved away', (file: string) => renameSync(file, `${file}.moved`)],
    ['deleted', (file: string) => rmSync(file)],
    [
      'replaced',
      (file: string) => {
        renameSync(file, `${file}.moved`)
        writeFileSync(file, '')
      },
    ],
  ])('refuses writes once it was %s while in use', async (_, happens) => {
    const store = await open(path)
    happens(path)
    await expectUnusable(store.locks.insert(sampleLock('lock_1'), []), /was moved, deleted or replaced/)
    await expectUnusable(store.check(), /was moved, deleted or replaced/)
    await store.close()
  })

  describe.each<[string, (path: string) => Promise<Store>]>([
    ['in this thread', (file) => open(file)],
    ['in threads', (file) => openThreads(file)],
  ])('that is open %s', (_, openIt) => {
    /** A store with pages in the file and commits in the log. */
    const openUsed = async () => {
      const before = await open(path)
      for (let count = 0; count < 9; count += 1) await addTransaction(before, sampleTransaction(`tx_${count}`))
      await before.close()
      const store = await openIt(path)
      for (let count = 0; count < 9; count += 1) await addTransaction(store, sampleTransaction(`tx_more_${count}`))
      return store
    }

    test.each([
      ['the file is emptied', '', () => 0],
      ['the file is cut short', '', (bytes: number) => bytes - 4096],
      ['its write-ahead log is emptied', '-wal', () => 0],
      ['its write-ahead log is cut short', '-wal', (bytes: number) => bytes - 3 * 4120],
    ])('writes and reads nothing more once %s, and moves no hole into the file', async (__, part, bytesOf) => {
      const store = await openUsed()
      const bytes = statSync(path + part).size
      truncateSync(path + part, bytesOf(bytes))
      const left = readFileSync(path)
      const isCutShort = /was emptied or cut short while it was in use/
      await expectUnusable(store.locks.insert(sampleLock('lock_1'), []), isCutShort)
      await expectUnusable(store.check(), isCutShort)
      // Also where it is as long as it was.
      truncateSync(path + part, bytes)
      await expectUnusable(store.routes.putMany([sampleRoute('r1')]), isCutShort)
      await store.close()
      if (part === '-wal') expect(readFileSync(path).equals(left)).toBe(true)
    })

    test.each<[string, (index: string) => void]>([
      ['deleted', (index) => rmSync(index)],
      [
        'replaced',
        (index) => {
          rmSync(index)
          writeFileSync(index, '')
        },
      ],
    ])('writes and reads nothing more once what tells processes of each other was %s', async (__, happens) => {
      const store = await openUsed()
      const left = readFileSync(path)
      happens(`${path}-shm`)
      const isLost = /-shm was deleted or replaced while the store was in use/
      await expectUnusable(store.locks.insert(sampleLock('lock_1'), []), isLost)
      await expectUnusable(store.check(), isLost)
      await expectUnusable(store.routes.putMany([sampleRoute('r1')]), isLost)
      await store.close()
      expect(readFileSync(path).equals(left)).toBe(true)
      rmSync(`${path}-shm`, { force: true })
    })

    test('goes on where another process moves the log into the file, or writes that anew', async () => {
      const store = await openUsed()
      rawSql(path, 'PRAGMA wal_checkpoint(TRUNCATE)')
      expect(statSync(`${path}-wal`).size).toBe(0)
      await store.locks.insert(sampleLock('lock_1'), [])
      const bytes = statSync(path).size
      rawSql(path, 'DELETE FROM events', 'DELETE FROM locks', 'VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)')
      expect(statSync(path).size).toBeLessThan(bytes)
      await store.locks.insert(sampleLock('lock_2'), [])
      expect((await store.locks.get('lock_2'))?.doc.id).toBe('lock_2')
      await store.compact()
      await store.check()
      await store.close()
    })
  })

  test('refuses writes once a newer swapcli has migrated it while in use', async () => {
    const store = await open(path)
    rawSql(path, 'PRAGMA user_version = 99')
    await expectUnusable(store.documents.put('key', 1, 0), /newer swapcli/)
    await expectUnusable(store.routes.putMany([sampleRoute('r1')]), /newer swapcli/)
    await store.close()
  })
})
