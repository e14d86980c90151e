import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/io/config/config-file.ts'
import { findFileFaults, judgeRights, ownerUnderRoot, refuseForeignStore } from '../../../src/io/files/file-faults.ts'
import { privateFiles } from '../../../src/io/files/private-folder.ts'
import { newHome } from '../../support/new-home.ts'

const isRoot = process.geteuid?.() === 0

describe('the rights of a file', () => {
  const mine = { mode: 0o600, uid: 1000, gid: 1000, isFolder: false, isLink: false, isPrivate: true }
  const folder = { ...mine, mode: 0o755, isFolder: true, isPrivate: false }
  test.each([
    ['of the user alone', mine, undefined],
    ['that root gave the user', { ...mine, uid: 0, mode: 0o600 }, undefined],
    ['of another user', { ...mine, uid: 1001 }, 'owned'],
    ['that everybody can write', { ...mine, mode: 0o602 }, 'writable'],
    ['that a group can write', { ...mine, mode: 0o620, gid: 50 }, 'writable'],
    ['that others can read', { ...mine, mode: 0o644 }, 'readable'],
    ['that a group can read', { ...mine, mode: 0o640, gid: 50 }, 'readable'],
    ['of a folder that others can look into', folder, undefined],
    ['of a folder of root', { ...folder, uid: 0, gid: 0, mode: 0o775 }, undefined],
    ['of a folder outside of a container', { ...folder, uid: 65_534, gid: 65_534 }, undefined],
    ['of a folder of another user', { ...folder, uid: 1001 }, 'owned'],
    ['of a folder that everybody can write', { ...folder, mode: 0o777 }, 'writable'],
    ['of a folder where everybody can only add, such as /tmp', { ...folder, uid: 0, mode: 0o1777 }, undefined],
    ['of a folder that only the private group of the user can write', { ...folder, mode: 0o775 }, undefined],
    ['of a link of another user', { ...mine, isLink: true, uid: 1001, mode: 0o777 }, 'owned'],
    ['of a link of the user', { ...mine, isLink: true, mode: 0o777, isPrivate: false }, undefined],
  ] as const)('%s', (_name, rights, fault) => {
    expect(judgeRights(rights, 1000, (gid) => gid === 1000)).toBe(fault)
  })
})

describe.skipIf(process.platform === 'win32')('a file that others can change', () => {
  /** A settings file in a folder of its own. */
  async function place() {
    const folder = join(await newHome(), 'settings')
    mkdirSync(folder, { mode: 0o700 })
    const file = join(folder, 'config.json')
    writeFileSync(file, '{}', { mode: 0o600 })
    return { folder, file }
  }

  test("is read where it is the user's alone", async () => {
    const { file } = await place()
    expect(await readConfig(file)).toEqual([])
    expect(await privateFiles.read(file)).toBe('{}')
  })

  test('is refused where it is a pipe, and not waited on', async () => {
    const { folder } = await place()
    const [file, store] = [join(folder, 'pipe.json'), join(folder, 'live.db')]
    for (const path of [file, `${store}.exists`]) execFileSync('mkfifo', [path])
    const refused = { reason: 'files', message: expect.stringMatching(/ is a pipe, and no file$/) as string }
    await expect(readConfig(file)).rejects.toMatchObject({ code: 'CONFIG_INVALID', ...refused })
    await expect(privateFiles.read(file)).rejects.toMatchObject({ code: 'WALLET_REFUSED', ...refused })
    await expect(refuseForeignStore(store)).rejects.toMatchObject({ code: 'STORE_UNUSABLE', ...refused })
  })

  test.each([
    ['itself', 'file', 0o666],
    ['by its folder', 'folder', 0o777],
  ] as const)('%s is refused, with the command that mends it', async (_name, which, mode) => {
    const paths = await place()
    chmodSync(paths[which], mode)
    const hint = `Look at what the file says, then: chmod ${which === 'file' ? 600 : 'go-w'} ${paths[which]}`
    await expect(readConfig(paths.file)).rejects.toMatchObject({ code: 'CONFIG_INVALID', reason: 'files', hint })
    await expect(privateFiles.read(paths.file)).rejects.toMatchObject({ code: 'WALLET_REFUSED', reason: 'files', hint })
  })

  test('through a link is refused as the file itself', async () => {
    const { file, folder } = await place()
    chmodSync(folder, 0o777)
    const link = join(await newHome(), 'config.json')
    symlinkSync(file, link)
    await expect(readConfig(link)).rejects.toMatchObject({ message: expect.stringContaining(folder) as string })
  })

  test('that others can only read is no reason to refuse it', async () => {
    const { file } = await place()
    chmodSync(file, 0o644)
    expect(await readConfig(file)).toEqual([])
    expect(await findFileFaults(file)).toMatchObject([{ path: file, kind: 'readable', command: `chmod 600 ${file}` }])
  })

  test.each([
    ['itself', 'store', 0o602, 600],
    ['by what SQLite keeps beside it', 'log', 0o666, 600],
    ['by its folder', 'folder', 0o777, 'go-w'],
  ] as const)('%s is refused as a store, before it is read', async (_name, which, mode, command) => {
    const { folder, file } = await place()
    const paths = { folder, store: file, log: `${file}-wal` }
    writeFileSync(paths.log, '', { mode: 0o600 })
    await refuseForeignStore(file)
    chmodSync(paths[which], mode)
    const hint = `Nothing of it was read. Where nobody else can have changed it: chmod ${command} ${paths[which]}`
    await expect(refuseForeignStore(file)).rejects.toMatchObject({ code: 'STORE_UNUSABLE', reason: 'files', hint })
  })

  test('that others can only read, or that is in a new folder, is opened as a store', async () => {
    const { folder, file } = await place()
    chmodSync(file, 0o644)
    await refuseForeignStore(file)
    await refuseForeignStore(join(folder, 'new', 'live.db'))
    chmodSync(folder, 0o777)
    await expect(refuseForeignStore(join(folder, 'live.db'))).rejects.toMatchObject({ reason: 'files' })
  })

  test.skipIf(!isRoot)(
    'because it is theirs is refused; to root it is only said of a whole home of theirs',
    async () => {
      const { file, folder } = await place()
      chownSync(file, 1001, 1001)
      chownSync(folder, 1000, 1000)
      const owned = { path: file, kind: 'owned', owner: 1001 }
      const command = `sudo chown 1000 ${file}`
      expect(await findFileFaults(file, 1000)).toMatchObject([{ ...owned, isCertain: true, command }])
      expect(await findFileFaults(file, 0)).toMatchObject([
        { ...owned, isCertain: true },
        { path: folder, isCertain: false },
      ])
      chownSync(folder, 1001, 1001)
      expect(await findFileFaults(file, 0)).toMatchObject([
        { ...owned, isCertain: false },
        { path: folder, isCertain: false },
      ])
      chownSync(folder, 0, 0)
      await expect(readConfig(file)).rejects.toMatchObject({ code: 'CONFIG_INVALID', reason: 'files' })
      chownSync(folder, 1000, 1000)
      expect([ownerUnderRoot(folder, 0), ownerUnderRoot(folder, 1000)]).toEqual([1000, undefined])
    },
  )

  test('is nothing where there is no file yet', async () => {
    expect(await findFileFaults(join(await newHome(), 'none', 'config.json'))).toEqual([])
  })
})
