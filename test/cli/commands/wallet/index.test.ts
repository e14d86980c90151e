import { chmod, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decryptKeystore, readKeystore } from '../../../../src/wallet/evm/keys/keystore.ts'
import { KNOWN, keystoreFile } from '../../../support/keystores.ts'
import { cli, type CliResult, json } from '../../run-here.ts'
import { newHome } from '../../../support/new-home.ts'

const PASSWORD = 'a password on file'

/** A file in the home that only its owner reads. */
async function file(home: string, name: string, text: string, mode = 0o600): Promise<string> {
  const path = join(home, name)
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

async function homeWithPassword(): Promise<{ home: string; password: string }> {
  const home = await newHome()
  return { home, password: await file(home, 'password.txt', `${PASSWORD}\n`) }
}

/** The data of a command's document, and that it said nothing else. */
function data(result: CliResult): unknown {
  expect([result.code, result.stderr]).toEqual([0, ''])
  return (json(result.stdout) as { data: unknown }).data
}

/** The private key in an account's key file, as the account's document names it. */
async function keyOf(account: unknown): Promise<string> {
  const { file: path } = account as { file: string }
  const key = await decryptKeystore(readKeystore(await readFile(path, 'utf8'), path), PASSWORD, path)
  return Buffer.from(key).toString('hex')
}

async function accountNames(home: string): Promise<string[]> {
  const accounts = data(await cli(['wallet', 'list', '--json'], { home })) as { name: string; inUse: boolean }[]
  return accounts.map(({ name, inUse }) => (inUse ? `${name} (in use)` : name))
}

describe('wallet create', () => {
  test('makes a key file of its own for every account, which only its owner reads', async () => {
    const { home, password } = await homeWithPassword()
    const made = data(await cli(['wallet', 'create', '--password-file', password, '--json'], { home }))
    const other = data(await cli(['wallet', 'create', 'other', '--password-file', password, '--json'], { home }))
    expect(made).toEqual({
      name: 'main',
      kind: 'keystore',
      family: 'evm',
      address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) as string,
      inUse: true,
      createdAt: expect.any(String) as string,
      key: 'file',
      file: expect.stringContaining(join(home, 'wallets')) as string,
      inPlace: false,
    })
    expect(await keyOf(made)).toMatch(/^[0-9a-f]{64}$/)
    expect(await keyOf(other)).not.toBe(await keyOf(made))
    expect((await stat(join(home, 'wallets'))).mode & 0o777).toBe(0o700)
    for (const name of await readdir(join(home, 'wallets'))) {
      expect((await stat(join(home, 'wallets', name))).mode & 0o777).toBe(0o600)
    }
    expect(await accountNames(home)).toEqual(['main (in use)', 'other'])
  })

  test('takes its password from a file that the environment names, but never from the environment itself', async () => {
    const { home, password } = await homeWithPassword()
    const env = { SWAPCLI_WALLET_PASSWORD_FILE: password }
    expect(await keyOf(data(await cli(['wallet', 'create', '--json'], { home, env })))).toMatch(/^[0-9a-f]{64}$/)
    const wrong = { SWAPCLI_WALLET_PASSWORD: PASSWORD }
    expect(await cli(['wallet', 'create', 'other'], { home, env: wrong })).toMatchObject({ code: 2, stdout: '' })
  })

  test('refuses without a password, with a short one, and with one that others may read', async () => {
    const home = await newHome()
    const short = await file(home, 'short.txt', 'seven77\n')
    const open = await file(home, 'open.txt', `${PASSWORD}\n`, 0o644)
    const [none, tooShort, readable] = await Promise.all([
      cli(['wallet', 'create'], { home }),
      cli(['wallet', 'create', '--password-file', short], { home }),
      cli(['wallet', 'create', '--password-file', open], { home }),
    ])
    expect([none.code, none.stderr]).toEqual([
      2,
      'Error: A password is needed, and there is no terminal to ask for it\nNext: Add --password-file FILE, or --password-fd 3 3< FILE\n',
    ])
    expect([tooShort.code, tooShort.stderr]).toEqual([
      2,
      expect.stringContaining('The password must have at least 8 characters'),
    ])
    expect([readable.code, readable.stderr]).toEqual([6, expect.stringContaining(`chmod 600 ${open}`)])
    expect(await readdir(home)).toEqual(['open.txt', 'short.txt'])
  })

  test('shows new recovery words at a terminal only', async () => {
    const { home, password } = await homeWithPassword()
    const result = await cli(['wallet', 'create', '--mnemonic', '--password-file', password], { home })
    expect([result.code, result.stdout]).toEqual([2, ''])
    expect(result.stderr).toContain('New recovery words are shown on a terminal only')
  })

  test('passes over no option that says something else about the key', async () => {
    const { home, password } = await homeWithPassword()
    const make = (...more: string[]) => cli(['wallet', 'create', '--password-file', password, ...more], { home })
    for (const options of [
      ['--index', '1'],
      ['--words', '24'],
      ['--derivation-path', "m/44'/60'/0'/0/0"],
    ]) {
      const result = await make(...options)
      expect([result.code, result.stderr]).toEqual([
        2,
        expect.stringMatching(/^Error: --\S+ does not apply to a new key/),
      ])
    }
    for (const options of [['--mnemonic', '--passphrase'], ['--in-place'], ['--private-key']]) {
      const result = await make(...options)
      expect([result.code, result.stderr]).toEqual([2, expect.stringMatching(/^Error: Unknown option --/)])
    }
    expect(await readdir(home)).toEqual(['password.txt'])
  })

  test('never overwrites an account', async () => {
    const { home, password } = await homeWithPassword()
    const made = data(await cli(['wallet', 'create', '--password-file', password, '--json'], { home }))
    const again = await cli(['wallet', 'create', '--password-file', password], { home })
    expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('There is already an account named main')])
    expect(data(await cli(['wallet', 'show', '--json'], { home }))).toEqual(made)
  })
})

