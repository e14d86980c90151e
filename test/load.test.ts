import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, realpath, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { newHome } from './support/new-home.ts'

interface Loader {
  readonly cacheHome: (env: NodeJS.ProcessEnv) => string | undefined
  readonly privateFolder: (folder: string) => string | undefined
  readonly readTwice: (path: string) => Uint8Array | undefined
}
const { cacheHome, privateFolder, readTwice } = createRequire(import.meta.url)('../bin/load.cjs') as Loader
const DAY_MS = 86_400_000
const isPrivate = (folder: string) => privateFolder(folder) !== undefined

describe('the folder of compiled code', () => {
  test('is under the folder for caches, or that of what this machine has seen of homes; never by a relative path', () => {
    const home = { HOME: '/home/someone' }
    const found = (env: NodeJS.ProcessEnv) => cacheHome({ ...home, ...env })
    expect([
      found({ XDG_CACHE_HOME: '/caches' }),
      found({ XDG_CACHE_HOME: 'caches' }),
      found({ SWAPCLI_STATE: '/state', XDG_CACHE_HOME: '/caches' }),
      found({ SWAPCLI_STATE: 'state' }),
      cacheHome({ HOME: '' }),
      cacheHome({ HOME: 'here' }),
    ]).toEqual(['/caches/swapcli', '/home/someone/.cache/swapcli', '/state/cache', undefined, undefined, undefined])
  })

  test('is made for its user alone, and used where it is', async () => {
    const folder = join(await newHome(), 'a', 'b', 'code-1')
    expect(isPrivate(folder)).toBe(true)
    for (const one of [folder, dirname(folder), dirname(dirname(folder))]) {
      expect((await stat(one)).mode & 0o777).toBe(0o700)
    }
    expect(isPrivate(folder)).toBe(true)
  })

  test('is not used where others can enter it, or change a folder above it', async () => {
    const home = await newHome()
    const folder = join(home, 'above', 'code-1')
    expect(isPrivate(folder)).toBe(true)
    await chmod(folder, 0o750)
    expect(isPrivate(folder)).toBe(false)
    await chmod(folder, 0o700)
    await chmod(dirname(folder), 0o770)
    expect(isPrivate(folder)).toBe(false)
    // As in /tmp, what is this user's is out of others' reach.
    await chmod(dirname(folder), 0o1777)
    expect(isPrivate(folder)).toBe(true)
    await rm(folder, { recursive: true })
    await chmod(dirname(folder), 0o777)
    expect(isPrivate(folder)).toBe(false)
    expect(await readdir(dirname(folder))).toEqual([])
  })

  test('is no link, nor another user’s', async () => {
    const home = await realpath(await newHome())
    await mkdir(join(home, 'elsewhere'), { mode: 0o700 })
    await symlink(join(home, 'elsewhere'), join(home, 'code-1'))
    expect(isPrivate(join(home, 'code-1'))).toBe(false)
    if (process.geteuid?.() !== 0) return
    const [theirs, inTheirs] = [join(home, 'code-2'), join(home, 'elsewhere', 'code-3')]
    await mkdir(theirs, { mode: 0o700 })
    execFileSync('chown', ['12345', theirs, join(home, 'elsewhere')])
    expect([isPrivate(theirs), isPrivate(inTheirs)]).toEqual([false, false])
  })

  test('is where its path really leads, below links of this user alone', async () => {
    const home = await realpath(await newHome())
    await mkdir(join(home, 'real'), { mode: 0o700 })
    await symlink(join(home, 'real'), join(home, 'link'))
    expect(privateFolder(join(home, 'link', 'a', 'code-1'))).toBe(join(home, 'real', 'a', 'code-1'))
    await symlink(join(home, 'nowhere'), join(home, 'dangling'))
    expect(() => privateFolder(join(home, 'dangling', 'code-1'))).toThrow('ENOENT')
    if (process.geteuid?.() !== 0) return
    execFileSync('chown', ['-h', '12345', join(home, 'link')])
    expect(privateFolder(join(home, 'link', 'a', 'code-1'))).toBeUndefined()
  })

  test('gives what stands twice in a file, and nothing of a damaged one', async () => {
    const path = join(await newHome(), 'part.cache')
    const data = Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 251))
    const read = async (bytes: Uint8Array) => {
      await writeFile(path, bytes)
      return readTwice(path)
    }
    expect(await read(Buffer.concat([data, data]))).toEqual(data)
    for (const at of [0, 1000, 4095, 4096, 8191]) {
      const damaged = Buffer.concat([data, data])
      damaged[at] = (damaged[at] ?? 0) ^ 4
      expect(await read(damaged)).toBeUndefined()
    }
    for (const cut of [0, 1, 4096, 8190]) {
      expect(await read(Buffer.concat([data, data]).subarray(0, cut))).toBeUndefined()
    }
    await rm(path)
    expect(readTwice(path)).toBeUndefined()
    execFileSync('mkfifo', [path])
    expect(readTwice(path)).toBeUndefined()
  })

  test('takes the place of those of other versions once they are not used any more', async () => {
    const home = await newHome()
    const [old, recent, other] = ['code-0.1.0', 'code-0.1.9', 'notes'].map((name) => join(home, name))
    for (const folder of [old, recent, other]) await mkdir(folder ?? '')
    for (const [folder, days] of [
      [old, 31],
      [recent, 29],
      [other, 31],
    ] as const) {
      const at = new Date(Date.now() - days * DAY_MS)
      await writeFile(join(folder ?? '', 'x'), '')
      await utimes(folder ?? '', at, at)
    }
    expect(isPrivate(join(home, 'code-0.2.0'))).toBe(true)
    expect((await readdir(home)).sort()).toEqual(['code-0.1.9', 'code-0.2.0', 'notes'])
  })
})

test('the loader is a program of CommonJS that a package without dist still reads', () => {
  const path = fileURLToPath(new URL('../bin/load.cjs', import.meta.url))
  expect(
    execFileSync(process.execPath, ['-p', `Object.keys(require(${JSON.stringify(path)})).sort().join()`], {
      encoding: 'utf8',
    }).trim(),
  ).toBe('cacheHome,load,privateFolder,readTwice,scripts')
})
