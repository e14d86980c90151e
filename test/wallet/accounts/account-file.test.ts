import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { privateFiles } from '../../../src/io/files/private-folder.ts'
import {
  type Account,
  accountText,
  openAccountFiles,
  type PrivateFiles,
} from '../../../src/wallet/accounts/account-file.ts'
import { isAccountName, keystoreFileName } from '../../../src/wallet/accounts/account-name.ts'
import { KNOWN } from '../../support/keystores.ts'

const CREATED = '2026-01-15T12:00:00.000Z'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swapcli-accounts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function keystoreAccount(name: string, over: { file?: string; inPlace?: boolean } = {}) {
  const file = keystoreFileName(name, KNOWN.address, CREATED)
  return {
    name,
    family: 'evm',
    kind: 'keystore',
    address: KNOWN.address,
    createdAt: CREATED,
    file,
    inPlace: false,
    ...over,
  } as const
}
const watch = (name: string): Account => ({
  name,
  family: 'evm',
  kind: 'watch',
  address: KNOWN.address,
  createdAt: CREATED,
})

describe('accounts', () => {
  test('are kept in files of their own, which only their owner reads, and found again', async () => {
    const folder = join(await emptyFolder(), 'home', 'wallets')
    const files = openAccountFiles(folder, privateFiles)
    expect(await files.list()).toEqual({ accounts: [], damaged: [] })
    const main = keystoreAccount('main')
    const ledger: Account = { ...watch('cold'), family: 'evm', kind: 'ledger', derivation: "m/44'/60'/0'/0/0" }
    await files.add(main, 'the key file')
    await files.add(ledger)
    expect(await files.list()).toEqual({ accounts: [ledger, main], damaged: [] })
    expect(await files.find('main')).toEqual(main)
    expect(await files.keystoreText(main)).toBe('the key file')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const names = await readdir(folder)
    expect(names.sort()).toEqual(['cold.account.json', main.file, 'main.account.json'])
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })

  test('of one name are added once, however many try at the same time, and no key file is left over', async () => {
    const folder = await emptyFolder()
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        openAccountFiles(folder, privateFiles).add(
          keystoreAccount('main', { file: `key-${index}.json` }),
          `key ${index}`,
        ),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'WALLET_REFUSED' })
    }
    const files = openAccountFiles(folder, privateFiles)
    const kept = keystoreAccount('main', { file: (await theKeystore(files)).file })
    expect((await readdir(folder)).sort()).toEqual([kept.file, 'main.account.json'])
    expect(await files.keystoreText(kept)).toBe(kept.file.replace('key-', 'key ').replace('.json', ''))
  })

  test('of different names added at the same time are all kept', async () => {
    const folder = await emptyFolder()
    const names = Array.from({ length: 20 }, (_, index) => `account-${String(index).padStart(2, '0')}`)
    await Promise.all(names.map((name) => openAccountFiles(folder, privateFiles).add(watch(name))))
    expect((await openAccountFiles(folder, privateFiles).list()).accounts.map(({ name }) => name)).toEqual(names)
  })

  test('are removed with their key file, but never with that of another program', async () => {
    const folder = await emptyFolder()
    const files = openAccountFiles(folder, privateFiles)
    const foreign = join(await emptyFolder(), 'foundry-key')
    await writeFile(foreign, 'theirs')
    const own = keystoreAccount('own')
    const theirs = keystoreAccount('theirs', { file: foreign, inPlace: true })
    await files.add(own, 'ours')
    await files.add(theirs)
    expect(await files.keystoreText(theirs)).toBe('theirs')
    await files.remove(own)
    await files.remove(theirs)
    expect([await files.list(), await readdir(folder)]).toEqual([{ accounts: [], damaged: [] }, []])
    expect(await readFile(foreign, 'utf8')).toBe('theirs')
  })

  test('whose key file is gone say where it was', async () => {
    const folder = await emptyFolder()
    const files = openAccountFiles(folder, privateFiles)
    const main = keystoreAccount('main')
    await expect(files.keystoreText(main)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `The key file of main is missing: ${join(folder, main.file)}`,
    })
  })

  test.each([
    ['no JSON', 'hello'],
    ['another name', JSON.stringify(watch('other'))],
    ['no address', JSON.stringify({ ...watch('main'), address: '0x12' })],
    ['an address in small letters', JSON.stringify({ ...watch('main'), address: KNOWN.address.toLowerCase() })],
    ['a key outside of its folder', JSON.stringify(keystoreAccount('main', { file: '../key.json' }))],
    ['an unknown kind', JSON.stringify({ ...watch('main'), kind: 'paper' })],
  ])('in a file with %s are reported and not guessed, and the others are listed', async (_, text) => {
    const folder = await emptyFolder()
    await writeFile(join(folder, 'main.account.json'), text)
    const files = openAccountFiles(folder, privateFiles)
    await files.add(watch('other'))
    const path = join(folder, 'main.account.json')
    await expect(files.find('main')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `The account file ${path} is damaged`,
    })
    expect(await files.list()).toMatchObject({
      accounts: [watch('other')],
      damaged: [{ name: 'main', path, problem: { code: 'CONFIG_INVALID' }, keyFiles: [] }],
    })
  })

  test('that are damaged have the key files of their name, which then are not left over', async () => {
    const folder = await emptyFolder()
    const files = openAccountFiles(folder, privateFiles)
    const main = keystoreAccount('main', { file: keystoreFileName('main', KNOWN.address, CREATED) })
    const second = keystoreAccount('main--2', { file: keystoreFileName('main--2', KNOWN.address, CREATED) })
    await files.add(main, 'a key')
    await files.add(second, 'another')
    await writeFile(join(folder, 'main.account.json'), '{')
    const key = join(folder, main.file)
    const { accounts, damaged } = await files.list()
    expect([accounts, damaged]).toMatchObject([[second], [{ name: 'main', keyFiles: [key] }]])
    expect(damaged[0]?.problem.hint).toContain(`swapcli wallet import main --in-place --keystore ${key}`)
    expect(await files.leftovers()).toEqual([])
  })

  test('keep their account where the key that they are given cannot be noted', async () => {
    const folder = await emptyFolder()
    const account = keystoreAccount('main', { file: keystoreFileName('main', KNOWN.address, CREATED) })
    await openAccountFiles(folder, privateFiles).add(account)
    const full = () => Promise.reject(new Error('the disk is full'))
    const files = openAccountFiles(folder, { ...privateFiles, create: full, replace: full })
    await expect(files.giveKey(account, { path: '/keys/main.json' })).rejects.toThrow('the disk is full')
    expect(await files.find('main')).toEqual(account)
  })

  test('are told from what any changed bit makes of their files; those of earlier versions have no sum', async () => {
    const account = { ...keystoreAccount('main'), derivation: "m/44'/60'/0'/0/0" }
    const files = (bytes: Uint8Array): PrivateFiles => ({
      ...{
        list: async () => [],
        create: async () => true,
        replace: async () => undefined,
        remove: async () => undefined,
      },
      read: async () => new TextDecoder().decode(bytes),
    })
    const find = (bytes: Uint8Array) => openAccountFiles('/wallets', files(bytes)).find('main')
    expect(await find(Buffer.from(JSON.stringify(account)))).toEqual(account)
    const text = Buffer.from(accountText(account))
    expect(await find(text)).toEqual(account)
    let told = 0
    for (const [at, byte] of text.entries()) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(text)
        changed[at] = byte ^ (1 << bit)
        const found = await find(changed).catch((error: unknown) => isSwapError(error) && error.code)
        if (found === 'CONFIG_INVALID') told += 1
        else expect(found).toEqual(account)
      }
    }
    // The other bits make other white space, or another name of the sum.
    expect(told / (text.length * 8)).toBeGreaterThan(0.9)
  })

  test('have names that are safe in a file name', async () => {
    const good = ['main', '0', 'a-b_c', 'a'.repeat(32)]
    const bad = ['', 'Main', '-a', '_a', '../x', 'a/b', 'a.b', 'a b', 'a'.repeat(33), 'ä']
    expect([good.filter(isAccountName), bad.filter(isAccountName)]).toEqual([good, []])
    expect(await openAccountFiles(await emptyFolder(), privateFiles).find('../x')).toBeUndefined()
  })
})

async function theKeystore(files: ReturnType<typeof openAccountFiles>) {
  const found = await files.find('main')
  if (found?.kind !== 'keystore') throw new Error('main has a key file')
  return found
}