describe('wallet import', () => {
  test('takes a private key from stdin and the password from a file descriptor', async () => {
    const { home, password } = await homeWithPassword()
    const opened = await open(password)
    const add = ['wallet', 'import', 'work', '--private-key', '--password-fd', String(opened.fd), '--json']
    const result = await cli(add, { home, stdin: `0x${KNOWN.key}\n` })
    await opened.close()
    const account = data(result)
    expect(account).toMatchObject({ name: 'work', kind: 'keystore', address: KNOWN.address, inUse: true })
    expect(await keyOf(account)).toBe(KNOWN.key)
  })

  test('takes recovery words from stdin, with the number of the account and a passphrase', async () => {
    const { home, password } = await homeWithPassword()
    const take = (name: string, stdin: string, ...more: string[]) =>
      cli(['wallet', 'import', name, '--mnemonic', '--password-file', password, '--json', ...more], { home, stdin })
    const third = data(await take('third', `${KNOWN.words.toUpperCase()}\n`, '--index', '2'))
    expect(third).toMatchObject({ address: KNOWN.addresses[2], derivation: "m/44'/60'/0'/0/2" })
    const path = data(await take('path', KNOWN.words, '--derivation-path', "m/44'/60'/0'/0/1"))
    expect(path).toMatchObject({ address: KNOWN.addresses[1], derivation: "m/44'/60'/0'/0/1" })
    const hidden = data(await take('hidden', `${KNOWN.words}\nTREZOR\n`, '--passphrase'))
    expect(hidden).not.toMatchObject({ address: KNOWN.address })
    const wrong = await take('wrong', `${KNOWN.words}\nTREZOR\n`, '--passphrase', '--address', KNOWN.address)
    expect([wrong.code, wrong.stdout]).toEqual([6, ''])
    expect(wrong.stderr).toContain(`and --address says ${KNOWN.address}`)
  })

  test('copies a key file once its password has opened it, and uses another in place', async () => {
    const { home, password } = await homeWithPassword()
    const foundry = await file(home, 'foundry', keystoreFile({ key: KNOWN.key, password: PASSWORD }))
    const geth = await file(
      home,
      'UTC--2026-01-15T12-00-00.0Z--70997970c51812dc3a010c7d01b50e0d17dc79c8',
      keystoreFile({
        key: KNOWN.otherKey,
        password: PASSWORD,
        top: { address: KNOWN.otherAddress.slice(2).toLowerCase() },
      }),
    )
    const add = (name: string, path: string, ...more: string[]) =>
      cli(['wallet', 'import', name, '--keystore', path, '--password-file', password, '--json', ...more], { home })
    const copied = data(await add('copied', foundry))
    expect(copied).toMatchObject({ address: KNOWN.address, inPlace: false })
    expect(await keyOf(copied)).toBe(KNOWN.key)
    expect(data(await add('theirs', geth, '--in-place'))).toMatchObject({
      address: KNOWN.otherAddress,
      file: geth,
      inPlace: true,
    })
    expect((await cli(['wallet', 'remove', 'theirs', '--yes'], { home })).code).toBe(0)
    expect(await keyOf({ file: geth })).toBe(KNOWN.otherKey)
  })

  test('believes no address of a key file that nobody opened, unless it is given on the command line', async () => {
    const home = await newHome()
    const path = await file(
      home,
      'key',
      keystoreFile({ key: KNOWN.key, password: PASSWORD, top: { address: KNOWN.otherAddress.slice(2) } }),
    )
    const add = (...more: string[]) => cli(['wallet', 'import', 'x', '--keystore', path, ...more], { home })
    expect(await add()).toMatchObject({ code: 2, stdout: '' })
    const mismatch = await add('--address', KNOWN.address)
    expect([mismatch.code, mismatch.stderr]).toEqual([
      6,
      expect.stringContaining(`This is ${KNOWN.otherAddress}, and --address says ${KNOWN.address}`),
    ])
    const password = await file(home, 'password', PASSWORD)
    const opened = await add('--password-file', password)
    expect([opened.code, opened.stderr]).toEqual([6, expect.stringContaining(`its key is that of ${KNOWN.address}`)])
    const plain = await file(home, 'plain', keystoreFile({ key: KNOWN.key, password: PASSWORD }))
    const vouched = await cli(['wallet', 'import', 'y', '--keystore', plain, '--address', KNOWN.address], { home })
    expect([vouched.code, vouched.stderr]).toEqual([
      0,
      'the address is not checked yet: the first signature checks it against the key\n',
    ])
  })

  test('watches an address, and takes a Ledger by its address', async () => {
    const home = await newHome()
    const watch = await cli(['wallet', 'import', 'cold', '--address', KNOWN.address.toLowerCase(), '--json'], { home })
    expect(data(watch)).toMatchObject({ name: 'cold', kind: 'watch', address: KNOWN.address })
    const ledger = await cli(
      ['wallet', 'import', 'nano', '--ledger', '--index', '3', '--address', KNOWN.otherAddress, '--json'],
      { home },
    )
    expect(data(ledger)).toMatchObject({ kind: 'ledger', address: KNOWN.otherAddress, derivation: "m/44'/60'/3'/0/0" })
  })

  test.each<[args: string[], stdin: string, code: number, message: string]>([
    [['work'], KNOWN.key, 2, 'What to import is missing'],
    [['work', '--private-key', '--mnemonic'], KNOWN.key, 2, '--private-key and --mnemonic contradict each other'],
    [['work', '--private-key'], '', 2, 'Stdin held no key'],
    [['work', '--private-key'], 'abc', 6, 'A private key has 64 hex digits; this has 3'],
    [['work', '--mnemonic'], 'test test', 6, 'There must be 12, 15, 18, 21 or 24 recovery words; this has 2'],
    [['work', '--mnemonic', '--passphrase'], KNOWN.words, 2, '--passphrase needs the passphrase on the second line'],
    [['work', '--mnemonic', '--index', '-1'], KNOWN.words, 2, '--index must be a whole number'],
    [['work', '--mnemonic', '--derivation-path', 'x'], KNOWN.words, 2, '--derivation-path is not a derivation path'],
    [
      ['work', '--private-key', '--password-fd', '0'],
      KNOWN.key,
      2,
      '--password-fd must be a whole number from 3 to 9999',
    ],
    [
      ['work', '--private-key', '--password-fd', '777'],
      KNOWN.key,
      6,
      'No password can be read from file descriptor 777',
    ],
    [['work', '--address', '0x12'], '', 2, 'An EVM address has 40 hex digits after 0x; this one has 2'],
    [['work', '--keystore', '/nowhere/to/be/found'], '', 2, 'There is no file'],
    [['Work', '--private-key'], KNOWN.key, 2, 'A name has 1 to 32 lowercase letters'],
    [['a', 'b', '--private-key'], KNOWN.key, 2, 'Too many arguments: wallet import takes at most 1'],
    [['nul', '--private-key'], KNOWN.key, 2, 'nul cannot be a name: it looks like an address or a device'],
    [['0xabc', '--private-key'], KNOWN.key, 2, '0xabc cannot be a name: it looks like an address or a device'],
    [['work', '--private-key', '--index', '4'], KNOWN.key, 2, '--index does not apply to a private key'],
    [['work', '--private-key', '--passphrase'], KNOWN.key, 2, '--passphrase does not apply to a private key'],
    [['work', '--mnemonic', '--words', '24'], KNOWN.words, 2, 'Unknown option --words'],
    [['work', '--mnemonic', '--in-place'], KNOWN.words, 2, '--in-place does not apply to existing recovery words'],
    [['work', '--keystore', 'x', '--index', '1'], '', 2, '--index does not apply to a key file'],
    [['work', '--address', KNOWN.address, '--index', '1'], '', 2, '--index does not apply to an address'],
  ])('%j is refused in one sentence, and nothing is kept', async (args, stdin, code, message) => {
    const home = await newHome()
    const result = await cli(['wallet', 'import', ...args], { home, stdin })
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toContain(`Error: ${message}`)
    expect(result.stderr).not.toContain(KNOWN.key)
    expect(await readdir(home)).toEqual([])
  })

  test.each([
    ['import', 'work', `0x${KNOWN.key}`],
    ['import', KNOWN.key, '--private-key'],
    ['import', 'work', `--private-key=0x${KNOWN.key}`],
    ['import', 'work', '--mnemonic', KNOWN.words],
    ['import', 'work', '--mnemonic', ...KNOWN.words.split(' ')],
    ['import', 'work', '--address', `0x${KNOWN.key}`],
    ['show', KNOWN.key],
    ['export', '--wallet', KNOWN.key],
    [`0x${KNOWN.key}`],
  ])('refuses a secret on the command line and does not repeat it: %#', async (...args) => {
    const home = await newHome()
    const results = await Promise.all([[], ['--json']].map((more) => cli(['wallet', ...args, ...more], { home })))
    for (const result of results) {
      expect([result.code, result.stdout]).toEqual([2, ''])
      expect(result.stderr).not.toContain(KNOWN.key)
      expect(result.stderr).not.toContain('junk')
    }
    expect(await readdir(home)).toEqual([])
  })
})

