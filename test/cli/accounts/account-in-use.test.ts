import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accountInUse } from '../../../src/cli/accounts/account-in-use.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { createRunJournal, type NewRun, type RunChange } from '../../../src/wallet/run/journal.ts'
import { runInSession } from '../../support/command-session.ts'
import { KNOWN } from '../../support/keystores.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, json } from '../run-here.ts'

/* Of two accounts one was lost, and the other paid in its place without a word. */

const FIRST = KNOWN.address
const SECOND = KNOWN.otherAddress

/** A home with two accounts that have key files, of which `main` is in use by the settings. */
async function homeWithTwo() {
  const home = await newHome()
  const password = join(home, 'password.txt')
  await writeFile(password, 'a password on file\n', { mode: 0o600 })
  const made = []
  for (const name of ['main', 'second']) {
    const { code, stdout } = await cli(['wallet', 'create', name, '--password-file', password, '--json'], { home })
    expect(code).toBe(0)
    made.push((json(stdout) as { data: { address: string; file: string } }).data)
  }
  const [main, second] = made
  if (main === undefined || second === undefined) throw new Error('no account was made')
  const accountFile = (name: string) => join(home, 'wallets', `${name}.account.json`)
  return { home, main, second, password, accountFile }
}

/** The account that would pay, or why none does. */
async function inUse(home: string, settings: Readonly<Record<string, string>> = {}): Promise<unknown> {
  let found: unknown
  const { error } = await runInSession(
    async (session) => {
      found = (await accountInUse(session, undefined))?.name
    },
    { home, settings },
  )
  return error ?? found
}

const watch = (home: string, name: string, address: string) =>
  cli(['wallet', 'import', name, '--address', address], { home })

const RUN: NewRun = {
  from: 'ethereum:ETH',
  to: 'base:USDC',
  request: {
    ...{ srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'base', dstAddress: '0x1', amount: '1' },
    ...{ depositor: FIRST, recipient: FIRST, provider: 'TEST' },
  },
  source: { chainId: 1, isNative: true },
  agreed: true,
}
const PAID: RunChange = { payment: { hash: '0x1', raw: '0x2' } }

/** Keeps runs of these depositors, in turn, as the live network does. @returns their ids */
async function keepRuns(home: string, changes: readonly (readonly [string, RunChange])[]): Promise<readonly string[]> {
  const documents = await openDocuments({ path: join(home, 'wallet-live.db') })
  let seconds = 0
  const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 1) + (seconds += 1) * 1000 }
  const journal = createRunJournal(documents, clock, randomIds)
  const ids = []
  for (const [depositor, change] of changes) {
    const run = await journal.create({ ...RUN, request: { ...RUN.request, depositor } })
    ids.push((await journal.save(run, change)).id)
  }
  await documents.close()
  return ids
}

describe('the account in use', () => {
  test('is the only one that there is, also where it has paid before', async () => {
    const home = await newHome()
    await watch(home, 'only', FIRST)
    expect(await inUse(home)).toBe('only')
    await keepRuns(home, [
      [SECOND, PAID],
      [FIRST.toLowerCase(), PAID],
      [SECOND, {}],
    ])
    expect(await inUse(home)).toBe('only')
  })

  test('is no other one where the account that paid last is gone, until one is chosen', async () => {
    const home = await newHome()
    await watch(home, 'other', SECOND)
    const [, run] = await keepRuns(home, [
      [SECOND, PAID],
      [FIRST, PAID],
      [SECOND, {}],
    ])
    expect(await inUse(home)).toMatchObject({
      code: 'WALLET_REFUSED',
      reason: 'account',
      message: `Which account is in use is not known: the last swap was paid from ${FIRST} (run ${run}), and no account has it`,
      hint: 'If its account file is lost, put it back; or go on with other: swapcli wallet use other',
    })
    expect((await cli(['wallet', 'use', 'other'], { home })).code).toBe(0)
    expect(await inUse(home, { wallet: 'other' })).toBe('other')
  })

  test('is not the other one where the account file of the setting is gone', async () => {
    const { home, main, accountFile } = await homeWithTwo()
    await rm(accountFile('main'))
    expect(await inUse(home, { wallet: 'main' })).toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'The account file of main, which is in use (from --set), is missing',
      hint: `Put it back, or take its key up again: swapcli wallet import main --in-place --keystore ${main.file}`,
    })
    const listed = await cli(['wallet', 'list', '--json'], { home })
    expect([listed.code, json(listed.stdout), failure(listed)['message']]).toMatchObject([
      3,
      { data: [{ name: 'second', inUse: false }], leftovers: [main.file] },
      `The account file of main, which is in use (from ${join(home, 'config.json')}), is missing`,
    ])
  })

  test('is not the other one where a key file has no account, and nothing was chosen', async () => {
    const { home, main, accountFile } = await homeWithTwo()
    await rm(accountFile('main'))
    expect(await inUse(home)).toMatchObject({
      code: 'WALLET_REFUSED',
      message: `Which account is in use is not known: no account has ${main.file}: its account file is lost, or was never written`,
      hint: `Take it up: swapcli wallet import NAME --in-place --keystore ${main.file}; or go on with second: swapcli wallet use second`,
    })
    expect(await inUse(home, { wallet: 'second' })).toBe('second')
  })

  test('is not the other one where an account file is damaged, and nothing was chosen', async () => {
    const { home, accountFile } = await homeWithTwo()
    const path = accountFile('main')
    await writeFile(path, '{')
    expect(await inUse(home)).toMatchObject({
      code: 'CONFIG_INVALID',
      message: `Which account is in use is not known: the account file ${path} is damaged`,
      hint: expect.stringContaining('; or go on with second: swapcli wallet use second') as string,
    })
    expect(await inUse(home, { wallet: 'second' })).toBe('second')
  })
})

