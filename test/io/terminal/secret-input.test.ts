import { chmod, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPrivateFile, readPrivateFile } from '../../../src/io/files/private-folder.ts'
import {
  readSecretDescriptor,
  readSecretFile,
  secureRandom,
  verifySecretFile,
} from '../../../src/io/terminal/secret-input.ts'

async function fileWith(text: string, mode = 0o600): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swapcli-secret-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'password')
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

describe('a password file', () => {
  test.each([
    ['secret\n', 'secret'],
    ['secret\r\n', 'secret'],
    ['secret', 'secret'],
    [' spaces are kept \nand the second line is not read\n', ' spaces are kept '],
    ['', ''],
  ])('with %j gives %j', async (text, password) => {
    expect(await readSecretFile(await fileWith(text))).toBe(password)
  })

  test.each([0o644, 0o640, 0o604, 0o660])('with the mode %o is refused with what to do', async (mode) => {
    const path = await fileWith('secret\n', mode)
    await expect(readSecretFile(path)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `Other users of this machine can read the password file ${path}`,
      hint: `Make it private: chmod 600 ${path}`,
    })
  })

  test('that cannot be used is found without reading it', async () => {
    const problemOf = async (path: string) => {
      const problem: unknown = await verifySecretFile(path).catch((error: unknown) => error)
      return problem instanceof Error ? problem.message.replace(path, 'FILE') : problem
    }
    const fine = await fileWith('secret')
    const wrong = [await fileWith('secret', 0o644), await fileWith(''), await fileWith('x'.repeat(70_000))]
    expect(
      await Promise.all([fine, '/dev/null', ...wrong, join(fine, '..'), `${fine}-missing`].map(problemOf)),
    ).toEqual([
      undefined,
      undefined,
      'Other users of this machine can read the password file FILE',
      'The password file FILE is empty',
      ...['cannot be read', 'cannot be read', 'cannot be read'].map((why) => `The password file FILE ${why}`),
    ])
  })

  test('that a link points to is judged by what it points to', async () => {
    const path = await fileWith('secret\n', 0o644)
    await symlink(path, `${path}-link`)
    await expect(readSecretFile(`${path}-link`)).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
  })

  test('that is missing, a folder, or too large is refused by its path', async () => {
    const path = await fileWith('x'.repeat(70_000))
    for (const wrong of [path, join(path, '..'), `${path}-missing`]) {
      await expect(readSecretFile(wrong)).rejects.toMatchObject({
        code: 'WALLET_REFUSED',
        message: `The password file ${wrong} cannot be read`,
      })
    }
  })
})

describe('a file descriptor', () => {
  test('gives the first line of what comes on it', async () => {
    const file = await open(await fileWith('secret\nmore\n'))
    onTestFinished(() => file.close())
    expect(await readSecretDescriptor(file.fd)).toBe('secret')
  })

  test('that is not open is refused by its number', async () => {
    await expect(readSecretDescriptor(4321)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: 'No password can be read from file descriptor 4321',
      hint: 'Open it in the shell: swapcli … --password-fd 4321 4321< password.txt',
    })
  })
})

describe('a private file', () => {
  test('is written once and never replaced', async () => {
    const path = `${await fileWith('')}-new`
    expect(await createPrivateFile(path, 'first')).toBe(true)
    expect(await createPrivateFile(path, 'second')).toBe(false)
    expect(await readPrivateFile(path)).toBe('first')
  })

  test('in a place that is no folder cannot be written, and is not there to be read', async () => {
    const path = join(await fileWith(''), 'below', 'file')
    await expect(createPrivateFile(path, 'text')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(await readPrivateFile(path)).toBeUndefined()
  })
})

test('random bytes are as many as asked for, and others each time', () => {
  expect(secureRandom(32)).toHaveLength(32)
  expect(secureRandom(32)).not.toEqual(secureRandom(32))
})