describe('accounts', () => {
  test('are listed, chosen, shown and removed', async () => {
    const home = await newHome()
    const run = (...args: string[]) => cli(['wallet', ...args], { home })
    expect(await run()).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: 'no accounts yet; make one: swapcli wallet create\n',
    })
    await run('import', 'a', '--address', KNOWN.address)
    const second = await run('import', 'b', '--address', KNOWN.otherAddress)
    expect(second.stderr).toBe('a stays in use; to change that: swapcli wallet use b\n')
    expect((await run('list')).stdout).toBe(
      [
        'NAME  ADDRESS                                     KIND        IN USE',
        `a     ${KNOWN.address}  watch only  yes`,
        `b     ${KNOWN.otherAddress}  watch only`,
        '',
      ].join('\n'),
    )
    expect((await run('use', 'b')).code).toBe(0)
    expect(data(await run('show', '--json'))).toMatchObject({ name: 'b', inUse: true })
    expect(data(await run('show', 'a', '--json'))).toMatchObject({ name: 'a', inUse: false })
    expect((await cli(['config', 'get', 'wallet'], { home })).stdout).toBe('b\n')

    const refused = await run('remove', 'b')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('swapcli wallet remove b --yes')])
    expect((await run('remove', 'b', '--yes')).stderr).toBe('b is removed\n')
    expect(await accountNames(home)).toEqual(['a (in use)'])
    expect((await cli(['config', 'get', 'wallet'], { home })).stdout).toBe('')
  })

  test('that do not exist are told with those that do', async () => {
    const home = await newHome()
    await cli(['wallet', 'import', 'a', '--address', KNOWN.address], { home })
    for (const action of ['show', 'use', 'remove', 'export']) {
      const result = await cli(['wallet', action, 'zzz'], { home })
      expect([result.code, result.stderr]).toEqual([
        2,
        expect.stringContaining('No account is named zzz (accounts: a)'),
      ])
    }
    const env = { SWAPCLI_WALLET: 'zzz' }
    const result = await cli(['wallet', 'show'], { home, env })
    expect([result.code, result.stderr]).toEqual([
      3,
      expect.stringContaining('No account is named zzz (from SWAPCLI_WALLET)'),
    ])
  })

  test('are exported as their key file, which is the same file again when imported elsewhere', async () => {
    const { home, password } = await homeWithPassword()
    const add = ['wallet', 'import', 'work', '--private-key', '--password-file', password]
    await cli(add, { home, stdin: KNOWN.key })
    const exported = await cli(['wallet', 'export', 'work'], { home })
    const { file: path } = data(await cli(['wallet', 'show', '--json'], { home })) as { file: string }
    expect(exported.stdout).toBe(await readFile(path, 'utf8'))
    expect(data(await cli(['wallet', 'export', 'work', '--json'], { home }))).toEqual({
      name: 'work',
      address: KNOWN.address,
      keystore: json(exported.stdout),
    })
    const refused = 'A private key is shown to a person at a terminal only'
    for (const [more, message] of [
      [[], refused],
      [['--json'], refused],
      [['--yes'], 'Unknown option --yes'],
    ] as const) {
      const key = await cli(['wallet', 'export', 'work', '--private-key', '--password-file', password, ...more], {
        home,
      })
      expect([key.code, key.stdout]).toEqual([2, ''])
      expect(key.stderr).toContain(message)
    }
  })

  test('without a key file are not exported', async () => {
    const home = await newHome()
    await cli(['wallet', 'import', 'cold', '--address', KNOWN.address], { home })
    const result = await cli(['wallet', 'export', 'cold'], { home })
    expect([result.code, result.stdout]).toEqual([6, ''])
    expect(result.stderr).toContain('The account cold has no key file on this machine')
  })
})