describe('with one damaged account', () => {
  test('wallet list lists the others, names it and ends with exit code 3', async () => {
    const { home, main, second, accountFile } = await homeWithTwo()
    const path = accountFile('main')
    await writeFile(path, '{')
    const listed = await cli(['wallet', 'list', '--json'], { home })
    expect([listed.code, json(listed.stdout), failure(listed)]).toMatchObject([
      3,
      {
        data: [{ name: 'second', address: second.address, inUse: false, key: 'file' }],
        damaged: [{ name: 'main', file: path }],
      },
      {
        code: 'CONFIG_INVALID',
        message: `main cannot be read: The account file ${path} is damaged`,
        hint: `Move it away, and take its key up again: mv ${path} ${path}.damaged; swapcli wallet import main --in-place --keystore ${main.file}`,
      },
    ])
    expect((json(listed.stdout) as object)['leftovers' as never]).toBeUndefined()
    const shown = await cli(['wallet', 'list'], { home })
    expect([shown.code, shown.stdout]).toEqual([3, expect.stringContaining(second.address)])
  })

  test('the others can be shown and used, and new ones made, which are not in use', async () => {
    const { home, password, accountFile } = await homeWithTwo()
    await writeFile(accountFile('main'), '{')
    expect((await cli(['wallet', 'show', 'second'], { home })).code).toBe(0)
    const chosen = ['--set', 'wallet=second']
    expect((await cli(['wallet', 'show', ...chosen, '--json'], { home })).stdout).toContain('"inUse":true')
    await writeFile(join(home, 'config.json'), '{}')
    const made = await cli(['wallet', 'create', 'third', '--password-file', password, '--json'], { home })
    expect([made.code, json(made.stdout)]).toMatchObject([0, { data: { name: 'third', inUse: false } }])
    expect((await cli(['wallet', 'use', 'second'], { home })).code).toBe(0)
  })

  test('its key can be taken up again as the next step says', async () => {
    const { home, main, accountFile, password } = await homeWithTwo()
    await writeFile(accountFile('main'), '{')
    await rm(accountFile('main'))
    const words = ['wallet', 'import', 'main', '--in-place', '--keystore', main.file, '--password-file', password]
    expect((await cli(words, { home })).code).toBe(0)
    const listed = await cli(['wallet', 'list', '--json'], { home })
    expect([listed.code, json(listed.stdout)]).toMatchObject([
      0,
      { data: [{ name: 'main', address: main.address, inUse: true }, { name: 'second' }] },
    ])
  })

  test('a backup is refused, and with --damaged has the others, and with keys all that are encrypted', async () => {
    const { home, accountFile } = await homeWithTwo()
    await writeFile(accountFile('main'), '{')
    const file = join(await newHome(), 'backup.tar')
    const refused = await cli(['backup', file, '--json'], { home })
    expect([refused.code, failure(refused)['message']]).toEqual([3, expect.stringContaining(accountFile('main'))])
    const written = await cli(['backup', file, '--damaged', '--with-keys', '--json'], { home })
    expect(written.code).toBe(0)
    const copy = await newHome()
    expect((await cli(['restore', file, '--json'], { home: copy })).code).toBe(3)
    expect((await cli(['restore', file, '--damaged', '--json'], { home: copy })).code).toBe(0)
    const names = (await readdir(join(home, 'wallets'))).filter((name) => name !== 'main.account.json')
    expect(await readdir(join(copy, 'wallets'))).toEqual(names)
  })
})

describe('an account without a key file', () => {
  test('is named by wallet list and doctor, lost or watch only', async () => {
    const { home, main, second } = await homeWithTwo()
    await watch(home, 'cold', SECOND)
    await rm(main.file)
    const listed = await cli(['wallet', 'list', '--json'], { home })
    expect([listed.code, json(listed.stdout)]).toMatchObject([
      0,
      {
        data: [
          { name: 'cold', key: 'none' },
          { name: 'main', key: 'lost' },
          { name: 'second', key: 'file' },
        ],
      },
    ])
    const shown = await cli(['wallet', 'list'], { home })
    expect(shown.stdout.split('\n').map((line) => line.replace(/\s+/g, ' '))).toEqual([
      'NAME ADDRESS KIND IN USE',
      `cold ${SECOND} watch only`,
      `main ${main.address} key file lost yes`,
      `second ${second.address} key file`,
      '',
    ])
    expect(shown.stderr).toContain(`main cannot sign: its key file is lost: ${main.file} (swapcli doctor)`)
    const { data } = json((await cli(['doctor', '--quick', '--json'], { home })).stdout) as {
      data: readonly { readonly name: string; readonly result: string; readonly detail: string }[]
    }
    expect(data.filter(({ name }) => name === 'accounts').map(({ result, detail }) => [result, detail])).toEqual([
      ['fail', `The key file of main is missing: ${main.file}`],
      ['ok', 'no key file, as they were made: cold (watch only)'],
    ])
  })

  test('of which only the key is left is in a backup with keys, and named by one without', async () => {
    const { home, main, accountFile } = await homeWithTwo()
    await rm(accountFile('main'))
    const file = join(await newHome(), 'backup.tar')
    const plain = await cli(['backup', file, '--json'], { home })
    const key = `wallets/${main.file.split('/').at(-1) ?? ''}`
    expect([plain.code, json(plain.stdout)]).toMatchObject([0, { data: { leftOut: { keys: ['second', key] } } }])
    const keyed = await cli(['backup', `${file}-2`, '--with-keys', '--json'], { home })
    expect([keyed.code, json(keyed.stdout)]).toMatchObject([0, { data: { leftOut: { keys: [] } } }])
    expect(keyed.stdout).toContain(key)
  })
})
